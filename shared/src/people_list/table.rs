//! Lists whose first row names their columns.

use super::{LineFault, ListedPerson, read_address, read_cell, read_name, shortened};
use crate::invitation::MemberRole;
use crate::list_file::{Header, ListFault, ListKind, ListRow, Rows, says_none, unguarded, whole_number};

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
        "email" | "mail" | "emailaddress" | "mailaddress" | "address" | "useremail" | "judgeemail" => {
            Column::Email
        }
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

/// Most rows above the headings: people write a title there.
const ABOVE: usize = 10;

/// Reads a list with a row of headings, and names the columns that are not used; `None` for any other.
pub(super) fn read(text: &str) -> Result<Option<(Lines, Vec<String>)>, ListFault> {
    let mut rows = Rows::new(text, super::MOST + ABOVE + 2);
    let mut lines = Vec::new();
    let (header, columns) = loop {
        let Ok(Some(row)) = rows.next_row() else { return Ok(None) };
        if lines.len() > ABOVE || row.cells().any(|cell| cell.contains('@')) {
            return Ok(None);
        }
        let header = Header::of(&row);
        let columns: Vec<Option<Column>> = header.keys().iter().map(|key| column(key)).collect();
        if columns.contains(&Some(Column::Email)) {
            break (header, columns);
        }
        lines.push((row.line, Err(LineFault::NoAddress { text: said(&row) })));
        if row.len() == 1 {
            rows.renew_separator();
        }
    };
    let first = |at: usize| columns.iter().position(|column| *column == columns[at]) == Some(at);
    let used = (0..columns.len()).filter(|at| columns[*at].is_some() && first(*at)).map(Some);
    let unused = header.unused(&used.collect::<Vec<_>>());
    while lines.len() <= super::MOST
        && let Some(row) = rows.next_row()?
    {
        match header.overflow(&row) {
            Some((cells, columns)) => {
                lines.push((row.line, Err(LineFault::MoreCells { cells, columns })));
            }
            None => lines.extend(people(&row, &columns)),
        }
    }
    Ok(Some((lines, unused)))
}

/// The fault of a table whose first row names columns in words that are not known. Read without it, its people would lose their
/// roles and tracks, and an organizer of the file would be invited to judge.
pub(super) fn unknown_header(text: &str) -> Option<ListFault> {
    let mut rows = Rows::new(text, 2);
    let (first, second) = (rows.next_row().ok()??, rows.next_row().ok()??);
    let said = first.cells().filter(|cell| !cell.is_empty()).count();
    let addresses = |row: &ListRow<'_>| row.cells().filter(|cell| cell.contains('@')).count();
    let is_table = said > 2 && first.len() == second.len() && addresses(&second) == 1;
    (is_table && addresses(&first) == 0).then(|| Header::of(&first).lacks(ListKind::People))
}

/// What a row says, shortened.
fn said(row: &ListRow<'_>) -> String {
    let cells: Vec<&str> = row.cells().filter(|cell| !cell.is_empty()).collect();
    shortened(&cells.join(", "))
}

/// The address of a cell, and the name that stands with it as mail programs write it.
fn address(cell: &str) -> Result<(String, String), LineFault> {
    let whole = read_address(cell);
    if whole.is_ok() {
        return whole.map(|email| (email, String::new()));
    }
    let mut people = read_cell(cell).filter_map(Result::ok);
    match (people.next(), people.next()) {
        (Some(person), None) => Ok((person.email, person.name)),
        (Some(_), Some(_)) => Err(LineFault::Several { text: shortened(cell) }),
        (None, _) => whole.map(|email| (email, String::new())),
    }
}

/// The people of a row: one for each role that it names.
fn people(row: &ListRow<'_>, columns: &[Option<Column>]) -> Vec<(usize, Result<ListedPerson, LineFault>)> {
    let cell = |wanted: Column| {
        let at = columns.iter().position(|column| *column == Some(wanted));
        let said = at.map_or("", |at| unguarded(row.cell(at)));
        // A name may be any word, and no word stands for the role of a list.
        if matches!(wanted, Column::Tracks | Column::Cap) && says_none(said) { "" } else { said }
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
        return Err(LineFault::NoAddress { text: said(row) });
    }
    let (email, beside) = address(email)?;
    let name = match cell(Column::Name) {
        "" => format!("{} {}", cell(Column::FirstName), cell(Column::LastName)),
        name => name.to_owned(),
    };
    let name = if name.trim().is_empty() { beside } else { name };
    let cap = cell(Column::Cap);
    let review_cap = match cap {
        "" => None,
        text => match whole_number(text).and_then(|cap| i32::try_from(cap).ok()) {
            Some(cap) if cap >= 0 => Some(cap),
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
        email,
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
