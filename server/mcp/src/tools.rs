//! What an agent can ask for, and what each tool takes.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use shared::proposal::WRITES;

/// What a tool takes under a name.
#[derive(Clone, Copy)]
pub(super) struct Argument {
    name: &'static str,
    kind: Kind,
    needed: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    Text,
    Whole,
    Object,
}

const fn needed(name: &'static str, kind: Kind) -> Argument {
    Argument { name, kind, needed: true }
}

const fn optional(name: &'static str, kind: Kind) -> Argument {
    Argument { name, kind, needed: false }
}

impl Kind {
    /// Its name in JSON Schema.
    fn schema(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Whole => "integer",
            Self::Object => "object",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Whole => "a whole number",
            Self::Object => "an object",
        }
    }

    /// A value of this kind. Programs send a number as a text and a slug of digits as a number, which says the same.
    fn read(self, sent: Value) -> Option<Value> {
        match (self, sent) {
            // These two would lead to another route.
            (Self::Text, Value::String(text)) => {
                (!["", ".", ".."].contains(&text.as_str())).then_some(Value::String(text))
            }
            (Self::Text, Value::Number(number)) => Some(number.to_string().into()),
            (Self::Whole, Value::Number(number)) => number.as_i64().map(Value::from),
            (Self::Whole, Value::String(text)) => text.parse::<i64>().ok().map(Value::from),
            (Self::Object, Value::Object(members)) => Some(members.into()),
            _ => None,
        }
    }
}

/// What was sent to a tool that takes these arguments; null is as good as nothing.
/// Errors: a sentence for what is missing, unknown or of another kind. Without it, a misspelled word would be as if it had not been sent.
pub(super) fn taken(arguments: &[Argument], mut sent: JsonObject) -> Result<JsonObject, String> {
    sent.retain(|_, value| !value.is_null());
    let mut taken = JsonObject::new();
    for Argument { name, kind, needed } in arguments.iter().copied() {
        match sent.remove(name) {
            Some(value) => {
                let value = kind.read(value).ok_or_else(|| format!("Give {name} as {}.", kind.words()))?;
                taken.insert(name.to_owned(), value);
            }
            None if needed => return Err(format!("Give {name}.")),
            None => {}
        }
    }
    match sent.keys().next() {
        Some(other) => Err(format!("This tool takes no {other}.")),
        None => Ok(taken),
    }
}

/// A tool that reads one route of the API.
pub(super) struct Read {
    pub(super) name: &'static str,
    /// Below `/api`; what is in braces is asked for.
    pub(super) path: &'static str,
    about: &'static str,
}

const fn read(name: &'static str, path: &'static str, about: &'static str) -> Read {
    Read { name, path, about }
}

pub(super) const READS: &[Read] = &[
    read("who_am_i", "me", "The person whose token this is: their roles and teams."),
    read("list_events", "events", "Events with their windows, tracks and criteria."),
    read("read_event", "events/{event}", "One event with its windows, tracks and criteria."),
    read("list_projects", "events/{event}/projects", "Projects of an event."),
    read("read_project", "projects/{project}", "One project with its texts and links."),
    read("list_comments", "projects/{project}/comments", "What people commented on a project."),
    read("my_assignments", "judge/assignments", "What the person has to review."),
    read("my_reviews", "judge/scores", "What the person scored so far."),
    read("read_results", "events/{event}/results", "The published ranking of an event."),
    read("read_prizes", "events/{event}/prizes", "Prizes of an event and, once published, who won them."),
    read(
        "read_feedback",
        "projects/{project}/feedback",
        "What judges wrote about a project, as far as it is shown.",
    ),
    read("my_notices", "me/notices", "What organizers tell the person, and they have not read."),
    read("my_proposals", "proposals", "What was proposed within a day, and what became of it."),
];

/// The name of the tool that reads an event's log.
pub(super) const WHAT_CHANGED: &str = "what_changed";
pub(super) const PROPOSE: &str = "propose";

pub(super) fn all() -> Vec<Tool> {
    let reads = READS.iter().map(|read| {
        tool(read.name, read.about.to_owned(), &read.arguments())
            .with_annotations(ToolAnnotations::new().read_only(true))
    });
    let changed = "The newest rows of an event's audit log after the row `since`, at most 200, for organizers who take no part. Where the \
                   first has a `seq` larger than `since` and one, rows between them are left out. Reading the log is an export, which is a \
                   row of the log itself.";
    let changed = tool(WHAT_CHANGED, changed.to_owned(), CHANGED);
    reads.chain([changed, tool(PROPOSE, proposing(), PROPOSED)]).collect()
}

/// What names a proposal, so that it is made once however often it is sent.
pub(super) const KEY: &str = "key";

/// What names the row after which a log is read.
pub(super) const SINCE: &str = "since";

pub(super) const CHANGED: &[Argument] = &[needed("event", Kind::Text), optional(SINCE, Kind::Whole)];

pub(super) const PROPOSED: &[Argument] = &[
    needed("method", Kind::Text),
    needed("path", Kind::Text),
    optional("body", Kind::Object),
    optional(KEY, Kind::Text),
];

fn proposing() -> String {
    let writes: Vec<_> = WRITES.iter().map(|write| format!("{} {}", write.method, write.path)).collect();
    format!(
        "Asks the person to confirm a write on their page of proposals, within a day. Nothing is done before, and the person may \
         refuse. A review or an edit that somebody saved anew meanwhile can't be confirmed: read again, then propose again. After a lost \
         answer send the same with the same `key`, a word of your own. The writes, whose bodies /api/docs of the portal describes: {}.",
        writes.join(", ")
    )
}

/// What says which part of a list is read.
pub(super) const PARTS: &[&str] = &["limit", "after"];

impl Read {
    /// What its path asks for.
    fn asks(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(asked)
    }

    /// What it takes: what its path asks for and, of a list that can be read in parts, how many entries and after which id.
    pub(super) fn arguments(&self) -> Vec<Argument> {
        // An event has a slug, all else a number.
        let kind = |name: &str| if name == "event" { Kind::Text } else { Kind::Whole };
        let is_list =
            ["/projects", "/comments", "/assignments", "/scores"].iter().any(|end| self.path.ends_with(end));
        let parts = PARTS.iter().copied().filter(|_| is_list).map(|name| optional(name, Kind::Whole));
        self.asks().map(|name| needed(name, kind(name))).chain(parts).collect()
    }
}

/// What a segment of a path asks for.
pub(super) fn asked(segment: &'static str) -> Option<&'static str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

fn tool(name: &'static str, about: String, arguments: &[Argument]) -> Tool {
    let typed = |argument: &Argument| (argument.name.to_owned(), json!({ "type": argument.kind.schema() }));
    let properties: JsonObject = arguments.iter().map(typed).collect();
    let required: Vec<_> = arguments.iter().filter(|argument| argument.needed).map(|one| one.name).collect();
    let schema = JsonObject::from_iter([
        ("type".to_owned(), Value::from("object")),
        ("properties".to_owned(), properties.into()),
        ("required".to_owned(), required.into()),
        ("additionalProperties".to_owned(), Value::from(false)),
    ]);
    Tool::new(name, about, schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sent: Value) -> Result<Value, String> {
        let Value::Object(sent) = sent else { panic!("{sent} is no object") };
        taken(PROPOSED, sent).map(Value::from)
    }

    #[test]
    fn what_a_tool_does_not_take_is_refused_by_its_name() {
        let whole = json!({ "method": "POST", "path": "/a", "body": { "b": 1.0 }, "key": "k" });
        assert_eq!(read(whole.clone()), Ok(whole));
        for (sent, said) in [
            (json!({ "path": "/a" }), "Give method."),
            (json!({ "method": null, "path": "/a" }), "Give method."),
            (json!({ "method": "POST", "path": "/a", "body": "x" }), "Give body as an object."),
            (json!({ "method": "POST", "path": "/a", "key": ["k"] }), "Give key as a text."),
            (json!({ "method": "POST", "path": ".." }), "Give path as a text."),
            (json!({ "method": "POST", "path": "/a", "keyy": "k" }), "This tool takes no keyy."),
        ] {
            assert_eq!(read(sent.clone()), Err(said.to_owned()), "{sent}");
        }
        // A number is one in digits, too, and a text of digits may come as a number.
        let read = |sent: Value| {
            taken(CHANGED, JsonObject::from_iter([("event".into(), json!(2026)), ("since".into(), sent)]))
        };
        for (sent, since) in [(json!(7), json!(7)), (json!("7"), json!(7)), (json!(null), Value::Null)] {
            let taken = read(sent.clone()).unwrap();
            assert_eq!(
                (&taken["event"], taken.get("since").unwrap_or(&Value::Null)),
                (&json!("2026"), &since)
            );
        }
        for sent in [json!(2.5), json!("x"), json!(true), json!([7])] {
            assert_eq!(read(sent.clone()), Err("Give since as a whole number.".to_owned()), "{sent}");
        }
    }
}
