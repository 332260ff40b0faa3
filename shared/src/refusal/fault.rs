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
    Text(TextField, TextFault),
    /// A name or text that is needed and missing.
    Missing(Unnamed),
    /// A tag with the characters that separate tags in lists.
    TagSeparator,
    /// More tags than a project may have.
    TooManyTags {
        tags: usize,
        most: usize,
    },
    /// A track of another event.
    TrackForeign,
    Floor(FloorFault),
    Prize(PrizeFault),
    Picture(PictureFault),
    /// Somebody else, a teammate or an organizer, changed the same field.
    EditedMeanwhile(TextField),
    /// An answer to a question of the event's own.
    Answer(AnswerFault),
    Score(ScoreFault),
    /// A choice of a ballot that is no project's id.
    ChoiceNotWhole,
    Request(RequestFault),
    Email,
    PasswordShort {
        shortest: usize,
    },
    PasswordLong {
        longest: usize,
    },
    /// A password that is tried first.
    PasswordCommon,
    PasswordWrong,
    /// A sign-up from another browser comes without a name and a password.
    NameAndPassword,
    /// A slug that no new event can have.
    NewSlug,
    /// A voting code that the event does not have.
    CodeUnknown,
    CodesNotWhole,
    /// How many codes to make: none, or too many.
    CodesRange {
        most: usize,
    },
    CapNotWhole,
    NoCardChosen,
    RoleMissing,
    ConsentMissing,
    ReplacementUnconfirmed,
    Webhook(WebhookFault),
    FinalistsMissing,
    /// No project was chosen that a newer list no longer has.
    GoneMissing,
    /// Nobody of the event was chosen to read a notice.
    AudienceMissing,
    NoticeMissing,
    VoidReasonMissing,
    WithdrawalReasonMissing,
    MoreTimeReasonMissing,
    TeamMissing,
    /// More time ends after now, and after submissions close for all.
    MoreTimeTooEarly,
    /// More time ends when judging closes, at the latest.
    MoreTimeTooLate,
    AgreementMissing,
    StatementMissing,
    ConsentOutdated,
    ReasonNeedless,
    ReasonMissing,
    TimePast,
    /// What winners owe: nothing, or too many things.
    DutiesRange {
        most: usize,
    },
    DutyUnknown,
    DutyReasonMissing,
    /// A first publication of a fit that was stopped early needs a reason.
    ReasonUnfinishedMissing,
    /// An assignment is for a submitted project of the event.
    ProjectNotSubmitted,
    OriginalMissing,
    /// A repeat is flagged with another submitted project of the event.
    OriginalUnknown,
    /// The project named as the original is itself flagged as a repeat of this one.
    OriginalRepeats {
        title: String,
    },
    Setting(SettingFault),
    /// A list that cannot be read.
    List(ListFault),
    /// A value that a constraint of the database forbids, and no check before it.
    Rule(ValueRule),
    /// Two of a list share what must be unique.
    Shared(Unique),
    /// Something that is not part of the event.
    ForeignPart,
    JudgeMissing,
    ProjectMissing,
    FlagReasonMissing,
    OutcomeMissing,
    /// No publication of the event since the question was chosen.
    PublicationUnknown,
    QuestionPartMissing,
    ConflictKindMissing,
    /// A conflict that a list named is taken back for a reason.
    LiftReasonMissing,
    /// A word that a field does not take, with those that it takes.
    Word {
        field: String,
        words: Vec<&'static str>,
    },
    NumberRange {
        from: u32,
        to: u32,
    },
    NoUsableLine,
    /// A character that PostgreSQL cannot store.
    Unstorable,
    /// There are more faults at this field.
    More,
    File(EntryFault),
    /// A sentence that was made elsewhere: of another refusal, or by a trigger of the database.
    Sentence(String),
}

impl Fault {
    /// A word that is none of a type's, in this field.
    pub fn word<T: Copy>(field: &str, all: &[T], word: fn(T) -> &'static str) -> Self {
        Self::Word { field: field.to_owned(), words: all.iter().map(|one| word(*one)).collect() }
    }
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
