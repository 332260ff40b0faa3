//! What is read to hand out a project where a review helps most.

use crate::prelude::*;
use shared::calibration::{Contest, Entrant};

/// How fast reviews come in: those submitted, and those submitted after `since`.
pub async fn pace(conn: &mut Conn, event: EventId, since: Option<DateTime<Utc>>) -> Outcome<Pace> {
    row!(conn, Pace, r#"select (select count(*) from membership where event_id = $1 and role = 'judge') as "judges!",
                  count(*) as "reviews!", count(*) filter (where r.submitted_at > $2) as "new!"
           from review r where r.event_id = $1 and r.submitted_at is not null"#; event.0, since)
}

/// Who competes for what: the projects that are ranked, and a contest for each prize that is decided by rank.
pub async fn field(conn: &mut Conn, event: EventId) -> Outcome<Field> {
    let rows = rows!(conn, "select id, track_id from project
         where event_id = $1 and status = 'submitted' and duplicate_of is null order by id"; event.0)?;
    let entrants = rows.into_iter().map(|r| Entrant { project: r.id, track: r.track_id }).collect();
    let rows = rows!(conn, r#"select z.winners,
                  array(select p.id from project p
                        where p.event_id = z.event_id and p.status = 'submitted' and p.duplicate_of is null
                          and (z.track_id is null or z.track_id = p.track_id)
                          and (z.eligibility <> 'opt-in'
                              or exists (select from project_prize o where o.project_id = p.id and o.prize_id = z.id))
                        order by p.id) as "among!"
           from prize z where z.event_id = $1 and z.rule = 'rank' order by z.id"#; event.0)?;
    let contest = |winners, among| Contest { winners: u32::try_from(winners).unwrap_or(0), among };
    Ok(Field { entrants, contests: rows.into_iter().map(|r| contest(r.winners, r.among)).collect() })
}

/// The event's floor of reviews, and how many projects the judge took before.
pub async fn review_floor_and_turn(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<(u32, u32)> {
    let row = row!(conn, r#"select planned_reviews(e) as "floor!",
                  (select count(*) from assignment a
                   where a.event_id = e.id and a.person_id = $2 and a.source = 'pulled') as "taken!"
           from event e where e.id = $1"#; event.0, judge.0)?;
    Ok((u32::try_from(row.floor).unwrap_or(0), u32::try_from(row.taken).unwrap_or(u32::MAX)))
}
