//! Lists of people as organizers have them: pasted from mail programs and spreadsheets, or as CSV files. Each line is read
//! by itself, so that one bad line stops no other.
//!
//! Read are `ada@x.org`, `Ada <ada@x.org>`, `"Lovelace, Ada" <ada@x.org>`, several of these on a line, rows of a spreadsheet
//! or of a file without a header (`name,email,description`), and files whose first line names the columns.

mod behind;
mod contacts;
mod labels;
mod lines;
mod numbering;
mod records;
mod remarks;
mod sections;
mod table;
#[cfg(test)]
mod tests;
mod ticks;
mod verdict;

use crate::export::guard;
use crate::invitation::MemberRole;
use crate::joined_names::cell_of;
use crate::list_file::{ListFault, decode, heading, is_among};
use crate::names;
use crate::unicode::{Form, normal};
use std::borrow::Cow;

pub(crate) use lines::bare_name;
use numbering::without_guests;
pub(crate) use remarks::{SEPARATORS, name_says_out, remarks, says_name};
pub use verdict::{KnownPeople, KnownPerson, KnownTrack, LineVerdict, missing_tracks, verdicts};

/// Most people of one list.
pub const MOST: usize = 5_000;
/// The sign in an address, also as keyboards of East Asia write it.
pub const AT: [char; 2] = ['@', '＠'];
/// Most bytes of an address with what is around it. What cleans it again and again would take minutes for a text of megabytes.
const LONGEST_ADDRESS: usize = 1_000;
/// Most characters of a line that a fault repeats.
const SHOWN: usize = 80;

/// A person of a list, as the line has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedPerson {
    /// The line it begins on, from 1.
    pub line: usize,
    /// Address.
    pub email: String,
    /// Name; may be empty.
    pub name: String,
    /// The role that a column names; none without such a column.
    pub role: Option<MemberRole>,
    /// Names of tracks, as [`match_names`](crate::joined_names::match_names) reads them; with a verdict, each alone.
    pub tracks: Vec<String>,
    /// The most reviews that this judge takes.
    pub review_cap: Option<i32>,
    /// The fixture id.
    pub external_id: Option<String>,
}

/// Why a line names nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum LineFault {
    /// It holds no address.
    NoAddress { text: String },
    /// It is above the names of the columns. An address there is a contact for the list.
    AboveHeader { text: String },
    /// What should be an address is none.
    NotAnAddress { text: String },
    /// The address has no dot after the @, as if its end were missing.
    NoDomain { text: String },
    /// The name is too long, or holds characters that cannot be shown.
    Name { text: String },
    /// There is no such role.
    Role { text: String },
    /// The list has a status of this person other than that they come.
    State { text: String },
    /// The list has nothing where it has a tick or an answer for others who come.
    Unticked { text: String },
    /// The fixture id is too long, or holds characters that cannot be shown.
    ExternalId { text: String },
    /// The most reviews of a judge is no whole number.
    Cap { text: String },
    /// One cell holds several addresses.
    Several { text: String },
    /// The row has more cells than its list has columns, so a cell may be in the wrong one.
    MoreCells { cells: usize, columns: usize },
}

/// A person of a line, or why nobody is invited for what it says.
pub type Read = Result<ListedPerson, LineFault>;

/// What a list says: the people and the bad lines, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeopleList {
    /// Every person or fault, with the line it begins on.
    pub lines: Vec<(usize, Read)>,
    /// The list goes on after [`MOST`] people.
    pub cut: bool,
    /// The names of the columns that are not used.
    pub unused: Vec<String>,
    /// The names of the columns that read like merged cells: rows below the first of a group say nothing in them.
    pub merged: Vec<String>,
    /// What lines without columns say beside their people, and what is not read, each with its line.
    pub remarks: Vec<(usize, String)>,
}

/// Reads a list. A line that cannot be read is a fault of its own.
///
/// # Errors
/// [`ListFault`] for what is no list, and for a table whose rows cannot be told apart, or whose columns are named in words that are not known.
pub fn read(text: &str) -> Result<PeopleList, ListFault> {
    let text = decode(text.as_bytes())?;
    let text = narrow(&text);
    let mut list = match contacts::read(&text) {
        Some(contacts) => contacts,
        None => read_lines(&text)?,
    };
    list.cut = list.lines.len() > MOST;
    list.lines.truncate(MOST);
    Ok(list)
}

/// Reads answers to a form, a table, or a list of lines.
fn read_lines(text: &str) -> Result<PeopleList, ListFault> {
    if let Some(answers) = records::read(text)? {
        return Ok(answers);
    }
    let mut list = match table::read(text)? {
        Some(table) => table,
        None => match table::unknown_header(text) {
            Some(fault) => return Err(fault),
            None => lines::read(text)?,
        },
    };
    sections::apply(&mut list.lines);
    Ok(list)
}

/// The people of one cell of a table. Commas, semicolons, upright strokes and line ends separate them.
pub fn read_cell(cell: &str) -> impl Iterator<Item = Result<ListedPerson, LineFault>> {
    let cell = narrow(cell);
    let people = cell.lines().flat_map(|line| line.split('\r')).flat_map(lines::members);
    people.collect::<Vec<_>>().into_iter()
}

/// Signs that are read as others: those around an address that keyboards of East Asia write wide, and the names of pictures in chats.
const SIGNS: [(&str, &str); 14] = [
    ("＜", "<"),
    ("＞", ">"),
    ("＠", "@"),
    ("（", " ("),
    ("）", ") "),
    (":x:", "❌"),
    (":no_entry_sign:", "🚫"),
    (":-1:", "👎"),
    (":thumbsdown:", "👎"),
    (":white_check_mark:", "✅"),
    (":heavy_check_mark:", "✔"),
    (":ballot_box_with_check:", "☑"),
    (":+1:", "👍"),
    (":thumbsup:", "👍"),
];

/// How a link to an address goes on behind its name where notes are written in Markdown: `[Ada](mailto:ada@x.org)`.
const LINKED: &str = "](mailto:";

/// A text in which links to addresses are written as mail programs write them: `Ada <ada@x.org>`.
fn without_links(text: &str) -> Cow<'_, str> {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, link)) = rest.split_once(LINKED)
        && let Some((before, name)) = before.rsplit_once('[')
        && let Some((address, after)) = link.split_once(')')
    {
        plain.push_str(before);
        // A program writes the address as the name where it knows none.
        plain.push_str(if name.contains(AT) { "" } else { name });
        let (address, _) = address.split_once('?').unwrap_or((address, ""));
        plain.push_str(&format!(" <{address}>"));
        rest = after;
    }
    if plain.is_empty() {
        return Cow::Borrowed(text);
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// A text with each of [`SIGNS`] as it is read, and without links: `ana（ana＠oak.example） :x:`.
fn narrow(text: &str) -> Cow<'_, str> {
    let mut narrowed = without_links(text);
    for (written, read) in SIGNS {
        if narrowed.contains(written) {
            narrowed = Cow::Owned(narrowed.replace(written, read));
        }
    }
    narrowed
}

/// The person whom a cell of a table names by an address, alone or as mail programs write it: `Ana Oak <ana@oak.example>`. None where
/// it names nobody so, or somebody else too.
pub fn only_person(cell: &str) -> Option<ListedPerson> {
    let mut people = read_cell(cell);
    people.next()?.ok().filter(|_| people.next().is_none())
}

/// Whether a blank cuts an address that has its person’s name beside it: of `di yew@x.org`, the end alone is somebody else’s. In
/// `di <yew@x.org>` the address is whole.
pub(crate) fn is_cut(cell: &str) -> bool {
    let is_part = |word: &str| {
        word.contains(|c: char| c.is_ascii_alphanumeric())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "._+-".contains(c))
    };
    let mut words = cell.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(first), Some(second), None) => {
            is_part(first) && second.contains(AT) && !second.starts_with(['<', '('])
        }
        _ => false,
    }
}

/// The same people as a file of ours, which [`read`] reads to the same list: the form in which a checked list waits for its
/// confirmation.
pub fn write(people: &[ListedPerson]) -> String {
    let mut out = String::from("email,name,role,tracks,review_cap,external_id\n");
    for person in people {
        let cap = person.review_cap.map(|cap| cap.to_string()).unwrap_or_default();
        let cells = [
            person.email.as_str(),
            &guard(&person.name),
            person.role.map_or("", MemberRole::name),
            &cell_of(&person.tracks),
            &cap,
            person.external_id.as_deref().unwrap_or_default(),
        ];
        let quoted = cells.map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
        out.push_str(&quoted.join(","));
        out.push('\n');
    }
    out
}

/// A text cleaned again and again until that changes nothing. Cleaning only ever shortens, so this ends. Without it, what one
/// step lays bare would be read otherwise when a checked list is read for its confirmation.
fn settled(text: &str, clean: impl Fn(&str) -> String) -> String {
    let mut settled = clean(text);
    loop {
        let next = clean(&settled);
        if next.len() >= settled.len() {
            return settled;
        }
        settled = next;
    }
}

/// The address in a text, without what mail programs put around it.
fn read_address(text: &str) -> Result<String, LineFault> {
    if text.len() > LONGEST_ADDRESS {
        return Err(LineFault::NotAnAddress { text: shortened(text) });
    }
    let text = settled(&normal(Form::Nfkc, text), |text| {
        let text = names::clean_email(text);
        let text = text.trim_matches(|c| matches!(c, '<' | '>' | '"' | '\'' | '(' | ')' | '[' | ']')).trim();
        text.trim_end_matches('.').to_owned()
    });
    let text = text.as_str();
    if !names::is_email(text) || names::is_guest_address(text) || names::is_deleted_address(text) {
        return Err(LineFault::NotAnAddress { text: shortened(text) });
    }
    if !text.rsplit_once('@').is_some_and(|(_, domain)| domain.contains('.')) {
        return Err(LineFault::NoDomain { text: shortened(text) });
    }
    Ok(text.to_owned())
}

/// A name on one line, `Lovelace, Ada` the other way round.
fn read_name(text: &str) -> Result<String, LineFault> {
    let mut errors = crate::refusal::FieldErrors::default();
    let longest = crate::text::NAME;
    let field = crate::refusal::TextField::Name;
    let turned = settled(text, |text| turned_name(without_guests(bare_name(text))));
    let name = crate::text::clean_line("name", field, &turned, longest, &mut errors);
    errors.into_result().map(|()| name).map_err(|_| LineFault::Name { text: shortened(text) })
}

/// What people have behind their names, in the form in which names of columns are compared.
const TITLES: &str = "phd mphil md dds jd llm llb mba meng msc bsc esq cpa pmp jr sr ii iii iv";

/// A name on one line, the other way round where a comma parts it.
pub(crate) fn turned_name(text: &str) -> String {
    let text: String = text.chars().filter(|c| !crate::text::turns_direction(*c)).collect();
    // There are marks of direction at the ends of names that were copied.
    let edge = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\u{200e}' | '\u{200f}' | '\u{61c}');
    let text = text.trim_matches(edge);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.split_once(", ") {
        Some((_, title)) if is_among(TITLES, &heading(title)) => words,
        Some((family, given)) if !given.contains(',') && !family.is_empty() && !given.is_empty() => {
            format!("{given} {family}")
        }
        _ => words,
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        short.push('…');
    }
    short
}
