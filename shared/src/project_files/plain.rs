//! Rows of our own `projects.csv`, of DoraHacks, Gavel and Jury, and of tables that people make.

use super::Shape;
use super::columns::Columns;
use super::known_columns::Column;
use super::links;
use super::notes::RowNote;
use super::project::{ReadProject, Readiness};
use super::status::{is_left_out, stays_out};
use super::texts::{line, shortened};
use crate::list_file::{ListRow, whole_number, without_zeros};
use crate::text;

/// Reads a row. Whether it `goes_on` in the rows below, which have further members who come, says whom its marks are about.
pub(super) fn project(columns: &Columns, row: &ListRow<'_>, goes_on: bool) -> ReadProject {
    let mut project = ReadProject::begin(columns, row);
    let number = whole_number(columns.one(row, Column::ProjectId)).filter(|id| *id > 0);
    let external = line(columns.one(row, Column::ExternalId));
    // A program for tables makes `12.0` of the number 12, which the next list has again.
    let external = without_zeros(&external).to_owned();
    let address = links::address_key(columns.one(row, Column::Address));
    let submission = columns.all(row, Column::Links).find_map(links::submission_key);
    project.key = match (columns.shape, number) {
        (Shape::DoraHacks, _) if !external.is_empty() => format!("dorahacks:{external}"),
        _ if !external.is_empty() => external,
        _ if !address.is_empty() => address,
        _ if submission.is_some() => submission.unwrap_or_default(),
        // Known again in another event, where this number means nothing.
        (_, Some(number)) => format!("evenhand:{number}"),
        _ => String::new(),
    };
    project.id = number;
    if columns.shape == Shape::DoraHacks {
        read_description(&mut project, columns, row);
    }
    links::take(&mut project, columns, row);
    read_people(&mut project, columns, row);
    let stays_out = stays_out(&mut project, columns.one(row, Column::Status));
    let is_about_a_member = goes_on && !project.absent.is_empty();
    let is_left_out = is_left_out(&mut project, columns, row) && !is_about_a_member;
    project.checked(stays_out || is_left_out)
}

/// Reads who is on the team.
pub(super) fn read_people(project: &mut ReadProject, columns: &Columns, row: &ListRow<'_>) {
    let before = project.members.len();
    let submitter: Vec<&str> = columns.all(row, Column::SubmitterName).collect();
    project.read_member(&submitter.join(" "), columns.one(row, Column::SubmitterEmail));
    let from = project.members.len();
    for (name, email) in columns.members(row) {
        project.read_member(&name, email);
    }
    for members in columns.all(row, Column::MemberEmails) {
        project.read_members(members);
    }
    project.look_for_addresses(from, columns.part_members());
    // A teacher may send in the project of a team, and name its members.
    let is_about_one = project.members.len() <= before + 1;
    if let Some(role) = columns.beside_the_team(row).filter(|_| is_about_one) {
        let left_out = project.members.drain(before..).next();
        let said =
            left_out.map_or_else(|| role.to_owned(), |left_out| format!("{} ({role})", left_out.email));
        project.note_once(RowNote::BesideTheTeam(shortened(&line(&said))));
    }
    // Whether a row is a person’s or the whole team’s, the rest of the list says.
    if is_about_one && let Some((member, against)) = project.members.get(before).zip(columns.unread.gone(row))
    {
        project.absent.push((member.email.clone(), shortened(&line(&against.text()))));
    }
}

/// Takes the members of a row below, which goes on with the project.
pub(super) fn go_on(project: &mut ReadProject, columns: &Columns, row: &ListRow<'_>) {
    project.rows.push(row.number);
    project.goes_on = true;
    if project.standing == Readiness::Complete {
        read_people(project, columns, row);
        project.team_size = project.team_size.max(project.members.len());
    }
}

/// What DoraHacks calls a profile is the text, or the address of the page that has it.
fn read_description(project: &mut ReadProject, columns: &Columns, row: &ListRow<'_>) {
    let team = super::texts::paragraphs(columns.one(row, Column::AboutTeam));
    let Some(description) = project.content.description.as_mut() else { return };
    if text::begins_like_web_address(description) && !description.contains(char::is_whitespace) {
        let address = std::mem::take(description);
        *description = format!("DoraHacks: {address}");
    }
    if !team.is_empty() {
        let blank = if description.is_empty() { "" } else { "\n\n" };
        description.push_str(&format!("{blank}The team: {team}"));
    }
}
