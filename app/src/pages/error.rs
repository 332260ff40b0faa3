//! The error page: what went wrong and what to do next.

use super::unsent_form::{ResendForm, resend_form};
use crate::prelude::*;

pub struct ErrorPage {
    pub status: u16,
    /// What happened, in a sentence; for a refusal, the refusal's own.
    pub sentence: String,
    /// The event that the sentence names.
    pub event: Option<String>,
    /// The request's number in the log; empty if it does not help.
    pub request: String,
    /// The form that was not acted on, to be sent again.
    pub resend: Option<ResendForm>,
    /// Nobody knows whether what was sent is saved.
    pub saved_perhaps: bool,
}

/// The title of a page with this status, where nobody knows whether what was sent is saved or it is not.
pub fn error_title(status: u16, saved_perhaps: bool) -> &'static str {
    match status {
        _ if saved_perhaps => "Not sure it was saved",
        401 => "Sign in first",
        403 => "This account can’t do that",
        404 => "Page not found",
        405 => "This address can’t do that",
        409 => "Not now",
        413 => "Too large",
        422 => "Something is missing or wrong",
        429 => "Too many requests",
        503 => "Busy",
        400..500 => "That did not work",
        _ => "Something went wrong",
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        404 => "Check the address. The page may also not be public yet.",
        429 | 503 => "Wait a moment, then try again. Nothing was saved.",
        500.. => "The error is logged. If it happens again, tell the organizers what you were doing.",
        _ => "",
    }
}

pub fn error_page(model: ErrorPage) -> AnyView {
    provide_context(NamedEvents(model.event.into_iter().collect()));
    let resumes = model.resend.is_some();
    let kind = if resumes { Kind::Quiet } else { Kind::Main };
    let advice = if resumes || model.saved_perhaps { "" } else { advice(model.status) };
    let advice = (!advice.is_empty()).then(|| view! { <p class="quiet">{advice}</p> });
    let resend = model.resend.map(|form| resend_form(form, model.saved_perhaps));
    let request = (!model.request.is_empty()).then(|| view! { ", request "<code>{model.request}</code> });
    view! {
        <div class="error-page stack">
            <Mark/>
            <h1>{error_title(model.status, model.saved_perhaps)}</h1>
            <p class="lead">{show_moments(&model.sentence)}</p>
            {advice}
            {resend}
            <p class="row"><ButtonLink href="/" kind>"See all events"</ButtonLink></p>
            <p class="quiet small">"Status "{model.status}{request}</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_in_the_name_of_the_event_is_left() {
        let model = ErrorPage {
            status: 409,
            sentence: "Judging for Hack 2 Nov 2026, 08:05 UTC closed at 2026-11-20 08:00:00 UTC.".into(),
            event: Some("Hack 2 Nov 2026, 08:05 UTC".into()),
            request: String::new(),
            resend: None,
            saved_perhaps: false,
        };
        let html = Owner::new().with(|| error_page(model).to_html()).replace("<!>", "");
        assert!(html.contains("Judging for Hack 2 Nov 2026, 08:05 UTC closed at <time"), "{html}");
        assert_eq!(html.matches("<time").count(), 1, "{html}");
    }
}
