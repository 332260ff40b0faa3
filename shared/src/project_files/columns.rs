//! The columns of a file: which one holds what, and the cells of a row by what they hold.

use super::known_columns::{
    Column, ColumnChoice, DEVPOST, DORAHACKS, JURY, Known, PLAIN, member, named, ranked,
};
use super::{Shape, UnusedColumn};
use crate::list_file::{Header, ListFault, ListKind, ListRow, heading, says_none, unguarded};
use crate::text::begins_like_web_address;

/// The columns of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    /// Whose file it is.
    pub(super) shape: Shape,
    /// Whether the first row names the columns. Otherwise it is a project.
    pub(super) have_header: bool,
    header: Header,
    holds: Vec<Column>,
    /// The keys of the event's own questions that columns answer, by the numbers of [`Column::Answer`].
    answers: Vec<(usize, String)>,
    /// Of each column, how many cells below the header say something, and the first that does.
    filled: Vec<(usize, String)>,
}

impl Columns {
    /// Reads the first row. `choices` say what columns hold whose names are not known. `headed` says that the row names columns,
    /// whatever their names.
    pub(super) fn of(first: &ListRow<'_>, choices: &[(String, ColumnChoice)], headed: bool) -> Self {
        let header = Header::of(first);
        let has = |name: &str| header.keys().iter().any(|key| key == name);
        let chosen = |key: &str| {
            let found = choices.iter().enumerate().find(|(_, (name, _))| name == key);
            found.map(|(number, (_, choice))| choice.column(number))
        };
        let answers = choices.iter().enumerate().filter_map(|(number, (_, choice))| match choice {
            ColumnChoice::Answer(question) => Some((number, question.clone())),
            _ => None,
        });
        // A header holds no address, so a row with one is a project of Jury's list, which has none.
        let page = first.len() > 3 && begins_like_web_address(first.cell(2));
        // As they are: a cell such as `Table 3` is a place, not the name of a column.
        let known = header.keys().iter().filter(|key| named(PLAIN, key).is_some()).count();
        let is_title = |key: &String| {
            matches!(ranked(PLAIN, key), Some((Column::Title, _))) || chosen(key) == Some(Column::Title)
        };
        let shape = if has("submissionurl") || has("submissiontitle") || has("higheststepcompleted") {
            Shape::Devpost
        } else if has("buidlid") || has("buidlname") {
            Shape::DoraHacks
        } else if page || (has("name") && (has("trylink") || has("videolink") || has("challengelist"))) {
            Shape::Jury
        } else if !headed && first.len() == 3 && known < 2 && !header.keys().iter().any(is_title) {
            Shape::Gavel
        } else {
            Shape::Plain
        };
        let (have_header, holds) = match shape {
            Shape::Gavel => (false, vec![Column::Title, Column::Place, Column::Description]),
            Shape::Jury if page => (false, JURY.iter().take(6).map(|(column, _)| *column).collect()),
            Shape::Devpost => (true, held(&header, DEVPOST, shape, &chosen)),
            Shape::DoraHacks => (true, held(&header, DORAHACKS, shape, &chosen)),
            Shape::Jury => (true, held(&header, JURY, shape, &chosen)),
            Shape::Plain => (true, held(&header, PLAIN, shape, &chosen)),
        };
        let filled = vec![(0, String::new()); if have_header { holds.len() } else { 0 }];
        Self { shape, have_header, header, holds, answers: answers.collect(), filled }
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

    /// Whether a row is the header once more, as where two lists stand in one file.
    pub(super) fn repeats_header(&self, row: &ListRow<'_>) -> bool {
        self.have_header
            && self.holds.len() > 1
            && row.cells().eq(self.header.names().iter().map(String::as_str))
    }

    /// Whether a row names columns: below a title of the sheet, say. A list without a header has no such row.
    pub(super) fn is_header(row: &ListRow<'_>) -> bool {
        let short = row.cells().filter(|cell| cell.len() <= LONGEST_NAME).map(heading);
        let known: Vec<Column> = short.filter_map(|key| Some(named(PLAIN, &key)?.0)).collect();
        known.contains(&Column::Title) && known.iter().any(|column| *column != Column::Title)
    }

    /// Looks at the cells of a row that nothing is taken from.
    pub(super) fn count(&mut self, row: &ListRow<'_>) {
        for (at, (filled, example)) in self.filled.iter_mut().enumerate() {
            let cell = row.cell(at);
            if self.holds.get(at) == Some(&Column::Unused) && !cell.is_empty() {
                if *filled == 0 {
                    *example = cell.chars().take(EXAMPLE).collect();
                }
                *filled += 1;
            }
        }
    }

    /// The columns that nothing is taken from and that say something.
    pub(super) fn unused(&self) -> Vec<UnusedColumn> {
        // Behind the `...`, rows of Devpost have further members.
        let last = self.holds.iter().position(|column| *column == Column::Further);
        let columns = self.filled.iter().enumerate().take(last.unwrap_or(self.filled.len()));
        let unused = columns.filter(|(_, (filled, _))| *filled > 0);
        let described = unused.filter_map(|(at, (filled, example))| {
            let key = self.header.keys().get(at)?;
            let name = self.header.names().get(at).filter(|name| !name.is_empty());
            Some(UnusedColumn {
                key: key_at(key, at).chars().take(200).collect(),
                name: name.map_or_else(|| number(at), |name| name.chars().take(80).collect()),
                filled: *filled,
                example: example.clone(),
            })
        });
        described.take(MOST_UNUSED).collect()
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

    /// Every cell of a row that holds this; blank ones are left out, and what people write in place of a blank.
    pub(super) fn all<'r>(&self, row: &'r ListRow<'_>, column: Column) -> impl Iterator<Item = &'r str> {
        let cells = self.holds.iter().enumerate().filter(move |(_, held)| **held == column);
        let ours = self.shape == Shape::Plain;
        let read = move |at| if ours { unguarded(row.cell(at)) } else { row.cell(at) };
        let named = column.names_something();
        cells.map(move |(at, _)| read(at)).filter(move |cell| !(cell.is_empty() || named && says_none(cell)))
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

/// Most bytes of a known name of a column, with what is not compared.
const LONGEST_NAME: usize = 40;
/// Most characters of a cell that is shown as an example.
const EXAMPLE: usize = 40;
/// Most unused columns that are shown. The widest known export has about 60 in all.
const MOST_UNUSED: usize = 60;

/// What each column of a header holds.
fn held(
    header: &Header,
    known: Known,
    shape: Shape,
    chosen: &impl Fn(&str) -> Option<Column>,
) -> Vec<Column> {
    let of = |(name, key): (&String, &String)| {
        member(name, key).map(|column| (column, 0)).or_else(|| ranked(known, key))
    };
    let named: Vec<Option<(Column, usize)>> = header.names().iter().zip(header.keys()).map(of).collect();
    // Of several columns for one thing the one with the best name counts: with `Name` and `Project Title`, a person's name is no
    // title. An organizer's own question may bear the name of a column. The first one is the site's, also behind a column that an
    // organizer chose for the same.
    let best = |wanted: Column| {
        let same = named.iter().enumerate().filter_map(|(at, held)| Some((at, (*held)?)));
        let same = same.filter(|(_, (column, _))| *column == wanted);
        same.min_by_key(|(at, (_, rank))| (*rank, *at)).map(|(at, _)| at)
    };
    let counts = |at: usize, column: Column| is_repeatable(column, shape) || best(column) == Some(at);
    let held = named.iter().zip(header.keys()).enumerate().map(|(at, (held, key))| {
        let known = held.map(|(column, _)| column).filter(|column| counts(at, *column));
        known.or_else(|| chosen(&key_at(key, at))).unwrap_or(Column::Unused)
    });
    held.collect()
}

/// The key of a column, also of one without a name: spreadsheets have notes and further members there.
fn key_at(key: &str, at: usize) -> String {
    if key.is_empty() { heading(&number(at)) } else { key.to_owned() }
}

/// What a column without a name is called.
fn number(at: usize) -> String {
    format!("Column {}", at + 1)
}

/// Whether a file may have several columns of a kind.
fn is_repeatable(column: Column, shape: Shape) -> bool {
    match column {
        Column::Links | Column::SubmitterName | Column::MemberName(_) | Column::MemberOther(_) => true,
        Column::Prizes | Column::MemberEmails | Column::Tags | Column::Video => shape == Shape::Plain,
        _ => false,
    }
}
