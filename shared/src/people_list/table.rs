//! Lists whose first row names their columns.

use super::numbering::{is_counted, uncounted};
use super::ticks::{Answer, Answers};
use super::{
    LineFault, ListedPerson, PeopleList, Read, is_cut, name_says_out, read_address, read_cell, read_name,
    shortened, turned_name,
};
use crate::invitation::MemberRole;
use crate::joined_names::one_name;
use crate::list_file::{
    ABOVE, Header, LOOKED_AT, ListFault, ListKind, ListRow, MergedCells, Rows, Unread, behind_name,
    has_a_day, in_english, is_aside, is_damaged, is_of_a_day, is_of_others, names_groups, says_none,
    state_key, unguarded, whole_number, without_signs,
};
use crate::names::email_key;
use crate::text::name_key;

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
    State,
    /// Who comes on one of several days.
    Day,
    /// Who was there, before anybody was.
    NobodyYet,
    /// Ticks for those who have this role.
    Ticked(MemberRole),
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
        "status" | "confirmed" | "accepted" | "approved" | "attended" | "registered" | "eligible" => {
            Column::State
        }
        _ if ANSWERS.contains(&heading) => Column::State,
        _ => return None,
    })
}

/// Names of columns that are of answers, in whatever words. Of the other names, the cells say it.
const ANSWERS: [&str; 6] =
    ["rsvp", "rsvpstatus", "attending", "attendeestatus", "approvalstatus", "registrationstatus"];

/// Reads a list with a row of headings; `None` for any other.
pub(super) fn read(text: &str) -> Result<Option<PeopleList>, ListFault> {
    let mut rows = Rows::new(text, super::MOST + ABOVE + 2);
    let mut list = PeopleList::default();
    let (header, columns) = loop {
        let Ok(Some(row)) = rows.next_row() else { return Ok(None) };
        if list.lines.len() > ABOVE {
            return Ok(None);
        }
        let has_address = names_somebody(&row);
        let header = Header::of(&row);
        // Below addresses, a lone word such as “Email” is somebody’s remark.
        let least = if list.lines.iter().any(|(_, read)| is_above(read)) { 2 } else { 1 };
        if !has_address
            && !is_of_groups(&row, &rows)
            && let Some(columns) = columns(&header, &rows)
            && columns.iter().flatten().count() >= least
        {
            break (header, columns);
        }
        let text = said(&row);
        let fault = if has_address { LineFault::AboveHeader { text } } else { LineFault::NoAddress { text } };
        list.lines.push((row.line, Err(fault)));
        rows.renew_separator();
    };
    let first = |at: usize| columns.iter().position(|column| *column == columns[at]) == Some(at);
    let each_counts =
        |at: usize| matches!(columns[at], Some(Column::State | Column::Day | Column::NobodyYet));
    let is_used = |at: &usize| each_counts(*at) || (columns[*at].is_some() && first(*at));
    let used: Vec<Option<usize>> = (0..columns.len()).filter(is_used).map(Some).collect();
    let says = |at: &Option<usize>| at.is_some_and(|at| columns.get(at) != Some(&Some(Column::NobodyYet)));
    list.unused = header.unused(&used.iter().copied().filter(says).collect::<Vec<_>>());
    let unread = Unread::of(&header, &used);
    let answers = answers(&header, &columns, &rows);
    let counted = has_counted_names(&columns, &rows);
    let mut merged = vec![MergedCells::default(); columns.len()];
    while list.lines.len() <= super::MOST
        && let Some(row) = rows.next_row()?
    {
        if header.is_repeated(&row)? {
            continue;
        }
        merged.iter_mut().enumerate().for_each(|(at, merged)| merged.look(row.cell(at)));
        // In another column, the list may say that somebody does not come.
        let gone = unread.gone(&row).filter(|_| names_somebody(&row));
        match (header.overflow(&row), gone) {
            (Some((cells, columns)), _) => {
                list.lines.push((row.line, Err(LineFault::MoreCells { cells, columns })));
            }
            (None, Some(against)) => {
                list.lines.push((row.line, Err(LineFault::State { text: against.text() })));
            }
            (None, None) => list.lines.extend(people(&row, &columns, &answers, counted)),
        }
    }
    let grouped = columns.iter().zip(&merged).zip(header.names());
    let grouped = grouped.filter(|((column, merged), _)| {
        matches!(column, Some(Column::Role | Column::Tracks)) && merged.are_likely(false)
    });
    list.merged = grouped.map(|(_, name)| name.clone()).collect();
    Ok(Some(list))
}

/// Whether the names of a table have numbers that count them.
fn has_counted_names(columns: &[Option<Column>], rows: &Rows<'_>) -> bool {
    let is_of_names = |column: &Option<Column>| matches!(column, Some(Column::Name | Column::FirstName));
    // A list of ours that waits for its confirmation was read already.
    let is_ours = columns.contains(&Some(Column::ExternalId));
    let Some(at) = columns.iter().position(is_of_names).filter(|_| !is_ours) else { return false };
    let (mut rows, mut names) = (rows.clone(), Vec::new());
    while let Ok(Some(row)) = rows.next_row() {
        names.extend(names_somebody(&row).then(|| row.cell(at).to_owned()));
    }
    is_counted(names.iter().map(String::as_str))
}

/// Whether a row names groups of the columns that the next one names.
fn is_of_groups(row: &ListRow<'_>, rows: &Rows<'_>) -> bool {
    let mut ahead = rows.clone();
    let Ok(Some(next)) = ahead.next_row() else { return false };
    names_groups(row, &next) && !names_somebody(&next) && columns(&Header::of(&next), &ahead).is_some()
}

fn is_above(read: &Read) -> bool {
    matches!(read, Err(LineFault::AboveHeader { .. }))
}

/// What the columns of a header hold; `None` where it has none of addresses. `rows` begin below it: where the headings of two columns
/// are exchanged, or the one of the addresses is not known, their cells say it.
fn columns(header: &Header, rows: &Rows<'_>) -> Option<Vec<Option<Column>>> {
    let named = header.keys().iter().enumerate();
    let written: Vec<Option<Column>> = named
        .map(|(at, key)| ticked_role(header, rows, at).map(Column::Ticked).or_else(|| column(key)))
        .collect();
    // Beside “Name” and “Email”, “Jury” and “Email (school)” are something else.
    let known = |(as_written, english): (&Option<Column>, &Option<&str>)| {
        // Of several columns of answers, each counts.
        let is_other = |column: &Column| *column == Column::State || !written.contains(&Some(*column));
        as_written.or_else(|| column((*english)?).filter(is_other))
    };
    let mut columns: Vec<Option<Column>> = written.iter().zip(header.english()).map(known).collect();
    for (column, name) in columns.iter_mut().zip(header.names()) {
        let asks_for_one = || in_english(name) == Some("availability") && has_a_day(name);
        if column.is_none() && (is_of_a_day(name) || asks_for_one()) {
            *column = Some(Column::Day);
        }
    }
    let named = columns.iter().position(|column| *column == Some(Column::Email));
    let names_people = columns
        .iter()
        .flatten()
        .any(|column| matches!(column, Column::Name | Column::FirstName | Column::LastName));
    let filled = if named.is_some() || names_people { column_of_addresses(rows) } else { None };
    let filled = filled.and_then(|at| Some((at, columns.get(at)?.is_some())));
    match (named, filled) {
        (Some(named), Some((filled, true))) => columns.swap(named, filled),
        // Without an address of their own, people are not those whom another column names.
        (Some(_), _) => {}
        (None, Some((filled, false))) => *columns.get_mut(filled)? = Some(Column::Email),
        // Calendars write `Ana Oak <ana@oak.example>` below “Name”. A lone “Jury” above addresses is the title of a list without headings.
        (None, Some((filled, true)))
            if columns.get(filled) == Some(&Some(Column::Name)) && columns.iter().flatten().count() > 1 =>
        {
            *columns.get_mut(filled)? = Some(Column::Email);
        }
        (None, _) => return None,
    }
    // Forms ask “What is your role?”, and people answer “engineer”.
    let names_roles =
        |at: usize| rows.ahead().any(|row| roles(row.cell(at)).is_ok_and(|roles| !roles.is_empty()));
    // And “Status” may be what somebody works as. What is called “RSVP” is an answer, in whatever words.
    let answered = answers(header, &columns, rows);
    let holds_states = |at: usize| {
        header.keys().get(at).is_some_and(|key| ANSWERS.contains(&key.as_str()))
            || answered.get(at).is_some_and(Answers::say_either)
    };
    // Sites export “Checked in: No” of everybody until the doors open.
    let was_there = |at: usize| header.english().get(at) == Some(&Some("attended"));
    for (at, column) in columns.iter_mut().enumerate() {
        let is_another = match column {
            Some(Column::Role) => !written.contains(&Some(Column::Role)) && !names_roles(at),
            // `Status (payment)` is none of whether somebody comes.
            Some(Column::State | Column::Day) => {
                header.names().get(at).is_some_and(|name| is_aside(name)) || !holds_states(at)
            }
            _ => false,
        };
        if is_another {
            *column = None;
        } else if *column == Some(Column::State)
            && was_there(at)
            && answered.get(at).is_some_and(Answers::are_no)
        {
            *column = Some(Column::NobodyYet);
        } else if *column == Some(Column::State) && header.names().get(at).is_some_and(|name| has_a_day(name))
        {
            *column = Some(Column::Day);
        }
    }
    if let Some(column) = column_of_roles(header, &columns, rows).and_then(|at| columns.get_mut(at)) {
        *column = Some(Column::Role);
    }
    name_halves(header, &mut columns);
    Some(columns)
}

/// The role by which a column is called that has nothing but ticks, as far as the next rows show.
fn ticked_role(header: &Header, rows: &Rows<'_>, at: usize) -> Option<MemberRole> {
    let [role] = roles(header.names().get(at)?).ok()?[..] else { return None };
    // A “Member” who says yes may be one of a club.
    let is_plain =
        role != MemberRole::Participant || header.keys().get(at).is_some_and(|key| key == "participant");
    let mut answers = Answers::default();
    rows.ahead().for_each(|row| answers.look(row.cell(at)));
    (is_plain && answers.are_ticks()).then_some(role)
}

/// What the columns of ticks and answers say in all rows of people.
fn answers(header: &Header, columns: &[Option<Column>], rows: &Rows<'_>) -> Vec<Answers> {
    let is_asked =
        |column: &Option<Column>| matches!(column, Some(Column::State | Column::Day | Column::Ticked(_)));
    let mut answers = vec![Answers::default(); columns.len()];
    let mut rows = rows.clone();
    while columns.iter().any(is_asked)
        && let Ok(Some(row)) = rows.next_row()
    {
        if !names_somebody(&row) || header.overflow(&row).is_some() {
            continue;
        }
        for (at, answers) in
            answers.iter_mut().enumerate().filter(|(at, _)| columns.get(*at).is_some_and(is_asked))
        {
            answers.look(unguarded(row.cell(at)));
        }
    }
    answers
}

/// Whether a row has an address.
fn names_somebody(row: &ListRow<'_>) -> bool {
    row.cells().any(|cell| cell.contains('@'))
}

/// What a column of kinds of people is called, one of which may be a judge.
const KINDS: [Option<&str>; 2] = [Some("kind"), Some("category")];

/// The only column of a list without roles in which every cell is one or a word for others, as far as the next rows show: “Type”, say. Of a
/// column called so, one is enough: a sponsor there is no judge.
fn column_of_roles(header: &Header, columns: &[Option<Column>], rows: &Rows<'_>) -> Option<usize> {
    let is_one = |cell: &str| roles(cell).is_ok_and(|roles| !roles.is_empty());
    let is_known = |cell: &str| {
        let mut parts = cell.split([';', ',', '/', '&', '+']).filter(|part| !part.trim().is_empty());
        is_one(cell) || parts.all(|part| is_one(part) || is_of_others(&state_key(part)))
    };
    let top: Vec<ListRow<'_>> = rows.ahead().collect();
    // A “Member” there may be one of a club.
    let is_plain = |cell: &str| only_role(cell).is_some();
    let is_kind = |at: usize| header.english().get(at).is_some_and(|english| KINDS.contains(english));
    let names_roles = |at: &usize| {
        let mut said = top.iter().map(|row| row.cell(*at)).filter(|cell| !cell.is_empty()).peekable();
        let any = || top.iter().any(|row| is_one(row.cell(*at)));
        said.peek().is_some() && if is_kind(*at) { said.any(is_plain) } else { any() && said.all(is_known) }
    };
    let unknown = columns.iter().enumerate().filter(|(_, column)| column.is_none());
    let mut found = unknown.map(|(at, _)| at).filter(names_roles);
    match (found.next(), found.next()) {
        (Some(at), None) if !columns.contains(&Some(Column::Role)) => Some(at),
        _ => None,
    }
}

/// “Nom” beside “Prénom” is the other half of a name, and so is “Nombre” beside “Apellidos”.
fn name_halves(header: &Header, columns: &mut [Option<Column>]) {
    let has = |wanted: Column| columns.contains(&Some(wanted));
    let half = match (has(Column::FirstName), has(Column::LastName)) {
        (true, false) => Column::LastName,
        (false, true) => Column::FirstName,
        _ => return,
    };
    let is_plain = |at: &usize| header.english().get(*at) == Some(&Some("name"));
    let at = columns.iter().position(|column| *column == Some(Column::Name)).filter(is_plain);
    if let Some(column) = at.and_then(|at| columns.get_mut(at)) {
        *column = Some(half);
    }
}

/// A first and a last name as one, unless one of them is the whole name already.
fn whole_name(first: &str, last: &str) -> String {
    if last.strip_prefix(first).is_some_and(|rest| rest.starts_with(' ')) {
        return last.to_owned();
    }
    if first.strip_suffix(last).is_some_and(|rest| rest.ends_with([' ', ','])) {
        return first.to_owned();
    }
    format!("{first} {last}")
}

/// The only column with addresses, and with little else, as far as the next rows show.
fn column_of_addresses(rows: &Rows<'_>) -> Option<usize> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for row in rows.ahead() {
        counts.resize(counts.len().max(row.len()), (0, 0));
        for ((said, addresses), cell) in counts.iter_mut().zip(row.cells()) {
            *said += usize::from(!cell.is_empty());
            // `@ana` is what somebody is called elsewhere.
            *addresses += usize::from(cell.find('@').is_some_and(|at| at > 0));
        }
    }
    let mut of_addresses = counts.iter().enumerate().filter(|(_, (_, addresses))| *addresses > 0);
    match (of_addresses.next(), of_addresses.next()) {
        (Some((at, (said, addresses))), None) if addresses * 2 > *said => Some(at),
        _ => None,
    }
}

/// The fault of a table whose first row names columns in words that are not known. Read without it, its people would lose their
/// roles and tracks, and an organizer of the file would be invited to judge. So would somebody whose address has a column of its own
/// beside theirs: a buyer of tickets, or an assistant.
pub(super) fn unknown_header(text: &str) -> Option<ListFault> {
    let mut rows = Rows::new(text, LOOKED_AT + 1);
    let first = rows.next_row().ok()??;
    let addresses = |row: &ListRow<'_>| row.cells().filter(|cell| cell.contains('@')).count();
    // Cells that are all addresses are a list of people.
    let is_below = |row: ListRow<'_>| {
        let addresses = addresses(&row);
        row.len() == first.len() && (addresses == 1 || (1..row.filled().count()).contains(&addresses))
    };
    let is_table = first.filled().count() > 2 && addresses(&first) == 0 && rows.ahead().any(is_below);
    is_table.then(|| Header::of(&first).lacks(ListKind::People))
}

/// What a row says, shortened.
fn said(row: &ListRow<'_>) -> String {
    let cells: Vec<&str> = row.filled().map(|(_, cell)| cell).collect();
    shortened(&cells.join(", "))
}

/// The address of a cell, the name beside it as mail programs write it, and the role in parentheses behind it.
fn address(cell: &str) -> Result<(String, String, Option<MemberRole>), LineFault> {
    let broken = match read_address(cell) {
        Ok(email) => return Ok((email, String::new(), None)),
        Err(broken) => broken,
    };
    let mut people = read_cell(cell).filter_map(Result::ok);
    // `ada@x.org <ada@x.org>`, as mail programs write who has no name, is one person.
    let (first, more): (Option<ListedPerson>, Vec<ListedPerson>) = (people.next(), people.collect());
    let key = |person: &ListedPerson| email_key(&person.email);
    let others = first.as_ref().is_some_and(|first| more.iter().any(|other| key(other) != key(first)));
    match first {
        Some(_) if others => Err(LineFault::Several { text: shortened(cell) }),
        Some(person) => {
            let mut names = std::iter::once(person.name).chain(more.into_iter().map(|again| again.name));
            Ok((person.email, names.find(|name| !name.is_empty()).unwrap_or_default(), person.role))
        }
        None => {
            let is_state = |fault: &LineFault| matches!(fault, LineFault::State { .. });
            Err(read_cell(cell).filter_map(Result::err).find(is_state).unwrap_or(broken))
        }
    }
}

/// The people of a row: one for each role that it names.
fn people(
    row: &ListRow<'_>,
    columns: &[Option<Column>],
    answers: &[Answers],
    counted: bool,
) -> Vec<(usize, Read)> {
    let cell = |wanted: Column| {
        let at = columns.iter().position(|column| *column == Some(wanted));
        let cell = at.map_or("", |at| row.cell(at));
        let said = unguarded(cell);
        // A name may be any word, and no word means the role of a list.
        let says_nothing = match wanted {
            Column::Tracks | Column::Cap => says_none(said),
            Column::Name | Column::FirstName | Column::LastName => is_damaged(cell),
            _ => false,
        };
        match wanted {
            _ if says_nothing => "",
            Column::Name | Column::FirstName if counted => uncounted(said),
            _ => said,
        }
    };
    let numbered = |read| (row.line, read);
    match in_roles(row, columns, answers, &cell) {
        Err(fault) => vec![numbered(Err(fault))],
        Ok((person, roles)) => {
            let beside = beside(cell(Column::Email), &person.name);
            let in_role = |role| ListedPerson { role, ..person.clone() };
            let roles = if roles.is_empty() { vec![None] } else { roles.into_iter().map(Some).collect() };
            let people = roles.into_iter().map(|role| Ok(in_role(role)));
            people.chain(beside.into_iter().map(Err)).map(numbered).collect()
        }
    }
}

/// The person of a row, and the roles that it names or ticks.
fn in_roles<'r>(
    row: &ListRow<'_>,
    columns: &[Option<Column>],
    answers: &[Answers],
    cell: &dyn Fn(Column) -> &'r str,
) -> Result<(ListedPerson, Vec<MemberRole>), LineFault> {
    let (ticked, unticked) = comes(row, columns, answers)?;
    let person = person(row, cell)?;
    let mut roles = roles(cell(Column::Role))?;
    for role in ticked {
        if !roles.contains(&role) {
            roles.push(role);
        }
    }
    if roles.is_empty() {
        roles.extend(person.role);
    }
    // Where the list says a role in words, it needs no tick.
    if unticked && roles.is_empty() {
        return Err(LineFault::Unticked { text: said(row) });
    }
    Ok((person, roles))
}

/// What a cell says beside its one address that is not its person’s name: nobody is invited for it.
fn beside(cell: &str, name: &str) -> Vec<LineFault> {
    if read_address(cell).is_ok() {
        return Vec::new();
    }
    let name = name_key(name);
    let is_name = |fault: &LineFault| match fault {
        LineFault::NoAddress { text } => name_key(&turned_name(text)) == name,
        _ => false,
    };
    read_cell(cell).filter_map(Result::err).filter(|fault| !is_name(fault)).collect()
}

/// The roles that are ticked for a row’s person, and whether none is where the list has ticks for them.
///
/// # Errors
/// Where the person does not come, or where nobody knows.
fn comes(
    row: &ListRow<'_>,
    columns: &[Option<Column>],
    answers: &[Answers],
) -> Result<(Vec<MemberRole>, bool), LineFault> {
    let (mut ticked, mut denied, mut asks) = (Vec::new(), None, false);
    // One day is enough.
    let (mut comes_once, mut on_no_day) = (false, None);
    for (at, (column, answers)) in columns.iter().zip(answers).enumerate() {
        let Some(column @ (Column::State | Column::Day | Column::Ticked(_))) = column else { continue };
        let cell = unguarded(row.cell(at));
        let other = || LineFault::State { text: shortened(cell) };
        let says_nothing = || names_somebody(row) && answers.say_yes();
        match (column, answers.of(cell)) {
            (Column::Day, Answer::Yes) => comes_once = true,
            (Column::Day, Answer::No | Answer::Other) => on_no_day = Some(other()),
            (Column::Day, Answer::Nothing) if says_nothing() => {
                on_no_day = on_no_day.or_else(|| Some(LineFault::Unticked { text: said(row) }));
            }
            (Column::State, Answer::No) | (_, Answer::Other) => return Err(other()),
            (Column::State, Answer::Nothing) if says_nothing() => {
                return Err(LineFault::Unticked { text: said(row) });
            }
            (Column::Ticked(_), Answer::No) => {
                (asks, denied) = (true, denied.or_else(|| Some(other())));
            }
            (Column::Ticked(_), Answer::Nothing) => asks = true,
            (Column::Ticked(role), Answer::Yes) if !ticked.contains(role) => ticked.push(*role),
            _ => {}
        }
    }
    if let Some(fault) = on_no_day.filter(|_| !comes_once) {
        return Err(fault);
    }
    let unticked = asks && ticked.is_empty();
    match denied {
        Some(fault) if unticked => Err(fault),
        _ => Ok((ticked, unticked)),
    }
}

fn person<'r>(row: &ListRow<'_>, cell: &dyn Fn(Column) -> &'r str) -> Read {
    let email = cell(Column::Email);
    if email.is_empty() {
        return Err(LineFault::NoAddress { text: said(row) });
    }
    let name = match cell(Column::Name) {
        "" => whole_name(cell(Column::FirstName), cell(Column::LastName)),
        name => name.to_owned(),
    };
    if !name.trim().is_empty() && is_cut(email) {
        return Err(LineFault::NotAnAddress { text: shortened(email) });
    }
    let (email, beside, role) = address(email)?;
    let name = if name.trim().is_empty() { beside } else { name };
    let read = read_name(&name);
    if [Some(name.as_str()), read.as_deref().ok()].into_iter().flatten().any(name_says_out) {
        return Err(LineFault::State { text: shortened(&name) });
    }
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
    let tracks = cell(Column::Tracks);
    let parted = tracks.contains(';');
    let tracks = tracks.split(';').map(|name| unguarded(name.trim())).filter(|name| !name.is_empty());
    // Where semicolons part the names, a comma is in one of them.
    let tracks = tracks.map(|name| behind_name(name, |column| column == "track"));
    let tracks = tracks.map(|name| if parted { one_name(name) } else { name.to_owned() });
    Ok(ListedPerson {
        line: row.line,
        email,
        name: read?,
        role,
        tracks: tracks.collect(),
        review_cap,
        external_id: Some(external_id.to_owned()).filter(|id| !id.is_empty()),
    })
}

fn roles(text: &str) -> Result<Vec<MemberRole>, LineFault> {
    let mut roles = Vec::new();
    for name in text.split([';', ',']).map(str::trim).filter(|name| !name.is_empty()) {
        let role = MemberRole::from_name(&name.to_lowercase()).or_else(|| role_in_english(name));
        let role = role.ok_or_else(|| LineFault::Role { text: shortened(name) })?;
        if !roles.contains(&role) {
            roles.push(role);
        }
    }
    Ok(roles)
}

/// The role that a cell or a line is the word for, with nothing beside it. `Members` may be those of anything.
pub(super) fn only_role(text: &str) -> Option<MemberRole> {
    let word = without_signs(text);
    let [role] = roles(word).or_else(|_| roles(word.trim_end_matches(['s', 'S']))).ok()?[..] else {
        return None;
    };
    let is_plain = role != MemberRole::Participant || word.to_lowercase().starts_with("participant");
    is_plain.then_some(role)
}

/// The role of a word in another language.
fn role_in_english(name: &str) -> Option<MemberRole> {
    match in_english(name)? {
        "judge" => Some(MemberRole::Judge),
        "organizer" => Some(MemberRole::Organizer),
        "members" => Some(MemberRole::Participant),
        _ => None,
    }
}
