//! What is read to hand out a project where a review helps most.

use super::Conn;
use crate::failure::Outcome;
use crate::model::need::{Field, Pace};
use chrono::{DateTime, Utc};
use shared::calibration::{Contest, Entrant};
use shared::ids::{EventId, PersonId};
use shared::need::Candidate;

/// How fast reviews come in: those submitted, and those submitted after `since`.
///
/// # Errors
/// A lost database.
pub async fn pace(conn: &mut Conn, event: EventId, since: Option<DateTime<Utc>>) -> Outcome<Pace> {
    Ok(sqlx::query_as!(
        Pace,
        r#"select clock_timestamp() as "now!",
                  (select count(*) from membership where event_id = $1 and role = 'judge') as "judges!",
                  count(*) as "reviews!", count(*) filter (where r.submitted_at > $2) as "new!"
           from review r where r.event_id = $1 and r.submitted_at is not null"#,
        event.0,
        since
    )
    .fetch_one(conn)
    .await?)
}

/// Who competes for what: the projects that are ranked, and a contest for each prize that is decided by rank.
///
/// # Errors
/// A lost database.
pub async fn field(conn: &mut Conn, event: EventId) -> Outcome<Field> {
    let rows = sqlx::query!(
        "select id, track_id from project
         where event_id = $1 and status = 'submitted' and duplicate_of is null order by id",
        event.0
    )
    .fetch_all(&mut *conn)
    .await?;
    let entrants = rows.into_iter().map(|r| Entrant { project: r.id, track: r.track_id }).collect();
    let rows = sqlx::query!(
        r#"select z.winners,
                  array(select p.id from project p
                        where p.event_id = z.event_id and p.status = 'submitted' and p.duplicate_of is null
                          and (z.track_id is null or z.track_id = p.track_id)
                          and (z.eligibility <> 'opt-in'
                              or exists (select from project_prize o where o.project_id = p.id and o.prize_id = z.id))
                        order by p.id) as "among!"
           from prize z where z.event_id = $1 and z.rule = 'rank' order by z.id"#,
        event.0
    )
    .fetch_all(conn)
    .await?;
    let contest = |winners, among| Contest { winners: u32::try_from(winners).unwrap_or(0), among };
    Ok(Field { entrants, contests: rows.into_iter().map(|r| contest(r.winners, r.among)).collect() })
}

/// The projects that this judge may be given, by id; [`load_of`](super::assignment::load_of) says which these are.
///
/// # Errors
/// A lost database.
pub async fn candidates(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Vec<Candidate>> {
    let rows = sqlx::query!(
        r#"select p.id,
                  (select count(*) from assignment a
                   where a.event_id = $1 and a.project_id = p.id and a.status <> 'recused') as "reviews!",
                  exists (select from person_track pt
                   where pt.event_id = $1 and pt.person_id = $2 and pt.track_id = p.track_id) as "own_track!"
           from project p
           where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null
             and not exists (select from assignment m
                 where m.event_id = $1 and m.person_id = $2 and m.project_id = p.id)
             and not exists (select from team_member tm
                 where tm.event_id = $1 and tm.team_id = p.team_id and tm.person_id = $2)
             and not exists (select from conflict c
                 where c.event_id = $1 and c.project_id = p.id and c.person_id = $2)
           order by p.id"#,
        event.0,
        judge.0
    )
    .fetch_all(conn)
    .await?;
    let candidates = rows.into_iter().map(|r| Candidate {
        project: r.id,
        reviews: u32::try_from(r.reviews).unwrap_or(u32::MAX),
        own_track: r.own_track,
    });
    Ok(candidates.collect())
}

/// The event's floor of reviews, and how many projects the judge took before.
///
/// # Errors
/// A lost database.
pub async fn floor_and_turn(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<(u32, u32)> {
    let row = sqlx::query!(
        r#"select planned_reviews(e) as "floor!",
                  (select count(*) from assignment a
                   where a.event_id = e.id and a.person_id = $2 and a.source = 'pulled') as "taken!"
           from event e where e.id = $1"#,
        event.0,
        judge.0
    )
    .fetch_one(conn)
    .await?;
    Ok((u32::try_from(row.floor).unwrap_or(0), u32::try_from(row.taken).unwrap_or(u32::MAX)))
}
