//! What is left between the close of judging and the results.

use super::{Checklist, Line, Missing, advised, counted, needed};
use crate::prelude::*;

pub(super) const RESULTS: &[Line] = &[reviews_missing, panels_unfinished, prizes_open, ceremony, ranking];

fn reviews_missing(list: &Checklist) -> Option<Missing> {
    let (n, page) = (list.reviews_missing, list.page("assignments?table=1"));
    counted(n, ("assigned review is", "assigned reviews are"), "missing.", "See which", page)
        .map(|missing| missing.linked(list.may_publish))
}

fn panels_unfinished(list: &Checklist) -> Option<Missing> {
    let (n, page) = (list.panels_unfinished, list.tab(ManageTab::Prizes));
    counted(n, ("panel has", "panels have"), "not given all orders.", "See which", page)
}

fn prizes_open(list: &Checklist) -> Option<Missing> {
    let (n, page) = (list.prizes_open, list.tab(ManageTab::Winners));
    counted(n, ("prize has", "prizes have"), "no winners yet.", "Confirm winners", page)
}

/// Once the winners are known, and before everybody can read them.
fn ceremony(list: &Checklist) -> Option<Missing> {
    let known = this_event().prizes && list.prizes_open == 0 && list.last_run.is_some();
    let sentence = "Announce the winners in the hall before you publish them.";
    advised(known && list.may_publish, sentence, "Open the ceremony", list.tab(ManageTab::Ceremony))
}

/// Never nothing: until the results are published, that is missing.
fn ranking(list: &Checklist) -> Option<Missing> {
    let (sentence, label) = match list.last_run {
        None => ("Judging is over, and no calibration has run yet.".to_owned(), "Run the calibration"),
        Some((run, Some(false))) => (format!("Reviews changed after run {run}."), "Run it again"),
        Some((run, _)) => (format!("Run {run} is ready and not published."), "Check it and publish"),
    };
    needed(true, sentence, label, list.tab(ManageTab::Calibration))
        .map(|missing| missing.linked(list.may_publish))
}
