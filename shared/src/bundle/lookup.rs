//! What the checks of one list look up in the lists before it.

use super::places::{Places, Refs};
use crate::form_question::FormQuestion;
use crate::prelude::*;

/// What is known of the lists that were checked so far.
#[derive(Default)]
pub(super) struct Lookup {
    /// Ids of tracks.
    pub(super) tracks: HashSet<i64>,
    /// The event's own questions.
    pub(super) questions: Vec<FormQuestion>,
    pub(super) people: Refs,
    /// Whether each person is a judge.
    pub(super) judges: Vec<bool>,
    /// The team of each person, by the team's place in its list.
    pub(super) team_of: Vec<Option<usize>>,
    pub(super) projects: Refs,
    pub(super) project_teams: Vec<Option<usize>>,
    /// Whether each project is submitted, or was and is withdrawn.
    pub(super) submitted: Vec<bool>,
    /// Whether each project is withdrawn.
    pub(super) withdrawn: Vec<bool>,
}

impl Lookup {
    pub(super) fn own_team(&self, person: usize, project: usize) -> bool {
        let team = |of: &[Option<usize>], at: usize| of.get(at).copied().flatten();
        let team_of = team(&self.team_of, person);
        team_of.is_some() && team_of == team(&self.project_teams, project)
    }

    /// Adds a fault if the file has no such track.
    pub(super) fn track(&self, places: &mut Places, place: impl std::fmt::Display, track: Option<i64>) {
        let is_unknown = track.is_some_and(|track| !self.tracks.contains(&track));
        places.add_if(is_unknown, place, FileRule::TrackUnknown);
    }
}
