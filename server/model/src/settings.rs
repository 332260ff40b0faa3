//! An event's settings, as its organizers see and change them.

use super::event::Track;
use chrono::{DateTime, Utc};
use shared::event_settings::{EventTexts, Terms};
use shared::event_windows::Windows;
use shared::evidence::EvidenceChoice;
use shared::feedback::FeedbackChoice;
use shared::rubric_form::StoredCriterion;

/// Every setting of an event, and what has happened in it that fixes some of them.
#[derive(Clone, Debug)]
pub struct EventSettings {
    /// Name, description and zone.
    pub about: EventTexts,
    pub windows: Windows,
    /// Nobody but organizers sees the event, so its windows touch nobody yet.
    pub draft: bool,
    /// How it is judged and voted on.
    pub terms: Terms,
    /// Whether the portal looks at what was submitted.
    pub evidence: EvidenceChoice,
    /// What teams see of their reviews once results are published.
    pub feedback: FeedbackChoice,
    /// Tracks in their order.
    pub tracks: Vec<Track>,
    /// The rubric in its order.
    pub criteria: Vec<StoredCriterion>,
    pub created_at: DateTime<Utc>,
    /// When the first ballot was cast, if one was.
    pub first_ballot_at: Option<DateTime<Utc>>,
    /// Since when judges have given their first three.
    pub first_three_at: Option<DateTime<Utc>>,
    /// When the log holds the first review, if there is one. An import's reviews have no row of their own.
    pub first_review_at: Option<DateTime<Utc>>,
    /// Whether anything was made in a stage: teams, reviews, ballots.
    pub begun: [bool; 3],
    pub drafts: i64,
}

#[derive(Clone, Debug)]
pub struct TrackUse {
    pub track: Track,
    /// Its projects, drafts among them.
    pub projects: i64,
    pub prizes: i64,
    /// Judges who know it.
    pub judges: i64,
}

/// How an event hangs together with its finals, each as slug and name.
#[derive(Clone, Debug, Default)]
pub struct FinalsLinks {
    /// The event whose finals it is.
    pub of: Option<(String, String)>,
    /// Its own finals.
    pub finals: Vec<(String, String)>,
}
