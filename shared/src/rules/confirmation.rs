//! Where an event wants two organizers for what cannot be taken back: what one asks for, another confirms or declines. Whether either may,
//! the rule of the act itself says as well.

use super::prelude::*;
use crate::refusal::SiteAct;

acts! {
    /// See what waits for a second organizer, and take back what one asked for.
    SeeConfirmations on Event, No => |asked| asked.organizer();
    /// Say that an event asks a second organizer, and ask that it does so no longer.
    AskSecondOrganizer on Event, No => choose;
    /// Confirm or decline what another organizer asked for. What is confirmed asks its own rule, too.
    DecideConfirmation on Event by (EventId, PersonId), No => decide_one;
    /// Switch it off where too few organizers are left.
    DropSecondOrganizer on Event, No => switch_off;
}

fn choose(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    asked.not_forgotten()
}

/// A site admin organizes every event as such, and would be the second of each of them: only somebody with the role is.
fn decide_one(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    require(asked.facts.standing.organizer, Reason::OrganizersOnly)?;
    asked.not_forgotten()
}

fn switch_off(asked: &Question<'_>) -> Verdict {
    asked.site_admin(SiteAct::SwitchOffSecondOrganizer)?;
    asked.organizer()?;
    asked.not_forgotten()
}
