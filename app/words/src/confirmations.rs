//! What waits for a second organizer.

use super::and_list;
use chrono::{DateTime, Utc};
use shared::confirmation::{AskedAct, ConfirmationState};

/// What was asked for, to follow a colon: `publish run 3`. `stamp` writes a moment, as the reader’s clocks show it.
pub fn act(asked: &AskedAct, stamp: impl Fn(DateTime<Utc>) -> String) -> String {
    match asked {
        AskedAct::Publish(wish) => {
            let run = wish.run.map_or_else(|| "the latest run".to_owned(), |run| format!("run {run}"));
            let how = if wish.provisional.is_some() { ", with provisional winners" } else { "" };
            format!("publish {run}{how}")
        }
        AskedAct::MakeFinal => "make the provisional results final".to_owned(),
        AskedAct::Award { .. } => "correct the winners of a prize".to_owned(),
        AskedAct::OpenData { .. } => "publish the scores without names".to_owned(),
        AskedAct::Forget => "remove the event’s personal data now".to_owned(),
        AskedAct::ForgetDay { day, .. } => format!("remove the personal data on {}", stamp(*day)),
        AskedAct::SwitchOff => "stop asking a second organizer".to_owned(),
        AskedAct::AddSecond { .. } => "let a new organizer confirm as a second one".to_owned(),
    }
}

/// The same of what was decided: `Publish a run`.
pub fn kind(asked: &AskedAct) -> &'static str {
    match asked {
        AskedAct::Publish(_) => "Publish a run",
        AskedAct::MakeFinal => "Make the results final",
        AskedAct::Award { .. } => "Correct the winners of a prize",
        AskedAct::OpenData { .. } => "Publish the scores without names",
        AskedAct::Forget => "Remove the personal data",
        AskedAct::ForgetDay { .. } => "Choose the day on which personal data go",
        AskedAct::SwitchOff => "Stop asking a second organizer",
        AskedAct::AddSecond { .. } => "Let a new organizer confirm",
    }
}

/// Warns before an organizer goes, if that leaves fewer than two who can confirm for each other in these events; none for no event.
pub fn falls_short(events: &[String]) -> Option<String> {
    if events.is_empty() {
        return None;
    }
    let named: Vec<String> = events.iter().map(|event| format!("“{event}”")).collect();
    let (named, there) = (and_list(&named), if events.len() == 1 { "this event" } else { "these events" });
    Some(format!(
        "Fewer than two organizers of {named} could then ask and confirm. Nobody could publish, correct or remove anything in {there} \
         until a site admin stops asking a second organizer. To avoid that, first let another organizer confirm."
    ))
}

/// What became of it.
pub fn state(state: ConfirmationState) -> &'static str {
    match state {
        ConfirmationState::Waits => "Waits",
        ConfirmationState::Confirmed => "Confirmed and done",
        ConfirmationState::Declined => "Declined",
        ConfirmationState::Withdrawn => "Taken back",
        ConfirmationState::Lapsed => "Lapsed",
    }
}
