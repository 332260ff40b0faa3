//! What an organizer may do and read, and what an organizer who takes part in the event may not, until when.
//!
//! An organizer who judges, or is on a team, has a conflict of interest. Until the results are published such an
//! organizer neither reads what touches the ranking nor decides who judges what or which projects count. Another
//! organizer, or a site admin who takes no part, does it for them.

use super::facts::Standing;
use super::question::{Question, Verdict, require};
use crate::refusal::{Code, Refusal};

/// What is withheld from an organizer with a conflict, as the second half of the refusal's sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Withheld {
    /// Scores, rankings, the log, and what judges wrote.
    Scores,
    /// Records of judges' work: with a few reviews they could tell what a judge gave, and when.
    Records,
    /// The tally: a judge would learn what the public likes, a team how far ahead it is.
    Tally,
    /// Handing projects to judges and setting judges aside: that chooses who scores one's own team, or a rival.
    Assignments,
    /// Flags of repeated projects: a flag takes a rival out of the ranking.
    Duplicates,
}

impl Withheld {
    fn sentence(self) -> &'static str {
        match self {
            Self::Scores => "scores are shown to organizers who take no part",
            Self::Records => "the records of other judges are shown to organizers who take no part",
            Self::Tally => "the votes are shown to organizers who take no part",
            Self::Assignments => "organizers who take no part decide who judges what",
            Self::Duplicates => "organizers who take no part decide which projects are repeats",
        }
    }
}

impl Question<'_> {
    /// The event's organizers and the site admins.
    pub(super) fn organizer(&self) -> Verdict {
        require(self.facts.organizes(self.signed_in()?), "organizers of this event only")
    }

    /// An organizer who takes no part in the event, or whose event has published its results.
    pub(super) fn unconflicted_organizer(&self, withheld: Withheld) -> Verdict {
        self.organizer()?;
        if !self.facts.takes_part() || self.facts.event.published {
            return Ok(());
        }
        let part = match self.facts.standing {
            Standing { judge: true, .. } => "you judge in this event",
            Standing { team: Some(_), .. } => "you are on a team of this event",
            _ => "you are a participant of this event",
        };
        let sentence = format!("{part}: until the results are published, {}", withheld.sentence());
        Err(Refusal::new(Code::Conflicted, sentence))
    }

    /// An organizer who is on no team. This holds after publication too, since a vote may still be open then: codes are
    /// ballots, and a team could vote for itself with as many as it likes.
    pub(super) fn organizer_without_team(&self) -> Verdict {
        self.organizer()?;
        if self.facts.standing.team.is_none() {
            return Ok(());
        }
        let sentence =
            "you are on a team of this event: organizers who are on none make and withdraw voting codes";
        Err(Refusal::new(Code::Conflicted, sentence))
    }

    /// Assignments can change until the results are published: the results rest on them.
    pub(super) fn unpublished(&self) -> Verdict {
        if !self.facts.event.published {
            return Ok(());
        }
        let name = &self.facts.event.name;
        let sentence = format!("The results of {name} are published: assignments stay as they are.");
        Err(Refusal::new(Code::Published, sentence))
    }
}
