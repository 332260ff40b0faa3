//! What became of a mail, as pages show it.

use crate::prelude::*;
use model::mail::MailDelivery;
use words::mail as said;

/// Why a mail server did not take it, in a sentence; none where nobody needs to act.
pub(crate) fn trouble(delivery: &MailDelivery) -> Option<String> {
    let why = delivery.failure.filter(|failure| failure.is_undelivered())?;
    Some(format!("It could not be delivered: {}.", said::failure(why)))
}

/// `Sent`, `Not sent`, `Not delivered`, …
pub(crate) fn mail_pill(delivery: &MailDelivery) -> AnyView {
    let (tone, sign, word) = match delivery {
        MailDelivery { sent_at: Some(_), .. } => (Tone::Good, Sign::Check, "Sent"),
        MailDelivery { failure: Some(why), .. } if why.is_undelivered() => {
            (Tone::Bad, Sign::Cross, "Not delivered")
        }
        MailDelivery { failure: Some(_), .. } => (Tone::Plain, Sign::Cross, "Never sent"),
        MailDelivery { next_try: Some(_), .. } => (Tone::Warn, Sign::Clock, "Waits for the mail server"),
        MailDelivery { .. } => (Tone::Warn, Sign::Alert, "Not sent"),
    };
    view! { <Pill tone sign word/> }
}

/// A sentence about it, with the mail server's own words; none where the mail was sent, or not tried yet.
pub(crate) fn mail_story(delivery: &MailDelivery) -> Option<AnyView> {
    let said_it = delivery.error.clone().filter(|error| !error.is_empty());
    let words = said_it.map(|error| view! { " The mail server said: "<q>{error}</q> });
    let story = match (delivery.failure, delivery.next_try) {
        (Some(why), _) if why.is_undelivered() => {
            view! { {trouble(delivery)}{words} }
        }
        (Some(why), _) => view! { {format!("It was not sent: {}.", said::failure(why))} },
        (None, Some(at)) => {
            view! { "The mail server has not taken it yet. It is tried again at "<Time at/>"."{words} }
        }
        (None, None) => return None,
    };
    Some(story)
}
