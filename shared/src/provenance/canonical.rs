//! The canonical form of JSON (JCS, RFC 8785): the one text that is signed.

use super::json::{Json, JsonError, parse};
use serde::Serialize;
use std::fmt::{self, Write};

/// A value that cannot be signed: it holds a number that no JSON holds safely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignError {
    /// It does not become JSON.
    Unwritable(String),
    /// Its JSON is refused, as when a number is not finite or an integer is beyond 2^53−1.
    Refused(JsonError),
}

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unwritable(error) => write!(f, "this cannot be signed: {error}"),
            Self::Refused(error) => write!(f, "this cannot be signed: {error}"),
        }
    }
}

impl std::error::Error for SignError {}

/// The JSON of a value, read as strictly as a file.
pub(super) fn strict_json(value: &impl Serialize) -> Result<Json, SignError> {
    let text = serde_json::to_vec(value).map_err(|error| SignError::Unwritable(error.to_string()))?;
    parse(&text).map_err(SignError::Refused)
}

/// The canonical text of a value: no blanks, keys by their UTF-16 code units, numbers as ECMAScript writes them.
pub fn canonical(value: &Json) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Json, text: &mut String) {
    match value {
        Json::Null => text.push_str("null"),
        Json::Bool(true) => text.push_str("true"),
        Json::Bool(false) => text.push_str("false"),
        Json::Number(value) => text.push_str(&number(*value)),
        Json::Text(value) => string(value, text),
        Json::List(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            // The map is ordered by UTF-8, which differs from UTF-16 beyond the basic plane.
            members.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            text.push('{');
            for (at, (key, member)) in members.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                string(key, text);
                text.push(':');
                write(member, text);
            }
            text.push('}');
        }
    }
}

fn string(value: &str, text: &mut String) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c < ' ' => {
                // Writing into a String does not fail.
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

/// A finite number as ECMAScript's `Number::toString` writes it (RFC 8785, 3.2.2.3); `null` for any other, which
/// [`parse`] never gives.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "null".into();
    }
    if value == 0.0 {
        return "0".into();
    }
    let shortest = shortest(value.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits = mantissa.replace('.', "");
    // How many digits come before the decimal point.
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let sign = if value < 0.0 { "-" } else { "" };
    let zeros = |n: i32| "0".repeat(usize::try_from(n).unwrap_or(0));
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    if count <= point && point <= 21 {
        format!("{sign}{digits}{}", zeros(point - count))
    } else if 0 < point && point <= 21 {
        let (whole, part) = digits.split_at(usize::try_from(point).unwrap_or(0));
        format!("{sign}{whole}.{part}")
    } else if -6 < point && point <= 0 {
        format!("{sign}0.{}{digits}", zeros(-point))
    } else {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        format!("{sign}{first}{dot}{rest}e{:+}", point - 1)
    }
}

/// The shortest digits that read back as the same double, as `d.ddde-7`. Of several, the nearest; of two as near, the even one.
fn shortest(value: f64) -> String {
    let shortest = format!("{value:e}");
    let decimals = shortest.find('e').unwrap_or(0).saturating_sub(2);
    // The standard library takes the upper of two that are as near. Exact rounding takes the even one.
    let rounded = format!("{value:.decimals$e}");
    if rounded.parse() == Ok(value) { rounded } else { shortest }
}
