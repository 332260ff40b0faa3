//! What the forms use of the browser: its storage, one timer, requests that always end, and the CSRF cookie.
//!
//! Everything that only decides (when to send, what to say) is elsewhere and knows nothing of a browser.

use js_sys::{Function, Reflect};
use std::cell::Cell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, EventTarget, Storage, Window, XmlHttpRequest};

/// After so many milliseconds a request without an answer counts as lost. On a half-open connection the browser itself
/// waits for minutes, and nothing else could be sent until then.
const TIMEOUT: i32 = 10_000;

thread_local! {
    static TIMER: Cell<Option<i32>> = const { Cell::new(None) };
}

/// The window.
pub(super) fn window() -> Option<Window> {
    web_sys::window()
}

/// Whether the browser knows of a network.
pub(super) fn online() -> bool {
    window().is_none_or(|window| window.navigator().on_line())
}

fn once(job: impl FnOnce() + 'static) -> Function {
    Closure::once_into_js(job).unchecked_into()
}

fn after(milliseconds: i32, job: &Function) -> Option<i32> {
    window()?.set_timeout_with_callback_and_timeout_and_arguments_0(job, milliseconds).ok()
}

/// Runs the job once after so many milliseconds. There is one timer: a job that waited before never runs.
pub(super) fn later(milliseconds: i32, job: impl FnOnce() + 'static) {
    cancel();
    let job = move || {
        TIMER.set(None);
        job();
    };
    TIMER.set(after(milliseconds, &once(job)));
}

/// Runs the job after what runs now.
pub(super) fn soon(job: impl FnOnce() + 'static) {
    after(0, &once(job));
}

/// Stops the timer of [`later`].
pub(super) fn cancel() {
    if let (Some(timer), Some(window)) = (TIMER.take(), window()) {
        window.clear_timeout_with_handle(timer);
    }
}

/// Whether a job of [`later`] waits.
pub(super) fn waiting() -> bool {
    TIMER.get().is_some()
}

/// Runs the job at each of these events, for as long as the page lives.
pub(super) fn listen(target: &EventTarget, events: &[&str], job: fn(&Event)) {
    let listener = Closure::<dyn Fn(Event)>::new(move |event| job(&event)).into_js_value();
    for event in events {
        let _ = target.add_event_listener_with_callback(event, listener.unchecked_ref());
    }
}

/// The session's form token, from the cookie that pages may read. Read anew for each request: somebody may have
/// signed in again in another window.
pub(super) fn csrf_token() -> String {
    let document = window().and_then(|window| window.document());
    let cookies = document.and_then(|document| text_of(&document, "cookie")).unwrap_or_default();
    cookies.split("; ").find_map(|cookie| cookie.strip_prefix("csrftoken=")).unwrap_or_default().to_owned()
}

/// A text as a JSON string.
pub(super) fn json_string(text: &str) -> String {
    js_sys::JSON::stringify(&text.into()).map(String::from).unwrap_or_default()
}

/// A member of a JavaScript value, where it is a text.
pub(super) fn text_of(value: &JsValue, member: &str) -> Option<String> {
    Reflect::get(value, &member.into()).ok()?.as_string()
}

/// The two storages of a browser. A private window may have neither: then nothing is read and nothing is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    /// Shared by all windows, and there after the browser was closed.
    Device,
    /// Of this tab alone; a reload keeps it, and a duplicated tab starts with a copy.
    Tab,
}

impl Store {
    fn storage(self) -> Option<Storage> {
        let window = window()?;
        match self {
            Self::Device => window.local_storage().ok()?,
            Self::Tab => window.session_storage().ok()?,
        }
    }

    /// What is kept under this name.
    pub(super) fn get(self, name: &str) -> Option<String> {
        self.storage()?.get_item(name).ok()?
    }

    /// Keeps a text under this name. Whether that worked.
    pub(super) fn set(self, name: &str, text: &str) -> bool {
        self.storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
    }

    /// Removes what is kept under this name.
    pub(super) fn remove(self, name: &str) {
        if let Some(storage) = self.storage() {
            let _ = storage.remove_item(name);
        }
    }

    /// All names that begin like this, in no order.
    pub(super) fn names(self, prefix: &str) -> Vec<String> {
        let Some(storage) = self.storage() else { return Vec::new() };
        let all = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok()?);
        all.filter(|name| name.starts_with(prefix)).collect()
    }
}

/// What came of a request.
#[derive(Clone, Debug)]
pub(super) struct Response {
    /// The status; 0 where there was no answer, or none in time.
    pub(super) status: u16,
    /// The body as JSON; null where it is none.
    pub(super) json: JsValue,
    request: Option<XmlHttpRequest>,
}

impl Response {
    /// A header's value.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        self.request.as_ref()?.get_response_header(name).ok()?
    }

    /// The body as text.
    pub(super) fn text(&self) -> String {
        self.request.as_ref().and_then(|request| request.response_text().ok()?).unwrap_or_default()
    }

    /// The sentence of a refusal.
    pub(super) fn detail(&self) -> Option<String> {
        text_of(&self.json, "detail")
    }
}

/// The header that names the person who opened the page. The server refuses a request of somebody else's page, so that a
/// page that stays open while its browser changes hands sends nothing.
pub(super) const PERSON: &str = "X-Evenhand-Person";

/// Sends JSON (an empty text is no body) to this site, with the session's form token and these headers more. `done` runs exactly once, also where
/// no request can be made or no answer comes in time.
pub(super) fn send(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
    done: impl FnOnce(Response) + 'static,
) {
    let lost = Response { status: 0, json: JsValue::NULL, request: None };
    let Ok(request) = XmlHttpRequest::new() else { return soon(move || done(lost)) };
    let _ = request.open(method, path);
    let _ = request.set_request_header("Content-Type", "application/json");
    let _ = request.set_request_header("X-CSRFToken", &csrf_token());
    for (name, value) in headers {
        let _ = request.set_request_header(name, value);
    }
    // A timer, not the request's own timeout: giving up is then an abort, which ends in `loadend` too.
    let late = request.clone();
    let timer = after(TIMEOUT, &once(move || _ = late.abort()));
    let ended = request.clone();
    request.set_onloadend(Some(&once(move || {
        if let (Some(timer), Some(window)) = (timer, window()) {
            window.clear_timeout_with_handle(timer);
        }
        done(response(ended));
    })));
    let _ = request.send_with_opt_str((!body.is_empty()).then_some(body));
}

fn response(request: XmlHttpRequest) -> Response {
    let status = request.status().unwrap_or(0);
    let mut response = Response { status, json: JsValue::NULL, request: Some(request) };
    response.json = js_sys::JSON::parse(&response.text()).unwrap_or(JsValue::NULL);
    response
}
