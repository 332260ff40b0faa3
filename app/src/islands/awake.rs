//! The form awake in the browser: what is typed is kept on the device at once and sent when the judge pauses.

use super::browser::{cancel, later, listen, online, soon, text_of, waiting, window};
use super::form::Form;
use super::keep::{self, Kept};
use super::restore::{self, now};
use super::saving::{Answer, Halt, Saving};
use super::send::{is_locked, send};
use super::tabs::{self, Call};
use std::cell::{Cell, RefCell};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, SubmitEvent};

thread_local! {
    /// Where saving stands; a page has one form.
    static SAVING: RefCell<Saving> = RefCell::default();
    /// The judge signed out in another tab and wanted everything forgotten: nothing is kept until the next key.
    static FORGOTTEN: Cell<bool> = const { Cell::new(false) };
}

/// How long the judge pauses before what is typed is sent, in milliseconds.
const PAUSE: i32 = 1_500;

/// Reads or changes where saving stands; never held while anything else is waited for.
pub(super) fn saving<T>(with: impl FnOnce(&mut Saving) -> T) -> T {
    SAVING.with_borrow_mut(with)
}

/// Puts back what was typed and never saved, and listens to what happens around the page.
pub fn wake() {
    let Some(form) = Form::find() else { return };
    let sent = form.sent();
    let unsaved = form.is("data-unsaved");
    saving(|s| {
        s.upon = form.says("data-upon");
        s.stored = (!unsaved).then(|| sent.clone());
        s.submitted = form.is("data-submitted");
    });
    tabs::enter();
    let kept = restore::wake(&form);
    listen_around();
    tabs::call(Call::Hello, &copy_prefix(&form));
    if form.is("data-locked") {
        return;
    }
    form.know_the_save();
    // Typed before the form woke, or sent back refused.
    if !saving(|s| s.choosing) && (unsaved || kept.is_none_or(|kept| kept.typed != form.typed())) {
        keep_now(&form);
    }
    pump();
}

/// Listens to what happens in and around the page.
fn listen_around() {
    let Some(window) = window() else { return };
    if let Some(document) = window.document() {
        // `judging-over` comes from the countdown in `style/assets/times.js`.
        let events = ["input", "focusout", "click", "submit", "visibilitychange", "judging-over"];
        listen(&document, &events, heard);
    }
    listen(&window, &["online", "offline", "pagehide", "pageshow", "storage"], heard);
}

/// Something happened in or around the page.
fn heard(event: &Event) {
    let Some(form) = Form::find() else { return };
    let target = event.target();
    let inside = || target.as_ref().and_then(|t| t.dyn_ref::<Element>()).filter(|e| form.holds(e));
    match event.type_().as_str() {
        "input" if inside().is_some() => changed(&form),
        "focusout" if inside().is_some() => left(),
        "click" => {
            if let Some(choice) = inside().and_then(|e| e.get_attribute("data-do")) {
                restore::chosen(&form, &choice);
            }
        }
        "submit" => pressed(&form, event.unchecked_ref()),
        "online" | "visibilitychange" => {
            // The network is back, or the judge: perhaps from signing in.
            if window().and_then(|w| w.document()).is_some_and(|document| !document.hidden()) {
                saving(Saving::back);
                // A tab that was killed did not say goodbye: only one that is still there answers.
                form.show("#open-elsewhere", false);
                tabs::call(Call::Hello, &copy_prefix(&form));
            }
            pump();
        }
        "offline" => pump(),
        "pagehide" => {
            tabs::leave();
            tabs::call(Call::Bye, &copy_prefix(&form));
        }
        "pageshow" => shown_again(&form, event),
        "storage" => {
            let of = |member| text_of(event, member);
            if let Some(key) = of("key") {
                heard_of_tab(&form, &key, of("newValue").as_deref());
            }
        }
        "judging-over" => ask_whether_over(&form),
        _ => {}
    }
}

/// The page comes back as it was left, out of the browser's memory: the buttons and the newest save may be old. What is
/// typed is kept, so it is found again.
fn shown_again(form: &Form, event: &Event) {
    if js_sys::Reflect::get(event, &"persisted".into()).is_ok_and(|v| v.is_truthy()) {
        reload_if_kept(form);
    }
}

/// Loads the page again, unless this device keeps nothing and something would be lost.
fn reload_if_kept(form: &Form) {
    let typed = form.typed();
    if let Some(window) = window()
        && (!form.is("data-unkept") || saving(|s| s.all_saved(&typed)))
    {
        let _ = window.location().reload();
    }
}

/// Another tab of this browser changed what is kept, or calls.
fn heard_of_tab(form: &Form, key: &str, value: Option<&str>) {
    let page = copy_prefix(form);
    match value {
        None if key == copy_name(form) => {
            // Another tab put this one's text into its own form. It is kept here as long as it is needed here.
            let typed = form.typed();
            if !saving(|s| s.all_saved(&typed) || s.choosing) && !form.is("data-locked") {
                keep_now(form);
            }
        }
        Some(_) if key == tabs::FORGOTTEN => FORGOTTEN.set(true),
        Some(value) => match Call::read(key, value, &page) {
            Some(Call::Hello) => {
                form.show("#open-elsewhere", true);
                tabs::call(Call::Here, &page);
            }
            Some(Call::Here) => form.show("#open-elsewhere", true),
            Some(Call::Bye) => {
                form.show("#open-elsewhere", false);
                // Perhaps it is open in a third tab.
                tabs::call(Call::Hello, &page);
            }
            None => {}
        },
        None => {}
    }
}

/// The page's clock says that judging is over; the server knows.
fn ask_whether_over(form: &Form) {
    is_locked(&form.says("data-assignment"), |locked| {
        let Some(form) = Form::find().filter(|form| !form.is("data-locked")) else { return };
        if !locked {
            // There is more time than the page knew of.
            return reload_if_kept(&form);
        }
        saving(|s| {
            if !matches!(s.halt, Halt::Over(_)) {
                s.halt = Halt::Over("Judging has closed.".into());
            }
        });
        restate(&form);
    });
}

/// A value was changed.
pub(super) fn changed(form: &Form) {
    FORGOTTEN.set(false);
    let typed = form.typed();
    let rest = saving(|s| {
        s.refused.clear();
        // What cannot be submitted any more is a draft.
        s.wanted = s.wanted.filter(|submit| form.fault(&typed, *submit).is_empty());
        s.pause() == 0
    });
    keep_now(form);
    restate(form);
    if rest {
        later(PAUSE, pump);
    }
}

/// A field was left: what is typed is sent without waiting.
fn left() {
    if saving(|s| s.pause() == 0) && waiting() {
        pump();
    }
}

/// Submit, update or save as a draft was pressed. What the server would refuse it says on a page of its own; while the
/// network is away it is said here.
fn pressed(form: &Form, event: &SubmitEvent) {
    if !event.target().is_some_and(|t| form.stands_in(t.unchecked_ref())) {
        return;
    }
    let submit = event.submitter().and_then(|b| b.get_attribute("value")).is_none_or(|v| v == "true");
    let typed = form.typed();
    if !form.fault(&typed, submit).is_empty() {
        if !online() {
            event.prevent_default();
            form.ask_for_all(submit);
            restate(form);
        }
        return;
    }
    event.prevent_default();
    saving(|s| {
        s.wanted = Some(submit);
        s.refused.clear();
        s.back();
    });
    keep_now(form);
    pump();
}

/// Keeps what stands in the form, or forgets it where the newest save holds it.
pub(super) fn keep_now(form: &Form) {
    if FORGOTTEN.get() {
        return;
    }
    let typed = form.typed();
    let name = copy_name(form);
    let kept = saving(|s| {
        let trying = s.trying.as_ref().map(|attempt| attempt.typed.digest()).unwrap_or_default();
        let needed = !s.all_saved(&typed);
        needed.then(|| Kept { upon: s.upon.clone(), at: now(), trying, wish: s.wanted, typed })
    });
    let done = match kept {
        Some(kept) => keep::write(&name, &kept),
        None => {
            keep::forget(&name);
            true
        }
    };
    form.set_kept(done);
}

/// Says where everything stands.
fn restate(form: &Form) {
    let typed = form.typed();
    form.restate(&typed);
    let fault = form.fault(&typed, form.is("data-submit"));
    let (words, halt) = saving(|s| {
        (s.words(&typed, &fault, !form.is("data-unkept"), online(), &form.stored_words()), s.halt.clone())
    });
    form.status(&words);
    // "Review submitted." is no longer the whole truth.
    if saving(|s| s.changed(&typed)) {
        form.hide_answer();
    }
    let here = ["/judge/assignments/", &form.says("data-assignment")].concat();
    match halt {
        Halt::None => form.halt("", "", ""),
        Halt::SignedOut => form.halt(
            "You were signed out. Your text is kept on this device: sign in again.",
            "Sign in again",
            &["/login?next=", &here].concat(),
        ),
        Halt::NotTheirs => form.halt(
            "You are signed in as someone who doesn’t have this project. Your text is kept on this device.",
            "Your projects",
            "/judge",
        ),
        Halt::Elsewhere => form.halt(
            "This review was saved in another window or on another device. Nothing was written over.",
            "Look and choose",
            &here,
        ),
        Halt::Over(sentence) => {
            form.lock(true);
            form.show(".review-closing", false);
            let text = [&sentence, saving(|s| s.words_after_close(&typed))].concat();
            form.halt(&text, "", "");
        }
    }
}

/// Sends what is due, after what runs now.
pub(super) fn send_due() {
    soon(pump);
}

/// Sends what is due now, and says where everything stands.
fn pump() {
    cancel();
    let Some(form) = Form::find().filter(|form| !form.is("data-locked")) else { return };
    let typed = form.typed();
    let next = saving(|s| {
        let attempt = s.next(&typed, &form.fault(&typed, s.wanted == Some(true)))?;
        s.sent(attempt.clone());
        Some((s.upon.clone(), attempt))
    });
    restate(&form);
    let Some((upon, attempt)) = next else { return };
    // What goes out is marked, so that it is known again where its answer gets lost. What was forgotten stays so: signing
    // out leaves the page too.
    let name = copy_name(&form);
    if let Some(kept) = keep::read(&name) {
        form.set_kept(keep::write(&name, &Kept { trying: attempt.typed.digest(), ..kept }));
    }
    send(&form.says("data-person"), &form.says("data-assignment"), &upon, &attempt, |answer| {
        if let Some(form) = Form::find() {
            ended(&form, answer);
        }
    });
}

/// A request has ended.
fn ended(form: &Form, answer: Answer) {
    let typed = form.typed();
    let was_submitted = saving(|s| s.submitted);
    let saved = matches!(answer, Answer::Saved(_));
    let elsewhere = answer == Answer::Elsewhere;
    let (done, upon, submitted, pause) =
        saving(|s| (s.answered(answer, &typed), s.upon.clone(), s.submitted, s.pause()));
    if saved {
        let what = if submitted { "Submitted" } else { "Draft saved" };
        // `2026-11-20T18:03:…`
        form.set_stored_words(&[what, " ", upon.get(11..16).unwrap_or_default(), " UTC"].concat());
    }
    if saved || elsewhere {
        keep_now(form);
    }
    if done {
        leave(form, if was_submitted && !submitted { "withdrawn" } else { "1" });
    } else if pause > 0 {
        restate(form);
        later(pause * 1_000, pump);
    } else {
        pump();
    }
}

/// The server draws what comes next.
fn leave(form: &Form, saved: &str) {
    if let Some(window) = window() {
        let path = ["/judge/assignments/", &form.says("data-assignment"), "?saved=", saved].concat();
        let _ = window.location().assign(&path);
    }
}

/// What the names of all copies for this form begin with.
pub(super) fn copy_prefix(form: &Form) -> String {
    keep::prefix(&form.says("data-person"), &form.says("data-assignment"))
}

/// The name under which this tab keeps what is typed.
pub(super) fn copy_name(form: &Form) -> String {
    keep::name(&copy_prefix(form), &tabs::name())
}
