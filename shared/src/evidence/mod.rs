//! Evidence: facts on a submission, collected by the portal or written by a person. Each has its source and its time; none is a verdict.

mod choice;

pub use choice::{EvidenceChoice, MOST_NAMES, TypedEvidence};

use crate::audit::sha256_hex;
use crate::prelude::*;
use crate::provenance::{Json, canonical, parse};

/// Longest sentence that a person writes.
pub const SENTENCE: usize = 1_000;

/// One fact, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    #[must_use]
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

/// What signed results say of an event's evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EvidenceDigest {
    /// How many facts there were: the first ones of the event.
    pub facts: u32,
    /// Their [`digest`].
    pub digest: String,
}

impl EvidenceDigest {
    /// That of an event's evidence, in order.
    #[must_use]
    pub fn of(evidence: &[Evidence]) -> Self {
        Self { facts: u32::try_from(evidence.len()).unwrap_or(u32::MAX), digest: digest(evidence) }
    }
}

/// SHA-256 (hex) over a line for each fact in order: the canonical JSON of `{fact, found_at, project, salt}`.
#[must_use]
pub fn digest(evidence: &[Evidence]) -> String {
    let mut lines = String::new();
    for one in evidence {
        let line = serde_json::json!({
            "fact": one.fact, "found_at": one.found_at, "project": one.project_id, "salt": one.salt,
        });
        let line = parse(line.to_string().as_bytes()).unwrap_or(Json::Null);
        lines.push_str(&canonical(&line));
        lines.push('\n');
    }
    sha256_hex(lines.as_bytes())
}

/// Who reads a project's evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// An organizer of the event.
    Organizer,
    /// A member of the project's team.
    Member,
    /// A judge of the project.
    Judge {
        /// Their account.
        person: PersonId,
        /// They have saved their review of it.
        saved: bool,
    },
}

/// Whether this reader sees a fact. Organizers see all. Their own notes are theirs alone. A judge sees the rest after the first save of the
/// review, but never another judge's flag. The team sees what is held against its project, and its own answer; nobody tells it who
/// raised a flag.
#[must_use]
pub fn who_sees(evidence: &Evidence, reader: Reader) -> bool {
    let of_organizers = matches!(evidence.fact, Fact::Note { .. } | Fact::LookedAt { .. });
    match reader {
        Reader::Organizer => true,
        Reader::Member => !of_organizers,
        Reader::Judge { person, saved } => {
            let anothers = matches!(evidence.fact, Fact::Flag { .. }) && evidence.found_by != Some(person);
            saved && !of_organizers && !anothers
        }
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
    fn a_judge_sees_facts_after_the_first_save_and_never_anothers_flag() {
        let dead = found(2, Fact::DeadVideo { url: "https://x.example/v".into(), why: "404".into() }, None);
        let judge = |saved| Reader::Judge { person: PersonId(3), saved };
        let seen = |saved| [&dead, &flag(3), &flag(4)].map(|one| who_sees(one, judge(saved)));
        assert_eq!(seen(false), [false; 3]);
        assert_eq!(seen(true), [true, true, false]);
    }

    #[test]
    fn notes_are_for_organizers_alone() {
        let note = found(1, Fact::Note { text: "Asked them by mail.".into() }, Some(1));
        let readers = [Reader::Organizer, Reader::Member, Reader::Judge { person: PersonId(1), saved: true }];
        assert_eq!(readers.map(|reader| who_sees(&note, reader)), [true, false, false]);
        assert!(who_sees(&flag(3), Reader::Member));
    }

    #[test]
    fn the_digest_changes_with_each_member_and_with_the_order() {
        let (one, two) = (flag(3), found(2, Fact::Answer { text: "It is new.".into() }, Some(9)));
        let all = digest(&[one.clone(), two.clone()]);
        let salted = Evidence { salt: "1".repeat(32), ..two.clone() };
        let moved = Evidence { project_id: ProjectId(8), ..two.clone() };
        let said = Evidence { fact: Fact::Answer { text: "It is old.".into() }, ..two.clone() };
        for other in [
            vec![two.clone(), one.clone()],
            vec![one.clone()],
            vec![one.clone(), salted],
            vec![one.clone(), moved],
            vec![one, said],
        ] {
            assert_ne!(digest(&other), all);
        }
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
