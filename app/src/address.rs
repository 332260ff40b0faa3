//! Addresses with a query.

use std::fmt::Write;

/// `path?key=value&…` with values percent-encoded; empty values are left out.
pub(crate) fn with_query(path: &str, pairs: &[(&str, &str)]) -> String {
    let mut out = path.to_owned();
    let mut mark = '?';
    for (key, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
        out.push(mark);
        out.push_str(key);
        out.push('=');
        encode(value, &mut out);
        mark = '&';
    }
    out
}

fn encode(value: &str, out: &mut String) {
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn a_query_leaves_out_what_is_empty_and_encodes_the_rest() {
        assert_eq!(with_query("/p", &[("q", ""), ("tag", "c++ & ü")]), "/p?tag=c%2B%2B%20%26%20%C3%BC");
        assert_eq!(with_query("/p", &[("q", "")]), "/p");
    }
}
