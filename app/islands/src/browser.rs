//! What the forms use of the browser: its storage, one timer, requests that always end, events, and the CSRF cookie.
//!
//! Everything that only decides (when to send, what to say) is elsewhere and knows nothing of a browser.

#![cfg_attr(not(feature = "ssr"), allow(dead_code, reason = "each form uses a part of it"))]

use js_sys::{Function, JSON};
use shared::refusal::{CODE_HEADER, Code};
use std::cell::Cell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, EventTarget, HtmlDocument, Storage, Window, XmlHttpRequest};

/// After so many milliseconds a request without an answer counts as lost. On a half-open connection the browser itself
/// waits for minutes, and nothing else could be sent until then.
const TIMEOUT: i32 = 10_000;

thread_local! {
    static TIMER: Cell<Option<f64>> = const { Cell::new(None) };
}

// `web_sys` cuts a timer's number to 32 bits. A page whose timers a test or an extension makes has larger ones, and a cut
// number cancels nothing.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(job: &Function, milliseconds: i32) -> f64;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: f64);
}

pub(super) fn window() -> Option<Window> {
    web_sys::window()
}

/// Whether the browser knows of a network.
pub(super) fn online() -> bool {
    window().is_none_or(|window| window.navigator().on_line())
}

/// Whether the page is in front of its reader.
pub(super) fn visible() -> bool {
    window().and_then(|window| window.document()).is_some_and(|document| !document.hidden())
}

/// Loads the page anew.
pub(super) fn reload() {
    if let Some(window) = window() {
        let _ = window.location().reload();
    }
}

/// Goes to another page of this site.
pub(super) fn go_to(path: &str) {
    if let Some(window) = window() {
        let _ = window.location().assign(path);
    }
}

/// Shows another address for this page, without loading it.
pub(super) fn replace_address(path: &str) {
    if let Some(history) = window().and_then(|window| window.history().ok()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// This moment, in milliseconds since 1970.
pub(super) fn now() -> u64 {
    js_sys::Date::now() as u64
}

fn once(job: impl FnOnce() + 'static) -> Function {
    Closure::once_into_js(job).unchecked_into()
}

/// Runs the job once after so many milliseconds. There is one timer: a later call cancels the job that waits.
pub(super) fn later(milliseconds: i32, job: impl FnOnce() + 'static) {
    cancel();
    let job = move || {
        TIMER.set(None);
        job();
    };
    TIMER.set(Some(set_timeout(&once(job), milliseconds)));
}

/// Runs the job as soon as the current event is handled.
pub(super) fn soon(job: impl FnOnce() + 'static) {
    set_timeout(&once(job), 0);
}

/// Cancels the job of [`later`].
pub(super) fn cancel() {
    if let Some(timer) = TIMER.take() {
        clear_timeout(timer);
    }
}

/// Whether a job of [`later`] waits.
pub(super) fn waiting() -> bool {
    TIMER.get().is_some()
}

/// Runs the job at each of these events of the window, for as long as the page lives.
pub(super) fn listen_to_window(events: &[&str], job: impl Fn(&Event) + 'static) {
    if let Some(window) = window() {
        listen(&window, events, job);
    }
}

/// The same for the document.
pub(super) fn listen_to_document(events: &[&str], job: impl Fn(&Event) + 'static) {
    if let Some(document) = window().and_then(|window| window.document()) {
        listen(&document, events, job);
    }
}

/// Runs the job at each of these events, for as long as the page lives.
pub(super) fn listen(target: &EventTarget, events: &[&str], job: impl Fn(&Event) + 'static) {
    let listener = Closure::<dyn Fn(Event)>::new(move |event| job(&event)).into_js_value();
    for event in events {
        let _ = target.add_event_listener_with_callback(event, listener.unchecked_ref());
    }
}

/// A member of a JavaScript value, where it is a text.
pub(super) fn text_of(value: &JsValue, member: &str) -> Option<String> {
    js_sys::Reflect::get(value, &member.into()).ok()?.as_string()
}

/// The session's form token, from the cookie that pages may read. Read anew for each request: somebody may have
/// signed in again in another window.
pub(super) fn csrf_token() -> String {
    let document = window().and_then(|window| window.document()?.dyn_into::<HtmlDocument>().ok());
    let cookies = document.and_then(|document| document.cookie().ok()).unwrap_or_default();
    cookies.split("; ").find_map(|cookie| cookie.strip_prefix("csrftoken=")).unwrap_or_default().to_owned()
}

/// The two storages of a browser. A private window may have neither: then nothing is read and nothing is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    /// Shared by all windows, and still there after the browser was closed.
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

    /// Reads the text under this name.
    pub(super) fn get(self, name: &str) -> Option<String> {
        self.storage()?.get_item(name).ok()?
    }

    /// Keeps a text under this name. False where the browser refuses.
    pub(super) fn set(self, name: &str, text: &str) -> bool {
        self.storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
    }

    /// Removes the text under this name.
    pub(super) fn remove(self, name: &str) {
        if let Some(storage) = self.storage() {
            let _ = storage.remove_item(name);
        }
    }

    /// All names that begin with this prefix, in no order.
    pub(super) fn names(self, prefix: &str) -> Vec<String> {
        let Some(storage) = self.storage() else { return Vec::new() };
        let all = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok()?);
        all.filter(|name| name.starts_with(prefix)).collect()
    }
}

/// The end of a request.
#[derive(Clone, Debug)]
pub(super) struct Response {
    /// The status; 0 where there was no answer, or none in time.
    pub(super) status: u16,
    /// The body.
    pub(super) text: String,
    request: Option<XmlHttpRequest>,
}

impl Response {
    /// The body as JSON; null where it is none.
    pub(super) fn json(&self) -> JsValue {
        JSON::parse(&self.text).unwrap_or(JsValue::NULL)
    }

    /// The sentence of a refusal.
    pub(super) fn detail(&self) -> Option<String> {
        text_of(&self.json(), "detail")
    }

    /// Whether the server refused the request for this reason.
    pub(super) fn has_code(&self, code: Code) -> bool {
        self.header(CODE_HEADER).is_some_and(|name| name == code.name())
    }

    pub(super) fn header(&self, name: &str) -> Option<String> {
        self.request.as_ref()?.get_response_header(name).ok()?
    }
}

/// The header that names the person who opened the page. The server refuses a request of somebody else's page, so that a
/// page that stays open while its browser changes hands sends nothing.
pub(super) const PERSON: &str = "X-Evenhand-Person";

/// Sends JSON (an empty text is no body) to this site, with the session's form token and these headers more. `done` runs
/// exactly once, also where no request can be made or no answer comes in time.
pub(super) fn send(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
    done: impl FnOnce(Response) + 'static,
) {
    let lost = Response { status: 0, text: String::new(), request: None };
    let Ok(request) = XmlHttpRequest::new() else { return soon(move || done(lost)) };
    let _ = request.open(method, path);
    let _ = request.set_request_header("Content-Type", "application/json");
    let _ = request.set_request_header("X-CSRFToken", &csrf_token());
    for (name, value) in headers {
        let _ = request.set_request_header(name, value);
    }
    // A timer, not the request's own timeout: giving up is then an abort, which ends in `loadend` too.
    let late = request.clone();
    let timer = set_timeout(&once(move || _ = late.abort()), TIMEOUT);
    let ended = request.clone();
    request.set_onloadend(Some(&once(move || {
        clear_timeout(timer);
        let status = ended.status().unwrap_or(0);
        let text = ended.response_text().ok().flatten().unwrap_or_default();
        done(Response { status, text, request: Some(ended) });
    })));
    let _ = request.send_with_opt_str((!body.is_empty()).then_some(body));
}

/// What clocks with this offset (`+01:00`) show at a moment of RFC 3339: `2026-11-20T19:03:07`.
pub(super) fn on_clocks(moment: &str, offset: &str) -> String {
    let part = |range: std::ops::Range<usize>| {
        offset.get(range).and_then(|digits| digits.parse::<i32>().ok()).unwrap_or(0)
    };
    let east = part(1..3) * 60 + part(4..6);
    let east = f64::from(if offset.starts_with('-') { -east } else { east }) * 60_000.0;
    let shifted = js_sys::Date::parse(moment) + east;
    // Without it, a tag that is no moment would throw.
    let date = js_sys::Date::new(&JsValue::from_f64(if shifted.is_nan() { 0.0 } else { shifted }));
    String::from(date.to_iso_string()).get(..19).unwrap_or_default().into()
}

/// A moment in words: the device's own time, with UTC beside it where that differs.
pub(super) fn moment_in_words(moment: u64) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(moment as f64));
    let utc = String::from(date.to_utc_string());
    // `Fri, 20 Nov 2026 18:03:07 GMT`
    let utc = [utc.get(5..22).unwrap_or_default(), " UTC"].concat();
    if date.get_timezone_offset() == 0.0 {
        return ["on ", &utc].concat();
    }
    let here = String::from(date.to_time_string());
    ["at ", here.get(..5).unwrap_or_default(), " (", &utc, ")"].concat()
}
