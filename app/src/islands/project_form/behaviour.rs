//! What the form of a project does in the browser: what is typed is kept on this device at once, a draft is saved when its
//! editor pauses, and a pressed button is kept too until the server has answered.

use super::copies::Kept;
use super::merge::{Field, Fields, Restored};
use super::request::{field_of, send};
use super::saving::{Answer, Attempt, Next, Saving};
use crate::islands::browser::{self, cancel, later, listen, online, soon, text_of, window};
use crate::islands::local_copy::{self, NamedCopy};
use crate::islands::saving::Halt;
use crate::islands::tab_calls as tabs;
use js_sys::Reflect;
use shared::teammates::{FIELDS, fingerprint};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Event, HtmlElement, SubmitEvent};

/// How long an editor pauses before a draft is saved, in milliseconds.
const PAUSE: i32 = 1_500;

thread_local! {
    static DRAFT: RefCell<Option<Draft>> = const { RefCell::new(None) };
}

/// The form in the page.
struct Draft {
    root: Element,
    /// The fields' elements, in the order of `fields`.
    elements: Vec<Element>,
    fields: Fields,
    saving: Saving,
    /// Where it is saved: a path of the API.
    path: String,
    /// Names of copies of this form begin like this.
    prefix: String,
    /// The form of a project came back refused: the server's page alone knows what it held, and takes it.
    unsaved: bool,
    /// The form is being sent as a page, or was left: nothing is stopped or kept any more.
    left: bool,
    /// This device keeps what is typed.
    kept: bool,
    /// The other copy that is offered.
    other: Option<NamedCopy<Kept>>,
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
pub fn start() {
    let Some(draft) = Draft::find() else { return };
    tabs::enter();
    listen(&draft.root, &["input", "click", "submit"], handle);
    DRAFT.set(Some(draft));
    with(Draft::put_back);
    if let Some(window) = window() {
        listen(&window, &["online", "offline", "focus", "pagehide", "pageshow", "storage"], handle);
    }
}

fn handle(event: &Event) {
    let kind = event.type_();
    with(|draft| match kind.as_str() {
        "input" => draft.typed(),
        "click" => draft.clicked(event),
        "submit" => draft.pressed(event.unchecked_ref()),
        // The network is back, or the editor, perhaps from signing in elsewhere.
        "online" | "focus" => {
            draft.saving.resume();
            draft.pump();
        }
        "offline" => draft.restate(),
        "pagehide" => tabs::leave(),
        "pageshow" => {
            let shown_again = Reflect::get(event, &"persisted".into()).is_ok_and(|value| value.is_truthy());
            if shown_again {
                draft.shown_again();
            }
        }
        "storage" => draft.heard_of_tab(event),
        _ => {}
    });
}

impl Draft {
    fn find() -> Option<Self> {
        let document: Document = window()?.document()?;
        let root = document.get_element_by_id("draft")?;
        let unsaved = root.has_attribute("data-unsaved");
        let (mut elements, mut fields) = (Vec::new(), Vec::new());
        for (name, _) in FIELDS {
            let Some(element) = root.query_selector(&["[name=", name, "]"].concat()).ok()? else { continue };
            let drawn = match root.query_selector(&["[name=", name, "] option[selected]"].concat()) {
                Ok(Some(option)) => text(&option, "value"),
                _ => text(&element, "defaultValue"),
            };
            let new = root.has_attribute("data-new");
            let field = if new && unsaved { Field::unsaved(name, drawn) } else { Field::drawn(name, drawn) };
            fields.push(field);
            elements.push(element);
        }
        let says = |attribute: &str| root.get_attribute(attribute).unwrap_or_default();
        let saving = Saving::begin_form(root.has_attribute("data-new"), root.has_attribute("data-quiet"));
        Some(Self {
            elements,
            fields: Fields(fields),
            path: says("data-path"),
            prefix: says("data-key"),
            unsaved: unsaved && !saving.new,
            left: false,
            kept: true,
            other: None,
            saving,
            root,
        })
    }

    fn name(&self) -> String {
        local_copy::name(&self.prefix, &tabs::name())
    }

    fn find_in(&self, selector: &str) -> Option<Element> {
        self.root.query_selector(selector).ok()?
    }

    fn value_of(&self, selector: &str) -> String {
        self.find_in(selector).map(|element| text(&element, "value")).unwrap_or_default()
    }

    /// Reads the values that the form shows.
    fn read(&mut self) {
        for (field, element) in self.fields.0.iter_mut().zip(&self.elements) {
            field.typed = text(element, "value");
        }
    }

    /// Writes into the form what is not in it yet.
    fn draw(&self) {
        for (field, element) in self.fields.0.iter().zip(&self.elements) {
            if text(element, "value") != field.typed {
                set(element, "value", &field.typed);
            }
        }
    }

    /// Puts the newest copy back into the form if the form still shows the version that the copy began from. Otherwise it
    /// offers the copy.
    fn put_back(&mut self) {
        self.read();
        let mut copies = local_copy::all::<Kept>(&self.prefix, &self.name()).into_iter();
        for copy in copies.by_ref() {
            let trying = copy.copy.trying.as_ref().map(Attempt::sent).unwrap_or_default();
            match self.fields.restore(&copy.copy.fields, &trying) {
                Restored::Saved if self.saving.new => local_copy::forget(&copy.name),
                Restored::Saved if copy.copy.wish != Some(true) || !self.saving.quiet => {
                    local_copy::forget(&copy.name);
                }
                Restored::Saved => self.take_over(&copy, Vec::new()),
                // Whether the page that it was sent as made a project, nobody here knows.
                Restored::Put(texts) if !(self.unsaved || self.saving.new && copy.copy.posted) => {
                    self.take_over(&copy, texts);
                }
                _ => {
                    self.other = Some(copy);
                    break;
                }
            }
        }
        self.show(".project-form-other", self.other.is_some());
        self.checklist();
        // What came back refused would be refused again.
        if self.root.has_attribute("data-unsaved") {
            self.keep();
            self.restate();
        } else {
            self.pump();
        }
    }

    /// A copy comes into the form, and is this tab's from here on. Where the tab that wrote it is still open, that one keeps
    /// its own again.
    fn take_over(&mut self, copy: &NamedCopy<Kept>, texts: Vec<(String, String)>) {
        for (name, text) in texts {
            if let Some(field) = self.fields.0.iter_mut().find(|field| field.name == name) {
                field.typed = text;
            }
        }
        self.draw();
        // One text makes one project, whichever of its tabs sends it first: its key comes with it. Where its answer was
        // lost, it is asked for again.
        if self.saving.new && !copy.copy.once.is_empty() {
            self.set_hidden("once", &copy.copy.once);
            self.saving.trying.clone_from(&copy.copy.trying);
        }
        let wished = copy.copy.wish == Some(true) && self.saving.quiet;
        self.note(if wished {
            "You pressed Submit project, and it did not reach the server. Press it again."
        } else {
            "We restored what you typed earlier. It had not been saved."
        });
        if copy.name != self.name() {
            local_copy::forget(&copy.name);
        }
        self.keep();
    }

    /// The buttons that send nothing by themselves: the two beside another copy, and the way to both versions.
    fn clicked(&mut self, event: &Event) {
        let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
        let wanted = match target.id().as_str() {
            "put-back" => true,
            "forget" => false,
            "see-both" => return self.post(false),
            _ => return,
        };
        let Some(copy) = self.other.take() else { return };
        self.show(".project-form-other", false);
        local_copy::forget(&copy.name);
        if wanted {
            for kept in copy.copy.fields {
                if let Some(field) = self.fields.0.iter_mut().find(|field| field.name == kept.name) {
                    field.typed = kept.typed;
                }
            }
            self.draw();
            self.typed();
        }
    }

    fn typed(&mut self) {
        self.read();
        self.checklist();
        self.saving.typed();
        self.note("");
        self.keep();
        self.restate();
        if self.saving.pause() == 0 {
            later(PAUSE, || with(Draft::pump));
        }
    }

    /// A button was pressed. It is answered here where that can be; the server's page answers what needs words of its own.
    fn pressed(&mut self, event: &SubmitEvent) {
        if self.left {
            return;
        }
        self.read();
        let submitter = event.submitter();
        let submit = submitter.as_ref().and_then(|b| b.get_attribute("value")).is_some_and(|v| v == "true");
        if self.unsaved {
            if online() {
                return self.leave_to_page(submit);
            }
            event.prevent_default();
            self.keep();
            return self
                .say("Kept on this device. There is no network: press the button again when it is back.");
        }
        if !self.saving.pressed(submit) {
            return self.leave_to_page(submit);
        }
        event.prevent_default();
        self.note("");
        self.keep();
        self.pump();
    }

    /// The form goes out as a page, as without scripting. Its copy stays, marked, for it may not arrive.
    fn leave_to_page(&mut self, submit: bool) {
        let all = self.fields.0.iter().filter(|field| self.unsaved || field.typed != field.saved);
        let values =
            all.map(|field| (field.name.to_owned(), field.typed.clone(), field.was.clone())).collect();
        self.saving.trying = Some(Attempt { values, submit });
        self.left = true;
        self.keep();
    }

    /// Keeps what is not saved, and forgets what is.
    fn keep(&mut self) {
        if !self.unsaved && self.saving.all_saved(&self.fields) {
            self.kept = true;
            return local_copy::forget(&self.name());
        }
        let kept = Kept {
            at: js_sys::Date::now(),
            once: self.value_of("[name=once]"),
            wish: self.saving.wish,
            fields: self.fields.kept(self.unsaved),
            trying: self.saving.trying.clone(),
            posted: self.left,
        };
        self.kept = local_copy::write(&self.name(), &kept);
    }

    /// Sends what is due, and shows the state of saving.
    fn pump(&mut self) {
        cancel();
        if self.unsaved || self.left {
            return self.restate();
        }
        self.read();
        let Some(attempt) = self.saving.next(&self.fields) else { return self.restate() };
        self.saving.begin(attempt.clone());
        // What goes out is marked, so that it is known again where its answer gets lost.
        self.keep();
        self.restate();
        let once = self.value_of("[name=once]");
        let person = self.person();
        send(self.saving.new, &person, &self.path, &once, &attempt.clone(), move |answer, project| {
            with(|draft| draft.answered(&attempt, answer, &project));
        });
    }

    /// The person who opened the page.
    fn person(&self) -> String {
        self.root.get_attribute("data-person").unwrap_or_default()
    }

    fn answered(&mut self, attempt: &Attempt, answer: Answer, project: &JsValue) {
        if self.left {
            return;
        }
        self.read();
        if answer == Answer::Saved(()) {
            // The same person signed in anew elsewhere: the button needs the new token too. Before this answer the token
            // could have been somebody else's.
            let token = browser::csrf_token();
            if !token.is_empty() {
                self.set_hidden("csrfmiddlewaretoken", &token);
            }
            self.fields.take(&attempt.sent(), |name| field_of(project, name));
            self.draw();
            for field in &self.fields.0 {
                self.set_hidden(&["was_", field.name].concat(), &fingerprint(&field.was));
            }
            if self.saving.new {
                self.go_on(&field_of(project, "id"));
            }
        }
        let wish = self.saving.wish;
        match self.saving.answered(answer, &self.fields) {
            Next::Go => {
                self.keep();
                self.restate();
                match self.saving.pause() {
                    0 if self.saving.next(&self.fields).is_some() => later(PAUSE / 3, || with(Draft::pump)),
                    0 => {}
                    seconds => later(seconds * 1_000, || with(Draft::pump)),
                }
            }
            Next::Leave => {
                self.keep();
                self.left = true;
                cancel();
                let done = if attempt.submit { "?done=submitted" } else { "?done=saved" };
                let page = ["/projects/", &field_of(project, "id"), done].concat();
                if let Some(window) = window() {
                    let _ = window.location().assign(&page);
                }
            }
            Next::Post => self.post(wish == Some(true)),
        }
    }

    /// Sends the form as a page, as without scripting.
    fn post(&mut self, submit: bool) {
        self.leave_to_page(submit);
        let selector = if submit { "[name=submit][value=true]" } else { "[name=submit][value=false]" };
        if let Some(button) = self.find_in(selector).and_then(|b| b.dyn_into::<HtmlElement>().ok()) {
            // Not from within: the click comes back to this form.
            soon(move || button.click());
        }
    }

    /// The first save made the project: from here on it is edited, under its own address.
    fn go_on(&mut self, id: &str) {
        local_copy::forget(&self.name());
        self.path = ["/api/projects/", id].concat();
        let edit = ["/projects/", id, "/edit"].concat();
        if let Some(form) = self.find_in("form") {
            let _ = form.set_attribute("action", &edit);
        }
        self.set_hidden("once", "");
        let kept = self.root.get_attribute("data-kept").unwrap_or_default();
        self.prefix = [&kept, "-p", id].concat();
        if let Some(history) = window().and_then(|w| w.history().ok()) {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&edit));
        }
    }

    /// The page comes back as it was left, out of the browser's memory, and the server may hold more by now. What is typed
    /// is kept, so it is found again.
    fn shown_again(&mut self) {
        tabs::enter();
        self.left = false;
        self.read();
        if let Some(window) = window()
            && (self.kept || self.saving.all_saved(&self.fields))
        {
            let _ = window.location().reload();
        }
    }

    /// Another tab changed what is kept on this device.
    fn heard_of_tab(&mut self, event: &Event) {
        let key = text_of(event, "key").unwrap_or_default();
        let gone = text_of(event, "newValue").is_none();
        if key == tabs::FORGOTTEN && !gone {
            // Signed out elsewhere, and everything was to be forgotten: nothing is kept until the next key.
            self.kept = false;
        } else if gone && self.kept && key == self.name() && !self.saving.all_saved(&self.fields) {
            // The other tab put this one's text into its own form. It is kept here as long as it is needed here.
            self.keep();
        }
    }

    fn set_hidden(&self, name: &str, value: &str) {
        if let Some(input) = self.find_in(&["input[type=hidden][name=", name, "]"].concat()) {
            set(&input, "value", value);
        }
    }

    /// Shows the state of saving.
    fn restate(&mut self) {
        let mut words = self.saving.words(&self.fields, self.kept, online());
        if self.unsaved && !self.fields.changed().is_empty() {
            words = "Not saved yet. Kept on this device. Press the button to save it.".into();
        }
        self.say(&words);
        let halted = match &self.saving.halt {
            Halt::None => String::new(),
            Halt::SignedOut => "You were signed out. Your text is kept on this device.".into(),
            Halt::NotTheirs(sentence) => [sentence, " Your text is kept on this device."].concat(),
            Halt::Conflict(sentence) => sentence.clone(),
            Halt::Over(sentence) => {
                [sentence.as_str(), " What you typed is still here to copy. It was not saved."].concat()
            }
        };
        self.write("#halted p", &halted);
        self.show("#halted", !halted.is_empty());
        self.show("#sign-in-again", self.saving.halt == Halt::SignedOut);
        self.show("#see-both", matches!(self.saving.halt, Halt::Conflict(_)));
        if matches!(self.saving.halt, Halt::Over(_)) {
            self.lock();
        }
    }

    /// Nothing can be saved any more: the texts stay, to be copied.
    fn lock(&self) {
        for element in &self.elements {
            let way = if element.tag_name() == "SELECT" { "disabled" } else { "readonly" };
            let _ = element.set_attribute(way, "");
        }
        self.show(".acts", false);
        self.show(".project-form-checklist", false);
    }

    /// A sentence about what was restored; nothing for an empty one.
    fn note(&self, words: &str) {
        self.write("#restored", words);
        self.show("#restored", !words.is_empty());
    }

    fn say(&self, words: &str) {
        self.write("#saving", words);
    }

    /// Written only when it changes, so that a screen reader says it once.
    fn write(&self, selector: &str, words: &str) {
        if let Some(element) = self.find_in(selector)
            && element.text_content().as_deref() != Some(words)
        {
            element.set_text_content(Some(words));
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
            let there = line.split(' ').any(|name| !self.fields.typed(name).trim().is_empty());
            let line = ["[data-fields='", line, "'] "].concat();
            self.show(&[&line, ".project-form-there"].concat(), there);
            self.show(&[&line, ".quiet"].concat(), !there);
        }
    }
}

fn text(element: &Element, property: &str) -> String {
    text_of(element, property).unwrap_or_default()
}

fn set(element: &Element, property: &str, value: &str) {
    let _ = Reflect::set(element, &property.into(), &value.into());
}
