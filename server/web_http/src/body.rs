//! Bodies of the API: a JSON object, read field by field, so that all of its errors come at once.

use crate::prelude::*;
use shared::fields::JsonFields;

/// Refuses a body that is not said to be JSON.
/// Errors: 400.
pub fn require_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_json = kind == "application/json" || kind.ends_with("+json");
    if is_json { Ok(()) } else { Err(Refusal::field("body", RequestFault::NoJson)) }
}

/// The members of a body.
/// Errors: 400 where it is no JSON object, or not said to be JSON.
pub fn fields<'b>(headers: &HeaderMap, bytes: &'b Bytes) -> Result<JsonFields<'b>, Refusal> {
    require_json(headers)?;
    JsonFields::read(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_says_that_it_is_json() {
        for (kind, is_json) in [
            ("application/json; charset=utf-8", true),
            ("application/merge-patch+JSON", true),
            ("text/plain", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, kind.parse().unwrap())]);
            assert_eq!(fields(&headers, &Bytes::from_static(b"{}")).is_ok(), is_json, "{kind}");
        }
        assert!(fields(&HeaderMap::new(), &Bytes::from_static(b"{}")).is_err());
    }
}
