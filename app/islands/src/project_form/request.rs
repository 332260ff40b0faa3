//! A project as the API takes it and answers with it.

use super::saving::{Answer, Attempt};
use crate::browser::{self, Response};
use crate::json::Json;
use js_sys::{Array, JsString, Reflect};
use shared::form_question::FIELD;
use shared::refusal::Code;
use wasm_bindgen::{JsCast, JsValue};

/// Sends one attempt of this person. `once` is the idempotency key under which a new project is sent. A change needs no key:
/// `was` tells it apart from a teammate's.
pub(super) fn send(
    new: bool,
    person: &str,
    path: &str,
    once: &str,
    attempt: &Attempt,
    done: impl FnOnce(Answer, JsValue) + 'static,
) {
    let body = body(attempt).to_text();
    let headers = [(browser::PERSON, person), ("Idempotency-Key", once)];
    let (method, headers) = if new { ("POST", &headers[..]) } else { ("PATCH", &headers[..1]) };
    browser::send(method, path, headers, &body, move |response| {
        let json = response.json();
        done(answer(&response, &json), json);
    });
}

/// The fields that the attempt sends, with what the server held in `was`; without fields it only submits.
fn body(attempt: &Attempt) -> Json {
    let mut members = Vec::new();
    if !attempt.values.is_empty() {
        members.extend(texts(attempt.values.iter().map(|(name, text, _)| (name, text))));
        let was = texts(attempt.values.iter().map(|(name, _, was)| (name, was)));
        members.push(("was".to_owned(), Json::Object(was)));
    }
    members.push(("submit".to_owned(), Json::Bool(attempt.submit)));
    Json::Object(members)
}

/// Fields as members: the answers to the event's own questions are in one.
fn texts<'f>(fields: impl Iterator<Item = (&'f String, &'f String)>) -> Vec<(String, Json)> {
    let (mut members, mut answers) = (Vec::new(), Vec::new());
    for (name, text) in fields {
        match name.strip_prefix(FIELD) {
            Some(key) => answers.push((key.to_owned(), Json::text(text))),
            None => members.push((name.clone(), value(name, text))),
        }
    }
    if !answers.is_empty() {
        members.push(("answers".to_owned(), Json::Object(answers)));
    }
    members
}

/// A field's text as the API takes it.
fn value(name: &str, text: &str) -> Json {
    match name {
        // The id of a track that the server offered; empty for none.
        "track" => text.parse().map_or(Json::Null, Json::Number),
        "tags" => Json::List(text.split(',').map(Json::text).collect()),
        _ => Json::text(text),
    }
}

/// What an answer means for the form.
fn answer(response: &Response, json: &JsValue) -> Answer {
    let sentence = sentences(json);
    match response.status {
        // What names no project is somebody else's answer: the sign-in page of a hall's network, for one.
        200 | 201 if !field_of(json, "id").is_empty() => Answer::Saved(()),
        // 408: the server gave up waiting for the body.
        0 | 200 | 201 | 408 => Answer::Lost,
        401 => Answer::SignedOut,
        // The form's token is not this session's any more: somebody signed in again elsewhere.
        403 if response.has_code(Code::CrossSite) => Answer::SignedOut,
        403 => Answer::NotTheirs(sentence),
        // Who is signed in was compared before.
        404 => Answer::Over("You can’t change this project any more.".into()),
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
    if let Some(key) = name.strip_prefix(FIELD) {
        let answers = Reflect::get(project, &"answers".into()).unwrap_or(JsValue::UNDEFINED);
        return browser::text_of(&answers, key).unwrap_or_default();
    }
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

    #[test]
    fn a_project_is_sent_with_what_the_server_held_beside_it() {
        let written = |attempt: &Attempt| serde_json::Value::from(&body(attempt));
        let values = [("title", "A \"lamp\"", ""), ("tags", "a, b", ""), ("track", "3", "")];
        let values = values.map(|(name, text, was)| (name.to_owned(), text.to_owned(), was.to_owned()));
        let expected = serde_json::json!({
            "title": "A \"lamp\"", "tags": ["a", " b"], "track": 3,
            "was": { "title": "", "tags": [""], "track": null }, "submit": true,
        });
        assert_eq!(written(&Attempt { values: values.into(), submit: true }), expected);
        let answer = ("answers_shirt".to_owned(), "M".to_owned(), String::new());
        let expected = serde_json::json!({
            "answers": { "shirt": "M" }, "was": { "answers": { "shirt": "" } }, "submit": false,
        });
        assert_eq!(written(&Attempt { values: vec![answer], submit: false }), expected);
        let nothing = Attempt { values: Vec::new(), submit: false };
        assert_eq!(written(&nothing), serde_json::json!({ "submit": false }));
    }
}
