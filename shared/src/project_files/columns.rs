//! Which column holds what, by the names in the header.

use super::Shape;
use super::table::Row;
use crate::export::behind_guard;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// The project's title.
    Title,
    /// Its address on the site that the file comes from.
    Address,
    /// Its identifier there.
    ExternalId,
    /// Our own number of it.
    ProjectId,
    /// Draft or submitted.
    Status,
    /// The last step of the form that its team completed.
    Step,
    /// When it was submitted.
    SubmittedAt,
    /// One line.
    Tagline,
    /// A paragraph.
    Summary,
    /// The whole text.
    Description,
    /// Words about the team.
    AboutTeam,
    /// Addresses, several in a cell.
    Links,
    /// The address of the code.
    Repository,
    /// The address of a demo.
    Demo,
    /// The address of a film.
    Video,
    /// Names of prizes, joined.
    Prizes,
    /// One prize's name: the file has a row for each project and prize.
    Prize,
    /// Name of the track.
    Track,
    /// Words to find it by.
    Tags,
    /// Its room.
    Room,
    /// Its place in the room.
    Place,
    /// Name of the team.
    Team,
    /// Part of the submitter's name.
    SubmitterName,
    /// The submitter's address.
    SubmitterEmail,
    /// How many members the team has besides the submitter.
    MemberCount,
    /// Part of a further member's name.
    MemberName(u16),
    /// A further member's address.
    MemberEmail(u16),
    /// Addresses of all members, joined.
    MemberEmails,
    /// The literal `...` after which a Devpost row goes on with further members.
    Further,
    /// Nothing that is taken.
    Unused,
}

/// Columns of Devpost's export, whatever options it was made with.
const DEVPOST: &[(&str, Column)] = &[
    ("projecttitle", Column::Title),
    ("submissiontitle", Column::Title),
    ("submissionurl", Column::Address),
    ("projectstatus", Column::Status),
    ("higheststepcompleted", Column::Step),
    ("projectsubmittedat", Column::SubmittedAt),
    ("abouttheproject", Column::Description),
    ("plaindescription", Column::Description),
    ("tryitoutlinks", Column::Links),
    ("website", Column::Links),
    ("fileurl", Column::Links),
    ("videodemolink", Column::Video),
    ("video", Column::Video),
    ("optinprizes", Column::Prizes),
    ("desiredprizes", Column::Prizes),
    ("optinprize", Column::Prize),
    ("builtwith", Column::Tags),
    ("tablenumber", Column::Place),
    ("submitterfirstname", Column::SubmitterName),
    ("submitterlastname", Column::SubmitterName),
    ("submitteremail", Column::SubmitterEmail),
    ("additionalteammembercount", Column::MemberCount),
];

/// Columns of DoraHacks.
const DORAHACKS: &[(&str, Column)] = &[
    ("buidlid", Column::ExternalId),
    ("buidlname", Column::Title),
    ("buidlprofile", Column::Description),
    ("contactemail", Column::SubmitterEmail),
    ("submissiontimeutc", Column::SubmittedAt),
    ("buidldemolink", Column::Demo),
    ("buidlgithub", Column::Repository),
    ("track", Column::Track),
    ("bounties", Column::Prizes),
    ("teamdescription", Column::AboutTeam),
];

/// Columns of Jury.
const JURY: &[(&str, Column)] = &[
    ("name", Column::Title),
    ("description", Column::Description),
    ("url", Column::Address),
    ("trylink", Column::Links),
    ("videolink", Column::Video),
    ("challengelist", Column::Prizes),
];

/// Columns of our own file, and what people call them in tables of their own.
const PLAIN: &[(&str, Column)] = &[
    ("projectid", Column::ProjectId),
    ("externalid", Column::ExternalId),
    ("title", Column::Title),
    ("name", Column::Title),
    ("project", Column::Title),
    ("projecttitle", Column::Title),
    ("projectname", Column::Title),
    ("team", Column::Team),
    ("teamname", Column::Team),
    ("track", Column::Track),
    ("status", Column::Status),
    ("submittedat", Column::SubmittedAt),
    ("tagline", Column::Tagline),
    ("summary", Column::Summary),
    ("description", Column::Description),
    ("repourl", Column::Repository),
    ("repository", Column::Repository),
    ("demourl", Column::Demo),
    ("demo", Column::Demo),
    ("video", Column::Video),
    ("tags", Column::Tags),
    ("prizes", Column::Prizes),
    ("optinprizes", Column::Prizes),
    ("room", Column::Room),
    ("place", Column::Place),
    ("table", Column::Place),
    ("tablenumber", Column::Place),
    ("location", Column::Place),
    ("email", Column::MemberEmails),
    ("emails", Column::MemberEmails),
    ("members", Column::MemberEmails),
    ("memberemails", Column::MemberEmails),
];

/// The columns of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    /// Whose file it is.
    pub(super) shape: Shape,
    names: Vec<String>,
    holds: Vec<Column>,
}

impl Columns {
    /// Reads a header.
    pub(super) fn of<'r>(header: impl Iterator<Item = &'r str>) -> Self {
        let names: Vec<String> = header.map(|name| name.trim().to_owned()).collect();
        let keys: Vec<String> = names.iter().map(|name| key(name)).collect();
        let has = |name: &str| keys.iter().any(|key| key == name);
        let known = |table: &[(&str, Column)]| table.iter().any(|(name, _)| has(name));
        let shape = if has("submissionurl") || has("submissiontitle") || has("higheststepcompleted") {
            Shape::Devpost
        } else if has("buidlid") || has("buidlname") {
            Shape::DoraHacks
        } else if has("name") && (has("trylink") || has("videolink") || has("challengelist")) {
            Shape::Jury
        } else if names.len() == 3 && !known(PLAIN) {
            Shape::Gavel
        } else {
            Shape::Plain
        };
        let table = match shape {
            Shape::Devpost => DEVPOST,
            Shape::DoraHacks => DORAHACKS,
            Shape::Jury => JURY,
            Shape::Gavel => {
                return Self { shape, names, holds: vec![Column::Title, Column::Place, Column::Description] };
            }
            Shape::Plain => PLAIN,
        };
        let holds = names.iter().zip(&keys).map(|(name, key)| {
            let named = table.iter().find(|(known, _)| known == key).map(|(_, column)| *column);
            let devpost = || if shape == Shape::Devpost { member(name, key) } else { None };
            named.or_else(devpost).unwrap_or(Column::Unused)
        });
        let mut holds: Vec<Column> = holds.collect();
        // An organizer's own question may bear the name of a column. The first one is Devpost's.
        for at in 0..holds.len() {
            let (before, rest) = holds.split_at_mut(at);
            if let Some(column) = rest.first_mut()
                && !matches!(column, Column::Links | Column::SubmitterName | Column::MemberName(_))
                && before.contains(column)
            {
                *column = Column::Unused;
            }
        }
        Self { shape, names, holds }
    }

    /// Whether a column says what a project is called.
    pub(super) fn name_a_title(&self) -> bool {
        self.holds.contains(&Column::Title)
    }

    /// The names of the first columns, shortened, for a sentence.
    pub(super) fn shortened(&self) -> Vec<String> {
        self.names
            .iter()
            .filter(|name| !name.is_empty())
            .take(8)
            .map(|name| name.chars().take(40).collect())
            .collect()
    }

    /// The names of columns that nothing is taken from.
    pub(super) fn unused(&self) -> Vec<String> {
        let unused = self.names.iter().zip(&self.holds).filter(|(_, column)| **column == Column::Unused);
        let named = unused.filter(|(name, _)| !name.is_empty());
        named.map(|(name, _)| name.chars().take(80).collect()).collect()
    }

    /// Whether the file has such a column.
    pub(super) fn have(&self, column: Column) -> bool {
        self.holds.contains(&column)
    }

    /// Every cell of a row that holds this, trimmed; blank ones are left out.
    pub(super) fn all<'r>(&self, row: &'r Row, column: Column) -> impl Iterator<Item = &'r str> {
        let cells = self.holds.iter().enumerate().filter(move |(_, held)| **held == column);
        let ours = self.shape == Shape::Plain;
        let unguarded = move |cell| if ours { behind_guard(cell).unwrap_or(cell) } else { cell };
        cells.map(move |(at, _)| unguarded(row.cell(at).trim())).filter(|cell| !cell.is_empty())
    }

    /// The cell of a row that holds this, trimmed; empty where the row is short or the file has no such column.
    pub(super) fn one<'r>(&self, row: &'r Row, column: Column) -> &'r str {
        self.all(row, column).next().unwrap_or_default()
    }

    /// Further members, each as their name and address.
    pub(super) fn members<'r>(&self, row: &'r Row) -> Vec<(String, &'r str)> {
        let numbers = self.holds.iter().filter_map(|column| match column {
            Column::MemberEmail(number) => Some(*number),
            _ => None,
        });
        let named = numbers.map(|number| {
            let name: Vec<&str> = self.all(row, Column::MemberName(number)).collect();
            (name.join(" "), self.one(row, Column::MemberEmail(number)))
        });
        let mut members: Vec<_> = named.collect();
        // The header names the first member only; rows go on with three cells for each other one.
        let further = self.holds.iter().position(|column| *column == Column::Further);
        let from = further.unwrap_or(self.holds.len());
        if further.is_some() || !members.is_empty() || self.have(Column::SubmitterEmail) {
            let mut at = from;
            while at < row.len() {
                let name = format!("{} {}", row.cell(at).trim(), row.cell(at + 1).trim());
                members.push((name.trim().to_owned(), row.cell(at + 2).trim()));
                at += 3;
            }
        }
        members.retain(|(name, email)| !name.is_empty() || !email.is_empty());
        members
    }
}

/// The form in which names of columns are compared: letters and digits, in lower case.
fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A column of Devpost's further members: `Team Member 2 Last Name`, or the `...` for all that are not named.
fn member(name: &str, key: &str) -> Option<Column> {
    if name == "..." || name == "…" {
        return Some(Column::Further);
    }
    let rest = key.strip_prefix("teammember")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (number, part) = rest.split_at_checked(digits)?;
    let number = number.parse().ok()?;
    match part {
        "firstname" | "lastname" => Some(Column::MemberName(number)),
        "email" => Some(Column::MemberEmail(number)),
        _ => None,
    }
}
