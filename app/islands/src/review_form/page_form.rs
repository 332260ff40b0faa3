//! The form in the page: reads its values and shows what the server would say of them. The browser's own defaults
//! (`defaultValue`, `defaultChecked`) are what the server sent.

use super::checks::{comment_fault, report};
use super::shown::{Notice, shown};
use super::values::ReviewValues;
use crate::browser;
use js_sys::Reflect;
use leptos::prelude::Update;
use shared::rubric::{Criterion, Weight};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlElement};

/// The line about saving.
const STATUS: &str = "#review-status";

pub(super) struct PageForm {
    root: Element,
    criteria: Vec<Criterion>,
}

impl PageForm {
    pub(super) fn find() -> Option<Self> {
        let document: Document = web_sys::window()?.document()?;
        let root = document.get_element_by_id("scoring")?;
        let mut criteria = Vec::new();
        let fields = root.query_selector_all(".review-criterion").ok()?;
        for index in 0..fields.length() {
            criteria.push(criterion(&fields.get(index)?.unchecked_into())?);
        }
        Some(Self { root, criteria })
    }

    fn one(&self, selector: &str) -> Option<Element> {
        self.root.query_selector(selector).ok()?
    }

    pub(super) fn contains(&self, element: &Element) -> bool {
        self.root.contains(Some(element))
    }

    pub(super) fn is_within(&self, element: &Element) -> bool {
        element.contains(Some(&self.root))
    }

    /// Whether the page counts which links of the project are opened.
    pub(super) fn counts_looks(&self) -> bool {
        let page = self.root.owner_document();
        page.is_some_and(|page| page.query_selector("[data-look]").is_ok_and(|link| link.is_some()))
    }

    /// What an attribute of the form says; empty without it.
    pub(super) fn attribute(&self, attribute: &str) -> String {
        self.root.get_attribute(attribute).unwrap_or_default()
    }

    pub(super) fn has(&self, attribute: &str) -> bool {
        self.root.has_attribute(attribute)
    }

    pub(super) fn values(&self) -> ReviewValues {
        self.read(":checked", "value")
    }

    pub(super) fn rendered(&self) -> ReviewValues {
        self.read("[checked]", "defaultValue")
    }

    fn read(&self, chosen: &str, property: &str) -> ReviewValues {
        let says = |selector: &str| {
            let value = self.one(selector).and_then(|e| Reflect::get(&e, &property.into()).ok());
            value.and_then(|value| value.as_string()).unwrap_or_default()
        };
        let score = |c: &Criterion| {
            let text = says(&[&number(c), ",", &radio(c), chosen].concat());
            (c.key.clone(), text.trim().to_owned())
        };
        ReviewValues { scores: self.criteria.iter().map(score).collect(), comment: says("textarea") }
    }

    /// Puts these values in; with `over`, only into fields that still hold its values.
    pub(super) fn put(&self, values: &ReviewValues, over: Option<&ReviewValues>) {
        let now = self.values();
        for criterion in &self.criteria {
            let key = &criterion.key;
            if over.is_none_or(|over| over.score(key) == now.score(key)) {
                self.set(criterion, values.score(key));
            }
        }
        if over.is_none_or(|over| over.comment == now.comment) {
            self.property("textarea", "value", &values.comment.as_str().into());
        }
    }

    /// Moves the focus to the first field that is not as the server sent it, or else to the first one: the button that was pressed
    /// is gone, and its focus with it.
    pub(super) fn focus_changed(&self) {
        let (now, sent) = (self.values(), self.rendered());
        let changed = self.criteria.iter().find(|c| now.score(&c.key) != sent.score(&c.key));
        let field = match changed {
            Some(c) => self.one(&[&radio(c), ":checked,", &number(c)].concat()),
            None if now.comment != sent.comment => self.one("textarea"),
            None => None,
        };
        if let Some(field) = field.or_else(|| self.one("[name^=score_],textarea")) {
            let _ = field.unchecked_ref::<HtmlElement>().focus();
        }
    }

    fn set(&self, criterion: &Criterion, text: &str) {
        self.property(&number(criterion), "value", &text.into());
        self.property(&[&radio(criterion), ":checked"].concat(), "checked", &JsValue::FALSE);
        // A kept text is whatever the storage held: only a number makes a selector.
        if text.parse::<i64>().is_ok() {
            let chosen = [&radio(criterion), "[value='", text, "']"].concat();
            self.property(&chosen, "checked", &JsValue::TRUE);
        }
    }

    /// Why the server would refuse these values; empty where it would not.
    pub(super) fn fault(&self, typed: &ReviewValues, submit: bool) -> String {
        let wrong = self.criteria.iter().map(|c| report(c, typed.score(&c.key), submit).wrong);
        let mut wrong = wrong.chain([comment_fault(&typed.comment)]).filter(|wrong| !wrong.is_empty());
        wrong.next().unwrap_or_default()
    }

    /// Shows at each field what is wrong with it, and moves the total.
    pub(super) fn render(&self, typed: &ReviewValues) {
        let submit = self.has("data-submit");
        let texts: Vec<String> = self.criteria.iter().map(|c| typed.score(&c.key).to_owned()).collect();
        shown().update(|shown| {
            shown.follow(&self.criteria, &texts, &typed.comment, submit);
            for (criterion, field) in self.criteria.iter().zip(&shown.fields) {
                self.mark(&number(criterion), &field.wrong);
            }
            self.mark("textarea", &shown.comment_fault);
        });
    }

    /// The line about saving for a form whose values are all in the newest save.
    pub(super) fn stored_words(&self) -> String {
        self.attribute_of(STATUS, "data-stored")
    }

    /// Sets what [`Self::stored_words`] says, and the moment of it, which the save's tag names: on the clocks that the server wrote
    /// it on. `times.js` adds the visitor's own.
    pub(super) fn set_stored_words(&self, words: &str, version: &str) {
        self.set_attribute(STATUS, "data-stored", words);
        let time = "#saved-at time";
        let offset = self.attribute_of("#saved-at", "data-offset");
        let local = browser::on_clocks(version, &offset);
        self.set_attribute(time, "datetime", &[local.as_str(), &offset].concat());
        self.set_attribute(time, "data-form", "minute");
        self.set_attribute(time, "class", "");
        let zone = self.attribute_of("#saved-at", "data-zone");
        let text = [local.get(11..16).unwrap_or_default(), " ", &zone].concat();
        self.property(time, "textContent", &text.as_str().into());
    }

    /// Shows a notice above the form: what happened, the values that are nowhere else, and the labels of its two buttons.
    pub(super) fn notice(
        &self,
        place: Place,
        title: &str,
        what: &str,
        written: Option<&ReviewValues>,
        ways: [&str; 2],
    ) {
        let scores = written.map(|typed| {
            let scores = self.criteria.iter().map(|c| {
                let text = typed.score(&c.key);
                [c.name.as_str(), " ", if text.is_empty() { "–" } else { text }].concat()
            });
            ["Typed here: ", &scores.collect::<Vec<_>>().join(" · ")].concat()
        });
        let scores = scores.unwrap_or_default();
        let comment = written.map_or("", |typed| typed.comment.as_str());
        let notice = Notice([title, what, &scores, comment, ways[0], ways[1]].map(str::to_owned));
        shown().update(|shown| shown.notices[place as usize] = notice);
    }

    /// Makes updating the main action of a submitted review that was changed, and going on that of one that was not.
    pub(super) fn offer_update(&self, changed: bool) {
        self.show(".review-onward", !changed);
        let class = if changed { "button main review-update" } else { "button review-update" };
        self.set_attribute(".review-update", "class", class);
    }

    pub(super) fn set_attribute(&self, selector: &str, attribute: &str, value: &str) {
        if let Some(element) = self.one(selector) {
            let _ = element.set_attribute(attribute, value);
        }
    }

    /// What an attribute of an element in the form says; empty without it.
    pub(super) fn attribute_of(&self, selector: &str, attribute: &str) -> String {
        self.one(selector).and_then(|element| element.get_attribute(attribute)).unwrap_or_default()
    }

    /// Hides what the server answered to the last save, once more was typed.
    pub(super) fn hide_answer(&self) {
        let answer = self.root.owner_document().and_then(|page| page.get_element_by_id("answer"));
        if let Some(answer) = answer {
            let _ = answer.toggle_attribute_with_force("hidden", true);
        }
    }

    /// From now on, shows at its field that a score is missing.
    pub(super) fn ask_for_all(&self, submit: bool) {
        let _ = self.root.toggle_attribute_with_force("data-submit", submit);
    }

    /// From here on the script knows the newest save. The field that the server rendered would name an older one.
    pub(super) fn disable_base_version(&self) {
        self.toggle("[name=base_version]", "disabled", true);
    }

    /// Whether this device keeps what is typed: `data-unkept` says that it does not.
    pub(super) fn set_kept(&self, kept: bool) {
        let _ = self.root.toggle_attribute_with_force("data-unkept", !kept);
    }

    /// Whether the values can be changed and sent.
    pub(super) fn lock(&self, locked: bool) {
        self.toggle("fieldset", "disabled", locked);
        self.toggle("textarea", "readonly", locked);
        self.show(".review-actions", !locked);
    }

    pub(super) fn show(&self, selector: &str, shown: bool) {
        self.toggle(selector, "hidden", !shown);
    }

    fn toggle(&self, selector: &str, name: &str, there: bool) {
        if let Some(element) = self.one(selector) {
            let _ = element.toggle_attribute_with_force(name, there);
        }
    }

    fn property(&self, selector: &str, name: &str, value: &JsValue) {
        if let Some(element) = self.one(selector) {
            let _ = Reflect::set(&element, &name.into(), value);
        }
    }

    fn mark(&self, control: &str, wrong: &str) {
        if let Some(control) = self.one(control) {
            let _ = if wrong.is_empty() {
                control.remove_attribute("aria-invalid")
            } else {
                control.set_attribute("aria-invalid", "true")
            };
        }
    }
}

/// The two notices about copies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// The copy that belongs here.
    Kept = 0,
    /// Another one.
    Other = 1,
}

/// Names are criterion keys, letters, digits and underscores: nothing in them needs quoting.
fn number(criterion: &Criterion) -> String {
    ["[name=score_", &criterion.key, "][type=number]"].concat()
}

fn radio(criterion: &Criterion) -> String {
    ["[name=score_", &criterion.key, "][type=radio]"].concat()
}

fn criterion(field: &Element) -> Option<Criterion> {
    let says = |attribute| field.get_attribute(attribute);
    Some(Criterion {
        key: says("data-key")?,
        name: says("data-name")?,
        guidance: String::new(),
        weight: Weight::parse(&says("data-weight")?)?,
        min_value: says("data-min")?.parse().ok()?,
        max_value: says("data-max")?.parse().ok()?,
    })
}
