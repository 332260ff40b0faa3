//! Numbers and moments in sentences.

use chrono::{DateTime, Datelike, Timelike, Utc};

/// `1 project`, `24 projects`.
#[must_use]
pub fn plural(n: impl TryInto<i64>, one: &str, many: &str) -> String {
    let n = n.try_into().unwrap_or(i64::MAX);
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

/// `12 400`: groups of three from five digits on, set apart by a narrow no-break space.
#[must_use]
pub fn thousands(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let sign = if n < 0 { "\u{2212}" } else { "" };
    if digits.len() < 5 {
        return [sign, &digits].concat();
    }
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    [sign, &grouped].concat()
}

/// `one, two and three`.
#[must_use]
pub fn and_list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The same words with a capital first letter.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// `2026-11-20 18:00:00 UTC`. It is put together by hand, because chrono's formatting would make the WASM larger.
pub(crate) fn moment(at: DateTime<Utc>) -> String {
    let (date, time) = (at.date_naive(), at.time());
    let (hour, minute, second) = (time.hour(), time.minute(), time.second());
    format!("{:04}-{:02}-{:02} {hour:02}:{minute:02}:{second:02} UTC", date.year(), date.month(), date.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_from_five_digits_on() {
        assert_eq!(thousands(9999), "9999");
        assert_eq!(thousands(1_000_000), "1\u{202f}000\u{202f}000");
        assert_eq!(plural(1_usize, "project", "projects"), "1 project");
        assert_eq!(and_list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }
}
