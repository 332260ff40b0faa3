//! The reasons for which an act is refused, each with its code.

use super::{BallotFault, Code, MergeObstacle, Part, ScoreFault, SiteAct, Withheld};
use crate::invitation::InvitationState;
use crate::prelude::*;

/// The event among some facts, each of which is named twice: for what it is called, and for its value.
macro_rules! event_among {
    () => { None };
    (event $event:ident $($others:ident)*) => { Some($event.as_str()) };
    ($fact:ident $value:ident $($others:ident)*) => { event_among!($($others)*) };
}

/// The reasons: each with the facts that its sentence needs, and the code from which the status follows.
macro_rules! reasons {
    ($(
        $(#[$doc:meta])*
        $name:ident $(($list:ident: $of:ty))? $({ $($fact:ident: $type:ty),+ })? => $code:expr;
    )+) => {
        /// Why an act is refused, with what a sentence about it needs to name.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Reason { $($(#[$doc])* $name $(($of))? $({ $($fact: $type),+ })?,)+ }

        #[expect(unused_variables, reason = "most facts say nothing about the code, and most are no event")]
        impl Reason {
            /// Its code, from which the status follows.
            pub fn code(&self) -> Code {
                match self { $(Self::$name $(($list))? $({ $($fact),+ })? => $code,)+ }
            }

            /// The event that its sentence names.
            pub fn event(&self) -> Option<&str> {
                match self { $(Self::$name $(($list))? $({ $($fact),+ })? => event_among!($($($fact $fact)+)?),)+ }
            }
        }
    };
}

reasons! {
    // The request.
    /// The fields say why: the request is malformed.
    Fields => Code::Fields;
    /// The fields say why: well-formed values are wrong.
    Values => Code::Values;
    Unauthenticated => Code::Unauthenticated;
    BadToken => Code::Unauthenticated;
    /// There is no such thing, as far as the caller may know.
    NotFound => Code::NotFound;
    TooLarge { mebibytes: usize } => Code::TooLarge;
    /// An idempotency key named another request before.
    KeyReused => Code::KeyReused;
    TooManyRequests { seconds: i32 } => Code::TooMany;
    /// Other people's files are being checked.
    FilesBusy => Code::TooMany;
    /// A form was sent by another site.
    OtherSite => Code::CrossSite;
    /// A form's token is missing or stale.
    StaleForm => Code::CrossSite;
    /// Somebody else signed in to the browser after the page was opened.
    OtherPerson => Code::OtherPerson;
    /// A token was sent to a page.
    TokenOnPage => Code::Forbidden;

    // Roles.
    OrganizersOnly => Code::Forbidden;
    /// People who judge in any event only.
    JudgesOnly => Code::Forbidden;
    EventJudgesOnly => Code::Forbidden;
    ParticipantsOnly => Code::Forbidden;
    SiteAdminsOnly(act: SiteAct) => Code::Forbidden;
    /// A judge named somebody else.
    OwnScoresOnly => Code::Forbidden;
    /// A judge asked for somebody else's record.
    OwnRecordsOnly => Code::Forbidden;
    /// Nobody has the name that an organizer gave as a judge's.
    NoSuchJudge => Code::NotFound;
    /// An organizer takes part in the event.
    Conflicted { part: Part, withheld: Withheld } => Code::Conflicted;
    /// Voting codes are not for an organizer on a team.
    CodesAndTeam => Code::Conflicted;
    /// A link that somebody else made opened the session, and the account has more than the link stands for.
    LinkSession => Code::Forbidden;
    /// Comments of others on a project are not for an organizer on its team.
    CommentsAndTeam => Code::Conflicted;
    /// A demo account in another event.
    DemoOnly => Code::Forbidden;

    // Times.
    /// The event is a draft that its organizers have not opened yet.
    Draft { event: String } => Code::Draft;
    /// Before a window.
    NotOpenYet { stage: Stage, event: String, opens: DateTime<Utc>, closes: Option<DateTime<Utc>> }
        => outside_window(*stage);
    /// After a window.
    Closed { stage: Stage, event: String, closed: DateTime<Utc> } => outside_window(*stage);
    /// No link of the event lets anybody in any more, so none is made.
    LinksEnded { event: String, closed: DateTime<Utc> } => Code::JudgingWindow;
    /// The personal data of the event are removed, and it is closed.
    Forgotten { event: String, at: DateTime<Utc> } => Code::Forgotten;
    /// The personal data of an event cannot be removed yet.
    ForgetTooEarly { from: DateTime<Utc> } => Code::DatabaseRule;
    /// The personal data of an event cannot be removed while it has a window without an end.
    ForgetNoClose { stage: Stage } => Code::DatabaseRule;
    /// The day on which the personal data go has come.
    ForgetDayCame => Code::DatabaseRule;
    /// A window would close after the day on which the personal data go.
    ForgetDayFirst => Code::DatabaseRule;
    /// Another organizer chose another day since the form was opened.
    ForgetDayChanged => Code::EditedMeanwhile;
    /// The results of the event are published, so assignments stay as they are.
    Published { event: String } => Code::Published;

    // Setting an event up.
    /// Only a confirmed address creates events.
    UnconfirmedCreator => Code::Forbidden;
    /// Another organizer changed the settings since the form was opened.
    SettingsChanged => Code::EditedMeanwhile;
    /// Reviews exist: what their scores rest on stays as it is.
    RubricLocked { event: String } => Code::RubricLocked;
    /// The fields say which settings stay as they are, and why.
    SettingFixed => Code::DatabaseRule;
    /// Windows that are open or over are changed only when that is confirmed.
    WindowsUnconfirmed => Code::Values;

    // Projects and teams.
    /// Only a member of a team submits a project.
    TeamNeeded => Code::Forbidden;
    /// Only the project's team edits it.
    OwnProjectOnly => Code::Forbidden;
    /// Somebody else, a teammate or an organizer, changed the same fields.
    EditedMeanwhile { fields: Vec<TextField> } => Code::EditedMeanwhile;
    /// The form made a project already.
    MadeBefore => Code::EditedMeanwhile;
    /// What a proposal would change is no longer what its program saw.
    ProposalOutdated => Code::EditedMeanwhile;
    /// Only a submitted project can be flagged.
    DraftNotFlagged => Code::DatabaseRule;
    /// Only a submitted project can be withdrawn.
    DraftNotWithdrawn => Code::ProjectWithdrawn;
    /// An organizer withdrew the project: its team changes it no more.
    Withdrawn => Code::ProjectWithdrawn;
    WithdrawnAlready => Code::ProjectWithdrawn;
    NotWithdrawn => Code::ProjectWithdrawn;
    /// No list brought the project: it is not corrected.
    NotImported => Code::DatabaseRule;
    /// A confirmed winner is not withdrawn.
    WinnerNotWithdrawn { prize: String } => Code::DatabaseRule;
    /// Results are published, and rest on the projects that were there.
    ProjectsPublished { event: String } => Code::Published;
    /// Results are published, and name the teams that had more time.
    TeamsPublished { event: String } => Code::Published;
    /// Submissions never close, so no team needs more time.
    NeverCloses { event: String } => Code::DatabaseRule;
    /// What an import would do is not what its preview showed: something changed meanwhile.
    ImportOutdated => Code::EditedMeanwhile;
    /// An import that would change nothing.
    ImportEmpty => Code::DatabaseRule;
    EvidenceOff { event: String } => Code::DatabaseRule;
    /// A team answers between the close of submissions and the publication.
    AnswerTime { event: String } => Code::DatabaseRule;
    AnsweredAlready => Code::DatabaseRule;
    AlreadyInTeam => Code::AlreadyInTeam;
    JudgeTakesNoPart => Code::Forbidden;
    OrganizerTakesNoPart => Code::Forbidden;
    /// Only a confirmed address takes part.
    UnconfirmedParticipant => Code::Forbidden;
    NoTeam => Code::Forbidden;
    /// The last member of a team with a project stays.
    LastMember => Code::LastMember;

    // Judging.
    RecusedSelf => Code::Recused;
    /// An organizer took the judge off the project.
    TakenOff => Code::Recused;
    RecusedAlready => Code::Recused;
    NotRecused => Code::AssignmentStatus;
    /// An organizer set the review aside.
    Voided => Code::Recused;
    NotVoided => Code::AssignmentStatus;
    /// The review is not submitted, so there is nothing to set aside.
    NotSubmitted => Code::AssignmentStatus;
    DeclaredConflict => Code::DeclaredConflict;
    /// The event changed after the plan was shown.
    PlanOutdated => Code::Stale;
    PlanEmpty => Code::AssignmentStatus;
    PlanTooLarge { judges: usize, projects: usize } => Code::AssignmentStatus;
    /// No plan is left to undo.
    NoPlan => Code::AssignmentStatus;
    /// Reviews exist of what the plan assigned.
    PlanReviewed { reviews: i64 } => Code::AssignmentStatus;
    /// The judge has begun a review, so the assignment stays.
    HasReview => Code::AssignmentStatus;
    /// The judge reviewed the project, so the visit took place.
    VisitReviewed => Code::AssignmentStatus;
    /// The note was saved in another window since the caller saw it.
    NoteChanged => Code::Stale;
    /// The judge has reviews to submit before taking another project.
    ReviewsWait { event: String } => Code::NothingToPull;
    CapReached { event: String } => Code::NothingToPull;
    NoProjectLeft { event: String } => Code::NothingToPull;
    /// Other conflicts are suggested for this reason than when the caller looked.
    SuggestionsChanged => Code::EditedMeanwhile;
    /// To declare so many pairs would take so many submitted reviews out of the count, and nobody confirmed that.
    ReviewsUnconfirmed { pairs: usize, reviews: usize } => Code::Values;
    /// Projects were moved by another organizer since the caller looked.
    FloorChanged { projects: usize } => Code::EditedMeanwhile;
    /// A prize was changed since the caller looked.
    PrizeChanged => Code::EditedMeanwhile;
    /// The rules of the prizes give something else than they did when the caller looked.
    WinnersOutdated => Code::EditedMeanwhile;
    /// Results are published, so each prize is confirmed by itself, with a reason.
    WinnersPublic => Code::Published;
    /// The ceremony was set up by another organizer since the caller looked.
    CeremonyChanged => Code::EditedMeanwhile;
    PrizeAwarded => Code::DatabaseRule;
    PrizeHasWinners => Code::DatabaseRule;
    /// There is no run from which the best could be told.
    PrizeBeforeRun => Code::NoRun;
    Scores(faults: Vec<ScoreFault>) => faults.first().map_or(Code::ScoreUnknown, ScoreFault::code);
    /// The review was saved elsewhere since the caller saw it.
    Stale { saved_at: Option<DateTime<Utc>> } => Code::Stale;
    /// Feedback is for the project's team.
    FeedbackOfTeam => Code::Forbidden;
    /// What teams see of their reviews was changed by another organizer since the caller looked.
    FeedbackChanged => Code::EditedMeanwhile;

    // Results.
    NoReviews => Code::NoReviews;
    RunUnknown { run: i32 } => Code::NoRun;
    NoRun => Code::NoRun;
    /// The parts that were to become tracks are not those of the latest run, or the event has tracks by now.
    PartsOutdated => Code::NoRun;
    /// A correction needs a run later than the published one.
    RunNotLater => Code::NoRun;
    NotProvisional => Code::DatabaseRule;
    /// Winners were to be provisional, and the results are public without that.
    PublishedAsFinal => Code::DatabaseRule;
    /// Results become final once winners have shown what they owe.
    WinnersOwe { missing: usize } => Code::DatabaseRule;
    /// Winners were flagged as repeats before the results became final.
    WinnersRepeat { winners: usize } => Code::DatabaseRule;
    /// Too few organizers could confirm for each other.
    OneOrganizer => Code::DatabaseRule;
    /// The same in an event that asks a second organizer already.
    NobodyConfirms => Code::DatabaseRule;
    /// Site admins organize every event, and would be the second of each.
    AdminConfirmsNothing => Code::Forbidden;
    /// Enough organizers could confirm, so one of them does.
    EnoughOrganizers => Code::DatabaseRule;
    /// Nobody confirms what they asked for themselves.
    OwnConfirmation => Code::Forbidden;
    /// They became an organizer after the event began to ask a second one.
    NewOrganizer => Code::Forbidden;
    /// What another organizer asked for is decided first.
    AnotherWaits { asker: String } => Code::DatabaseRule;
    /// What was asked for was decided, taken back, or not decided in time.
    ConfirmationEnded => Code::DatabaseRule;
    /// The run, prizes or winners changed since somebody asked.
    ConfirmationOutdated => Code::EditedMeanwhile;
    // A warning came up since somebody asked to publish.
    ConfirmationWarned => Code::EditedMeanwhile;
    /// Who asked may not do it any more.
    AskerMayNot => Code::DatabaseRule;
    /// Scores without names are published after the results.
    OpenDataEarly { event: String } => Code::NoRun;
    /// Only who took part asks about the results.
    QuestionOfOthers => Code::Forbidden;
    QuestionsClosed { event: String } => Code::DatabaseRule;
    /// The caller's questions wait for their answers.
    QuestionsWait { most: i64 } => Code::DatabaseRule;
    QuestionAnswered => Code::DatabaseRule;
    OpenDataPublished => Code::Published;
    /// People of so small an event could be told apart by their scores.
    OpenDataSmall { judges: usize, projects: usize } => Code::DatabaseRule;

    // The vote and comments.
    /// Only a confirmed address votes.
    UnconfirmedVoter => Code::Forbidden;
    NoCodes { event: String } => Code::NoCodes;
    CodeUnknown => Code::Values;
    /// Votes are counted after the close.
    TallyBeforeClose { event: String } => Code::VoteOpen;
    /// The vote is open, so nothing is published.
    VoteOpen { event: String, closes: Option<DateTime<Utc>> } => Code::VoteOpen;
    Ballot(faults: Vec<BallotFault>) => Code::Values;
    /// A comment is removed by its author and by organizers.
    CommentOfOthers => Code::Forbidden;
    /// A picture is removed by the project's team and by organizers.
    PictureOfOthers => Code::Forbidden;

    // Accounts.
    NoAccount { email: String } => Code::NotFound;
    SignInFailed => Code::Values;
    /// People sign in through the provider of the single sign-on alone.
    SignOnOnly => Code::Forbidden;
    /// The event asks its organizers for a passkey, and this session or token was opened without.
    PasskeyNeeded => Code::PasskeyNeeded;
    /// Only who has shown a passkey of their own asks other organizers for theirs.
    OwnPasskeyFirst => Code::Forbidden;
    /// The portal's address is none for which browsers make passkeys.
    PasskeysUnavailable => Code::DatabaseRule;
    /// Everybody knows the passwords of the demo's accounts.
    NoDemoPasskeys => Code::Forbidden;
    /// An account with a passkey changes its ways in only in a session that was opened with one.
    PasskeySession => Code::Forbidden;
    /// The session is too old to change a way in: the password, or another sign-in, comes first.
    ProveFirst => Code::Forbidden;
    /// A link of an event opened the session, or the session that made the token: others can have that link.
    OpenedByLink => Code::Forbidden;
    TooManyPasskeys { most: usize } => Code::DatabaseRule;
    PasskeyTaken => Code::DatabaseRule;
    /// What was asked needs a passkey, and the account has none.
    NoPasskey => Code::DatabaseRule;
    /// A passkey is asked for only where recovery codes help who loses it.
    RecoveryCodesFirst => Code::DatabaseRule;
    /// What the browser sent is no good answer of a passkey of this account.
    PasskeyFailed => Code::Values;
    RecoveryCodeWrong => Code::Values;
    /// What a browser was asked was answered before, or too late.
    PasskeyTooLate => Code::Values;
    PasswordWrong => Code::Values;
    TypeWord { word: &'static str } => Code::Values;
    LastAdmin => Code::DatabaseRule;
    LastOrganizer { events: Vec<String> } => Code::DatabaseRule;
    EmailTaken => Code::EmailTaken;
    EmailTakenMeanwhile => Code::EmailTaken;

    OnlyOrganizer { events: Vec<String> } => Code::DatabaseRule;
    /// All other organizers of these events take part in them.
    LastFreeOrganizer { events: Vec<String> } => Code::DatabaseRule;
    /// The owner deleted the account, so it stays as it is.
    AccountDeleted => Code::DatabaseRule;
    /// Only an active account with a confirmed address becomes a site admin.
    NoAdminAccount => Code::DatabaseRule;
    Unmergeable(obstacles: Vec<MergeObstacle>) => Code::DatabaseRule;
    // Invitations and members.
    /// The invitation was accepted, declined or withdrawn.
    InvitationAnswered { state: InvitationState } => Code::DatabaseRule;
    /// The invited have an account, and sign in to it before they accept.
    SignInToAccept => Code::Unauthenticated;
    /// The judge has reviews, which would lose their judge.
    JudgeHasReviews { reviews: i64 } => Code::JudgeHasAssignments;
    /// The person is the last member of a team with a project.
    LastMemberOfTeam => Code::LastMember;
    NotAMember => Code::DatabaseRule;
    MemberAlready => Code::DatabaseRule;
    /// A judge's tracks and cap were changed since the form was made.
    JudgeChangedMeanwhile => Code::EditedMeanwhile;
    TooManyWebhooks { most: usize } => Code::DatabaseRule;
    WebhookOff => Code::DatabaseRule;
    TooManyGuests { most: i64 } => Code::DatabaseRule;
    /// An organizer decided about this guest.
    GuestDecided => Code::DatabaseRule;
    /// No organizer has confirmed this browser's guest, or they came in before.
    GuestWaits => Code::DatabaseRule;
    /// Only a confirmed address gets a password or a token.
    ConfirmFirst => Code::Forbidden;

    // Records.
    RowUnknown => Code::NotFound;
    LogEmpty => Code::NotFound;
    /// The caller has downloaded no bundle of the event.
    NoBundleSaved => Code::NotFound;
    KeyUnknown => Code::NotFound;
    KeyCurrent => Code::DatabaseRule;
    KeyRevoked => Code::DatabaseRule;
    /// The server's key is not the portal's current one.
    KeyNotCurrent => Code::DatabaseRule;
    /// The server does not know the address that its documents name.
    AddressUnknown => Code::DatabaseRule;
    /// An event has no published results to verify.
    NoResults => Code::NotFound;

    // The database.
    SlugTaken => Code::SlugTaken;
    TeamNameTaken => Code::TeamNameTaken;
    PersonInTeam => Code::AlreadyInTeam;
    /// Two people of the event have the same address.
    PersonTwice => Code::DatabaseRule;
    AlreadyAssigned => Code::AlreadyAssigned;
    /// Only a judge of the event gets a project.
    NotAJudge => Code::NotAJudge;
    AlreadyInvited => Code::DatabaseRule;
    AlreadyVoted => Code::DatabaseRule;
    /// The project is being reviewed in another window.
    AlreadyReviewed => Code::DatabaseRule;
    /// Two calibrations ended at the same moment.
    RunTaken => Code::NoRun;
    /// Something with these values exists. Only a fault of the portal itself leads here; the log has the constraint's name.
    Exists { constraint: String } => Code::DatabaseRule;
    /// Something else still needs this, or what it needs is gone.
    Needed { constraint: String } => Code::DatabaseRule;
    /// A trigger refused, in its own words.
    Trigger { code: Code, sentence: String } => *code;
}

impl Reason {
    /// The refusal with one fault at one field.
    pub fn at(self, field: &str, fault: impl Into<Fault>) -> Refusal {
        let mut fields = FieldErrors::default();
        fields.add(field, fault);
        Refusal { fields, ..Refusal::from(self) }
    }
}

fn outside_window(stage: Stage) -> Code {
    match stage {
        Stage::Submissions => Code::SubmissionsWindow,
        Stage::Judging => Code::JudgingWindow,
        Stage::Voting => Code::VotingWindow,
    }
}
