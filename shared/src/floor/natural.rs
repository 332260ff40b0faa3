//! The order in which people count: A2 before A10.

use std::cmp::Ordering;

/// Compares two names piece by piece: numbers by their value, everything else letter by letter without case. Names that are
/// equal so far are ordered by their characters, so that the order is total.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a, b);
    while !x.is_empty() && !y.is_empty() {
        let (digits, others) = (number(x), number(y));
        let order = match (digits.is_empty(), others.is_empty()) {
            (false, false) => {
                (x, y) = (&x[digits.len()..], &y[others.len()..]);
                by_value(digits, others)
            }
            _ => {
                let (mut rest, mut others) = (x.chars(), y.chars());
                let order = lowered(rest.next()).cmp(&lowered(others.next()));
                (x, y) = (rest.as_str(), others.as_str());
                order
            }
        };
        if order.is_ne() {
            return order;
        }
    }
    x.len().cmp(&y.len()).then_with(|| a.cmp(b))
}

fn lowered(letter: Option<char>) -> Option<char> {
    letter.and_then(|c| c.to_lowercase().next())
}

/// The digits that a text begins with.
fn number(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())]
}

/// Of two runs of digits, however long, the one with the larger value; zeros before it do not count.
fn by_value(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_and_case_does_not() {
        let sorted = ["", "2", "10", "a", "A1", "a2", "A2b", "A10", "A010c", "B1", "Hall 2", "Hall 10", "é"];
        for (at, a) in sorted.iter().enumerate() {
            for (nth, b) in sorted.iter().enumerate() {
                assert_eq!(natural_order(a, b), at.cmp(&nth), "{a} and {b}");
            }
        }
    }

    #[test]
    fn equal_numbers_are_still_told_apart_and_long_ones_are_read() {
        assert_eq!(natural_order("A1", "A01"), Ordering::Greater);
        assert_eq!(natural_order("a", "A"), Ordering::Greater);
        let (long, longer) = ("9".repeat(40), format!("1{}", "0".repeat(40)));
        assert_eq!(natural_order(&long, &longer), Ordering::Less);
    }

    #[test]
    fn it_is_an_order_for_sorting() {
        let parts = ["", "a", "A", "0", "1", "01", "10", "2", "é", "-"];
        let all: Vec<String> = parts.iter().flat_map(|a| parts.map(|b| format!("{a}{b}"))).collect();
        for a in &all {
            for b in &all {
                assert_eq!(natural_order(a, b), natural_order(b, a).reverse(), "{a} {b}");
                assert_eq!(natural_order(a, b).is_eq(), a == b);
                for c in &all {
                    let (ab, bc) = (natural_order(a, b), natural_order(b, c));
                    assert!(ab.is_gt() || bc.is_gt() || natural_order(a, c).is_le(), "{a} {b} {c}");
                }
            }
        }
    }
}
