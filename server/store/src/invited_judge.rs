//! Judges who are invited and have not come yet, and the projects that are dealt to them.

use super::membership::GrantsRole;
use crate::prelude::*;

/// Who is invited to judge and has not come, by name.
pub async fn list(conn: &mut Conn, event: EventId) -> Outcome<Vec<InvitedJudge>> {
    rows!(conn,
        r#"select j.id as "id!: InvitationId", coalesce(nullif(j.name, ''), j.email) as "name!", j.email as "email!", j.review_cap,
                  array(select k.id from track k where k.event_id = j.event_id and k.id = any (j.track_ids) order by k.id)
                      as "tracks!: Vec<TrackId>"
           from invited_judge j where j.event_id = $1 order by lower(coalesce(nullif(j.name, ''), j.email)), j.id"#;
        event.0)
    .each(object! { InvitedJudge from |r|:
        id, name, email, tracks;
        cap: r.review_cap.and_then(|cap| u32::try_from(cap).ok())
    })
}

/// What is dealt to them, by number.
pub async fn work(conn: &mut Conn, event: EventId) -> Outcome<Vec<InvitedWork>> {
    rows!(conn, InvitedWork, r#"select id as "id!: _", invitation_id as "invitation!: _", project_id as "project!: _"
           from invited_work where event_id = $1 order by id"#; event.0)
}

/// What they may not judge, and with `true` projects of teams that they were on, as far as their addresses tell.
pub async fn kept_from(conn: &mut Conn, event: EventId) -> Outcome<Vec<(InvitationId, ProjectId, bool)>> {
    rows!(conn,
        r#"select invitation_id as "invitation!", project_id as "project!", false as "former!" from invited_barred where event_id = $1
           union all select j.id, p.id, true from invited_judge j
                 join person o on lower(o.email collate "C") = lower(j.email collate "C")
                 join event_person ep on ep.event_id = j.event_id and ep.person_id = o.id
                 join project p on p.event_id = ep.event_id and p.team_id = any (ep.team_ids) where j.event_id = $1"#;
        event.0)
    .each(|r| (InvitationId(r.invitation), ProjectId(r.project), r.former))
}

/// Deals a project to an invitation, by an organizer's hand; none where it is dealt to it already. Its number is that of the assignment
/// that it becomes.
/// Errors: the database's refusal: nobody who is invited to judge, a project of their team or with a conflict.
pub async fn deal(
    conn: &mut Conn,
    permit: &Permit<act::Assign>,
    invitation: InvitationId,
    project: ProjectId,
) -> Outcome<Option<AssignmentId>> {
    maybe_value!(conn, r#"insert into invited_assignment (event_id, invitation_id, project_id, source) values ($1, $2, $3, 'manual')
           on conflict do nothing returning id as "id: AssignmentId""#; permit.ids().0, invitation.0, project.0)
}

/// How many projects are dealt to an invitation.
pub async fn dealt(conn: &mut Conn, id: InvitationId) -> Outcome<i64> {
    value!(conn, r#"select count(*) as "n!" from invited_work where invitation_id = $1"#; id.0)
}

/// Gives somebody who just became a judge what was dealt to their address, and to the invitation by which they came. Each keeps its number
/// and its source.
/// What they may not judge goes, and so does all of it once results are out: assignments stay as they are then. Returns how many
/// assignments they have of it.
/// Errors: the database's refusal: the person does not judge.
pub async fn come_in(
    conn: &mut Conn,
    permit: &Permit<impl GrantsRole>,
    person: PersonId,
    by: Option<InvitationId>,
) -> Outcome<u64> {
    give(conn, permit.ids(), person, &[person], by).await
}

/// The same in every event where a judge waits as somebody who is invited, since two accounts became one: at the address that stays, or
/// at the one that goes. Invitations of the latter end where the person judges. Returns how many assignments came in each event.
pub(super) async fn merged(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<Vec<(EventId, u64)>> {
    let both: &[PersonId] = &[kept, gone];
    let events = values!(conn, r#"select distinct i.event_id as "event!" from invitation i
           join membership m on m.event_id = i.event_id and m.person_id = $1 and m.role = 'judge'
           join person p on p.id = any($2) and lower(p.email collate "C") = lower(i.email collate "C")
           where i.role = 'judge' and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0 order by 1"#;
        kept.0, both as _)?;
    let mut came = Vec::new();
    for event in events {
        came.push((EventId(event), give(conn, EventId(event), kept, both, None).await?));
        run!(conn, r#"update invitation i set withdrawn_at = clock_timestamp(), card_hash = null,
                   link_ended_at = coalesce(link_ended_at, clock_timestamp())
               where i.event_id = $1 and i.role = 'judge' and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
                   and lower(i.email collate "C") = (select lower(p.email collate "C") from person p where p.id = $2)"#;
            event, gone.0)?;
    }
    Ok(came)
}

/// Gives a judge what was dealt to the addresses of these accounts, which are theirs, and to the invitation by which they came.
async fn give(
    conn: &mut Conn,
    event: EventId,
    judge: PersonId,
    accounts: &[PersonId],
    by: Option<InvitationId>,
) -> Outcome<u64> {
    affected!(conn, r#"with dealt as (
               delete from invited_assignment a using invitation i
               where a.event_id = $1 and i.id = a.invitation_id and (i.id = $3
                   or lower(i.email collate "C") in (select lower(p.email collate "C") from person p where p.id = any($4)))
               returning a.id, a.event_id, a.project_id, a.source, a.plan_id)
           insert into assignment (id, event_id, person_id, project_id, source, plan_id) overriding system value
           select distinct on (d.project_id) d.id, d.event_id, $2, d.project_id, d.source, d.plan_id
           from dealt d join project p on p.event_id = d.event_id and p.id = d.project_id
           where p.status = 'submitted' and p.duplicate_of is null
               and not exists (select from team_person t
                   where t.event_id = p.event_id and t.team_id = p.team_id and t.person_id = $2)
               and not exists (select from conflict c
                   where c.event_id = p.event_id and c.project_id = p.id and c.person_id = $2)
               and not exists (select from assignment o where o.project_id = p.id and o.person_id = $2)
               and not exists (select from publication r where r.event_id = p.event_id)
           order by d.project_id, d.id"#; event.0, judge.0, by as _, accounts as _)
}
