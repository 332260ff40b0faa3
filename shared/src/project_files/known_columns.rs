//! What columns are called, on each site and in people's own tables, and what they hold.

use super::{FileColumn, lists_people};
use crate::form_question::FormQuestion;
use crate::list_file::{heading, in_english, is_among, without_signs, word_in_english, words};
use crate::names;
use crate::text::{begins_like_web_address, name_key, search_key};
use crate::unicode::{Form, normal};
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
    /// What the organizers said of it on another site.
    Judging,
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
    /// Answers to one of the event's own questions. The choice with this number says which.
    Answer(usize),
    /// Nothing that is taken.
    Unused,
}

impl Column {
    /// What an organizer is told of it.
    pub(super) fn meaning(self) -> ColumnMeaning {
        match self {
            Self::Title => ColumnMeaning::Title,
            Self::Address | Self::ExternalId | Self::ProjectId => ColumnMeaning::Number,
            Self::Status | Self::Step | Self::Judging => ColumnMeaning::Status,
            Self::SubmittedAt => ColumnMeaning::SubmittedAt,
            Self::Tagline => ColumnMeaning::Tagline,
            Self::Summary => ColumnMeaning::Summary,
            Self::Description | Self::AboutTeam => ColumnMeaning::Description,
            Self::Links => ColumnMeaning::Links,
            Self::Repository => ColumnMeaning::Code,
            Self::Demo => ColumnMeaning::Demo,
            Self::Video => ColumnMeaning::Video,
            Self::Track => ColumnMeaning::Track,
            Self::Prizes | Self::Prize => ColumnMeaning::Prizes,
            Self::Tags => ColumnMeaning::Tags,
            Self::Room => ColumnMeaning::Room,
            Self::Place => ColumnMeaning::Place,
            Self::Team => ColumnMeaning::Team,
            Self::MemberCount => ColumnMeaning::TeamSize,
            Self::SubmitterEmail | Self::MemberEmail(_) | Self::MemberEmails => ColumnMeaning::Members,
            Self::SubmitterName | Self::MemberName(_) | Self::MemberOther(_) | Self::Further => {
                ColumnMeaning::MemberNames
            }
            Self::Answer(_) => ColumnMeaning::Answer,
            Self::Unused => ColumnMeaning::Nothing,
        }
    }

    /// Whether everybody reads its cells, so that no address of a person belongs there.
    pub(super) fn is_public(self) -> bool {
        matches!(
            self,
            Self::Title
                | Self::Team
                | Self::Tagline
                | Self::Summary
                | Self::Description
                | Self::Prizes
                | Self::Prize
                | Self::Track
                | Self::Tags
                | Self::Room
                | Self::Place
        )
    }

    /// Whether every such column of a file is taken, and not the first cell alone.
    pub(super) fn is_joined(self) -> bool {
        matches!(
            self,
            Self::Links
                | Self::Repository
                | Self::Demo
                | Self::Video
                | Self::Prizes
                | Self::Prize
                | Self::Tags
                | Self::MemberEmails
        )
    }

    /// Whether people merge its cells, since one value holds for several projects.
    pub(super) fn forms_groups(self) -> bool {
        matches!(self, Self::Team | Self::Prizes | Self::Track | Self::Room)
    }

    /// Whether its cells are about the people of a team.
    pub(super) fn is_about_people(self) -> bool {
        matches!(
            self,
            Self::SubmitterName
                | Self::SubmitterEmail
                | Self::MemberName(_)
                | Self::MemberEmail(_)
                | Self::MemberOther(_)
                | Self::MemberEmails
        )
    }

    /// Whether its cells name something that there may be none of. A title, a team and a text may be any words, and of a status each
    /// word counts.
    pub(super) fn names_something(self) -> bool {
        matches!(
            self,
            Self::SubmittedAt
                | Self::Links
                | Self::Repository
                | Self::Demo
                | Self::Video
                | Self::Prizes
                | Self::Prize
                | Self::Track
                | Self::Tags
                | Self::Room
                | Self::Place
                | Self::SubmitterEmail
                | Self::MemberEmail(_)
                | Self::MemberEmails
        )
    }
}

/// What a column is read as, as an organizer is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnMeaning {
    /// The project's title.
    Title,
    /// A number or an address that its source keeps, by which the project is known again.
    Number,
    /// Whether it takes part.
    Status,
    /// When it was submitted.
    SubmittedAt,
    /// One line.
    Tagline,
    /// A paragraph.
    Summary,
    /// The whole text, or words about the team that end it.
    Description,
    /// Addresses of any kind.
    Links,
    /// The code's address.
    Code,
    /// The demo's address.
    Demo,
    /// A film's address.
    Video,
    /// The track.
    Track,
    /// Names of prizes. Those that tracks of the event have are tracks: some sites have no others.
    Prizes,
    /// Words to find it by.
    Tags,
    /// Its room.
    Room,
    /// Its place in the room.
    Place,
    /// Name of the team.
    Team,
    /// How many people the team has.
    TeamSize,
    /// Members' addresses.
    Members,
    /// Members' names, and what else is said of them.
    MemberNames,
    /// Answers to one of the event's own questions.
    Answer,
    /// Nothing that is taken.
    Nothing,
}

/// What an organizer says that a column holds: one whose name is not known, or one that is not what its name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnChoice {
    /// The project's title.
    Title,
    /// Name of the team.
    Team,
    /// One line.
    Tagline,
    /// A paragraph.
    Summary,
    /// The whole text.
    Description,
    /// The code's address.
    Code,
    /// The demo's address.
    Demo,
    /// Its room.
    Room,
    /// The track.
    Track,
    /// Names of prizes, tracks of the event among them.
    Prizes,
    /// Words to find it by.
    Tags,
    /// Addresses.
    Link,
    /// Members' addresses.
    Members,
    /// Its place in the hall.
    Place,
    /// Whether it was submitted.
    Status,
    /// Answers to the event's own question of this key.
    Answer(String),
    /// Nothing that is taken.
    Nothing,
}

/// How the word of an answer's choice begins. The question's key follows.
const ANSWER: &str = "answer:";
/// What stands before the key of a column that is not what its known name says. A name has no sign, so no column has such a key itself.
pub(super) const INSTEAD: char = '=';

impl ColumnChoice {
    /// What a column of any event may hold, each with its word, in the order in which they are offered.
    pub const FIXED: [(Self, &'static str); 16] = [
        (Self::Nothing, "nothing"),
        (Self::Title, "title"),
        (Self::Team, "team"),
        (Self::Members, "members"),
        (Self::Tagline, "tagline"),
        (Self::Summary, "summary"),
        (Self::Description, "description"),
        (Self::Code, "code"),
        (Self::Demo, "demo"),
        (Self::Link, "link"),
        (Self::Track, "track"),
        (Self::Prizes, "prizes"),
        (Self::Tags, "tags"),
        (Self::Room, "room"),
        (Self::Place, "place"),
        (Self::Status, "status"),
    ];

    /// All that a column may hold in an event that asks these questions.
    pub fn offered(asked: &[FormQuestion]) -> Vec<Self> {
        let answers = asked.iter().map(|question| Self::Answer(question.key.clone()));
        Self::FIXED.into_iter().map(|(choice, _)| choice).chain(answers).collect()
    }

    /// What a column most likely holds. It holds answers if it has the name of a question, or of a question's column in our own
    /// export; otherwise its first cell says it, or a word of its name.
    pub fn likely(column: &FileColumn, asked: &[FormQuestion]) -> Self {
        let is_it = |question: &&FormQuestion| {
            [heading(&question.label), heading(&format!("answer_{}", question.key))].contains(&column.key)
        };
        let is_exact = |question: &&FormQuestion| name_key(&question.label) == name_key(&column.name);
        match asked.iter().find(is_exact).or_else(|| asked.iter().find(is_it)) {
            Some(question) => Self::Answer(question.key.clone()),
            None if lists_people(&column.example) => Self::Members,
            None if begins_like_web_address(&column.example) => Self::Link,
            None if asks_for_a_track(&column.name) => Self::Track,
            None => Self::Nothing,
        }
    }

    /// Its word.
    pub fn name(&self) -> String {
        if let Self::Answer(question) = self {
            return format!("{ANSWER}{question}");
        }
        let fixed = Self::FIXED.into_iter().find(|(choice, _)| choice == self);
        fixed.map(|(_, word)| word.to_owned()).unwrap_or_default()
    }

    /// The one with this word.
    pub fn from_name(word: &str) -> Option<Self> {
        match word.strip_prefix(ANSWER) {
            Some(question) => names::is_criterion_key(question).then(|| Self::Answer(question.to_owned())),
            None => Self::FIXED.into_iter().find(|(_, fixed)| *fixed == word).map(|(choice, _)| choice),
        }
    }

    /// The column of the choice with this number.
    pub(super) fn column(&self, number: usize) -> Column {
        match self {
            Self::Title => Column::Title,
            Self::Team => Column::Team,
            Self::Tagline => Column::Tagline,
            Self::Summary => Column::Summary,
            Self::Description => Column::Description,
            Self::Code => Column::Repository,
            Self::Demo => Column::Demo,
            Self::Room => Column::Room,
            Self::Track => Column::Track,
            Self::Prizes => Column::Prizes,
            Self::Tags => Column::Tags,
            Self::Link => Column::Links,
            Self::Members => Column::MemberEmails,
            Self::Place => Column::Place,
            Self::Status => Column::Status,
            Self::Answer(_) => Column::Answer(number),
            Self::Nothing => Column::Unused,
        }
    }
}

/// The names of columns, by what they hold: in lower case, without spaces and signs.
pub(super) type Known = &'static [(Column, &'static str)];

/// Columns of Devpost's export, whatever options it was made with.
pub(super) const DEVPOST: Known = &[
    (Column::Title, "projecttitle submissiontitle"),
    (Column::Address, "submissionurl"),
    (Column::Status, "projectstatus"),
    (Column::Step, "higheststepcompleted"),
    (Column::Judging, "judgingstatus"),
    (Column::SubmittedAt, "projectsubmittedat"),
    (Column::Description, "abouttheproject plaindescription"),
    (Column::Links, "tryitoutlinks website fileurl"),
    (Column::Video, "videodemolink video"),
    (Column::Prizes, "optinprizes desiredprizes trackoption"),
    (Column::Prize, "optinprize"),
    (Column::Tags, "builtwith"),
    (Column::Place, "tablenumber"),
    (Column::SubmitterName, "submitterfirstname submitterlastname"),
    (Column::SubmitterEmail, "submitteremail"),
    (Column::MemberCount, "additionalteammembercount"),
];

/// Columns that tell Devpost's export from other lists with the address of a submission. Forms ask for one, too.
pub(super) const DEVPOST_ONLY: &str = "projectstatus judgingstatus projectcreatedat abouttheproject plaindescription \
    tryitoutlinks optinprize optinprizes desiredprizes submitterscreenname submitterfirstname submitteremail";

/// Columns of DoraHacks.
pub(super) const DORAHACKS: Known = &[
    (Column::ExternalId, "buidlid"),
    (Column::Title, "buidlname"),
    (Column::Description, "buidlprofile"),
    (Column::SubmitterEmail, "contactemail"),
    (Column::SubmittedAt, "submissiontimeutc"),
    (Column::Demo, "buidldemolink"),
    (Column::Repository, "buidlgithub"),
    (Column::Track, "track"),
    (Column::Prizes, "bounties"),
    (Column::AboutTeam, "teamdescription"),
];

/// Columns of Jury.
pub(super) const JURY: Known = &[
    (Column::Title, "name"),
    (Column::Description, "description"),
    (Column::Address, "url"),
    (Column::Links, "trylink"),
    (Column::Video, "videolink"),
    (Column::Prizes, "challengelist"),
    (Column::Place, "table tablenumber"),
];

/// Whether a column's name is a question such as “Which track?”. `Tracks (Health)` says of one track whether it was chosen.
fn asks_for_a_track(name: &str) -> bool {
    let is_track = |word: &str| matches!(word, "track" | "tracks");
    !name.contains(['(', '[']) && words(&search_key(name)).any(is_track)
}

/// Columns of our own file, and what people call them in tables of their own, the best name first.
pub(super) const PLAIN: Known = &[
    (Column::ProjectId, "projectid"),
    (Column::ExternalId, "externalid"),
    (
        Column::Title,
        "title projecttitle projectname submissiontitle submissionname nameofproject ideatitle project name",
    ),
    (Column::Team, "team teamname"),
    (Column::Track, "track"),
    (
        Column::Prizes,
        "tracks trackoption category categories theme themes prize prizes prizecategory prizecategories \
         optinprizes challenge challenges bounties",
    ),
    (
        Column::Status,
        "status projectstatus submissionstatus submissionstate proposalstate decision submitted shortlisted \
         approvalstatus attendeestatus eligible accepted approved published",
    ),
    (Column::SubmittedAt, "submittedat submittedon submissiontime submissiondate timestamp"),
    (Column::Tagline, "tagline projecttagline submissiontagline subtitle"),
    (Column::Summary, "summary"),
    (
        Column::Description,
        "description projectdescription projectoverview abouttheproject about longdescription \
         fulldescription",
    ),
    (
        Column::Repository,
        "repourl repo repolink repository repositoryurl repositorylink github githuburl githublink \
         githubrepo githubrepository gitlab code sourcecode",
    ),
    (Column::Demo, "demourl demo demolink website"),
    (Column::Video, "video videourl videolink demovideo demovideolink demovideourl videodemolink"),
    (
        Column::Links,
        "link links url urls projectlink projecturl slides devpost devpostlink devposturl submissionlink submissionurl",
    ),
    (Column::Tags, "tags technologies techstack builtwith"),
    (Column::Room, "room"),
    (Column::Place, "place table tablenumber whatsyourtablenumber location"),
    (
        Column::SubmitterName,
        "submittername submitterfirstname submitterlastname teamleadname teamleadername leadname leadername captainname \
         teamcaptainname",
    ),
    (
        Column::SubmitterEmail,
        "submitteremail contactemail teamleademail teamleaderemail leademail leaderemail captainemail \
         teamcaptainemail",
    ),
    (
        Column::MemberEmails,
        "email emails emailaddress member members teammember memberemail memberemails teammembers \
         teamemails membersemail membersemails teammembersemails participants",
    ),
];

/// The column of exactly this name, and how many names of it are better.
pub(super) fn named(known: Known, key: &str) -> Option<(Column, usize)> {
    known
        .iter()
        .find_map(|(column, names)| names.split(' ').position(|name| name == key).map(|rank| (*column, rank)))
}

/// The same of a name that may be numbered: `Track Option 2` is one like `Track Option 1`.
pub(super) fn ranked(known: Known, key: &str) -> Option<(Column, usize)> {
    named(known, key).or_else(|| named(known, key.trim_end_matches(|c: char| c.is_ascii_digit())))
}

/// The same, also of a name in another language or with a remark: `Description (short)` counts where nothing is called `Description`.
pub(super) fn known_as(known: Known, name: &str, key: &str) -> Option<(Column, usize)> {
    let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    let as_written = ranked(known, key).map(|(column, rank)| (column, 2 * rank));
    as_written.or_else(|| named(known, in_english(unnumbered)?).map(|(column, rank)| (column, 2 * rank + 1)))
}

/// A column of further members: `Team Member 2 Last Name`, `Member 1 Email`, `Mitglied 3 E-Mail`, or the `...` for all that are
/// not named.
pub(super) fn member(name: &str) -> Option<Column> {
    if name == "..." || name == "…" {
        return Some(Column::Further);
    }
    let name = normal(Form::Nfkc, name);
    let (before, rest) = name.split_at_checked(name.find(|c: char| c.is_ascii_digit())?)?;
    let part = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = rest.strip_suffix(part)?.parse().ok()?;
    let part = without_signs(part);
    match (in_english(without_signs(before))?, in_english(part)) {
        ("membername", _) if asks_who(part) => Some(Column::MemberName(number)),
        ("memberemail", _) if asks_who(part) => Some(Column::MemberEmail(number)),
        ("members", _) if part.is_empty() => None,
        ("members", Some("name" | "fullname" | "firstname" | "lastname")) => Some(Column::MemberName(number)),
        ("members", Some("email")) => Some(Column::MemberEmail(number)),
        ("members", _) if asks_who(part) => Some(Column::MemberEmails),
        ("members", _) => Some(Column::MemberOther(number)),
        _ => None,
    }
}

/// Words behind the number of a member that ask for nothing but who it is, in the form in which texts are searched.
const OF_WHO: &str = "and contact details info full optional required mandatory if any applicable team lead leader captain und et y e и \
    opcional obligatorio facultatif optionnel obligatoire facoltativo obbligatorio freiwillig falls vorhanden pflichtfeld wahlweise \
    optioneel opcjonalnie valgfri valfri 任意 必須 选填 必填 選填";

/// Whether the words behind the number of a member ask for nothing but who it is: `(name and email)`, `(optional)`.
fn asks_who(part: &str) -> bool {
    let is_of_person = |word: &str| {
        matches!(word_in_english(word), Some("name" | "fullname" | "firstname" | "lastname" | "email"))
    };
    words(&search_key(part)).all(|word| is_among(OF_WHO, word) || is_of_person(word))
}
