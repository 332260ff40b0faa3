//! Which column holds what, by the names in the header.

use super::{Shape, UnusedColumn};
use crate::list_file::{Header, ListFault, ListKind, ListRow, unguarded};
use crate::text::begins_like_web_address;
use serde::{Deserialize, Serialize};

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
    /// Something else about a further member.
    MemberOther(u16),
    /// Members, joined: addresses with or without names, or names alone.
    MemberEmails,
    /// The literal `...` after which a Devpost row goes on with further members.
    Further,
    /// Nothing that is taken.
    Unused,
}

/// What an organizer says that a column holds whose name is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnChoice {
    /// The project's title.
    Title,
    /// Name of the team.
    Team,
    /// Tracks and prizes.
    Track,
    /// Words to find it by.
    Tags,
    /// Addresses.
    Link,
    /// Members' addresses.
    Members,
    /// Its place in the hall.
    Place,
    /// Nothing that is taken.
    Nothing,
}

impl ColumnChoice {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::Nothing,
        Self::Title,
        Self::Team,
        Self::Track,
        Self::Tags,
        Self::Link,
        Self::Members,
        Self::Place,
    ];

    /// Its name in forms and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Team => "team",
            Self::Track => "track",
            Self::Tags => "tags",
            Self::Link => "link",
            Self::Members => "members",
            Self::Place => "place",
            Self::Nothing => "nothing",
        }
    }

    /// The choice with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }

    fn column(self) -> Column {
        match self {
            Self::Title => Column::Title,
            Self::Team => Column::Team,
            Self::Track => Column::Prizes,
            Self::Tags => Column::Tags,
            Self::Link => Column::Links,
            Self::Members => Column::MemberEmails,
            Self::Place => Column::Place,
            Self::Nothing => Column::Unused,
        }
    }
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
    ("trackoption", Column::Prizes),
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
    ("table", Column::Place),
    ("tablenumber", Column::Place),
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
    ("submissiontitle", Column::Title),
    ("submissionname", Column::Title),
    ("team", Column::Team),
    ("teamname", Column::Team),
    ("track", Column::Track),
    ("tracks", Column::Prizes),
    ("trackoption", Column::Prizes),
    ("category", Column::Prizes),
    ("categories", Column::Prizes),
    ("prize", Column::Prizes),
    ("prizes", Column::Prizes),
    ("prizecategory", Column::Prizes),
    ("prizecategories", Column::Prizes),
    ("optinprizes", Column::Prizes),
    ("challenge", Column::Prizes),
    ("challenges", Column::Prizes),
    ("bounties", Column::Prizes),
    ("status", Column::Status),
    ("projectstatus", Column::Status),
    ("submittedat", Column::SubmittedAt),
    ("submissiontime", Column::SubmittedAt),
    ("timestamp", Column::SubmittedAt),
    ("tagline", Column::Tagline),
    ("projecttagline", Column::Tagline),
    ("submissiontagline", Column::Tagline),
    ("subtitle", Column::Tagline),
    ("summary", Column::Summary),
    ("description", Column::Description),
    ("projectdescription", Column::Description),
    ("projectoverview", Column::Description),
    ("abouttheproject", Column::Description),
    ("about", Column::Description),
    ("repourl", Column::Repository),
    ("repo", Column::Repository),
    ("repolink", Column::Repository),
    ("repository", Column::Repository),
    ("repositoryurl", Column::Repository),
    ("repositorylink", Column::Repository),
    ("github", Column::Repository),
    ("githuburl", Column::Repository),
    ("githublink", Column::Repository),
    ("githubrepo", Column::Repository),
    ("githubrepository", Column::Repository),
    ("gitlab", Column::Repository),
    ("code", Column::Repository),
    ("sourcecode", Column::Repository),
    ("demourl", Column::Demo),
    ("demo", Column::Demo),
    ("demolink", Column::Demo),
    ("website", Column::Demo),
    ("video", Column::Video),
    ("videourl", Column::Video),
    ("videolink", Column::Video),
    ("demovideo", Column::Video),
    ("demovideolink", Column::Video),
    ("demovideourl", Column::Video),
    ("videodemolink", Column::Video),
    ("link", Column::Links),
    ("links", Column::Links),
    ("url", Column::Links),
    ("urls", Column::Links),
    ("projectlink", Column::Links),
    ("projecturl", Column::Links),
    ("devpost", Column::Links),
    ("devpostlink", Column::Links),
    ("devposturl", Column::Links),
    ("submissionlink", Column::Links),
    ("tags", Column::Tags),
    ("technologies", Column::Tags),
    ("techstack", Column::Tags),
    ("builtwith", Column::Tags),
    ("room", Column::Room),
    ("place", Column::Place),
    ("table", Column::Place),
    ("tablenumber", Column::Place),
    ("whatsyourtablenumber", Column::Place),
    ("location", Column::Place),
    ("submittername", Column::SubmitterName),
    ("submitterfirstname", Column::SubmitterName),
    ("submitterlastname", Column::SubmitterName),
    ("submitteremail", Column::SubmitterEmail),
    ("contactemail", Column::SubmitterEmail),
    ("email", Column::MemberEmails),
    ("emails", Column::MemberEmails),
    ("emailaddress", Column::MemberEmails),
    ("member", Column::MemberEmails),
    ("members", Column::MemberEmails),
    ("teammember", Column::MemberEmails),
    ("memberemail", Column::MemberEmails),
    ("memberemails", Column::MemberEmails),
    ("teammembers", Column::MemberEmails),
    ("teamemails", Column::MemberEmails),
];

/// The columns of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    /// Whose file it is.
    pub(super) shape: Shape,
    /// Whether the first row names the columns. Otherwise it is a project.
    pub(super) have_header: bool,
    header: Header,
    holds: Vec<Column>,
    /// Of each column, how many cells below the header say something, and the first that does.
    filled: Vec<(usize, String)>,
}

impl Columns {
    /// Reads the first row. `choices` say what columns hold whose names are not known.
    pub(super) fn of(first: &ListRow<'_>, choices: &[(String, ColumnChoice)]) -> Self {
        let header = Header::of(first);
        let has = |name: &str| header.keys().iter().any(|key| key == name);
        let chosen =
            |key: &str| choices.iter().find(|(name, _)| name == key).map(|(_, choice)| choice.column());
        // A header holds no address, so a row with one is a project of Jury's list, which has none.
        let page = first.len() > 3 && begins_like_web_address(first.cell(2));
        // As they are: a cell such as `Table 3` is a place, not the name of a column.
        let known =
            header.keys().iter().filter(|key| PLAIN.iter().any(|(name, _)| *name == key.as_str())).count();
        let titled = |known: &[(&str, Column)]| {
            header.keys().iter().any(|key| column_of(known, key) == Some(Column::Title))
                || header.keys().iter().any(|key| chosen(key) == Some(Column::Title))
        };
        let shape = if has("submissionurl") || has("submissiontitle") || has("higheststepcompleted") {
            Shape::Devpost
        } else if has("buidlid") || has("buidlname") {
            Shape::DoraHacks
        } else if page || (has("name") && (has("trylink") || has("videolink") || has("challengelist"))) {
            Shape::Jury
        } else if first.len() == 3 && known < 2 && !titled(PLAIN) {
            Shape::Gavel
        } else {
            Shape::Plain
        };
        let (have_header, holds) = match shape {
            Shape::Gavel => (false, vec![Column::Title, Column::Place, Column::Description]),
            Shape::Jury if page => (false, JURY.iter().take(6).map(|(_, column)| *column).collect()),
            Shape::Devpost => (true, held(&header, DEVPOST, shape, &chosen)),
            Shape::DoraHacks => (true, held(&header, DORAHACKS, shape, &chosen)),
            Shape::Jury => (true, held(&header, JURY, shape, &chosen)),
            Shape::Plain => (true, held(&header, PLAIN, shape, &chosen)),
        };
        let filled = vec![(0, String::new()); if have_header { holds.len() } else { 0 }];
        Self { shape, have_header, header, holds, filled }
    }

    /// The fault of a file in which no column says what a project is called.
    pub(super) fn lack_a_title(&self) -> Option<ListFault> {
        (!self.holds.contains(&Column::Title)).then(|| self.title_missing())
    }

    /// That fault.
    pub(super) fn title_missing(&self) -> ListFault {
        self.header.lacks(ListKind::Projects)
    }

    /// How many cells a row has that says something behind the last column, and how many columns there are: a separator inside a
    /// text moves all that follows it. Devpost's rows go on with further members.
    pub(super) fn overflow(&self, row: &ListRow<'_>) -> Option<(usize, usize)> {
        let said = row.cells().enumerate().filter(|(_, cell)| !cell.is_empty());
        let (cells, columns) = (said.last().map_or(0, |(at, _)| at + 1), self.holds.len());
        let ragged = !self.have_header || self.shape == Shape::Devpost;
        (!ragged && cells > columns).then_some((cells, columns))
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
        let unused = self.filled.iter().enumerate().filter(|(_, (filled, _))| *filled > 0);
        let described = unused.filter_map(|(at, (filled, example))| {
            let key = self.header.keys().get(at).filter(|key| !key.is_empty())?;
            let name = self.header.names().get(at)?.chars().take(80).collect();
            Some(UnusedColumn {
                key: key.chars().take(200).collect(),
                name,
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

    /// Every cell of a row that holds this; blank ones are left out.
    pub(super) fn all<'r>(&self, row: &'r ListRow<'_>, column: Column) -> impl Iterator<Item = &'r str> {
        let cells = self.holds.iter().enumerate().filter(move |(_, held)| **held == column);
        let ours = self.shape == Shape::Plain;
        let read = move |at| if ours { unguarded(row.cell(at)) } else { row.cell(at) };
        cells.map(move |(at, _)| read(at)).filter(|cell| !cell.is_empty())
    }

    /// The cell of a row that holds this; empty where the row is short or the file has no such column.
    pub(super) fn one<'r>(&self, row: &'r ListRow<'_>, column: Column) -> &'r str {
        self.all(row, column).next().unwrap_or_default()
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
/// Most unused columns that are shown. The widest known export has about 60 in all.
const MOST_UNUSED: usize = 60;

/// What each column of a header holds.
fn held(
    header: &Header,
    known: &[(&str, Column)],
    shape: Shape,
    chosen: &impl Fn(&str) -> Option<Column>,
) -> Vec<Column> {
    let mut holds: Vec<Column> = Vec::with_capacity(header.keys().len());
    let mut taken: Vec<Column> = Vec::new();
    for (name, key) in header.names().iter().zip(header.keys()) {
        let named = member(name, key).or_else(|| column_of(known, key));
        // An organizer's own question may bear the name of a column. The first one is the site's, also behind a column that an
        // organizer chose for the same.
        let once = named.filter(|column| is_repeatable(*column, shape) || !taken.contains(column));
        taken.extend(once);
        holds.push(once.or_else(|| chosen(key)).unwrap_or(Column::Unused));
    }
    holds
}

/// The column of a name. `Track Option 2` is one like `Track Option 1`.
fn column_of(known: &[(&str, Column)], key: &str) -> Option<Column> {
    let of = |key: &str| known.iter().find(|(name, _)| *name == key).map(|(_, column)| *column);
    of(key).or_else(|| of(key.trim_end_matches(|c: char| c.is_ascii_digit())))
}

/// Whether a file may have several columns of a kind.
fn is_repeatable(column: Column, shape: Shape) -> bool {
    match column {
        Column::Links | Column::SubmitterName | Column::MemberName(_) | Column::MemberOther(_) => true,
        Column::Prizes | Column::MemberEmails | Column::Tags | Column::Video => shape == Shape::Plain,
        _ => false,
    }
}

/// A column of further members: `Team Member 2 Last Name`, `Member 1 Email`, or the `...` for all that are not named.
fn member(name: &str, key: &str) -> Option<Column> {
    if name == "..." || name == "…" {
        return Some(Column::Further);
    }
    let rest = key.strip_prefix("team").unwrap_or(key).strip_prefix("member")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (number, part) = rest.split_at_checked(digits)?;
    let number = number.parse().ok()?;
    Some(match part {
        "name" | "fullname" | "firstname" | "lastname" => Column::MemberName(number),
        "email" | "emailaddress" | "mail" => Column::MemberEmail(number),
        _ => Column::MemberOther(number),
    })
}
