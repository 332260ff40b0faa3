//! The API's document: its schemas in the words of OpenAPI 3.0, and its texts in YAML.

use serde_json::{Value, json};
use web::api::document::step_down::to_3_0;
use web::api::document::{quote_misread, yaml};

/// A schema as it comes down.
fn down(from: Value) -> Value {
    let mut document = json!({ "paths": { "schema": from } });
    to_3_0(&mut document);
    document["paths"]["schema"].take()
}

#[test]
fn null_becomes_a_flag() {
    assert_eq!(down(json!({"type": ["string", "null"]})), json!({"type": "string", "nullable": true}));
    assert_eq!(
        down(json!({"oneOf": [{"type": "null"}, {"$ref": "#/a"}], "description": "An a."})),
        json!({"allOf": [{"$ref": "#/a"}], "nullable": true, "description": "An a."})
    );
    assert_eq!(
        down(json!({"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 1}]})),
        json!({"type": "integer", "minimum": 1, "nullable": true})
    );
    assert_eq!(
        down(json!({"oneOf": [{"type": "null"}, {"$ref": "#/a"}, {"$ref": "#/b"}]})),
        json!({"oneOf": [{"$ref": "#/a"}, {"$ref": "#/b"}], "nullable": true})
    );
}

#[test]
fn several_types_become_branches() {
    assert_eq!(
        down(json!({"type": ["string", "integer", "null"]})),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}], "nullable": true})
    );
}

#[test]
fn an_exclusive_bound_becomes_a_bound_and_a_flag() {
    assert_eq!(
        down(json!({"exclusiveMinimum": 0, "exclusiveMaximum": 9.5, "minimum": -1})),
        json!({"minimum": 0, "exclusiveMinimum": true, "maximum": 9.5, "exclusiveMaximum": true})
    );
    assert_eq!(down(json!({"minimum": 0})), json!({"minimum": 0}));
}

#[test]
fn one_value_becomes_a_list_of_one_and_many_examples_the_first() {
    assert_eq!(down(json!({"const": "a", "examples": ["a", "b"]})), json!({"enum": ["a"], "example": "a"}));
    assert_eq!(down(json!({"example": 1, "examples": [2]})), json!({"example": 1}));
}

#[test]
fn a_reference_stands_alone() {
    assert_eq!(down(json!({"$ref": "#/a"})), json!({"$ref": "#/a"}));
    assert_eq!(
        down(json!({"$ref": "#/a", "description": "An a."})),
        json!({"allOf": [{"$ref": "#/a"}], "description": "An a."})
    );
}

#[test]
fn all_schemas_of_a_document_come_down_and_nothing_else() {
    let mut document = json!({
        "paths": {"/a": {"get": {"parameters": [{"schema": {"type": ["integer", "null"]}}], "responses": {"200": {
            "content": {"application/json": {
                "example": {"schema": {"const": 1}, "type": ["integer", "null"]},
                "schema": {"items": {"properties": {"id": {"$ref": "#/components/schemas/Id", "description": "Mine."},
                    "more": {"additionalProperties": {"$ref": "#/components/schemas/Id"}}}}}
            }}
        }}}}},
        "components": {"schemas": {
            "Id": {"type": "integer", "description": "Theirs."},
            "A": {"type": "object", "properties": {"const": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Id"}]}}}
        }}
    });
    to_3_0(&mut document);
    let get = &document["paths"]["/a"]["get"];
    assert_eq!(get["parameters"][0]["schema"], json!({"type": "integer", "nullable": true}));
    let content = &get["responses"]["200"]["content"]["application/json"];
    assert_eq!(content["example"], json!({"schema": {"const": 1}, "type": ["integer", "null"]}));
    let properties = &content["schema"]["items"]["properties"];
    assert_eq!(properties["id"], json!({"type": "integer", "description": "Mine."}));
    assert_eq!(
        properties["more"]["additionalProperties"],
        json!({"type": "integer", "description": "Theirs."})
    );
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas.as_object().unwrap().keys().collect::<Vec<_>>(), ["A"]);
    assert_eq!(
        schemas["A"]["properties"]["const"],
        json!({"type": "integer", "nullable": true, "description": "Theirs."})
    );
}

#[test]
fn texts_stay_texts_in_yaml() {
    let text = yaml(&quote_misread(json!({
        "a": { "at": "2026-11-20T08:00:00.5Z", "mode": "off" }, "b": ["x: y", "true", "no"], "c": [["on"]], "n": 1,
        "t": "mode: off\nx: on"
    })));
    let (at, mode) = ("\"2026-11-20T08:00:00.5Z\"", "\"off\"");
    assert_eq!(
        text,
        format!(
            "a:\n  at: {at}\n  mode: {mode}\nb:\n- 'x: y'\n- 'true'\n- \"no\"\nc:\n- - \"on\"\nn: 1\nt: |-\n  mode: off\n  x: on\n"
        )
    );
}
