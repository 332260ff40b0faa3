//! Stands in for `wasm-streams`. Leptos brings that crate for the streaming of server functions, which the portal has
//! none of; but its classes are exported to JavaScript, so no linker can drop them, and each form's module weighed 9 kB more.
//! This crate has the same names and refuses to stream.

use futures_util::stream::{self, Stream};
use wasm_bindgen::JsValue;

/// A stream that cannot be read.
#[derive(Debug)]
pub struct ReadableStream(web_sys::ReadableStream);

impl ReadableStream {
    /// Takes a stream of JavaScript.
    #[must_use]
    pub fn from_raw(raw: web_sys::ReadableStream) -> Self {
        Self(raw)
    }

    /// Would make a stream for JavaScript: this one has nothing in it.
    #[must_use]
    pub fn from_stream<S: Stream<Item = Result<JsValue, JsValue>> + 'static>(_: S) -> Self {
        Self(JsValue::UNDEFINED.into())
    }

    /// The stream of JavaScript.
    #[must_use]
    pub fn into_raw(self) -> web_sys::ReadableStream {
        self.0
    }

    /// Reads nothing.
    pub fn into_stream(self) -> impl Stream<Item = Result<JsValue, JsValue>> {
        stream::empty()
    }
}
