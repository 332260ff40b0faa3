//! What people and programs send. A page's form and an object of the API give their fields in one way, so that a type is read
//! once, with one set of names, limits and faults, whoever sends it.

mod form;
mod json;

pub use form::FormFields;
pub use json::JsonFields;

use crate::refusal::{Fault, FieldErrors};
use chrono::{DateTime, Datelike, SubsecRound, Utc};
use std::collections::BTreeMap;

/// Reads a moment in RFC 3339. The database keeps microseconds, and only a year of four digits can be written again.
pub(crate) fn parse_moment(text: &str) -> Option<DateTime<Utc>> {
    let at = DateTime::parse_from_rfc3339(text).ok()?.to_utc().trunc_subsecs(6);
    (1..=9999).contains(&at.year()).then_some(at)
}

/// Fields by name. What cannot be read goes to `errors`, so that all of it is said at once. A form has one field for each entry
/// of a list and each member of an object; `each` is its name, or how it begins.
pub trait Fields {
    /// What is wrong before any field is read.
    fn faults(&self) -> FieldErrors;

    /// A text, if sent.
    fn text(&self, field: &str, errors: &mut FieldErrors) -> Option<String>;

    /// Whether it is said; it is not, where nothing is sent.
    fn flag(&self, field: &str, errors: &mut FieldErrors) -> bool;

    /// A number, if sent, or that there is none. `wrong` says what a form's field is that is no number: its sender chose from a
    /// list, and knows nothing of numbers.
    fn number(&self, field: &str, wrong: Fault, errors: &mut FieldErrors) -> Option<Option<i64>>;

    /// A list of words, if sent. In a form it is one text with commas.
    fn words(&self, field: &str, errors: &mut FieldErrors) -> Option<Vec<String>>;

    /// The entries of a list as the texts of their values. A form without them says that there are none; an object must say so.
    fn entries(&self, list: &str, each: &str, errors: &mut FieldErrors) -> Vec<String>;

    /// The texts that an object holds, by its members; in a form also the empty ones.
    fn texts(&self, object: &str, each: &str, errors: &mut FieldErrors) -> BTreeMap<String, String>;

    /// The members of an object as the texts of their values, if sent. A form says all of them, and an empty field is none.
    fn members(&self, object: &str, each: &str, errors: &mut FieldErrors) -> Option<Vec<(String, String)>>;
}

/// An identifier as a path or a form says it: digits alone.
pub fn id(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_digits_that_fit_are_an_id() {
        assert_eq!(super::id("17"), Some(17));
        for bad in ["", "+1", "-1", "1.0", "x", "99999999999999999999"] {
            assert_eq!(super::id(bad), None, "{bad}");
        }
    }
}
