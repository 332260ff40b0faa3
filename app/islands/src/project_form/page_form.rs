//! The form of a project in the page: finds its fields, reads and writes them. It decides nothing.

use super::merge::Fields;
use crate::browser::{soon, text_of, window};
use js_sys::Reflect;
use shared::project::FIELDS;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement};

pub(super) struct PageForm {
    root: Element,
    /// The fields' names and elements, in the form's order.
    fields: Vec<(String, Element)>,
}

impl PageForm {
    pub(super) fn find() -> Option<Self> {
        let root = window()?.document()?.get_element_by_id("draft")?;
        let element = |name: &str| root.query_selector(&["[name=", name, "]"].concat()).ok()?;
        // The event's own questions.
        let own = root.get_attribute("data-answers").unwrap_or_default();
        let names = FIELDS.into_iter().map(|(name, _)| name).chain(own.split_whitespace());
        let fields = names.filter_map(|name| Some((name.to_owned(), element(name)?))).collect();
        Some(Self { root, fields })
    }

    /// Where the events of the form arrive.
    pub(super) fn target(&self) -> &EventTarget {
        &self.root
    }

    /// What an attribute of the form says; empty without it.
    pub(super) fn attribute(&self, attribute: &str) -> String {
        self.root.get_attribute(attribute).unwrap_or_default()
    }

    pub(super) fn has(&self, attribute: &str) -> bool {
        self.root.has_attribute(attribute)
    }

    /// The texts that the server rendered, whatever is in the fields now.
    pub(super) fn rendered(&self) -> Vec<(String, String)> {
        let text = |name: &str, element: &Element| match self
            .one(&["[name=", name, "] option[selected]"].concat())
        {
            Some(option) => property(&option, "value"),
            None => property(element, "defaultValue"),
        };
        self.fields.iter().map(|(name, element)| (name.clone(), text(name, element))).collect()
    }

    pub(super) fn read(&self, fields: &mut Fields) {
        for (field, (_, element)) in fields.0.iter_mut().zip(&self.fields) {
            field.typed = property(element, "value");
        }
    }

    /// Writes into the fields what is not in them yet.
    pub(super) fn write_fields(&self, fields: &Fields) {
        for (field, (_, element)) in fields.0.iter().zip(&self.fields) {
            if property(element, "value") != field.typed {
                set_property(element, "value", &field.typed);
            }
        }
    }

    /// Moves the focus to the first field that is not as the server holds it, or else to the first one: the button that was pressed
    /// is gone, and its focus with it.
    pub(super) fn focus_changed(&self, fields: &Fields) {
        let mut pairs = fields.0.iter().zip(&self.fields);
        let changed = pairs.find(|(field, _)| field.typed != field.was).map(|(_, found)| found);
        if let Some((_, element)) = changed.or(self.fields.first()) {
            let _ = element.unchecked_ref::<HtmlElement>().focus();
        }
    }

    /// Whether the team asks for something in this form, beside its texts.
    pub(super) fn asks(&self) -> bool {
        self.one("#wishes input:checked").is_some()
    }

    /// The value of a hidden field.
    pub(super) fn hidden(&self, name: &str) -> String {
        self.hidden_field(name).map(|element| property(&element, "value")).unwrap_or_default()
    }

    pub(super) fn set_hidden(&self, name: &str, value: &str) {
        if let Some(input) = self.hidden_field(name) {
            set_property(&input, "value", value);
        }
    }

    fn hidden_field(&self, name: &str) -> Option<Element> {
        self.one(&["input[type=hidden][name=", name, "]"].concat())
    }

    /// Where the form is sent as a page.
    #[cfg(not(feature = "ssr"))]
    pub(super) fn action(&self) -> String {
        self.one("form").and_then(|form| form.get_attribute("action")).unwrap_or_default()
    }

    /// Sets where the form is sent as a page.
    pub(super) fn set_action(&self, path: &str) {
        if let Some(form) = self.one("form") {
            let _ = form.set_attribute("action", path);
        }
    }

    /// Presses a button of the form, once the current event is handled: the click comes back to the form's own listener.
    pub(super) fn press(&self, submit: bool) {
        let selector = if submit { "[name=submit][value=true]" } else { "[name=submit][value=false]" };
        if let Some(button) = self.one(selector).and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
            soon(move || button.click());
        }
    }

    /// The texts stay, to be copied; they can no longer be changed or sent.
    pub(super) fn lock(&self) {
        for (_, element) in &self.fields {
            let attribute = if element.tag_name() == "SELECT" { "disabled" } else { "readonly" };
            let _ = element.set_attribute(attribute, "");
        }
        if let Some(buttons) = self.one(".acts").and_then(|buttons| buttons.dyn_into::<HtmlElement>().ok()) {
            buttons.set_hidden(true);
        }
    }

    fn one(&self, selector: &str) -> Option<Element> {
        self.root.query_selector(selector).ok()?
    }
}

/// A property that inputs, text areas, selects and options share.
fn property(element: &Element, name: &str) -> String {
    text_of(element, name).unwrap_or_default()
}

fn set_property(element: &Element, name: &str, value: &str) {
    let _ = Reflect::set(element, &name.into(), &value.into());
}
