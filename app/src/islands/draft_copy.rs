//! The copy of a project's form that this device keeps until the server has what was typed: for one person, one project
//! and one tab, as JSON under a name that begins with `evenhand-draft-`. `style/assets/device.js` counts these names.

use super::browser::{Store, text_of};
use super::merge::KeptField;
use super::project_saving::Attempt;
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

/// A copy with the name that it is kept under.
#[derive(Clone, Debug)]
pub(super) struct Copy {
    /// The name.
    pub(super) name: String,
    /// The copy.
    pub(super) kept: Kept,
}

/// Keeps a copy. Whether that worked.
pub(super) fn write(name: &str, kept: &Kept) -> bool {
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
    let text = js_sys::JSON::stringify(&object).map(String::from);
    text.is_ok_and(|text| Store::Device.set(name, &text))
}

fn triple(name: &str, text: &str, was: &str) -> Array {
    [name, text, was].into_iter().map(JsValue::from).collect()
}

fn read(text: &str) -> Option<Kept> {
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

/// Every copy whose name is this prefix with a tab behind it: the tab's own first, then the newest.
pub(super) fn all(prefix: &str, own: &str) -> Vec<Copy> {
    let begin = [prefix, "-"].concat();
    let names = Store::Device.names(&begin).into_iter();
    // A project's number, or an event's slug, may be the beginning of another's: a tab's name has no hyphen.
    let names = names.filter(|name| !name[begin.len()..].contains('-'));
    let copy = |name: String| Some(Copy { kept: read(&Store::Device.get(&name)?)?, name });
    // By hand, for a few copies: the library's sort would weigh more than the rest of this file.
    let mut copies: Vec<Copy> = Vec::new();
    for copy in names.filter_map(copy) {
        let before = |other: &Copy| copy.name == own || (other.name != own && copy.kept.at > other.kept.at);
        let at = copies.iter().position(before).unwrap_or(copies.len());
        copies.insert(at, copy);
    }
    copies
}

/// Removes a copy.
pub(super) fn forget(name: &str) {
    Store::Device.remove(name);
}
