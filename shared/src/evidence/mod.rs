//! Evidence: facts on a submission, collected by the portal or written by a person. Each has its source and its time; none is a verdict.

mod choice;
mod phrases;
mod project_fact;
mod readings;
pub mod text;
mod written;

pub use choice::{EvidenceChoice, MOST_NAMES, TypedEvidence};
pub use project_fact::ProjectFact;
pub use written::{NewWritten, WrittenKind, current, waiting};

use crate::prelude::*;

/// Longest sentence that a person writes.
pub const SENTENCE: usize = 1_000;

/// One fact, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// What a repository held when the portal asked it. The counts are absent where the server does not tell commits without files, or
    /// has more of them than the portal reads.
    CodeAtClose {
        /// Its address.
        url: String,
        /// The hash of HEAD, in hex.
        head: String,
        /// Commits that lead to it.
        commits: Option<u32>,
        /// The earliest time that a commit names.
        first_at: Option<DateTime<Utc>>,
        /// The latest one.
        last_at: Option<DateTime<Utc>>,
        /// Distinct authors, by address.
        authors: Option<u32>,
        /// Commits from before submissions opened; absent where they have no opening, too.
        before_start: Option<u32>,
        /// Commits from after the close.
        after_close: Option<u32>,
        /// The HEAD of an earlier look is no longer among the commits.
        rewritten: bool,
        /// The name of another event that the first message holds.
        names_event: Option<String>,
    },
    /// A repository that did not answer.
    RepositorySilent {
        /// Its address.
        url: String,
        /// Why, in words.
        why: String,
    },
    /// A sentence that is addressed to judges or machines.
    Addressed {
        /// The project's field.
        field: String,
        /// The sentence.
        quote: String,
    },
    /// Characters that nobody sees.
    HiddenCharacters {
        /// The project's field.
        field: String,
        /// The words around them.
        quote: String,
        /// How many there are.
        count: u32,
    },
    /// A link that does not answer.
    DeadLink {
        /// Its address.
        url: String,
        /// The project's field.
        field: String,
        /// Why, in words.
        why: String,
    },
    /// A video that is gone.
    DeadVideo {
        /// Its address.
        url: String,
        /// Why, in words.
        why: String,
    },
    /// The same work in another event of this portal.
    SameWork {
        /// The event's slug.
        event: String,
        /// The project there.
        project: ProjectId,
        /// What both share, in words.
        how: String,
    },
    /// A judge's flag.
    Flag {
        /// What it is about.
        reason: FlagReason,
        /// The judge's sentence.
        sentence: String,
    },
    /// The team's one answer.
    Answer {
        /// Its text.
        text: String,
    },
    /// An organizer's note.
    Note {
        /// Its text.
        text: String,
    },
    /// An organizer has looked at the project's facts.
    LookedAt {
        /// What they say of it.
        sentence: String,
    },
}

/// What a judge's flag is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlagReason {
    /// The work is from before the event.
    BuiltBefore,
    /// It breaks a rule of the event.
    Rules,
    /// It is made of a template.
    Template,
    /// How the team behaves.
    Conduct,
}

named! { FlagReason: BuiltBefore = "built_before", Rules = "rules", Template = "template", Conduct = "conduct" }

impl Fact {
    /// The member `kind`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::CodeAtClose { .. } => "code_at_close",
            Self::RepositorySilent { .. } => "repository_silent",
            Self::Addressed { .. } => "addressed",
            Self::HiddenCharacters { .. } => "hidden_characters",
            Self::DeadLink { .. } => "dead_link",
            Self::DeadVideo { .. } => "dead_video",
            Self::SameWork { .. } => "same_work",
            Self::Flag { .. } => "flag",
            Self::Answer { .. } => "answer",
            Self::Note { .. } => "note",
            Self::LookedAt { .. } => "looked_at",
        }
    }
}

/// A fact on a project, and who or what found it when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Its number: rows of an event are in order of it.
    pub id: i64,
    /// The project.
    pub project_id: ProjectId,
    /// What was found.
    pub fact: Fact,
    /// When, by the database's clock.
    pub found_at: DateTime<Utc>,
    /// Who wrote it; none for the portal.
    pub found_by: Option<PersonId>,
    /// 32 random hex digits that enter the digest. Without them, a short sentence could be guessed from it.
    pub salt: String,
}

impl Evidence {
    /// Whether the project's team sees it: what is held against its project, and its own answer, but nothing that organizers write for
    /// themselves. Nobody tells it who raised a flag.
    pub fn is_for_team(&self) -> bool {
        !matches!(self.fact, Fact::Note { .. } | Fact::LookedAt { .. })
    }

    /// Whether this judge sees it, once they have saved their review of the project: what the team sees, but never another judge's flag.
    pub fn is_for_judge(&self, judge: PersonId) -> bool {
        self.is_for_team() && (self.found_by == Some(judge) || !matches!(self.fact, Fact::Flag { .. }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(id: i64, fact: Fact, found_by: Option<i64>) -> Evidence {
        let found_at = DateTime::from_timestamp(1_795_000_000 + id, 0).unwrap();
        let (project_id, found_by, salt) = (ProjectId(7), found_by.map(PersonId), "0".repeat(32));
        Evidence { id, project_id, fact, found_at, found_by, salt }
    }

    fn flag(by: i64) -> Evidence {
        let fact = Fact::Flag { reason: FlagReason::BuiltBefore, sentence: "I saw it in May.".into() };
        found(1, fact, Some(by))
    }

    #[test]
    fn a_judge_never_sees_anothers_flag_and_notes_are_for_organizers_alone() {
        let dead = found(2, Fact::DeadVideo { url: "https://x.example/v".into(), why: "404".into() }, None);
        let note = found(1, Fact::Note { text: "Asked them by mail.".into() }, Some(3));
        let all = [dead, flag(3), flag(4), note];
        assert_eq!(all.each_ref().map(|one| one.is_for_judge(PersonId(3))), [true, true, false, false]);
        assert_eq!(all.each_ref().map(Evidence::is_for_team), [true, true, true, false]);
    }

    #[test]
    fn a_stored_fact_names_its_kind_and_is_read_back() {
        let fact = flag(3).fact;
        let stored = serde_json::to_value(&fact).unwrap();
        assert_eq!(stored["kind"], fact.kind());
        assert_eq!(stored["reason"], "built_before");
        assert_eq!(serde_json::from_value::<Fact>(stored).unwrap(), fact);
    }
}
