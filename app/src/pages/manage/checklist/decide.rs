//! What is left between the close of judging and the results.

use super::{Line, Missing, advised, counted, needed, nobody_free, page, tab};
use crate::prelude::*;
use model::overview::{LastRun, Overview};
use shared::confirmation::AskedAct;
use shared::ids::PrizeId;
use shared::publish::Wish;
use words::stamp;

pub(super) const RESULTS: &[Line] = &[
    nobody_decides, reviews_missing, panels_empty, panels_unfinished, calibration, prizes_open, ceremony,
    publication,
];

fn nobody_decides(list: &Overview) -> Option<Missing> {
    nobody_free(list, "calibrate or publish the results").filter(|_| !list.at.facts.event.published)
}

/// Without a number: the board on the same page counts those that projects are short of, and two counts of one evening would differ.
fn reviews_missing(list: &Overview) -> Option<Missing> {
    let (any, page) = (list.numbers.counts.pending > 0, page(list, "assignments?table=1"));
    advised(any, "Some assigned reviews were not submitted.", "See which", page)
}

/// Where the panels of these prizes are: on the page of the one, or on that of all.
fn panels(list: &Overview, prizes: &[PrizeId]) -> String {
    match prizes {
        [prize] => page(list, &format!("prizes/{prize}?panel=1#panel")),
        _ => format!("{}#needs", tab(list, ManageTab::Winners)),
    }
}

/// A panel without anybody on it cannot give an order, so the line below does not count it.
fn panels_empty(list: &Overview) -> Option<Missing> {
    let empty = &list.numbers.panels_empty;
    let rest = if empty.len() == 1 { "nobody on it." } else { "nobody on them." };
    counted(empty.len(), ("panel has", "panels have"), rest, "Choose panellists", panels(list, empty))
}

fn panels_unfinished(list: &Overview) -> Option<Missing> {
    let waiting = &list.numbers.panels_unfinished;
    let (rest, page) = ("for orders from panellists.", panels(list, waiting));
    let label = if waiting.len() == 1 { "See the panel" } else { "See which" };
    counted(waiting.len(), ("panel waits", "panels wait"), rest, label, page)
}

fn prizes_open(list: &Overview) -> Option<Missing> {
    let (n, page) = (list.numbers.prizes_open, tab(list, ManageTab::Winners));
    counted(n, ("prize has", "prizes have"), "no winners yet.", "Confirm winners", page)
}

/// Once the winners are known, and before everybody can read them.
fn ceremony(list: &Overview) -> Option<Missing> {
    let known = this_event().prizes && list.numbers.prizes_open == 0 && list.last_run.is_some();
    let sentence = "Announce the winners in the hall before you publish them.";
    advised(known && list.withheld.is_none(), sentence, "Open the ceremony", tab(list, ManageTab::Ceremony))
}

/// Before the winners, who are chosen from it.
fn calibration(list: &Overview) -> Option<Missing> {
    let (sentence, label) = match list.last_run {
        None => ("Judging is over, and no calibration has run yet.".to_owned(), "Run the calibration"),
        Some(LastRun { run, fresh: Some(false), .. }) => (words::outdated_run(run), "Run it again"),
        Some(_) => return None,
    };
    needed(true, sentence, label, tab(list, ManageTab::Calibration))
}

/// What waits for a second organizer, as long as it can be confirmed.
fn asked_for(list: &Overview) -> Option<&AskedAct> {
    list.waiting.as_ref().filter(|waiting| waiting.current)?.asked.as_ref()
}

/// One of both is always there: until the results are published, that is missing. What waits for a second organizer has its act above.
fn publication(list: &Overview) -> Option<Missing> {
    if let Some(AskedAct::Publish(Wish { run: Some(run), .. })) = asked_for(list) {
        let sentence = format!("Run {run} becomes public once another organizer confirms it.");
        return Some(Missing { sentence, link: None, needed: true });
    }
    let (run, event) = (list.last_run.filter(|last| last.fresh != Some(false))?.run, &list.at.facts.event);
    let (sentence, label) = match (event.vote_is_open(list.at.now), event.voting.close) {
        (true, Some(close)) => {
            (format!("Run {run} can be published once the vote has closed, on {}.", stamp(close)), "Check it")
        }
        (true, None) => (format!("Run {run} can be published once the vote has closed."), "Check it"),
        (false, _) => (format!("Run {run} is ready to be published."), "Check it and publish"),
    };
    needed(true, sentence, label, tab(list, ManageTab::Publish))
}
