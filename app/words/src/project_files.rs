//! Lists of projects from elsewhere: why a file or a row is not taken, and what becomes of each row.

use super::amounts::{and_list, plural};
use shared::project_files::{
    ChangedField, ListFault, MOST_CELLS, MOST_ROWS, NotText, RowField, RowNote, RowRejection, Shape,
};

/// Why a file cannot be read.
#[must_use]
pub fn file(fault: &ListFault) -> String {
    match fault {
        ListFault::Empty => "The file is empty. Choose another one.".to_owned(),
        ListFault::NotText(NotText { line, utf16: false }) => format!(
            "Line {line} is not UTF-8. Save the file as “CSV UTF-8” in your spreadsheet program, then upload it again."
        ),
        ListFault::NotText(NotText { line, utf16: true }) => {
            format!("The file is broken in line {line}. Export it again, or save it as “CSV UTF-8”.")
        }
        ListFault::Packed => {
            "This is a spreadsheet or another packed file. Save it as “CSV UTF-8”, then upload it again."
                .to_owned()
        }
        ListFault::NoTitle { names } => format!(
            "No column holds the projects’ titles. The first row reads: {}. Name a column “Project Title”, “title” or “name”.",
            names.join(", ")
        ),
        ListFault::NoRows => "The file has a header and no rows below it.".to_owned(),
        ListFault::TooManyRows => {
            format!("The file has more than {MOST_ROWS} rows. Split it into several files.")
        }
        ListFault::TooManyCells { row } => {
            format!("Row {row} has more than {MOST_CELLS} cells. Check that the file is a list of projects.")
        }
    }
}

/// Whose list a file is.
#[must_use]
pub fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Devpost => "Devpost’s project export",
        Shape::DoraHacks => "DoraHacks’ list of projects",
        Shape::Gavel => "Gavel’s list of projects: name, location and description, without a header",
        Shape::Jury => "Jury’s list of projects",
        Shape::Plain => "a table with a column for titles",
    }
}

/// Why a row cannot be taken.
#[must_use]
pub fn row_fault(fault: &RowRejection) -> String {
    match fault {
        RowRejection::NoTitle => "It has no title.".to_owned(),
        RowRejection::Long { field, length, longest } => {
            format!("Its {} has {length} characters. At most {longest} are allowed.", field_name(*field))
        }
        RowRejection::Disagree { rows, field } => {
            let rows: Vec<String> = rows.iter().take(20).map(ToString::to_string).collect();
            format!(
                "Rows {} are the same project, but their {} differ. Keep the right row in the file.",
                and_list(&rows),
                field_names(*field)
            )
        }
        RowRejection::Again { title } => format!("An earlier row is the same project, “{title}”."),
    }
}

fn field_name(field: RowField) -> &'static str {
    match field {
        RowField::Title => "title",
        RowField::Tagline => "tagline",
        RowField::Summary => "summary",
        RowField::Description => "description",
        RowField::Submitter => "submitter",
    }
}

fn field_names(field: RowField) -> &'static str {
    match field {
        RowField::Title => "titles",
        RowField::Tagline => "taglines",
        RowField::Summary => "summaries",
        RowField::Description => "descriptions",
        RowField::Submitter => "submitters",
    }
}

/// What was left out or changed on the way.
#[must_use]
pub fn note(note: &RowNote) -> String {
    let members = |n: usize| plural(i64::try_from(n).unwrap_or(i64::MAX), "member", "members");
    match note {
        RowNote::Tags { kept, of } => format!("The first {kept} of {of} tags are kept."),
        RowNote::LongTags(tags) => format!("Too long for a tag, and left out: {}.", tags.join(", ")),
        RowNote::MoreLinks(1) => "One more link is at the end of the description.".to_owned(),
        RowNote::MoreLinks(links) => format!("{links} more links are at the end of the description."),
        RowNote::BrokenLink(link) => format!("“{link}” is not a web address, and is left out."),
        RowNote::BrokenEmail(email) => {
            format!("“{email}” is not an e-mail address. Nobody is invited for it.")
        }
        RowNote::NoEmail(missing) => {
            format!("The file has no e-mail address for {} of this team.", members(*missing))
        }
        RowNote::LongPlace(place) => format!("“{place}” is too long for a place, and is left out."),
        RowNote::LargeTeam { size, most } => format!(
            "The team has {}. This event allows {most}, so the first {most} who accept can join.",
            members(*size)
        ),
        RowNote::UnknownTrack(track) => format!("This event has no track “{track}”."),
        RowNote::UnknownPrizes(names) => {
            format!("This event has no prize or track of this name: {}.", quoted(names))
        }
        RowNote::MoreTracks(names) => {
            format!("A project is in one track only, so these are left out: {}.", quoted(names))
        }
        RowNote::PlaceTaken(place) => format!("Another project has the place {place}, so it gets none."),
    }
}

fn quoted(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(10).map(|name| format!("“{name}”")).collect();
    and_list(&shown)
}

/// What changes in a project: `title, tags and members`.
#[must_use]
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
        ChangedField::Status => "status: submitted by now",
        ChangedField::Members => "members to invite",
    });
    and_list(&names.map(str::to_owned).collect::<Vec<_>>())
}
