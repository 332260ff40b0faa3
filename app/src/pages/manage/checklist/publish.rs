//! What is left once the results are published, up to the thanks.

use super::{Line, Missing, advised, counted, needed, nobody_free, page, tab};
use crate::prelude::*;
use model::overview::{Overview, ProvisionalWinners};
use words::stamp;

pub(super) const AFTER: &[Line] = &[nobody_answers, winners_owe, prizes_open, questions, thanks];

/// An organizer who takes part can’t answer or tick, and the command line publishes results without any organizer.
fn nobody_answers(list: &Overview) -> Option<Missing> {
    nobody_free(list, "answer questions about the results or tick what winners have shown")
}

/// What winners owe while results are provisional, and which of them win nothing any more. That the day has passed changes nothing by
/// itself.
fn winners_owe(list: &Overview) -> Option<Missing> {
    let ProvisionalWinners { until, missing, repeats } = list.provisional?;
    let things = plural(missing, "thing that winners owe is", "things that winners owe are");
    let owed = match (missing, until > list.at.now) {
        (0, _) => None,
        (_, true) => Some(format!("{things} missing. Winners have until {}.", stamp(until))),
        (_, false) => Some(format!("{things} missing, and the time for it ended on {}.", stamp(until))),
    };
    let flagged = (repeats > 0).then(|| {
        let winners = plural(repeats, "winner is flagged as a repeat", "winners are flagged as repeats");
        format!("{winners}. Give the prize to another project, or clear the flag.")
    });
    let sentences: Vec<String> = owed.into_iter().chain(flagged).collect();
    let (sentence, label) = if sentences.is_empty() {
        ("Winners have shown all that they owe.".to_owned(), "Make the results final")
    } else {
        (sentences.join(" "), "See what winners owe")
    };
    needed(true, sentence, label, format!("{}#duties", tab(list, ManageTab::Winners)))
}

/// Who published without them sees what that means.
fn prizes_open(list: &Overview) -> Option<Missing> {
    let (n, page) = (list.numbers.prizes_open, tab(list, ManageTab::Winners));
    let rest = "no winners. If you confirm winners now, that is a correction with a public reason.";
    counted(n, ("prize has", "prizes have"), rest, "Confirm winners", page)
}

/// An answer is what people wait for; without a day, nobody can ask.
fn questions(list: &Overview) -> Option<Missing> {
    let (waiting, page) = (list.numbers.setup.questions_waiting, page(list, "calibration/publish#questions"));
    let words = plural(waiting, "question about the results waits", "questions about the results wait");
    let answer = needed(waiting > 0, format!("{words} for an answer."), "Answer", page.clone());
    let setup = &list.numbers.setup;
    // An event may take none. So this is said up to the thanks, with which the evening ends.
    let thanked = setup.wrote_to_judges && setup.wrote_to_teams;
    let closed = waiting == 0 && !setup.takes_questions && !setup.nobody_free && !thanked;
    answer.or_else(|| advised(closed, "Nobody can ask about the results yet.", "Choose until when", page))
}

/// Done once both got a notice after the publication.
fn thanks(list: &Overview) -> Option<Missing> {
    let whom = match (list.numbers.setup.wrote_to_judges, list.numbers.setup.wrote_to_teams) {
        (true, true) => return None,
        (true, false) => "teams",
        (false, true) => "judges",
        (false, false) => "judges and teams",
    };
    let sentence = format!("Thank {whom} with a notice.");
    advised(true, sentence, "Write a notice", tab(list, ManageTab::Notices))
}
