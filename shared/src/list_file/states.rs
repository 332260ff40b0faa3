//! What lists say of whether somebody or something takes part.

use super::{heading, word_in_english};

/// Words for what does not take part, or not yet.
const OUT: [&str; 31] = [
    "draft",
    "unsubmitted",
    "notsubmitted",
    "notyetsubmitted",
    "incomplete",
    "inprogress",
    "notstarted",
    "withdrawn",
    "withdrew",
    "noshow",
    "didnotshow",
    "absent",
    "notattending",
    "notgoing",
    "disqualified",
    "rejected",
    "declined",
    "cancelled",
    "canceled",
    "refunded",
    "removed",
    "deleted",
    "spam",
    "test",
    "archived",
    "invalid",
    "waitlist",
    "waitlisted",
    "reject",
    "no",
    "false",
];

/// A word for a state in the form in which such words are compared, in English where it is known.
pub(crate) fn state_key(cell: &str) -> String {
    word_in_english(cell).map_or_else(|| heading(cell), str::to_owned)
}

/// Whether a word, as [`state_key`] gives it, says that somebody or something does not take part, or not yet.
pub(crate) fn is_out(key: &str) -> bool {
    OUT.contains(&key)
}
