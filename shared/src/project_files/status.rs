//! What a file says of the state of a project.

use super::notes::RowNote;
use super::project::ReadProject;
use super::texts::{line, shortened};
use crate::list_file::{heading, word_in_english};

/// Words for what was submitted and takes part.
const SUBMITTED: [&str; 8] = [
    "submitted",
    "submittedgalleryvisible",
    "complete",
    "completed",
    "final",
    "published",
    "accepted",
    "approved",
];
/// Words for what does not take part, or not yet.
const OUT: [&str; 22] = [
    "draft",
    "unsubmitted",
    "notsubmitted",
    "notyetsubmitted",
    "incomplete",
    "inprogress",
    "withdrawn",
    "withdrew",
    "noshow",
    "didnotshow",
    "absent",
    "disqualified",
    "rejected",
    "declined",
    "cancelled",
    "canceled",
    "removed",
    "deleted",
    "spam",
    "test",
    "archived",
    "invalid",
];

/// Whether a project with this status stays out. A word that is not plainly *submitted* is said in a note: a value that is not
/// known is never taken for the best one in silence.
pub(super) fn is_out(project: &mut ReadProject, status: &str) -> bool {
    let key = word_in_english(status).map_or_else(|| heading(status), str::to_owned);
    let out = OUT.contains(&key.as_str());
    // A tick or a cross has no letter, and no meaning that all share.
    if !status.is_empty() && key != "draft" && !SUBMITTED.contains(&key.as_str()) {
        project.notes.push(RowNote::Status(shortened(&line(status))));
    }
    out
}
