//! A query string, as a form of numbers sends it.

use percent_encoding::percent_decode_str;

/// The first value of this name; none where the query does not name it.
pub(super) fn value(query: &str, name: &str) -> Option<String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter(|(n, _)| *n == name).map(|(_, value)| value);
    values.next().map(|value| percent_decode_str(&value.replace('+', " ")).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn values_are_found_and_decoded() {
        let query = "a=1&hours=2%2C5&a=2&b=+7&c&d=";
        assert_eq!(value(query, "a").as_deref(), Some("1"));
        assert_eq!(value(query, "hours").as_deref(), Some("2,5"));
        assert_eq!(value(query, "b").as_deref(), Some(" 7"));
        assert_eq!(value(query, "d").as_deref(), Some(""));
        assert_eq!((value(query, "c"), value("", "a")), (None, None));
    }
}
