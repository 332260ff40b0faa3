//! What the form of a project does in the browser: what is typed is kept on this device at once, a draft is saved when its
//! editor pauses, and a pressed button is kept too until the server has answered.

use super::request::{field_of, send};
use super::restore;
use super::saving::{Answer, Attempt, Next};
use super::shown::shown;
use super::state::ProjectForm;
use crate::browser::{self, cancel, later, listen, listen_to_window, online};
use crate::local_copy;
use crate::saving::{Halt, kept_words};
use crate::tab_calls;
use leptos::prelude::Update;
use shared::teammates::fingerprint;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, PageTransitionEvent, StorageEvent, SubmitEvent};

/// How long an editor pauses before a draft is saved, in milliseconds.
const PAUSE: i32 = 1_500;

thread_local! {
    /// A page has one form.
    static FORM: RefCell<Option<ProjectForm>> = const { RefCell::new(None) };
}

/// Runs with the form, where there is one.
fn with_form(job: impl FnOnce(&mut ProjectForm)) {
    FORM.with(|form| {
        if let Ok(mut form) = form.try_borrow_mut()
            && let Some(form) = form.as_mut()
        {
            job(form);
        }
    });
}

/// Finds the form, and puts back what was typed and never saved.
pub fn start() {
    let Some(form) = ProjectForm::find() else { return };
    tab_calls::enter();
    listen(form.page.target(), &["input", "click", "submit"], handle);
    FORM.set(Some(form));
    with_form(|form| {
        restore::restore(form);
        form.render_values();
        // What came back refused would be refused again.
        if form.page.has("data-unsaved") {
            form.keep();
            form.render();
        } else {
            form.send_due();
        }
    });
    listen_to_window(&["online", "offline", "focus", "pagehide", "pageshow", "storage"], handle);
}

fn handle(event: &Event) {
    let kind = event.type_();
    with_form(|form| match kind.as_str() {
        "input" => form.typed(),
        "click" => form.clicked(event),
        "submit" => form.pressed(event.unchecked_ref()),
        // The network is back, or the editor, perhaps from signing in elsewhere.
        "online" | "focus" => {
            form.saving.resume();
            form.send_due();
        }
        "offline" => form.render(),
        "pagehide" => tab_calls::leave(),
        "pageshow" if event.unchecked_ref::<PageTransitionEvent>().persisted() => form.shown_again(),
        "storage" => form.storage_changed(event.unchecked_ref()),
        _ => {}
    });
}

impl ProjectForm {
    /// The buttons that send nothing by themselves: the two beside another copy, and the way to both versions.
    fn clicked(&mut self, event: &Event) {
        let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
        let wanted = match target.id().as_str() {
            "put-back" => true,
            "forget" => false,
            "see-both" => return self.post(false),
            _ => return,
        };
        if restore::choose(self, wanted) {
            self.typed();
        }
        self.page.focus_changed(&self.fields);
    }

    fn typed(&mut self) {
        self.forgotten = false;
        self.read();
        self.render_values();
        self.saving.typed();
        shown().update(|shown| shown.restored.clear());
        self.keep();
        self.render();
        if self.saving.pause() == 0 {
            later(PAUSE, || with_form(Self::send_due));
        }
    }

    /// A button was pressed. The form answers where it can; otherwise it goes out as a page, and the server's page answers.
    fn pressed(&mut self, event: &SubmitEvent) {
        if self.left {
            return;
        }
        self.read();
        let submitter = event.submitter();
        let submit = submitter.as_ref().and_then(|b| b.get_attribute("value")).is_some_and(|v| v == "true");
        // What the team asks for goes out with the page alone.
        if self.unsaved || self.page.asks() {
            if online() {
                return self.leave_to_page(submit);
            }
            event.prevent_default();
            self.keep();
            let words = " There is no network: press the button again when it is back.";
            return shown().update(|shown| shown.saving = [kept_words(self.kept), words].concat());
        }
        if !self.saving.pressed(submit) {
            return self.leave_to_page(submit);
        }
        event.prevent_default();
        shown().update(|shown| shown.restored.clear());
        self.keep();
        self.send_due();
    }

    /// Sends what is due, and shows the state of saving.
    fn send_due(&mut self) {
        cancel();
        if self.unsaved || self.left {
            return self.render();
        }
        self.read();
        let Some(attempt) = self.saving.next(&self.fields) else { return self.render() };
        self.saving.begin(attempt.clone());
        // The copy says what goes out, so that it is recognised if its answer gets lost.
        self.keep();
        self.render();
        let (once, person) = (self.page.hidden("once"), self.page.attribute("data-person"));
        send(self.saving.new, &person, &self.path, &once, &attempt.clone(), move |answer, project| {
            with_form(|form| form.finish(&attempt, answer, &project));
        });
    }

    /// Takes the answer to a request.
    fn finish(&mut self, attempt: &Attempt, answer: Answer, project: &JsValue) {
        if self.left {
            return;
        }
        self.read();
        if answer == Answer::Saved(()) {
            self.take_stored(attempt, project);
        }
        let wish = self.saving.wish;
        match self.saving.answered(answer, &self.fields) {
            Next::Go => {
                self.keep();
                self.render();
                match self.saving.pause() {
                    0 if self.saving.next(&self.fields).is_some() => {
                        later(PAUSE / 3, || with_form(Self::send_due));
                    }
                    0 => {}
                    seconds => later(seconds * 1_000, || with_form(Self::send_due)),
                }
            }
            Next::Leave => {
                self.keep();
                self.left = true;
                cancel();
                let done = if attempt.submit { "?done=submitted" } else { "?done=saved" };
                browser::go_to(&["/projects/", &field_of(project, "id"), done].concat());
            }
            Next::Post => self.post(wish == Some(true)),
            Next::Reload => {
                self.keep();
                self.render();
                if self.kept {
                    self.left = true;
                    browser::reload();
                }
            }
        }
    }

    /// The server took the attempt and holds this project now.
    fn take_stored(&mut self, attempt: &Attempt, project: &JsValue) {
        // The same person may have signed in again elsewhere: then the button needs the new token. Before this answer the
        // cookie's token could have been somebody else's.
        let token = browser::csrf_token();
        if !token.is_empty() {
            // Whose form it is stands behind the token, and stays.
            let own = self.page.hidden("csrfmiddlewaretoken");
            let whose = own.split_once('.').map_or("", |(_, whose)| whose);
            self.page.set_hidden("csrfmiddlewaretoken", &[token.as_str(), ".", whose].concat());
        }
        self.fields.take(&attempt.sent(), |name| field_of(project, name));
        self.page.write_fields(&self.fields);
        for field in &self.fields.0 {
            self.page.set_hidden(&["was_", &field.name].concat(), &fingerprint(&field.was));
        }
        if self.saving.new {
            self.become_edit_form(&field_of(project, "id"));
        }
    }

    /// The first save made the project: from here on it is edited, under its own address.
    fn become_edit_form(&mut self, id: &str) {
        local_copy::forget(&self.copy_name());
        let edit = ["/projects/", id, "/edit"].concat();
        self.path = ["/api/projects/", id].concat();
        self.prefix = [&self.page.attribute("data-kept"), "-p", id].concat();
        self.page.set_action(&edit);
        self.page.set_hidden("once", "");
        browser::replace_address(&edit);
        shown().update(|shown| shown.path = edit);
    }

    /// Sends the form as a page, as without scripting.
    fn post(&mut self, submit: bool) {
        self.leave_to_page(submit);
        self.page.press(submit);
    }

    /// The browser shows the page as it was left, and the server may hold more by now. What is typed is kept, so the page
    /// that is loaded again finds it.
    fn shown_again(&mut self) {
        tab_calls::enter();
        self.left = false;
        self.read();
        if self.kept || self.saving.all_saved(&self.fields) {
            browser::reload();
        }
    }

    /// Another tab changed what is kept on this device.
    fn storage_changed(&mut self, event: &StorageEvent) {
        let key = event.key().unwrap_or_default();
        let value = event.new_value();
        let gone = value.is_none();
        if key == tab_calls::FORGOTTEN
            && value.is_some_and(|person| person == self.page.attribute("data-person"))
        {
            // Signed out elsewhere, and everything was to be forgotten: nothing is kept until the next key. What this tab wrote before it
            // heard of that goes, too.
            (self.forgotten, self.kept) = (true, false);
            local_copy::forget(&self.copy_name());
            self.render();
        } else if gone && self.kept && key == self.copy_name() && !self.saving.all_saved(&self.fields) {
            // The other tab put this one's text into its own form. It is kept here as long as it is needed here.
            self.keep();
        }
    }

    /// Shows the state of saving, and why nothing is sent any more.
    fn render(&self) {
        let mut words = self.saving.words(&self.fields, self.kept, online());
        if self.unsaved && !self.fields.changed().is_empty() {
            words = ["Not saved yet. ", kept_words(self.kept), " Press the button to save it."].concat();
        }
        // A saved draft has what its team asks for only once a button sent that, too.
        if self.page.asks() && self.saving.halt == Halt::None && self.saving.all_saved(&self.fields) {
            words =
                [words.as_str(), " What you ask for is not saved yet. Press a button to save it."].concat();
        }
        if matches!(self.saving.halt, Halt::Over(_)) {
            self.page.lock();
        }
        let (halt, kept) = (self.saving.halt.clone(), self.kept);
        shown().update(|shown| (shown.saving, shown.halt, shown.kept) = (words, halt, kept));
    }

    /// Shows what follows from the values alone.
    fn render_values(&self) {
        shown().update(|shown| shown.follow(|name| self.fields.typed(name)));
    }
}
