//! Events with their tracks and rubric.

use crate::prelude::*;
use shared::form_question::FormQuestion;
use shared::rules::VotingMode;

/// An event, as anyone may read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Identifier used in paths.
    pub slug: String,
    pub name: String,
    /// Description; may be empty.
    pub description: String,
    /// Where it takes place; may be empty.
    pub venue: String,
    /// The IANA name of its zone.
    pub time_zone: String,
    pub submissions: Window,
    pub judging: Window,
    pub voting: Window,
    /// When the results that are public now were published.
    pub results_published_at: Option<DateTime<Utc>>,
    /// How many judges each project should get.
    pub reviews_per_project: i32,
    pub max_team_size: i32,
    pub voting_mode: VotingMode,
    /// The most choices on a ballot.
    pub votes_per_voter: i32,
    /// Display names of its organizers; none once its personal data are removed.
    pub organizers: Vec<String>,
    /// When submissions were last opened again after they had closed.
    pub submissions_reopened_at: Option<DateTime<Utc>>,
    /// The same of judging.
    pub judging_reopened_at: Option<DateTime<Utc>>,
    /// The same of the vote. Without a vote its window has no effect.
    pub voting_reopened_at: Option<DateTime<Utc>>,
    /// The day on which its personal data go.
    pub forget_on: Option<DateTime<Utc>>,
    /// When they were removed.
    pub forgotten_at: Option<DateTime<Utc>>,
    /// Tracks in their order.
    pub tracks: Vec<Track>,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// Its own questions in the form of a project, in their order.
    pub form_questions: Vec<FormQuestion>,
    /// The slug of the event whose finals it is.
    pub finals_of: Option<String>,
    /// The slugs of its own finals, of those that the reader may know.
    pub finals: Vec<String>,
    /// Only its organizers see it.
    pub draft: bool,
    /// It is judged blind: teams and people are hidden until the results are published.
    pub blind: bool,
    /// Further reviews go to the projects that may still win.
    pub by_need: bool,
    /// It counts what judges look at before they submit.
    pub counts_looks: bool,
    /// The portal looks at repositories, texts and links of submitted projects.
    pub evidence: bool,
}

impl Event {
    /// The name of one of its tracks.
    pub fn track_name(&self, id: TrackId) -> Option<&str> {
        self.tracks.iter().find(|track| track.id == id).map(|track| track.name.as_str())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Track {
    pub id: TrackId,
    pub name: String,
}

/// An event that everybody sees, as it is announced.
#[derive(Clone, Debug)]
pub struct Announced {
    pub slug: String,
    pub name: String,
    pub description: String,
    /// When an organizer opened it to everybody, or when it was made, where it was open at once.
    pub opened_at: DateTime<Utc>,
    /// When its newest results came out, where everybody may read them now.
    pub results_at: Option<DateTime<Utc>>,
    pub provisional: bool,
}

/// What the head of every page of an event needs to know for one visitor.
#[derive(Clone, Debug, Default)]
pub struct VisitorCounts {
    /// Submitted projects.
    pub projects: i64,
    /// The visitor's assignments without a submitted review.
    pub pending: i64,
    /// The visitor's assignments with one.
    pub done: i64,
    /// Whether any calibration run exists.
    pub has_run: bool,
    pub prizes: i64,
    pub second_organizer: bool,
    /// The event's time zone, by its IANA name.
    pub time_zone: String,
}
