//! What an act of an organizer did, said on the page that follows it.

use crate::prelude::*;

/// What was done just now. The address of the page names it: `?done=conflict-declared`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActDone {
    AssignmentGiven,
    AssignmentTaken,
    CalibrationRun,
    CodesWithdrawn,
    ConflictDeclared,
    ConflictRemoved,
    ConflictsDeclared,
    ConflictsDismissed,
    DayChosen,
    DutiesSaved,
    FactsLookedAt,
    FeedbackChosen,
    FlagCleared,
    FlagSet,
    GuestAdmitted,
    GuestTurnedAway,
    InvitationWithdrawn,
    JudgeRecused,
    JudgeReinstated,
    MailWaits,
    MoreTimeGiven,
    NoteAdded,
    NoticeWithdrawn,
    OpenDataPublished,
    PanelSaved,
    PartsDeclared,
    PasskeysAsked,
    PasskeysNotAsked,
    PeopleInvited,
    PersonalDataRemoved,
    PrizeRemoved,
    PrizesCreated,
    ProjectWithdrawn,
    QuestionAnswered,
    QuestionTaken,
    QuestionTextRemoved,
    QuestionTimeSaved,
    RemarkAdded,
    RequestConfirmed,
    RequestDeclined,
    RequestTakenBack,
    ReviewEntered,
    ReviewRestored,
    ReviewSetAside,
    RoleGiven,
    RolesTaken,
    RoomClosed,
    RoomOpened,
    SecondOrganizerAdded,
    SecondOrganizerOff,
    SecondOrganizerOn,
    TracksCreated,
    WebhookMessageWaits,
    WebhookOff,
    WebhookOn,
    WebhookRemoved,
}

/// Each with its name in addresses, and its sentence.
const ALL: [(ActDone, &str, &str); 56] = [
    (ActDone::AssignmentGiven, "assigned", "The project is assigned."),
    (ActDone::AssignmentTaken, "assignment-taken", "The assignment is taken away."),
    (ActDone::CalibrationRun, "run", "The calibration has run."),
    (ActDone::CodesWithdrawn, "codes-withdrawn", "The unused codes are withdrawn."),
    (ActDone::ConflictDeclared, "conflict-declared", "The conflict of interest is declared."),
    (ActDone::ConflictRemoved, "conflict-removed", "The conflict of interest is removed."),
    (ActDone::ConflictsDeclared, "conflicts-declared", "The chosen conflicts of interest are declared."),
    (ActDone::ConflictsDismissed, "conflicts-dismissed", "The chosen suggestions are dismissed."),
    (ActDone::DayChosen, "day-saved", "The day is saved."),
    (ActDone::DutiesSaved, "duties-saved", "What winners owe is saved."),
    (ActDone::FactsLookedAt, "looked-at", "The project is marked as looked at."),
    (ActDone::FeedbackChosen, "feedback-saved", "What teams see is saved."),
    (ActDone::FlagCleared, "flag-cleared", "The project is not flagged as a repeat any more."),
    (ActDone::FlagSet, "flagged", "The project is flagged as a repeat."),
    (ActDone::GuestAdmitted, "guest-admitted", "The guest is a judge now."),
    (ActDone::GuestTurnedAway, "guest-turned-away", "The guest is turned away."),
    (ActDone::InvitationWithdrawn, "invitation-withdrawn", "The invitation is withdrawn."),
    (ActDone::JudgeRecused, "recused", "The judge is recused from the project."),
    (ActDone::JudgeReinstated, "reinstated", "The judge has the project again."),
    (ActDone::MailWaits, "mail-waits", "The mail waits to be sent."),
    (ActDone::MoreTimeGiven, "more-time", "The team has more time."),
    (ActDone::NoteAdded, "note-added", "The note is added."),
    (ActDone::NoticeWithdrawn, "notice-withdrawn", "The notice is withdrawn."),
    (ActDone::OpenDataPublished, "open-data", "The open data are public."),
    (ActDone::PanelSaved, "panel-saved", "The panel is saved."),
    (ActDone::PartsDeclared, "parts-declared", "The two parts are tracks now."),
    (ActDone::PasskeysAsked, "passkeys-asked", "Organizers need a passkey now."),
    (ActDone::PasskeysNotAsked, "passkeys-not-asked", "Organizers need no passkey."),
    (ActDone::PeopleInvited, "invited", "The people on the list are invited."),
    (ActDone::PersonalDataRemoved, "data-removed", "Personal data are removed."),
    (ActDone::PrizeRemoved, "prize-removed", "The prize is removed."),
    (ActDone::PrizesCreated, "prizes-created", "The prizes of the list are created."),
    (ActDone::ProjectWithdrawn, "project-withdrawn", "The project is withdrawn."),
    (ActDone::QuestionAnswered, "answered", "The answer is published."),
    (ActDone::QuestionTaken, "question-taken", "You answer this question."),
    (ActDone::QuestionTextRemoved, "text-removed", "The text is removed."),
    (ActDone::QuestionTimeSaved, "question-time", "The time for questions is saved."),
    (ActDone::RemarkAdded, "remark-added", "The remark is added."),
    (ActDone::RequestConfirmed, "confirmed", "You confirmed it, and it is done."),
    (ActDone::RequestDeclined, "declined", "You declined it. Nothing is done."),
    (ActDone::RequestTakenBack, "taken-back", "You took it back. Nothing is done."),
    (ActDone::ReviewEntered, "review-entered", "The review is submitted."),
    (ActDone::ReviewRestored, "review-restored", "The review counts again."),
    (ActDone::ReviewSetAside, "set-aside", "The review is set aside. It does not count."),
    (ActDone::RoleGiven, "role-added", "The role is added."),
    (ActDone::RolesTaken, "roles-taken", "The chosen roles are taken away."),
    (ActDone::RoomClosed, "room-closed", "The room is closed. Its code does not work any more."),
    (ActDone::RoomOpened, "room-opened", "The room has a new code."),
    (ActDone::SecondOrganizerAdded, "second-added", "The second organizer is added."),
    (ActDone::SecondOrganizerOff, "second-off", "No second organizer is asked any more."),
    (ActDone::SecondOrganizerOn, "second-on", "A second organizer is asked from now on."),
    (ActDone::TracksCreated, "tracks-created", "The tracks of the list are created."),
    (ActDone::WebhookMessageWaits, "message-waits", "The message waits to be sent."),
    (ActDone::WebhookOff, "webhook-off", "The webhook is switched off."),
    (ActDone::WebhookOn, "webhook-on", "The webhook is switched on."),
    (ActDone::WebhookRemoved, "webhook-removed", "The webhook is removed."),
];

impl ActDone {
    /// The act that an address names.
    pub fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|(_, known, _)| *known == name).map(|(act, ..)| act)
    }

    /// The same address, whose page says what was done.
    pub fn at(self, address: &str) -> String {
        let name = ALL.into_iter().find(|(act, ..)| *act == self).map_or("", |(_, name, _)| name);
        let (page, part) = address
            .split_once('#')
            .map_or((address, String::new()), |(page, part)| (page, format!("#{part}")));
        let mark = if page.contains('?') { '&' } else { '?' };
        format!("{page}{mark}done={name}{part}")
    }
}

/// What was done just now, where the page follows an act.
pub(super) fn done_notice() -> Option<AnyView> {
    let done = use_context::<ActDone>()?;
    let (.., sentence) = ALL.into_iter().find(|(act, ..)| *act == done)?;
    Some(view! { <div class="manage-done"><Notice tone=Tone::Good title=sentence/></div> })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_each_act_once_and_the_page_says_it() {
        for (nth, (act, name, sentence)) in ALL.into_iter().enumerate() {
            assert_eq!(ActDone::named(name), Some(act), "{name}");
            assert_eq!(act as usize, nth, "{name}: in the order of the acts, and all of them");
            let html = Owner::new().with(|| {
                provide_context(act);
                done_notice().map(|notice| notice.to_html()).unwrap_or_default()
            });
            assert!(html.contains(sentence) && sentence.ends_with('.'), "{html}");
        }
        assert_eq!(ActDone::named(""), None);
    }

    #[test]
    fn the_name_of_an_act_comes_before_the_part_of_the_page() {
        let at = |address| ActDone::FlagSet.at(address);
        assert_eq!(at("/a"), "/a?done=flagged");
        assert_eq!(at("/a?b=1#c"), "/a?b=1&done=flagged#c");
        assert_eq!(at("/a#c"), "/a?done=flagged#c");
    }
}
