//! The header `Idempotency-Key` of the API (draft-ietf-httpapi-idempotency-key-header).

use crate::prelude::*;
use portal::Sent;
use portal::idempotency::{IdempotencyKey, LONGEST_KEY};

/// The key of a request to the API, if it names one. `path` holds what the request's path names.
/// Errors: 400 where the key is not one text of 1 to 200 visible ASCII characters.
pub fn of_request(headers: &HeaderMap, path: &[&str], body: &[u8]) -> Sent<Option<IdempotencyKey>> {
    let mut sent = headers.get_all("idempotency-key").iter();
    let Some(value) = sent.next() else { return Ok(None) };
    let text = value.to_str().ok().filter(|_| sent.next().is_none());
    // The draft has the key in quotes; most clients send it bare.
    let bare = text.map(|t| t.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(t));
    let request = path.iter().map(|part| part.as_bytes()).chain([body]);
    match bare.and_then(|key| IdempotencyKey::new(key, request)) {
        Some(key) => Ok(Some(key)),
        None => Err(Refusal::field("Idempotency-Key", RequestFault::IdempotencyKey { longest: LONGEST_KEY })),
    }
}
