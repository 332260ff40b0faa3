//! Changes to members: tracks, caps, and roles taken away.

use crate::prelude::*;
use shared::invitation::MemberRole;
use shared::judge_limits::JudgeLimits;

/// Locks a member's row until the transaction ends, and reads a judge's limits; `None` for who does not judge here.
pub async fn lock_limits(
    conn: &mut Conn,
    permit: &Permit<act::SetJudgeLimits>,
    person: PersonId,
) -> Outcome<Option<JudgeLimits>> {
    let event = permit.ids();
    let row = maybe_row!(conn, "select review_cap from event_person ep where event_id = $1 and person_id = $2
             and exists (select from membership m where m.event_id = $1 and m.person_id = $2 and m.role = 'judge')
         for no key update"; event.0, person.0)?;
    let Some(row) = row else { return Ok(None) };
    let tracks = values!(conn,
        r#"select track_id as "track: TrackId" from person_track where event_id = $1 and person_id = $2 order by track_id"#;
        event.0, person.0)?;
    Ok(Some(JudgeLimits { review_cap: row.review_cap, tracks }))
}

/// Stores a judge's limits.
/// Errors: 400 for a track of another event; a lost database.
pub async fn set_limits(
    conn: &mut Conn,
    permit: &Permit<act::SetJudgeLimits>,
    person: PersonId,
    limits: &JudgeLimits,
) -> Outcome<()> {
    let event = permit.ids();
    run!(conn, "update event_person set review_cap = $3 where event_id = $1 and person_id = $2";
        event.0, person.0, limits.review_cap)?;
    run!(conn, "delete from person_track where event_id = $1 and person_id = $2 and track_id <> all ($3)";
        event.0, person.0, &limits.tracks as _)?;
    run!(conn,
        "insert into person_track (event_id, person_id, track_id) select $1, $2, unnest($3::bigint[]) on conflict do nothing";
        event.0, person.0, &limits.tracks as _)
}

/// What a member's roles hold: assignments, reviews, a team and its projects, other organizers.
pub async fn holdings(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<RoleHoldings> {
    let r = row!(conn, r#"select (select count(*) from assignment a where a.event_id = $1 and a.person_id = $2
                   and not exists (select from review r where r.assignment_id = a.id)) as "without_review!",
                  (select count(*) from assignment a join review r on r.assignment_id = a.id
                   where a.event_id = $1 and a.person_id = $2) as "reviews!",
                  (select count(*) from membership m join person p on p.id = m.person_id where m.event_id = $1
                   and m.role = 'organizer' and m.person_id <> $2 and p.deactivated_at is null) as "other_organizers!",
                  is_last_free_organizer($1, $2) as "only_free!",
                  t.id as "team_id?: TeamId", t.name as "team?",
                  (select count(*) from team_member o where o.event_id = $1 and o.team_id = t.id) as "members!",
                  (select count(*) from project j where j.event_id = $1 and j.team_id = t.id) as "projects!"
           from (select 1) one
           left join team_member tm on tm.event_id = $1 and tm.person_id = $2
           left join team t on t.id = tm.team_id"#; event.0, person.0)?;
    Ok(object! { RoleHoldings from r:
        without_review, reviews, other_organizers, only_free, members, projects;
        team: r.team_id.zip(r.team)
    })
}

/// Acts that take a role away.
pub trait TakesRole: Rule<Ids = EventId> {}
impl TakesRole for act::RemoveMember {}
impl TakesRole for act::RemoveJudge {}

/// Takes a judge's assignments without a review away, and their tracks.
pub async fn release_judge(
    conn: &mut Conn,
    permit: &Permit<act::RemoveJudge>,
    person: PersonId,
) -> Outcome<()> {
    let event = permit.ids();
    // The lock that assigning takes as well.
    run!(conn, "select from event_person where event_id = $1 and person_id = $2 for no key update"; event.0, person.0)?;
    run!(conn, "delete from assignment a where event_id = $1 and person_id = $2
             and not exists (select from review r where r.assignment_id = a.id)"; event.0, person.0)?;
    run!(conn, "delete from person_track where event_id = $1 and person_id = $2"; event.0, person.0)
}

/// Takes a participant off their team, and removes the team where it is empty and nothing else needs it.
/// Errors: the database's refusal: the last member of a team with a project, outside the window.
pub async fn leave_team(
    conn: &mut Conn,
    permit: &Permit<act::TakeOffTeam>,
    person: PersonId,
    team: TeamId,
) -> Outcome<()> {
    let event = permit.ids();
    run!(conn, "delete from team_member where event_id = $1 and person_id = $2"; event.0, person.0)?;
    run!(conn, "delete from team t where t.event_id = $1 and t.id = $2
             and not exists (select from team_member m where m.event_id = t.event_id and m.team_id = t.id)
             and not exists (select from project p where p.event_id = t.event_id and p.team_id = t.id)
             and not exists (select from invitation i where i.event_id = t.event_id and i.team_id = t.id)";
        event.0, team.0)
}

/// Takes a role away; false where the person does not have it. The database ends the links and the card by which it could be used again.
/// Errors: 409 where the judge has assignments; a lost database.
pub async fn take_role(
    conn: &mut Conn,
    permit: &Permit<impl TakesRole>,
    person: PersonId,
    role: MemberRole,
) -> Outcome<bool> {
    let event = permit.ids();
    changed!(conn, "delete from membership where event_id = $1 and person_id = $2 and role = $3";
        event.0, person.0, role.name())
}
