//! What a judge is given: tracks first, and no more than a cap.

use crate::fields;
use crate::prelude::*;

/// A judge's tracks and cap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgeLimits {
    /// The most reviews; none without a cap.
    pub review_cap: Option<i32>,
    /// The tracks that they judge best, in id order.
    pub tracks: Vec<TrackId>,
}

impl JudgeLimits {
    /// Reads a form: `review_cap`, empty for none, and each `track`.
    ///
    /// # Errors
    /// 400 for a cap that is no whole number.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let cap = form.get("review_cap").trim();
        let review_cap = match cap.parse::<i32>() {
            _ if cap.is_empty() => None,
            Ok(cap) if cap >= 0 => Some(cap),
            _ => return Err(Refusal::field("review_cap", Fault::CapNotWhole)),
        };
        let tracks = form.all("track").filter_map(fields::id).map(TrackId).collect();
        Ok(Self { review_cap, tracks })
    }
}
