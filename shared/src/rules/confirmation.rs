//! Where an event wants two organizers for what cannot be taken back: what one asks for, another confirms or declines. Whether either may,
//! the rule of the act itself says as well. The database knows besides who counts as one of the two (`is_second_organizer`).

use super::prelude::*;
use crate::refusal::SiteAct;

acts! {
    /// See what waits for a second organizer, and take back what one asked for.
    SeeConfirmations on Event, No => |asked| asked.organizer();
    /// Say that an event asks a second organizer, and ask one to confirm something, such as that it does so no longer.
    AskSecondOrganizer on Event, Yes => choose;
    /// Confirm or decline what another organizer asked for. What is confirmed asks its own rule, too.
    DecideConfirmation on Event by (EventId, PersonId), Yes => decide_one;
    /// Switch it off where too few organizers are left.
    DropSecondOrganizer on Event, No => switch_off;
}

/// Who takes part would decide with a second one like them who may publish, and who reads the log before.
fn choose(asked: &Question<'_>) -> Verdict {
    asked.organizer_until_final(Withheld::SecondOrganizer)?;
    asked.not_forgotten()
}

/// A site admin organizes every event as such, and would be the second of each of them: only somebody with the role is.
fn decide_one(asked: &Question<'_>) -> Verdict {
    asked.organizer_until_final(Withheld::SecondOrganizer)?;
    require(asked.facts.standing.organizer, Reason::AdminConfirmsNothing)?;
    asked.not_forgotten()
}

fn switch_off(asked: &Question<'_>) -> Verdict {
    asked.site_admin(SiteAct::SwitchOffSecondOrganizer)?;
    asked.organizer()?;
    asked.not_forgotten()
}
