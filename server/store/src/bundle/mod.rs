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
use shared::bundle::{Bundle, BundleEvent, Checked, index};

/// Whether an event has this slug.
pub async fn slug_taken(conn: &mut Conn, slug: &str) -> Outcome<bool> {
    value!(conn, r#"select exists (select from event where slug = $1) as "taken!""#; slug)
}

/// An event made of its settings alone.
/// Errors: 409 where the slug is taken.
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
                            questions_until, form_questions, blind, counts_looks, second_organizer, forget_on)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, coalesce($16, 'UTC'), $17, $18,
                 $19, coalesce($20, 'even'), $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32)
         returning id";
        slug, event.name, event.description, event.submissions_open, event.submissions_close,
        event.judging_open, event.judging_close, event.voting_open, event.voting_close,
        event.reviews_per_project, event.max_team_size, event.voting_mode, event.votes_per_voter,
        event.feedback_released, event.one_prize_each, event.time_zone, event.visit_minutes,
        event.review_floor, event.contact_email, event.review_rule, event.first_three,
        event.feedback_criteria, event.finals_of, event.venue, event.evidence, &event.evidence_names,
        event.questions_until, Json(&event.form_questions) as _, event.blind, event.counts_looks,
        event.second_organizer, event.forget_on).map(EventId)
}

/// Fills a new event with everything else that the bundle holds, and has the database check it all.
/// Errors: the database's refusal, where a rule of its own is broken.
pub async fn fill(conn: &mut Conn, event: EventId, checked: &Checked) -> Outcome<()> {
    let (tracks, people, teams, projects) = Default::default();
    let mut to = Filled { event, bundle: checked.bundle(), tracks, people, teams, projects };
    to.tracks = insert_tracks(conn, &to).await?;
    insert_criteria(conn, &to).await?;
    to.people = people::insert(conn, &to).await?;
    people::insert_roles(conn, &to).await?;
    people::insert_tracks(conn, &to).await?;
    to.teams = people::insert_teams(conn, &to).await?;
    people::insert_past_teams(conn, &to).await?;
    people::insert_members(conn, &to).await?;
    to.projects = projects::insert(conn, &to).await?;
    projects::flag(conn, &to).await?;
    projects::insert_evidence(conn, &to).await?;
    pictures::insert(conn, &to).await?;
    judged::insert_assignments(conn, &to).await?;
    judged::insert_conflicts(conn, &to).await?;
    projects::insert_comments(conn, &to).await?;
    projects::insert_ballots(conn, &to).await?;
    prizes::insert(conn, &to).await?;
    prizes::insert_places(conn, &to).await?;
    questions::insert(conn, &to).await?;
    // Last: somebody who is invited to a team can no longer judge it or vote for it. What they did before stays.
    people::insert_invitations(conn, &to).await?;
    people::insert_listed(conn, &to).await?;
    // What the database would check at the commit is checked here, while a refusal can still name the file as its cause.
    run!(conn, "set constraints all immediate")?;
    run!(conn, "set constraints all deferred")
}

/// What the log's row of an import says of the reviews and of the repeats that came with it: two digests, and pairs of projects.
pub async fn record(conn: &mut Conn, event: EventId) -> Outcome<Value> {
    value!(conn, r#"select imported_record($1) as "record!""#; event.0)
}

/// An event while it is filled from a bundle, with the ids that rows got so far.
struct Filled<'b> {
    event: EventId,
    bundle: &'b Bundle,
    /// By their number in the file.
    tracks: HashMap<i64, i64>,
    people: Ids<'b>,
    teams: Ids<'b>,
    projects: Ids<'b>,
}

impl Filled<'_> {
    /// The id of a track. The bundle was checked, so there is one.
    fn track(&self, number: i64) -> i64 {
        self.tracks.get(&number).copied().unwrap_or_default()
    }
}

/// The ids that rows got, found by the ref that the file gave them.
#[derive(Default)]
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
}

/// A column of the rows that a list makes.
fn column<'r, T, V>(rows: &'r [T], of: impl Fn(&'r T) -> V) -> Vec<V> {
    rows.iter().map(of).collect()
}

/// A time, where the file has one.
type At = Option<DateTime<Utc>>;

async fn insert_tracks(conn: &mut Conn, to: &Filled<'_>) -> Outcome<HashMap<i64, i64>> {
    let tracks = &to.bundle.event.tracks;
    let ids = values!(conn, "insert into track (event_id, name, position)
         select $1, t.name, t.at::int from unnest($2::text[]) with ordinality t(name, at) order by t.at returning id";
        to.event.0, &column(tracks, |t| t.name.clone()))?;
    Ok(tracks.iter().map(|t| t.id).zip(in_order(ids)).collect())
}

/// Identity values are given in the order of the rows, so sorted they are in the order of the list.
fn in_order(mut ids: Vec<i64>) -> Vec<i64> {
    ids.sort_unstable();
    ids
}

async fn insert_criteria(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let criteria = &to.bundle.event.criteria;
    run!(conn, "insert into criterion (event_id, key, name, guidance, weight, min_value, max_value, position)
         select $1, c.key, c.name, c.guidance, c.weight::numeric, c.low::int, c.high::int, c.at::int
         from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
              with ordinality c(key, name, guidance, weight, low, high, at)
         order by c.at";
        to.event.0, &column(criteria, |c| c.key.clone()), &column(criteria, |c| c.name.clone()),
        &column(criteria, |c| c.guidance.clone()), &column(criteria, |c| c.weight.to_string()),
        &column(criteria, |c| c.min_value), &column(criteria, |c| c.max_value))
}
