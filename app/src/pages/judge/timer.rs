//! The timer of a visit, which `style/assets/visits.js` runs. Without scripting there is none.

use super::model::{ReviewPage, Saving};
use crate::prelude::*;

/// The timer, where the event sets minutes for a visit. It can be folded away.
pub(super) fn timer(model: &ReviewPage) -> Option<AnyView> {
    let minutes = model.minutes.filter(|_| model.saving == Saving::Open)?;
    Some(view! {
        <details class="disclosure row review-timer" data-minutes=minutes.to_string() open hidden>
            <summary>"Timer"</summary>
            <output role="timer">{format!("{minutes}:00")}</output>
            <button class="button tight" type="button">"Start"</button>
        </details>
    })
}
