//! Rows of Devpost's project export.

use super::columns::Columns;
use super::known_columns::Column;
use super::links;
use super::notes::RowNote;
use super::plain::read_people;
use super::project::ReadProject;
use super::status::is_left_out;
use super::texts::{line, shortened};
use crate::list_file::{ListRow, heading, is_out, state_key, whole_number};

/// Reads a row.
pub(super) fn project(columns: &Columns, row: &ListRow<'_>) -> ReadProject {
    let mut project = ReadProject::begin(columns, row);
    project.key = links::address_key(columns.one(row, Column::Address));
    links::take(&mut project, columns, row);
    read_members(&mut project, columns, row);
    let status = columns.one(row, Column::Status);
    // `Submitted (Hidden)` is one that the organizers took off the gallery.
    if !["", "draft", "submitted", "submittedgalleryvisible"].contains(&heading(status).as_str()) {
        project.notes.push(RowNote::Status(shortened(&line(status))));
    }
    let judging = columns.one(row, Column::Judging);
    if is_out(&state_key(judging)) {
        project.notes.push(RowNote::Status(shortened(&line(judging))));
    }
    let is_left_out = is_left_out(&mut project, columns, row);
    let key = state_key(status);
    let is_gone = key != "draft" && is_out(&key);
    project.checked(is_left_out || is_gone || is_draft(columns, row))
}

/// Submitted means that the status begins with "submitted", or that the last step is done. An export without either column
/// holds submitted projects only.
fn is_draft(columns: &Columns, row: &ListRow<'_>) -> bool {
    if !columns.have(Column::Status) && !columns.have(Column::Step) {
        return false;
    }
    let status = columns.one(row, Column::Status).to_lowercase();
    let step = columns.one(row, Column::Step).to_lowercase();
    !status.starts_with("submitted") && step != "submit"
}

fn read_members(project: &mut ReadProject, columns: &Columns, row: &ListRow<'_>) {
    let named = columns.have(Column::SubmitterEmail);
    read_people(project, columns, row);
    let further = whole_number(columns.one(row, Column::MemberCount));
    let further = further.and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
    // A count that nobody can have is a broken cell.
    if further < 1_000 {
        project.team_size = (further + 1).max(project.members.len());
    }
    let missing = project.team_size.saturating_sub(project.members.len());
    if named && missing > 0 {
        project.notes.push(super::RowNote::NoEmail(missing));
    }
}
