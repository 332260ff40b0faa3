//! What a notice says that the portal words for an organizer, in one press for all of a state.

use super::amounts::plural;

/// How many notices one press posted. Nobody gets the same twice within a quarter of an hour.
pub fn posted(notices: usize) -> String {
    match notices {
        0 => "No notice was posted. Everybody got one within the last 15 minutes.".to_owned(),
        n => format!("{} posted.", plural(n, "notice is", "notices are")),
    }
}

/// To judges who have not begun, or who are silent.
pub const NUDGE: &str = "Reviews are waiting for you. Please go on with your list. If something keeps you, press “Call an organizer” there.";

/// To those of a panel who gave no order.
pub fn nudge_panel(prize: &str) -> String {
    format!(
        "The panel of “{prize}” waits for your order. Open it on your judging page, or under Panel, and save your order."
    )
}

/// To teams that several judges could not visit.
pub const MISSED: &str = "Several judges came to your place and could not see your project. Please be at your table until judging closes.";
