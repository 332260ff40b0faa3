//! The copy of a project's form that this device keeps until the server has what was typed: for one person, one project
//! and one tab, as JSON under a name that begins with `evenhand-draft-`. `style/assets/device.js` counts these names.

use super::merge::KeptField;
use super::saving::Attempt;
use crate::islands::browser::text_of;
use crate::islands::local_copy::LocalCopy;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Kept {
    /// When it was typed, in milliseconds since 1970.
    pub(super) at: f64,
    /// The idempotency key under which a new project is sent.
    pub(super) once: String,
    /// The button that was pressed and not answered: to submit, or to save.
    pub(super) wish: Option<bool>,
    /// The fields that are not saved.
    pub(super) fields: Vec<KeptField>,
    /// What was sent and not answered.
    pub(super) trying: Option<Attempt>,
    /// That was sent as a page, so that nobody here heard of its end.
    pub(super) posted: bool,
}

impl LocalCopy for Kept {
    fn to_text(&self) -> String {
        let kept = self;
        let object = Object::new();
        let set = |member: &str, value: &JsValue| _ = Reflect::set(&object, &member.into(), value);
        set("at", &kept.at.into());
        set("once", &kept.once.as_str().into());
        if let Some(wish) = kept.wish {
            set("wish", &wish.into());
        }
        set("posted", &kept.posted.into());
        let fields = kept.fields.iter().map(|field| triple(&field.name, &field.typed, &field.was));
        set("fields", &fields.collect::<Array>());
        if let Some(attempt) = &kept.trying {
            let values = attempt.values.iter().map(|(name, text, was)| triple(name, text, was));
            set("trying", &values.collect::<Array>());
            set("submits", &attempt.submit.into());
        }
        js_sys::JSON::stringify(&object).map(String::from).unwrap_or_default()
    }

    fn from_text(text: &str) -> Option<Self> {
        let object = js_sys::JSON::parse(text).ok().filter(JsValue::is_object)?;
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
        Some(Kept {
            at: get("at").as_f64().unwrap_or_default(),
            once: text_of(&object, "once").unwrap_or_default(),
            wish: get("wish").as_bool(),
            fields: fields.collect(),
            trying: triples("trying").map(|values| Attempt { values, submit }),
            posted: get("posted").is_truthy(),
        })
    }

    fn typed_at(&self) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole milliseconds since 1970"
        )]
        let at = self.at as u64;
        at
    }
}

fn triple(name: &str, text: &str, was: &str) -> Array {
    [name, text, was].into_iter().map(JsValue::from).collect()
}
