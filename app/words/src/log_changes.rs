//! What a row of the audit log says changed, in words.

use super::amounts::{and_more, capital, moment, plural, thousands};
use chrono::{DateTime, Utc};
use serde_json::Value;
use shared::changes::{LoggedNames, MemberChange};

/// Most characters of a text, most items of a list, and digits of a fingerprint that are shown.
const SHOWN: (usize, usize, usize) = (120, 6, 10);

/// A change, as a sentence without an end: `Title: “A” → “B”`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeWords {
    /// What changed.
    pub what: String,
    /// As it was, where it was there.
    pub before: Option<String>,
    /// As it is, where it is there.
    pub after: Option<String>,
}

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    Project,
    Person,
    Track,
    Prize,
    Team,
    Invitation,
    Guest,
    Call,
}

pub fn changed(changes: &[MemberChange], names: &LoggedNames) -> Vec<ChangeWords> {
    // A review's status says the same, and rows say of reviews since when they had been submitted, which is no change.
    let status = changes.iter().any(|change| change.member == "status");
    let told = changes.iter().filter(|change| match change.member.as_str() {
        "submitted" => !status,
        "submitted_at" => change.after.is_some(),
        member => !member.starts_with("counted_since"),
    });
    told.map(|change| words(change, names)).collect()
}

/// What was changed, by its kind and number: `Lamp`, `Lamp, Ada Okafor`, the judge who made a call for help; none for what has no name.
pub fn called(object: &str, id: &str, names: &LoggedNames) -> Option<String> {
    let id: i64 = id.parse().ok()?;
    let kind = match object {
        "project" => Named::Project,
        "person" => Named::Person,
        "prize" => Named::Prize,
        "team" => Named::Team,
        "invitation" => Named::Invitation,
        "guest" => Named::Guest,
        "call" => Named::Call,
        "assignment" => {
            return names.assignments.get(&id).map(|(judge, title)| format!("{title}, {judge}"));
        }
        _ => return None,
    };
    name(kind, id, names)
}

fn words(change: &MemberChange, names: &LoggedNames) -> ChangeWords {
    let MemberChange { member, before, after } = change;
    let what = label(member, names);
    if let Some(text) = member.strip_suffix("_sha256") {
        let there = |value: &Option<Value>| value.as_ref().is_some_and(|value| !value.is_null());
        // A file has nothing but its fingerprint; of a text it says only that it changed.
        let said = match (there(before), there(after)) {
            (true, true) => "changed".to_owned(),
            (true, false) => "removed".to_owned(),
            (false, true) if text != "file" => "written".to_owned(),
            (false, true) => {
                after.as_ref().map_or_else(String::new, |value| value_words(member, value, names))
            }
            (false, false) => "none".to_owned(),
        };
        return ChangeWords { what, before: None, after: Some(said) };
    }
    let said = |value: &Option<Value>| value.as_ref().map(|value| value_words(member, value, names));
    ChangeWords { what, before: said(before), after: said(after) }
}

/// What a member is called. The last part of its way is its name; what has no words here is called by its own.
fn label(member: &str, names: &LoggedNames) -> String {
    let member = member.strip_suffix("_sha256").unwrap_or(member);
    let known = match member {
        "demo_url" => "Demo’s address",
        "repo_url" => "Code’s address",
        "names_us" => "Links that name the team",
        "organizers_need_passkey" => "Organizers need a passkey",
        "duplicate_of" => "Repeats",
        "not_a_repeat_of" => "Does not repeat",
        "with_it" => "Moved with it",
        "unflagged" => "Repeats nothing any more",
        "flagged" => "Repeat it again",
        "dealt" => "Assignments that an invitation held",
        "confirms" => "Confirms as a second organizer",
        "given" => "Assignments given",
        "taken" => "Assignments taken away",
        "declared" => "Conflicts declared",
        "open" => "Opens",
        "close" => "Closes",
        "more_time_until" => "Submissions close for the team",
        "duty" => "What winners owe, line",
        "final_of" => "Makes publication final",
        "set_aside" => "Reviews set aside",
        "kid" => "Key",
        "staff" => "Site admin",
        "review_cap" => "Most reviews",
        "input_digest" => "What the run read",
        "first" => "First account",
        "like" => "Like the event",
        "seq" => "Row",
        "by" => "How",
        "via" => "Proposed by way of",
        "choices" => "Choices",
        "comments" => "Comments for teams",
        "description_characters" => "Characters of the description",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let criterion = |key: &str| names.criteria.get(key).cloned().unwrap_or_else(|| spaced(key));
    if let Some(key) = member.strip_prefix("scores.") {
        return capital(&criterion(key));
    }
    if let Some((key, part)) = member.strip_prefix("criteria.").and_then(|way| way.split_once('.')) {
        return format!("{}, {}", capital(&criterion(key)), spaced(part));
    }
    if let Some(id) = member.strip_prefix("places.").and_then(|id| id.parse().ok()) {
        return name(Named::Project, id, names).unwrap_or_else(|| format!("Project {id}"));
    }
    capital(&spaced(member))
}

/// `reviews_per_project` as `reviews per project`, and `roles.judge` as `roles, judge`.
fn spaced(member: &str) -> String {
    member.replace('_', " ").replace('.', ", ")
}

fn value_words(member: &str, value: &Value, names: &LoggedNames) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number_words(member, number, names),
        Value::String(text) => text_words(member, text),
        Value::Array(items) => list_words(member, items, names),
        Value::Object(members) if members.is_empty() => "none".to_owned(),
        Value::Object(_) => cut(&value.to_string()),
    }
}

fn number_words(member: &str, number: &serde_json::Number, names: &LoggedNames) -> String {
    let Some(whole) = number.as_i64() else { return number.to_string() };
    let kind = match member {
        "project" | "project_id" | "duplicate_of" | "not_a_repeat_of" | "winners" | "with_it"
        | "unflagged" | "flagged" => Named::Project,
        "judge" | "person" | "from" | "owner" | "asked_by" | "link_made_by" => Named::Person,
        "track" | "tracks" => Named::Track,
        "prize" | "prizes" => Named::Prize,
        "team" => Named::Team,
        "invitation" => Named::Invitation,
        _ => return thousands(whole),
    };
    name(kind, whole, names).unwrap_or_else(|| thousands(whole))
}

fn name(kind: Named, id: i64, names: &LoggedNames) -> Option<String> {
    let of = match kind {
        Named::Project => &names.projects,
        Named::Person => &names.people,
        Named::Track => &names.tracks,
        Named::Prize => &names.prizes,
        Named::Team => &names.teams,
        Named::Invitation => &names.invitations,
        Named::Guest => &names.guests,
        Named::Call => &names.calls,
    };
    of.get(&id).cloned()
}

fn text_words(member: &str, text: &str) -> String {
    if let Ok(at) = text.parse::<DateTime<Utc>>() {
        return moment(at);
    }
    let hexadecimal = |digit: u8| digit.is_ascii_hexdigit();
    if text.len() == 64 && text.bytes().all(hexadecimal) {
        return format!("fingerprint {}…", text.get(..SHOWN.2).unwrap_or_default());
    }
    // What people typed has quotation marks; what the portal wrote has none.
    const TYPED: [&str; 9] =
        ["title", "tagline", "name", "sponsor", "reason", "body", "guidance", "repo_url", "demo_url"];
    let typed = TYPED.contains(&member.rsplit('.').next().unwrap_or(member));
    let own =
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    match own && !typed {
        true => {
            let status = if member == "status" { status_words(text) } else { None };
            status.map_or_else(|| spaced(text), str::to_owned)
        }
        false => format!("“{}”", cut(text)),
    }
}

/// What an assignment's status is called on other pages; none where it is called by its own name.
fn status_words(status: &str) -> Option<&'static str> {
    Some(match status {
        "pending" => "to come",
        "done" => "submitted",
        "recused" => "does not count",
        "withdrawn" => "withdrawn",
        _ => return None,
    })
}

fn list_words(member: &str, items: &[Value], names: &LoggedNames) -> String {
    if items.is_empty() {
        return "none".to_owned();
    }
    if items.iter().any(|item| item.is_object() || item.is_array()) {
        return plural(items.len(), "entry", "entries");
    }
    let listed = items.iter().filter(|item| item.as_str() != Some(""));
    and_more(listed.map(|item| value_words(member, item, names)), SHOWN.1)
}

/// The beginning of a long text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN.0) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use shared::changes::changes;

    fn said(before: Value, after: Value) -> Vec<String> {
        let names = LoggedNames {
            projects: [(7, "Lamp".to_owned())].into(),
            people: [(3, "Ada Okafor".to_owned())].into(),
            criteria: [("quality".to_owned(), "Quality of the work".to_owned())].into(),
            ..LoggedNames::default()
        };
        let text = |value: Value| (!value.is_null()).then(|| value.to_string());
        let changes = changes(text(before).as_deref(), text(after).as_deref());
        let line = |change: ChangeWords| {
            let values: Vec<String> = change.before.into_iter().chain(change.after).collect();
            format!("{}: {}", change.what, values.join(" → "))
        };
        changed(&changes, &names).into_iter().map(line).collect()
    }

    #[test]
    fn a_change_reads_like_a_sentence() {
        assert_eq!(
            said(json!({ "title": "A", "status": "draft" }), json!({ "title": "b", "status": "submitted" })),
            ["Status: draft → submitted", "Title: “A” → “b”"]
        );
        assert_eq!(
            said(json!({ "close": "2026-11-21T18:00:00Z" }), json!({ "close": null })),
            ["Closes: 2026-11-21 18:00:00 UTC → none"]
        );
        assert_eq!(said(Value::Null, json!({ "link_made_by": 3 })), ["Link made by: Ada Okafor"]);
        assert_eq!(said(Value::Null, json!({ "audit_rows": 12345 })), ["Audit rows: 12\u{202f}345"]);
        assert_eq!(said(json!({ "urgent": false }), json!({ "urgent": true })), ["Urgent: no → yes"]);
    }

    #[test]
    fn scores_have_the_names_of_their_criteria_and_a_status_is_told_once() {
        let digest = "0a".repeat(32);
        let before = json!({ "status": "pending", "submitted": false, "scores": {}, "comment_sha256": null });
        let after = json!({ "status": "done", "submitted": true, "scores": { "quality": 4 }, "comment_sha256": digest });
        assert_eq!(
            said(before, after.clone()),
            ["Comment: written", "Quality of the work: 4", "Status: to come → submitted"]
        );
        let other = "0b".repeat(32);
        let again = json!({ "status": "done", "submitted": true, "scores": { "quality": 5 }, "comment_sha256": other });
        let mut after = after;
        after["submitted_at"] = json!("2026-11-21T18:00:00.000001Z");
        assert_eq!(said(after, again), ["Comment: changed", "Quality of the work: 4 → 5"]);
    }

    #[test]
    fn numbers_are_called_by_name_where_one_is_known() {
        assert_eq!(
            said(Value::Null, json!({ "judge": 3, "project": 8, "winners": [7, 8], "source": "pulled" })),
            ["Judge: Ada Okafor", "Project: 8", "Source: pulled", "Winners: Lamp and 8"]
        );
        assert_eq!(
            said(json!({ "duplicate_of": null }), json!({ "duplicate_of": 7 })),
            ["Repeats: none → Lamp"]
        );
        assert_eq!(
            said(json!({ "places": { "7": null } }), json!({ "places": { "7": ["Hall", "A1"] } })),
            ["Lamp: none → “Hall” and “A1”"]
        );
        assert_eq!(called("project", "7", &LoggedNames::default()), None);
    }

    #[test]
    fn what_a_row_is_about_is_called_by_its_name() {
        let of = |name: &str| [(2, name.to_owned())].into();
        let names = LoggedNames {
            teams: of("Sails"),
            invitations: of("nora@x.example"),
            guests: of("Gus"),
            calls: of("Ada Okafor"),
            ..LoggedNames::default()
        };
        let called = ["team", "invitation", "guest", "call"].map(|kind| called(kind, "2", &names));
        assert_eq!(called.map(Option::unwrap), ["Sails", "nora@x.example", "Gus", "Ada Okafor"]);
    }

    #[test]
    fn long_values_are_cut() {
        assert_eq!(
            said(Value::Null, json!({ "sha256": "0a".repeat(32) })),
            ["Sha256: fingerprint 0a0a0a0a0a…"]
        );
        let file = said(Value::Null, json!({ "file_sha256": "0a".repeat(32) }));
        assert_eq!(file, ["File: fingerprint 0a0a0a0a0a…"]);
        assert_eq!(
            said(Value::Null, json!({ "reason": "é".repeat(121) })),
            [format!("Reason: “{}…”", "é".repeat(120))]
        );
        let many: Vec<i64> = (1..=9).collect();
        assert_eq!(said(Value::Null, json!({ "rows": many })), ["Rows: 1, 2, 3, 4, 5, 6 and 3 more"]);
        assert_eq!(
            said(Value::Null, json!({ "pairs": [{ "judge": 1 }, { "judge": 2 }] })),
            ["Pairs: 2 entries"]
        );
    }
}
