//! Lists of projects that organizers already hold: Devpost's project export, DoraHacks, Gavel, Jury, and our own CSV.
//!
//! Columns are found by their names, whatever their order and case. What a file says of a project is read row by row, rows
//! of one submission become one project, and [`verdict`] compares it with what the event holds. Nothing here panics, whatever
//! the bytes: `script/fuzz-parsers` tries.

mod columns;
mod devpost;
mod header_columns;
mod known_columns;
mod links;
mod merge;
mod moments;
mod notes;
mod plain;
mod project;
mod status;
mod texts;
mod verdict;

pub use known_columns::{ColumnChoice, ColumnMeaning};
pub use links::link_key;
pub use notes::{RowField, RowNote, RowRejection};
pub use project::{BY_TITLE, ImportContent, ListedMember, ReadProject, Readiness};
pub use verdict::{ChangedField, FoundProject, RowVerdict, verdict};

use crate::list_file::{ListFault, ListRow, Rows, decode, header_row, heading, in_english};
use crate::names::is_email;
use crate::people_list::AT;
use crate::prelude::*;
use crate::text::search_key;
use crate::unicode::{Form, normal};
use columns::{Columns, FirstRow};
use known_columns::Column;
use status::Said;

/// Most rows of a file, drafts and repeats included. The largest events have some 2,000 projects.
pub const MOST_ROWS: usize = 20_000;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectFile {
    /// Whose file it is.
    pub shape: Shape,
    /// Its projects, in the order of their first rows.
    pub projects: Vec<ReadProject>,
    /// Columns that say something.
    pub columns: Vec<FileColumn>,
    /// What is so in the whole file.
    pub notes: Vec<FileNote>,
}

/// Whose list of projects a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Devpost's project export, with any of its options.
    Devpost,
    /// The list of projects of DoraHacks.
    DoraHacks,
    /// Gavel's list: name, location and description, without a header.
    Gavel,
    /// Jury's list.
    Jury,
    /// Our own `projects.csv`, or a table with at least a `title`.
    #[default]
    Plain,
}

named! { Shape:
    Devpost = "devpost", DoraHacks = "dorahacks", Gavel = "gavel", Jury = "jury", Plain = "plain",
}

/// A column that says something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileColumn {
    /// What it is known by when an organizer says what it holds: its name in the form in which names of columns are compared, behind a
    /// sign where the name is known.
    pub key: String,
    /// Its name in the file, shortened.
    pub name: String,
    /// How many rows say something in it.
    pub filled: usize,
    /// The beginning of the first cell that does.
    pub example: String,
    /// What its name says.
    pub by_name: ColumnMeaning,
    /// What it is read as.
    pub holds: ColumnMeaning,
}

impl FileColumn {
    /// Whether something is taken from it.
    pub fn is_used(&self) -> bool {
        self.holds != ColumnMeaning::Nothing
    }
}

/// What is so in a whole file, said once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileNote {
    /// No column that is known holds titles, so an organizer has to say which one does.
    NoTitles,
    /// The columns are named in this row, and what stands above it is not read.
    HeaderBelow(usize),
    /// The cells contradict the names of the columns, so these are not used.
    NamesDoubted,
    /// This column says something in the first row of each group only.
    Merged(String),
    /// Several columns have one of these names, and not all of them are read.
    SameNames(Vec<String>),
    /// Rows name members without their addresses.
    NamesOnly(usize),
    /// No column that is read holds members' addresses.
    NoMembers,
    /// Days are written before months, as other rows of the column show.
    DayFirst,
    /// Times have no zone, and are read as UTC.
    NoZone,
    /// An earlier program lost letters, as in this word.
    LostLetters(String),
    /// So many rows have the number of another project of the event, since the numbers are another site’s.
    ForeignNumbers(usize),
    /// So many rows have the number of another project of the event, and are not taken.
    OthersNumbers(usize),
}

/// Whether a cell is a list of people: addresses, with little beside them.
fn lists_people(cell: &str) -> bool {
    if !cell.contains(AT) {
        return false;
    }
    let cell = normal(Form::Nfkc, cell);
    let words: Vec<&str> = cell
        .split(|c: char| c.is_whitespace() || ",;|/<>()[]\"".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let addresses = words.iter().filter(|word| is_email(word.trim_start_matches("mailto:"))).count();
    addresses > 0 && words.len() <= 4 * addresses
}

/// Whether the first row of a list without a header may be one in words that are not known: it alone has a place without a number,
/// or no row has one, and the column may hold teams.
fn may_begin_with_a_header(read: &[ReadProject]) -> bool {
    let numbered = |project: &ReadProject| {
        project.content.place.as_ref().map(|place| place.contains(|c: char| c.is_numeric()))
    };
    let mut places = read.iter().map(numbered);
    let first = places.next().flatten();
    let others: Vec<bool> = places.flatten().collect();
    let alone = first == Some(false) && !others.is_empty() && others.iter().all(|numbered| *numbered);
    alone || !first.into_iter().chain(others).any(|numbered| numbered)
}

/// Pairs of brackets that people put around the kind of a column.
const BRACKETS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('（', '）')];
/// Words for kinds of columns, in the form in which names of columns are compared.
const KINDS: &str = "text longtext shorttext string str varchar char number integer int float decimal date datetime time timestamp url \
    uri link email boolean bool yesno checkbox file required optional mandatory";

/// Whether a row says no more than of what kind its columns are: below a header, some forms and spreadsheets have their units or types.
fn says_kinds(row: &ListRow<'_>) -> bool {
    let said: Vec<&str> = row.filled().map(|(_, cell)| cell).collect();
    let is_kind = |cell: &&str| {
        let is_in = |(open, close): (char, char)| cell.starts_with(open) && cell.ends_with(close);
        BRACKETS.into_iter().any(is_in) || KINDS.split(' ').any(|kind| kind == heading(cell))
    };
    // One cell alone may be a title.
    said.len() > 1 && said.iter().all(is_kind)
}

/// Whether a row is one cell that says what it is: below each other, `Project: Lamp` and `Team: Oak` are one project, and no table.
fn says_what_it_is(row: &ListRow<'_>) -> bool {
    let mut said = row.filled();
    let alone = said.next().filter(|_| said.next().is_none());
    let parts = alone.and_then(|(_, cell)| cell.split_once([':', '：']));
    parts.is_some_and(|(name, rest)| {
        in_english(name).is_some() && rest.trim().starts_with(char::is_alphanumeric)
    })
}

/// How cells begin that say what to write into them, in the form in which texts are searched.
const INSTRUCTIONS: &str = "please|enter|write|type|add|fill|choose|select|describe|paste|insert|your|e.g|eg|for example|example|optional|\
    bitte|beispiel|z.b|z. b|veuillez|exemple|p. ex|ejemplo|por favor|esempio|例";
/// Rows at the top of a list among which instructions stand.
const INSTRUCTED: usize = 3;

/// Whether most cells of a row say what to write into them.
fn says_what_to_write(row: &ListRow<'_>) -> bool {
    let says_it = |cell: &str| {
        let plain = search_key(cell);
        let plain = plain.trim_start_matches(|c: char| !c.is_alphanumeric());
        let mut rest = INSTRUCTIONS.split('|').filter_map(|begins| plain.strip_prefix(begins));
        rest.any(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let (mut said, mut instructing) = (0, 0);
    for (_, cell) in row.filled() {
        said += 1;
        instructing += usize::from(says_it(cell));
    }
    // One cell alone may be a title.
    said > 1 && instructing * 2 > said
}

/// Reads a file. Rows that cannot be taken are there too, each with its faults. `choices` say what columns hold, by the keys of their
/// [`FileColumn`]s.
///
/// # Errors
/// Where nothing of the file can be read.
pub fn read(bytes: &[u8], choices: &[(String, ColumnChoice)]) -> Result<ProjectFile, ListFault> {
    read_text(&decode(bytes)?, choices, FirstRow::Guessed)
}

/// Reads a text.
fn read_text(
    text: &str,
    choices: &[(String, ColumnChoice)],
    first_row: FirstRow,
) -> Result<ProjectFile, ListFault> {
    let mut rows = Rows::new(text, MOST_ROWS);
    let first = header_row(&mut rows, Columns::is_header)?;
    let mut notes: Vec<FileNote> = Vec::new();
    if first.number > Rows::new(text, MOST_ROWS).next_row()?.map_or(0, |top| top.number) {
        notes.push(FileNote::HeaderBelow(first.number));
    }
    let mut columns = Columns::of(&first, choices, first_row);
    let is_record = |row: &ListRow<'_>| columns.have_header && says_what_it_is(row);
    ensure(!(is_record(&first) && rows.ahead().any(|row| is_record(&row))), columns.title_missing())?;
    let mut read: Vec<ReadProject> = Vec::new();
    // The places of those that have a title alone, and how many rows say two things, and more.
    let (mut bare, mut pairs, mut full): (Vec<usize>, usize, usize) = (Vec::new(), 0, 0);
    // What their cells say of whether they were submitted.
    let mut states: Vec<Said> = Vec::new();
    // Whether the list says a title and its team again for each person.
    let mut repeats = false;
    let mut next = if columns.have_header { rows.next_row()? } else { Some(first) };
    while let Some(row) = next {
        if columns.repeat_header(&row)? {
            next = rows.next_row()?;
            continue;
        }
        let overflow = columns.overflow(&row);
        if let Some(above) = read.last_mut()
            && columns.go_on(&row, above.title_and_team(), repeats)
        {
            plain::go_on(above, &columns, &row);
            columns.count(&row, true);
            next = rows.next_row()?;
            continue;
        }
        columns.count(&row, false);
        if columns.shape == Shape::Gavel && Columns::is_header(&row) {
            return Err(columns.title_missing());
        }
        // Gavel's list has no header and no addresses. With one, its first row names columns in words that are not known.
        if columns.shape == Shape::Gavel && row.cells().any(lists_people) {
            return read_text(text, choices, FirstRow::Names);
        }
        let mut project = match columns.shape {
            Shape::Devpost => devpost::project(&columns, &row),
            Shape::DoraHacks | Shape::Gavel | Shape::Jury | Shape::Plain => {
                plain::project(&columns, &row, columns.go_on_below(&row, &rows, repeats))
            }
        };
        if read.is_empty() && columns.have_header && says_kinds(&row) {
            project.note_other(RowNote::Kinds);
        } else if read.len() < INSTRUCTED && columns.have_header && says_what_to_write(&row) {
            project.note_other(RowNote::Instructions);
        }
        if let Some((cells, columns)) = overflow {
            project.reject(RowRejection::MoreCells { cells, columns });
        }
        let said = row.filled().count();
        bare.extend((said == 1).then_some(read.len()));
        pairs += usize::from(said > 1);
        full += usize::from(said > 2);
        states.push(Said::of(columns.one(&row, Column::Status)));
        repeats |= read.last().is_some_and(|above| {
            project.content.team.is_some() && above.title_and_team() == project.title_and_team()
        });
        read.push(project);
        next = rows.next_row()?;
    }
    if columns.shape == Shape::Gavel && may_begin_with_a_header(&read) {
        return read_text(text, choices, FirstRow::Names);
    }
    if columns.are_contradicted() {
        return read_text(text, choices, FirstRow::Doubted);
    }
    ensure(!read.is_empty(), columns.lack_a_title().unwrap_or(ListFault::NoRows))?;
    let listed = columns.listed();
    if let Some(fault) = columns.lack_a_title() {
        // Also where an organizer took the titles' column away: they can give it back.
        let may_be_said = |column: &FileColumn| !column.is_used() || column.holds != column.by_name;
        ensure(listed.iter().any(may_be_said), fault)?;
        notes.push(FileNote::NoTitles);
    }
    if first_row == FirstRow::Doubted {
        notes.push(FileNote::NamesDoubted);
    }
    notes.extend(columns.merged().map(FileNote::Merged));
    notes.extend(texts::with_lost_letters(text).map(FileNote::LostLetters));
    let same = columns.same_names();
    if !same.is_empty() {
        notes.push(FileNote::SameNames(same));
    }
    if columns.are_pairs() {
        full = pairs;
    }
    if columns.shape == Shape::Plain && full * 2 >= read.len() {
        for at in bare {
            read.get_mut(at).into_iter().for_each(ReadProject::note_bare);
        }
    }
    // Where a column holds ticks, nothing in it means that there is none.
    if columns.shape == Shape::Plain && states.contains(&Said::Yes) && !states.contains(&Said::Else) {
        let unticked = read.iter_mut().zip(&states).filter(|(_, said)| **said == Said::Nothing);
        unticked.for_each(|(project, _)| project.note_unticked());
    }
    let written = || read.iter().filter_map(|project| project.submitted.as_deref());
    let day_first = written().any(moments::proves_day_first);
    let names_only = read.iter().filter(|project| project.names_only).count();
    if names_only > 0 {
        notes.push(FileNote::NamesOnly(names_only));
    } else if !columns.name_members() {
        notes.push(FileNote::NoMembers);
    }
    if day_first {
        notes.push(FileNote::DayFirst);
    }
    // The sites' own files are in UTC.
    if columns.shape == Shape::Plain && written().any(moments::needs_zone) {
        notes.push(FileNote::NoZone);
    }
    read.iter_mut().for_each(|project| project.read_submitted(day_first));
    // In a list with a row for each person, each speaks of its own.
    if columns.shape == Shape::Plain && (repeats || read.iter().any(|project| project.goes_on)) {
        read.iter_mut().for_each(ReadProject::leave_out_absent);
    }
    Ok(ProjectFile { shape: columns.shape, projects: merge::merge(read), columns: listed, notes })
}
