//! What the project's form needs of the browser: its own storage, a timer, a request.

use js_sys::{Array, Function, JsString, Reflect};
use std::cell::Cell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, EventTarget, Storage, Window, XmlHttpRequest};

thread_local! {
    static TIMER: Cell<i32> = const { Cell::new(0) };
}

fn window() -> Option<Window> {
    web_sys::window()
}

fn once(job: impl FnOnce() + 'static) -> Function {
    Closure::once_into_js(job).unchecked_into()
}

/// Runs this once after so many milliseconds; what waited before does not run.
pub(super) fn later(milliseconds: i32, job: impl FnOnce() + 'static) {
    cancel();
    if let Some(window) = window()
        && let Ok(timer) =
            window.set_timeout_with_callback_and_timeout_and_arguments_0(&once(job), milliseconds)
    {
        TIMER.set(timer);
    }
}

/// Runs this once, after what runs now.
pub(super) fn soon(job: impl FnOnce() + 'static) {
    if let Some(window) = window() {
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&once(job), 0);
    }
}

/// What waits does not run.
pub(super) fn cancel() {
    if let Some(window) = window() {
        window.clear_timeout_with_handle(TIMER.get());
    }
}

/// Runs this at each such event, for as long as the page lives.
pub(super) fn listen(target: &EventTarget, event: &str, job: fn(&Event)) {
    let listener = Closure::<dyn Fn(Event)>::new(move |event| job(&event));
    let _ = target.add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
    listener.forget();
}

/// The page goes on under this address.
pub(super) fn address(path: &str) {
    if let Some(history) = window().and_then(|w| w.history().ok()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// The session's token, from the cookie that pages may read.
pub(super) fn csrf() -> String {
    let cookies = window().and_then(|w| w.document()).and_then(|d| Reflect::get(&d, &"cookie".into()).ok());
    let cookies = cookies.and_then(|c| c.as_string()).unwrap_or_default();
    cookies.split("; ").find_map(|c| c.strip_prefix("csrftoken=")).unwrap_or_default().to_owned()
}

// What is typed holds no such characters: the server refuses control characters.
const RECORD: char = '\u{1e}';
const UNIT: char = '\u{1f}';

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Keeps these fields' texts under this name, with what they were typed upon. Whether that worked.
pub(super) fn keep(name: &str, upon: &str, values: &[(String, String)]) -> bool {
    let mut text = upon.to_owned();
    for (field, value) in values {
        text.push(RECORD);
        text.push_str(field);
        text.push(UNIT);
        text.push_str(value);
    }
    storage().is_some_and(|s| s.set_item(name, &text).is_ok())
}

/// What is kept under this name.
pub(super) fn kept(name: &str) -> Option<(String, Vec<(String, String)>)> {
    let text = storage()?.get_item(name).ok()??;
    let mut records = text.split(RECORD);
    let upon = records.next()?.to_owned();
    let pair = |record: &str| record.split_once(UNIT).map(|(f, v)| (f.to_owned(), v.to_owned()));
    Some((upon, records.filter_map(pair).collect()))
}

/// Forgets it.
pub(super) fn forget(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}

/// What became of a request.
pub(super) enum Answer {
    /// Saved: the project as it is stored.
    Saved(JsValue),
    /// Refused, and why.
    Refused(String),
    /// Nobody is signed in any more.
    SignedOut,
    /// The server was not reached, or could not.
    Lost,
}

/// Sends JSON to the API.
pub(super) fn send(method: &str, path: &str, token: &str, body: &str, done: impl FnOnce(Answer) + 'static) {
    let Ok(request) = XmlHttpRequest::new() else { return };
    let _ = request.open(method, path);
    let _ = request.set_request_header("content-type", "application/json");
    let _ = request.set_request_header("x-csrftoken", token);
    let asked = request.clone();
    request.set_onloadend(Some(&once(move || done(answer(&asked)))));
    let _ = request.send_with_opt_str(Some(body));
}

fn answer(request: &XmlHttpRequest) -> Answer {
    let status = request.status().unwrap_or(0);
    let text = request.response_text().ok().flatten().unwrap_or_default();
    let json = js_sys::JSON::parse(&text).unwrap_or(JsValue::NULL);
    match status {
        200 | 201 => Answer::Saved(json),
        401 => Answer::SignedOut,
        400 | 402..=428 => Answer::Refused(sentences(&json)),
        _ => Answer::Lost,
    }
}

/// Every sentence in a refusal: the one, or the messages by field.
fn sentences(json: &JsValue) -> String {
    let Some(object) = json.dyn_ref::<js_sys::Object>() else { return String::new() };
    js_sys::Object::values(object).flat(2).join(" ").into()
}

/// A member of a project as the form shows it: tags with commas between, nothing for null.
pub(super) fn field_of(project: &JsValue, name: &str) -> String {
    let Ok(value) = Reflect::get(project, &name.into()) else { return String::new() };
    if let Some(list) = value.dyn_ref::<Array>() {
        return list.join(", ").into();
    }
    if value.is_null() || value.is_undefined() {
        return String::new();
    }
    // A text as it is; a number, which is an id, as JavaScript writes it.
    JsString::from("").concat(&value).into()
}

/// A field's text as the API takes it.
pub(super) fn json(name: &str, text: &str) -> String {
    match name {
        "track" if text.is_empty() => "null".to_owned(),
        // The value of a choice that the server drew.
        "track" => text.to_owned(),
        "tags" => {
            let tags: Vec<String> = text.split(',').map(quoted).collect();
            ["[", &tags.join(","), "]"].concat()
        }
        _ => quoted(text),
    }
}

/// A text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if c < ' ' => {
                out.push_str("\\u00");
                out.push(if c < '\u{10}' { '0' } else { '1' });
                out.push(char::from(b"0123456789abcdef"[c as usize & 15]));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{json, quoted};

    #[test]
    fn a_text_is_quoted_as_json_reads_it() {
        for text in ["", "a\"b\\c", "two\nlines\r\ttab", "\u{1}\u{1f}", "ä €😀 </script>"] {
            assert_eq!(serde_json::from_str::<String>(&quoted(text)).unwrap(), text);
        }
    }

    #[test]
    fn tags_are_a_list_and_a_track_is_a_number() {
        assert_eq!(json("tags", "a, b"), r#"["a"," b"]"#);
        assert_eq!((json("track", "3").as_str(), json("track", "").as_str()), ("3", "null"));
        assert_eq!(json("title", "3"), "\"3\"");
    }
}
