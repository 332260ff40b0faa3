//! What winners owe while results are provisional, and what they have shown of it.

use crate::prelude::*;
use shared::provisional::SettledDuty;

/// What each confirmed winner owes, by title, in the order of the list; nothing where results are not provisional.
pub async fn all(conn: &mut Conn, event: EventId) -> Outcome<Vec<WinnerDuty>> {
    rows!(conn, WinnerDuty, r#"select p.id as "project!", p.title as "title!", t.id as "team_id!", t.name as "team!",
               o.number::int as "number!", o.duty as "duty!", d.shown as "shown?", coalesce(d.reason, '') as "reason!",
               n.provisional_until as "until!"
           from (select provisional_until, owed from publication where event_id = $1 order by id desc limit 1) n
           cross join lateral unnest(n.owed) with ordinality o(duty, number)
           join project p on p.event_id = $1 and p.id in (select w.project_id from prize_winner w where w.event_id = $1)
           join team t on t.event_id = p.event_id and t.id = p.team_id
           left join winner_duty d on d.project_id = p.id and d.number = o.number
           where n.provisional_until is not null order by lower(p.title), p.id, o.number"#; event.0)
}

/// The projects of which something was refused, also those that won nothing any more.
pub async fn refused(conn: &mut Conn, event: EventId) -> Outcome<HashSet<ProjectId>> {
    values!(conn,
        r#"select distinct project_id as "project!" from winner_duty where event_id = $1 and not shown"#; event.0)
    .each(ProjectId)
}

/// What one team owes.
pub async fn of_team(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<Vec<WinnerDuty>> {
    Ok(all(conn, event).await?.into_iter().filter(|duty| duty.team_id == team).collect())
}

/// Says that a winner has shown something, that it was refused, or that it is open again.
/// Errors: the database's refusal: results that are not provisional.
pub async fn settle(conn: &mut Conn, permit: &Permit<act::SettleDuties>, duty: &SettledDuty) -> Outcome<()> {
    let (event, project) = (permit.ids(), duty.project);
    match duty.state.shown() {
        Some(shown) => {
            run!(conn, "insert into winner_duty (event_id, project_id, number, shown, reason) values ($1, $2, $3, $4, $5)
             on conflict (project_id, number) do update set shown = $4, reason = $5, settled_at = clock_timestamp()";
            event.0, project.0, duty.number, shown, duty.reason)
        }
        None => run!(conn, "delete from winner_duty where event_id = $1 and project_id = $2 and number = $3";
            event.0, project.0, duty.number),
    }
}
