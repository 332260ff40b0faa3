//! What is wrong with a setting of an event.

use chrono::{DateTime, Utc};

/// What is wrong with a setting of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingFault {
    /// No time zone has this name.
    Zone,
    /// No date with a time.
    Time,
    /// No day.
    Day,
    /// A local time that the clocks skip.
    TimeSkipped { zone: String, from: String, until: String },
    /// A local time that comes twice, and neither was chosen.
    TimeTwice { zone: String },
    /// No whole number, or one out of range.
    Whole { least: i32, most: i32 },
    /// A floor above the reviews per project.
    FloorHigh { most: i32 },
    /// The floor stays once judging has opened.
    FloorFixed,
    /// Judges have given their first three.
    FirstThreeGiven,
    /// Teams have submitted under the choice.
    EvidenceFixed,
    /// More names than an organizer may give.
    ManyNames { most: usize },
    /// Ballots are cast in another mode.
    ModeFixed,
    /// Ballots are cast under more votes.
    VotesFewer { now: i32 },
    /// A name from which no slug can be made.
    SlugFromName,
    /// A slug that an event has.
    SlugTaken { free: Option<String> },
    /// No key of a criterion.
    Key,
    /// No weight.
    Weight,
    /// No whole number as a score.
    Score,
    /// The highest score is not above the lowest.
    ScoreOrder,
    /// More criteria than an event may have.
    ManyCriteria { most: usize },
    /// A change of an open or a past window was not confirmed.
    WindowConsent,
    /// The day on which personal data go comes before they can.
    ForgetBefore { from: DateTime<Utc> },
    /// The day on which personal data go is over.
    ForgetPast,
    /// What is removed was not confirmed.
    ForgetConsent,
    /// The setup code is wrong.
    SetupCode,
}
