//! A whole event as a bundle, read entry by entry ([`read`], [`read_judged`]) and written. Writing takes a statement a table,
//! over arrays, so that an event of sixteen thousand reviews takes seconds; the triggers see each row all the same.

mod judged;
mod people;
mod pictures;
mod prizes;
mod projects;
pub mod questions;
pub mod read;
pub mod read_judged;

use crate::prelude::*;
use serde_json::Value;
use shared::bundle::{Bundle, BundleEvent, Checked, index};

/// Whether an event has this slug.
pub async fn slug_taken(conn: &mut Conn, slug: &str) -> Outcome<bool> {
    value!(conn, r#"select exists (select from event where slug = $1) as "taken!""#; slug)
}

/// An event made of its settings alone.
///
/// # Errors
/// 409 where the slug is taken.
pub async fn insert_event(
    conn: &mut Conn,
    _: &Permit<act::ImportBundle>,
    slug: &str,
    event: &BundleEvent,
) -> Outcome<EventId> {
    value!(conn,
        "insert into event (slug, name, description, submissions_open, submissions_close, judging_open, judging_close,
                            voting_open, voting_close, reviews_per_project, max_team_size, voting_mode,
                            votes_per_voter, feedback_released, one_prize_each, time_zone, visit_minutes, review_floor,
                            contact_email, review_rule, first_three, feedback_criteria, finals_of_slug, venue, evidence, evidence_names,
                            questions_until, form_questions, blind, counts_looks, second_organizer)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, coalesce($16, 'UTC'), $17, $18,
                 $19, coalesce($20, 'even'), $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31)
         returning id";
        slug, event.name, event.description, event.submissions_open, event.submissions_close,
        event.judging_open, event.judging_close, event.voting_open, event.voting_close,
        event.reviews_per_project, event.max_team_size, event.voting_mode, event.votes_per_voter,
        event.feedback_released, event.one_prize_each, event.time_zone, event.visit_minutes,
        event.review_floor, event.contact_email, event.review_rule, event.first_three,
        event.feedback_criteria, event.finals_of, event.venue, event.evidence, &event.evidence_names,
        event.questions_until, Json(&event.form_questions) as _, event.blind, event.counts_looks,
        event.second_organizer).map(EventId)
}

/// Fills a new event with everything else that the bundle holds, and has the database check it all.
///
/// # Errors
/// The database's refusal, where a rule of its own is broken.
pub async fn fill(conn: &mut Conn, event: EventId, checked: &Checked) -> Outcome<()> {
    let bundle = checked.bundle();
    let tracks = insert_tracks(conn, event, bundle).await?;
    insert_criteria(conn, event, bundle).await?;
    let people = people::insert(conn, event, bundle, &tracks).await?;
    let teams = people::insert_teams(conn, event, bundle, &people).await?;
    let projects = projects::insert(conn, event, bundle, &tracks, &teams).await?;
    projects::insert_evidence(conn, event, bundle, &people, &projects).await?;
    pictures::insert(conn, event, bundle, &projects).await?;
    judged::insert_assignments(conn, event, bundle, &people, &projects).await?;
    judged::insert_conflicts(conn, event, bundle, &people, &projects).await?;
    projects::insert_comments(conn, event, bundle, &people, &projects).await?;
    projects::insert_ballots(conn, event, bundle, &people, &projects).await?;
    prizes::insert(conn, event, bundle, &tracks, &projects).await?;
    prizes::insert_places(conn, event, bundle, &projects).await?;
    questions::insert(conn, event, bundle, &people, &projects).await?;
    // What the database would check at the commit is checked here, while a refusal can still name the file as its cause.
    run!(conn, "set constraints all immediate")?;
    run!(conn, "set constraints all deferred")
}

/// What the log's row of an import says of the reviews and of the repeats that came with it: two digests, and pairs of projects.
pub async fn record(conn: &mut Conn, event: EventId) -> Outcome<Value> {
    value!(conn, r#"select imported_record($1) as "record!""#; event.0)
}

/// The ids that rows got, found by the ref that the file gave them.
struct Ids<'b>(HashMap<&'b str, i64>);

impl<'b> Ids<'b> {
    /// Ids in the list's order.
    fn new(refs: impl IntoIterator<Item = &'b str>, ids: &[i64]) -> Self {
        Self(index(refs).into_iter().filter_map(|(r, at)| Some((r, *ids.get(at)?))).collect())
    }

    /// The id of a ref. The bundle was checked, so there is one; no row has id 0, so a foreign key would refuse it.
    fn of(&self, reference: &str) -> i64 {
        self.0.get(reference).copied().unwrap_or_default()
    }

    /// The ids of a column of refs.
    fn column<'r>(&self, refs: impl IntoIterator<Item = &'r str>) -> Vec<i64> {
        refs.into_iter().map(|r| self.of(r)).collect()
    }
}

/// Tracks by their number in the file.
type Tracks = HashMap<i64, i64>;

async fn insert_tracks(conn: &mut Conn, event: EventId, bundle: &Bundle) -> Outcome<Tracks> {
    let names: Vec<String> = bundle.event.tracks.iter().map(|t| t.name.clone()).collect();
    let ids = values!(conn, "insert into track (event_id, name, position)
         select $1, t.name, t.at::int from unnest($2::text[]) with ordinality t(name, at) order by t.at returning id";
        event.0, &names)?;
    Ok(bundle.event.tracks.iter().map(|t| t.id).zip(in_order(ids)).collect())
}

/// Identity values are given in the order of the rows, so sorted they are in the order of the list.
fn in_order(mut ids: Vec<i64>) -> Vec<i64> {
    ids.sort_unstable();
    ids
}

async fn insert_criteria(conn: &mut Conn, event: EventId, bundle: &Bundle) -> Outcome<()> {
    let criteria = &bundle.event.criteria;
    let text = |of: fn(&shared::rubric::Criterion) -> String| criteria.iter().map(of).collect::<Vec<_>>();
    let number = |of: fn(&shared::rubric::Criterion) -> i64| criteria.iter().map(of).collect::<Vec<_>>();
    run!(conn, "insert into criterion (event_id, key, name, guidance, weight, min_value, max_value, position)
         select $1, c.key, c.name, c.guidance, c.weight::numeric, c.low::int, c.high::int, c.at::int
         from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
              with ordinality c(key, name, guidance, weight, low, high, at)
         order by c.at";
        event.0, &text(|c| c.key.clone()), &text(|c| c.name.clone()), &text(|c| c.guidance.clone()),
        &text(|c| c.weight.to_string()), &number(|c| c.min_value), &number(|c| c.max_value))
}
