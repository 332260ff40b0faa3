//! The texts of the demo, and when its events happen.

use crate::prelude::*;
use chrono::Duration;
use serde::Deserialize;
use shared::bundle::BundlePrize;
use shared::form_question::FormQuestion;
use shared::window::Window;

/// One of the four events, by what is under way in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Submitting = 1,
    Judging,
    /// The community votes; judged and calibrated, unpublished.
    Voting,
    /// Everything is over.
    Published,
}

impl Stage {
    /// All four, in the order of an event's life.
    pub(super) const ALL: [Self; 4] = [Self::Submitting, Self::Judging, Self::Voting, Self::Published];

    pub(super) fn slug(self) -> &'static str {
        match self {
            Self::Submitting => "demo-submitting",
            Self::Judging => "demo-judging",
            Self::Voting => "demo-voting",
            Self::Published => "demo-published",
        }
    }

    /// The seed of its judges' dice.
    pub(super) fn seed(self) -> u64 {
        self as u64
    }

    /// Whether judging is over, and the community votes or has voted.
    pub(super) fn is_judged(self) -> bool {
        matches!(self, Self::Voting | Self::Published)
    }

    /// Submissions, judging and voting. What is open stays so for 30 days. Where facts were found on what was submitted, judging opens an
    /// hour after the close: they are there before anybody judges.
    pub(super) fn windows(self, now: DateTime<Utc>) -> [Window; 3] {
        let days = |from: i64, to: i64| Window {
            open: Some(now + Duration::days(from)),
            close: Some(now + Duration::days(to)),
        };
        let later =
            |window: Window| Window { open: window.open.map(|open| open + Duration::hours(1)), ..window };
        match self {
            Self::Submitting => [days(-2, 30), days(30, 44), Window::default()],
            Self::Judging => [days(-5, -2), later(days(-2, 30)), Window::default()],
            Self::Voting => [days(-9, -6), days(-6, -1), days(-1, 30)],
            Self::Published => [days(-24, -21), days(-21, -7), days(-7, -3)],
        }
    }

    /// Reads its texts.
    /// Errors: none, unless the files were broken before the build.
    pub(super) fn script(self) -> Outcome<Script> {
        let text = match self {
            Self::Submitting => include_str!("../../../demo/submitting.json"),
            Self::Judging => include_str!("../../../demo/judging.json"),
            Self::Voting => include_str!("../../../demo/voting.json"),
            Self::Published => include_str!("../../../demo/published.json"),
        };
        Ok(serde_json::from_str(text)?)
    }
}

/// The texts of one event.
#[derive(Debug, Deserialize)]
pub(super) struct Script {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) venue: String,
    /// Its own questions. Each has a choice for each of its tracks, in their order.
    #[serde(default)]
    pub(super) form_questions: Vec<FormQuestion>,
    /// Each names who won it by the project's title.
    #[serde(default)]
    pub(super) prizes: Vec<BundlePrize>,
    pub(super) organizer: Named,
    pub(super) tracks: Vec<String>,
    pub(super) criteria: Vec<Criterion>,
    pub(super) judges: Vec<Judge>,
    pub(super) teams: Vec<Team>,
}

/// Somebody's name.
#[derive(Debug, Deserialize)]
pub(super) struct Named {
    pub(super) name: String,
}

/// A judge, and how they score.
#[derive(Debug, Deserialize)]
pub(super) struct Judge {
    pub(super) name: String,
    pub(super) email: String,
    /// Places in the list of tracks.
    pub(super) tracks: Vec<usize>,
    /// Taken off every score, on a 0 to 1 scale.
    pub(super) harshness: f64,
    /// How far their scores reach, 1 being usual.
    pub(super) spread: f64,
    /// Standard deviation of what cannot be explained.
    pub(super) noise: f64,
    /// What they say of projects.
    pub(super) comments: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Team {
    pub(super) name: String,
    pub(super) members: Vec<Member>,
    pub(super) projects: Vec<Project>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) email: String,
}

/// A project, and how good it is.
#[derive(Debug, Deserialize)]
pub(super) struct Project {
    pub(super) title: String,
    pub(super) tagline: String,
    pub(super) summary: String,
    pub(super) description: String,
    pub(super) tags: Vec<String>,
    /// Place in the list of tracks.
    pub(super) track: Option<usize>,
    pub(super) repo_url: String,
    pub(super) demo_url: String,
    #[serde(default)]
    pub(super) video_url: String,
    /// From 0 to 1; nobody is shown it.
    pub(super) quality: f64,
    #[serde(default)]
    pub(super) draft: bool,
    #[serde(default)]
    pub(super) pictures: Vec<Drawing>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Drawing {
    /// The name of its files in `demo/pictures`, without their width.
    pub(super) file: String,
    pub(super) alt: String,
}
