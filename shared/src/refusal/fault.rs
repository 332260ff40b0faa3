//! What is wrong with one field.

use super::{EntryFault, FileRule};
use crate::assignment_file::UnreadableList;
use crate::floor::{Place, RangeFault};
use crate::project_files::ListFault;

/// A fault of one field. Those that a browser finds too are enums of their own, so that its code holds their words only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A text.
    Text(TextField, TextFault),
    /// A name or text that is needed and missing.
    Missing(Unnamed),
    /// A tag with the characters that separate tags in lists.
    TagSeparator,
    /// More tags than a project may have.
    TooManyTags {
        /// How many there are.
        tags: usize,
        /// How many there may be.
        most: usize,
    },
    /// A track of another event.
    TrackForeign,
    /// A place on the floor.
    Floor(FloorFault),
    /// A prize.
    Prize(PrizeFault),
    /// A teammate changed the same field.
    EditedMeanwhile(TextField),
    /// A score.
    Score(ScoreFault),
    /// A choice of a ballot that is no project's id.
    ChoiceNotWhole,
    /// The shape of a request.
    Request(RequestFault),
    /// No e-mail address.
    Email,
    /// A password that is too short.
    PasswordShort {
        /// Fewest characters.
        shortest: usize,
    },
    /// A password that is too long.
    PasswordLong {
        /// Most characters.
        longest: usize,
    },
    /// The current password, typed wrong.
    PasswordWrong,
    /// A sign-up from another browser comes without a name and a password.
    NameAndPassword,
    /// A slug that no new event can have.
    NewSlug,
    /// A voting code that the event does not have.
    CodeUnknown,
    /// How many codes to make: no whole number.
    CodesNotWhole,
    /// How many codes to make: none, or too many.
    CodesRange {
        /// Most at a time.
        most: usize,
    },
    /// The most reviews of a judge: no whole number.
    CapNotWhole,
    /// No card was chosen to print.
    NoCardChosen,
    /// A list of people without a line.
    ListEmpty,
    /// The warnings of a run were not confirmed.
    ConsentMissing,
    /// A warning came up after the page was opened.
    ConsentOutdated,
    /// A first publication has no reason.
    ReasonNeedless,
    /// A correction needs a reason.
    ReasonMissing,
    /// An assignment is for a submitted project of the event.
    ProjectNotSubmitted,
    /// No original was chosen for a repeat.
    OriginalMissing,
    /// A repeat is flagged with another submitted project of the event.
    OriginalUnknown,
    /// The project named as the original is itself flagged as a repeat of this one.
    OriginalRepeats {
        /// Its title.
        title: String,
    },
    /// A setting of an event.
    Setting(SettingFault),
    /// A list of projects that cannot be read.
    ProjectFile(ListFault),
    /// A value that a constraint of the database forbids, and no check before it.
    Rule(ValueRule),
    /// Two of a list share what must be unique.
    Shared(Unique),
    /// Something that is not part of the event.
    ForeignPart,
    /// No judge of the event was chosen.
    JudgeMissing,
    /// No project of the event was chosen.
    ProjectMissing,
    /// No kind of conflict was chosen.
    ConflictKindMissing,
    /// A whole number outside its range.
    NumberRange {
        /// Smallest.
        from: u32,
        /// Largest.
        to: u32,
    },
    /// No line of a file can be used.
    NoUsableLine,
    /// A list of assignments that cannot be read.
    AssignmentList(UnreadableList),
    /// A character that PostgreSQL cannot store.
    Unstorable,
    /// There are more faults at this field.
    More,
    /// A place of a file.
    File(EntryFault),
    /// A sentence that was made elsewhere: of another refusal, or by a trigger of the database.
    Sentence(String),
}

/// A text by its name: `the title`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextField {
    /// A project's title.
    Title,
    /// A project's tagline.
    Tagline,
    /// A project's summary.
    Summary,
    /// A description.
    Description,
    /// A project's track.
    Track,
    /// The address of a project's code.
    CodeAddress,
    /// The address of a project's demo.
    DemoAddress,
    /// A project's tags.
    Tags,
    /// One tag.
    Tag,
    /// A comment.
    Comment,
    /// A reason.
    Reason,
    /// A name.
    Name,
    /// A criterion's guidance.
    Guidance,
    /// A room.
    Room,
    /// A place in a room.
    Place,
    /// A prize's sponsor.
    Sponsor,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// A character that shows nothing.
    Control,
    /// Too many characters.
    Long {
        /// How many there are.
        length: usize,
        /// How many there may be.
        longest: usize,
    },
    /// More than one line.
    Lines,
    /// An address with too many characters.
    AddressLong {
        /// How many there may be.
        longest: usize,
    },
    /// An address with a blank, a backslash or a hidden character.
    AddressBroken,
    /// No web address.
    NoAddress,
}

/// Something that needs a name or a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnamed {
    /// A project's title.
    Title,
    /// A team's name.
    Team,
    /// A person's own name.
    Person,
    /// A token's name.
    Token,
    /// A comment.
    Comment,
    /// An event's name.
    Event,
    /// A track's name.
    Track,
    /// A criterion's name.
    Criterion,
}

/// What is wrong with a setting of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingFault {
    /// No time zone has this name.
    Zone,
    /// No date with a time.
    Time,
    /// A local time that the clocks skip.
    TimeSkipped {
        /// The zone's name.
        zone: String,
        /// The first local time that is skipped.
        from: String,
        /// The first local time after it.
        until: String,
    },
    /// A local time that comes twice, and neither was chosen.
    TimeTwice {
        /// The zone's name.
        zone: String,
    },
    /// No whole number, or one out of range.
    Whole {
        /// Least.
        least: i32,
        /// Most.
        most: i32,
    },
    /// A floor above the reviews per project.
    FloorHigh {
        /// Reviews per project.
        most: i32,
    },
    /// The floor stays once judging has opened.
    FloorFixed,
    /// Ballots are cast in another mode.
    ModeFixed,
    /// Ballots are cast under more votes.
    VotesFewer {
        /// Votes per voter now.
        now: i32,
    },
    /// A name from which no slug can be made.
    SlugFromName,
    /// A slug that an event has.
    SlugTaken {
        /// One that none has.
        free: Option<String>,
    },
    /// No key of a criterion.
    Key,
    /// No weight.
    Weight,
    /// No whole number as a score.
    Score,
    /// The highest score is not above the lowest.
    ScoreOrder,
    /// More criteria than an event may have.
    ManyCriteria {
        /// How many there may be.
        most: usize,
    },
    /// A change of an open or a past window was not confirmed.
    WindowConsent,
    /// The setup code is wrong.
    SetupCode,
}

/// What is wrong with a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreFault {
    /// No whole number.
    NotWhole {
        /// The criterion's name.
        name: String,
    },
    /// Outside the criterion's range.
    Range {
        /// The criterion's name.
        name: String,
        /// Lowest score.
        min: i64,
        /// Highest score.
        max: i64,
    },
    /// A criterion that the rubric does not have.
    Unknown {
        /// The key, cut to a bearable length.
        key: String,
    },
    /// A criterion without a score, in a review to submit.
    Missing {
        /// The criterion's name.
        name: String,
    },
    /// There are more faults of this kind.
    More,
}

/// What is wrong with a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallotFault {
    /// More choices than a voter has.
    TooMany {
        /// How many a voter has.
        most: i32,
        /// How many were chosen.
        chosen: usize,
    },
    /// A project chosen twice.
    Repeated,
    /// A project that is not on the ballot.
    Unknown,
    /// A project of the voter's own team.
    OwnTeam,
}

/// What a constraint of the database asks of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueRule {
    /// A text that is not too long, and not empty where it must not be.
    Length,
    /// A certain form, or one of a few words.
    Shape,
    /// A number within a range.
    Range,
    /// A close after the opening.
    Order,
    /// A value where another one asks for it, or none.
    Together,
}

/// What is wrong with places on the floor, or a file of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FloorFault {
    /// Another project has the place.
    Taken {
        /// The place.
        place: Place,
        /// The other project's title.
        title: String,
    },
    /// The gap is no number in its range.
    Gap {
        /// Most places.
        most: usize,
    },
    /// No place was typed.
    NoPlaces,
    /// The places typed cannot be read.
    Range(RangeFault),
    /// The file is no CSV.
    NoCsv {
        /// The first line that cannot be read.
        line: usize,
    },
    /// The file lacks its columns.
    Columns,
    /// The file has too many rows.
    Rows {
        /// The most.
        most: usize,
    },
    /// No file was sent.
    NoFile,
}

/// What is wrong with a prize, its panel or its winners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrizeFault {
    /// The prize has no name.
    Nameless,
    /// The number of winners is out of range.
    Winners {
        /// The most.
        most: i32,
    },
    /// No eligibility was chosen, or its track is missing.
    Eligibility,
    /// No rule was chosen.
    Rule,
    /// No winner was chosen.
    NoWinner,
    /// More winners than the prize has.
    TooMany {
        /// How many it has.
        most: i32,
    },
    /// A project was chosen twice.
    Repeated,
    /// A project that is not eligible.
    NotEligible,
    /// A project that won another prize, where each may win one.
    WonAnother {
        /// The project's title.
        title: String,
    },
    /// The reason is missing.
    ReasonMissing,
    /// A panellist put a project of their own team in order.
    OwnTeam,
}

/// What is unique in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unique {
    /// A track's name.
    TrackName,
    /// A criterion's key.
    CriterionKey,
    /// A prize's name.
    PrizeName,
    /// A place in a room.
    Place,
    /// A fixture id.
    ExternalId,
}

/// The type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonType {
    /// A string.
    Text,
    /// True or false.
    Flag,
    /// A list of strings.
    Texts,
    /// A whole number or null.
    NumberOrNull,
    /// A list.
    List,
    /// An object.
    Object,
}

/// What is wrong with the shape of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestFault {
    /// The body is not said to be JSON.
    NoJson,
    /// The body cannot be read as a JSON object.
    BadJson {
        /// What the reader said.
        error: String,
    },
    /// A member of the body, or of one of its objects, came twice.
    Twice {
        /// The member, where it is inside the field.
        member: Option<String>,
    },
    /// A value of the wrong type.
    Type {
        /// The right one.
        wanted: JsonType,
    },
    /// A list that must be sent.
    ListMissing,
    /// The body took too long.
    Late {
        /// Longest time in seconds.
        seconds: u64,
    },
    /// The body ended before all of it came.
    Cut,
    /// A form that cannot be read.
    NoForm,
    /// The results to check are not published, or there is no such event.
    NoResults,
    /// Nothing to check.
    NoFile,
    /// More files than are checked at once.
    TooManyFiles {
        /// Most files.
        most: usize,
    },
    /// No usable idempotency key.
    IdempotencyKey {
        /// Most characters.
        longest: usize,
    },
    /// `after` is no id.
    AfterId,
    /// `after` is no event's slug.
    AfterSlug,
    /// `limit` is out of range.
    Limit {
        /// Most entries.
        most: i64,
    },
    /// The next page has no address.
    NoNextPage,
    /// `event` is no slug.
    EventSlug,
    /// `judge` is a fixture id of different people in several events.
    JudgeAmbiguous,
    /// `row` is no row number.
    Row,
    /// `run` is no run's number.
    Run,
}

impl From<SettingFault> for Fault {
    fn from(fault: SettingFault) -> Self {
        Self::Setting(fault)
    }
}

impl From<ScoreFault> for Fault {
    fn from(fault: ScoreFault) -> Self {
        Self::Score(fault)
    }
}

impl From<RequestFault> for Fault {
    fn from(fault: RequestFault) -> Self {
        Self::Request(fault)
    }
}

impl From<Unnamed> for Fault {
    fn from(what: Unnamed) -> Self {
        Self::Missing(what)
    }
}

impl From<EntryFault> for Fault {
    fn from(fault: EntryFault) -> Self {
        Self::File(fault)
    }
}

impl From<FileRule> for Fault {
    fn from(rule: FileRule) -> Self {
        Self::File(EntryFault::Rule(rule))
    }
}
