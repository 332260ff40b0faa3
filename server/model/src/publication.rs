//! Publications: which run is public.

use chrono::{DateTime, Utc};

/// The newest publication of an event: its public result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Its number in the event, from 1.
    pub number: i32,
    /// Number of the run that is public.
    pub run: i32,
    pub published_at: DateTime<Utc>,
    /// Why it replaced another; `None` for the first.
    pub reason: Option<String>,
    /// The run it replaced; `None` for the first.
    pub supersedes: Option<i32>,
    /// There is a signed document of it.
    pub signed: bool,
}

/// Which run of an event is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicRun {
    pub run: i32,
    pub published_at: DateTime<Utc>,
}

/// A publication that replaced an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The run that became public.
    pub run: i32,
    pub published_at: DateTime<Utc>,
    pub reason: String,
}

/// A project's place in the published ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedPlace {
    pub rank: i32,
    /// The 90 % range, low and high.
    pub range: (i32, i32),
    /// Ranked projects.
    pub of: i32,
}
