//! What a check found, in English.

mod answer;
mod bundle;
mod compare;
mod document;
mod log;
mod proof;
mod review;
mod rows;
mod scores;

pub use answer::{answer, headline, kind_name, report_text, verdict_words};
pub use document::{became_final, correction, document_fault, key_set_fault};

use super::files::json_break;
use compare::difference;
use rows::SAVE_AGAIN;
use shared::provenance::messages::{Message, UnknownFile};
use shared::provenance::{ProjectNamePart, escape_hidden};

/// One thing that was found, as a sentence or more. Hidden characters of names and texts are shown by their number.
pub fn sentence(message: &Message) -> String {
    escape_hidden(match message {
        Message::Document(message) => document::document(message),
        Message::KeySet(message) => document::key_set(message),
        Message::Log(message) => log::log(message),
        Message::Proof(message) => proof::proof(message),
        Message::Bundle(message) => bundle::bundle(message),
        Message::Review(message) => review::review(message),
        Message::Scores(message) => scores::scores(message),
        Message::Supporting(message) => scores::supporting(message),
        Message::Unknown(why) => unknown(why),
        Message::UntrustedKey { file } => format!(
            "The key of {file} came with the files and is not trusted. It shows only that document and key belong together."
        ),
        Message::InDoubt { file } => format!(
            "Another of your files casts doubt on {file}, as the report on it says. Until that is clear, this file is not proven by it."
        ),
        Message::TwoSites { event, file, other } => format!(
            "{file} and {other} sign the log of {} for two addresses, with two keys. They are from two sites, which have a log each, or from \
             one that moved. Check the files of one address at a time.",
            log::event_name(event)
        ),
        Message::TooMuchToCompute { run, file } => {
            let of = file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
            format!(
                "Run {run}{of} is not computed again here. It has too many reviews or judges for a check on this site. With \
                 scripting, and on the command line, there is no such limit."
            )
        }
        Message::EqualsSigned { file } => format!("The computed ranking matches {file} in every number."),
        Message::DiffersFromSigned { file, difference: found } => {
            format!("The computed ranking does not match {file}. {}", difference(found))
        }
        Message::Renamed { project, name, here, signed, file, more } => {
            let more = match more {
                0 => String::new(),
                1 => " One more project has a different name.".to_owned(),
                more => format!(" {more} more projects have different names."),
            };
            let name = match name {
                ProjectNamePart::Title => "title",
                ProjectNamePart::Team => "team",
            };
            format!("Project {project} has the {name} “{here}” here and “{signed}” in {file}.{more}")
        }
    })
}

fn unknown(why: &UnknownFile) -> String {
    match why {
        UnknownFile::NoKnownKind => {
            "This check does not know this kind of file. It knows signed documents, badges and their status lists, key sets, bundles, \
             proofs and policies, and of the exports the audit log, scores, projects and assignments."
                .into()
        }
        UnknownFile::JsonOfNoKnownKind => {
            "This is JSON, but not a signed document, a key set or a bundle that this check knows.".into()
        }
        UnknownFile::BrokenJson(found) => {
            format!("This looks like JSON but cannot be read. {}", json_break(*found))
        }
        UnknownFile::BrokenLink => {
            "This link is incomplete: it was cut short, or a character in it was changed. Copy the whole link again.".into()
        }
        UnknownFile::Unreadable => format!("This file cannot be read. {SAVE_AGAIN}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::provenance::messages::{BundleMessage, ScoresMessage};

    #[test]
    fn the_document_names_what_no_signature_covers_as_the_reports_do() {
        let plain = |text: &str| text.replace('\'', "’").split_whitespace().collect::<Vec<_>>().join(" ");
        let documented = plain(include_str!("../../../../docs/provenance.md"));
        for report in [Message::Bundle(BundleMessage::NotCovered), Message::Scores(ScoresMessage::NotCovered)]
        {
            let said = plain(&sentence(&report));
            let list = said.strip_suffix(" This check cannot show whether they were changed.").unwrap();
            assert!(documented.contains(list), "docs/provenance.md does not have: {list}");
        }
    }
}
