//! Judges who are invited and have not come yet, and the projects that are dealt to them.

use super::membership::GrantsRole;
use crate::prelude::*;
use model::plan::{InvitedJudge, InvitedWork};

/// Who is invited to judge and has not come, by name.
pub async fn list(conn: &mut Conn, event: EventId) -> Outcome<Vec<InvitedJudge>> {
    let rows = rows!(conn,
        r#"select j.id as "id!: InvitationId", coalesce(nullif(j.name, ''), j.email) as "name!", j.review_cap,
                  array(select k.id from track k where k.event_id = j.event_id and k.id = any (j.track_ids) order by k.id)
                      as "tracks!: Vec<TrackId>"
           from invited_judge j where j.event_id = $1 order by lower(coalesce(nullif(j.name, ''), j.email)), j.id"#;
        event.0)?;
    let judges = rows.into_iter().map(|r| InvitedJudge {
        id: r.id,
        name: r.name,
        cap: r.review_cap.and_then(|cap| u32::try_from(cap).ok()),
        tracks: r.tracks,
    });
    Ok(judges.collect())
}

/// What is dealt to them, by number.
pub async fn work(conn: &mut Conn, event: EventId) -> Outcome<Vec<InvitedWork>> {
    rows!(conn, InvitedWork, r#"select id as "id!: _", invitation_id as "invitation!: _", project_id as "project!: _"
           from invited_work where event_id = $1 order by id"#; event.0)
}

/// What they may not judge, as far as their addresses tell.
pub async fn barred(conn: &mut Conn, event: EventId) -> Outcome<Vec<(InvitationId, ProjectId)>> {
    let rows = rows!(conn,
        r#"select invitation_id as "invitation!", project_id as "project!" from invited_barred where event_id = $1"#;
        event.0)?;
    Ok(rows.into_iter().map(|r| (InvitationId(r.invitation), ProjectId(r.project))).collect())
}

/// How many projects are dealt to an invitation.
pub async fn dealt(conn: &mut Conn, id: InvitationId) -> Outcome<i64> {
    value!(conn, r#"select count(*) as "n!" from invited_work where invitation_id = $1"#; id.0)
}

/// Gives somebody who just became a judge what was dealt to their address, and to the invitation by which they came. Each keeps its number.
/// What they may not judge goes, and so does all of it once results are out: assignments stay as they are then. Returns how many
/// assignments they have of it.
///
/// # Errors
/// The database's refusal: the person does not judge.
pub async fn come_in(
    conn: &mut Conn,
    permit: &Permit<impl GrantsRole>,
    person: PersonId,
    by: Option<InvitationId>,
) -> Outcome<u64> {
    affected!(conn, r#"with dealt as (
               delete from invited_assignment a using invitation i
               where a.event_id = $1 and i.id = a.invitation_id and (i.id = $3
                   or lower(i.email collate "C") = (select lower(p.email collate "C") from person p where p.id = $2))
               returning a.id, a.event_id, a.project_id, a.plan_id)
           insert into assignment (id, event_id, person_id, project_id, source, plan_id) overriding system value
           select distinct on (d.project_id) d.id, d.event_id, $2, d.project_id, 'planned', d.plan_id
           from dealt d join project p on p.event_id = d.event_id and p.id = d.project_id
           where p.status = 'submitted' and p.duplicate_of is null
               and not exists (select from team_person t
                   where t.event_id = p.event_id and t.team_id = p.team_id and t.person_id = $2)
               and not exists (select from conflict c
                   where c.event_id = p.event_id and c.project_id = p.id and c.person_id = $2)
               and not exists (select from assignment o where o.project_id = p.id and o.person_id = $2)
               and not exists (select from publication r where r.event_id = p.event_id)
           order by d.project_id, d.id"#; permit.ids().0, person.0, by as _)
}
