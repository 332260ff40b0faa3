//! An event in numbers, for its organizers.

use crate::prelude::*;
use shared::board::{Point, STEPS, counted_timeline};

/// Counts an event. Tasks and reviews of the teams `without` are left out: an organizer on one of them could otherwise
/// follow its reviews by watching a number.
pub async fn counts(conn: &mut Conn, event: EventId, without: &[TeamId]) -> Outcome<EventNumbers> {
    row!(conn, EventNumbers, r#"with own as (
               select id from project where event_id = $1 and team_id = any ($2)
           ), of_judge as (
               select a.person_id, count(*) filter (where a.status <> 'recused') as given,
                      count(*) filter (where a.status = 'pending' and not a.left_out) as pending,
                      count(*) filter (where a.status = 'done' and not a.left_out) as done,
                      count(*) filter (where a.status = 'recused' and not a.left_out) as recused
               from (select person_id, status, project_id in (select id from own) as left_out
                     from assignment where event_id = $1 and not ended_with_project) a
               group by a.person_id
           ), last_hour as (
               -- Not the clock at this very row, by which no index could be read.
               select statement_timestamp() - interval '1 hour' as began
           )
           select l.submitted as "submitted!", l.drafts as "drafts!", l.flagged as "flagged!",
               (select count(*) from team t where t.event_id = $1
                and not exists (select from project p where p.event_id = $1 and p.team_id = t.id))
                   as "teams_without_project!",
               j.judges as "judges!", j.silent as "judges_silent!", j.idle as "judges_idle!",
               s.pending as "pending!", s.done as "done!", s.recused as "recused!",
               (select count(*) from review r, last_hour h
                where r.event_id = $1 and r.submitted_hour >= utc_hour(h.began) and r.submitted_at > h.began)
               - (select count(*) from own join assignment a on a.event_id = $1 and a.project_id = own.id
                  join review r on r.event_id = $1 and r.assignment_id = a.id, last_hour h
                  where r.submitted_at > h.began) as "done_last_hour!",
               planned_reviews(e)::bigint as "reviews_per_project!"
           from event e,
               (select count(*) filter (where status = 'submitted') as submitted,
                       count(*) filter (where status = 'draft' and withdrawn_at is null) as drafts,
                       count(*) filter (where status = 'submitted' and duplicate_of is not null) as flagged
                from project where event_id = $1) l,
               (select count(*) as judges, count(*) filter (where o.pending + o.done > 0 and o.done = 0) as silent,
                       count(*) filter (where coalesce(o.given, 0) = 0) as idle
                from membership m left join of_judge o on o.person_id = m.person_id
                where m.event_id = $1 and m.role = 'judge') j,
               (select coalesce(sum(pending), 0)::bigint as pending, coalesce(sum(done), 0)::bigint as done,
                       coalesce(sum(recused), 0)::bigint as recused from of_judge) s
           where e.id = $1"#; event.0, without as _)
}

/// Drafts, and submitted projects that are flagged as repeats, short of judges or without a review, by title. Who is invited to
/// judge counts for what is dealt to them. Of the teams `without`, only drafts and flags are listed, for the reason that [`counts`]
/// gives.
pub async fn attention(conn: &mut Conn, event: EventId, without: &[TeamId]) -> Outcome<Vec<ProjectToCheck>> {
    rows!(conn, ProjectToCheck, r#"with of_project as (
               select project_id, count(*) filter (where status <> 'recused') as tasks,
                      count(*) filter (where status = 'done') as reviews
               from assignment where event_id = $1 group by project_id
           ), dealt as (
               select project_id, count(*) as tasks from invited_work where event_id = $1 group by project_id
           ), project_tasks as (
               select p.id, p.title, p.status = 'draft' and p.withdrawn_at is null as draft,
                      x.closes_at as more_time, p.status = 'submitted' and p.duplicate_of is not null as flagged,
                      p.status = 'submitted' and p.duplicate_of is null and p.team_id <> all ($2) as told,
                      coalesce(o.tasks, 0) + coalesce(d.tasks, 0) as tasks, coalesce(o.reviews, 0) as reviews
               from project p left join of_project o on o.project_id = p.id
                   left join dealt d on d.project_id = p.id left join team_extension x on x.team_id = p.team_id
               where p.event_id = $1
           ), planned as materialized (
               select planned_reviews(e) as reviews from event e where e.id = $1
           )
           select t.id, t.title, t.draft as "draft!", t.more_time as "more_time?", t.flagged as "flagged!",
                  t.told and t.tasks < n.reviews as "short!",
                  t.told and t.reviews = 0 as "unreviewed!"
           from project_tasks t cross join planned n
           where t.draft or t.flagged or t.told and (t.tasks < n.reviews or t.reviews = 0)
           order by t.title, t.id"#; event.0, without as _)
}

/// Judges without any task, and those with tasks and no submitted review, by name. Tasks and reviews of the teams `without`
/// are left out as in [`counts`].
pub async fn judges_to_check(
    conn: &mut Conn,
    event: EventId,
    without: &[TeamId],
) -> Outcome<Vec<JudgeToCheck>> {
    rows!(conn, JudgeToCheck, r#"with own as (
               select id from project where event_id = $1 and team_id = any ($2)
           ), of_judge as (
               select person_id, count(*) filter (where status <> 'recused') as given,
                      count(*) filter (where status = 'pending' and project_id not in (select id from own)) as pending,
                      count(*) filter (where status = 'done' and project_id not in (select id from own)) as done
               from assignment where event_id = $1 group by person_id
           )
           select j.id, coalesce(nullif(j.name, ''), j.email) as "name!",
                  coalesce(o.given, 0) = 0 as "idle!"
           from membership m join person j on j.id = m.person_id left join of_judge o on o.person_id = m.person_id
           where m.event_id = $1 and m.role = 'judge'
             and (coalesce(o.given, 0) = 0 or o.pending > 0 and o.done = 0)
           order by 2, j.id"#; event.0, without as _)
}

/// Teams without any project, by name.
pub async fn teams_without_project(conn: &mut Conn, event: EventId) -> Outcome<Vec<TeamToCheck>> {
    rows!(conn, TeamToCheck, r#"select t.id, t.name, x.closes_at as "more_time?"
         from team t left join team_extension x on x.team_id = t.id
         where t.event_id = $1 and not exists (select from project p where p.event_id = $1 and p.team_id = t.id)
         order by t.name, t.id"#; event.0)
}

/// Submitted reviews over time, from the opening of judging (or the first review) to the present, or to the close where that
/// has passed. Reviews of the teams `without` are left out as in [`counts`]. Empty before the opening.
pub async fn timeline(conn: &mut Conn, event: EventId, without: &[TeamId]) -> Outcome<Vec<Point>> {
    let rows = rows!(conn, r#"with done as (
               select r.submitted_at
               from assignment a join review r on r.event_id = a.event_id and r.assignment_id = a.id
               join project p on p.event_id = a.event_id and p.id = a.project_id
               where a.event_id = $1 and a.status = 'done' and r.submitted_at is not null
                 and p.team_id <> all ($2)
           ), span as (
               select coalesce(e.judging_open, (select min(submitted_at) from done)) as began,
                      least(e.judging_close, statement_timestamp()) as ended
               from event e where e.id = $1
           )
           select s.began as "began!", s.ended as "ended!",
                  width_bucket(extract(epoch from d.submitted_at), extract(epoch from s.began),
                               extract(epoch from s.ended), $3) as part,
                  count(d.submitted_at) as "reviews!"
           from span s left join done d on true
           where s.began < s.ended group by 1, 2, 3"#; event.0, without as _, STEPS)?;
    let Some((began, ended)) = rows.first().map(|r| (r.began, r.ended)) else { return Ok(Vec::new()) };
    let parts: Vec<(i32, u32)> = rows
        .into_iter()
        .filter_map(|r| Some((r.part?, u32::try_from(r.reviews).unwrap_or(u32::MAX))))
        .collect();
    Ok(counted_timeline(began, ended, &parts))
}
