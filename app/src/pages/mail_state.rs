//! What became of a mail, as pages show it.

use crate::components::{Pill, Sign, Time, Tone};
use crate::prelude::*;
use chrono::{DateTime, Utc};
use shared::mail::MailFailure;
use words::mail as said;

/// What became of a mail.
#[derive(Clone, Debug, Default)]
pub struct MailState {
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// Why it was not delivered, and will not be.
    pub failure: Option<MailFailure>,
    /// What the mail server said last; may be empty.
    pub error: String,
    /// When it is tried again.
    pub next_try: Option<DateTime<Utc>>,
}

impl MailState {
    /// Why a mail server did not take it, in a sentence; none where nobody needs to act.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let why = self.failure.filter(|failure| failure.is_undelivered())?;
        Some(format!("It could not be delivered: {}.", said::failure(why)))
    }
}

/// `Sent`, `Not sent`, `Not delivered`, …
pub(crate) fn mail_pill(state: &MailState) -> AnyView {
    let (tone, sign, word) = match state {
        MailState { sent_at: Some(_), .. } => (Tone::Good, Sign::Check, "Sent"),
        MailState { failure: Some(why), .. } if why.is_undelivered() => {
            (Tone::Bad, Sign::Cross, "Not delivered")
        }
        MailState { failure: Some(_), .. } => (Tone::Plain, Sign::Cross, "Never sent"),
        MailState { next_try: Some(_), .. } => (Tone::Warn, Sign::Clock, "Waits for the mail server"),
        MailState { .. } => (Tone::Warn, Sign::Alert, "Not sent"),
    };
    view! { <Pill tone sign word/> }
}

/// A sentence about it, with the mail server's own words; none where the mail was sent, or not tried yet.
pub(crate) fn mail_story(state: &MailState) -> Option<AnyView> {
    let words =
        (!state.error.is_empty()).then(|| view! { " The mail server said: "<q>{state.error.clone()}</q> });
    let story = match (state.failure, state.next_try) {
        (Some(why), _) if why.is_undelivered() => {
            let trouble = state.trouble();
            view! { {trouble}{words} }
        }
        (Some(why), _) => view! { {format!("It was not sent: {}.", said::failure(why))} },
        (None, Some(at)) => {
            view! { "The mail server has not taken it yet. It is tried again at "<Time at/>"."{words} }
        }
        (None, None) => return None,
    };
    Some(story)
}
