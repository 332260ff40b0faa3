//! Audit logs.

use super::super::amounts::{moment, plural};
use super::rows::broken_row;
use shared::provenance::messages::{LogMessage, MissingRows};

pub(super) fn log(message: &LogMessage) -> String {
    match message {
        LogMessage::Broken(broken) => broken_row(broken),
        LogMessage::Chained { rows } => format!(
            "The audit log has {}. Each row holds the hash of the row before it.",
            plural(*rows, "row", "rows")
        ),
        LogMessage::Renamed { row, from, to, reason } => format!(
            "Row {row} renamed the log for witnesses from {from} to {to}. Each checkpoint or proof is checked with the key of its own \
             name. Reason: “{reason}”"
        ),
        LogMessage::Forgotten { rows, masked, at } => format!(
            "Personal data were removed{}: {} up to row {rows} no longer {} who acted. \
             Their hashes still form the chain, and the rest of what they say has not changed since that day. \
             This file cannot show what they said before that day. An older export can.",
            at.map_or_else(String::new, |at| format!(" on {}", moment(at))),
            plural(*masked, "row", "rows"),
            if *masked == 1 { "names" } else { "name" }
        ),
        LogMessage::ForgettingNotSigned { rows, masked, at } => format!(
            "Row {} says that personal data were removed{}. {} no longer {} who acted, so {} computed again. \
             Anybody could have written such a row. Add a signed head of it or of a later row: “Keeping data” of \
             the event has one.",
            rows + 1,
            at.map_or_else(String::new, |at| format!(" on {}", moment(at))),
            plural(*masked, "earlier row", "earlier rows"),
            if *masked == 1 { "names" } else { "name" },
            if *masked == 1 { "its hash cannot be" } else { "their hashes cannot be" }
        ),
        LogMessage::NotOfEvent { event } => {
            format!("The first row does not begin the log of the event {event}.")
        }
        LogMessage::NotOfNamedEvent { event } => {
            format!("The file’s name names the event {event}, but the first row does not begin its log.")
        }
        LogMessage::OfEvent { event } => format!("This is the log of {}.", event_name(event)),
        LogMessage::OfEventDespiteName { event } => {
            format!("This is the log of {}, although the file’s name says otherwise.", event_name(event))
        }
        LogMessage::EventUnknown => {
            "The event of this log is not known, so its first row cannot be checked. Name the file <slug>-audit.csv.".into()
        }
        LogMessage::NoSignedHead => {
            "Without a signed head, this check cannot tell whether rows were removed from the end or the whole log was replaced."
                .into()
        }
        LogMessage::EndsWithSignedRow { row, file, signed } => {
            format!("The log ends with row {row}, the row that {file} signed on {}.", moment(*signed))
        }
        LogMessage::HoldsSignedRow { row, file, signed } => {
            format!("The log holds row {row} as {file} signed it on {}.", moment(*signed))
        }
        LogMessage::BeginsWithImport => {
            "This log begins with an import. If the event was imported from another site, it has a log of its own on each, and ids of its \
             own. Check a file with documents of its own site only."
                .into()
        }
        LogMessage::HasHashOfSignedRow { row, file, signed } => format!(
            "Row {row} has the hash that {file} signed on {}. Its actor is gone, so the hash cannot be computed again.",
            moment(*signed)
        ),
        LogMessage::SignedBeforeWritten { row, file, signed, written } => format!(
            "{file} says that it was signed on {}, but a row up to row {row} was written later, on {written}. Somebody who has an old key \
             can date a signature back, or a clock was wrong. Add a head of row {row} or of a later one, signed after {written}.",
            moment(*signed),
            written = moment(*written)
        ),
        LogMessage::SignedRowDiffers { row, event, file, signed } => format!(
            "Row {row} of {} is not the row that {file} signed on {}. The log was rewritten after that.",
            event_name(event),
            moment(*signed)
        ),
        LogMessage::HasSignedRoot { row, file } => {
            format!("The tree over the rows up to row {row} has the root that {file} signed.")
        }
        LogMessage::RootDiffers { row, file, signed } => format!(
            "The tree over the rows up to row {row} has another root than {file} signed on {}. \
             The log or its secret (log_secret) was replaced after that.",
            moment(*signed)
        ),
        LogMessage::PublicationDiffers { row, file, signed } => format!(
            "Row {row} does not match the results that {file} signed on {}. Their run, their number, what winners owe, the time for it, \
             or the results that became final differ.",
            moment(*signed)
        ),
        LogMessage::RowsAfterHead { rows, head_at } => format!(
            "{} later than the last signed head. This check cannot tell whether more rows followed.{}",
            plural(*rows, "row is", "rows are"),
            head_at.as_ref().map_or_else(String::new, |address| {
                format!(" Organizers can save a signed head that covers all of them: {address}")
            })
        ),
        LogMessage::EndsBeforeSignedRow { last, file, signed, row, because } => {
            let because = match because {
                MissingRows::SavedLater { saved } => {
                    format!("The file was saved later, on {}, so rows were removed from its end.", moment(*saved))
                }
                MissingRows::LastRowLater { last } => {
                    format!("Its last row is dated later, {}, so the log was rewritten.", moment(*last))
                }
                MissingRows::Undecided { head_at } => {
                    let again = "The signed head is newer than this file. Either the file is an older export, or rows were removed. \
                                 Download the file again";
                    head_at.as_ref().map_or_else(
                        || format!("{again}."),
                        |address| {
                            format!(
                                "{again}, or check it with the signed head of its last row instead. Organizers can save that: {address}"
                            )
                        },
                    )
                }
            };
            format!(
                "The log ends with row {last}, but {file} signed row {row} on {}: {} missing. {because}",
                moment(*signed),
                plural(row.saturating_sub_unsigned(*last as u64), "row is", "rows are")
            )
        }
    }
}

/// An event by its slug; the empty slug means changes that belong to no event.
pub(super) fn event_name(slug: &str) -> String {
    if slug.is_empty() { "changes that belong to no event".into() } else { format!("the event {slug}") }
}
