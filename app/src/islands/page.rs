//! What stands around the form: the window, its clock, its timer and its events.

use js_sys::Function;
use std::cell::RefCell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Event, EventTarget, Window};

thread_local! {
    /// The timer that runs.
    static TIMER: RefCell<Option<i32>> = const { RefCell::new(None) };
    /// Hears everything: one function for all keeps the module small.
    static HEARD: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// The window and its document.
pub(super) fn around() -> Option<(Window, Document)> {
    let window = web_sys::window()?;
    let document = window.document()?;
    Some((window, document))
}

/// Whether the browser knows of a network.
pub(super) fn online() -> bool {
    web_sys::window().is_none_or(|window| window.navigator().on_line())
}

/// This moment in words: the device's own time, with UTC beside it where that differs.
pub(super) fn now() -> String {
    let date = js_sys::Date::new_0();
    let utc = String::from(date.to_utc_string());
    // `Fri, 20 Nov 2026 18:03:07 GMT`
    let utc = [utc.get(5..22).unwrap_or_default(), " UTC"].concat();
    if date.get_timezone_offset() == 0.0 {
        return ["on ", &utc].concat();
    }
    let here = String::from(date.to_time_string());
    ["at ", here.get(..5).unwrap_or_default(), " (", &utc, ")"].concat()
}

/// From now on tells of what happens in and around the page; a timer has no event.
pub(super) fn listen(heard: fn(Option<&Event>)) {
    let Some((window, document)) = around() else { return };
    let heard = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| heard(event.dyn_ref()));
    let heard: Function = heard.into_js_value().unchecked_into();
    let page: &EventTarget = &document;
    for event in ["input", "focusout", "click", "submit", "visibilitychange"] {
        let _ = page.add_event_listener_with_callback(event, &heard);
    }
    for event in ["online", "offline", "pagehide"] {
        let _ = window.add_event_listener_with_callback(event, &heard);
    }
    HEARD.set(Some(heard));
}

/// Tells of a timer after so many milliseconds, and not before.
pub(super) fn later(milliseconds: i32) {
    stop();
    let timer = HEARD.with_borrow(|heard| {
        let (heard, (window, _)) = heard.as_ref().zip(around())?;
        window.set_timeout_with_callback_and_timeout_and_arguments_0(heard, milliseconds).ok()
    });
    TIMER.set(timer);
}

/// Whether a timer runs.
pub(super) fn waiting() -> bool {
    TIMER.with_borrow(Option::is_some)
}

/// No timer runs any more.
pub(super) fn stop() {
    if let (Some(timer), Some((window, _))) = (TIMER.take(), around()) {
        window.clear_timeout_with_handle(timer);
    }
}

/// The function that hears everything, once [`listen`] made it.
pub(super) fn hearing(with: impl FnOnce(&Function)) {
    HEARD.with_borrow(|heard| {
        if let Some(heard) = heard {
            with(heard);
        }
    });
}
