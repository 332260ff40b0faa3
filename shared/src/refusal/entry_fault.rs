//! What is wrong with a file that was sent, as codes.

use crate::json_place::JsonBreak;

/// A fault at one place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryFault {
    /// The text is not JSON.
    NotJson(JsonBreak),
    /// An object is needed here.
    NotAnObject,
    /// The file is of another format.
    Format { found: String, wanted: &'static str },
    /// A member is missing.
    MissingMember,
    /// The format has no such member.
    UnknownMember,
    /// A member occurs twice.
    RepeatedMember,
    /// A value that does not fit its member; `error` is the parser's.
    Unfit { error: String },
    /// The check ended here, since it had found enough.
    Unchecked,
    /// A name or text at the top of the file is too long.
    LongName,
    /// An entry is nested too deep.
    Deep { most: usize },
    /// An entry is too large.
    Large { mebibytes: usize },
    /// What is left of the file without its runs and its log is too large.
    LargeWithoutLog { mebibytes: usize },
    /// An entry holds too many values.
    ManyValues { most: usize },
    /// The file holds too many values.
    ManyValuesInAll { most: usize },
    /// A ref is empty.
    EmptyRef,
    /// An earlier entry of the list has the same ref.
    SameRef { list: &'static str, first: usize },
    /// An earlier entry of the list has the same value.
    SameValue { list: &'static str, first: usize },
    /// No entry has this ref.
    NoSuchRef(FileEntry),
    /// An external id that is empty, too long or has control characters.
    ExternalId { longest: usize },
    /// A whole number out of range.
    Range { from: i32, to: i32 },
    /// None of the words that are allowed.
    OneOf(&'static [&'static str]),
    /// The person is on an earlier team.
    OnOtherTeam { first: usize },
    /// A rule of events.
    Rule(FileRule),
}

/// What a ref names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileEntry {
    /// A person.
    Person,
    /// A team.
    Team,
    /// A project.
    Project,
}

/// A rule of events that a file can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRule {
    /// The event has a name.
    EventName,
    /// Tracks, criteria, teams and prizes have names.
    Name,
    /// A project has a title.
    ProjectTitle,
    /// A person has an e-mail address.
    Email,
    /// A window closes after it opens.
    WindowOrder,
    /// Personal data go after every window has closed.
    ForgetDay,
    /// The form of a criterion's key.
    CriterionKey,
    /// A criterion's greatest score is above its least.
    ScoreOrder,
    /// Scores fit into 32 bits.
    ScoreBounds,
    /// A person has each role once.
    RepeatedRole,
    /// A list names each address of a team once.
    RepeatedAddress,
    /// A judge has each track once.
    RepeatedTrack,
    /// The track is one of the event.
    TrackUnknown,
    /// A judge's cap is not negative.
    NegativeCap,
    /// The form of a record's salt.
    RecordSalt,
    /// A submitted project has the time of its submission.
    SubmittedWithoutTime,
    /// A draft has no time of submission.
    DraftWithTime,
    /// A withdrawn project is a draft, with a reason and the time of its submission.
    WithdrawalIncomplete,
    /// Assignments end with a withdrawn project, which makes them recused, and with no other.
    EndedNotRecused,
    /// More time has an end and a reason.
    MoreTimeIncomplete,
    /// A project repeats another one.
    RepeatsItself,
    /// Repeats lead to a project that repeats none.
    DuplicateCircle,
    /// Drafts have no comments.
    CommentOnDraft,
    /// A comment has a text.
    EmptyComment,
    /// A text has the digest that stands beside it.
    TextDigest,
    /// A ballot names each project once.
    RepeatedChoice,
    /// A ballot names submitted projects.
    ChoiceNotSubmitted,
    /// Nobody votes for their own team.
    ChoiceOfOwnTeam,
    /// Only judges get projects.
    NotAJudge,
    /// Nobody judges their own team.
    OwnTeam,
    /// A done assignment has a review.
    DoneWithoutReview,
    /// The review of a done assignment is submitted.
    DoneNotSubmitted,
    /// The review of an assignment that is not done is not submitted.
    SubmittedNotDone,
    /// A review that is set aside is a recused one, with a reason, and says when it had been submitted.
    VoidIncomplete,
    /// The event has the criterion.
    CriterionUnknown,
    /// Drafts have no place on the floor.
    DraftWithPlace,
    /// A prize is for a track, or for those who ask for it.
    TrackAndOptIn,
    /// The event has the prize.
    PrizeUnknown,
    /// A project asks for each prize once.
    RepeatedPrize,
    /// A project wins a prize once.
    RepeatedWinner,
    /// A project has few pictures.
    ManyPictures,
    /// A picture is kept as still WebP files of a few widths, without anything but the picture.
    BrokenPicture,
    /// All pictures of a file together have few enough pixels to be decoded.
    ManyPixels,
}
