//! What an organizer weighs before publishing: what a run would read, the runs so far, and what the
//! latest one says of the judges.

use super::declare_parts;
use super::reading::gather;
use crate::prelude::*;
use shared::calibration::{self, METHOD, METHOD_RAW_MEAN};
use shared::joining_reviews::joining_reviews;
use shared::order_slope::{OrderSlope, OrderedReview, order_slope};
use store::heavy;
use store::{event, feedback, plan, publication, run, run_input};

/// Reads it all.
/// Errors: 401, 404, 403.
pub async fn read(call: &mut Call<'_>) -> Outcome<CalibrationState> {
    let (at, _) = call.open::<act::Calibrate>().await?;
    let publish_refused = call.ask::<act::Publish>(&at).err();
    let latest = run::latest(call.conn, at.event).await?;
    let (ready, run_refused) = ready(call.conn, &at, latest.as_ref()).await?;
    let published = publication::newest(call.conn, at.event).await?;
    let saved_since = match &published {
        Some(_) => Some(run_input::saved_since_publication(call.conn, at.event).await?),
        None => None,
    };
    let (parts_offered, criteria, order, joining) = match &latest {
        Some(latest) => (
            declare_parts::offered(call, &at, latest).await?,
            criteria(call.conn, &at, latest).await?,
            order(call.conn, &at, latest.run).await?,
            joining(call, &at, latest).await?,
        ),
        None => Default::default(),
    };
    Ok(CalibrationState {
        parts_offered,
        criteria,
        order,
        joining,
        ready,
        run_refused,
        publish_refused,
        runs: run::list(call.conn, at.event).await?,
        judge_names: run_input::judge_names(call.conn, at.event).await?,
        titles: run_input::names(call.conn, at.event).await?,
        latest,
        published,
        feedback: feedback::counts(call.conn, at.event).await?,
        saved_since,
        at,
    })
}

/// The criteria of a run by the names that they have now, each with how much of what its scores differ by comes from the projects.
async fn criteria(conn: &mut Conn, at: &Context, run: &StoredRun) -> Outcome<Vec<(String, f64)>> {
    if run.criteria.is_empty() {
        return Ok(Vec::new());
    }
    let event = event::find(conn, &at.slug, None).await?.ok_or_else(Refusal::not_found)?;
    let named = |share: &CriterionShare| {
        let criterion = event.criteria.iter().find(|criterion| criterion.key == share.key)?;
        Some((criterion.name.clone(), share.share))
    };
    Ok(run.criteria.iter().filter_map(named).collect())
}

/// How scores change along the judges' lists in a run. A judge's order is that in which they first saved their reviews: it is what they
/// lived through, whatever was dealt, and no later correction changes it.
async fn order(conn: &mut Conn, at: &Context, run: i32) -> Outcome<Option<OrderSlope>> {
    let Some(input) = run::input(conn, at.event, run).await? else { return Ok(None) };
    let given = run_input::in_order(conn, at.event).await?;
    heavy::run_sized(given.len() * BYTES_OF_REVIEW, move || {
        let read = input.reviews().iter().map(|r| ((r.project, r.judge.as_str()), r.total_micro));
        let totals: HashMap<(i64, &str), i64> = read.collect();
        let in_order = given.iter().filter_map(|(project, judge)| {
            let total = *totals.get(&(project.0, judge.as_str()))?;
            Some(OrderedReview { project: project.0, judge, total: total as f64 / 1e6 })
        });
        order_slope(&in_order.collect::<Vec<_>>())
    })
    .await
}

/// About as much is moved for a review as for so many bytes.
const BYTES_OF_REVIEW: usize = 64;

/// The reviews that would connect the parts of this run: none of one's own team, none with a conflict, none assigned already.
async fn joining(call: &mut Call<'_>, at: &Context, latest: &StoredRun) -> Outcome<JoiningReviews> {
    let connectivity = &latest.outcome.connectivity;
    if connectivity.parts().is_empty() {
        return Ok(JoiningReviews::default());
    }
    let Some(input) = run::input(call.conn, at.event, latest.run).await? else {
        return Ok(JoiningReviews::default());
    };
    let ground = plan::ground(call.conn, at.event).await?;
    let judges: BTreeMap<&str, PersonId> = ground.judges.iter().map(|j| (j.email.as_str(), j.id)).collect();
    let assigned = ground.assignments.iter().map(|a| (a.judge, a.project));
    let closed: BTreeSet<(PersonId, ProjectId)> = ground.barred.iter().copied().chain(assigned).collect();
    let open: BTreeSet<ProjectId> = ground.projects.iter().map(|p| p.id).collect();
    let may_review = |judge: &str, project: i64| {
        let free = |judge: &PersonId| !closed.contains(&(*judge, ProjectId(project)));
        open.contains(&ProjectId(project)) && judges.get(judge).is_some_and(free)
    };
    let named = joining_reviews(connectivity, &input, may_review).into_iter();
    let reviews = named.filter_map(|extra| {
        Some((*judges.get(extra.judge.as_str())?, extra.judge, ProjectId(extra.project)))
    });
    let reviews = reviews.collect();
    let refused = call.ask::<act::Assign>(at).err();
    Ok(JoiningReviews { reviews, refused })
}

/// Whether a run has chances for as many places as these prizes have winners. Where all win, or nothing was fitted, there is
/// nothing to know.
fn knows_chances(run: &calibration::Outcome, winners: &[u32]) -> bool {
    let Some(first) = run.projects.first().filter(|first| !first.chances.is_empty()) else { return true };
    winners.iter().all(|&places| {
        places as usize >= run.projects.len() || first.chances.iter().any(|chance| chance.places == places)
    })
}

/// What a run would read now, whether `latest` read exactly this, and why there can be no run.
pub(super) async fn ready(
    conn: &mut Conn,
    at: &Context,
    latest: Option<&StoredRun>,
) -> Outcome<(Ready, Option<Refusal>)> {
    let reading = gather(conn, at).await?;
    let mut same_as = None;
    // The digest leaves out tracks and what is excluded, so equal digests are only a reason to look closer.
    if let Some(latest) = latest
        && [METHOD, METHOD_RAW_MEAN].contains(&latest.outcome.method.as_str())
        && knows_chances(&latest.outcome, &reading.winners)
        && (latest.outcome.input_digest == reading.input.digest_hex()
            || at.facts.event.forgotten_at.is_some())
        && latest.excluded == reading.excluded
        && run::input(conn, at.event, latest.run)
            .await?
            .is_some_and(|read| read.has_reviews_of(&reading.input))
    {
        same_as = Some(latest.run);
    }
    let reviews = reading.input.reviews();
    let left_out = |why: Exclusion| reading.excluded.values().filter(|e| **e == why).count();
    let ready = Ready {
        reviews: reviews.len(),
        judges: reviews.iter().map(|r| &r.judge).collect::<BTreeSet<_>>().len(),
        projects: reviews.iter().map(|r| r.project).collect::<BTreeSet<_>>().len(),
        drafts: usize::try_from(run_input::drafts(conn, at.event).await?).unwrap_or(0),
        unreviewed: left_out(Exclusion::NoReviews),
        flagged: left_out(Exclusion::Duplicate),
        same_as,
    };
    Ok((ready, reading.require_reviews().err()))
}
