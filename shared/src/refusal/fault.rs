//! What is wrong with one field.

use super::{
    AnswerFault, FloorFault, PictureFault, PrizeFault, RequestFault, ScoreFault, TextFault, Unique,
    WebhookFault,
};
use crate::list_file::ListFault;
use crate::prelude::*;

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
    TooManyTags { tags: usize, most: usize },
    /// A track of another event.
    TrackForeign,
    /// A place on the floor.
    Floor(FloorFault),
    /// A prize.
    Prize(PrizeFault),
    /// A picture.
    Picture(PictureFault),
    /// Somebody else, a teammate or an organizer, changed the same field.
    EditedMeanwhile(TextField),
    /// An answer to a question of the event's own.
    Answer(AnswerFault),
    /// A score.
    Score(ScoreFault),
    /// A choice of a ballot that is no project's id.
    ChoiceNotWhole,
    /// The shape of a request.
    Request(RequestFault),
    /// No e-mail address.
    Email,
    /// A password that is too short.
    PasswordShort { shortest: usize },
    /// A password that is too long.
    PasswordLong { longest: usize },
    /// A password that is tried first.
    PasswordCommon,
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
    CodesRange { most: usize },
    /// The most reviews of a judge: no whole number.
    CapNotWhole,
    /// No card was chosen to print.
    NoCardChosen,
    /// No role was chosen.
    RoleMissing,
    /// The warnings of a run were not confirmed.
    ConsentMissing,
    /// Nobody confirmed that a stored review is replaced.
    ReplacementUnconfirmed,
    /// A webhook.
    Webhook(WebhookFault),
    /// No finalist was chosen.
    FinalistsMissing,
    /// No project was chosen that a newer list no longer has.
    GoneMissing,
    /// Nobody of the event was chosen to read a notice.
    AudienceMissing,
    /// A notice says something.
    NoticeMissing,
    /// A review is set aside for a reason.
    VoidReasonMissing,
    /// A project is withdrawn for a reason.
    WithdrawalReasonMissing,
    /// A team gets more time for a reason.
    MoreTimeReasonMissing,
    /// No team of the event was chosen.
    TeamMissing,
    /// More time ends after now, and after submissions close for all.
    MoreTimeTooEarly,
    /// More time ends when judging closes, at the latest.
    MoreTimeTooLate,
    /// Nobody confirmed that people agreed to open data.
    AgreementMissing,
    /// The sentence that people agreed to is missing.
    StatementMissing,
    /// A warning came up after the page was opened.
    ConsentOutdated,
    /// A first publication has no reason.
    ReasonNeedless,
    /// A correction needs a reason.
    ReasonMissing,
    /// A time that has to be still to come has passed.
    TimePast,
    /// What winners owe: nothing, or too many things.
    DutiesRange { most: usize },
    /// Something that a winner owes is open, shown or refused.
    DutyStateUnknown,
    /// Nobody of the winners owes this.
    DutyUnknown,
    /// What a winner has shown is refused for a reason.
    DutyReasonMissing,
    /// A first publication of a fit that was stopped early needs a reason.
    ReasonUnfinishedMissing,
    /// An assignment is for a submitted project of the event.
    ProjectNotSubmitted,
    /// No original was chosen for a repeat.
    OriginalMissing,
    /// A repeat is flagged with another submitted project of the event.
    OriginalUnknown,
    /// The project named as the original is itself flagged as a repeat of this one.
    OriginalRepeats { title: String },
    /// A setting of an event.
    Setting(SettingFault),
    /// A list that cannot be read.
    List(ListFault),
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
    /// Nobody said what a flag is about.
    FlagReasonMissing,
    /// Nobody said what an answer comes to.
    OutcomeMissing,
    /// No publication of the event since the question was chosen.
    PublicationUnknown,
    /// Neither the question nor its answer was chosen.
    QuestionPartMissing,
    /// No kind of conflict was chosen.
    ConflictKindMissing,
    /// A conflict that a list named is taken back for a reason.
    LiftReasonMissing,
    /// A whole number outside its range.
    NumberRange { from: u32, to: u32 },
    /// No line of a file can be used.
    NoUsableLine,
    /// A character that PostgreSQL cannot store.
    Unstorable,
    /// There are more faults at this field.
    More,
    /// A place of a file.
    File(EntryFault),
    /// A sentence that was made elsewhere: of another refusal, or by a trigger of the database.
    Sentence(String),
}

macro_rules! from {
    ($($of:ident => $fault:ident),+ $(,)?) => {$(
        impl From<$of> for Fault {
            fn from(fault: $of) -> Self {
                Self::$fault(fault)
            }
        }
    )+};
}

from! {
    AnswerFault => Answer,
    EntryFault => File,
    ListFault => List,
    PictureFault => Picture,
    RequestFault => Request,
    ScoreFault => Score,
    SettingFault => Setting,
    Unnamed => Missing,
}

impl From<FileRule> for Fault {
    fn from(rule: FileRule) -> Self {
        Self::File(EntryFault::Rule(rule))
    }
}
