//! A project as the API takes it and answers with it.

use super::saving::{Answer, Attempt};
use crate::islands::browser::{self, Response, json_string};
use js_sys::{Array, JsString, Reflect};
use shared::refusal::Code;
use wasm_bindgen::{JsCast, JsValue};

/// Sends one attempt of this person. `once` is the idempotency key under which a new project is sent; a change needs none, because `was`
/// tells it apart from a teammate's.
pub(super) fn send(
    new: bool,
    person: &str,
    path: &str,
    once: &str,
    attempt: &Attempt,
    done: impl FnOnce(Answer, JsValue) + 'static,
) {
    let body = body(attempt, json_string);
    let headers = [(browser::PERSON, person), ("Idempotency-Key", once)];
    let (method, headers) = if new { ("POST", &headers[..]) } else { ("PATCH", &headers[..1]) };
    browser::send(method, path, headers, &body, move |response| {
        let json = response.json();
        done(answer(&response, &json), json);
    });
}

fn body(attempt: &Attempt, quote: fn(&str) -> String) -> String {
    let members = |second: bool| {
        let member = |(name, text, was): &(String, String, String)| {
            [&quote(name), ":", &value(name, if second { was } else { text }, quote)].concat()
        };
        attempt.values.iter().map(member).collect::<Vec<_>>().join(",")
    };
    let mut json = String::from("{");
    if !attempt.values.is_empty() {
        json.extend([&members(false), ",\"was\":{", &members(true), "},"]);
    }
    json.push_str(if attempt.submit { "\"submit\":true}" } else { "\"submit\":false}" });
    json
}

/// A field's text as the API takes it.
fn value(name: &str, text: &str, quote: fn(&str) -> String) -> String {
    match name {
        "track" if text.is_empty() => "null".to_owned(),
        // The value of a choice that the server drew.
        "track" => text.to_owned(),
        "tags" => {
            let tags: Vec<String> = text.split(',').map(quote).collect();
            ["[", &tags.join(","), "]"].concat()
        }
        _ => quote(text),
    }
}

/// What an answer means for the form.
fn answer(response: &Response, json: &JsValue) -> Answer {
    let sentence = sentences(json);
    match response.status {
        200 | 201 => Answer::Saved(()),
        // 408: the server gave up waiting for the body.
        0 | 408 => Answer::Lost,
        401 => Answer::SignedOut,
        // The form's token is not this session's any more: somebody signed in again elsewhere.
        403 if response.has_code(Code::CrossSite) => Answer::SignedOut,
        403 => Answer::NotTheirs(sentence),
        404 => Answer::NotTheirs("You are signed in as someone who doesn’t have this project.".into()),
        409 if response.has_code(Code::EditedMeanwhile) => Answer::Conflict(sentence),
        409 => Answer::Over(sentence),
        413 => Answer::Refused("This is too long to be saved.".into()),
        // The key made a project before, with other texts.
        422 => Answer::Conflict("This form made a project before, with another text.".into()),
        429 | 500.. => Answer::Busy,
        _ => Answer::Refused(sentence),
    }
}

/// Every sentence of a refusal: the one, or the messages by field.
fn sentences(json: &JsValue) -> String {
    let Some(object) = json.dyn_ref::<js_sys::Object>() else { return String::new() };
    js_sys::Object::values(object).flat(2).join(" ").into()
}

/// A member of a project as the form shows it: tags with commas between, nothing for null.
pub(super) fn field_of(project: &JsValue, name: &str) -> String {
    let Ok(value) = Reflect::get(project, &name.into()) else { return String::new() };
    if let Some(list) = value.dyn_ref::<Array>() {
        return list.join(", ").into();
    }
    if value.is_null() || value.is_undefined() {
        return String::new();
    }
    // A text as it is; a number, which is an id, as JavaScript writes it.
    JsString::from("").concat(&value).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quote(text: &str) -> String {
        serde_json::to_string(text).unwrap()
    }

    #[test]
    fn a_project_is_sent_with_what_the_server_held_beside_it() {
        let values = [("title", "A \"lamp\"", ""), ("tags", "a, b", ""), ("track", "3", "")];
        let values = values.map(|(name, text, was)| (name.to_owned(), text.to_owned(), was.to_owned()));
        let json = body(&Attempt { values: values.into(), submit: true }, quote);
        let expected = serde_json::json!({
            "title": "A \"lamp\"", "tags": ["a", " b"], "track": 3,
            "was": { "title": "", "tags": [""], "track": null }, "submit": true,
        });
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap(), expected);
        let nothing = body(&Attempt { values: Vec::new(), submit: false }, quote);
        assert_eq!(nothing, r#"{"submit":false}"#);
    }
}
