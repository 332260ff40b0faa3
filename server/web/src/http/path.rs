//! Paths: what is no text, and where a number is wanted what is no number, names nothing, so it is 404 like
//! any other unknown.

use shared::refusal::Refusal;

/// An identifier in a path.
///
/// # Errors
/// 404 where the segment is no positive whole number.
pub fn id(segment: &str) -> Result<i64, Refusal> {
    let digits = !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    segment.parse().ok().filter(|_| digits).ok_or_else(Refusal::not_found)
}

/// Whether a path belongs to the API.
#[must_use]
pub fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Whether a path decodes to text, and to one that the database could know.
#[must_use]
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

    #[test]
    fn only_digits_that_fit_are_an_id() {
        assert_eq!(super::id("17").ok(), Some(17));
        for bad in ["", "+1", "-1", "1.0", "x", "99999999999999999999"] {
            assert_eq!(super::id(bad).unwrap_err().status(), 404, "{bad}");
        }
    }
}
