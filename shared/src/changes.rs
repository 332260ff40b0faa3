//! What changed between the two JSON texts of an audit row, member by member.

use serde_json::Value;

/// Most characters of a value that are shorten.
const SHOWN: usize = 120;
/// Digits of a digest that are shorten.
const DIGITS: usize = 10;

/// One member that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberChange {
    /// Its path from the top, `scores.quality`; empty for a value that is not an object.
    pub member: String,
    /// As it was; `None` where it was not there.
    pub before: Option<String>,
    /// As it is; `None` where it is no longer there.
    pub after: Option<String>,
}

/// The members in which two JSON texts differ, in the order of their names. A text that is not JSON is one value.
#[must_use]
pub fn changes(before: Option<&str>, after: Option<&str>) -> Vec<MemberChange> {
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    let mut found = Vec::new();
    compare(String::new(), before.map(read).as_ref(), after.map(read).as_ref(), &mut found);
    found
}

fn compare(member: String, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<MemberChange>) {
    if before == after {
        return;
    }
    let object = |value: Option<&Value>| value.is_none_or(|v| v.as_object().is_some_and(|o| !o.is_empty()));
    if object(before) && object(after) {
        let names = [before, after].into_iter().flatten().filter_map(Value::as_object).flat_map(|o| o.keys());
        let names: std::collections::BTreeSet<&String> = names.collect();
        for name in names {
            let way = if member.is_empty() { name.clone() } else { format!("{member}.{name}") };
            let of = |value: Option<&'_ Value>| value.and_then(|v| v.get(name)).cloned();
            compare(way, of(before).as_ref(), of(after).as_ref(), found);
        }
        return;
    }
    found.push(MemberChange { member, before: before.map(shorten), after: after.map(shorten) });
}

/// A value, shortened: a text without its quotes, anything else as JSON.
fn shorten(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    // The first digits of a digest are enough to see that it changed.
    let digest = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    match text.char_indices().nth(if digest { DIGITS } else { SHOWN }) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(before: Option<&str>, after: Option<&str>) -> Vec<String> {
        let line =
            |c: MemberChange| format!("{}: {:?} {:?}", c.member, c.before, c.after).replace("Some", "");
        changes(before, after).into_iter().map(line).collect()
    }

    #[test]
    fn only_what_changed_is_told_by_its_way_from_the_top() {
        let before = r#"{"status":"draft","scores":{"quality":3,"impact":7},"tags":["a"],"gone":null}"#;
        let after = r#"{"status":"submitted","scores":{"quality":4,"impact":7},"tags":["a","b"]}"#;
        assert_eq!(
            lines(Some(before), Some(after)),
            [
                "gone: (\"null\") None",
                "scores.quality: (\"3\") (\"4\")",
                "status: (\"draft\") (\"submitted\")",
                r#"tags: ("[\"a\"]") ("[\"a\",\"b\"]")"#,
            ]
        );
        assert_eq!(lines(Some(after), Some(after)), Vec::<String>::new());
    }

    #[test]
    fn what_began_or_ended_is_told_whole() {
        assert_eq!(lines(None, Some(r#"{"rows":3}"#)), ["rows: None (\"3\")"]);
        assert_eq!(lines(Some(r#"{"a":{"b":1}}"#), None), ["a.b: (\"1\") None"]);
        assert_eq!(lines(None, None), Vec::<String>::new());
        assert_eq!(lines(None, Some("{}")), [": None (\"{}\")"]);
        assert_eq!(lines(Some("no JSON"), Some("7")), [": (\"no JSON\") (\"7\")"]);
        assert_eq!(lines(Some(r#"{"a":{}}"#), Some(r#"{"a":{"b":1}}"#)), ["a: (\"{}\") (\"{\\\"b\\\":1}\")"]);
    }

    #[test]
    fn a_long_value_is_cut_between_characters() {
        let long = format!("\"{}\"", "é".repeat(121));
        let found = changes(None, Some(&long));
        assert_eq!(found[0].after.as_deref(), Some(format!("{}…", "é".repeat(120)).as_str()));
        let digest = changes(None, Some(&format!("{{\"comment\":\"{}\"}}", "0a".repeat(32))));
        assert_eq!(digest[0].after.as_deref(), Some("0a0a0a0a0a…"));
    }
}
