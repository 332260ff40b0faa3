//! What publishing the latest run would do, and what an organizer should know before.

use super::calibration_page::ready;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::context::{Context, EventKey};
use crate::model::publication::Publication;
use crate::model::run::{Exclusion, StoredRun};
use crate::portal::context;
use crate::store::{Conn, overview, publication, run, run_input};
use shared::ids::ProjectId;
use shared::publication::{Warning, warnings_of};
use shared::refusal::Refusal;
use shared::rules::{act, may};
use shared::window::Phase;
use std::collections::{BTreeMap, BTreeSet};

/// What publishing would do.
#[derive(Clone, Debug)]
pub struct PublicationOffer {
    /// The event, and the organizer in it.
    pub at: Context,
    /// Why nothing can be published, whatever the runs.
    pub refused: Option<Refusal>,
    /// The latest run, which would be published; none before the first.
    pub run: Option<StoredRun>,
    /// What is public.
    pub published: Option<Publication>,
    /// Projects that the run places elsewhere than the published one, gained and lost among them.
    pub moved: usize,
    /// What an organizer should know before.
    pub warnings: Vec<Warning>,
    /// Titles of projects by id.
    pub titles: BTreeMap<ProjectId, String>,
    /// Display names of judges by address.
    pub judge_names: BTreeMap<String, String>,
}

/// Reads it all.
///
/// # Errors
/// 401, 404, 403.
pub async fn offer(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<PublicationOffer> {
    caller.signed_in()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    may::<act::Calibrate>(caller.actor.as_ref(), &at.facts, at.now)?;
    let refused = may::<act::Publish>(caller.actor.as_ref(), &at.facts, at.now).err();
    let run = run::latest(conn, at.event).await?;
    let published = publication::newest(conn, at.event).await?;
    let public = match &published {
        Some(publication) => run::find(conn, at.event, publication.run).await?,
        None => None,
    };
    let moved = match (&public, &run) {
        (Some(public), Some(run)) => moved(public, run),
        _ => 0,
    };
    let warnings = match &run {
        Some(run) => warnings(conn, &at, run).await?,
        None => Vec::new(),
    };
    let names = run_input::names(conn, at.event).await?;
    Ok(PublicationOffer {
        refused,
        run,
        published,
        moved,
        warnings,
        titles: names.into_iter().map(|(id, named)| (id, named.title)).collect(),
        judge_names: run_input::judge_names(conn, at.event).await?,
        at,
    })
}

/// What an organizer should know before this run is published, as the event is now.
///
/// # Errors
/// A lost database.
pub async fn warnings(conn: &mut Conn, at: &Context, run: &StoredRun) -> Outcome<Vec<Warning>> {
    let mut all = Vec::new();
    let judging = at.facts.event.judging;
    if judging.phase(at.now) != Phase::Closed {
        all.push(Warning::JudgingOpen { close: judging.close });
    }
    let counts = overview::counts(conn, at.event, at.facts.team_left_out()).await?;
    if counts.pending > 0 {
        let assigned = counts.pending + counts.done;
        all.push(Warning::ReviewsMissing { missing: counts.pending, assigned });
    }
    if ready(conn, at, Some(run)).await?.0.same_as.is_none() {
        all.push(Warning::ReviewsChanged);
    }
    let unreviewed = run.excluded.iter().filter(|(_, why)| **why == Exclusion::NoReviews);
    all.extend(warnings_of(&run.outcome, unreviewed.map(|(id, _)| *id).collect()));
    Ok(all)
}

/// How many projects have another rank in `b` than in `a`, or a rank in only one of them.
fn moved(a: &StoredRun, b: &StoredRun) -> usize {
    let ranks = |run: &StoredRun| -> BTreeMap<i64, u32> {
        run.outcome.projects.iter().map(|p| (p.project, p.rank)).collect()
    };
    let (a, b) = (ranks(a), ranks(b));
    let ids: BTreeSet<_> = a.keys().chain(b.keys()).collect();
    ids.into_iter().filter(|id| a.get(id) != b.get(id)).count()
}
