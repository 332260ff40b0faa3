//! Addresses: one with a query, and whose an address is.

use std::fmt::Write;

/// `path?key=value&…` with values percent-encoded; empty values are left out.
pub fn with_query(path: &str, pairs: &[(&str, &str)]) -> String {
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

/// The host of an address: `github.com` of `https://www.github.com/a/b`. None for another scheme, and for an address with a
/// user name in it, which can look like a host.
pub fn host(url: &str) -> Option<&str> {
    let lower = url.get(..8).map(str::to_ascii_lowercase).unwrap_or_default();
    let rest = match lower.as_str() {
        "https://" => url.get(8..),
        _ if lower.starts_with("http://") => url.get(7..),
        _ => None,
    }?;
    let authority = rest.split(['/', '?', '#']).next()?;
    if authority.is_empty() || authority.contains(['@', '\\']) {
        return None;
    }
    let bare =
        authority.get(4..).filter(|_| authority.get(..4).is_some_and(|www| www.eq_ignore_ascii_case("www.")));
    Some(bare.unwrap_or(authority))
}

#[cfg(test)]
mod tests {
    use super::{host, with_query};

    #[test]
    fn a_query_leaves_out_what_is_empty_and_encodes_the_rest() {
        assert_eq!(with_query("/p", &[("q", ""), ("tag", "c++ & ü")]), "/p?tag=c%2B%2B%20%26%20%C3%BC");
        assert_eq!(with_query("/p", &[("q", "")]), "/p");
    }

    #[test]
    fn a_link_shows_its_host_and_only_http_is_a_link() {
        assert_eq!(host("https://www.github.com/a/b"), Some("github.com"));
        assert_eq!(host("https://WWW.code.example"), Some("code.example"));
        assert_eq!(host("HTTP://demo.example:8080?x"), Some("demo.example:8080"));
        for bad in
            ["javascript:alert(1)", "https://", "https://bank.example@evil.example/", "ftp://a.example", ""]
        {
            assert_eq!(host(bad), None, "{bad}");
        }
    }
}
