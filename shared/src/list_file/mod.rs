//! Lists that organizers bring as files or paste: projects, people, places, assignments, scores. One reader opens them all, whatever
//! program wrote them: separators, byte order marks, UTF-16 and line ends differ, and quotation marks have to close.

mod encoding;
mod headings;
mod merged_cells;
mod rows;
mod states;
mod ticks;

pub use encoding::{NotText, decode};
pub(crate) use headings::{
    DASHES, LONGEST_HEADING, behind_name, has_a_day, is_error, is_formula, is_moment, is_number, is_of_a_day,
    without_signs, word_in_english, words,
};
pub use headings::{in_english, is_damaged};
pub use merged_cells::MergedCells;
pub(crate) use rows::LOOKED_AT;
pub use rows::{ListRow, Rows};
pub use states::Against;
pub(crate) use states::{
    Unread, answer_key, answered, comes, is_among, is_aside, is_not_coming, is_of_others, is_out, keeps_out,
    names_who_comes, state_key,
};
pub use ticks::place_answer;
pub(crate) use ticks::{
    CIRCLE, CROSSES, TICK, TICKS, box_ticked, is_mark, is_no, is_tick, is_tick_letter, is_yes, plain_answer,
    tick_key,
};

use crate::export::behind_guard;
use crate::prelude::*;
use crate::text::is_invisible;
use crate::unicode::{Form, normal};
use headings::{LONGEST_QUESTION, column_in_english};

/// Most cells of a row. The header of the widest known export has about 60.
pub const MOST_CELLS: usize = 1_000;

/// Why a list cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum ListFault {
    /// There is nothing in it.
    Empty,
    /// It is not text in UTF-8 or UTF-16.
    NotText(NotText),
    /// It is a spreadsheet, a page or another file, not CSV.
    Packed,
    /// A quotation mark opens a cell and never closes. All that follows would be one cell.
    OpenQuote { row: usize },
    /// Something follows the quotation mark that closes a cell.
    TextAfterQuote { row: usize },
    /// No column says what this kind of list is about.
    Columns { list: ListKind, names: Vec<String> },
    /// There is a header and nothing below it.
    NoRows,
    /// It has too many rows.
    TooManyRows { most: usize },
    /// A row has more than [`MOST_CELLS`] cells.
    TooManyCells { row: usize },
    /// A row below the header names other columns, so a second table begins there.
    SecondTable { row: usize },
}

/// A list whose columns are found by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// Projects.
    Projects,
    /// People.
    People,
    /// Places on the floor.
    Places,
    /// Assignments.
    Assignments,
    /// Scores of several judges.
    Scores,
}

/// The form in which names of columns are compared: letters and digits as they look, in lower case. Files of some programs have
/// accents as characters of their own, and keyboards of East Asia write wide letters. `Team #` is not what the team is called.
pub fn heading(name: &str) -> String {
    let letters = normal(Form::Nfkc, name);
    let mut key: String =
        letters.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if !key.is_empty() && name.trim_end().ends_with('#') {
        key.push_str("number");
    }
    key
}

/// The zeros of scripts with figures of their own: Arabic, Persian, and those from India to Tibet and Burma. The other nine follow.
const ZEROS: [char; 17] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}', '\u{c66}',
    '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}', '\u{17e0}', '\u{1810}',
];

/// A text with its figures in ASCII, as wide ones or those of another script read, and without what nobody sees.
pub(crate) fn in_figures(text: &str) -> String {
    let from = |zero: char, c: char| char::from_digit(u32::from(c).wrapping_sub(u32::from(zero)), 10);
    let figure = |c: char| ZEROS.into_iter().find_map(|zero| from(zero, c)).unwrap_or(c);
    normal(Form::Nfkc, text).chars().filter(|c| !is_invisible(*c)).map(figure).collect()
}

/// A whole number, also as spreadsheets and programs for tables write one: `28.0` or `28,00`.
pub fn whole_number(cell: &str) -> Option<i64> {
    without_zeros(in_figures(cell).trim()).parse().ok()
}

/// A cell without the zeros that such programs put behind a number: `12.0` is the table 12.
pub fn without_zeros(cell: &str) -> &str {
    let number = [".0", ".00", ",0", ",00"].into_iter().find_map(|zero| cell.strip_suffix(zero));
    let is_number = |text: &&str| text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    number.filter(|text| !text.is_empty()).filter(is_number).unwrap_or(cell)
}

/// Most rows above the header: people write a title of the sheet there.
pub(crate) const ABOVE: usize = 10;
/// Most cells that say something in a row above the header.
const MOST_OF_A_TITLE: usize = 2;

/// The header of a list: its first row, or the row below a title of the sheet that `is_header` knows.
///
/// # Errors
/// [`ListFault`] for a list without a row, and where the first cannot be read.
pub fn header_row<'t>(
    rows: &mut Rows<'t>,
    is_header: impl Fn(&ListRow<'_>) -> bool,
) -> Result<ListRow<'t>, ListFault> {
    let first = rows.next_row()?.ok_or(ListFault::Empty)?;
    let may_be_title = |row: &ListRow<'_>| {
        let said = row.filled().count();
        // An address beside other cells belongs to a person of the list. Alone, it is a contact for the sheet.
        said <= MOST_OF_A_TITLE && (said == 1 || !row.cells().any(|cell| cell.contains('@')))
    };
    if is_header(&first) {
        let names = rows.ahead().next().filter(|next| is_header(next) && names_groups(&first, next));
        return if names.is_some() { Ok(rows.next_row()?.unwrap_or(first)) } else { Ok(first) };
    }
    if !may_be_title(&first) {
        return Ok(first);
    }
    let mut ahead = rows.clone();
    for _ in 0..ABOVE {
        // A title has its own commas, or none.
        ahead.renew_separator();
        match ahead.next_row() {
            Ok(Some(row)) if is_header(&row) => {
                *rows = ahead;
                return Ok(row);
            }
            Ok(Some(row)) if may_be_title(&row) => {}
            _ => break,
        }
    }
    Ok(first)
}

/// Whether a header names groups of columns in merged cells, above the `next` one, which names the columns.
pub(crate) fn names_groups(header: &ListRow<'_>, next: &ListRow<'_>) -> bool {
    header.cells().any(str::is_empty) && next.filled().count() > header.filled().count()
}

/// What people and programs write in a cell where there is nothing to name, in the form in which names of columns are compared.
const NONE: &str = "na nan nil no none notapplicable nothing null tba tbd aucun aucune brak kein keine ninguna ninguno \
    não nenhum nenhuma nessuna nessuno nie yok なし 無し 无 لايوجد";
/// Most bytes of such a cell. Longer ones need not be compared.
const LONGEST_NONE: usize = 24;

/// Whether a cell names nothing: it is blank, a dash, or a word for none.
pub fn says_none(cell: &str) -> bool {
    cell.chars().all(|c| c.is_whitespace() || is_invisible(c) || "-–—―./".contains(c))
        || (cell.len() <= LONGEST_NONE && is_among(NONE, &heading(cell)))
}

/// A cell as it was before an export of ours put a quote in front of what a spreadsheet would run as a formula.
pub fn unguarded(cell: &str) -> &str {
    behind_guard(cell).unwrap_or(cell)
}

/// The header of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    names: Vec<String>,
    keys: Vec<String>,
    english: Vec<Option<&'static str>>,
}

impl Header {
    /// Reads a row as the names of columns.
    pub fn of(row: &ListRow<'_>) -> Self {
        let names: Vec<String> = row.cells().map(str::to_owned).collect();
        let keys = names.iter().map(|name| heading(name)).collect();
        let english = names.iter().map(|name| in_english(name)).collect();
        Self { names, keys, english }
    }

    /// The first column with one of these names, or with one in another language; `known` are given as [`heading`] gives them, the
    /// best first.
    pub fn find(&self, known: &[&str]) -> Option<usize> {
        // A name without a letter, such as `#`, is no name: it would be the same as any other.
        let known = || known.iter().filter(|name| !name.is_empty());
        let written = known().find_map(|name| self.keys.iter().position(|key| key == name));
        written.or_else(|| {
            known().find_map(|name| self.english.iter().position(|english| *english == Some(*name)))
        })
    }

    /// Whether a row is this header once more, as at the top of each page of a print.
    ///
    /// # Errors
    /// [`ListFault::SecondTable`] where it names other columns: what follows would be read as what it is not.
    pub fn is_repeated(&self, row: &ListRow<'_>) -> Result<bool, ListFault> {
        let said = || row.filled().map(|(_, cell)| cell);
        let is_table = self.keys.iter().filter(|key| !key.is_empty()).count() > 1;
        if !is_table || said().any(|cell| cell.len() > LONGEST_HEADING || cell.contains('@')) {
            return Ok(false);
        }
        let columns = self.keys.len().max(row.len());
        let key = |at: usize| self.keys.get(at).map_or("", String::as_str);
        let english = |at: usize| self.english.get(at).copied().flatten();
        let is_same = |at: usize| {
            let cell = row.cell(at);
            heading(cell) == key(at) || column_in_english(cell).is_some_and(|name| english(at) == Some(name))
        };
        if (0..columns).all(is_same) {
            return Ok(true);
        }
        let known: BTreeSet<&str> = said().filter_map(column_in_english).collect();
        // A project may be called “Demo” and be in a room called “Hall”, or in a track called “Name”. A blank row separates tables.
        let are_enough = row.below_blank
            || known.len() > 2
            || known.iter().any(|name| self.english.contains(&Some(*name)));
        let elsewhere = |at: &usize| !is_same(*at) && column_in_english(row.cell(*at)).is_some();
        let names_columns =
            are_enough && known.len() * 3 > said().count() * 2 && (0..columns).filter(elsewhere).count() > 1;
        ensure(!names_columns, ListFault::SecondTable { row: row.number })?;
        Ok(false)
    }

    /// The names of the columns as the file has them.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names in the form in which they are compared.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// The English names, where they are known.
    pub fn english(&self) -> &[Option<&'static str>] {
        &self.english
    }

    /// The names of the columns that are none of these.
    pub fn unused(&self, used: &[Option<usize>]) -> Vec<String> {
        let names = self.names.iter().enumerate();
        let unused = names.filter(|(at, name)| !used.contains(&Some(*at)) && !name.is_empty());
        unused.map(|(_, name)| name.clone()).collect()
    }

    /// How many cells a row has up to the last that says something, and how many columns there are, where these are fewer. A
    /// separator inside a text moves all that follows it into other columns.
    pub fn overflow(&self, row: &ListRow<'_>) -> Option<(usize, usize)> {
        let (cells, columns) = (row.filled().last().map_or(0, |(at, _)| at + 1), self.keys.len());
        (cells > columns).then_some((cells, columns))
    }

    /// The fault of a list that lacks its columns: the names of the first ones, shortened, for a sentence.
    pub fn lacks(&self, list: ListKind) -> ListFault {
        let named = self.names.iter().filter(|name| !name.is_empty());
        ListFault::Columns {
            list,
            names: named.take(8).map(|name| name.chars().take(40).collect()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> Header {
        Header::of(&Rows::new(text, 9).next_row().unwrap().unwrap())
    }

    #[test]
    fn names_of_columns_are_compared_as_they_look() {
        assert_eq!(heading("E\u{301}quipe nº 2"), heading("Équipe no 2"));
        assert_eq!(heading("Ｔｉｔｌｅ"), "title");
        assert_eq!(["Team # ", "Table#", "#"].map(heading), ["teamnumber", "tablenumber", ""]);
        let header = header("#,★,E-Mail");
        assert_eq!((header.find(&["", "email"]), header.find(&[""])), (Some(2), None));
    }

    #[test]
    fn whole_numbers_are_read_as_spreadsheets_and_keyboards_write_them() {
        for number in ["28", " 28 ", "28.0", "28,00", "２８", "٢٨", "۲۸", "२८", "๒๘", "\u{200f}28"]
        {
            assert_eq!(whole_number(number), Some(28), "{number}");
        }
        assert_eq!((whole_number("-3"), whole_number("0.0")), (Some(-3), Some(0)));
        assert_eq!(
            (without_zeros("007.0"), without_zeros("12"), without_zeros("A-1.0")),
            ("007", "12", "A-1.0")
        );
        for none in ["", "28.5", "1.000", "1,000", "8/10", ".0", "28 a", "x"] {
            assert_eq!(whole_number(none), None, "{none}");
        }
    }

    #[test]
    fn a_header_stands_at_the_top_or_below_a_title() {
        let read = |text: &str| {
            let mut rows = Rows::new(text, 99);
            let is_header = |row: &ListRow<'_>| {
                let header = Header::of(row);
                header.find(&["room"]).is_some() && header.find(&["place"]).is_some()
            };
            let header = header_row(&mut rows, is_header).unwrap();
            (header.number, rows.next_row().unwrap().map(|row| row.number))
        };
        assert_eq!(read("room,place\nA,1\n"), (1, Some(2)));
        assert_eq!(read("Plan, of the hall\n\nroom;place;title\nA;1;x\n"), (3, Some(4)));
        // Merged cells above it name groups of its columns.
        assert_eq!(read("room,,place\nroom,place,title,team\nA,1,x,y\n"), (2, Some(3)));
        assert_eq!(read("room,,place\nroom,,place\nA,,1\n"), (1, Some(2)));
        // What says more, or names a person, is no title.
        assert_eq!(read("A,1,Lamp\nroom,place,title\n"), (1, Some(2)));
        assert_eq!(read("ada@x.org,1\nroom,place\n"), (1, Some(2)));
        assert_eq!(read("Plan\nChumba,Meza,Kichwa\nA,1,Lamp\n"), (1, Some(2)));
        // A contact for the sheet may be above its header.
        assert_eq!(read("Questions: ada@x.org,\nroom,place\nA,1\n"), (2, Some(3)));
    }

    #[test]
    fn a_cell_may_say_that_there_is_nothing() {
        for none in [
            "", "-", "–", "N/A", "n. a.", "none", "TBD", "#N/A", "yok", "Não", "なし", "لا يوجد",
            "Not applicable",
        ] {
            assert!(says_none(none), "{none}");
        }
        for said in ["0", "No. 4", "Nonesuch", "TBD Street", "🏆", "+", "Nobody here wants to say anything"]
        {
            assert!(!says_none(said), "{said}");
        }
    }

    #[test]
    fn a_column_is_found_by_its_name_in_another_language() {
        let header = header("Tisch,Projekt,E-Mail");
        assert_eq!((header.find(&["project"]), header.find(&["place", "table"])), (Some(1), Some(0)));
        assert_eq!((header.find(&["email"]), header.find(&["title"])), (Some(2), None));
    }

    #[test]
    fn a_header_may_come_again_and_another_begins_a_second_table() {
        let header = header("Title,Team,Table,");
        let read = |text: &str| header.is_repeated(&Rows::new(text, 9).next_row().unwrap().unwrap());
        for again in ["Title,Team,Table", " TITLE ,team,Table,,", "Titel,Teamname,Tisch"] {
            assert_eq!(read(again), Ok(true), "{again}");
        }
        for other in ["Name,Role,Email", "Team,Title,Table", "Team,Title", "Judge,Tracks,Name"] {
            assert_eq!(read(other), Err(ListFault::SecondTable { row: 1 }), "{other}");
        }
        for parted in ["\nJudge,Email", "\n\nName,Role,,"] {
            assert!(matches!(read(parted), Err(ListFault::SecondTable { .. })), "{parted}");
        }
        for row in [
            "Lamp,Oak,4", "\nDemo,Oak,Hall", "\nDemo,,4", "Demo,Oak,Hall", "Title,Oak,4",
            "Team,ana@oak.example", "Demo,Draft,4", "Demo,Name", "Demo,,Table",
        ] {
            assert_eq!(read(row), Ok(false), "{row}");
        }
    }

    #[test]
    fn a_row_may_be_shorter_than_its_header_and_not_longer() {
        let header = header("a,b,");
        let over = |text: &str| header.overflow(&Rows::new(text, 9).next_row().unwrap().unwrap());
        assert_eq!((over("1"), over("1,2,3"), over("1,2,3,,")), (None, None, None));
        assert_eq!(over("1,2,3,,5"), Some((5, 3)));
    }
}
