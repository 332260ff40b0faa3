//! A prize's terms in words, and what its form chooses from.

use crate::pages::prelude::*;
use app::pages::manage::prizes::rule_words;
use model::prize::Prize;
use shared::prize::Eligibility;
use words::plural;

/// The event's tracks to choose from.
pub(super) fn tracks(event: &Event) -> Vec<(i64, String)> {
    event.tracks.iter().map(|track| (track.id.0, track.name.clone())).collect()
}

/// Which projects can win, in words.
fn eligible_words(eligibility: Eligibility, event: &Event) -> String {
    match eligibility {
        Eligibility::All => "all projects".to_owned(),
        Eligibility::OptIn => "projects whose teams ask for it".to_owned(),
        Eligibility::Track(track) => {
            format!("projects of the track {}", event.track_name(track).unwrap_or_default())
        }
    }
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
