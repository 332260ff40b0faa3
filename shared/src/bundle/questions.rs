//! The checks on questions about published results.

use super::format::BundleQuestion;
use super::lookup::Lookup;
use super::places::Places;
use crate::audit::{from_hex, sha256_hex};
use crate::refusal::{Fault, FileEntry, FileRule, TextField};
use crate::results_question::{ANSWER, QUESTION, QuestionOutcome, REASON};

/// Checks the questions: numbers without a gap, texts that have their digests, and answers that are whole.
pub(super) fn questions(places: &mut Places, questions: &mut [BundleQuestion], known: &Lookup) {
    for (at, asked) in questions.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        let place = |member: &str| format!("questions[{at}].{member}");
        let number = i32::try_from(at + 1).unwrap_or(i32::MAX);
        places.range(&place("number"), asked.number, number, number);
        if let Some(project) = &asked.project {
            known.projects.find(places, place("project"), FileEntry::Project, project);
        }
        if let Some(person) = &asked.person {
            known.people.find(places, place("person"), FileEntry::Person, person);
        }
        places.text(&place("question"), TextField::Question, &mut asked.question, QUESTION);
        places.text(&place("answer"), TextField::Answer, &mut asked.answer, ANSWER);
        places.text(&place("removed"), TextField::Reason, &mut asked.removed, REASON);
        if !has_digest(&asked.question, &asked.question_sha256) {
            places.add(place("question_sha256"), FileRule::TextDigest);
        }
        match (asked.outcome, asked.answered_at, &asked.answer_sha256) {
            (Some(_), Some(_), Some(digest)) => {
                if !has_digest(&asked.answer, digest) {
                    places.add(place("answer_sha256"), FileRule::TextDigest);
                }
            }
            (None, None, None) if asked.answer.is_empty() => {}
            _ => places.add(place("outcome"), Fault::OutcomeMissing),
        }
        if asked.publication.is_some() != (asked.outcome == Some(QuestionOutcome::Corrected)) {
            places.add(place("publication"), Fault::PublicationUnknown);
        }
    }
}

/// Whether this is the digest of a text, as far as a text that was removed lets tell.
fn has_digest(text: &str, digest: &str) -> bool {
    if text.is_empty() { from_hex::<32>(digest).is_some() } else { sha256_hex(text.as_bytes()) == digest }
}
