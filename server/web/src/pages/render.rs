//! From a view to a response.

use super::forms::{self, RefusedForm};
use crate::assets;
use app::components::{FormErrors, Forms, PlaceClock, kept_html};
use app::layout::{Chrome, SignedIn, render};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use leptos::prelude::AnyView;
use portal::caller::{Caller, Via};
use portal::failure::Outcome;
use portal::zone::Zone;
use portal::{heavy, secrets};
use shared::fields::FormFields;
use shared::refusal::{Code, Refusal, Wait};
use std::sync::Arc;
use web_http::answer;
use web_http::csrf::form_token;
use web_http::state::State;

/// Pages without islands run no script but the small one that shows times in the visitor's zone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// Pages whose scripts ask the site again: the judge's list, and those on a projector, which follow a remote.
const ASKING_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
                             connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// Pages with islands also compile WASM and fetch it from here.
const ISLAND_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                             img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; \
                             base-uri 'none'; frame-ancestors 'none'";

#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub title: String,
    /// Its path, for the navigation and for the way back from signing in.
    pub path: String,
    /// What other sites show of it where its address is pasted, beside its title and `card.png` below its path; none for a page that
    /// visitors don't see.
    pub description: Option<String>,
    pub status: StatusCode,
    /// A form was refused: the title says so first.
    pub error: bool,
    /// What its forms share. Without a token of its own it is the session's; without a text of its own, `once` is a new one.
    pub forms: Forms,
    /// When to come again, where the refusal says so.
    pub wait: Option<Wait>,
    pub islands: bool,
    /// Its scripts ask the site again.
    pub asks: bool,
    /// It fills a projector's screen, without header and foot.
    pub stage: bool,
    /// It runs this script of the assets, with a module of its own; on a stage without one.
    pub script: Option<&'static str>,
    /// Without scripting it loads itself again after so many seconds.
    pub reload: Option<u32>,
    /// The clocks by which its moments are written.
    pub zone: Zone,
}

impl Frame {
    /// A plain page.
    pub fn new(title: impl Into<String>, path: impl Into<String>) -> Self {
        Self { title: title.into(), path: path.into(), ..Self::default() }
    }

    /// The page of a form that was refused: the refusal's status, headers and sentences, where it has none of its own. Without a
    /// refusal nothing changes. One that only asks for a confirmation is no error to a reader.
    #[must_use]
    pub fn refused(self, refusal: Option<&Refusal>) -> Self {
        let Some(refusal) = refusal else { return self };
        let asks = refusal.asks();
        let mut frame = Self { status: answer::status(refusal), error: !asks, wait: refusal.wait, ..self };
        if asks {
            frame.forms.question = forms::errors(refusal);
            return frame;
        }
        if frame.forms.errors.is_empty() { frame.errors(forms::errors(refusal)) } else { frame }
    }

    /// The same, for a form that comes back with what was typed: it keeps its text, so that only one of its tries acts.
    #[must_use]
    pub fn refused_form(self, refused: Option<&RefusedForm>) -> Self {
        let Some(RefusedForm { form, refusal, .. }) = refused else { return self };
        let mut frame = self.refused(Some(refusal));
        frame.forms.typed = Arc::new(FormFields::clone(form));
        // The form acted before, with other values. If it is sent again as it comes back now, that is meant.
        if refusal.code() != Code::KeyReused {
            frame.forms.once = form.get("once").to_owned();
        }
        frame
    }

    /// Other sentences than the refusal's.
    #[must_use]
    pub fn errors(mut self, errors: FormErrors) -> Self {
        self.forms.errors = errors;
        self
    }

    /// Forms for somebody who is not signed in, with the token of their cookie.
    #[must_use]
    pub fn visitor(mut self, csrf: &str) -> Self {
        csrf.clone_into(&mut self.forms.csrf);
        self
    }

    /// Another status than 200.
    #[must_use]
    pub fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }
}

/// Renders a page, with the headers of every page.
pub fn page(state: &State, caller: &Caller, frame: Frame, view: impl FnOnce() -> AnyView) -> Response {
    let islands = frame.islands && assets::has_islands();
    let token = form_token(caller);
    let signed_in = matches!(caller.via, Via::Session { .. } | Via::Bearer).then(|| SignedIn {
        person: caller.actor.map_or(0, |actor| actor.person.0),
        name: caller.name.clone(),
        csrf: token.clone(),
        judge: caller.judges,
        on_panel: caller.on_panel,
        admin: caller.actor.is_some_and(|actor| actor.staff),
    });
    let mut forms = frame.forms;
    if forms.csrf.is_empty() || forms.csrf == caller.csrf() {
        forms.csrf = token;
    }
    if forms.once.is_empty() {
        // A machine without randomness draws forms that act each time.
        forms.once = secrets::random().unwrap_or_default();
    }
    let chrome = Chrome {
        title: frame.title,
        description: frame.description,
        base_url: Arc::clone(&state.base_url),
        error: frame.error,
        forms,
        demo: state.settings.demo,
        unsure: frame.status == StatusCode::TOO_MANY_REQUESTS || frame.status.is_server_error(),
        sends_mail: state.settings.sends_mail(),
        signed_in,
        path: frame.path,
        version: assets::VERSION.to_owned(),
        islands,
        stage: frame.stage,
        script: frame.script,
        reload: frame.reload,
        clock: (frame.zone != Zone::UTC).then(|| place_clock(frame.zone)),
    };
    let html = render(chrome, view);
    let mut response = (frame.status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    let policy = match (islands || (frame.script.is_some() && !frame.stage), frame.asks || frame.stage) {
        (true, _) => ISLAND_POLICY,
        (false, true) => ASKING_POLICY,
        (false, false) => POLICY,
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    answer::private(headers);
    answer::retry_after(headers, frame.wait);
    response
}

/// The clocks of a zone, for the moments of a page.
pub fn place_clock(zone: Zone) -> PlaceClock {
    PlaceClock::new(move |at| zone.read_clock(at))
}

/// Texts from this many bytes on are rendered before their page is. Markdown that is made to be slow takes about a microsecond for
/// each byte.
const LONG: usize = 8 * 1024;

/// Renders a long text with Markdown in it, and keeps what came out for the page that shows it. A page is drawn on a thread that
/// serves everybody.
/// Errors: busy, where too much work waits.
pub async fn render_ahead(text: &str) -> Outcome<()> {
    if text.len() < LONG {
        return Ok(());
    }
    let text = text.to_owned();
    heavy::run(move || drop(kept_html(&text))).await
}

/// 303 to a path of this site.
pub fn see(path: &str) -> Response {
    axum::response::Redirect::to(path).into_response()
}
