//! Where in a JSON text serde found a fault: `members[2].person`.
//!
//! serde_json gives the line and the column at which it stopped. Reading the text up to there gives the path. A deserializer that
//! keeps track of the path would compile every type once more, which made the verifier's module a tenth larger.

use super::bounds::end_of_text;
use crate::json_place::stopped;

/// A list or object that is open.
enum Open {
    /// With the index of its entry.
    List(usize),
    /// With the last key that was read; none before the first, and after a comma.
    Object(Option<String>),
}

/// The path of the value in which serde_json found a fault; empty for the outermost value.
pub(crate) fn path_of(json: &[u8], error: &serde_json::Error) -> String {
    let stopped = stopped(json, error);
    let mut open: Vec<Open> = Vec::new();
    let mut closed = None;
    let mut at = 0;
    while at < stopped {
        closed = None;
        match json.get(at) {
            Some(b'"') => {
                let end = end_of_text(json, at + 1);
                if let Some(Open::Object(key @ None)) = open.last_mut() {
                    let text = json.get(at..=end).unwrap_or_default();
                    *key = Some(serde_json::from_slice(text).unwrap_or_default());
                }
                at = end;
            }
            Some(b'{') => open.push(Open::Object(None)),
            Some(b'[') => open.push(Open::List(0)),
            Some(b'}' | b']') => closed = open.pop(),
            Some(b',') => match open.last_mut() {
                Some(Open::List(index)) => *index += 1,
                Some(Open::Object(key)) => *key = None,
                None => {}
            },
            _ => {}
        }
        at += 1;
    }
    // At a fault in an object's last member, serde_json has read past the object's end already.
    if let Some(Open::Object(Some(_))) = closed
        && !error.to_string().starts_with("missing field")
    {
        open.extend(closed);
    }
    let mut path = String::new();
    for level in open {
        match level {
            Open::List(index) => path.extend(["[", &index.to_string(), "]"]),
            Open::Object(Some(key)) => path.extend([if path.is_empty() { "" } else { "." }, &key]),
            Open::Object(None) => {}
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rubric::Criterion;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "read for its form only")]
    struct Entry {
        name: String,
        #[serde(default)]
        numbers: Vec<i64>,
        #[serde(default)]
        pairs: Vec<(i64, String)>,
        #[serde(default)]
        inner: Vec<Entry>,
        #[serde(default)]
        criteria: Vec<Criterion>,
    }

    #[test]
    fn every_kind_of_fault_has_its_path() {
        let criterion = r#"{"key":"a","name":"A","min_value":0,"max_value":1,"weight":"x"}"#;
        for (json, path) in [
            (r#"{"name":3}"#, "name"),
            (r#"{"name":null,"numbers":[]}"#, "name"),
            (r#"{"name":{}}"#, "name"),
            (r#"{"name":"a","numbers":[1,"2",3]}"#, "numbers[1]"),
            (r#"{"name":"a","numbers":[1,[2]]}"#, "numbers[1]"),
            (r#"{"name":"a","numbers":{}}"#, "numbers"),
            (r#"{"name":"a","pairs":[[1,"b"],[2]]}"#, "pairs[1]"),
            (
                "{\n \"name\": \"a\",\n \"inner\": [\n  {\"name\": \"]},\\\"\", \"numbers\": [true]}]}",
                "inner[0].numbers[0]",
            ),
            (r#"{"inner":[{"name":"a"},{"numbers":[1]}],"name":"b"}"#, "inner[1]"),
            (r#"{"inner":[{"name":"a","extra":1}],"name":"b"}"#, "inner[0].extra"),
            (r#"{"name":"a","name":"b"}"#, "name"),
            (r#"{"numbers":[1]}"#, ""),
            (&format!(r#"{{"name":"a","criteria":[{criterion}]}}"#), "criteria[0].weight"),
            (
                &format!(
                    r#"{{"name":"a","criteria":[{}]}}"#,
                    criterion.replace("\"weight\"", "\"\\u0077eight\"")
                ),
                "criteria[0].weight",
            ),
            (
                &format!(r#"{{"name":"a","criteria":[{criterion},{criterion}]}}"#)
                    .replacen("\"x\"}", "\"1\"}", 1),
                "criteria[1].weight",
            ),
        ] {
            let error = serde_json::from_slice::<Entry>(json.as_bytes()).unwrap_err();
            assert_eq!(path_of(json.as_bytes(), &error), path, "{json}: {error}");
        }
    }
}
