//! Answers: JSON for the API, plain text where there is no page, and the headers of each.

use crate::prelude::*;
use portal::detail::detail;
use portal::export::Download;
use portal::heavy;

use axum::http::HeaderName;
use futures_util::stream;
use serde::Serialize;
use serde_json::Value;
use shared::refusal::{CODE_HEADER, Code, Wait};
use std::collections::BTreeMap;

/// What the API answers: a value, or the refusal as JSON.
pub type Answer = Result<Response, AnswerFailure>;

/// A failure on its way to a JSON answer.
pub struct AnswerFailure(pub Failure);

impl<F: Into<Failure>> From<F> for AnswerFailure {
    fn from(failure: F) -> Self {
        Self(failure.into())
    }
}

impl IntoResponse for AnswerFailure {
    fn into_response(self) -> Response {
        json_failure(self.0)
    }
}

/// An answer of this type, which depends on its caller: nobody keeps it.
pub fn of_kind(kind: &'static str, body: impl IntoResponse) -> Response {
    let mut response = ([(header::CONTENT_TYPE, kind)], body).into_response();
    private(response.headers_mut());
    response
}

pub fn json<T: Serialize>(status: StatusCode, value: &T) -> Answer {
    Ok(of_kind("application/json", (status, serde_json::to_vec(value)?)))
}

/// Bytes of a usual entry of a list, for guessing how long it takes to write.
const ENTRY: usize = 512;

/// An answer that lists so many entries. A long one is written where it holds nobody up.
pub async fn long(entries: usize, write: impl FnOnce() -> Answer + Send + 'static) -> Answer {
    heavy::run_sized(entries.saturating_mul(ENTRY), write).await?
}

/// The headers of an answer that depends on its caller.
pub fn private(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("Authorization, Cookie, Accept"));
}

/// A file to be saved under this name, for the caller alone.
pub fn attached(name: &str, kind: &'static str, file: impl IntoResponse) -> Response {
    let mut response = of_kind(kind, file);
    // A slug needs no quoting.
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

/// A file that is the same for everybody.
pub fn public_file(kind: &'static str, file: impl IntoResponse) -> Response {
    public(of_kind(kind, file))
}

/// A file that is sent while it is read.
pub fn sent(mut file: Download, kind: &'static str) -> Response {
    let name = file.name.clone();
    attached(&name, kind, Body::from_stream(stream::poll_fn(move |context| file.poll_part(context))))
}

/// Marks an answer that is the same for everybody who is not signed in, whatever cookies they send. Such an answer may be
/// kept and asked about; every other one is kept by nobody.
#[derive(Clone, Copy, Debug)]
pub struct Public;

/// Marks an answer as [`Public`].
pub fn public(mut response: Response) -> Response {
    response.extensions_mut().insert(Public);
    response
}

pub fn status(refusal: &Refusal) -> StatusCode {
    StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// `Retry-After`, where there is something to wait for, and for a limit the fields of draft-ietf-httpapi-ratelimit-headers-10.
pub fn retry_after(headers: &mut HeaderMap, wait: impl Into<Option<Wait>>) {
    let Some(wait) = wait.into() else { return };
    let seconds = wait.seconds.max(1);
    headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    let Some(quota) = wait.limit else { return };
    let policy = format!("\"{}\";q={};w={}", quota.name, quota.requests, quota.window);
    let now = format!("\"{}\";r=0;t={seconds}", quota.name);
    for (name, value) in [("ratelimit-policy", policy), ("ratelimit", now)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
}

pub fn refused_page(mut page: Response, refusal: &Refusal) -> Response {
    retry_after(page.headers_mut(), refusal.wait);
    page
}

pub const REFUSAL: HeaderName = HeaderName::from_static(CODE_HEADER);

/// What a program reads of a refusal before its text.
fn refusal_headers(headers: &mut HeaderMap, refusal: &Refusal) {
    private(headers);
    retry_after(headers, refusal.wait);
    if refusal.code() == Code::Unauthenticated {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
}

/// A refusal as the API answers it: `{detail}`, or for 400 the messages by field.
pub fn json_refusal(refusal: &Refusal) -> Response {
    #[derive(Serialize)]
    struct Detail<'a> {
        detail: &'a str,
    }
    let fields: BTreeMap<&str, Vec<String>> =
        refusal.fields.0.iter().map(|(field, faults)| (field.as_str(), words::faults(faults))).collect();
    let body = if refusal.status() == 400 && !fields.is_empty() {
        serde_json::to_vec(&fields)
    } else {
        serde_json::to_vec(&Detail { detail: &detail(refusal) })
    };
    let mut response = (status(refusal), body.unwrap_or_default()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    refusal_headers(headers, refusal);
    headers.insert(REFUSAL, HeaderValue::from_static(refusal.code().name()));
    response
}

pub(super) fn json_failure(failure: Failure) -> Response {
    refusal_or(failure, json_refusal, |status, text| {
        let body = serde_json::json!({ "detail": text }).to_string();
        (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    })
}

pub fn plain(refusal: &Refusal) -> Response {
    let mut response = (status(refusal), format!("{}\n", detail(refusal))).into_response();
    refusal_headers(response.headers_mut(), refusal);
    response
}

pub(super) fn plain_failure(failure: Failure) -> Response {
    refusal_or(failure, plain, |status, text| (status, format!("{text}\n")).into_response())
}

/// What somebody reads where the machine failed.
pub const BROKEN: &str = "Something failed on our side. Try again in a minute.";

/// What somebody reads where the portal or its database is overloaded or out of reach for a moment.
pub const BUSY: &str = "The portal is too busy to do this. Try again in a few seconds.";

/// When to come again after a 503.
pub const SOON: Wait = Wait { seconds: 2, limit: None };

/// What somebody reads where the database's disk is full.
pub const FULL: &str = "Nothing can be saved just now, because the disk has no space left. What was saved before is safe. \
                        Try again in a few minutes.";

/// When to come again after that: somebody has to make room first.
pub const LATER: Wait = Wait { seconds: 30, limit: None };

/// What somebody reads where a change may have been saved or not.
pub const UNKNOWN: &str =
    "The portal can't tell whether this was saved. Check that before you send it again.";

/// The code of a change that may have been saved or not, as refusals have one.
pub const OUTCOME_UNKNOWN: &str = "outcome_unknown";

/// What somebody reads where the same request settles it: its key, or the save that it follows, is recognised.
pub const UNSETTLED: &str =
    "The portal can't tell whether this was saved. Send the same again: it is saved once.";

/// What is answered where the machine failed, or nobody knows whether it did.
#[derive(Clone, Copy, Debug)]
pub struct ServerError {
    pub status: StatusCode,
    pub detail: &'static str,
    /// When to come again, where that helps.
    pub wait: Option<Wait>,
    /// Nobody knows whether what was sent is saved.
    pub saved_perhaps: bool,
}

impl ServerError {
    /// Of a failure. Only the log says why something broke.
    /// Errors: the refusal, where it is one.
    pub fn of(failure: Failure) -> Result<Self, Refusal> {
        let broken = |detail| Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            detail,
            wait: None,
            saved_perhaps: false,
        };
        let later = |detail, wait| Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            wait: Some(wait),
            ..broken(detail)
        };
        Ok(match failure {
            Failure::Refused(refusal) => return Err(refusal),
            Failure::Busy(why) => {
                tracing::warn!(%why, "too busy");
                later(BUSY, SOON)
            }
            Failure::Full(why) => {
                tracing::error!(%why, "no space left");
                later(FULL, LATER)
            }
            // Neither 503 nor Retry-After: a client that repeats requests by itself must not repeat this one.
            Failure::Unknown(why) => {
                tracing::error!(%why, "a commit ended without an answer");
                Self { saved_perhaps: true, ..broken(UNKNOWN) }
            }
            Failure::Unsettled(why) => {
                tracing::warn!(%why, "a commit ended without an answer, and the same request settles it");
                Self { saved_perhaps: true, ..later(UNSETTLED, SOON) }
            }
            Failure::Broken(why) => {
                tracing::error!(%why, "request failed");
                broken(BROKEN)
            }
        })
    }
}

fn refusal_or(
    failure: Failure,
    refused: impl FnOnce(&Refusal) -> Response,
    broken: impl FnOnce(StatusCode, &str) -> Response,
) -> Response {
    let error = match ServerError::of(failure) {
        Ok(error) => error,
        Err(refusal) => return refused(&refusal),
    };
    let mut response = broken(error.status, error.detail);
    retry_after(response.headers_mut(), error.wait);
    if error.saved_perhaps { outcome_unknown(response) } else { response }
}

/// Names the answer by its code.
pub fn outcome_unknown(mut response: Response) -> Response {
    response.headers_mut().insert(REFUSAL, HeaderValue::from_static(OUTCOME_UNKNOWN));
    response
}

/// The sentences of a refusal of the API.
pub fn sentences(body: &[u8]) -> String {
    let Ok(Value::Object(said)) = serde_json::from_slice(body) else { return String::new() };
    let sentences = said.iter().map(|(field, said)| match said {
        Value::String(sentence) => sentence.clone(),
        Value::Array(faults) => {
            let faults = faults.iter().filter_map(Value::as_str).collect::<Vec<_>>();
            format!("{field}: {}", faults.join(" "))
        }
        _ => String::new(),
    });
    sentences.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn a_refusal_is_read_in_sentences() {
        assert_eq!(sentences(br#"{"detail":"Not now."}"#), "Not now.");
        assert_eq!(sentences(br#"{"body":["Say something.","Shorter."]}"#), "body: Say something. Shorter.");
        assert_eq!(sentences(b"<html>"), "");
    }
}
