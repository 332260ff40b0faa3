//! Path segments read as numbers: what is no number names nothing, so it is 404 like any other unknown.

use shared::refusal::Refusal;

/// An identifier in a path.
///
/// # Errors
/// 404 where the segment is no positive whole number.
pub fn id(segment: &str) -> Result<i64, Refusal> {
    let digits = !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    segment.parse().ok().filter(|_| digits).ok_or_else(Refusal::not_found)
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_digits_that_fit_are_an_id() {
        assert_eq!(super::id("17").ok(), Some(17));
        for bad in ["", "+1", "-1", "1.0", "x", "99999999999999999999"] {
            assert_eq!(super::id(bad).unwrap_err().status(), 404, "{bad}");
        }
    }
}
