//! What a change of a window does, in words, for those who confirm it.

use crate::prelude::*;
use shared::event_windows::{WindowChange, WindowEffect};
use shared::window::Stage;
use words::stamp;

/// What it does, and what that means for people.
pub(super) fn effect_words(effect: &WindowEffect, drafts: i64, published: bool) -> String {
    let what = what(effect);
    let meaning = meaning(effect, drafts, published);
    if meaning.is_empty() { what } else { format!("{what} {meaning}") }
}

fn what(effect: &WindowEffect) -> String {
    let one = effect.stage != Stage::Submissions;
    let word = words::codes::stage(effect.stage);
    let verb = |one_form: &str, several: &str| if one { one_form.to_owned() } else { several.to_owned() };
    let (opens, closes, closed) = (verb("opens", "open"), verb("closes", "close"), "closed");
    let until = effect.new.close.map_or_else(String::new, |at| format!(" until {}", stamp(at)));
    let old_close = effect.old.close.map_or_else(|| "never".to_owned(), |at| format!("at {}", stamp(at)));
    let new_close = effect.new.close.map_or_else(|| "never".to_owned(), |at| format!("at {}", stamp(at)));
    let new_open = effect.new.open.map_or_else(String::new, |at| format!(" at {}", stamp(at)));
    match effect.change {
        WindowChange::Set => format!("{word}: nothing changes now."),
        WindowChange::OpensNow => format!("{word} {opens} at once{until}."),
        WindowChange::Skipped => format!("{word} will be over at once, without having been open."),
        WindowChange::Shortened => {
            let is = verb("is", "are");
            format!("{word} {is} open and {closes} earlier: {new_close} in place of {old_close}.")
        }
        WindowChange::Extended => {
            let is = verb("is", "are");
            format!("{word} {is} open and {closes} later: {new_close} in place of {old_close}.")
        }
        WindowChange::ClosesNow => format!("{word} {closes} at once."),
        WindowChange::Suspended => format!("{word} {closes} at once and {opens} again{new_open}."),
        WindowChange::Reopened => format!("{word} {closed} {old_close} and {opens} again{until}."),
        WindowChange::ReopensLater => format!("{word} {closed} {old_close} and {opens} again{new_open}."),
    }
}

fn meaning(effect: &WindowEffect, drafts: i64, published: bool) -> String {
    use WindowChange::{
        ClosesNow, Extended, OpensNow, Reopened, ReopensLater, Set, Shortened, Skipped, Suspended,
    };
    let left_out = || match drafts {
        0 => "No draft is left out.".to_owned(),
        n => format!("{} will not be judged, unless submitted before.", plural(n, "draft", "drafts")),
    };
    match (effect.stage, effect.change) {
        (_, Set) => String::new(),
        (Stage::Submissions, OpensNow) => "Teams can form and submit.".to_owned(),
        (Stage::Submissions, Skipped | ClosesNow | Shortened) => left_out(),
        (Stage::Submissions, Suspended) => "Until then, teams can’t change anything.".to_owned(),
        (Stage::Submissions, Extended) => "Some teams may already have finished because of the old time.".to_owned(),
        (Stage::Submissions, Reopened | ReopensLater) => {
            "Teams can change projects that judges may have read already.".to_owned()
        }
        (Stage::Judging, OpensNow) => "Judges can save reviews.".to_owned(),
        (Stage::Judging, Skipped | ClosesNow | Shortened) => {
            "Reviews that are not submitted by then don’t count.".to_owned()
        }
        (Stage::Judging, Suspended) => "Until then, judges can’t save anything.".to_owned(),
        (Stage::Judging, Extended) => String::new(),
        (Stage::Judging, Reopened | ReopensLater) if published => {
            "Judges can change reviews. The published results stay as they are, until you publish a correction."
                .to_owned()
        }
        (Stage::Judging, Reopened | ReopensLater) => {
            "Judges can change reviews. Run the calibration again afterwards.".to_owned()
        }
        (Stage::Voting, OpensNow | Reopened | ReopensLater | Extended) if published => {
            "The published results are hidden from everybody but organizers while the vote is open.".to_owned()
        }
        (Stage::Voting, OpensNow | Reopened | ReopensLater | Extended) => {
            "Results can’t be published while the vote is open.".to_owned()
        }
        (Stage::Voting, Skipped | ClosesNow | Shortened) => "Ballots that were cast still count.".to_owned(),
        (Stage::Voting, Suspended) => "Ballots that were cast still count.".to_owned(),
    }
}
