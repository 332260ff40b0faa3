//! Turns a document of `OpenAPI` 3.1, in which the routes are described, into one of 3.0, which clients' tools read. In 3.0,
//! null is a flag, a flag makes a bound exclusive, and a reference has no other members.

use serde_json::{Map, Value, json};

/// Rewrites the paths and schemas of a document of 3.1 in the words of 3.0. Schemas that only name a plain
/// number or text are written where they are used.
pub fn to_3_0(document: &mut Value) {
    let plain = take_plain(document);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        schemas.values_mut().for_each(|s| schema(s, &plain));
    }
    find_schemas(&mut document["paths"], &plain);
}

/// The schemas of plain values, by their references; they leave the document.
fn take_plain(document: &mut Value) -> Map<String, Value> {
    let mut plain = Map::new();
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        schemas.retain(|name, schema| {
            let kind = schema["type"].as_str().unwrap_or_default();
            let is_plain = matches!(kind, "integer" | "number" | "string" | "boolean");
            if is_plain {
                plain.insert(format!("#/components/schemas/{name}"), schema.take());
            }
            !is_plain
        });
    }
    plain
}

/// Outside of schemas, a member named `schema` is one.
fn find_schemas(value: &mut Value, plain: &Map<String, Value>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match name.as_str() {
                    "schema" => schema(member, plain),
                    "example" | "examples" => {}
                    _ => find_schemas(member, plain),
                }
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(|entry| find_schemas(entry, plain)),
        _ => {}
    }
}

fn schema(value: &mut Value, plain: &Map<String, Value>) {
    let Some(s) = value.as_object_mut() else { return };
    for part in ["items", "additionalProperties", "not"] {
        if let Some(inner) = s.get_mut(part) {
            schema(inner, plain);
        }
    }
    for part in ["oneOf", "anyOf", "allOf"] {
        if let Some(Value::Array(branches)) = s.get_mut(part) {
            branches.iter_mut().for_each(|branch| schema(branch, plain));
        }
    }
    if let Some(Value::Object(properties)) = s.get_mut("properties") {
        properties.values_mut().for_each(|property| schema(property, plain));
    }
    s.remove("propertyNames");
    kinds(s);
    null_branch(s, "oneOf");
    null_branch(s, "anyOf");
    bound(s, "exclusiveMinimum", "minimum");
    bound(s, "exclusiveMaximum", "maximum");
    if let Some(only) = s.remove("const") {
        s.insert("enum".into(), json!([only]));
    }
    if let Some(Value::Array(examples)) = s.remove("examples")
        && let Some(first) = examples.into_iter().next()
    {
        s.entry("example").or_insert(first);
    }
    reference(s, plain);
}

/// A list of types: null becomes the flag, several become branches.
fn kinds(s: &mut Map<String, Value>) {
    let Some(Value::Array(kinds)) = s.get("type") else { return };
    let mut rest: Vec<Value> = kinds.iter().filter(|kind| *kind != "null").cloned().collect();
    if rest.len() < kinds.len() {
        s.insert("nullable".into(), true.into());
    }
    s.remove("type");
    match rest.len() {
        0 => {}
        1 => drop(s.insert("type".into(), rest.remove(0))),
        _ => {
            let branches = rest.into_iter().map(|kind| json!({ "type": kind })).collect();
            s.insert("anyOf".into(), Value::Array(branches));
        }
    }
}

/// A branch that is null becomes the flag; what is left alone needs no branches.
fn null_branch(s: &mut Map<String, Value>, part: &str) {
    let Some(Value::Array(branches)) = s.get_mut(part) else { return };
    let all = branches.len();
    branches.retain(|branch| branch["type"] != "null");
    if branches.len() == all {
        return;
    }
    let only = if branches.len() == 1 { branches.pop() } else { None };
    s.insert("nullable".into(), true.into());
    if let Some(Value::Object(only)) = only {
        s.remove(part);
        for (name, member) in only {
            s.entry(name).or_insert(member);
        }
    }
}

/// A bound that is a number and excludes itself becomes a bound and a flag.
fn bound(s: &mut Map<String, Value>, exclusive: &str, inclusive: &str) {
    if s.get(exclusive).is_some_and(Value::is_number)
        && let Some(limit) = s.insert(exclusive.into(), true.into())
    {
        s.insert(inclusive.into(), limit);
    }
}

/// A reference to a plain schema becomes that schema; any other that has members beside it goes into an `allOf`.
fn reference(s: &mut Map<String, Value>, plain: &Map<String, Value>) {
    let Some(target) = s.get("$ref").and_then(Value::as_str) else { return };
    if let Some(Value::Object(mut schema_of)) = plain.get(target).cloned().map(|mut of| {
        schema(&mut of, &Map::new());
        of
    }) {
        s.remove("$ref");
        schema_of.append(s);
        *s = schema_of;
    } else if s.len() > 1
        && let Some(target) = s.remove("$ref")
    {
        s.insert("allOf".into(), json!([{ "$ref": target }]));
    }
}
