//! What every request shares: the database, the settings, and what hashes and signs.

use crate::metrics::Metrics;
use crate::shelf::Shelf;
use crate::streams::Streams;
use portal::Conn;
use portal::account::flow::Accounts;
use portal::account::hasher::Hasher;
use portal::account::provider::Provider;
use portal::call::{By, Call};
use portal::caller::Caller;
use portal::failure::Outcome;
use portal::judge::board::KeptBoards;
use portal::judge::certainty::PrizeChances;
use portal::judge::need::NeedFits;
use portal::judge::save_review::ReviewSaves;
use portal::limits::Counters;
use portal::people::send::Mailing;
use portal::publish::full_ranking::KeptRankings;
use portal::publish::kept_runs::KeptRuns;
use portal::publish::overview::KeptOverviews;
use portal::publish::results::KeptResults;
use portal::records::signer::Signer;
use portal::submit::projects::KeptFacets;
use portal::{Database, Done};
use settings::ServeSettings;
use shared::ids::EventId;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Shared by all requests. One pointer: every layer that a request passes copies it.
#[derive(Clone)]
pub struct State(Arc<Resources>);

impl From<Resources> for State {
    fn from(resources: Resources) -> Self {
        Self(Arc::new(resources))
    }
}

impl Deref for State {
    type Target = Resources;

    fn deref(&self) -> &Resources {
        &self.0
    }
}

/// What the requests of a process share.
#[derive(Clone)]
pub struct Resources {
    /// Connections that have taken the application's role.
    pub database: Database,
    /// What saves the reviews of judges.
    pub review_saves: ReviewSaves,
    pub settings: Arc<ServeSettings>,
    /// Public address without a trailing slash.
    pub base_url: Arc<str>,
    /// Hashes passwords on threads of its own.
    pub hasher: Hasher,
    /// What further projects are handed out by, where the event's rule is need.
    pub need_fits: NeedFits,
    /// How sure prizes are, by the latest runs.
    pub prize_chances: PrizeChances,
    /// The boards of large events.
    pub boards: Arc<KeptBoards>,
    /// The overviews of large events.
    pub overviews: KeptOverviews,
    /// Pages that stay current.
    pub streams: Streams,
    /// Runs that were read, such as the one that everybody asks for at a ceremony.
    pub runs: KeptRuns,
    /// What the galleries of events can be filtered by.
    pub facets: KeptFacets,
    /// Published rankings, with the names that their projects have now.
    pub rankings: KeptRankings,
    /// Public answers that are kept ready.
    pub shelf: Shelf,
    pub metrics: Metrics,
    pub signer: Signer,
    pub sign_on: Option<Arc<Provider>>,
    /// Whether start-up is over.
    pub ready: Arc<AtomicBool>,
}

impl Resources {
    /// Runs a reading operation on a connection of its own: short for [`Database::read`].
    /// Errors: the operation's, or a lost database.
    pub async fn read<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<T>) -> Outcome<T> {
        self.database.read(job).await
    }

    /// Runs a writing operation, logs it and commits: short for [`Database::write`].
    /// Errors: the operation's, the database's refusal, or a lost database.
    pub async fn write<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>) -> Outcome<T> {
        self.database.write(job).await
    }

    /// Writes as [`By::write`] what may remove an event's personal data, and names that event then. Only once it is committed, its runs
    /// are forgotten here: one that is read meanwhile would be kept with its addresses.
    /// Errors: as [`By::write`].
    pub async fn write_forgetting(
        &self,
        by: By<'_>,
        job: impl AsyncFnOnce(&mut Call<'_>) -> Outcome<Done<Option<EventId>>>,
    ) -> Outcome<Option<EventId>> {
        let forgotten = by.write(job).await?;
        if let Some(event) = forgotten {
            self.runs.forget(event);
        }
        Ok(forgotten)
    }

    /// What this person calls, outside of events.
    pub fn by<'a>(&'a self, caller: &'a Caller) -> By<'a> {
        By::of(&self.database, caller)
    }

    /// The acts of accounts that hash passwords or count tries.
    pub fn accounts(&self) -> Accounts<'_> {
        Accounts {
            database: &self.database,
            hasher: &self.hasher,
            counters: self.counters(),
            base_url: &self.base_url,
            demo: self.settings.demo,
            sign_on: self.sign_on.as_deref(),
            sign_on_only: self.settings.oidc.only,
        }
    }

    /// How the links of invitations leave the portal.
    pub fn mailing(&self) -> Mailing<'_> {
        Mailing { base_url: &self.base_url, limits: &self.settings.limits }
    }

    /// Counts requests against the limits of the settings.
    pub fn counters(&self) -> Counters<'_> {
        Counters { database: &self.database, limits: &self.settings.limits }
    }

    /// The rankings and runs that are kept.
    pub fn kept_results(&self) -> KeptResults<'_> {
        KeptResults { rankings: &self.rankings, runs: &self.runs }
    }

    /// Whether the public address is https, so that cookies are Secure.
    pub fn https(&self) -> bool {
        self.base_url.starts_with("https://")
    }
}
