//! Paths: what is no text, and where a number is wanted what is no number, names nothing, so it is 404 like
//! any other unknown.

use shared::refusal::Refusal;

/// An identifier in a path.
///
/// # Errors
/// 404 where the segment is no positive whole number.
pub fn id(segment: &str) -> Result<i64, Refusal> {
    shared::fields::id(segment).ok_or_else(Refusal::not_found)
}

/// Whether a path belongs to the API.
pub fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Whether a path decodes to text, and to one that the database could know.
pub fn is_text(path: &str) -> bool {
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8();
    decoded.is_ok_and(|text| !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_path_is_text() {
        for text in ["/", "/events/demo%2Djudging", "/events/%C3%A9", "/100%"] {
            assert!(super::is_text(text), "{text}");
        }
        for bad in ["/events/%ff", "/events/%C3", "/a%00b"] {
            assert!(!super::is_text(bad), "{bad}");
        }
    }
}
