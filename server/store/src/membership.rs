//! Who belongs to an event: roles, tracks and caps.

use super::audit_log::patterns;
use super::invitation::PAGE;
use crate::prelude::*;
use shared::invitation::MemberRole;
use shared::names::email_key;
use shared::people_list::{KnownPeople, KnownPerson, KnownTrack};

/// Acts by which somebody gets a role.
pub trait GrantsRole: Rule<Ids = EventId> {}
impl GrantsRole for act::AnswerInvitation {}
impl GrantsRole for act::DecideGuest {}
impl GrantsRole for act::GrantRole {}

/// Gives a person a role in the event; false where they have it.
pub async fn grant(
    conn: &mut Conn,
    permit: &Permit<impl GrantsRole>,
    person: PersonId,
    role: MemberRole,
) -> Outcome<bool> {
    let event = permit.ids();
    run!(conn, "insert into event_person (event_id, person_id) values ($1, $2) on conflict do nothing";
        event.0, person.0)?;
    changed!(conn,
        "insert into membership (event_id, person_id, role) values ($1, $2, $3) on conflict do nothing";
        event.0, person.0, role.name())
}

/// Stores what an invitation says of a new member, and leaves alone what is stored already: the cap, the fixture id unless
/// somebody else has it, and the tracks that the event still has.
pub async fn describe(
    conn: &mut Conn,
    permit: &Permit<impl GrantsRole>,
    person: PersonId,
    (tracks, review_cap, external_id): (&[TrackId], Option<i32>, Option<&str>),
) -> Outcome<()> {
    let event = permit.ids();
    run!(conn, "update event_person ep set review_cap = coalesce(ep.review_cap, $3),
             external_id = coalesce(ep.external_id, case when not exists
                 (select from event_person o where o.event_id = $1 and o.external_id = $4) then $4 end)
         where ep.event_id = $1 and ep.person_id = $2"; event.0, person.0, review_cap, external_id)?;
    add_tracks(conn, event, person, tracks).await
}

async fn add_tracks(conn: &mut Conn, event: EventId, person: PersonId, tracks: &[TrackId]) -> Outcome<()> {
    run!(conn, "insert into person_track (event_id, person_id, track_id)
         select $1, $2, id from track where event_id = $1 and id = any ($3) on conflict do nothing";
        event.0, person.0, tracks as _)
}

/// Puts a new member on a team.
/// Errors: the database's refusal: full, own team, already on one, outside the window.
pub async fn join_team(
    conn: &mut Conn,
    permit: &Permit<impl GrantsRole>,
    person: PersonId,
    team: TeamId,
) -> Outcome<()> {
    run!(conn, "insert into team_member (event_id, team_id, person_id) values ($1, $2, $3)";
        permit.ids().0, team.0, person.0)
}

/// A page of an event's members by name, and how many the filter finds. The load leaves out the projects of the teams
/// `without`.
pub async fn list(
    conn: &mut Conn,
    permit: &Permit<act::SeePeople>,
    filter: &MemberFilter,
    without: &[TeamId],
) -> Outcome<(Vec<Member>, i64)> {
    let words = patterns(&filter.words);
    let rows = rows!(conn, r#"with found as (
               select p.id, p.name, p.email, ep.review_cap, count(*) over () as total
               from event_person ep join person p on p.id = ep.person_id
               where ep.event_id = $1 and ($2::bigint is null or p.id = $2)
                   and exists (select from membership m where m.event_id = $1 and m.person_id = p.id
                               and ($3::text is null or m.role = $3))
                   and ($4::text[] = '{}' or search_key(p.name || ' ' || p.email) like all ($4))
               order by lower(p.name), p.id offset $5 limit $6)
           select f.id as "id!", f.name as "name!", f.email as "email!", f.review_cap, f.total as "total!",
                  array(select m.role from membership m where m.event_id = $1 and m.person_id = f.id order by m.role) as "roles!: Vec<MemberRole>",
                  array(select t.id from person_track pt join track t on t.id = pt.track_id
                        where pt.event_id = $1 and pt.person_id = f.id order by t.position, t.id) as "track_ids!: Vec<TrackId>",
                  array(select t.name from person_track pt join track t on t.id = pt.track_id
                        where pt.event_id = $1 and pt.person_id = f.id order by t.position, t.id) as "tracks!",
                  (select t.name from team_member tm join team t on t.id = tm.team_id
                   where tm.event_id = $1 and tm.person_id = f.id) as team,
                  (select count(*) from assignment a join project j on j.id = a.project_id where a.event_id = $1
                   and a.person_id = f.id and a.status = 'pending' and j.team_id <> all ($7)) as "pending!",
                  (select count(*) from assignment a join project j on j.id = a.project_id where a.event_id = $1
                   and a.person_id = f.id and a.status = 'done' and j.team_id <> all ($7)) as "done!"
           from found f order by lower(f.name), f.id"#;
        permit.ids().0, filter.person as _, filter.role.map(MemberRole::name), &words, filter.offset,
        PAGE, without as _)?;
    let total = rows.first().map_or(0, |r| r.total);
    let members = rows.into_iter().map(object! { Member from |r|:
        name, email, roles, review_cap, team, pending, done;
        person: PersonId(r.id),
        tracks: r.track_ids.into_iter().zip(r.tracks).collect()
    });
    Ok((members.collect(), total))
}

/// Whether every organizer of the event takes part in it.
pub async fn nobody_is_free(conn: &mut Conn, event: EventId) -> Outcome<bool> {
    value!(conn, r#"select not exists (
               select from membership m join person p on p.id = m.person_id
               where m.event_id = $1 and m.role = 'organizer' and p.deactivated_at is null
                   and not takes_part(m.event_id, m.person_id)) as "nobody!""#; event.0)
}

/// How many members have each role: participants, judges, organizers.
pub async fn counts(conn: &mut Conn, permit: &Permit<act::SeePeople>) -> Outcome<[i64; 3]> {
    let row = row!(conn, r#"select count(*) filter (where role = 'participant') as "participants!",
                  count(*) filter (where role = 'judge') as "judges!",
                  count(*) filter (where role = 'organizer') as "organizers!"
           from membership where event_id = $1"#; permit.ids().0)?;
    Ok([row.participants, row.judges, row.organizers])
}

/// Who of these addresses belongs to the event or is invited, and the event's tracks.
pub async fn known(conn: &mut Conn, permit: &Permit<act::Invite>, emails: &[String]) -> Outcome<KnownPeople> {
    let event = permit.ids();
    let members = rows!(conn,
        r#"select p.id as "id: PersonId", p.email, m.role as "role: MemberRole" from membership m join person p on p.id = m.person_id
           where m.event_id = $1 and lower(p.email collate "C") = any ($2)"#; event.0, emails)?;
    let mut known = KnownPeople::default();
    for row in members {
        let person: &mut KnownPerson = known.people.entry(email_key(&row.email)).or_default();
        person.id = Some(row.id);
        person.roles.push(row.role);
    }
    let invited = rows!(conn,
        r#"select email, role as "role: MemberRole" from invitation where event_id = $1 and lower(email collate "C") = any ($2)
               and role <> 'panellist' and num_nonnulls(accepted_at, declined_at, withdrawn_at) = 0"#;
        event.0, emails)?;
    for row in invited {
        known.people.entry(email_key(&row.email)).or_default().invited.push(row.role);
    }
    let tracks =
        rows!(conn, "select id, name from track where event_id = $1 order by position, id"; event.0)?;
    known.tracks = tracks.into_iter().map(|t| KnownTrack { id: TrackId(t.id), name: t.name }).collect();
    Ok(known)
}
