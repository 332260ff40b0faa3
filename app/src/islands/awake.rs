//! The form awake in the browser: reads what stands in it and says what the server would say of it. The
//! browser's own defaults (`defaultValue`, `defaultChecked`) are what the server sent.

use super::keep::{self, Kept};
use super::verdict::{BAR, bar_height, comment_fault, comment_length, said, tally, two_places};
use leptos::wasm_bindgen::JsCast;
use shared::rubric::{Criterion, Weight};
use web_sys::{Document, Element, HtmlElement, HtmlInputElement, HtmlTextAreaElement};

/// Puts back what was typed and never saved, and says what there is to say.
pub(super) fn wake() {
    let Some(form) = Form::find() else { return };
    let back = form.put_back();
    form.restate(back);
}

/// Says what there is to say, after a change.
pub(super) fn restate() {
    if let Some(form) = Form::find() {
        form.restate(false);
    }
}

/// The form in the page.
struct Form {
    root: Element,
    criteria: Vec<Criterion>,
}

impl Form {
    fn find() -> Option<Self> {
        let document: Document = web_sys::window()?.document()?;
        let root = document.get_element_by_id("scoring")?;
        let mut criteria = Vec::new();
        let fields = root.query_selector_all(".criterion").ok()?;
        for index in 0..fields.length() {
            criteria.push(criterion(&fields.get(index)?.dyn_into().ok()?)?);
        }
        Some(Self { root, criteria })
    }

    fn find_in<T: JsCast>(&self, selector: &str) -> Option<T> {
        self.root.query_selector(selector).ok()??.dyn_into().ok()
    }

    /// What stands in the form: one text for each criterion, and the comment.
    fn typed(&self) -> (Vec<String>, String) {
        let score = |c: &Criterion| {
            let input: Option<HtmlInputElement> =
                self.find_in(&format!("{},{}:checked", number(c), radio(c)));
            input.map(|input| input.value()).unwrap_or_default()
        };
        let comment: Option<HtmlTextAreaElement> = self.find_in("textarea");
        (self.criteria.iter().map(score).collect(), comment.map(|c| c.value()).unwrap_or_default())
    }

    /// What the server sent, likewise.
    fn sent(&self) -> (Vec<String>, String) {
        let score = |c: &Criterion| {
            if let Some(input) = self.find_in::<HtmlInputElement>(&number(c)) {
                return input.default_value();
            }
            let chosen: Option<HtmlInputElement> = self.find_in(&format!("{}[checked]", radio(c)));
            chosen.map(|input| input.value()).unwrap_or_default()
        };
        let comment: Option<HtmlTextAreaElement> = self.find_in("textarea");
        (
            self.criteria.iter().map(score).collect(),
            comment.and_then(|c| c.default_value().ok()).unwrap_or_default(),
        )
    }

    fn name(&self) -> String {
        format!("evenhand-review-{}", self.says("data-assignment"))
    }

    fn says(&self, attribute: &str) -> String {
        self.root.get_attribute(attribute).unwrap_or_default()
    }

    /// Puts a kept draft back, unless something newer stands in the form. Whether it did.
    fn put_back(&self) -> bool {
        let Some(kept) = keep::read(&self.name()) else { return false };
        if !kept.fits(&self.says("data-upon"), self.criteria.len()) {
            keep::forget(&self.name());
            return false;
        }
        // Typed before the form woke, put back by the browser, or sent back refused.
        let (scores, comment) = self.typed();
        if self.root.has_attribute("data-unsaved") || (scores, comment) != self.sent() {
            return false;
        }
        for (criterion, text) in self.criteria.iter().zip(&kept.scores) {
            self.set(criterion, text);
        }
        if let Some(area) = self.find_in::<HtmlTextAreaElement>("textarea") {
            area.set_value(&kept.comment);
        }
        self.typed() != self.sent()
    }

    fn set(&self, criterion: &Criterion, text: &str) {
        if let Some(input) = self.find_in::<HtmlInputElement>(&number(criterion)) {
            input.set_value(text);
            return;
        }
        if let Some(chosen) = self.find_in::<HtmlInputElement>(&format!("{}:checked", radio(criterion))) {
            chosen.set_checked(false);
        }
        // A kept text is whatever the storage held: only a number makes a selector.
        if let Ok(score) = text.parse::<i64>()
            && let Some(input) =
                self.find_in::<HtmlInputElement>(&format!("{}[value='{score}']", radio(criterion)))
        {
            input.set_checked(true);
        }
    }

    /// Says what there is to say of what stands in the form, and keeps it where it is not saved.
    fn restate(&self, back: bool) {
        let (scores, comment) = self.typed();
        let submit = self.root.has_attribute("data-submit");
        for (index, (criterion, text)) in self.criteria.iter().zip(&scores).enumerate() {
            let said = said(criterion, text, submit);
            let key = &criterion.key;
            self.show(&format!("[data-key={key}] .verdict"), said.good);
            self.message(&format!("#score_{key}-error"), &number(criterion), &said.wrong);
            self.bar(index, bar_height(criterion, text));
        }
        self.message("#comment-error", "textarea", &comment_fault(&comment));
        self.write("#comment-hint span", &comment_length(&comment).to_string());
        let (total, scored) = tally(&self.criteria, &scores);
        self.write("output", &if scored == 0 { "–".to_owned() } else { two_places(total) });
        self.write(".scored", &scored.to_string());
        self.keep(scores, comment, back);
    }

    fn keep(&self, scores: Vec<String>, comment: String, back: bool) {
        let typed = (scores, comment);
        let Some(status) = self.find_in::<Element>("[role=status]") else { return };
        let words = if !self.root.has_attribute("data-unsaved") && typed == self.sent() {
            keep::forget(&self.name());
            status.get_attribute("data-stored").unwrap_or_default()
        } else {
            let kept = Kept { upon: self.says("data-upon"), scores: typed.0, comment: typed.1 };
            match (keep::write(&self.name(), &kept), back) {
                (true, true) => "Typed earlier, never saved: put back from this device".to_owned(),
                (true, false) => "Not saved; kept on this device".to_owned(),
                (false, _) => "Not saved".to_owned(),
            }
        };
        // Written only when it changes, so that a screen reader says it once.
        if status.text_content().as_deref() != Some(&words) {
            status.set_text_content(Some(&words));
        }
    }

    fn write(&self, selector: &str, text: &str) {
        if let Some(element) = self.find_in::<Element>(selector) {
            element.set_text_content(Some(text));
        }
    }

    fn show(&self, selector: &str, shown: bool) {
        if let Some(element) = self.find_in::<HtmlElement>(selector) {
            element.set_hidden(!shown);
        }
    }

    fn message(&self, selector: &str, control: &str, words: &str) {
        self.show(selector, !words.is_empty());
        self.write(&format!("{selector} span"), words);
        if let Some(control) = self.find_in::<Element>(control) {
            let _ = if words.is_empty() {
                control.remove_attribute("aria-invalid")
            } else {
                control.set_attribute("aria-invalid", "true")
            };
        }
    }

    fn bar(&self, index: usize, high: i64) {
        // Each criterion has two: the room, and the bar in it.
        if let Some(bar) = self.find_in::<Element>(&format!(".bar:nth-child({})", 2 * index + 2)) {
            let _ = bar.set_attribute("y", &(BAR - high).to_string());
            let _ = bar.set_attribute("height", &high.to_string());
        }
    }
}

/// Names are criterion keys, letters, digits and underscores: nothing in them needs quoting.
fn number(criterion: &Criterion) -> String {
    format!("[name=score_{}][type=number]", criterion.key)
}

fn radio(criterion: &Criterion) -> String {
    format!("[name=score_{}][type=radio]", criterion.key)
}

/// The criterion that a field was drawn for.
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
