//! The copy of a project's form that this device keeps until the server has what was typed: for one person, one project
//! and one tab, as JSON under a name of [`crate::kept_prefix`]. `style/assets/kept.js` lists and clears these names.

use super::merge::KeptField;
use super::saving::Attempt;
use crate::browser::text_of;
use crate::json::Json;
use crate::local_copy::LocalCopy;
use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::JsValue;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProjectCopy {
    /// When it was typed, in milliseconds since 1970.
    pub(super) at: u64,
    /// The idempotency key under which a new project is sent.
    pub(super) once: String,
    /// The button that was pressed and not answered: to submit, or to save.
    pub(super) wish: Option<bool>,
    /// The fields that are not saved.
    pub(super) fields: Vec<KeptField>,
    /// What was sent and not answered.
    pub(super) trying: Option<Attempt>,
    /// It was sent as a page, so the answer went to the next page and not to this form.
    pub(super) posted: bool,
}

impl ProjectCopy {
    fn json(&self) -> Json {
        let mut members = vec![
            ("at", Json::Number(self.at.try_into().unwrap_or_default())),
            ("once", Json::text(&self.once)),
            ("posted", Json::Bool(self.posted)),
        ];
        members.extend(self.wish.map(|wish| ("wish", Json::Bool(wish))));
        let fields = self.fields.iter().map(|field| triple(&field.name, &field.typed, &field.was));
        members.push(("fields", Json::List(fields.collect())));
        if let Some(attempt) = &self.trying {
            let values = attempt.values.iter().map(|(name, text, was)| triple(name, text, was));
            members.push(("trying", Json::List(values.collect())));
            members.push(("submits", Json::Bool(attempt.submit)));
        }
        Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

fn triple(name: &str, text: &str, was: &str) -> Json {
    Json::List([name, text, was].into_iter().map(Json::text).collect())
}

impl LocalCopy for ProjectCopy {
    fn to_text(&self) -> String {
        self.json().to_text()
    }

    fn from_text(text: &str) -> Option<Self> {
        let object = JSON::parse(text).ok().filter(JsValue::is_object)?;
        let get = |member: &str| Reflect::get(&object, &member.into()).unwrap_or(JsValue::UNDEFINED);
        let triples = |member: &str| -> Option<Vec<(String, String, String)>> {
            let list = Some(get(member)).filter(Array::is_array).map(|list| Array::from(&list))?;
            let triple = |item: JsValue| {
                let text = |at: u32| Array::from(&item).get(at).as_string();
                Some((text(0)?, text(1)?, text(2)?))
            };
            list.iter().map(triple).collect()
        };
        let fields = triples("fields")?.into_iter().map(|(name, typed, was)| KeptField { name, typed, was });
        let submit = get("submits").is_truthy();
        let at = get("at").as_f64().unwrap_or_default() as u64;
        Some(Self {
            at,
            once: text_of(&object, "once").unwrap_or_default(),
            wish: get("wish").as_bool(),
            fields: fields.collect(),
            trying: triples("trying").map(|values| Attempt { values, submit }),
            posted: get("posted").is_truthy(),
        })
    }

    fn typed_at(&self) -> u64 {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_the_fields_and_what_was_sent_without_an_answer() {
        let attempt = Attempt { values: vec![("title".into(), "Lamp".into(), "Old".into())], submit: true };
        let field = KeptField { name: "tags".into(), typed: "a, \"b\"".into(), was: "00ff".into() };
        let copy = ProjectCopy {
            at: 1_795_197_780_000,
            once: "k".into(),
            wish: Some(true),
            fields: vec![field],
            trying: Some(attempt),
            posted: false,
        };
        let expected = serde_json::json!({
            "at": 1_795_197_780_000_i64, "once": "k", "wish": true, "posted": false,
            "fields": [["tags", "a, \"b\"", "00ff"]], "trying": [["title", "Lamp", "Old"]], "submits": true,
        });
        assert_eq!(serde_json::Value::from(&copy.json()), expected);
        let empty = serde_json::json!({ "at": 0, "once": "", "posted": false, "fields": [] });
        assert_eq!(serde_json::Value::from(&ProjectCopy::default().json()), empty);
    }
}
