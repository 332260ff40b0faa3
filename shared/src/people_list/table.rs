//! Lists whose first row names their columns.

use super::cells::{Row, rows, unguarded};
use super::{LineFault, ListedPerson, read_address, read_name, shortened};
use crate::invitation::MemberRole;

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

/// The column with this heading, whatever its case and the signs between its words.
fn column(heading: &str) -> Option<Column> {
    let words: String =
        heading.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    Some(match words.as_str() {
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

/// Reads a list with a row of headings; `None` for any other.
pub(super) fn read(text: &str) -> Option<Vec<(usize, Result<ListedPerson, LineFault>)>> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if first.contains('@') {
        return None;
    }
    let separator = ['\t', ';', ','].into_iter().find(|c| first.contains(*c)).unwrap_or(',');
    let rows = rows(text, separator);
    let (head, body) = rows.split_first()?;
    let columns: Vec<Option<Column>> = head.cells.iter().map(|cell| column(cell)).collect();
    columns.contains(&Some(Column::Email)).then_some(())?;
    Some(body.iter().flat_map(|row| people(row, &columns)).collect())
}

/// The people of a row: one for each role that it names.
fn people(row: &Row, columns: &[Option<Column>]) -> Vec<(usize, Result<ListedPerson, LineFault>)> {
    let cell = |wanted: Column| {
        let at = columns.iter().position(|column| *column == Some(wanted));
        at.and_then(|at| row.cells.get(at)).map_or("", |cell| unguarded(cell))
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

fn person<'r>(row: &Row, cell: &dyn Fn(Column) -> &'r str) -> Result<ListedPerson, LineFault> {
    let email = cell(Column::Email);
    if email.is_empty() {
        return Err(LineFault::NoAddress { text: shortened(&row.cells.join(" ")) });
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
