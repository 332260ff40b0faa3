//! A prize's terms in words, and what its form chooses from.

use crate::pages::prelude::*;
use crate::pages::prizes::eligible_words;
use app::pages::manage::prizes::rule_words;
use model::prize::Prize;
use words::plural;

pub(super) fn tracks(event: &Event) -> Vec<(i64, String)> {
    event.tracks.iter().map(|track| (track.id.0, track.name.clone())).collect()
}

/// A prize's terms in one line.
pub(super) fn in_words(prize: &Prize, event: &Event) -> String {
    let terms = &prize.terms;
    let winners = plural(terms.winners, "winner", "winners");
    let eligible = eligible_words(terms.eligibility, event);
    let sponsor =
        if terms.sponsor.is_empty() { String::new() } else { format!(", given by {}", terms.sponsor) };
    format!("“{}”{sponsor}, {winners}, {eligible}, found by {}", terms.name, rule_words(terms.rule))
}
