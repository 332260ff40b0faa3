//! What the scoring form does in the browser: it keeps what is typed on the device at once, and sends it when the judge
//! pauses.

use super::copies::ReviewCopy;
use super::looks::{keep_look, looked};
use super::page_form::PageForm;
use super::request::{is_locked, send};
use super::restore;
use super::saving::{Answer, DRAFT_SAVED, SUBMITTED, names_moment};
use super::shown::shown;
use super::state::{copy_name, copy_prefix, keep, saving, set_forgotten};
use crate::browser::{self, cancel, later, listen_to_document, listen_to_window, online, soon, waiting};
use crate::local_copy;
use crate::saving::{Halt, text_kept_words};
use crate::tab_calls::{self, Call};
use leptos::prelude::Update;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, PageTransitionEvent, StorageEvent, SubmitEvent};

/// How long the judge pauses before what is typed is sent, in milliseconds.
const PAUSE: i32 = 1_500;

/// Puts back what was typed and never saved, and listens to what happens in and around the page.
pub fn start() {
    let Some(form) = PageForm::find() else { return };
    let rendered = form.rendered();
    let unsaved = form.has("data-unsaved");
    saving(|s| {
        s.base_version = form.attribute("data-base-version");
        s.stored = (!unsaved).then(|| rendered.clone());
        s.submitted = form.has("data-submitted");
    });
    form.render(&rendered);
    tab_calls::enter();
    let copy = restore::restore(&form);
    listen();
    tab_calls::send_call(Call::Hello, &copy_prefix(&form));
    if form.has("data-locked") {
        return;
    }
    form.disable_base_version();
    // Typed before the script ran, or sent back refused.
    if !saving(|s| s.choosing) && (unsaved || copy.is_none_or(|copy| copy.values != form.values())) {
        keep(&form);
    }
    send_due();
}

fn listen() {
    // `judging-over` comes from the countdown in `style/assets/times.js`.
    let events = ["input", "focusout", "click", "auxclick", "submit", "visibilitychange", "judging-over"];
    listen_to_document(&events, handle);
    listen_to_window(&["online", "offline", "pagehide", "pageshow", "storage"], handle);
}

/// Handles an event of the page or of its window.
fn handle(event: &Event) {
    let Some(form) = PageForm::find() else { return };
    let target = event.target();
    let inside = || target.as_ref().and_then(|t| t.dyn_ref::<Element>()).filter(|e| form.contains(e));
    match event.type_().as_str() {
        "input" if inside().is_some() => changed(&form),
        "focusout" if inside().is_some() => left_field(),
        "click" => {
            if let Some(choice) = inside().and_then(|e| e.get_attribute("data-do")) {
                choose(&form, &choice);
            }
            look(&form, event);
        }
        // Another button of the mouse opens a link, too.
        "auxclick" => look(&form, event),
        "submit" => pressed(&form, event.unchecked_ref()),
        // The network is back, or the judge is, perhaps from signing in.
        "online" | "visibilitychange" => {
            if browser::visible() {
                saving(|s| s.resume());
                // A tab that was killed did not say goodbye: only one that is still there answers.
                open_elsewhere(false);
                tab_calls::send_call(Call::Hello, &copy_prefix(&form));
            }
            send_due();
        }
        "offline" => send_due(),
        "pagehide" => {
            tab_calls::leave();
            tab_calls::send_call(Call::Bye, &copy_prefix(&form));
        }
        // Out of the browser's memory: the buttons and the newest save may be old. What is typed is kept, so it is found
        // again.
        "pageshow" if event.dyn_ref::<PageTransitionEvent>().is_some_and(PageTransitionEvent::persisted) => {
            reload_if_kept(&form);
        }
        "storage" => {
            if let Some(event) = event.dyn_ref::<StorageEvent>()
                && let Some(key) = event.key()
            {
                read_call(&form, &key, event.new_value().as_deref());
            }
        }
        "judging-over" => ask_whether_over(&form),
        _ => {}
    }
}

/// Keeps that a link of the project was opened.
fn look(form: &PageForm, event: &Event) {
    if let Some(clicked) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
        keep_look(form, &clicked);
    }
}

/// Loads the page again, unless this device keeps nothing and something would be lost.
fn reload_if_kept(form: &PageForm) {
    let values = form.values();
    if !form.has("data-unkept") || saving(|s| s.all_saved(&values)) {
        browser::reload();
    }
}

/// Another tab of this browser changed what is kept, or told something.
fn read_call(form: &PageForm, key: &str, value: Option<&str>) {
    let page = copy_prefix(form);
    match value {
        None if key == copy_name(form) => {
            // Another tab put this one's text into its own form. It is kept here as long as it is needed here.
            let values = form.values();
            if !saving(|s| s.all_saved(&values) || s.choosing) && !form.has("data-locked") {
                keep(form);
            }
        }
        Some(person) if key == tab_calls::FORGOTTEN && person == form.attribute("data-person") => {
            set_forgotten(true);
            // What this tab wrote before it heard of that goes, too.
            local_copy::forget(&copy_name(form));
            form.set_kept(false);
            render(form);
        }
        Some(value) => match Call::read(key, value, &page) {
            Some(Call::Hello) => {
                open_elsewhere(true);
                tab_calls::send_call(Call::Here, &page);
            }
            Some(Call::Here) => open_elsewhere(true),
            Some(Call::Bye) => {
                open_elsewhere(false);
                // Perhaps it is open in a third tab.
                tab_calls::send_call(Call::Hello, &page);
            }
            None => {}
        },
        None => {}
    }
}

/// The page's clock says that judging is over; the server knows.
fn ask_whether_over(form: &PageForm) {
    is_locked(&form.attribute("data-assignment"), |locked| {
        let Some(form) = PageForm::find().filter(|form| !form.has("data-locked")) else { return };
        if !locked {
            // There is more time than the page knew of.
            return reload_if_kept(&form);
        }
        saving(|s| {
            if !matches!(s.halt, Halt::Over(_)) {
                s.halt = Halt::Over("Judging has closed.".into());
            }
        });
        render(&form);
    });
}

/// Answers a button of one of the two notices about copies.
fn choose(form: &PageForm, choice: &str) {
    if restore::choose(form, choice) {
        changed(form);
        soon(send_due);
    }
    restore::offer(form);
    form.focus_changed();
}

fn changed(form: &PageForm) {
    set_forgotten(false);
    let values = form.values();
    let rest = saving(|s| {
        s.refused.clear();
        // What cannot be submitted any more is a draft.
        s.wish = s.wish.filter(|submit| form.fault(&values, *submit).is_empty());
        s.pause() == 0
    });
    keep(form);
    render(form);
    if rest {
        later(PAUSE, send_due);
    }
}

/// A field was left: what is typed is sent without waiting.
fn left_field() {
    if saving(|s| s.pause() == 0) && waiting() {
        send_due();
    }
}

/// Submit, update or save as a draft was pressed. What the server would refuse it says on a page of its own; while the
/// network is away it is said here.
fn pressed(form: &PageForm, event: &SubmitEvent) {
    if !event.target().is_some_and(|t| form.is_within(t.unchecked_ref())) {
        return;
    }
    let submit = event.submitter().and_then(|b| b.get_attribute("value")).is_none_or(|v| v == "true");
    let values = form.values();
    if !form.fault(&values, submit).is_empty() {
        if !online() {
            event.prevent_default();
            form.ask_for_all(submit);
            render(form);
        }
        return;
    }
    event.prevent_default();
    saving(|s| {
        s.wish = Some(submit);
        s.refused.clear();
        s.resume();
    });
    keep(form);
    send_due();
}

/// Shows what is said of the values and of saving.
fn render(form: &PageForm) {
    let values = form.values();
    form.render(&values);
    let fault = form.fault(&values, form.has("data-submit"));
    let kept = !form.has("data-unkept");
    let (words, halt) =
        saving(|s| (s.words(&values, &fault, kept, online(), &form.stored_words()), s.halt.clone()));
    form.show("#saved-at", names_moment(&words));
    let changed = saving(|s| s.changed(&values));
    form.offer_update(changed);
    // "Review submitted." is no longer the whole truth.
    if changed {
        form.hide_answer();
    }
    let here = || ["/judge/assignments/", &form.attribute("data-assignment")].concat();
    let (words_of_halt, way, href): (String, &str, String) = match halt {
        Halt::None => Default::default(),
        Halt::SignedOut => (
            ["You were signed out.", text_kept_words(kept)].concat(),
            "Sign in again",
            ["/login?next=", &here()].concat(),
        ),
        Halt::NotTheirs(sentence) => {
            ([&sentence, text_kept_words(kept)].concat(), "Your projects", "/judge".into())
        }
        Halt::Conflict(sentence) => (sentence, "Look and choose", here()),
        Halt::Over(sentence) => {
            form.lock(true);
            form.show(".review-closing", false);
            ([&sentence, saving(|s| s.words_after_close(&values))].concat(), "", String::new())
        }
    };
    shown().update(|shown| {
        shown.saving = words;
        shown.halt = [words_of_halt, way.into(), href];
        shown.kept = kept;
    });
}

fn open_elsewhere(open: bool) {
    shown().update(|shown| shown.elsewhere = open);
}

/// Sends what is due, and shows how far saving is.
fn send_due() {
    cancel();
    let Some(form) = PageForm::find().filter(|form| !form.has("data-locked")) else { return };
    let values = form.values();
    let next = saving(|s| {
        let attempt = s.next(&values, &form.fault(&values, s.wish == Some(true)))?;
        s.begin(attempt.clone());
        Some((s.base_version.clone(), attempt))
    });
    render(&form);
    let Some((version, attempt)) = next else { return };
    // What goes out is marked, so that it is known again where its answer gets lost. What was forgotten stays so: signing
    // out leaves the page too.
    let name = copy_name(&form);
    if let Some(kept) = local_copy::read::<ReviewCopy>(&name) {
        form.set_kept(local_copy::write(&name, &ReviewCopy { trying: saving(|s| s.unanswered()), ..kept }));
    }
    let (person, assignment) = (form.attribute("data-person"), form.attribute("data-assignment"));
    send(&person, &assignment, &version, &attempt, looked(&form), |answer| {
        if let Some(form) = PageForm::find() {
            finish(&form, answer);
        }
    });
}

/// Takes the answer to a request.
fn finish(form: &PageForm, answer: Answer) {
    let values = form.values();
    let was_submitted = saving(|s| s.submitted);
    let saved = matches!(answer, Answer::Saved(_));
    let conflict = matches!(answer, Answer::Conflict(_));
    let (done, version, submitted, pause) =
        saving(|s| (s.answered(answer, &values), s.base_version.clone(), s.submitted, s.pause()));
    if saved {
        form.set_stored_words(if submitted { SUBMITTED } else { DRAFT_SAVED }, &version);
    }
    if saved || conflict {
        keep(form);
    }
    if saving(|s| s.is_perhaps_own()) {
        return reload_if_kept(form);
    }
    if done {
        leave(form, was_submitted, submitted);
    } else if pause > 0 {
        render(form);
        later(pause * 1_000, send_due);
    } else {
        send_due();
    }
}

/// Leaves for the page that the server renders next. A submission leads on to the next project.
fn leave(form: &PageForm, was_submitted: bool, submitted: bool) {
    let lead_on = form.attribute("data-lead-on");
    if submitted && !was_submitted && !lead_on.is_empty() {
        return browser::go_to(&lead_on);
    }
    let saved = if was_submitted && !submitted { "withdrawn" } else { "1" };
    browser::go_to(&["/judge/assignments/", &form.attribute("data-assignment"), "?saved=", saved].concat());
}
