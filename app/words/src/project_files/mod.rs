//! Lists of projects from elsewhere: why a file or a row is not taken, and what becomes of each row.

mod columns;
mod notes;

pub use columns::{column_choice, column_meaning};
pub use notes::{note, notes_together};

use super::amounts::{NAMED, and_list, and_more, plural, quoted};
use super::list_file::{merged_column, more_cells};
use shared::joined_names::UnknownName;
use shared::project_files::{ChangedField, FileNote, RowField, RowRejection, Shape};

/// Whose list a file is.
pub fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Devpost => "Devpost’s project export",
        Shape::DoraHacks => "DoraHacks’ list of projects",
        Shape::Gavel => "Gavel’s list of projects: name, location and description, without a header",
        Shape::Jury => "Jury’s list of projects",
        Shape::Plain => "a table whose first row names its columns",
    }
}

/// Why a row cannot be taken.
pub fn row_fault(fault: &RowRejection) -> String {
    match fault {
        RowRejection::NoTitle => "It has no title.".to_owned(),
        RowRejection::Long { field, length, longest } => {
            format!("Its {} has {length} characters. At most {longest} are allowed.", field_words(*field).0)
        }
        RowRejection::Disagree { rows, field } => {
            format!(
                "Rows {} have the same number or address, but their {} differ. Keep the right row, or correct the others.",
                row_list(rows),
                field_words(*field).1
            )
        }
        RowRejection::Again { title } => format!("An earlier row is the same project, “{title}”."),
        RowRejection::OtherProject { title } => format!("Its number is that of “{title}” in this event."),
        RowRejection::TitleUnclear { teams } => format!(
            "This event has {} of this title by {}. Nothing else in the row says whether it is the same one. Name its team in the file.",
            if teams.len() == 1 { "a project" } else { "projects" },
            quoted(teams)
        ),
        RowRejection::MoreCells { cells, columns } => more_cells(*cells, *columns),
    }
}

/// Its name: of one, of many.
fn field_words(field: RowField) -> (&'static str, &'static str) {
    match field {
        RowField::Title => ("title", "titles"),
        RowField::Tagline => ("tagline", "taglines"),
        RowField::Summary => ("summary", "summaries"),
        RowField::Description => ("description", "descriptions"),
        RowField::Submitter => ("submitter", "submitters"),
    }
}

fn row_list(rows: &[usize]) -> String {
    and_more(rows.iter().map(ToString::to_string), NAMED)
}

/// What is so in a whole file.
pub fn file_note(note: &FileNote) -> String {
    match note {
        FileNote::NoTitles => "The first row is read as the names of the columns, but none of them is known as a name for titles. \
                               Say below which column holds them."
            .to_owned(),
        FileNote::HeaderBelow(row) => {
            format!("Row {row} names the columns. The rows above it are not read.")
        }
        FileNote::NamesDoubted => "The cells do not fit the names of their columns, so these names are not used. Say below \
                                   what each column holds."
            .to_owned(),
        FileNote::Merged(column) => merged_column(column),
        FileNote::SameNames(names) => format!(
            "Several columns have the same name: {}. Not all of them are read. Say below what each holds.",
            quoted(names)
        ),
        FileNote::NamesOnly(rows) => format!(
            "{} members by name, without an e-mail address. Nobody is invited for a name.",
            plural(*rows, "row names", "rows name")
        ),
        FileNote::NoMembers => {
            "No column that is read holds e-mail addresses of members, so nobody is invited.".to_owned()
        }
        FileNote::ForeignNumbers(rows) => format!(
            "{} of another project in this event, and no row has that of its own. So the numbers are taken for those of another site. If \
             they are this event’s, correct the numbers in the file before you import it.",
            plural(*rows, "row has the number", "rows have the number")
        ),
        FileNote::OthersNumbers(rows) => format!(
            "{} of another project in this event. Correct the numbers in the file. If the list counts its own projects, say below that the \
             column of numbers is not used.",
            plural(*rows, "row has the number", "rows have the number")
        ),
        FileNote::LostLetters(word) => format!(
            "A program lost letters before the list came here, as in “{word}”. Export the list once more as UTF-8, or correct it."
        ),
        FileNote::NoZone => "Times without a time zone are read as UTC.".to_owned(),
        FileNote::DayFirst => "Times are read with the day before the month, as some rows show.".to_owned(),
    }
}

/// What of one kind, such as `track` and `tracks`, a `file` or `list` names that the event does not have, with how many rows name each, the
/// most frequent first.
pub fn missing_names(
    list: &str,
    names: &[(UnknownName, usize)],
    (one, many): (&str, &str),
) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let mut names: Vec<&(UnknownName, usize)> = names.iter().collect();
    names.sort_by_key(|named| std::cmp::Reverse(named.1));
    let shown = and_more(names.iter().map(|(unknown, rows)| format!("“{}” ({rows})", unknown.name)), NAMED);
    let counted = plural(names.len(), one, many);
    Some(format!("The {list} names {counted} that this event does not have: {shown}."))
}

/// What changes in a project: `title, tags and members`.
pub fn changed(fields: &[ChangedField]) -> String {
    let names = fields.iter().map(|field| match field {
        ChangedField::Title => "title",
        ChangedField::Tagline => "tagline",
        ChangedField::Summary => "summary",
        ChangedField::Description => "description",
        ChangedField::CodeAddress => "code’s address",
        ChangedField::DemoAddress => "demo’s address",
        ChangedField::Tags => "tags",
        ChangedField::Track => "track",
        ChangedField::Prizes => "prizes",
        ChangedField::Place => "place",
        ChangedField::Answers => "answers to your questions",
        ChangedField::Status => "status: submitted by now",
        ChangedField::Members => "members to invite",
        ChangedField::MembersGone => "members who are no longer listed",
    });
    and_list(&names.map(str::to_owned).collect::<Vec<_>>())
}
