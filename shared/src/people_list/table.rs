//! Lists whose first row names their columns.

use super::{LineFault, ListedPerson, read_address, read_name, shortened};
use crate::invitation::MemberRole;
use crate::list_file::{Header, ListFault, ListRow, Rows, unguarded};

/// A column that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Email,
    Name,
    FirstName,
    LastName,
    Role,
    Tracks,
    Cap,
    ExternalId,
}

/// The column with this heading, in the form in which headings are compared.
fn column(heading: &str) -> Option<Column> {
    Some(match heading {
        "email" | "mail" | "emailaddress" | "mailaddress" | "address" => Column::Email,
        "name" | "fullname" | "displayname" | "judge" | "person" => Column::Name,
        "firstname" | "givenname" | "forename" => Column::FirstName,
        "lastname" | "familyname" | "surname" => Column::LastName,
        "role" | "roles" => Column::Role,
        "track" | "tracks" => Column::Tracks,
        "cap" | "reviewcap" | "maxreviews" | "mostreviews" => Column::Cap,
        "externalid" | "fixtureid" => Column::ExternalId,
        _ => return None,
    })
}

type Lines = Vec<(usize, Result<ListedPerson, LineFault>)>;

/// Reads a list with a row of headings; `None` for any other.
pub(super) fn read(text: &str) -> Result<Option<Lines>, ListFault> {
    let mut rows = Rows::new(text, super::MOST + 2);
    let Ok(Some(first)) = rows.next_row() else { return Ok(None) };
    let columns: Vec<Option<Column>> = Header::of(&first).keys().iter().map(|key| column(key)).collect();
    if first.cells().any(|cell| cell.contains('@')) || !columns.contains(&Some(Column::Email)) {
        return Ok(None);
    }
    let mut lines = Vec::new();
    while lines.len() <= super::MOST
        && let Some(row) = rows.next_row()?
    {
        lines.extend(people(&row, &columns));
    }
    Ok(Some(lines))
}

/// The people of a row: one for each role that it names.
fn people(row: &ListRow<'_>, columns: &[Option<Column>]) -> Vec<(usize, Result<ListedPerson, LineFault>)> {
    let cell = |wanted: Column| {
        let at = columns.iter().position(|column| *column == Some(wanted));
        at.map_or("", |at| unguarded(row.cell(at)))
    };
    match person(row, &cell) {
        Err(fault) => vec![(row.line, Err(fault))],
        Ok(person) => match roles(cell(Column::Role)) {
            Err(fault) => vec![(row.line, Err(fault))],
            Ok(roles) if roles.is_empty() => vec![(row.line, Ok(person))],
            Ok(roles) => roles
                .into_iter()
                .map(|role| (row.line, Ok(ListedPerson { role: Some(role), ..person.clone() })))
                .collect(),
        },
    }
}

fn person<'r>(row: &ListRow<'_>, cell: &dyn Fn(Column) -> &'r str) -> Result<ListedPerson, LineFault> {
    let email = cell(Column::Email);
    if email.is_empty() {
        return Err(LineFault::NoAddress { text: shortened(&row.cells().collect::<Vec<_>>().join(" ")) });
    }
    let name = match cell(Column::Name) {
        "" => format!("{} {}", cell(Column::FirstName), cell(Column::LastName)),
        name => name.to_owned(),
    };
    let cap = cell(Column::Cap);
    let review_cap = match cap {
        "" => None,
        text => match text.parse::<i32>() {
            Ok(cap) if cap >= 0 => Some(cap),
            _ => return Err(LineFault::Cap { text: shortened(text) }),
        },
    };
    let external_id = cell(Column::ExternalId);
    if external_id.chars().count() > crate::text::NAME || external_id.chars().any(char::is_control) {
        return Err(LineFault::ExternalId { text: shortened(external_id) });
    }
    let separators: &[char] = if cell(Column::Tracks).contains(';') { &[';'] } else { &[';', ','] };
    let tracks = cell(Column::Tracks).split(separators).map(|name| unguarded(name.trim()).to_owned());
    Ok(ListedPerson {
        line: row.line,
        email: read_address(email)?,
        name: read_name(&name)?,
        role: None,
        tracks: tracks.filter(|name| !name.is_empty()).collect(),
        review_cap,
        external_id: Some(external_id.to_owned()).filter(|id| !id.is_empty()),
    })
}

fn roles(text: &str) -> Result<Vec<MemberRole>, LineFault> {
    let mut roles = Vec::new();
    for name in text.split([';', ',']).map(str::trim).filter(|name| !name.is_empty()) {
        let role = MemberRole::from_name(&name.to_lowercase())
            .ok_or_else(|| LineFault::Role { text: shortened(name) })?;
        if !roles.contains(&role) {
            roles.push(role);
        }
    }
    Ok(roles)
}
