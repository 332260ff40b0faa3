//! Which kind of answer a client prefers.

use crate::prelude::*;

/// Whether JSON is accepted, and YAML not preferred or named before it (RFC 9110, 12.5.1).
pub fn prefers_json(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get_all(header::ACCEPT).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(','));
    let mut best: (&str, f32) = ("", 0.0);
    for entry in accepted {
        let mut parts = entry.split(';').map(str::trim);
        let kind = match parts.next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "application/json" => "json",
            "application/yaml" => "yaml",
            _ => continue,
        };
        let weight = parts.find_map(|p| p.strip_prefix("q=")).map_or(1.0, |q| q.parse().unwrap_or(0.0));
        if weight > best.1 {
            best = (kind, weight);
        }
    }
    best.0 == "json"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_preferred_is_given() {
        let asked = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(text));
            prefers_json(&headers)
        };
        for json in [
            "application/json",
            "text/html, application/json;q=0.5",
            "application/yaml;q=0.1, application/json",
        ] {
            assert!(asked(json), "{json}");
        }
        for yaml in [
            "*/*",
            "application/json;q=0",
            "application/yaml, application/json",
            "text/html",
            "application/json;q=x",
        ] {
            assert!(!asked(yaml), "{yaml}");
        }
    }
}
