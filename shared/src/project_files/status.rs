//! What a file says of the state of a project.

use super::columns::Columns;
use super::moments::moment;
use super::notes::RowNote;
use super::project::ReadProject;
use super::texts::{line, shortened};
use crate::list_file::{CIRCLE, ListRow, answer_key, comes, is_among, is_mark, is_no, is_out, tick_key};

/// Words for what was submitted, besides those for who comes.
const SUBMITTED: &str = "submitted submittedgalleryvisible final published";

/// What a cell of a column of ticks says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It is blank.
    Nothing,
    /// A tick, when it was submitted, or a word for that.
    Yes,
    /// Anything else.
    Else,
}

impl Said {
    pub(super) fn of(status: &str) -> Self {
        let key = tick_key(status);
        match key.as_str() {
            "" => Self::Nothing,
            key if is_mark(key) || key == CIRCLE || takes_part(key) || moment(status, false).is_some() => {
                Self::Yes
            }
            _ => Self::Else,
        }
    }
}

fn takes_part(key: &str) -> bool {
    is_among(SUBMITTED, key) || comes(key)
}

/// Whether a project with this status stays out. A word that is not plainly *submitted* is said in a note: a value that is not
/// known is never taken for the best one in silence.
pub(super) fn stays_out(project: &mut ReadProject, status: &str) -> bool {
    let key = answer_key(status);
    // `Submitted` may say when.
    if moment(status, false).is_some() {
        return false;
    }
    // A tick or a cross has no letter, and no meaning that all share.
    if !status.is_empty() && key != "draft" && !takes_part(&key) {
        project.notes.push(RowNote::Status(shortened(&line(status))));
    }
    is_out(&key) || is_no(&key)
}

/// Whether a column that is not used says that a project stays out: “Disqualified: yes”. What else such a column says against it, a note
/// tells.
pub(super) fn is_left_out(project: &mut ReadProject, columns: &Columns, row: &ListRow<'_>) -> bool {
    let Some((against, decides)) = columns.unread.of_project(row) else { return false };
    project.note_once(RowNote::Status(shortened(&line(&against.text()))));
    decides
}
