//! What saving reviews reads and writes: one statement each, for all that are saved together.

use super::review::stored_review;
use super::select_with_rubric;
use crate::prelude::*;
use crate::row_lock::HeldRow;
use crate::transaction::{Entry, EntryColumns, SHORTEST_WAIT_FOR_THE_HEAD};
use engine::wait_budget;
use shared::review::CheckedReview;
use shared::rules::SaveFacts;
use std::sync::Arc;

/// Reads what saves of the assignments that the transaction holds depend on. An assignment that its judge does not have is left out.
pub async fn read(
    conn: &mut Conn,
    held: impl Iterator<Item = &HeldRow>,
) -> Outcome<HashMap<AssignmentId, ReviewGround>> {
    let (assignments, judges): (Vec<i64>, Vec<i64>) =
        held.map(|held| (held.assignment().0, held.judge().0)).unzip();
    let mut rows = select_with_rubric!(
        once for each event,
        r#"e.id as "id!: EventId", e.slug as "slug!", e.name as "name!", e.draft as "draft!", e.judging_open as "judging_open?",
           e.judging_close as "judging_close?", e.forgotten_at as "forgotten_at?", e.counts_looks as "counts_looks!",
           clock_timestamp() as "now!",
           array(select m.role from membership m where m.event_id = e.id and m.person_id = a.person_id) as "roles!: Vec<String>",
           a.id as "assignment!: AssignmentId", a.person_id as "judge!: PersonId", a.project_id as "project!: ProjectId",
           a.status as "status!: AssignmentStatus",
           a.recused_reason as "recused_reason!", a.taken_off as "taken_off!",
           a.ended_with_project as "ended_with_project!", a.voided_at as "voided_at?", r.scores as "scores?: Json<Scores>",
           r.comment as "comment?", r.comment_salt as "comment_salt?", r.submitted_at as "submitted_at?", r.saved_at as "saved_at?",
           organizer_name(o.name) as "entered_by?", r.voided_submitted_at as "voided_submitted_at?""#,
        "from unnest($1::bigint[], $2::bigint[]) held (assignment, judge)
         join assignment a on a.id = held.assignment and a.person_id = held.judge
         join event e on e.id = a.event_id
         left join review r on r.event_id = a.event_id and r.assignment_id = a.id
         left join person o on o.id = r.entered_by",
        &assignments,
        &judges
    )
    .fetch_all(conn)
    .await?;
    let rubrics = rows.iter_mut().filter_map(|row| Some((row.id, Arc::new(row.criteria.take()?.0))));
    let rubrics: HashMap<EventId, Arc<Vec<Criterion>>> = rubrics.collect();
    let grounds = rows.into_iter().filter_map(|row| {
        let assigned = object! { Assignment from row:
            judge, project, status, recused_reason, taken_off, ended_with_project, voided_at;
            id: row.assignment
        };
        let criteria = Arc::clone(rubrics.get(&row.id)?);
        let stored = stored_review!(row);
        let has = |role: &str| row.roles.iter().any(|x| x == role);
        let facts = object! { SaveFacts from row:
            id, name, draft, forgotten_at, counts_looks;
            judging: Window { open: row.judging_open, close: row.judging_close },
            organizer: has("organizer"),
            judge: has("judge"),
            participant: has("participant")
        };
        let at = Context { event: row.id, slug: row.slug, facts: facts.into(), now: row.now };
        Some((row.assignment, ReviewGround { at, assigned, criteria, stored }))
    });
    Ok(grounds.collect())
}

/// Acts that write a review.
pub trait WritesReview: Rule {
    /// The event and the assignment that a permit is for, and the organizer who enters it for the judge, where one does.
    fn of(permit: &Permit<Self>) -> (EventId, AssignmentId, Option<PersonId>)
    where
        Self: Sized;
}

impl WritesReview for act::SaveReview {
    fn of(permit: &Permit<Self>) -> (EventId, AssignmentId, Option<PersonId>) {
        let (event, id) = permit.ids();
        (event, id, None)
    }
}

impl WritesReview for act::EnterReview {
    fn of(permit: &Permit<Self>) -> (EventId, AssignmentId, Option<PersonId>) {
        let (event, id, organizer) = permit.ids();
        (event, id, Some(organizer))
    }
}

/// A review to be written, as a rule allowed it.
pub struct ReviewToWrite<'a, A: WritesReview> {
    pub permit: &'a Permit<A>,
    pub review: &'a CheckedReview,
    /// Salt of the comment's digest in the log. It is stored with the assignment's first review, and stays.
    pub salt: &'a [u8],
    /// What the log says of it. The log's row names the assignment.
    pub entry: Entry,
}

/// Writes the first reviews of assignments, or over those that are there, moves the assignments, and appends the rows of the log, which
/// takes the ends of the events' chains until the commit. The caller holds the assignments' locks. No assignment comes twice.
/// Errors: the database's refusal of any of them: outside the judging window, recused, scores that are not valid. Busy where the end of a
/// chain does not come free in what is left of the transaction's time.
pub async fn write<A: WritesReview>(
    conn: &mut Conn,
    reviews: &[ReviewToWrite<'_, A>],
) -> Outcome<HashMap<AssignmentId, WrittenReview>> {
    let of = |review: &ReviewToWrite<'_, A>| A::of(review.permit);
    let assignments: Vec<i64> = reviews.iter().map(|r| of(r).1.0).collect();
    let events: Vec<i64> = reviews.iter().map(|r| of(r).0.0).collect();
    let scores: Vec<Json<&Scores>> = reviews.iter().map(|r| Json(&r.review.scores)).collect();
    let comments: Vec<&str> = reviews.iter().map(|r| r.review.comment.as_str()).collect();
    let salts: Vec<&[u8]> = reviews.iter().map(|r| r.salt).collect();
    let submitted: Vec<bool> = reviews.iter().map(|r| r.review.submit).collect();
    let organizers: Vec<Option<i64>> = reviews.iter().map(|r| of(r).2.map(|person| person.0)).collect();
    let EntryColumns { actors, roles, actions, ips, before, after } =
        reviews.iter().map(|r| &r.entry).collect();
    // The transaction began with what is left of the request's time, and has used up a part of it since.
    let longest = i32::try_from(wait_budget::left().as_millis()).unwrap_or(i32::MAX);
    let shortest = i32::try_from(SHORTEST_WAIT_FOR_THE_HEAD.as_millis()).unwrap_or(i32::MAX);
    let rows = rows!(conn, r#"select written as "assignment!", submitted, saved as "saved!"
           from save_reviews(
               greatest($1::int - (1000 * extract(epoch from clock_timestamp() - transaction_timestamp()))::int, $2::int),
               $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"#;
        longest, shortest, &assignments, &events, &scores as _, &comments as _, &salts as _, &submitted,
        &organizers as _, &actors as _, &roles as _, &actions as _, &ips as _, &before as _, &after as _)?;
    if rows.len() != reviews.len() {
        return Err(Failure::broken(format!("{} of {} reviews were written", rows.len(), reviews.len())));
    }
    let written = rows.into_iter().map(|row| {
        let written = WrittenReview { submitted_at: row.submitted, saved_at: row.saved };
        (AssignmentId(row.assignment), written)
    });
    Ok(written.collect())
}
