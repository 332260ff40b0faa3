//! A project's form awake in the browser.
//!
//! Each field is known by three texts: what stands in it, what stood in it when the server last took it (`saved`), and
//! what the server holds (`was`). What is sent is what differs from `saved`, with `was` beside it, so that a
//! teammate's change is never overwritten.

use super::outbox::{self, Answer};
use js_sys::Reflect;
use shared::teammates::{FIELDS, print};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Event, HtmlElement};

thread_local! {
    static DRAFT: RefCell<Option<Draft>> = const { RefCell::new(None) };
}

/// The form in the page.
struct Draft {
    root: Element,
    fields: Vec<Field>,
    /// Where it is saved: a path of the API; empty where only the button saves.
    path: String,
    /// The path makes a new project.
    new: bool,
    /// A request is under way.
    busy: bool,
    /// The button that was pressed meanwhile.
    pressed: Option<HtmlElement>,
}

struct Field {
    name: &'static str,
    element: Element,
    saved: String,
    was: String,
}

impl Field {
    fn value(&self) -> String {
        text(&self.element, "value")
    }

    fn changed(&self) -> bool {
        self.value() != self.saved
    }
}

/// Runs with the form, where there is one.
fn with(job: impl FnOnce(&mut Draft)) {
    DRAFT.with(|draft| {
        if let Ok(mut draft) = draft.try_borrow_mut()
            && let Some(draft) = draft.as_mut()
        {
            job(draft);
        }
    });
}

/// Finds the form, and puts back what was typed and never saved.
pub fn wake() {
    let Some(draft) = Draft::find() else { return };
    DRAFT.with(|place| *place.borrow_mut() = Some(draft));
    with(|draft| {
        draft.put_back();
        for (name, job) in [("input", typed as fn(&Event)), ("click", clicked), ("submit", leaving)] {
            outbox::listen(&draft.root, name, job);
        }
    });
    // What waited goes out when the network is back, and when somebody comes back who had to sign in elsewhere.
    if let Some(window) = web_sys::window() {
        outbox::listen(&window, "online", back);
        outbox::listen(&window, "focus", back);
    }
}

fn back(_: &Event) {
    with(Draft::send);
}

fn typed(_: &Event) {
    with(Draft::changed);
}

/// The two buttons beside an older copy.
fn clicked(event: &Event) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
    match target.id().as_str() {
        "put-back" => with(|draft| draft.settle_other(true)),
        "forget" => with(|draft| draft.settle_other(false)),
        _ => {}
    }
}

/// The form is sent by its button: after a request that is under way, so that nothing is made twice.
fn leaving(event: &Event) {
    with(|draft| {
        if draft.busy {
            event.prevent_default();
            let submitter = Reflect::get(event, &"submitter".into()).ok();
            draft.pressed = submitter.and_then(|s| s.dyn_into().ok());
        }
        outbox::cancel();
    });
}

impl Draft {
    fn find() -> Option<Self> {
        let document: Document = web_sys::window()?.document()?;
        let root = document.get_element_by_id("draft")?;
        let mut fields = Vec::new();
        for (name, _) in FIELDS {
            let Some(element) = root.query_selector(&["[name=", name, "]"].concat()).ok()? else { continue };
            let sent = match root.query_selector(&["[name=", name, "] option[selected]"].concat()) {
                Ok(Some(option)) => text(&option, "value"),
                _ => text(&element, "defaultValue"),
            };
            fields.push(Field { name, element, saved: sent.clone(), was: sent });
        }
        let path = root.get_attribute("data-path").unwrap_or_default();
        let new = root.has_attribute("data-new");
        Some(Self { root, fields, path, new, busy: false, pressed: None })
    }

    fn key(&self) -> String {
        self.root.get_attribute("data-key").unwrap_or_default()
    }

    fn other_key(&self) -> String {
        self.key() + "-other"
    }

    /// What the form was given out upon: the prints of what it showed.
    fn upon(&self) -> String {
        let was = |field: &Field| {
            self.find_in(&["[name=was_", field.name, "]"].concat()).map(|e| text(&e, "value"))
        };
        self.fields.iter().filter_map(was).collect()
    }

    fn find_in(&self, selector: &str) -> Option<Element> {
        self.root.query_selector(selector).ok()?
    }

    /// A copy kept on this device goes back into the form where the form still shows what it was typed upon; else it
    /// is offered.
    fn put_back(&mut self) {
        let kept = outbox::kept(&self.key());
        let untouched = !self.root.has_attribute("data-unsaved") && !self.fields.iter().any(Field::changed);
        if let Some((upon, values)) = kept {
            if !self.differs(&values) {
                outbox::forget(&self.key());
            } else if upon == self.upon() && untouched {
                self.fill(&values);
                self.changed();
                self.say("Typed earlier, never saved: put back from this device.");
            } else {
                outbox::keep(&self.other_key(), &upon, &values);
                outbox::forget(&self.key());
            }
        }
        let other = outbox::kept(&self.other_key()).is_some_and(|(_, values)| self.differs(&values));
        self.show(".other", other);
        self.checklist();
    }

    /// The older copy is put into the form, or dropped.
    fn settle_other(&mut self, back: bool) {
        if let Some((_, values)) = outbox::kept(&self.other_key()).filter(|_| back) {
            self.fill(&values);
            self.changed();
        }
        outbox::forget(&self.other_key());
        self.show(".other", false);
    }

    fn differs(&self, values: &[(String, String)]) -> bool {
        values.iter().any(|(name, value)| self.fields.iter().any(|f| f.name == name && f.value() != *value))
    }

    fn fill(&self, values: &[(String, String)]) {
        for (name, value) in values {
            if let Some(field) = self.fields.iter().find(|f| f.name == name) {
                set(&field.element, "value", value);
            }
        }
    }

    /// Keeps what is not saved, says so, and has it saved in a moment.
    fn changed(&mut self) {
        self.checklist();
        let unsaved = self.root.has_attribute("data-unsaved");
        let values: Vec<_> = self
            .fields
            .iter()
            .filter(|f| unsaved || f.changed())
            .map(|f| (f.name.to_owned(), f.value()))
            .collect();
        if values.is_empty() {
            outbox::forget(&self.key());
            outbox::cancel();
            return self.say("");
        }
        let kept = outbox::keep(&self.key(), &self.upon(), &values);
        self.say(match (kept, self.path.is_empty() || unsaved) {
            (true, true) => "Not saved yet; kept on this device. The button saves it.",
            (true, false) => "Not saved yet; kept on this device.",
            (false, _) => "Not saved yet.",
        });
        if !self.path.is_empty() && !unsaved {
            outbox::later(1500, || with(|draft| draft.send()));
        }
    }

    /// Sends what differs from what the server took last.
    fn send(&mut self) {
        if self.busy || self.path.is_empty() || self.root.has_attribute("data-unsaved") {
            return;
        }
        let changed: Vec<usize> = (0..self.fields.len()).filter(|i| self.fields[*i].changed()).collect();
        if changed.is_empty() {
            return;
        }
        if self.fields.iter().any(|f| f.name == "title" && f.value().trim().is_empty()) {
            return self.say("Kept on this device; with a title it is saved as a draft.");
        }
        let sent: Vec<(usize, String)> = changed.into_iter().map(|i| (i, self.fields[i].value())).collect();
        let members = |of: &dyn Fn(usize, &str) -> String| {
            let parts: Vec<String> = sent
                .iter()
                .map(|(i, value)| {
                    let name = self.fields[*i].name;
                    [&outbox::quoted(name), ":", &outbox::json(name, &of(*i, value))].concat()
                })
                .collect();
            parts.join(",")
        };
        let now = members(&|_, value| value.to_owned());
        let was = members(&|i, _| self.fields[i].was.clone());
        let body = ["{", &now, ",\"was\":{", &was, "}}"].concat();
        self.busy = true;
        self.say("Saving…");
        let token = outbox::csrf();
        if let Some(input) = self.find_in("[name=csrfmiddlewaretoken]")
            && !token.is_empty()
        {
            // Signed in anew elsewhere: the button needs the new token too.
            set(&input, "value", &token);
        }
        let method = if self.new { "POST" } else { "PATCH" };
        outbox::send(method, &self.path, &token, &body, move |answer| {
            with(|draft| draft.answered(&sent, answer))
        });
    }

    fn answered(&mut self, sent: &[(usize, String)], answer: Answer) {
        self.busy = false;
        match answer {
            Answer::Saved(project) => self.saved(sent, &project),
            Answer::Refused(why) => self.say(&["Not saved, kept on this device: ", &why].concat()),
            Answer::SignedOut => {
                self.say("You are signed out. What you typed is kept on this device: sign in again in another window, then come back.");
            }
            Answer::Lost => {
                self.say("No connection: kept on this device, sent when it is back.");
                outbox::later(5000, || with(|draft| draft.send()));
            }
        }
        if let Some(button) = self.pressed.take() {
            // Not from within: the click comes back to this form.
            outbox::soon(move || button.click());
        }
    }

    fn saved(&mut self, sent: &[(usize, String)], project: &JsValue) {
        for (i, field) in self.fields.iter_mut().enumerate() {
            let stored = outbox::field_of(project, field.name);
            if let Some((_, value)) = sent.iter().find(|(at, _)| *at == i) {
                field.saved.clone_from(value);
            } else if !field.changed() {
                // A teammate's change comes into view.
                if stored != field.was {
                    set(&field.element, "value", &stored);
                }
                field.saved.clone_from(&stored);
            } else {
                continue;
            }
            field.was = stored;
        }
        for field in &self.fields {
            if let Some(input) = self.find_in(&["[name=was_", field.name, "]"].concat()) {
                set(&input, "value", &print(&field.was));
            }
        }
        if self.new {
            self.go_on(&outbox::field_of(project, "id"));
        }
        if self.fields.iter().any(Field::changed) {
            self.changed();
        } else {
            outbox::forget(&self.key());
            self.say("Draft saved.");
        }
    }

    /// The first save made the project: from here on it is edited, under its own address.
    fn go_on(&mut self, id: &str) {
        outbox::forget(&self.key());
        self.new = false;
        self.path = ["/api/projects/", id].concat();
        let edit = ["/projects/", id, "/edit"].concat();
        if let Some(form) = self.find_in("form") {
            let _ = form.set_attribute("action", &edit);
        }
        let key = self.root.get_attribute("data-person").unwrap_or_default() + "-p" + id;
        let _ = self.root.set_attribute("data-key", &key);
        outbox::address(&edit);
    }

    /// Written only when it changes, so that a screen reader says it once.
    fn say(&self, words: &str) {
        if let Some(status) = self.find_in("#saving")
            && status.text_content().as_deref() != Some(words)
        {
            status.set_text_content(Some(words));
        }
    }

    fn show(&self, selector: &str, shown: bool) {
        if let Some(element) = self.find_in(selector).and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            element.set_hidden(!shown);
        }
    }

    /// Says of each line of the checklist whether it is there.
    fn checklist(&self) {
        for line in ["title", "tagline", "summary", "repo_url demo_url", "track"] {
            let there = self
                .fields
                .iter()
                .any(|f| line.split(' ').any(|n| n == f.name) && !f.value().trim().is_empty());
            let line = ["[data-fields='", line, "'] "].concat();
            self.show(&[&line, ".there"].concat(), there);
            self.show(&[&line, ".quiet"].concat(), !there);
        }
    }
}

fn text(element: &Element, property: &str) -> String {
    Reflect::get(element, &property.into()).ok().and_then(|v| v.as_string()).unwrap_or_default()
}

fn set(element: &Element, property: &str, value: &str) {
    let _ = Reflect::set(element, &property.into(), &value.into());
}
