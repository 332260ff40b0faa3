//! What an act of an organizer did, said on the page that follows it.

use crate::prelude::*;

macro_rules! acts {
    ($($act:ident $name:literal $sentence:literal)+) => {
        /// What was done just now. The address of the page names it: `?done=conflict-declared`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ActDone {
            $($act,)+
        }

        /// Each with its name in addresses, and its sentence.
        const ALL: &[(ActDone, &str, &str)] = &[$((ActDone::$act, $name, $sentence),)+];
    };
}

acts! {
    AssignmentGiven "assigned" "The project is assigned."
    AssignmentTaken "assignment-taken" "The assignment is taken away."
    CalibrationRun "run" "The calibration has run."
    CeremonySaved "ceremony-saved" "The ceremony is saved."
    CodesWithdrawn "codes-withdrawn" "The unused codes are withdrawn."
    ConflictDeclared "conflict-declared" "The conflict of interest is declared."
    ConflictRemoved "conflict-removed" "The conflict of interest is removed."
    ConflictsDeclared "conflicts-declared" "The chosen conflicts of interest are declared."
    ConflictsDismissed "conflicts-dismissed" "The chosen suggestions are dismissed."
    ContactSaved "address-saved" "The address is saved."
    CorrectionSaved "corrected" "The correction is saved."
    DayChosen "day-saved" "The day on which personal data are removed is saved."
    DayTakenBack "day-taken-back" "Personal data are kept until you choose a day."
    DutiesSaved "duties-saved" "What winners owe is saved."
    FactsLookedAt "looked-at" "The project is marked as looked at."
    FeedbackChosen "feedback-saved" "What teams see is saved."
    FileRead "file-read" "The file is read again."
    FlagCleared "flag-cleared" "The project is not flagged as a repeat any more."
    FlagSet "flagged" "The project is flagged as a repeat."
    GuestAdmitted "guest-admitted" "The guest is a judge now."
    GuestTurnedAway "guest-turned-away" "The guest is turned away."
    InvitationWithdrawn "invitation-withdrawn" "The invitation is withdrawn."
    JudgeRecused "recused" "The judge is recused from the project."
    JudgeReinstated "reinstated" "The judge has the project again."
    LimitsSaved "limits-saved" "Tracks and cap are saved."
    MailWaits "mail-waits" "The mail is written."
    MailWritten "mail-written" "The link is made. This portal sends no mail: open the invitation, and pass its link on."
    MoreTimeGiven "more-time" "The team has more time."
    NoteAdded "note-added" "The note is added."
    NoticePosted "notice-posted" "The notice is posted. It is shown at the top of its readers’ pages until they mark it as read."
    NoticeWithdrawn "notice-withdrawn" "The notice is withdrawn."
    OpenDataPublished "open-data" "The open data are public."
    PanelSaved "panel-saved" "The panel is saved."
    PartsDeclared "parts-declared" "The two parts are tracks now."
    PasskeysAsked "passkeys-asked" "Organizers need a passkey now."
    PasskeysNotAsked "passkeys-not-asked" "Organizers need no passkey."
    PeopleInvited "invited" "The people on the list are invited."
    PersonalDataRemoved "data-removed" "Personal data are removed."
    PlaceSaved "place-saved" "The place is saved."
    PrizeRemoved "prize-removed" "The prize is removed."
    PrizesCreated "prizes-created" "The prizes of the list are created."
    PrizesSaved "prizes-saved" "The prizes are saved."
    ProjectWithdrawn "project-withdrawn" "The project is withdrawn."
    ProjectsWithdrawn "projects-withdrawn" "The ticked projects are withdrawn."
    QuestionAnswered "answered" "The answer is published."
    QuestionTaken "question-taken" "You answer this question."
    QuestionTextRemoved "text-removed" "The text is removed."
    QuestionTimeSaved "question-time" "The time for questions is saved."
    RemarkAdded "remark-added" "The remark is added."
    RequestConfirmed "confirmed" "You confirmed it, and it is done."
    RequestDeclined "declined" "You declined it. Nothing is done."
    RequestTakenBack "taken-back" "You took it back. Nothing is done."
    ReviewEntered "review-entered" "The review is submitted."
    ReviewRestored "review-restored" "The review counts again."
    ReviewSetAside "set-aside" "The review is set aside. It does not count."
    RoleGiven "role-added" "The role is added."
    RolesTaken "roles-taken" "The chosen roles are taken away."
    RoomClosed "room-closed" "The room is closed. Its code does not work any more."
    RoomOpened "room-opened" "The room has a new code."
    RubricSaved "rubric-saved" "The rubric is saved."
    SecondOrganizerAdded "second-added" "The second organizer is added."
    SecondOrganizerOff "second-off" "No second organizer is asked any more."
    SecondOrganizerOn "second-on" "A second organizer is asked from now on."
    SettingsSaved "settings-saved" "The settings are saved."
    TermsSaved "terms-saved" "The terms are saved."
    TracksCreated "tracks-created" "The tracks are created."
    WebhookMessageWaits "message-waits" "The message waits to be sent."
    WebhookOff "webhook-off" "The webhook is switched off."
    WebhookOn "webhook-on" "The webhook is switched on."
    WebhookRemoved "webhook-removed" "The webhook is removed."
    WebhookSaved "webhook-saved" "The webhook is saved."
}

impl ActDone {
    /// The act that an address names.
    pub fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|(_, known, _)| *known == name).map(|(act, ..)| *act)
    }

    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        ALL.iter().find(|(act, ..)| *act == self).map_or("", |(_, name, _)| *name)
    }

    /// The same address, whose page says what was done.
    pub fn at(self, address: &str) -> String {
        let name = self.name();
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
    let (.., sentence) = ALL.iter().find(|(act, ..)| *act == done)?;
    Some(view! { <div class="manage-done"><Notice tone=Tone::Good title=*sentence/></div> })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_each_act_once_and_the_page_says_it() {
        for (act, name, sentence) in ALL.iter().copied() {
            assert_eq!(ActDone::named(name), Some(act), "{name}");
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
