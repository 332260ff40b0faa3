//! A prize's terms as its form sends and shows them.

use crate::http::form::Form;
use app::pages::manage::PrizeValues;
use model::event::Event;
use shared::prize::{Eligibility, PrizeTerms};

/// The fields as typed.
pub(super) fn values(form: &Form) -> PrizeValues {
    let text = |name: &str| form.get(name).to_owned();
    PrizeValues {
        name: text("name"),
        sponsor: text("sponsor"),
        description: text("description"),
        winners: text("winners"),
        eligibility: text("eligibility"),
        rule: text("rule"),
    }
}

/// The fields as stored.
pub(super) fn stored(terms: &PrizeTerms) -> PrizeValues {
    PrizeValues {
        name: terms.name.clone(),
        sponsor: terms.sponsor.clone(),
        description: terms.description.clone(),
        winners: terms.winners.to_string(),
        eligibility: match terms.eligibility {
            Eligibility::Track(track) => format!("track-{track}"),
            other => other.name().to_owned(),
        },
        rule: terms.rule.name().to_owned(),
    }
}

/// The event's tracks to choose from.
pub(super) fn tracks(event: &Event) -> Vec<(i64, String)> {
    event.tracks.iter().map(|track| (track.id.0, track.name.clone())).collect()
}

/// Which projects can win, in words.
pub(super) fn eligible_words(eligibility: Eligibility, event: &Event) -> String {
    match eligibility {
        Eligibility::All => "all projects".to_owned(),
        Eligibility::OptIn => "projects whose teams ask for it".to_owned(),
        Eligibility::Track(track) => {
            format!("projects of the track {}", event.track_name(track).unwrap_or_default())
        }
    }
}
