//! The code of each reason.

use super::{Code, Reason, ScoreFault};
use crate::window::Stage;

impl Reason {
    /// Its code, from which the status follows.
    pub fn code(&self) -> Code {
        match self {
            Self::Fields => Code::Fields,
            Self::Values
            | Self::CodeUnknown
            | Self::SignInFailed
            | Self::PasskeyFailed
            | Self::RecoveryCodeWrong
            | Self::PasskeyTooLate
            | Self::PasswordWrong
            | Self::TypeWord { .. } => Code::Values,
            Self::Ballot(_) => Code::Values,
            Self::Unauthenticated | Self::BadToken => Code::Unauthenticated,
            Self::NotFound | Self::NoSuchJudge | Self::NoAccount { .. } => Code::NotFound,
            Self::RowUnknown | Self::LogEmpty | Self::KeyUnknown | Self::NoResults => Code::NotFound,
            Self::TooLarge { .. } => Code::TooLarge,
            Self::KeyReused => Code::KeyReused,
            Self::TooManyRequests { .. } | Self::FilesBusy => Code::TooMany,
            Self::OtherSite | Self::StaleForm => Code::CrossSite,
            Self::OtherPerson => Code::OtherPerson,
            Self::TokenOnPage | Self::DemoOnly => Code::Forbidden,
            Self::OrganizersOnly | Self::JudgesOnly | Self::EventJudgesOnly => Code::Forbidden,
            Self::ParticipantsOnly | Self::SiteAdminsOnly(_) => Code::Forbidden,
            Self::OwnScoresOnly | Self::OwnRecordsOnly => Code::Forbidden,
            Self::TeamNeeded | Self::OwnProjectOnly | Self::NoTeam => Code::Forbidden,
            Self::JudgeTakesNoPart | Self::OrganizerTakesNoPart => Code::Forbidden,
            Self::UnconfirmedParticipant | Self::UnconfirmedVoter => Code::Forbidden,
            Self::FeedbackOfTeam | Self::CommentOfOthers | Self::PictureOfOthers => Code::Forbidden,
            Self::LinkSession | Self::QuestionOfOthers => Code::Forbidden,
            Self::NotAJudge => Code::NotAJudge,
            Self::Conflicted { .. } | Self::CodesAndTeam | Self::CommentsAndTeam => Code::Conflicted,
            Self::NotOpenYet { stage, .. } | Self::Closed { stage, .. } => outside_window(*stage),
            Self::Draft { .. } => Code::Draft,
            Self::Forgotten { .. } => Code::Forgotten,
            Self::ForgetTooEarly { .. } | Self::ForgetNoClose { .. } => Code::DatabaseRule,
            Self::ForgetDayCame | Self::ForgetDayFirst => Code::DatabaseRule,
            Self::ForgetDayChanged => Code::EditedMeanwhile,
            Self::Published { .. } | Self::ProjectsPublished { .. } | Self::TeamsPublished { .. } => {
                Code::Published
            }
            Self::Withdrawn | Self::WithdrawnAlready | Self::NotWithdrawn | Self::DraftNotWithdrawn => {
                Code::ProjectWithdrawn
            }
            Self::WinnerNotWithdrawn { .. } | Self::NeverCloses { .. } | Self::NotImported => {
                Code::DatabaseRule
            }
            Self::EvidenceOff { .. } | Self::AnswerTime { .. } | Self::AnsweredAlready => Code::DatabaseRule,
            Self::UnconfirmedCreator => Code::Forbidden,
            Self::SettingsChanged | Self::FeedbackChanged => Code::EditedMeanwhile,
            Self::SettingFixed => Code::DatabaseRule,
            Self::RubricLocked { .. } => Code::RubricLocked,
            Self::WindowsUnconfirmed => Code::Values,
            Self::EditedMeanwhile { .. } | Self::MadeBefore | Self::ImportOutdated => Code::EditedMeanwhile,
            Self::FloorChanged { .. } | Self::PrizeChanged | Self::CeremonyChanged => Code::EditedMeanwhile,
            Self::WinnersOutdated => Code::EditedMeanwhile,
            Self::PrizeAwarded | Self::PrizeHasWinners => Code::DatabaseRule,
            Self::NotProvisional | Self::PublishedAsFinal | Self::WinnersOwe { .. } => Code::DatabaseRule,
            Self::OneOrganizer | Self::EnoughOrganizers | Self::ConfirmationEnded | Self::AskerMayNot => {
                Code::DatabaseRule
            }
            Self::OwnConfirmation | Self::LinkConfirms => Code::Forbidden,
            Self::ConfirmationOutdated | Self::ConfirmationWarned => Code::EditedMeanwhile,
            Self::PrizeBeforeRun => Code::NoRun,
            Self::AlreadyInTeam | Self::PersonInTeam => Code::AlreadyInTeam,
            Self::LastMember => Code::LastMember,
            Self::TeamNameTaken => Code::TeamNameTaken,
            Self::RecusedSelf | Self::TakenOff | Self::RecusedAlready | Self::Voided => Code::Recused,
            Self::NotVoided | Self::NotSubmitted => Code::AssignmentStatus,
            Self::NotRecused | Self::NoPlan | Self::PlanReviewed { .. } => Code::AssignmentStatus,
            Self::PlanEmpty | Self::PlanTooLarge { .. } | Self::HasReview => Code::AssignmentStatus,
            Self::VisitReviewed => Code::AssignmentStatus,
            Self::PlanOutdated => Code::Stale,
            Self::DeclaredConflict => Code::DeclaredConflict,
            Self::AlreadyAssigned => Code::AlreadyAssigned,
            Self::ReviewsWait { .. } | Self::CapReached { .. } | Self::NoProjectLeft { .. } => {
                Code::NothingToPull
            }
            Self::Scores(faults) => faults.first().map_or(Code::ScoreUnknown, ScoreFault::code),
            Self::Stale { .. } | Self::NoteChanged => Code::Stale,
            Self::RunUnknown { .. }
            | Self::NoRun
            | Self::RunNotLater
            | Self::RunTaken
            | Self::PartsOutdated => Code::NoRun,
            Self::OpenDataEarly { .. } => Code::NoRun,
            Self::OpenDataPublished => Code::Published,
            Self::OpenDataSmall { .. } => Code::DatabaseRule,
            Self::QuestionsClosed { .. } | Self::QuestionsWait { .. } | Self::QuestionAnswered => {
                Code::DatabaseRule
            }
            Self::NoReviews => Code::NoReviews,
            Self::NoCodes { .. } => Code::NoCodes,
            Self::TallyBeforeClose { .. } | Self::VoteOpen { .. } => Code::VoteOpen,
            Self::InvitationAnswered { .. }
            | Self::MemberAlready
            | Self::TooManyGuests { .. }
            | Self::TooManyWebhooks { .. }
            | Self::WebhookOff
            | Self::GuestDecided => Code::DatabaseRule,
            Self::JudgeHasReviews { .. } => Code::JudgeHasAssignments,
            Self::JudgeChangedMeanwhile => Code::EditedMeanwhile,
            Self::NotAMember | Self::GuestWaits => Code::DatabaseRule,
            Self::LastMemberOfTeam => Code::LastMember,
            Self::SignInToAccept => Code::Unauthenticated,
            Self::ConfirmFirst | Self::SignOnOnly => Code::Forbidden,
            Self::PasskeyNeeded => Code::PasskeyNeeded,
            Self::OwnPasskeyFirst
            | Self::NoDemoPasskeys
            | Self::PasskeySession
            | Self::ProveFirst
            | Self::LinkLeaves => Code::Forbidden,
            Self::PasskeysUnavailable
            | Self::TooManyPasskeys { .. }
            | Self::PasskeyTaken
            | Self::NoPasskey
            | Self::RecoveryCodesFirst => Code::DatabaseRule,
            Self::EmailTaken | Self::EmailTakenMeanwhile => Code::EmailTaken,
            Self::SlugTaken => Code::SlugTaken,
            Self::OnlyOrganizer { .. } | Self::LastFreeOrganizer { .. } | Self::AccountDeleted => {
                Code::DatabaseRule
            }
            Self::NoAdminAccount | Self::Unmergeable(_) => Code::DatabaseRule,
            Self::ImportEmpty | Self::DraftNotFlagged | Self::LastAdmin | Self::LastOrganizer { .. } => {
                Code::DatabaseRule
            }
            Self::KeyCurrent | Self::KeyRevoked | Self::KeyNotCurrent | Self::AddressUnknown => {
                Code::DatabaseRule
            }
            Self::PersonTwice | Self::AlreadyInvited | Self::AlreadyVoted => Code::DatabaseRule,
            Self::AlreadyReviewed | Self::Exists { .. } | Self::Needed { .. } => Code::DatabaseRule,
            Self::Trigger { code, .. } => *code,
        }
    }
}

impl ScoreFault {
    /// The code of a refusal whose first fault this is.
    pub fn code(&self) -> Code {
        match self {
            Self::NotWhole { .. } => Code::ScoreInteger,
            Self::Range { .. } => Code::ScoreRange,
            Self::Unknown { .. } | Self::More => Code::ScoreUnknown,
            Self::Missing { .. } => Code::ScoreMissing,
        }
    }
}

fn outside_window(stage: Stage) -> Code {
    match stage {
        Stage::Submissions => Code::SubmissionsWindow,
        Stage::Judging => Code::JudgingWindow,
        Stage::Voting => Code::VotingWindow,
    }
}
