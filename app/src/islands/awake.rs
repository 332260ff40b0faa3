//! The form awake in the browser: what is typed is kept on the device at once and sent when the judge pauses.

use super::browser::{cancel, later, listen, online, waiting, window};
use super::form::Form;
use super::keep::{self, Kept};
use super::saving::{Answer, Halt, Saving};
use super::send::send;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, SubmitEvent};

thread_local! {
    /// Where saving stands; a page has one form.
    static SAVING: RefCell<Saving> = RefCell::default();
}

/// How long the judge pauses before what is typed is sent, in milliseconds.
const PAUSE: i32 = 1_500;

/// Reads or changes where saving stands; never held while anything else is waited for.
fn saving<T>(with: impl FnOnce(&mut Saving) -> T) -> T {
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
    let kept = keep::read(&name(&form)).filter(|kept| kept.typed != sent);
    if kept.is_none() && !unsaved {
        keep::forget(&name(&form));
    }
    match &kept {
        Some(kept) if !unsaved => put_back(&form, kept),
        _ => {}
    }
    listen_around();
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
        listen(&document, &["input", "focusout", "click", "submit", "visibilitychange"], heard);
    }
    listen(&window, &["online", "offline", "pagehide"], heard);
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
                chosen(&form, &choice);
            }
        }
        "submit" => pressed(&form, event.unchecked_ref()),
        "online" | "visibilitychange" => {
            // The network is back, or the judge: perhaps from signing in.
            if window().and_then(|w| w.document()).is_some_and(|document| !document.hidden()) {
                saving(Saving::back);
            }
            pump();
        }
        "offline" | "pagehide" => pump(),
        _ => {}
    }
}

/// A value was changed.
fn changed(form: &Form) {
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

/// A button of the notice above the form was pressed.
fn chosen(form: &Form, choice: &str) {
    let kept = keep::read(&name(form));
    let choosing = saving(|s| std::mem::take(&mut s.choosing));
    form.notice("", "", None, [""; 2]);
    if form.is("data-locked") {
        keep::forget(&name(form));
        return;
    }
    form.lock(false);
    match kept {
        Some(kept) if choice == "mine" => form.put(&kept.typed, None),
        _ if choosing => keep::forget(&name(form)),
        _ => form.put(&form.sent(), None),
    }
    changed(form);
    pump();
}

/// Puts a kept draft back where it belongs to the newest save; where the server has another since, or takes no more, shows
/// it beside.
fn put_back(form: &Form, kept: &Kept) {
    let sent = form.sent();
    let (upon, submitted) = saving(|s| (s.upon.clone(), s.submitted));
    let at = &kept.at;
    if form.is("data-locked") {
        let what = ["Written on this device ", at, "."].concat();
        form.notice("Never sent", &what, Some(&kept.typed), ["", "Forget it"]);
    } else if kept.fits(&upon, &sent) {
        form.put(&kept.typed, Some(&sent));
        let again = Kept { upon: upon.clone(), trying: String::new(), ..kept.clone() };
        form.set_kept(keep::write(&name(form), &again));
        let then = if submitted { " It is not part of your review until you press Update." } else { "" };
        let what = ["Written ", at, " and not saved. It stands in the form again.", then].concat();
        let stored = if upon == "none" { "Begin anew instead" } else { "Take the saved version instead" };
        form.notice("Put back from this device", &what, None, ["", stored]);
    } else {
        saving(|s| s.choosing = true);
        form.lock(true);
        let what = [
            "Since you wrote on this device ",
            at,
            ", it was saved in another window or on another device. That version stands in the form.",
        ]
        .concat();
        let ways = ["Use what I wrote here", "Keep the saved version"];
        form.notice("There are two versions of this review", &what, Some(&kept.typed), ways);
    }
}

/// Keeps what stands in the form, or forgets it where the newest save holds it.
fn keep_now(form: &Form) {
    let typed = form.typed();
    let (name, kept) = saving(|s| {
        let trying = s.trying.as_ref().map(|attempt| attempt.typed.digest()).unwrap_or_default();
        let idle = s.trying.is_none() && !s.changed(&typed);
        (name(form), (!idle).then(|| Kept { upon: s.upon.clone(), at: now(), trying, typed: typed.clone() }))
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
    let here = ["/judge/assignments/", &form.says("data-assignment")].concat();
    match halt {
        Halt::None => form.halt("", "", ""),
        Halt::SignedOut => form.halt(
            "You were signed out. Sign in again in this window: what you wrote is kept.",
            "Sign in again",
            &["/login?next=", &here].concat(),
        ),
        Halt::NotTheirs => form.halt(
            "Whoever is signed in now does not have this project. What you wrote is kept on this device.",
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
            let text =
                [&sentence, " What you wrote stands here, to read and to copy. It was not sent."].concat();
            form.halt(&text, "", "");
        }
    }
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
    if let Some(kept) = keep::read(&name(&form)) {
        form.set_kept(keep::write(&name(&form), &Kept { trying: attempt.typed.digest(), ..kept }));
    }
    send(&form.says("data-assignment"), &upon, &attempt, |answer| {
        if let Some(form) = Form::find() {
            ended(&form, answer);
        }
    });
}

/// A request has ended.
fn ended(form: &Form, answer: Answer) {
    let typed = form.typed();
    let saved = matches!(answer, Answer::Saved(_));
    let (done, upon, submitted, pause) =
        saving(|s| (s.answered(answer, &typed), s.upon.clone(), s.submitted, s.pause()));
    if saved {
        let what = if submitted { "Submitted" } else { "Draft saved" };
        // `2026-11-20T18:03:…`
        form.set_stored_words(&[what, " ", upon.get(11..16).unwrap_or_default(), " UTC"].concat());
        keep_now(form);
    }
    if done {
        leave(form);
    } else if pause > 0 {
        restate(form);
        later(pause * 1_000, pump);
    } else {
        pump();
    }
}

/// The server draws what comes next.
fn leave(form: &Form) {
    if let Some(window) = window() {
        let path = ["/judge/assignments/", &form.says("data-assignment"), "?saved=1"].concat();
        let _ = window.location().assign(&path);
    }
}

fn name(form: &Form) -> String {
    keep::name(&form.says("data-person"), &form.says("data-assignment"))
}

/// This moment in words: the device's own time, with UTC beside it where that differs.
fn now() -> String {
    let date = js_sys::Date::new_0();
    let utc = String::from(date.to_utc_string());
    // `Fri, 20 Nov 2026 18:03:07 GMT`
    let utc = [utc.get(5..22).unwrap_or_default(), " UTC"].concat();
    if date.get_timezone_offset() == 0.0 {
        return ["on ", &utc].concat();
    }
    let here = String::from(date.to_time_string());
    ["at ", here.get(..5).unwrap_or_default(), " (", &utc, ")"].concat()
}
