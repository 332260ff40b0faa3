//! What teams see of the reviews of their projects: the choice, judges' comments, and sums of scores.

use crate::prelude::*;
use shared::feedback::{CriterionSums, FEWEST_REVIEWS, FeedbackChoice};

/// The comments of a project's submitted reviews, in the order of their digests under the reviews' salts: it is
/// always the same order, and tells neither who wrote which nor when.
pub async fn comments(conn: &mut Conn, event: EventId, project: ProjectId) -> Outcome<Vec<String>> {
    values!(conn, "select r.comment from assignment a
         join review r on r.event_id = a.event_id and r.assignment_id = a.id
         where a.event_id = $1 and a.project_id = $2 and a.status = 'done' and btrim(r.comment, E' \\t\\n') <> ''
         order by sha256(r.comment_salt || convert_to(r.comment, 'UTF8'))"; event.0, project.0)
}

/// What the reviews that count gave in each criterion, in the order of the rubric: to the project, and to all.
pub async fn sums(conn: &mut Conn, event: EventId, project: ProjectId) -> Outcome<Vec<CriterionSums>> {
    rows!(conn, r#"with given as (
               select a.project_id, s.key, s.value::bigint as score
               from review r
               join assignment a on a.event_id = r.event_id and a.id = r.assignment_id
               join project p on p.event_id = a.event_id and p.id = a.project_id
               cross join lateral jsonb_each_text(r.scores) s
               where r.event_id = $1 and r.submitted_at is not null and a.status = 'done'
                 and p.status = 'submitted' and p.duplicate_of is null)
           select c.key, c.name, c.min_value, c.max_value,
                  coalesce(sum(g.score) filter (where g.project_id = $2), 0)::bigint as "own_sum!",
                  count(g.score) filter (where g.project_id = $2) as "own!",
                  coalesce(sum(g.score), 0)::bigint as "all_sum!", count(g.score) as "all!",
                  count(distinct g.project_id) filter (where g.project_id <> $2) as "others!"
           from criterion c left join given g on g.key = c.key
           where c.event_id = $1 group by c.id order by c.position, c.id"#; event.0, project.0)
    .each(object! { CriterionSums from |r|:
        key, name, others;
        range: (r.min_value.into(), r.max_value.into()),
        own: (r.own_sum, r.own),
        all: (r.all_sum, r.all)
    })
}

/// How much feedback an event holds.
pub async fn counts(conn: &mut Conn, event: EventId) -> Outcome<FeedbackCounts> {
    row!(conn, FeedbackCounts, r#"with reviewed as (
               select a.project_id, count(*) as reviews, p.status = 'submitted' and p.duplicate_of is null as counts,
                      count(*) filter (where btrim(r.comment, E' \t\n') <> '') as comments
               from assignment a
               join review r on r.event_id = a.event_id and r.assignment_id = a.id
               join project p on p.event_id = a.event_id and p.id = a.project_id
               where a.event_id = $1 and a.status = 'done' group by a.project_id, p.status, p.duplicate_of)
           select coalesce(sum(comments), 0)::bigint as "comments!",
                  count(*) filter (where comments > 0) as "commented!",
                  count(*) filter (where counts and reviews >= $2) as "enough!",
                  count(*) filter (where counts and reviews < $2) as "too_few!"
           from reviewed"#; event.0, FEWEST_REVIEWS)
}

/// What is chosen now, also by a change that was committed since this transaction began.
pub async fn chosen(conn: &mut Conn, permit: &Permit<act::ChooseFeedback>) -> Outcome<FeedbackChoice> {
    let row =
        row!(conn, "select feedback_released, feedback_criteria from event where id = $1"; permit.ids().0)?;
    Ok(FeedbackChoice { comments: row.feedback_released, criteria: row.feedback_criteria })
}

/// Stores a choice in place of the one that the organizer saw; false where another is stored by now.
pub async fn choose(
    conn: &mut Conn,
    permit: &Permit<act::ChooseFeedback>,
    seen: FeedbackChoice,
    choice: FeedbackChoice,
) -> Outcome<bool> {
    changed!(conn, "update event set feedback_released = $2, feedback_criteria = $3
         where id = $1 and feedback_released = $4 and feedback_criteria = $5";
        permit.ids().0, choice.comments, choice.criteria, seen.comments, seen.criteria)
}
