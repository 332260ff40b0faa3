//! Published rankings that are kept in memory, with the names that their projects have now. A run never changes, and a name or
//! a prize that changes raises the event's version.

use crate::failure::Outcome;
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction, EntryResult};
use shared::calibration::Level;
use shared::ids::{EventId, ProjectId};
use shared::wire::Results;
use std::hash::RandomState;
use std::sync::Arc;

/// Projects of all kept rankings together; one takes about half a KiB.
const MOST: u64 = 40_000;

/// A ranking, and what its run found about the reviews.
#[derive(Clone, Debug)]
pub struct FullRanking {
    /// The ranking.
    pub results: Results,
    /// There is a signed form of it.
    pub signed: bool,
    /// What the run found about the reviews.
    pub evidence: RunEvidence,
}

/// What a run found about the reviews, beside the ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEvidence {
    /// Parts of the projects that cannot be compared, or hardly; none where all can.
    pub parts: Vec<Vec<ProjectId>>,
    /// How well the reviews connect the projects.
    pub level: Level,
    /// The judges' noises differ, and reviews weigh by them.
    pub own_noise: bool,
}

#[derive(Clone, Debug)]
struct Kept {
    version: i64,
    ranking: Option<Arc<FullRanking>>,
}

#[derive(Clone, Copy, Debug)]
struct Projects;

impl Weighter<EventId, Kept> for Projects {
    fn weight(&self, _: &EventId, kept: &Kept) -> u64 {
        let projects = kept.ranking.as_ref().map_or(0, |ranking| ranking.results.projects.len());
        u64::try_from(projects).unwrap_or(u64::MAX).max(1)
    }
}

/// The published rankings that this process made and keeps.
#[derive(Clone, Debug)]
pub struct KeptRankings(Arc<Cache<EventId, Kept, Projects, RandomState>>);

impl Default for KeptRankings {
    fn default() -> Self {
        // So few that the library makes one part of it: each part has its share of the bound.
        Self(Arc::new(Cache::with(32, MOST, Projects, RandomState::new(), DefaultLifecycle::default())))
    }
}

impl KeptRankings {
    /// The published ranking of an event of this version, which was read before. One request makes it, the others wait for it.
    ///
    /// # Errors
    /// Those of `make`.
    pub(super) async fn of_event(
        &self,
        event: EventId,
        version: i64,
        make: impl Future<Output = Outcome<Option<FullRanking>>>,
    ) -> Outcome<Option<Arc<FullRanking>>> {
        // What was made for a later version is newer than what the asker knows of.
        let look = |_: &EventId, kept: &mut Kept| {
            let serves = kept.version >= version;
            if serves { EntryAction::Retain(kept.ranking.clone()) } else { EntryAction::ReplaceWithGuard }
        };
        let guard = match self.0.entry_async(&event, look).await {
            EntryResult::Retained(ranking) => return Ok(ranking),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => Some(guard),
            EntryResult::Removed(..) | EntryResult::Timeout => None,
        };
        let ranking = make.await?.map(Arc::new);
        // Refused only where the place was taken away meanwhile, and then nobody misses it.
        let kept = Kept { version, ranking: ranking.clone() };
        drop(guard.map(|guard| guard.insert(kept)));
        Ok(ranking)
    }
}
