//! The reasons for which an act is refused.

use super::{
    BallotFault, Code, Fault, FieldErrors, MergeObstacle, Part, Refusal, ScoreFault, SiteAct, TextField,
    Withheld,
};
use crate::invitation::InvitationState;
use crate::window::Stage;
use chrono::{DateTime, Utc};

/// Why an act is refused, with what a sentence about it needs to name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    // The request.
    /// The fields say why: the request is malformed.
    Fields,
    /// The fields say why: well-formed values are wrong.
    Values,
    /// Nobody is signed in.
    Unauthenticated,
    /// The token does not work.
    BadToken,
    /// There is no such thing, as far as the caller may know.
    NotFound,
    /// The body is too large.
    TooLarge { mebibytes: usize },
    /// An idempotency key named another request before.
    KeyReused,
    /// Too many requests.
    TooManyRequests { seconds: i32 },
    /// Other people's files are being checked.
    FilesBusy,
    /// A form was sent by another site.
    OtherSite,
    /// A form's token is missing or stale.
    StaleForm,
    /// Somebody else signed in to the browser after the page was opened.
    OtherPerson,
    /// A token was sent to a page.
    TokenOnPage,

    // Roles.
    /// Organizers of the event only.
    OrganizersOnly,
    /// People who judge in any event only.
    JudgesOnly,
    /// Judges of the event only.
    EventJudgesOnly,
    /// Participants of the event only.
    ParticipantsOnly,
    /// Site admins only.
    SiteAdminsOnly(SiteAct),
    /// A judge named somebody else.
    OwnScoresOnly,
    /// A judge asked for somebody else's record.
    OwnRecordsOnly,
    /// Nobody has the name that an organizer gave as a judge's.
    NoSuchJudge,
    /// An organizer takes part in the event.
    Conflicted { part: Part, withheld: Withheld },
    /// Voting codes are not for an organizer on a team.
    CodesAndTeam,
    /// A link that somebody else made opened the session, and the account has more than the link stands for.
    LinkSession,
    /// Comments of others on a project are not for an organizer on its team.
    CommentsAndTeam,
    /// A demo account in another event.
    DemoOnly,

    // Times.
    /// The event is a draft that its organizers have not opened yet.
    Draft { event: String },
    /// Before a window.
    NotOpenYet { stage: Stage, event: String, opens: DateTime<Utc>, closes: Option<DateTime<Utc>> },
    /// After a window.
    Closed { stage: Stage, event: String, closed: DateTime<Utc> },
    /// The personal data of the event are removed, and it is closed.
    Forgotten { event: String, at: DateTime<Utc> },
    /// The personal data of an event cannot be removed yet.
    ForgetTooEarly { from: DateTime<Utc> },
    /// The personal data of an event cannot be removed while it has a window without an end.
    ForgetNoClose { stage: Stage },
    /// The day on which the personal data go has come.
    ForgetDayCame,
    /// A window would close after the day on which the personal data go.
    ForgetDayFirst,
    /// Another organizer chose another day since the form was opened.
    ForgetDayChanged,
    /// The results of the event are published, so assignments stay as they are.
    Published { event: String },

    // Setting an event up.
    /// Only a confirmed address creates events.
    UnconfirmedCreator,
    /// Another organizer changed the settings since the form was opened.
    SettingsChanged,
    /// Reviews exist: what their scores rest on stays as it is.
    RubricLocked { event: String },
    /// The fields say which settings stay as they are, and why.
    SettingFixed,
    /// Windows that are open or over are changed only when that is confirmed.
    WindowsUnconfirmed,

    // Projects and teams.
    /// Only a member of a team submits a project.
    TeamNeeded,
    /// Only the project's team edits it.
    OwnProjectOnly,
    /// A teammate changed the same fields.
    EditedMeanwhile { fields: Vec<TextField> },
    /// The form made a project already.
    MadeBefore,
    /// Only a submitted project can be flagged.
    DraftNotFlagged,
    /// Only a submitted project can be withdrawn.
    DraftNotWithdrawn,
    /// An organizer withdrew the project: its team changes it no more.
    Withdrawn,
    /// The project is withdrawn already.
    WithdrawnAlready,
    /// The project is not withdrawn.
    NotWithdrawn,
    /// No list brought the project: it is not corrected.
    NotImported,
    /// A confirmed winner is not withdrawn.
    WinnerNotWithdrawn { prize: String },
    /// Results are published, and rest on the projects that were there.
    ProjectsPublished { event: String },
    /// Results are published, and name the teams that had more time.
    TeamsPublished { event: String },
    /// Submissions never close, so no team needs more time.
    NeverCloses { event: String },
    /// What an import would do is not what its preview showed: something changed meanwhile.
    ImportOutdated,
    /// An import that would change nothing.
    ImportEmpty,
    /// The event collects no evidence.
    EvidenceOff { event: String },
    /// A team answers between the close of submissions and the publication.
    AnswerTime { event: String },
    /// The project's team has answered.
    AnsweredAlready,
    /// The caller is on a team of the event.
    AlreadyInTeam,
    /// A judge of the event takes no part in it.
    JudgeTakesNoPart,
    /// An organizer of the event takes no part in it.
    OrganizerTakesNoPart,
    /// Only a confirmed address takes part.
    UnconfirmedParticipant,
    /// The caller is on no team of the event.
    NoTeam,
    /// The last member of a team with a project stays.
    LastMember,

    // Judging.
    /// The judge has recused themselves from the project.
    RecusedSelf,
    /// An organizer took the judge off the project.
    TakenOff,
    /// The judge is recused from the project already.
    RecusedAlready,
    /// The judge is not recused from the project.
    NotRecused,
    /// An organizer set the review aside.
    Voided,
    /// The review is not set aside.
    NotVoided,
    /// The review is not submitted, so there is nothing to set aside.
    NotSubmitted,
    /// The judge declared a conflict of interest with the project.
    DeclaredConflict,
    /// The event changed after the plan was shown.
    PlanOutdated,
    /// The plan adds nothing.
    PlanEmpty,
    /// The event is too large for a plan.
    PlanTooLarge { judges: usize, projects: usize },
    /// No plan is left to undo.
    NoPlan,
    /// Reviews exist of what the plan assigned.
    PlanReviewed { reviews: i64 },
    /// The judge has begun a review, so the assignment stays.
    HasReview,
    /// The judge reviewed the project, so the visit took place.
    VisitReviewed,
    /// The note was saved in another window since the caller saw it.
    NoteChanged,
    /// The judge has reviews to submit before taking another project.
    ReviewsWait { event: String },
    /// The judge has as many projects as was agreed.
    CapReached { event: String },
    /// No project is left for the judge.
    NoProjectLeft { event: String },
    /// Projects were moved by another organizer since the caller looked.
    FloorChanged { projects: usize },
    /// A prize was changed since the caller looked.
    PrizeChanged,
    /// The rules of the prizes give something else than they did when the caller looked.
    WinnersOutdated,
    /// The ceremony was set up by another organizer since the caller looked.
    CeremonyChanged,
    /// The winners of a prize are confirmed.
    PrizeAwarded,
    /// A prize with winners stays.
    PrizeHasWinners,
    /// There is no run from which the best could be told.
    PrizeBeforeRun,
    /// Scores are wrong.
    Scores(Vec<ScoreFault>),
    /// The review was saved elsewhere since the caller saw it.
    Stale { saved_at: Option<DateTime<Utc>> },
    /// Feedback is for the project's team.
    FeedbackOfTeam,
    /// What teams see of their reviews was changed by another organizer since the caller looked.
    FeedbackChanged,

    // Results.
    /// No review is submitted.
    NoReviews,
    /// There is no run of this number.
    RunUnknown { run: i32 },
    /// There is no run at all.
    NoRun,
    /// The parts that were to become tracks are not those of the latest run, or the event has tracks by now.
    PartsOutdated,
    /// A correction needs a run later than the published one.
    RunNotLater,
    /// The published results are not provisional.
    NotProvisional,
    /// Winners were to be provisional, and the results are public without that.
    PublishedAsFinal,
    /// Results become final once winners have shown what they owe.
    WinnersOwe { missing: usize },
    /// Too few organizers could confirm for each other.
    OneOrganizer,
    /// Enough organizers could confirm, so one of them does.
    EnoughOrganizers,
    /// Nobody confirms what they asked for themselves.
    OwnConfirmation,
    /// A link opened the session: the other one of two organizers can have made it.
    LinkConfirms,
    /// What was asked for was decided, taken back, or not decided in time.
    ConfirmationEnded,
    /// The run, prizes or winners changed since somebody asked.
    ConfirmationOutdated,
    /// A warning came up since somebody asked to publish.
    ConfirmationWarned,
    /// Who asked may not do it any more.
    AskerMayNot,
    /// Scores without names are published after the results.
    OpenDataEarly { event: String },
    /// Only who took part asks about the results.
    QuestionOfOthers,
    /// No question about the results is taken now.
    QuestionsClosed { event: String },
    /// The caller's questions wait for their answers.
    QuestionsWait { most: i64 },
    /// The question has its answer.
    QuestionAnswered,
    /// The scores without names are public already.
    OpenDataPublished,
    /// People of so small an event could be told apart by their scores.
    OpenDataSmall { judges: usize, projects: usize },

    // The vote and comments.
    /// Only a confirmed address votes.
    UnconfirmedVoter,
    /// The event does not vote by codes.
    NoCodes { event: String },
    /// The code is none of the event's.
    CodeUnknown,
    /// Votes are counted after the close.
    TallyBeforeClose { event: String },
    /// The vote is open, so nothing is published.
    VoteOpen { event: String, closes: Option<DateTime<Utc>> },
    /// A ballot is wrong.
    Ballot(Vec<BallotFault>),
    /// A comment is removed by its author and by organizers.
    CommentOfOthers,
    /// A picture is removed by the project's team and by organizers.
    PictureOfOthers,

    // Accounts.
    /// No account has this address.
    NoAccount { email: String },
    /// The address or the password is wrong.
    SignInFailed,
    /// People sign in through the provider of the single sign-on alone.
    SignOnOnly,
    /// The event asks its organizers for a passkey, and this session or token was opened without.
    PasskeyNeeded,
    /// Only who has shown a passkey of their own asks other organizers for theirs.
    OwnPasskeyFirst,
    /// The portal's address is none for which browsers make passkeys.
    PasskeysUnavailable,
    /// Everybody knows the passwords of the demo's accounts.
    NoDemoPasskeys,
    /// An account with a passkey changes its ways in only in a session that was opened with one.
    PasskeySession,
    /// The session is too old to change a way in: the password, or another sign-in, comes first.
    ProveFirst,
    /// A link opened the session, and the account is its owner's.
    LinkLeaves,
    /// The account has as many passkeys as it may.
    TooManyPasskeys { most: usize },
    /// The passkey belongs to an account.
    PasskeyTaken,
    /// What was asked needs a passkey, and the account has none.
    NoPasskey,
    /// A passkey is asked for only where recovery codes help who loses it.
    RecoveryCodesFirst,
    /// What the browser sent is no good answer of a passkey of this account.
    PasskeyFailed,
    /// The recovery code is wrong, or was used.
    RecoveryCodeWrong,
    /// What a browser was asked was answered before, or too late.
    PasskeyTooLate,
    /// The password is wrong.
    PasswordWrong,
    /// A word was to be typed.
    TypeWord { word: &'static str },
    /// The last site admin stays.
    LastAdmin,
    /// The last organizer of events stays.
    LastOrganizer { events: Vec<String> },
    /// The address has an account.
    EmailTaken,
    /// The address got an account after the sign-up began.
    EmailTakenMeanwhile,

    /// The account organizes events alone.
    OnlyOrganizer { events: Vec<String> },
    /// All other organizers of these events take part in them.
    LastFreeOrganizer { events: Vec<String> },
    /// The owner deleted the account, so it stays as it is.
    AccountDeleted,
    /// Only an active account with a confirmed address becomes a site admin.
    NoAdminAccount,
    /// Two accounts cannot be merged.
    Unmergeable(Vec<MergeObstacle>),
    // Invitations and members.
    /// The invitation was accepted, declined or withdrawn.
    InvitationAnswered { state: InvitationState },
    /// The invited have an account, and sign in to it before they accept.
    SignInToAccept,
    /// The judge has reviews, which would lose their judge.
    JudgeHasReviews { reviews: i64 },
    /// The person is the last member of a team with a project.
    LastMemberOfTeam,
    /// The person does not have the role.
    NotAMember,
    /// The person has the role.
    MemberAlready,
    /// A judge's tracks and cap were changed since the form was made.
    JudgeChangedMeanwhile,
    /// The event has as many webhooks as it may.
    TooManyWebhooks { most: usize },
    /// The webhook is switched off.
    WebhookOff,
    /// Too many guests wait for an organizer.
    TooManyGuests { most: i64 },
    /// An organizer decided about this guest.
    GuestDecided,
    /// No organizer has confirmed this browser's guest, or they came in before.
    GuestWaits,
    /// Only a confirmed address gets a password or a token.
    ConfirmFirst,

    // Records.
    /// The log has no such row.
    RowUnknown,
    /// Nothing is logged yet.
    LogEmpty,
    /// The portal never signed with this key.
    KeyUnknown,
    /// The key signs now.
    KeyCurrent,
    /// The key is revoked already.
    KeyRevoked,
    /// The server's key is not the portal's current one.
    KeyNotCurrent,
    /// The server does not know the address that its documents name.
    AddressUnknown,
    /// An event has no published results to verify.
    NoResults,

    // The database.
    /// An event has this slug.
    SlugTaken,
    /// A team of the event has this name.
    TeamNameTaken,
    /// The person is on a team of the event.
    PersonInTeam,
    /// Two people of the event have the same address.
    PersonTwice,
    /// The judge has the project.
    AlreadyAssigned,
    /// Only a judge of the event gets a project.
    NotAJudge,
    /// The address is invited in this role.
    AlreadyInvited,
    /// The vote is cast.
    AlreadyVoted,
    /// The project is being reviewed in another window.
    AlreadyReviewed,
    /// Two calibrations ended at the same moment.
    RunTaken,
    /// Something with these values exists. Only a fault of the portal itself leads here; the log has the constraint's name.
    Exists { constraint: String },
    /// Something else still needs this, or what it needs is gone.
    Needed { constraint: String },
    /// A trigger refused, in its own words.
    Trigger { code: Code, sentence: String },
}

impl Reason {
    /// The event that its sentence names.
    #[must_use]
    pub fn event(&self) -> Option<&str> {
        match self {
            Self::Draft { event, .. }
            | Self::NotOpenYet { event, .. }
            | Self::Closed { event, .. }
            | Self::Forgotten { event, .. }
            | Self::Published { event, .. }
            | Self::RubricLocked { event, .. }
            | Self::ProjectsPublished { event, .. }
            | Self::TeamsPublished { event, .. }
            | Self::NeverCloses { event, .. }
            | Self::EvidenceOff { event, .. }
            | Self::AnswerTime { event, .. }
            | Self::ReviewsWait { event, .. }
            | Self::CapReached { event, .. }
            | Self::NoProjectLeft { event, .. }
            | Self::OpenDataEarly { event, .. }
            | Self::QuestionsClosed { event, .. }
            | Self::NoCodes { event, .. }
            | Self::TallyBeforeClose { event, .. }
            | Self::VoteOpen { event, .. } => Some(event),
            _ => None,
        }
    }

    /// The refusal with one fault at one field.
    pub fn at(self, field: &str, fault: impl Into<Fault>) -> Refusal {
        let mut fields = FieldErrors::default();
        fields.add(field, fault);
        Refusal { fields, ..Refusal::from(self) }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_reason_with_an_event_names_it() {
        let (variants, methods) = include_str!("reason.rs").split_once("impl Reason {").unwrap();
        let named = variants.match_indices("event: String").map(|(at, _)| {
            let (variant, _) = variants[..at].rsplit_once(" {").unwrap();
            variant.split_whitespace().next_back().unwrap()
        });
        let (named, known): (Vec<&str>, _) = (named.collect(), methods.split("fn at(").next().unwrap());
        assert!(named.len() > 10, "{named:?}");
        for variant in named {
            assert!(known.contains(&format!("Self::{variant} {{ event, .. }}")), "{variant}");
        }
    }
}
