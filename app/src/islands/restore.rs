//! What was typed earlier and never sent: put back into the form, or offered beside it.

use super::awake::{changed, copy_name, copy_prefix, saving, send_due};
use super::form::Form;
use super::keep::{self, Copy, Kept};
use std::cell::RefCell;
use wasm_bindgen::JsValue;

thread_local! {
    /// The copy that the choice above the form is about.
    static CHOICE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Finds what is kept for this form and puts the first copy back. Whether one was found.
pub(super) fn wake(form: &Form) -> Option<Kept> {
    let copies = unsent(form);
    let first = copies.into_iter().next();
    if let Some(copy) = first.as_ref().filter(|_| !form.is("data-unsaved")) {
        put_back(form, copy);
    }
    offer(form);
    first.map(|copy| copy.kept)
}

/// The copies that hold something the server does not. The others are forgotten: nothing is lost with them.
fn unsent(form: &Form) -> Vec<Copy> {
    let (sent, submitted) = (form.sent(), saving(|s| s.submitted));
    let unsaved = form.is("data-unsaved");
    let (gone, copies): (Vec<_>, Vec<_>) = keep::all(&copy_prefix(form), &copy_name(form))
        .into_iter()
        .partition(|copy| !unsaved && copy.kept.is_saved(&sent, submitted));
    for copy in gone {
        keep::forget(&copy.name);
    }
    copies
}

/// Puts a copy back where it belongs to the newest save; where the server has another since, or takes no more, shows it
/// beside.
fn put_back(form: &Form, copy: &Copy) {
    let (sent, kept) = (form.sent(), &copy.kept);
    let (upon, submitted) = saving(|s| (s.upon.clone(), s.submitted));
    let at = at(kept.at);
    CHOICE.set(copy.name.clone());
    if form.is("data-locked") {
        let what = match kept.wish {
            Some(true) => ["You pressed Submit ", &at, ". It did not reach the server in time."].concat(),
            _ => ["You typed this ", &at, ". It did not reach the server in time."].concat(),
        };
        form.notice("#kept", "Not sent", &what, Some(&kept.typed), ["", "Forget it"]);
    } else if kept.fits(&upon, &sent) {
        form.put(&kept.typed, Some(&sent));
        let typed = form.typed();
        let wish = kept.wish.filter(|submit| form.fault(&typed, *submit).is_empty());
        saving(|s| s.wanted = wish);
        // From here on it is this tab's. Where the other tab is still open, it keeps its own again.
        let again = Kept { upon: upon.clone(), trying: String::new(), wish, typed, at: kept.at };
        form.set_kept(keep::write(&copy_name(form), &again));
        if copy.name != copy_name(form) {
            keep::forget(&copy.name);
        }
        let (title, what) = match wish {
            Some(true) => (
                "Your review is being submitted",
                ["You pressed Submit ", &at, "; it had not reached the server."].concat(),
            ),
            _ => (
                "Your text is back",
                [
                    "We restored what you typed ",
                    &at,
                    "; it had not reached the server.",
                    if submitted {
                        " It becomes part of your review when you press Update review."
                    } else {
                        ""
                    },
                ]
                .concat(),
            ),
        };
        let earlier = if upon == "none" { "Start empty instead" } else { "Use the earlier version instead" };
        form.notice("#kept", title, &what, None, ["", earlier]);
    } else {
        saving(|s| s.choosing = true);
        form.lock(true);
        let what = [
            "The form shows the version that was saved in another window or on another device. What you typed here ",
            &at,
            " was not saved.",
        ]
        .concat();
        let ways = ["Use what I typed here", "Keep the saved version"];
        form.notice("#kept", "There are two versions of this review", &what, Some(&kept.typed), ways);
    }
}

/// Offers the newest of the other copies that no tab has put back.
pub(super) fn offer(form: &Form) {
    let (own, choice) = (copy_name(form), CHOICE.with_borrow(Clone::clone));
    let here = form.typed();
    let others = unsent(form).into_iter().filter(|copy| ![&own, &choice].contains(&&copy.name));
    let others: Vec<Copy> = others.filter(|copy| copy.kept.typed != here).collect();
    let Some(copy) = others.first().filter(|_| !saving(|s| s.choosing)) else {
        return form.notice("#other", "", "", None, [""; 2]);
    };
    form.say("#other", "data-name", &copy.name);
    let title = match others.len() {
        1 => "Another text of yours was not sent".to_owned(),
        n => [&n.to_string(), " other texts of yours were not sent"].concat(),
    };
    let what = ["You typed this ", &at(copy.kept.at), ", in another tab of this browser."].concat();
    let mine = if form.is("data-locked") { "" } else { "Use this text" };
    form.notice("#other", &title, &what, Some(&copy.kept.typed), [mine, "Forget it"]);
}

/// A button of one of the two notices was pressed.
pub(super) fn chosen(form: &Form, choice: &str) {
    match choice {
        "other" | "forget" => chosen_other(form, choice == "other"),
        _ => chosen_first(form, choice == "mine"),
    }
    offer(form);
}

fn chosen_first(form: &Form, mine: bool) {
    let name = CHOICE.take();
    let kept = keep::read(&name);
    let choosing = saving(|s| std::mem::take(&mut s.choosing));
    form.notice("#kept", "", "", None, [""; 2]);
    if form.is("data-locked") {
        return keep::forget(&name);
    }
    form.lock(false);
    match kept {
        Some(kept) if choosing && mine => form.put(&kept.typed, None),
        _ if choosing => {}
        _ => {
            saving(|s| s.wanted = None);
            form.put(&form.sent(), None);
        }
    }
    if choosing {
        keep::forget(&name);
    }
    changed(form);
    send_due();
}

/// The other text comes into the form, and what is typed there takes its place; or it is forgotten.
fn chosen_other(form: &Form, wanted: bool) {
    let name = form.says_at("#other", "data-name");
    let Some(kept) = keep::read(&name).filter(|_| wanted && !form.is("data-locked")) else {
        return keep::forget(&name);
    };
    let typed = form.typed();
    if saving(|s| s.changed(&typed)) {
        let upon = saving(|s| s.upon.clone());
        keep::write(&name, &Kept { upon, at: now(), trying: String::new(), wish: None, typed });
    } else {
        keep::forget(&name);
    }
    form.notice("#kept", "", "", None, [""; 2]);
    form.put(&kept.typed, None);
    changed(form);
    send_due();
}

/// This moment, in milliseconds.
pub(super) fn now() -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole milliseconds since 1970"
    )]
    let now = js_sys::Date::now() as u64;
    now
}

/// A moment in words: the device's own time, with UTC beside it where that differs.
fn at(moment: u64) -> String {
    if moment == 0 {
        return "earlier".into();
    }
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are exact up to the year 287396")]
    let date = js_sys::Date::new(&JsValue::from_f64(moment as f64));
    let utc = String::from(date.to_utc_string());
    // `Fri, 20 Nov 2026 18:03:07 GMT`
    let utc = [utc.get(5..22).unwrap_or_default(), " UTC"].concat();
    if date.get_timezone_offset() == 0.0 {
        return ["on ", &utc].concat();
    }
    let here = String::from(date.to_time_string());
    ["at ", here.get(..5).unwrap_or_default(), " (", &utc, ")"].concat()
}
