//! Why an act was refused, in a sentence that says what to do.

use super::amounts::{and_list, plural, quoted};
use super::faults::{CODE_UNKNOWN, NO_RESULTS, faults};
use super::people::{merge_obstacle, state_verb};
use super::withheld::conflicted;
use super::{codes, scores, texts};
use chrono::{DateTime, Utc};
use shared::refusal::{BallotFault, Reason, Refusal, SiteAct};
use shared::window::{Stage, utc};

/// What an organizer does whom an event cannot do without.
const ANOTHER_FIRST: &str = "Add another organizer first: give the role to somebody who belongs to the event, or invite one. To invite one after judging, first choose a later end of judging.";

/// The sentence for a refusal; where only fields are wrong, their sentences.
pub fn refusal(refusal: &Refusal) -> String {
    match &refusal.reason {
        Reason::Fields | Reason::Values | Reason::SettingFixed => {
            refusal.fields.0.values().flat_map(|of| faults(of)).collect::<Vec<_>>().join(" ")
        }
        reason => sentence(reason),
    }
}

fn sentence(reason: &Reason) -> String {
    let said: &str = match reason {
        Reason::Fields => "Something in the request is wrong.",
        Reason::Values => "A value is wrong.",
        Reason::SettingFixed => "A setting can’t change any more.",
        Reason::Unauthenticated => "Sign in first.",
        Reason::BadToken => "This token does not work: it is unknown or revoked.",
        Reason::NotFound => "Not found.",
        Reason::KeyReused => {
            "This idempotency key was used for another request: send a new request with a new key."
        }
        Reason::FilesBusy => "Other people’s files are being checked. Try again in a minute.",
        Reason::OtherSite => "CSRF check failed: the request comes from another site.",
        Reason::StaleForm => {
            "CSRF check failed: the token is missing or stale. Load the page again, then send."
        }
        Reason::OtherPerson => "Somebody else is signed in to this browser now. Nothing was sent.",
        Reason::TokenOnPage => "This page is for a signed-in browser: a token cannot open it.",
        Reason::OrganizersOnly => "Only organizers of this event can do this.",
        Reason::JudgesOnly => "Only judges can see this.",
        Reason::EventJudgesOnly => "Only judges of this event can do this.",
        Reason::ParticipantsOnly => "Only participants of this event have this.",
        Reason::SiteAdminsOnly(SiteAct::ReadMail) => "Only site admins can read the portal’s mail.",
        Reason::SiteAdminsOnly(SiteAct::Import) => "Only site admins can import bundles.",
        Reason::SiteAdminsOnly(SiteAct::Administer) => "Only site admins can see this page.",
        Reason::SiteAdminsOnly(SiteAct::CreateEvent) => {
            "Only site admins can create events on this portal. Ask one to create it."
        }
        Reason::SiteAdminsOnly(SiteAct::SwitchOffSecondOrganizer) => {
            "Only site admins can switch this off while too few organizers are left to confirm it."
        }
        Reason::UnconfirmedCreator => "Confirm your address to create an event.",
        Reason::SettingsChanged => {
            "Another organizer saved other settings while you had this page open. Compare both, then save again."
        }
        Reason::WindowsUnconfirmed => "Read what this change does, then confirm it.",
        Reason::OwnScoresOnly => "Judges can read only their own scores.",
        Reason::OwnRecordsOnly => "Judges can read only their own records.",
        Reason::NoSuchJudge => "There is no such judge.",
        Reason::CodesAndTeam => {
            "You take part in this event. Another organizer makes and withdraws voting codes."
        }
        Reason::QuestionOfOthers => {
            "Only members of a team, judges and organizers of this event can ask about its results."
        }
        Reason::QuestionAnswered => "This question is answered, and the answer can’t change.",
        Reason::LinkSession => {
            "An event’s link began this session, or the one that made this token. Your account also belongs to other events. Sign in by a link to your e-mail address first."
        }
        Reason::CommentsAndTeam => {
            "You are or were on this project’s team. Another organizer removes comments of other people."
        }
        Reason::DemoOnly => "Demo accounts take part in the demo’s events only.",
        Reason::ImportOutdated => {
            "Something changed since you opened this preview. Nothing was done. Look at it again first."
        }
        Reason::ImportEmpty => "This import would change nothing. Nothing was imported.",
        Reason::TeamNeeded => {
            "You need a team in this event to submit a project. Create one or join one first."
        }
        Reason::OwnProjectOnly => "Only the project’s team can edit it.",
        Reason::MadeBefore => {
            "This form already made a project, which is shown here with what you typed. Save to change it."
        }
        Reason::ProposalOutdated => {
            "This changed since the program read it. Refuse the proposal, and let the program read and propose again."
        }
        Reason::DraftNotFlagged => "Only a submitted project can be flagged.",
        Reason::DraftNotWithdrawn => "Only a submitted project can be withdrawn.",
        Reason::Withdrawn => {
            "An organizer has withdrawn this project. It stays as it is until an organizer restores it."
        }
        Reason::WithdrawnAlready => "This project is withdrawn already.",
        Reason::NotWithdrawn => "This project is not withdrawn.",
        Reason::NotImported => {
            "No list brought this project, so organizers don’t correct it. Its team can edit it until submissions close."
        }
        Reason::AnsweredAlready => "Your team has answered already. An answer stays as it is.",
        Reason::AlreadyInTeam => "You are on a team of this event. Leave it first.",
        Reason::JudgeTakesNoPart => {
            "You judge in this event, so you can’t take part in it. Ask an organizer if you want to change that."
        }
        Reason::OrganizerTakesNoPart => "You organize this event, so you can’t take part in it.",
        Reason::UnconfirmedParticipant => "Confirm your address to take part.",
        Reason::NoTeam => "You are on no team of this event.",
        Reason::LastMember => {
            "The last member can’t leave a team that has a project. Let somebody else join first."
        }
        Reason::TakenOff => "An organizer took you off this project, and can give it back to you.",
        Reason::RecusedSelf => "You stepped aside from this project: an organizer can give it back to you.",
        Reason::RecusedAlready => "This judge has stepped aside from the project already.",
        Reason::NotRecused => "The judge has not stepped aside from this project.",
        Reason::Voided => {
            "An organizer set this review aside. It does not count, and stays as it is until an organizer restores it."
        }
        Reason::NotVoided => "This review is not set aside.",
        Reason::NotSubmitted => "Only a submitted review can be set aside, and this one is not submitted.",
        Reason::DeclaredConflict => {
            "This judge has declared a conflict of interest with the project. Choose another judge, or remove the conflict first."
        }
        Reason::PlanOutdated => {
            "Judges, projects, conflicts or assignments have changed since this was shown. Look at the new version below, then confirm again."
        }
        Reason::PlanEmpty => "There is nothing to add, so nothing was changed.",
        Reason::NoPlan => "There is no plan to undo.",
        Reason::HasReview => {
            "This judge has begun a review of the project, so the assignment stays. Recuse the judge instead."
        }
        Reason::NoteChanged => {
            "This note was saved in another window or on another device. Compare both versions, then save again."
        }
        Reason::VisitReviewed => "You have reviewed this project, so its visit can’t be marked.",
        Reason::FeedbackOfTeam => "Only the project’s team can read its feedback.",
        Reason::NoReviews => {
            "No review is submitted yet, so there is nothing to calibrate. Calibrate once judges have submitted reviews."
        }
        Reason::NoRun => "There is no run to publish. Calibrate first.",
        Reason::PartsOutdated => {
            "There is a newer run, or the event has tracks now. Look at the latest run again."
        }
        Reason::RunNotLater => {
            "A correction needs a run later than the published one. Run the calibration again first."
        }
        Reason::NotProvisional => "The results are not provisional, so winners owe nothing.",
        Reason::PublishedAsFinal => "The results are public already, and can’t become provisional.",
        Reason::WinnersOwe { missing } => &format!(
            "Results become final when winners have shown all that they owe. {} missing.",
            plural(*missing, "thing is", "things are")
        ),
        Reason::WinnersRepeat { winners } => &format!(
            "{}, and repeats win nothing. Give the prize to another project, or clear the flag.",
            plural(*winners, "winner is flagged as a repeat", "winners are flagged as repeats")
        ),
        Reason::OneOrganizer => {
            "This needs two organizers who can confirm for each other. Invite another one, who takes no part, before you switch it on. Afterwards a site admin can switch it off."
        }
        Reason::NobodyConfirms => {
            "Fewer than two organizers can ask and confirm. Ask a site admin to switch this off."
        }
        Reason::AdminConfirmsNothing => {
            "A site admin can ask for this, but not decide it. Another organizer of the event confirms or declines it."
        }
        Reason::EnoughOrganizers => {
            "At least two organizers can confirm. Ask for it, and let another one confirm it. If the other one is out of reach, first remove their role."
        }
        Reason::OwnConfirmation => "You asked for this, so another organizer has to confirm it.",
        Reason::NewOrganizer => {
            "You became an organizer after this event began to ask a second one. Two other organizers first have to let you confirm."
        }
        Reason::AnotherWaits { asker } => &format!(
            "A request by {asker} still waits. Confirm or decline it first, or ask another organizer to."
        ),
        Reason::ConfirmationEnded => {
            "Nobody can decide this any more. It was decided, taken back or replaced, or 48 hours have passed."
        }
        Reason::ConfirmationOutdated => {
            "The run, prizes or winners have changed since this was asked for, so it can’t be confirmed. Ask for it again."
        }
        Reason::ConfirmationWarned => {
            "A warning has come up since this was asked for, so it can’t be confirmed. Read it under “Check and publish”, and ask for it again."
        }
        Reason::AskerMayNot => {
            "The organizer who asked for this may no longer do it. Ask for it yourself, and let another organizer confirm it."
        }
        Reason::OpenDataPublished => "The scores without names are public already.",
        Reason::UnconfirmedVoter => "Confirm your address to vote.",
        Reason::CodeUnknown => CODE_UNKNOWN,
        Reason::CommentOfOthers => "Only its author and organizers can remove a comment.",
        Reason::PictureOfOthers => "Only the project’s team and organizers can remove its pictures.",
        Reason::SignInFailed => "The e-mail address or the password is wrong. Check both, then try again.",
        Reason::SignOnOnly => {
            "People sign in here through single sign-on only. Passwords, mailed links and sign-up are switched off."
        }
        Reason::PasskeyNeeded => {
            "This event asks its organizers for a passkey, and you signed in without one. Use your passkey first."
        }
        Reason::OwnPasskeyFirst => {
            "Use a passkey of your own first. Without one you could not open these pages any more."
        }
        Reason::PasskeysUnavailable => {
            "Browsers make passkeys only for a site with a name and https, such as https://judging.example.org. This portal has no such address."
        }
        Reason::NoDemoPasskeys => {
            "Everyone knows the passwords of the demo’s accounts, so they have no passkeys."
        }
        Reason::PasskeySession => {
            "You signed in without a passkey. Use your passkey to change anything here."
        }
        Reason::ProveFirst => {
            "You signed in more than 15 minutes ago. Sign in again or enter your password to change anything here."
        }
        Reason::OpenedByLink => {
            "An event’s link began this session, or the one that made this token. Others can have that link. Sign in by a link to your e-mail address first."
        }
        Reason::TooManyPasskeys { most } => {
            &format!("An account can have {most} passkeys. Remove one to add another.")
        }
        Reason::PasskeyTaken => "This passkey belongs to an account already. Use another one.",
        Reason::NoPasskey => "This account has no passkey. Add one first.",
        Reason::RecoveryCodesFirst => {
            "Make recovery codes first, and keep them. Without them you could not sign in after losing your passkey."
        }
        Reason::PasskeyFailed => "That passkey did not work. Try again, or use another one.",
        Reason::RecoveryCodeWrong => "This recovery code is wrong, or it was used before. Use another one.",
        Reason::PasskeyTooLate => "This page was open for too long, or was sent before. Try again.",
        Reason::PasswordWrong => "The password is wrong.",
        Reason::LastAdmin => "You are the last site admin. Make somebody else a site admin first.",
        Reason::AccountDeleted => "The owner deleted this account. It stays deleted.",
        Reason::NoAdminAccount => {
            "Only an active account with a confirmed address can be a site admin, and no account of the demo."
        }
        Reason::EmailTaken => "This address has an account.",
        Reason::EmailTakenMeanwhile => {
            "This address got an account in the meantime. Ask for a link to sign in to it."
        }
        Reason::SignInToAccept => "This address has an account. Sign in to it, then accept the invitation.",
        Reason::NotAMember => "This person does not have this role in the event.",
        Reason::LastMemberOfTeam => {
            "This is the last member of a team that has a project. Somebody else has to join first."
        }
        Reason::MemberAlready => "This person has this role already.",
        Reason::JudgeChangedMeanwhile => {
            "Somebody changed this judge after you opened the page. What is stored is shown beside what you typed. Save again to replace it."
        }
        Reason::GuestWaits => {
            "No organizer has confirmed you in this browser yet. Show one of them your number."
        }
        Reason::GuestDecided => "An organizer has decided about this guest already.",
        Reason::ConfirmFirst => {
            "Confirm your address first. Until then anyone who had your invitation’s link could have made this account."
        }
        Reason::RowUnknown => "The log has no such row.",
        Reason::LogEmpty => "Nothing has been logged yet.",
        Reason::NoBundleSaved => {
            "You have not downloaded a bundle of this event yet. Download it first, then its signed head."
        }
        Reason::KeyUnknown => "The portal never signed with a key of this name.",
        Reason::KeyCurrent => {
            "This key signs now. Make a new one first (evenhand key rotate), then revoke this one."
        }
        Reason::KeyRevoked => "This key is revoked already.",
        Reason::KeyNotCurrent => {
            "This server’s signing key is not the portal’s current one, so it signs nothing. Give it the current key, or rotate the key here."
        }
        Reason::AddressUnknown => {
            "This server does not know its public address, which every signed document names, so it signs nothing. Set EVENHAND_BASE_URL and start it again."
        }
        Reason::NoResults => NO_RESULTS,
        Reason::SlugTaken => "An event has this slug: choose another.",
        Reason::TeamNameTaken => "A team of this event has this name: choose another.",
        Reason::PersonInTeam => "This person is on a team of this event. A person can be on one team only.",
        Reason::PersonTwice => {
            "Two people of the event have the same e-mail address. Case makes no difference."
        }
        Reason::AlreadyAssigned => "This judge has this project already.",
        Reason::NotAJudge => "Only a judge of the event can be given a project.",
        Reason::AlreadyInvited => "This address is invited in this role. Send the invitation again instead.",
        Reason::AlreadyVoted => "You have already voted. Change your vote instead.",
        Reason::RunTaken => "Another run was made at the same moment. Calibrate again.",
        Reason::Exists { .. } => "This exists already. Load the page again.",
        Reason::Needed { .. } => {
            "Something else still uses this, or what it needs is gone. Load the page again."
        }
        Reason::AlreadyReviewed => "This project is being reviewed in another window. Load the page again.",
        Reason::PrizeChanged => {
            "Another organizer changed this prize while you edited. Compare both versions, then save again."
        }
        Reason::WinnersOutdated => {
            "Winners, reviews or projects changed since this was shown. Look at the new list, then confirm again."
        }
        Reason::WinnersPublic => {
            "The results are public. Confirm each prize on its page, with a reason that everyone reads."
        }
        Reason::SuggestionsChanged => {
            "These pairs changed after you opened the page. Look at the new list, then decide again."
        }
        Reason::ReviewsUnconfirmed { pairs, reviews } => &format!(
            "If you declare {}, {}. Confirm it below, or choose other pairs.",
            plural(*pairs, "conflict of interest", "conflicts of interest"),
            plural(*reviews, "submitted review no longer counts", "submitted reviews no longer count")
        ),
        Reason::CeremonyChanged => {
            "Another organizer changed the ceremony while you edited. Compare both versions, then save again."
        }
        Reason::FeedbackChanged => {
            "Another organizer changed what teams see while you chose. Compare both choices, then save again."
        }
        Reason::PrizeAwarded => "The winners of this prize are confirmed, so its panel is closed.",
        Reason::PrizeHasWinners => {
            "This prize has winners, so it stays, with its rule, eligibility and number of winners. Once they are published, so do its name and sponsor."
        }
        Reason::PrizeBeforeRun => "There is no ranking yet. Calibrate first.",
        Reason::FloorChanged { projects } => &format!(
            "{} moved by another organizer after you looked. Nothing was moved: look at the new places first.",
            plural(*projects, "project was", "projects were")
        ),
        Reason::TooLarge { mebibytes } => &format!("The body is larger than {mebibytes}\u{a0}MiB."),
        Reason::TooManyRequests { seconds } => {
            &format!("Too many requests: go on in {}.", plural(*seconds, "second", "seconds"))
        }
        Reason::Conflicted { part, withheld } => &conflicted(*part, *withheld),
        Reason::NotOpenYet { stage, event, opens, closes } => &not_open_yet(*stage, event, *opens, *closes),
        Reason::Closed { stage, event, closed } => {
            &format!("{} for {event} closed at {}.", codes::stage(*stage), utc(*closed))
        }
        Reason::LinksEnded { event, closed } => &format!(
            "Links to {event} ended when judging closed at {}. To bring somebody in, first choose a later end of judging. Organizers who take part ask a site admin to do that.",
            utc(*closed)
        ),
        Reason::Draft { event } => &format!("{event} is a draft. Its organizers have to open it first."),
        Reason::Forgotten { event, at } => &format!(
            "The personal data of {event} were removed at {}. The event is closed, and nothing can be added.",
            utc(*at)
        ),
        Reason::ForgetTooEarly { from } => {
            &format!("The personal data of this event can be removed from {} on.", utc(*from))
        }
        Reason::ForgetNoClose { stage } => &format!(
            "This event has no end of {}. Set one first, because personal data are needed until then.",
            codes::stage(*stage).to_lowercase()
        ),
        Reason::ForgetDayCame => {
            "The day has come, so it stays as it is. The personal data are removed within minutes, or once questions about the \
             results are over."
        }
        Reason::ForgetDayFirst => {
            "The personal data of this event go before that. Choose a later day under “Keeping data” first."
        }
        Reason::ForgetDayChanged => {
            "Another organizer changed the day at the same time. Compare both days, then save again."
        }
        Reason::Published { event } => {
            &format!("The results of {event} are published: assignments stay as they are.")
        }
        Reason::WinnerNotWithdrawn { prize } => {
            &format!("This project is a confirmed winner of “{prize}”: confirm other winners first.")
        }
        Reason::ProjectsPublished { event } => &format!(
            "The results of {event} are published, so its projects stay. A prize can still go to others, with a reason that everyone reads."
        ),
        Reason::TeamsPublished { event } => {
            &format!("The results of {event} are published, so no team gets more time.")
        }
        Reason::NeverCloses { event } => {
            &format!("Submissions for {event} never close, so no team needs more time.")
        }
        Reason::EvidenceOff { event } => &format!("{event} collects no evidence about projects."),
        Reason::AnswerTime { event } => &format!(
            "Your team can answer after submissions for {event} have closed, and until the results are published."
        ),
        Reason::RubricLocked { event } => &format!(
            "Judges of {event} have begun to review. Criteria, keys, weights and ranges stay as they are, so that all scores mean the same."
        ),
        Reason::EditedMeanwhile { fields } => {
            let names: Vec<String> = fields.iter().map(|f| format!("the {}", texts::name(*f))).collect();
            &format!("Somebody else changed {} at the same time: choose what stays.", and_list(&names))
        }
        Reason::ReviewsWait { event } => &format!(
            "Submit your reviews for {event} first, or mark the visits that were missed. Then take another project."
        ),
        Reason::CapReached { event } => {
            &format!("You have all the projects of {event} that you agreed to review.")
        }
        Reason::NoProjectLeft { event } => &format!("No project of {event} is left for you to judge."),
        Reason::PlanTooLarge { judges, projects } => &format!(
            "The planner takes up to {judges} judges and {projects} projects. Assign projects from a file instead."
        ),
        Reason::PlanReviewed { reviews } => &format!(
            "Judges have begun {} of this plan, so it can’t be undone. Take single assignments away instead.",
            plural(*reviews, "review", "reviews")
        ),
        Reason::Scores(wrong) => &scores::list(wrong),
        Reason::Stale { saved_at } => {
            let at = saved_at.map_or_else(String::new, |at| format!(" at {}", utc(at)));
            &format!(
                "This review was saved in another window or on another device{at}: look at that version first."
            )
        }
        Reason::OpenDataEarly { event } => {
            &format!("Publish the results of {event} first. The scores follow them.")
        }
        Reason::QuestionsClosed { event } => &format!("{event} takes no questions about its results now."),
        Reason::QuestionsWait { most } => {
            &format!("{most} of your questions wait for an answer. Ask again once one is answered.")
        }
        Reason::OpenDataSmall { judges, projects } => &format!(
            "This event is too small. With fewer than {judges} judges or {projects} projects, people could be told apart by their scores."
        ),
        Reason::RunUnknown { run } => &format!("There is no run {run}."),
        Reason::NoCodes { event } => &format!("{event} does not vote by codes."),
        Reason::TallyBeforeClose { event } => {
            &format!("Votes for {event} are counted once voting has closed.")
        }
        Reason::VoteOpen { event, closes } => {
            let until = closes.map_or_else(String::new, |at| format!(" until {}", utc(at)));
            &format!("The vote for {event} is open{until}: results stay hidden and cannot be published.")
        }
        Reason::Ballot(wrong) => &wrong.iter().map(ballot).collect::<Vec<_>>().join(" "),
        Reason::NoAccount { email } => {
            &format!("There is no account with the address {email}. Check how it is written.")
        }
        Reason::InvitationAnswered { state } => {
            &format!("This invitation was {} already.", state_verb(*state))
        }
        Reason::TooManyWebhooks { most } => {
            &format!("An event can have {most} webhooks. Remove one to add another.")
        }
        Reason::WebhookOff => "This webhook is switched off. Switch it on first.",
        Reason::TooManyGuests { most } => &format!(
            "{most} guests wait for an organizer already. Tell one of them that you are here, then try again."
        ),
        Reason::JudgeHasReviews { reviews } => {
            let reviews = plural(
                *reviews,
                "review, which would lose its judge",
                "reviews, which would lose their judge",
            );
            &format!("This judge has written {reviews}. Set the judge aside from those projects instead.")
        }
        Reason::TypeWord { word } => &format!("Type the word “{word}”."),
        Reason::OnlyOrganizer { events } => {
            &format!("This person is the only organizer of {}. {ANOTHER_FIRST}", quoted(events))
        }
        Reason::LastFreeOrganizer { events } => &format!(
            "All other organizers of {} take part in it, so nobody could publish the results. Add an organizer who takes no part first. Once judging is over, make the results final, or choose a later end of judging to invite one.",
            quoted(events)
        ),
        Reason::Unmergeable(obstacles) => &obstacles.iter().map(merge_obstacle).collect::<Vec<_>>().join(" "),
        Reason::LastOrganizer { events } => {
            &format!("You are the last organizer of {}. {ANOTHER_FIRST}", quoted(events))
        }
        Reason::Trigger { sentence, .. } => sentence,
    };
    said.to_owned()
}

fn not_open_yet(stage: Stage, event: &str, opens: DateTime<Utc>, closes: Option<DateTime<Utc>>) -> String {
    let (opens, word) = (utc(opens), codes::stage(stage));
    let one = stage != Stage::Submissions;
    let verb = if one { "opens" } else { "open" };
    match closes {
        Some(closes) => {
            let close = if one { "closes" } else { "close" };
            format!("{word} for {event} {verb} at {opens} and {close} at {}.", utc(closes))
        }
        None => {
            let has = if one { "has" } else { "have" };
            format!("{word} for {event} {verb} at {opens} and {has} no closing time.")
        }
    }
}

pub fn ballot(fault: &BallotFault) -> String {
    match fault {
        BallotFault::TooMany { most, chosen } => {
            let projects = plural(*most, "project", "projects");
            format!("Choose at most {projects}: you chose {chosen}.")
        }
        BallotFault::Repeated => "Choose each project once.".to_owned(),
        BallotFault::Unknown => "Choose among the submitted projects of this event.".to_owned(),
        BallotFault::OwnTeam => "Nobody votes for a project of their own team.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: u32) -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000 + i64::from(hour) * 3600, 0).unwrap()
    }

    #[test]
    fn a_window_says_when_it_opens_and_closes() {
        let (event, opens) = (String::from("Demo"), at(1));
        let said =
            |stage, closes| sentence(&Reason::NotOpenYet { stage, event: event.clone(), opens, closes });
        let (open, close) = (utc(at(1)), utc(at(2)));
        assert_eq!(
            said(Stage::Submissions, Some(at(2))),
            format!("Submissions for Demo open at {open} and close at {close}.")
        );
        assert_eq!(
            said(Stage::Voting, None),
            format!("Voting for Demo opens at {open} and has no closing time.")
        );
    }

    #[test]
    fn everything_wrong_with_a_ballot_is_said_at_once() {
        let wrong = vec![BallotFault::TooMany { most: 2, chosen: 5 }, BallotFault::Repeated];
        let said = "Choose at most 2 projects: you chose 5. Choose each project once.";
        assert_eq!(refusal(&Reason::Ballot(wrong).into()), said);
    }
}
