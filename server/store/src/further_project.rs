//! The further projects that a judge may be given: submitted, no repeat, never assigned to this judge, of no team that they are or were
//! on, and without a conflict of interest.

use crate::prelude::*;
use shared::need::Candidate;

/// Selects of the projects of event `$1` that the judge `$2` may be given, each with the number of its judges. Those are counted
/// for all projects in one pass: an index for each project takes four times as long where there are thousands.
macro_rules! select_further {
    ($columns:tt, $order:tt, $($value:expr),+ $(,)?) => {
        sqlx::query!(
            "with judges as (
                 select project_id, count(*) as number from assignment
                 where event_id = $1 and status <> 'recused' group by project_id
             ), further as (
                 select p.id, coalesce(j.number, 0) as judges,
                        exists (select from person_track pt
                            where pt.event_id = $1 and pt.person_id = $2 and pt.track_id = p.track_id) as own_track
                 from project p left join judges j on j.project_id = p.id
                 where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null
                   and not exists (select from assignment m
                       where m.event_id = $1 and m.person_id = $2 and m.project_id = p.id)
                   and not exists (select from team_tie tm
                       where tm.event_id = $1 and tm.team_id = p.team_id and tm.person_id = $2)
                   and not exists (select from conflict c
                       where c.event_id = $1 and c.project_id = p.id and c.person_id = $2)
             ) select " + $columns + " from further " + $order,
            $($value),+
        )
    };
}

/// What a judge has in an event, and whether a further project is left. What they marked as visited in vain keeps them from
/// nothing, and counts for the cap, since they may go back.
pub async fn load_of(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<JudgeLoad> {
    row!(conn, JudgeLoad, r#"with mine as (
               select id, project_id, status from assignment where event_id = $1 and person_id = $2)
           select (select count(*) from mine where status = 'pending'
                      and not exists (select from visit_mark v where v.assignment_id = mine.id)) as "pending!",
                  coalesce((select ep.review_cap <= (select count(*) from mine where status <> 'recused')
                      from event_person ep where ep.event_id = $1 and ep.person_id = $2), false) as "capped!",
                  exists (select from project p
                   where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null
                     and not exists (select from assignment m
                         where m.event_id = $1 and m.person_id = $2 and m.project_id = p.id)
                     and not exists (select from team_tie tm
                         where tm.event_id = $1 and tm.team_id = p.team_id and tm.person_id = $2)
                     and not exists (select from conflict c
                         where c.event_id = $1 and c.project_id = p.id and c.person_id = $2)) as "is_left!""#;
        event.0, judge.0)
}

/// The project that most needs a review of this judge: the one with the fewest judges, not counting those who stepped aside;
/// among equals one of the judge's tracks, then the earliest. `None` where nothing is left.
pub async fn least_judged(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Option<ProjectId>> {
    let found =
        select_further!(r#"id as "id!""#, "order by judges, not own_track, id limit 1", event.0, judge.0);
    Ok(found.fetch_optional(conn).await?.map(|r| ProjectId(r.id)))
}

/// All that this judge may be given, by id.
pub async fn candidates(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Vec<Candidate>> {
    let found = select_further!(
        r#"id as "id!", judges as "judges!", own_track as "own_track!""#,
        "order by id",
        event.0,
        judge.0
    );
    let candidates = found.fetch_all(conn).await?.into_iter().map(|r| Candidate {
        project: r.id,
        reviews: u32::try_from(r.judges).unwrap_or(u32::MAX),
        own_track: r.own_track,
    });
    Ok(candidates.collect())
}
