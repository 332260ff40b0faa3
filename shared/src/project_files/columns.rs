//! The columns of a file: which one holds what, and the cells of a row by what they hold.

use super::known_columns::{
    Column, ColumnChoice, ColumnMeaning, DEVPOST, DORAHACKS, INSTEAD, JURY, Known, PLAIN, known_as, member,
    named,
};
use super::moments::moment;
use super::texts::name;
use super::{FileColumn, Shape, lists_people};
use crate::list_file::{
    Header, LONGEST_HEADING, ListFault, ListKind, ListRow, MergedCells, heading, in_english, is_error,
    says_none, unguarded, whole_number, words,
};
use crate::text::{begins_like_web_address, name_key};
use std::collections::HashMap;

/// The columns of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    /// Whose file it is.
    pub(super) shape: Shape,
    /// Whether the first row names the columns. Otherwise it is a project.
    pub(super) have_header: bool,
    header: Header,
    /// What each column is known by when an organizer says what it holds.
    keys: Vec<String>,
    holds: Vec<Column>,
    /// What the columns hold by their names alone; nothing where these are not asked.
    named: Vec<Column>,
    /// The keys of the event's own questions that columns answer, by the numbers of [`Column::Answer`].
    answers: Vec<(usize, String)>,
    /// What the cells below the header say, for each column.
    seen: Vec<Seen>,
    /// Whether a row goes on with the project above it, so that the list has merged cells.
    merged: bool,
}

/// How the first row is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstRow {
    /// It names the columns, unless the list looks like one without a header.
    Guessed,
    /// It names the columns, whatever the names.
    Names,
    /// It names the columns, and the cells contradict these names: only what an organizer said of a column counts.
    Doubted,
}

/// What the cells of a column say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen {
    /// How many say something.
    said: usize,
    /// The beginning of the first that does.
    example: String,
    /// How many can’t be what the column is named.
    misplaced: usize,
    /// How many titles are numbers.
    numbers: usize,
    merged: MergedCells,
}

impl Seen {
    fn look(&mut self, cell: &str, column: Column) {
        if cell.is_empty() {
            return;
        }
        if self.said == 0 {
            self.example = cell.chars().take(EXAMPLE).collect();
        }
        self.said += 1;
        let is_title = column == Column::Title && cell.len() <= LONGEST_HEADING;
        let is_no_title = is_title && (begins_like_web_address(cell) || moment(cell, false).is_some());
        self.misplaced += usize::from(is_no_title || (column.is_public() && lists_people(cell)));
        self.numbers += usize::from(is_title && whole_number(cell).is_some());
    }
}

impl Columns {
    /// Reads the first row. `choices` say what columns hold whose names are not known, or are not what they hold.
    pub(super) fn of(first: &ListRow<'_>, choices: &[(String, ColumnChoice)], first_row: FirstRow) -> Self {
        let header = Header::of(first);
        let has = |name: &str| header.keys().iter().any(|key| key == name);
        let keys = column_keys(&header);
        let answers = choices.iter().enumerate().filter_map(|(number, (_, choice))| match choice {
            ColumnChoice::Answer(question) => Some((number, question.clone())),
            _ => None,
        });
        // A header holds no address, so a row with one is a project of Jury's list, which has none.
        let page = first.len() > 3 && begins_like_web_address(first.cell(2));
        // As they are: a cell such as `Table 3` is a place, not the name of a column.
        let named_columns = || header.names().iter().zip(header.keys());
        let known = named_columns().filter(|(name, key)| column_of(name, key).is_some()).count();
        let is_title = |(name, key): (&String, &String)| {
            matches!(known_as(PLAIN, name, key), Some((Column::Title, _)))
                || chosen(choices, key) == Some(Column::Title)
                || chosen_instead(choices, key).is_some()
        };
        let shape = if first_row == FirstRow::Doubted {
            Shape::Plain
        } else if has("submissionurl") || has("submissiontitle") || has("higheststepcompleted") {
            Shape::Devpost
        } else if has("buidlid") || has("buidlname") {
            Shape::DoraHacks
        } else if page || (has("name") && (has("trylink") || has("videolink") || has("challengelist"))) {
            Shape::Jury
        } else if first_row == FirstRow::Guessed
            && first.len() == 3
            && known < 2
            && !named_columns().any(is_title)
        {
            Shape::Gavel
        } else {
            Shape::Plain
        };
        let known_names: Known = match shape {
            Shape::Devpost => DEVPOST,
            Shape::DoraHacks => DORAHACKS,
            Shape::Jury => JURY,
            Shape::Plain if first_row == FirstRow::Doubted => &[],
            Shape::Gavel | Shape::Plain => PLAIN,
        };
        let (have_header, holds) = match shape {
            Shape::Gavel => (false, vec![Column::Title, Column::Place, Column::Description]),
            Shape::Jury if page => (false, JURY.iter().take(6).map(|(column, _)| *column).collect()),
            Shape::Devpost | Shape::DoraHacks | Shape::Jury | Shape::Plain => {
                (true, held((&header, keys.as_slice()), known_names, shape, choices))
            }
        };
        let named =
            if have_header { held((&header, keys.as_slice()), known_names, shape, &[]) } else { Vec::new() };
        let seen = vec![Seen::default(); if have_header { holds.len() } else { 0 }];
        let answers = answers.collect();
        Self { shape, have_header, header, keys, holds, named, answers, seen, merged: false }
    }

    /// The fault of a file in which no column says what a project is called.
    pub(super) fn lack_a_title(&self) -> Option<ListFault> {
        (!self.holds.contains(&Column::Title)).then(|| self.title_missing())
    }

    /// That fault.
    pub(super) fn title_missing(&self) -> ListFault {
        self.header.lacks(ListKind::Projects)
    }

    /// As [`Header::overflow`], but Devpost's rows go on with further members.
    pub(super) fn overflow(&self, row: &ListRow<'_>) -> Option<(usize, usize)> {
        let ragged = !self.have_header || self.shape == Shape::Devpost;
        if ragged { None } else { self.header.overflow(row) }
    }

    /// As [`Header::is_repeated`], where there is one.
    ///
    /// # Errors
    /// [`ListFault`] where a second table begins.
    pub(super) fn repeat_header(&self, row: &ListRow<'_>) -> Result<bool, ListFault> {
        if self.have_header { self.header.is_repeated(row) } else { Ok(false) }
    }

    /// Whether a row names columns: below a title of the sheet, say. A list without a header has no such row.
    pub(super) fn is_header(row: &ListRow<'_>) -> bool {
        let short = row.cells().filter(|cell| cell.len() <= LONGEST_HEADING);
        let known: Vec<Column> = short.filter_map(|name| column_of(name, &heading(name))).collect();
        known.contains(&Column::Title) && known.iter().any(|column| *column != Column::Title)
    }

    /// Whether a row goes on with the members of the project above it: a spreadsheet had its title, its team or both in merged
    /// cells. A list that `repeats` them for each person has none, and there a person without both is on no team.
    pub(super) fn go_on(
        &self,
        row: &ListRow<'_>,
        (title_above, team_above): (&str, &str),
        repeats: bool,
    ) -> bool {
        let (title, team) = (self.one(row, Column::Title), self.one(row, Column::Team));
        let is_same = |cell: &str, text: &str| name_key(&name(cell)) == name_key(text);
        let goes_on = match (title, team) {
            ("", "") => !repeats,
            ("", team) => is_same(team, team_above),
            (title, "") => is_same(title, title_above) && !team_above.is_empty(),
            _ => false,
        };
        let mut said = self.holds.iter().enumerate().filter(|(at, _)| !row.cell(*at).is_empty());
        let is_beside = |column: Column| matches!(column, Column::Title | Column::Team | Column::Unused);
        // A number is the size of the team.
        let names_somebody = self
            .holds
            .iter()
            .enumerate()
            .any(|(at, column)| column.is_about_people() && row.cell(at).contains(char::is_alphabetic));
        self.shape == Shape::Plain
            && self.have(Column::Title)
            && goes_on
            && names_somebody
            && said.all(|(_, column)| column.is_about_people() || is_beside(*column))
    }

    /// Looks at the cells of a row. One that goes on with the project above has no group of its own.
    pub(super) fn count(&mut self, row: &ListRow<'_>, goes_on: bool) {
        self.merged |= goes_on;
        for (at, (seen, column)) in self.seen.iter_mut().zip(&self.holds).enumerate() {
            let cell = row.cell(at);
            seen.look(cell, *column);
            if column.forms_groups() && !goes_on {
                seen.merged.look(cell);
            }
        }
    }

    /// Whether cells contradict the names of their columns: addresses where everybody reads, or times and numbers as titles.
    pub(super) fn are_contradicted(&self) -> bool {
        let said_in_words = |column: &Column| matches!(column, Column::Team | Column::Room | Column::Place);
        let others = self.named.iter().any(said_in_words);
        let mut columns = self.named.iter().zip(&self.holds).zip(&self.seen);
        // The sites' own files are what they are.
        let ours = self.shape == Shape::Plain;
        ours && columns.any(|((named, holds), seen)| {
            let are_numbers = others && seen.said > 1 && seen.numbers == seen.said;
            named == holds && (are_numbers || seen.misplaced * 2 > seen.said)
        })
    }

    /// The names of the columns that read like merged cells.
    pub(super) fn merged(&self) -> impl Iterator<Item = String> {
        // A site's own file is no spreadsheet.
        let ours = self.shape == Shape::Plain;
        let columns = self.seen.iter().zip(self.header.names());
        columns
            .filter(move |(seen, _)| ours && seen.merged.are_likely(self.merged))
            .map(|(_, name)| shown(name))
    }

    /// The columns that say something, each with what it is read as.
    pub(super) fn listed(&self) -> Vec<FileColumn> {
        // Behind the `...`, rows of Devpost have further members.
        let last = self.holds.iter().position(|column| *column == Column::Further);
        let columns = self.seen.iter().zip(self.holds.iter().zip(&self.named)).zip(&self.keys).enumerate();
        let columns = columns.take(last.unwrap_or(self.seen.len()));
        let said = columns.filter(|(_, ((seen, _), _))| seen.said > 0);
        let described = said.map(|(at, ((seen, (holds, by_name)), key))| {
            let by_name = by_name.meaning();
            let name = self.header.names().get(at).filter(|name| !name.is_empty());
            FileColumn {
                key: if by_name == ColumnMeaning::Nothing { key.clone() } else { format!("{INSTEAD}{key}") },
                name: name.map_or_else(|| number(at), |name| shown(name)),
                filled: seen.said,
                example: seen.example.clone(),
                by_name,
                holds: holds.meaning(),
            }
        });
        described.take(MOST_LISTED).collect()
    }

    /// Whether the file has such a column.
    pub(super) fn have(&self, column: Column) -> bool {
        self.holds.contains(&column)
    }

    /// Whether a column says who is on a team.
    pub(super) fn name_members(&self) -> bool {
        self.holds.iter().any(|column| {
            matches!(column, Column::SubmitterEmail | Column::MemberEmail(_) | Column::MemberEmails)
        })
    }

    /// Every cell of a row that holds this; blank ones are left out, and what people write in place of a blank. Of a person’s name, so
    /// is the error of a formula.
    pub(super) fn all<'r>(&self, row: &'r ListRow<'_>, column: Column) -> impl Iterator<Item = &'r str> {
        let cells = self.holds.iter().enumerate().filter(move |(_, held)| **held == column);
        let ours = self.shape == Shape::Plain;
        let read = move |at| if ours { unguarded(row.cell(at)) } else { row.cell(at) };
        let says = move |cell: &&str| match column {
            // `#N/A` is a place that was lost, and a note says so.
            Column::Room | Column::Place => is_error(cell) || !says_none(cell),
            Column::SubmitterName | Column::MemberName(_) => !is_error(cell),
            _ => !(column.names_something() && says_none(cell)),
        };
        cells.map(move |(at, _)| read(at)).filter(move |cell| !cell.is_empty() && says(cell))
    }

    /// The cell of a row that holds this; empty where the row is short or the file has no such column.
    pub(super) fn one<'r>(&self, row: &'r ListRow<'_>, column: Column) -> &'r str {
        self.all(row, column).next().unwrap_or_default()
    }

    /// What a row answers, with the key of each question.
    pub(super) fn answers<'r>(&self, row: &'r ListRow<'_>) -> impl Iterator<Item = (&String, &'r str)> {
        let answered = self.answers.iter().map(|(number, key)| (key, self.one(row, Column::Answer(*number))));
        answered.filter(|(_, cell)| !cell.is_empty())
    }

    /// Further members, each as their name and address.
    pub(super) fn members<'r>(&self, row: &'r ListRow<'_>) -> Vec<(String, &'r str)> {
        let mut numbers: Vec<u16> = Vec::new();
        for column in &self.holds {
            if let Column::MemberEmail(number) | Column::MemberName(number) = column
                && !numbers.contains(number)
            {
                numbers.push(*number);
            }
        }
        let named = numbers.into_iter().map(|number| {
            let name: Vec<&str> = self.all(row, Column::MemberName(number)).collect();
            (name.join(" "), self.one(row, Column::MemberEmail(number)))
        });
        let mut members: Vec<_> = named.collect();
        // The header names the first member only. Rows go on with the same cells for each other one.
        let further = self.holds.iter().position(|column| *column == Column::Further);
        let mut at = further.unwrap_or(self.holds.len());
        let width = self.width_of_a_member(row, at);
        while at < row.len() && self.shape == Shape::Devpost && !width.is_empty() {
            let (mut name, mut email) = (Vec::new(), "");
            for (column, at) in width.iter().zip(at..) {
                match column {
                    Column::MemberName(_) if !row.cell(at).is_empty() => name.push(row.cell(at)),
                    Column::MemberEmail(_) => email = row.cell(at),
                    _ => {}
                }
            }
            members.push((name.join(" "), email));
            at += width.len();
        }
        members.retain(|(name, email)| !name.is_empty() || !email.is_empty());
        members
    }

    /// The columns of one further member, in the header's order. Where the header names none, an address ends each member: it
    /// comes after two names, and in some files after a screen name before them.
    fn width_of_a_member(&self, row: &ListRow<'_>, from: usize) -> Vec<Column> {
        let of = |column: &Column| match column {
            Column::MemberName(number) | Column::MemberEmail(number) | Column::MemberOther(number) => {
                Some(*number)
            }
            _ => None,
        };
        let first = self.holds.iter().find_map(of);
        if first.is_none() && self.have(Column::SubmitterEmail) {
            let mut width = vec![Column::MemberName(1), Column::MemberName(1), Column::MemberEmail(1)];
            if !row.cell(from + 2).contains('@') && row.cell(from + 3).contains('@') {
                width.insert(0, Column::MemberOther(1));
            }
            return width;
        }
        self.holds.iter().filter(|column| first.is_some() && of(column) == first).copied().collect()
    }
}

/// Most characters of a cell that is shown as an example.
const EXAMPLE: usize = 40;
/// Most columns that are shown. The widest known export has about 60.
const MOST_LISTED: usize = 120;
/// Most characters of a column's key.
const LONGEST_KEY: usize = 180;

/// What an organizer said that a column holds whose name is not known. A choice's place is the number of its answers' column.
fn chosen(choices: &[(String, ColumnChoice)], key: &str) -> Option<Column> {
    let found = choices.iter().enumerate().find(|(_, (name, _))| name == key);
    found.map(|(number, (_, choice))| choice.column(number))
}

/// What an organizer said that a column holds in place of what its name says.
fn chosen_instead(choices: &[(String, ColumnChoice)], key: &str) -> Option<Column> {
    let found = choices.iter().enumerate().find(|(_, (name, _))| name.strip_prefix(INSTEAD) == Some(key));
    found.map(|(number, (_, choice))| choice.column(number))
}

/// What each column of a header holds. Where names are doubted, none is known, and no choice is one in place of a name.
fn held(
    (header, keys): (&Header, &[String]),
    known: Known,
    shape: Shape,
    choices: &[(String, ColumnChoice)],
) -> Vec<Column> {
    let instead: Vec<Option<Column>> =
        keys.iter().map(|key| if known.is_empty() { None } else { chosen_instead(choices, key) }).collect();
    let of = |((name, key), instead): ((&String, &String), Option<Column>)| {
        if instead.is_some() {
            return None;
        }
        member(name, key).map(|column| (column, 0)).or_else(|| known_as(known, name, key))
    };
    let columns = header.names().iter().zip(header.keys()).zip(instead.iter().copied());
    let named: Vec<Option<(Column, usize)>> = columns.map(of).collect();
    // Of several columns for one thing the one with the best name counts: with `Name` and `Project Title`, a person's name is no
    // title. An organizer's own question may bear the name of a column. The first one is the site's, also behind a column that an
    // organizer chose for the same.
    let best = |wanted: Column| {
        let same = named.iter().enumerate().filter_map(|(at, held)| Some((at, (*held)?)));
        let same = same.filter(|(_, (column, _))| *column == wanted);
        same.min_by_key(|(at, (_, rank))| (*rank, *at)).map(|(at, _)| at)
    };
    let counts = |at: usize, column: Column| match (column, best(column)) {
        // The parts of one name count, and no name of somebody else.
        (Column::SubmitterName, Some(first)) => whose_name(header, at) == whose_name(header, first),
        // An organizer exchanged it for another one.
        _ if instead.contains(&Some(column)) => is_repeatable(column, shape),
        (_, first) => is_repeatable(column, shape) || first == Some(at),
    };
    let held = named.iter().zip(&instead).zip(keys).enumerate().map(|(at, ((held, instead), key))| {
        let known = held.map(|(column, _)| column).filter(|column| counts(at, *column));
        instead.or(known).or_else(|| chosen(choices, key)).unwrap_or(Column::Unused)
    });
    let mut held: Vec<Column> = held.collect();
    let by_its_name = |at: &usize| instead.get(*at).is_some_and(Option::is_none);
    let of_whom = name_of_whom(header, &held).filter(|at| shape == Shape::Plain && by_its_name(at));
    if let Some((column, key)) = of_whom.and_then(|at| held.get_mut(at).zip(keys.get(at))) {
        *column = chosen(choices, key).unwrap_or(Column::Unused);
    }
    if let Some(second) = second_table(header, &held).filter(|_| shape == Shape::Plain) {
        for ((column, instead), key) in held.iter_mut().zip(&instead).zip(keys).skip(second) {
            *column = instead.or_else(|| chosen(choices, key)).unwrap_or(Column::Unused);
        }
    }
    held
}

/// Where a second table begins beside the first: the heading of the titles is there again, and so is another one beside it. Without this,
/// people of its projects would be on the teams of the first.
fn second_table(header: &Header, held: &[Column]) -> Option<usize> {
    let keys = header.keys();
    let first = held.iter().position(|column| *column == Column::Title)?;
    let title = keys.get(first).filter(|key| !key.is_empty())?;
    let second = (first + 1..keys.len()).find(|at| keys.get(*at) == Some(title))?;
    let is_again =
        |key: &String| !key.is_empty() && keys.get(first + 1..second).is_some_and(|own| own.contains(key));
    let before = (1..=first).take_while(|back| keys.get(second - *back) == keys.get(first - *back)).count();
    let is_table = before > 0 || keys.get(second + 1..)?.iter().any(is_again);
    is_table.then(|| (second - before).max(first + 1))
}

/// A column of titles that is called `Your name`, or no more than `Name` in a list that is otherwise one of people with their addresses.
/// Those may be people's names.
fn name_of_whom(header: &Header, held: &[Column]) -> Option<usize> {
    let at = held.iter().position(|column| *column == Column::Title)?;
    let is = |at: usize, name: &str| header.english().get(at).copied().flatten() == Some(name);
    let is_of_people = |column: &Column| {
        let also = [Column::Title, Column::Team, Column::Track, Column::Status, Column::SubmittedAt];
        column.is_about_people() || *column == Column::Unused || also.contains(column)
    };
    let is_phrase = || header.names().get(at).is_some_and(|name| words(name).count() > 1);
    let has_address = || (0..held.len()).any(|at| is(at, "email"));
    (is(at, "name") && (is_phrase() || (has_address() && held.iter().all(is_of_people)))).then_some(at)
}

/// Whom a column of names or of their parts is about: `Submitter First Name` and `Submitter Last Name` are about one.
fn whose_name(header: &Header, at: usize) -> Option<&str> {
    let key = header.keys().get(at)?.as_str();
    let parts = ["firstname", "lastname", "name"];
    Some(parts.into_iter().find_map(|part| key.strip_suffix(part)).unwrap_or(key))
}

/// The column of exactly this name in a table of people's own.
fn column_of(name: &str, key: &str) -> Option<Column> {
    named(PLAIN, key).or_else(|| named(PLAIN, in_english(name)?)).map(|(column, _)| column)
}

/// A column's name, shortened.
fn shown(name: &str) -> String {
    name.chars().take(80).collect()
}

/// The keys of all columns: their names as these are compared. One without a name has a key, too, since spreadsheets have notes and further
/// members there; of several columns of one name each has its own.
fn column_keys(header: &Header) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let keys = header.keys().iter().enumerate().map(|(at, key)| {
        let key = if key.is_empty() { heading(&number(at)) } else { key.chars().take(LONGEST_KEY).collect() };
        let times = seen.entry(key.clone()).or_default();
        *times += 1;
        if *times == 1 { key } else { format!("{key}-{times}") }
    });
    keys.collect()
}

/// What a column without a name is called.
fn number(at: usize) -> String {
    format!("Column {}", at + 1)
}

/// Whether a file may have several columns of a kind.
fn is_repeatable(column: Column, shape: Shape) -> bool {
    match column {
        Column::Links | Column::MemberName(_) | Column::MemberOther(_) => true,
        Column::Prizes | Column::MemberEmails | Column::Tags | Column::Video => shape == Shape::Plain,
        _ => false,
    }
}
