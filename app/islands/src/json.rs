//! What the forms send and keep, as JSON. It is put together as a value, which tests can look at without a browser; the
//! browser alone writes it as text.

#![cfg_attr(not(feature = "ssr"), allow(dead_code, reason = "each form uses a part of it"))]

use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::JsValue;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number, below 2^53: JavaScript's numbers are floats.
    Number(i64),
    Text(String),
    List(Vec<Json>),
    /// An object's members, in order.
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// The value as the browser writes it.
    pub(super) fn to_text(&self) -> String {
        JSON::stringify(&self.to_js()).map(String::from).unwrap_or_default()
    }

    fn to_js(&self) -> JsValue {
        match self {
            Self::Null => JsValue::NULL,
            Self::Bool(value) => JsValue::from_bool(*value),
            Self::Number(value) => JsValue::from_f64(*value as f64),
            Self::Text(text) => JsValue::from_str(text),
            Self::List(items) => items.iter().map(Self::to_js).collect::<Array>().into(),
            Self::Object(members) => {
                let object = Object::new();
                for (name, value) in members {
                    let _ = Reflect::set(&object, &name.as_str().into(), &value.to_js());
                }
                object.into()
            }
        }
    }
}

#[cfg(test)]
impl From<&Json> for serde_json::Value {
    fn from(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => (*value).into(),
            Json::Number(value) => (*value).into(),
            Json::Text(text) => text.as_str().into(),
            Json::List(items) => items.iter().map(Self::from).collect(),
            Json::Object(members) => {
                members.iter().map(|(name, value)| (name.clone(), Self::from(value))).collect()
            }
        }
    }
}
