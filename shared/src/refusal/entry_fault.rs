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
    Person,
    Team,
    Project,
}

/// A rule of events that a file can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRule {
    EventName,
    /// Tracks, criteria, teams and prizes have names.
    Name,
    ProjectTitle,
    Email,
    /// A window closes after it opens.
    WindowOrder,
    /// Personal data go after every window has closed.
    ForgetDay,
    CriterionKey,
    /// A criterion's greatest score is above its least.
    ScoreOrder,
    /// Scores fit into 32 bits.
    ScoreBounds,
    RepeatedRole,
    /// A list names each address of a team once.
    RepeatedAddress,
    RepeatedTrack,
    /// The track is one of the event.
    TrackUnknown,
    NegativeCap,
    RecordSalt,
    SubmittedWithoutTime,
    DraftWithTime,
    /// A withdrawn project is a draft, with a reason and the time of its submission.
    WithdrawalIncomplete,
    /// Assignments end with a withdrawn project, which makes them recused, and with no other.
    EndedNotRecused,
    MoreTimeIncomplete,
    RepeatsItself,
    /// Repeats lead to a project that repeats none.
    DuplicateCircle,
    CommentOnDraft,
    EmptyComment,
    /// A text has the digest that stands beside it.
    TextDigest,
    RepeatedChoice,
    ChoiceNotSubmitted,
    ChoiceOfOwnTeam,
    NotAJudge,
    OwnTeam,
    DoneWithoutReview,
    DoneNotSubmitted,
    /// The review of an assignment that is not done is not submitted.
    SubmittedNotDone,
    /// A review that is set aside is a recused one, with a reason, and says when it had been submitted.
    VoidIncomplete,
    CriterionUnknown,
    DraftWithPlace,
    /// A prize is for a track, or for those who ask for it.
    TrackAndOptIn,
    PrizeUnknown,
    /// A project asks for each prize once.
    RepeatedPrize,
    RepeatedWinner,
    ManyPictures,
    /// A picture is kept as still WebP files of a few widths, without anything but the picture.
    BrokenPicture,
    /// All pictures of a file together have few enough pixels to be decoded.
    ManyPixels,
}
