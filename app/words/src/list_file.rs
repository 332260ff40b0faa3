//! Why a list that somebody brings cannot be read, and what of it is not, whichever page it is for.

use super::amounts::{and_list, and_more, plural};
use shared::known_names::NameUnclear;
use shared::list_file::{Against, ListFault, ListKind, MOST_CELLS, NotText};

/// Names the columns that are not used, where there are any.
#[must_use]
pub fn unused_columns(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!("Columns that are not used: {}.", and_list(names)))
}

/// Most remarks that one sentence repeats.
const REMARKS: usize = 20;

/// Says what stands beside people and is not read, where there is anything, by its lines.
#[must_use]
pub fn remarks(remarks: &[(usize, String)]) -> Option<String> {
    let named = remarks.iter().map(|(line, remark)| format!("“{remark}” (line {line})"));
    let named = and_more(named, REMARKS);
    (!remarks.is_empty()).then(|| format!("What the list says beside people is not used: {named}."))
}

/// Says that a column reads like merged cells, and what to do.
#[must_use]
pub fn merged_column(name: &str) -> String {
    format!(
        "“{name}” is filled in only in the first row of each group, as in merged cells. The rows below stay without it. If it applies to them too, fill it in."
    )
}

/// What is wrong with a row that has more cells than its list has columns, and what to do.
#[must_use]
pub fn more_cells(cells: usize, columns: usize) -> String {
    format!(
        "It has {cells} cells, and the list has {}. Put quotation marks around texts that contain a comma or semicolon, or name the other columns.",
        plural(columns, "column", "columns")
    )
}

/// What a row says against itself, and where.
#[must_use]
pub fn against(Against { column, said }: &Against) -> String {
    let column = if column.is_empty() { String::new() } else { format!(" in “{column}”") };
    format!("the row says “{said}”{column}")
}

/// What becomes of a row, with the others that name the same judge and project and are left out. `named` is what one and several are called.
#[must_use]
pub fn with_repeats(verdict: String, others: &[usize], named: (&str, &str)) -> String {
    let (one, several) = named;
    let others: Vec<String> = others.iter().map(ToString::to_string).collect();
    match others.as_slice() {
        [] => verdict,
        [other] => format!("{verdict}. {one} {other} names the same judge and project, and is left out"),
        others => {
            let others = and_list(others);
            format!("{verdict}. {several} {others} name the same judge and project, and are left out")
        }
    }
}

/// Why a row names no judge, and what to do.
#[must_use]
pub fn judge_unclear(unclear: NameUnclear) -> &'static str {
    match unclear {
        NameUnclear::Unknown => {
            "no judge of this event has this address or name. Write the address of one judge"
        }
        NameUnclear::Ambiguous => "several judges have this name. Write the address",
        NameUnclear::Disagree => {
            "the address and the name are not those of one judge. Correct them, or leave one of them empty"
        }
    }
}

/// Why a row names no project, and what to do.
#[must_use]
pub fn project_unclear(unclear: NameUnclear) -> &'static str {
    match unclear {
        NameUnclear::Unknown => {
            "no project that takes part has this number or title. Write the number of one that does"
        }
        NameUnclear::Ambiguous => {
            "several projects have this title or number. Add a column “project_id” with the number"
        }
        NameUnclear::Disagree => {
            "the number and the title are not those of one project. Correct them, or leave one of them empty"
        }
    }
}

pub(super) fn sentence(fault: &ListFault) -> String {
    match fault {
        ListFault::Empty => "Choose a file with rows in it, or paste them.".to_owned(),
        ListFault::NotText(NotText { line, utf16: false }) => format!(
            "Line {line} is not UTF-8. Save the file as “CSV UTF-8” in your spreadsheet program, then upload it again."
        ),
        ListFault::NotText(NotText { line, utf16: true }) => {
            format!("The file is broken in line {line}. Export it again, or save it as “CSV UTF-8”.")
        }
        ListFault::Packed => {
            "This is a spreadsheet, a web page or another file that is not CSV. Save it as “CSV UTF-8”, then upload it again."
                .to_owned()
        }
        ListFault::OpenQuote { row } => format!(
            "The quotation mark in row {row} never closes, so nobody can see where the next row begins. Correct row {row} in the file."
        ),
        ListFault::TextAfterQuote { row } => format!(
            "In row {row}, text follows a closing quotation mark. Put the whole cell between quotation marks, and double those inside it."
        ),
        ListFault::Columns { list, names } => {
            format!("{} The first row reads: {}.", columns(*list), names.join(", "))
        }
        ListFault::NoRows => "The file has a header and no rows below it.".to_owned(),
        ListFault::TooManyRows { most } => {
            format!("The file has more than {most} rows. Split it into several files.")
        }
        ListFault::TooManyCells { row } => {
            format!("Row {row} has more than {MOST_CELLS} cells. Check that this is the right file.")
        }
        ListFault::SecondTable { row } => format!(
            "Row {row} has other column names than the header. Put each table into a file of its own, and leave out rows above its header."
        ),
    }
}

fn columns(list: ListKind) -> &'static str {
    match list {
        ListKind::Projects => {
            "No column holds the projects’ titles. Name a column “Project Title”, “title” or “name”."
        }
        ListKind::People => {
            "No column is named “email”. Name it so in the first row, and the others “name”, “role” and “tracks”."
        }
        ListKind::Places => {
            "The first row must name the columns: “project” or “title”, and “room” or “place”."
        }
        ListKind::Assignments => {
            "The first row must name the columns: “judge_email” or “judge”, and “project_id” or “project”. HotCRP’s “paper”, “action” and “email” are read, too."
        }
        ListKind::Scores => {
            "The first row must name the columns: “judge”, “project” or “project_id”, and the criteria as the rubric names them."
        }
    }
}
