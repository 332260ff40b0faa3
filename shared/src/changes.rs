//! What changed between the two JSON texts of an audit row, member by member.

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One member that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberChange {
    /// Its path from the top, `scores.quality`; empty for a value that is not an object.
    pub member: String,
    /// As it was; `None` where it was not there.
    pub before: Option<Value>,
    /// As it is; `None` where it is no longer there.
    pub after: Option<Value>,
}

/// What the things that rows are about are called now. Of tracks and prizes it has all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct LoggedNames {
    pub projects: BTreeMap<i64, String>,
    pub people: BTreeMap<i64, String>,
    pub tracks: BTreeMap<i64, String>,
    pub prizes: BTreeMap<i64, String>,
    pub teams: BTreeMap<i64, String>,
    /// Names, or addresses where there is no name, by invitation.
    pub invitations: BTreeMap<i64, String>,
    pub guests: BTreeMap<i64, String>,
    /// Names of those who called, by call for help.
    pub calls: BTreeMap<i64, String>,
    /// The judge and the project of an assignment.
    pub assignments: BTreeMap<i64, (String, String)>,
    pub criteria: BTreeMap<String, String>,
}

/// The members in which two JSON texts differ, in the order of their names. A text that is not JSON is one value. A list of
/// objects that have a `key` each is looked at by these keys.
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
    if let (Some(old), Some(new)) = (members(before), members(after))
        && !(old.is_empty() && new.is_empty())
    {
        let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for name in names {
            let way = if member.is_empty() { name.clone() } else { format!("{member}.{name}") };
            compare(way, old.get(name), new.get(name), found);
        }
        return;
    }
    found.push(MemberChange { member, before: before.cloned(), after: after.cloned() });
}

/// The members of a value, by name; none of a value that is missing, and `None` for what has no members to compare.
fn members(value: Option<&Value>) -> Option<Cow<'_, Map<String, Value>>> {
    match value {
        None => Some(Cow::Owned(Map::new())),
        Some(Value::Object(members)) => Some(Cow::Borrowed(members)),
        Some(Value::Array(items)) => {
            let keyed = |item: &Value| Some((item.get("key")?.as_str()?.to_owned(), item.clone()));
            items.iter().map(keyed).collect::<Option<Map<_, _>>>().map(Cow::Owned)
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(before: Option<&str>, after: Option<&str>) -> Vec<String> {
        let text =
            |value: Option<Value>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
        let line = |c: MemberChange| format!("{}: {} → {}", c.member, text(c.before), text(c.after));
        changes(before, after).into_iter().map(line).collect()
    }

    #[test]
    fn only_what_changed_is_told_by_its_way_from_the_top() {
        let before = r#"{"status":"draft","scores":{"quality":3,"impact":7},"tags":["a"],"gone":null}"#;
        let after = r#"{"status":"submitted","scores":{"quality":4,"impact":7},"tags":["a","b"]}"#;
        assert_eq!(
            lines(Some(before), Some(after)),
            [
                "gone: null → nothing",
                "scores.quality: 3 → 4",
                r#"status: "draft" → "submitted""#,
                r#"tags: ["a"] → ["a","b"]"#,
            ]
        );
        assert_eq!(lines(Some(after), Some(after)), Vec::<String>::new());
    }

    #[test]
    fn what_began_or_ended_is_told_whole() {
        assert_eq!(lines(None, Some(r#"{"rows":3}"#)), ["rows: nothing → 3"]);
        assert_eq!(lines(Some(r#"{"a":{"b":1}}"#), None), ["a.b: 1 → nothing"]);
        assert_eq!(lines(None, None), Vec::<String>::new());
        assert_eq!(lines(None, Some("{}")), [": nothing → {}"]);
        assert_eq!(lines(Some("no JSON"), Some("7")), [r#": "no JSON" → 7"#]);
        assert_eq!(lines(Some(r#"{"a":{}}"#), Some(r#"{"a":{"b":1}}"#)), ["a.b: nothing → 1"]);
    }

    #[test]
    fn lists_with_keys_are_compared_by_key() {
        let before = r#"{"criteria":[{"key":"quality","weight":"1"},{"key":"craft","weight":"1"}]}"#;
        let after = r#"{"criteria":[{"key":"craft","weight":"1"},{"key":"quality","weight":"2"}]}"#;
        assert_eq!(lines(Some(before), Some(after)), [r#"criteria.quality.weight: "1" → "2""#]);
        let less = r#"{"criteria":[{"key":"craft","weight":"1"}]}"#;
        assert_eq!(
            lines(Some(before), Some(less)),
            [r#"criteria.quality.key: "quality" → nothing"#, r#"criteria.quality.weight: "1" → nothing"#]
        );
        assert_eq!(lines(None, Some(r#"{"tags":[]}"#)), ["tags: nothing → []"]);
        assert_eq!(lines(Some("[1]"), Some("[2]")), [": [1] → [2]"], "a list without keys is one value");
    }
}
