//! The document as the reference page's model.

use app::pages::api_docs::{ApiBody, ApiDocsPage, ApiField, ApiGroup, ApiObject, ApiOperation, ApiType};
use serde_json::Value;

/// The page's model; commands call the service at this address.
pub(in crate::api) fn of(document: &Value, base_url: &str) -> ApiDocsPage {
    let about = text(&document["info"]["description"]);
    ApiDocsPage {
        about: about.split("\n\n").map(ToOwned::to_owned).collect(),
        groups: list(&document["tags"]).map(|tag| group(document, tag, base_url)).collect(),
        objects: members(&document["components"]["schemas"])
            .map(|(name, schema)| object(name, schema))
            .collect(),
    }
}

fn group(document: &Value, tag: &Value, base_url: &str) -> ApiGroup {
    let operations = members(&document["paths"]).flat_map(|(path, item)| {
        members(item).filter(|(_, o)| o["tags"][0] == tag["name"]).map(move |(method, o)| (method, path, o))
    });
    ApiGroup {
        name: text(&tag["name"]),
        about: text(&tag["description"]),
        operations: operations.map(|(method, path, o)| operation(method, path, o, base_url)).collect(),
    }
}

fn operation(method: &str, path: &str, o: &Value, base_url: &str) -> ApiOperation {
    let sent = &o["requestBody"]["content"];
    ApiOperation {
        id: text(&o["operationId"]),
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&o["summary"]),
        about: text(&o["description"]),
        caller: text(&o["x-caller"]),
        parameters: list(&o["parameters"]).map(parameter).collect(),
        takes: members(sent).map(|(media, content)| body("", "", media, content)).next(),
        gives: members(&o["responses"])
            .flat_map(|(status, response)| {
                let about = text(&response["description"]);
                members(&response["content"])
                    .map(move |(media, content)| body(status, &about, media, content))
            })
            .collect(),
        curl: curl(method, path, o, base_url),
    }
}

fn body(status: &str, about: &str, media: &str, content: &Value) -> ApiBody {
    let example = &content["example"];
    ApiBody {
        status: status.to_owned(),
        about: about.to_owned(),
        media: media.to_owned(),
        kind: kind(&content["schema"]),
        example: match example {
            Value::String(text) => text.clone(),
            value if media.ends_with("yaml") => yaml_serde::to_string(value).unwrap_or_default(),
            value => serde_json::to_string_pretty(value).unwrap_or_default(),
        },
    }
}

fn parameter(p: &Value) -> ApiField {
    let optional = if p["required"] == true { "" } else { ", optional" };
    ApiField {
        name: text(&p["name"]),
        kind: kind(&p["schema"]),
        notes: format!("in the {}{optional}{}", text(&p["in"]), limits(&p["schema"])),
        about: text(&p["description"]),
    }
}

fn object(name: &str, schema: &Value) -> ApiObject {
    let required = &schema["required"];
    // The document's members come by name; what must be there is listed in the order of the type.
    let mut all: Vec<_> = members(&schema["properties"]).collect();
    let place = |name: &str| list(required).position(|r| r == name).unwrap_or(usize::MAX);
    all.sort_by_key(|(name, _)| place(name));
    let fields = all.into_iter().map(|(name, schema)| {
        let optional = if place(name) == usize::MAX { "optional" } else { "" };
        let notes = format!("{optional}{}", limits(schema));
        ApiField {
            name: name.to_owned(),
            kind: kind(schema),
            notes: notes.trim_start_matches(", ").to_owned(),
            about: text(&schema["description"]),
        }
    });
    ApiObject { name: name.to_owned(), about: text(&schema["description"]), fields: fields.collect() }
}

/// What a schema allows, beyond its type.
fn limits(schema: &Value) -> String {
    let mut allowed = String::new();
    match (schema["minimum"].as_f64(), schema["maximum"].as_f64()) {
        (Some(low), Some(high)) => allowed.push_str(&format!(", {low} to {high}")),
        (Some(low), None) => allowed.push_str(&format!(", at least {low}")),
        (None, Some(high)) => allowed.push_str(&format!(", at most {high}")),
        (None, None) => {}
    }
    if let Some(most) = schema["maxLength"].as_u64() {
        allowed.push_str(&format!(", up to {most} characters"));
    }
    let one_of: Vec<_> = list(&schema["enum"]).filter_map(Value::as_str).collect();
    if !one_of.is_empty() {
        allowed.push_str(&format!(", one of {}", one_of.join(", ")));
    }
    allowed
}

fn kind(schema: &Value) -> ApiType {
    if let Some(name) = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()) {
        return ApiType { object: Some(name.to_owned()), ..ApiType::default() };
    }
    let mut found = match schema["type"].as_str() {
        Some("array") => {
            let entry = kind(&schema["items"]);
            ApiType { words: format!("list of {}", entry.words), ..entry }
        }
        Some("object") if schema["additionalProperties"].is_object() => {
            let value = kind(&schema["additionalProperties"]);
            ApiType { words: format!("object of {}", value.words), ..value }
        }
        Some("string") if schema["format"] == "date-time" => plain("timestamp"),
        Some(other) => plain(other),
        None => schema["allOf"].get(0).map_or_else(|| plain("anything"), kind),
    };
    if schema["nullable"] == true {
        found.more.push_str(" or null");
    }
    found
}

fn plain(words: &str) -> ApiType {
    ApiType { words: words.to_owned(), ..ApiType::default() }
}

/// A command for a shell, with the examples of parameters and body.
fn curl(method: &str, path: &str, o: &Value, base_url: &str) -> String {
    let mut path = path.to_owned();
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for p in list(&o["parameters"]) {
        let (name, example) = (text(&p["name"]), as_text(&p["example"]));
        if p["in"] == "path" {
            path = path.replace(&format!("{{{name}}}"), &example);
        } else if p["required"] == true {
            query.append_pair(&name, &example);
        }
    }
    let query = query.finish();
    let mut command = String::from("curl");
    if method != "get" && o["requestBody"].is_null() || method == "patch" {
        command.push_str(&format!(" -X {}", method.to_uppercase()));
    }
    // Where nobody is asked for credentials, the call works without.
    if list(&o["security"]).all(|way| way.get("bearer").is_some()) {
        command.push_str(" -H \"Authorization: Bearer $TOKEN\"");
    }
    if let Some((media, content)) = members(&o["requestBody"]["content"]).next() {
        let body = content["example"].to_string();
        let body = if body.len() > 400 { "@file.json".into() } else { quoted(&body) };
        command.push_str(&format!(" \\\n  -H 'Content-Type: {media}' \\\n  -d {body}"));
    }
    let mark = if query.is_empty() { "" } else { "?" };
    let address = format!("{base_url}{path}{mark}{query}");
    command.push_str(&format!(" \\\n  {}", if query.is_empty() { address } else { quoted(&address) }));
    command
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, member)| (name.as_str(), member))
}
