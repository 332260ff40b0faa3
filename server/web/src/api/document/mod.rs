//! The API's document: built once from the routes, as `OpenAPI` 3.0.

pub mod bodies;
pub mod examples;
pub mod params;
pub(super) mod reference;
pub mod step_down;

use axum::body::Bytes;
use serde::Serialize;
use serde_json::{Value, json};

/// The document.
#[derive(Debug)]
pub struct Document {
    pub value: Value,
    pub json: Bytes,
    pub yaml: Bytes,
}

impl Document {
    /// The document of these routes, named below `/api`.
    pub fn of(routes: &utoipa::openapi::OpenApi) -> Self {
        let value = of(serde_json::to_value(routes).unwrap_or_default());
        Self {
            json: serde_json::to_vec_pretty(&InOrder::of(&value)).unwrap_or_default().into(),
            yaml: yaml(&InOrder::of(&quote_misread(value.clone()))).into(),
            value,
        }
    }
}

/// The document's members in the order that people read them in.
#[derive(Serialize)]
struct InOrder<'d> {
    openapi: &'d Value,
    info: &'d Value,
    servers: &'d Value,
    tags: &'d Value,
    paths: &'d Value,
    components: &'d Value,
}

impl<'d> InOrder<'d> {
    fn of(d: &'d Value) -> Self {
        let (openapi, info, servers, tags) = (&d["openapi"], &d["info"], &d["servers"], &d["tags"]);
        Self { openapi, info, servers, tags, paths: &d["paths"], components: &d["components"] }
    }
}

/// Stands for a double quote in a text, until the text is written: a character of no language, which the document's texts
/// do not contain.
const QUOTE: char = '\u{e000}';

/// Writes a value as YAML.
pub fn yaml(value: &impl Serialize) -> String {
    yaml_serde::to_string(value).unwrap_or_default().replace(QUOTE, "\"")
}

/// Marks the texts that YAML 1.1, which many tools still read, takes for times or truths, so that [`yaml`] quotes them. The
/// emitter knows YAML 1.2 alone and has no option to quote a text.
pub fn quote_misread(value: Value) -> Value {
    match value {
        Value::String(text) if is_misread(&text) => Value::String(format!("{QUOTE}{text}{QUOTE}")),
        Value::Array(items) => Value::Array(items.into_iter().map(quote_misread).collect()),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (name, quote_misread(value))).collect())
        }
        value => value,
    }
}

fn is_misread(text: &str) -> bool {
    let word = text.to_ascii_lowercase();
    matches!(word.as_str(), "y" | "n" | "yes" | "no" | "on" | "off")
        || chrono::DateTime::parse_from_rfc3339(text).is_ok()
}

/// What the routes say, as they are reached from outside, with what holds for all of them.
fn of(mut routes: Value) -> Value {
    step_down::to_3_0(&mut routes);
    let paths = routes["paths"].as_object().into_iter().flatten();
    let paths: serde_json::Map<_, _> =
        // A route takes a whole segment; the document says what the segment is made of.
        paths.map(|(path, item)| (format!("/api{}", path.replace("{file}", "{kind}.csv")), item.clone())).collect();
    json!({
        "openapi": "3.0.3",
        "info": {
            "title": "Evenhand",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": env!("CARGO_PKG_LICENSE") },
            "description": ABOUT,
        },
        "servers": [{ "url": "/", "description": "This service." }],
        "tags": [
            { "name": "events", "description": "Events with their times, tracks and rubric." },
            { "name": "projects", "description": "Projects of teams." },
            { "name": "judging", "description": "Assignments, reviews and scores." },
            { "name": "voting", "description": "The community's vote, by account." },
            { "name": "people", "description": "The caller's account." },
            { "name": "results", "description": "The calibrated ranking." },
            { "name": "records", "description": "Exports, imports, signed documents and their check." },
            { "name": "reference", "description": "This description." },
        ],
        "paths": paths,
        "components": {
            "schemas": routes["components"]["schemas"],
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token from the page /me/tokens. It acts as its user, with all of that user's roles.",
                },
            },
        },
    })
}

const ABOUT: &str = "Teams submit projects, judges score them, an organizer publishes calibrated ranked results, and \
records can be exported.\n\nTimestamps are RFC 3339 in UTC. Each route lists its success response only. An error is an \
object with `detail`, or for 400 an object of lists of messages by field: 400 malformed, 401 no credentials or a bad \
token, 403 not allowed, 404 not there or not the caller's to see, 409 outside its time window or in conflict, 412 saved \
elsewhere since (where `If-Match` was sent), 413 too large, 422 wrong values, 429 too often. A browser's session works \
too; then a POST, PATCH or DELETE needs the header `X-CSRFToken` with the value of the cookie `csrftoken`.";
