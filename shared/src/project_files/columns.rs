//! The columns of a file, and the cells of a row by what they hold.

use super::header_columns::{are_of_one_each, chosen, chosen_instead, column_of, held, is_beside_a_team};
use super::known_columns::{
    Column, ColumnChoice, ColumnMeaning, DEVPOST, DEVPOST_ONLY, DORAHACKS, INSTEAD, JURY, Known, PLAIN,
    known_as,
};
use super::moments::moment;
use super::texts::name;
use super::{FileColumn, Shape, lists_people};
use crate::list_file::{
    Header, LONGEST_HEADING, ListFault, ListKind, ListRow, MergedCells, Rows, Unread, behind_name, heading,
    is_damaged, is_error, is_formula, says_none, unguarded, whole_number,
};
use crate::people_list::AT;
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
    /// The columns that are not used, in which a row may say that it does not count.
    pub(super) unread: Unread,
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
        } else if has("additionalteammembercount")
            || has("higheststepcompleted")
            || (has("submissionurl") && DEVPOST_ONLY.split(' ').any(has))
        {
            Shape::Devpost
        } else if has("buidlid") || has("buidlname") {
            Shape::DoraHacks
        } else if page || (has("name") && (has("trylink") || has("challengelist"))) {
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
        // An organizer's choice keeps its key where names are doubted, so that a later one takes its place.
        let key = |(key, by_name): (String, &Column)| {
            let is_named = by_name.meaning() != ColumnMeaning::Nothing;
            let is_instead = is_named || chosen_instead(choices, &key).is_some();
            if is_instead { format!("{INSTEAD}{key}") } else { key }
        };
        let keys = keys.into_iter().zip(&named).map(key).collect();
        let used = holds.iter().enumerate().filter(|(_, column)| **column != Column::Unused);
        let used: Vec<Option<usize>> = used.map(|(at, _)| Some(at)).collect();
        let is_known = have_header && first_row != FirstRow::Doubted;
        let unread = if is_known { Unread::of(&header, &used) } else { Unread::default() };
        Self { shape, have_header, header, keys, holds, named, answers, unread, seen, merged: false }
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
    /// cells. A list that `repeats` them for each person has none, and there a person without both is on no team. Nor is one below a
    /// blank row.
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
        let mut said = row.filled().filter_map(|(at, _)| self.holds.get(at));
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
            && !row.below_blank
            && self.overflow(row).is_none()
            && names_somebody
            && said.all(|column| column.is_about_people() || is_beside(*column))
    }

    /// Whether the next of the `rows` go on with this one, and not all of them say that their person is gone.
    pub(super) fn go_on_below(&self, row: &ListRow<'_>, rows: &Rows<'_>, repeats: bool) -> bool {
        let names = (self.one(row, Column::Title), self.one(row, Column::Team));
        let mut below = rows.ahead().take_while(|below| self.go_on(below, names, repeats));
        below.any(|below| self.unread.gone(&below).is_none())
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

    /// The names of columns that say something and are not read, since another one of the same name is.
    pub(super) fn same_names(&self) -> Vec<String> {
        let (keys, names) = (self.header.keys(), self.header.names());
        let is_read = |key: &String| {
            self.holds.iter().zip(keys).any(|(holds, other)| *holds != Column::Unused && other == key)
        };
        let columns = self.seen.iter().zip(&self.holds).zip(keys.iter().zip(names));
        let unread = columns.filter(|((seen, holds), (key, _))| {
            seen.said > 0 && **holds == Column::Unused && !key.is_empty() && is_read(key)
        });
        let mut same: Vec<String> = unread.map(|(_, (_, name))| shown(name)).collect();
        same.dedup();
        same
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
                key: key.clone(),
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

    /// Whether the list has titles and one thing that each project has, and nothing else.
    pub(super) fn are_pairs(&self) -> bool {
        let said = self.seen.iter().zip(&self.holds).filter(|(seen, _)| seen.said > 0);
        let said: Vec<Column> = said.map(|(_, column)| *column).collect();
        let is_had = |column: &Column| matches!(column, Column::Team | Column::Description);
        said.len() == 2
            && said.contains(&Column::Title)
            && said.iter().any(|column| is_had(column) || column.is_about_people())
    }

    /// Whether each column of members is of one of them, so that the address of one is none of another.
    pub(super) fn part_members(&self) -> bool {
        are_of_one_each(&self.header, &self.holds)
    }

    /// Whether a column says who is on a team.
    pub(super) fn name_members(&self) -> bool {
        self.holds.iter().any(|column| {
            matches!(column, Column::SubmitterEmail | Column::MemberEmail(_) | Column::MemberEmails)
        })
    }

    /// Every cell of a row that holds this; blank ones are left out, and what people write in place of a blank. Of a person’s name, so
    /// is what a spreadsheet put in its place.
    pub(super) fn all<'r>(&self, row: &'r ListRow<'_>, column: Column) -> impl Iterator<Item = &'r str> {
        let cells = self.holds.iter().enumerate().filter(move |(_, held)| **held == column);
        let ours = self.shape == Shape::Plain;
        let read = move |at| if ours { unguarded(row.cell(at)) } else { row.cell(at) };
        let says = move |cell: &&str| match column {
            // `#N/A` is a place that was lost, and a note says so.
            Column::Room | Column::Place => is_error(cell) || !says_none(cell),
            Column::SubmitterName | Column::MemberName(_) => !is_damaged(cell),
            _ => !(column.names_something() && says_none(cell)),
        };
        cells.map(move |(at, _)| read(at)).filter(move |cell| !cell.is_empty() && says(cell))
    }

    /// What a row calls the person whom it is about, where that is nobody of the team: a list with a row for each person may have
    /// mentors, too.
    pub(super) fn beside_the_team<'r>(&self, row: &'r ListRow<'_>) -> Option<&'r str> {
        let is_role = |at: &usize| {
            self.holds.get(*at) == Some(&Column::Unused)
                && self.header.english().get(*at) == Some(&Some("role"))
        };
        let roles = (0..self.holds.len()).filter(is_role).map(|at| row.cell(at));
        roles.filter(|_| self.shape == Shape::Plain).find(|role| is_beside_a_team(role))
    }

    /// The first cell of a row that everybody would read and that is a formula. In place of a room or a place, it is left out.
    pub(super) fn formula<'r>(&self, row: &'r ListRow<'_>) -> Option<&'r str> {
        let is_place = |column: &Column| matches!(column, Column::Room | Column::Place);
        let is_read =
            |at: usize| self.holds.get(at).is_some_and(|column| column.is_public() && !is_place(column));
        row.filled().find(|(at, cell)| is_read(*at) && is_formula(cell)).map(|(_, cell)| cell)
    }

    /// The cell of a row that holds this; empty where the row is short or the file has no such column.
    pub(super) fn one<'r>(&self, row: &'r ListRow<'_>, column: Column) -> &'r str {
        self.all(row, column).next().unwrap_or_default()
    }

    /// A cell of a group without the name of its column before it: `Track: Health`.
    pub(super) fn behind_name<'c>(&self, column: Column, cell: &'c str) -> &'c str {
        let english = self.holds.iter().zip(self.header.english()).filter(|(held, _)| **held == column);
        let names: Vec<&str> = english.filter_map(|(_, english)| *english).collect();
        if self.have_header { behind_name(cell, |name| names.contains(&name)) } else { cell }
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
            // People write an address where a name is asked for, too.
            let has_address = |part: &&str| part.find(AT).is_some_and(|at| at > 0);
            let (addresses, name): (Vec<&str>, Vec<&str>) =
                self.all(row, Column::MemberName(number)).partition(has_address);
            let email = self.one(row, Column::MemberEmail(number));
            let other = addresses.first().filter(|_| email.is_empty());
            (name.join(" "), other.copied().unwrap_or(email))
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
