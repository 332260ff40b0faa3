//! What waits for a second organizer, and whether the event asks one: a part of the page of people.

use crate::pages::prelude::*;
use app::pages::manage::second_organizer::SecondOrganizerPart;
use model::confirmation::ConfirmationsFound;

/// The part of the page; `?second=` opens it, and `?asked=` follows what was asked for.
pub(super) fn part<D: Desk>(found: ConfirmationsFound, around: &DeskContext<'_, D>) -> SecondOrganizerPart {
    let query = &around.at.query;
    SecondOrganizerPart {
        found,
        open: query.asked("second").is_some(),
        just_asked: query.asked("asked").is_some(),
    }
}
