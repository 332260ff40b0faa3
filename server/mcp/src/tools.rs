//! What an agent can ask for.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use shared::proposal::WRITES;

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
/// The name of the tool that proposes.
pub(super) const PROPOSE: &str = "propose";

/// Every tool.
pub(super) fn all() -> Vec<Tool> {
    let reads = READS.iter().map(|read| {
        let mut asked: Vec<_> = read.asks().map(|name| (name, kind(name), true)).collect();
        asked.extend(
            [("limit", "integer", false), ("after", "integer", false)].into_iter().filter(|_| read.is_list()),
        );
        tool(read.name, read.about.to_owned(), &asked)
            .with_annotations(ToolAnnotations::new().read_only(true))
    });
    let changed = "The newest rows of an event's audit log after the row `since`, at most 200, for organizers who take no part. Reading the \
                   log is an export, which is a row of the log itself.";
    let changed =
        tool(WHAT_CHANGED, changed.to_owned(), &[("event", "string", true), ("since", "integer", false)]);
    reads.chain([changed, tool(PROPOSE, proposing(), PROPOSED)]).collect()
}

/// What names a proposal, so that it is made once however often it is sent.
pub(super) const KEY: &str = "key";

const PROPOSED: &[(&str, &str, bool)] = &[
    ("method", "string", true),
    ("path", "string", true),
    ("body", "object", false),
    (KEY, "string", false),
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

impl Read {
    /// What its path asks for.
    pub(super) fn asks(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(asked)
    }

    /// Whether it gives a list that can be read in parts: `limit` entries, `after` an id.
    pub(super) fn is_list(&self) -> bool {
        ["/projects", "/comments", "/assignments", "/scores"].iter().any(|end| self.path.ends_with(end))
    }
}

/// What a segment of a path asks for.
pub(super) fn asked(segment: &'static str) -> Option<&'static str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// The type of what is asked for: an event has a slug, all else a number.
fn kind(name: &str) -> &'static str {
    if name == "event" { "string" } else { "integer" }
}

fn tool(name: &'static str, about: String, asked: &[(&str, &str, bool)]) -> Tool {
    let properties: JsonObject =
        asked.iter().map(|(name, kind, _)| ((*name).to_owned(), json!({ "type": kind }))).collect();
    let required: Vec<_> = asked.iter().filter(|(.., needed)| *needed).map(|(name, ..)| *name).collect();
    let schema = JsonObject::from_iter([
        ("type".to_owned(), Value::from("object")),
        ("properties".to_owned(), properties.into()),
        ("required".to_owned(), required.into()),
    ]);
    Tool::new(name, about, schema)
}
