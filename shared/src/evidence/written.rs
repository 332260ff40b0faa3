//! What people write on a project: a judge's flag, the team's answer, an organizer's note, and that they looked.

use super::{Evidence, Fact, FlagReason, SENTENCE};
use crate::prelude::*;

/// What a person writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenKind {
    /// A judge flags the project.
    Flag,
    /// Its team answers.
    Answer,
    /// An organizer notes something.
    Note,
    /// An organizer has looked at its facts.
    LookedAt,
}

named! { WrittenKind: Flag = "flag", Answer = "answer", Note = "note", LookedAt = "looked_at" }

/// It as it was sent. Which rule is asked depends on the kind alone, so what is wrong with the rest waits.
#[derive(Clone, Debug)]
pub struct NewWritten {
    /// Which; none was named.
    pub kind: Option<WrittenKind>,
    /// What it says, or what is wrong.
    pub fact: Result<Fact, Refusal>,
}

impl NewWritten {
    /// Reads the `sentence`, the `reason` of a flag, and the `kind`, unless the place where it was sent says that.
    pub fn read(fields: &impl Fields, of: Option<WrittenKind>) -> Self {
        let mut errors = fields.faults();
        let named = of.or_else(|| WrittenKind::from_name(&fields.text("kind", &mut errors)?));
        let sent = fields.text("sentence", &mut errors).unwrap_or_default();
        let sentence = text::clean("sentence", TextField::Statement, sent.trim(), SENTENCE, &mut errors);
        errors.add_if(text::is_blank(&sentence), "sentence", Unnamed::Sentence);
        let reason = fields.text("reason", &mut errors).and_then(|reason| FlagReason::from_name(&reason));
        let fact = match (named, reason) {
            (Some(WrittenKind::Flag), Some(reason)) => Ok(Fact::Flag { reason, sentence }),
            (Some(WrittenKind::Flag), None) => Err(("reason", Fault::FlagReasonMissing)),
            (Some(WrittenKind::Answer), _) => Ok(Fact::Answer { text: sentence }),
            (Some(WrittenKind::Note), _) => Ok(Fact::Note { text: sentence }),
            (Some(WrittenKind::LookedAt), _) => Ok(Fact::LookedAt { sentence }),
            (None, _) => Err(("kind", Fault::word("kind", &WrittenKind::ALL, WrittenKind::name))),
        };
        Self { kind: named, fact: finish(fact, errors) }
    }
}

impl From<Refusal> for NewWritten {
    /// A body that is no object.
    fn from(refusal: Refusal) -> Self {
        Self { kind: None, fact: Err(refusal) }
    }
}

fn finish(fact: Result<Fact, (&str, Fault)>, mut errors: FieldErrors) -> Result<Fact, Refusal> {
    match fact {
        Ok(fact) => errors.into_result().map(|()| fact),
        Err((field, fault)) => {
            errors.add(field, fault);
            Err(errors.into_result().err().unwrap_or_else(Refusal::not_found))
        }
    }
}

impl Fact {
    /// What a person wrote; empty for what the portal found.
    pub fn said(&self) -> &str {
        match self {
            Self::Flag { sentence, .. } | Self::LookedAt { sentence } => sentence,
            Self::Answer { text } | Self::Note { text } => text,
            _ => "",
        }
    }

    /// Whether a person wrote it.
    pub fn is_of_people(&self) -> bool {
        matches!(self, Self::Flag { .. } | Self::Answer { .. } | Self::Note { .. } | Self::LookedAt { .. })
    }

    /// Whether an organizer should look at it. Code that is as the event allows is told, and asks for nothing.
    pub fn asks_for_a_look(&self) -> bool {
        match self {
            Self::CodeAtClose { before_start, after_close, rewritten, names_event, .. } => {
                before_start.is_some_and(|n| n > 0)
                    || after_close.is_some_and(|n| n > 0)
                    || *rewritten
                    || names_event.is_some()
            }
            Self::Note { .. } | Self::LookedAt { .. } => false,
            _ => true,
        }
    }
}

/// What holds, of facts in their order: of a project's code what was found last, and that its repository is silent since. Silence takes
/// nothing back: a team could hide what was found by closing its repository.
#[must_use]
pub fn current(mut evidence: Vec<Evidence>) -> Vec<Evidence> {
    let (mut code, mut silence) = (BTreeMap::new(), BTreeMap::new());
    for Evidence { id, project_id, fact, .. } in &evidence {
        let last = match fact {
            Fact::CodeAtClose { .. } => &mut code,
            Fact::RepositorySilent { .. } => &mut silence,
            _ => continue,
        };
        last.insert(*project_id, *id);
    }
    evidence.retain(|Evidence { id, project_id, fact, .. }| match fact {
        Fact::CodeAtClose { .. } => code.get(project_id) == Some(id),
        Fact::RepositorySilent { .. } => {
            silence.get(project_id) == Some(id) && code.get(project_id) < Some(id)
        }
        _ => true,
    });
    evidence
}

/// The projects that wait for an organizer to look at their facts, which come in their order. For who reads no words of people, flags and
/// answers do not count; that somebody has looked does.
pub fn waiting(facts: &[Evidence], of_people: bool) -> BTreeSet<ProjectId> {
    let mut waiting = BTreeSet::new();
    for one in facts {
        if matches!(one.fact, Fact::LookedAt { .. }) {
            waiting.remove(&one.project_id);
        } else if one.fact.asks_for_a_look() && (of_people || !one.fact.is_of_people()) {
            waiting.insert(one.project_id);
        }
    }
    waiting
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::FormFields;

    fn read(of: Option<WrittenKind>, fields: &[(&str, &str)]) -> NewWritten {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        NewWritten::read(&FormFields::new(fields.collect()), of)
    }

    #[test]
    fn a_flag_has_a_reason_and_a_sentence() {
        let flag = [("kind", "flag"), ("reason", "template"), ("sentence", " It is the starter kit. ")];
        let fact = Fact::Flag { reason: FlagReason::Template, sentence: "It is the starter kit.".into() };
        assert_eq!(read(None, &flag).fact, Ok(fact));
        for (sent, field) in [(&flag[..1], "reason"), (&flag[..2], "sentence"), (&flag[1..], "kind")] {
            let refused = read(None, sent).fact.unwrap_err();
            assert!(refused.fields.0.contains_key(field), "{field}: {refused:?}");
        }
    }

    fn code(before_start: u32) -> Fact {
        Fact::CodeAtClose {
            url: "https://c.example".into(),
            head: "0".repeat(40),
            commits: Some(3),
            first_at: None,
            last_at: None,
            authors: Some(1),
            before_start: Some(before_start),
            after_close: None,
            rewritten: false,
            names_event: None,
        }
    }

    fn one(id: i64, project: i64, fact: Fact) -> Evidence {
        let (found_at, salt) = (chrono::DateTime::UNIX_EPOCH, "0".repeat(32));
        Evidence { id, project_id: ProjectId(project), fact, found_at, found_by: None, salt }
    }

    #[test]
    fn of_a_repository_only_what_was_found_last_holds_and_silence_hides_nothing() {
        let silent = |why: &str| Fact::RepositorySilent { url: "https://c.example".into(), why: why.into() };
        let note = Fact::Note { text: "Asked them.".into() };
        let all =
            vec![one(1, 7, silent("a")), one(2, 8, silent("b")), one(3, 7, note), one(4, 7, silent("c"))];
        let held = |all| current(all).iter().map(|one| one.id).collect::<Vec<_>>();
        assert_eq!(held(all), [2, 3, 4]);
        let hidden =
            vec![one(1, 7, silent("a")), one(2, 7, code(0)), one(3, 7, code(51)), one(4, 7, silent("b"))];
        assert_eq!(held(hidden), [3, 4]);
        assert_eq!(held(vec![one(1, 7, silent("a")), one(2, 7, code(0))]), [2], "it answers again");
    }

    #[test]
    fn the_place_says_the_kind() {
        let noted = read(Some(WrittenKind::Note), &[("kind", "flag"), ("sentence", "Asked them.")]);
        assert_eq!(
            (noted.kind, noted.fact),
            (Some(WrittenKind::Note), Ok(Fact::Note { text: "Asked them.".into() }))
        );
    }

    #[test]
    fn facts_wait_until_somebody_looked_and_again_after_the_next_one() {
        let dead = || Fact::DeadVideo { url: "https://v.example".into(), why: "It is gone.".into() };
        let note = || Fact::Note { text: "Asked them.".into() };
        let looked = || Fact::LookedAt { sentence: "They have another.".into() };
        let code = code(0);
        let flag = || Fact::Flag { reason: FlagReason::Rules, sentence: "I saw it in May.".into() };
        for (facts, waits, waits_without_people) in [
            (vec![code, note()], false, false),
            (vec![dead(), note()], true, true),
            (vec![dead(), looked(), note()], false, false),
            (vec![dead(), looked(), dead()], true, true),
            (vec![flag()], true, false),
            (vec![dead(), looked(), flag()], true, false),
        ] {
            let facts: Vec<_> = (1..).zip(facts).map(|(id, fact)| one(id, 7, fact)).collect();
            let said = [true, false].map(|of_people| waiting(&facts, of_people).contains(&ProjectId(7)));
            assert_eq!(said, [waits, waits_without_people], "{facts:?}");
        }
    }
}
