//! What was typed earlier and never sent: put back into the form, or offered beside it.

use super::copies::ReviewCopy;
use super::page_form::{PageForm, Place};
use super::state::{copy_name, copy_prefix, saving};
use crate::browser::{moment_in_words, now};
use crate::local_copy::{self, NamedCopy};
use std::cell::RefCell;

thread_local! {
    /// The copy that the choice above the form is about.
    static CHOICE: RefCell<String> = const { RefCell::new(String::new()) };
    /// The copy that the notice about another one is about.
    static OTHER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Finds what is kept for this form and puts the first copy back. Whether one was found.
pub(super) fn restore(form: &PageForm) -> Option<ReviewCopy> {
    let copies = unsent(form);
    let first = copies.into_iter().next();
    if let Some(copy) = first.as_ref().filter(|_| !form.has("data-unsaved")) {
        put_back(form, copy);
    }
    offer(form);
    first.map(|copy| copy.copy)
}

/// The copies that hold something the server does not. The others are forgotten: nothing is lost with them.
fn unsent(form: &PageForm) -> Vec<NamedCopy<ReviewCopy>> {
    let (rendered, submitted) = (form.rendered(), saving(|s| s.submitted));
    let unsaved = form.has("data-unsaved");
    let (gone, copies): (Vec<_>, Vec<_>) =
        local_copy::all::<ReviewCopy>(&copy_prefix(form), &copy_name(form))
            .into_iter()
            .partition(|copy| !unsaved && copy.copy.is_saved(&rendered, submitted));
    for copy in gone {
        local_copy::forget(&copy.name);
    }
    copies
}

/// Puts a copy back where it belongs to the newest save; where the server has another since, or takes no more, shows it
/// beside.
fn put_back(form: &PageForm, copy: &NamedCopy<ReviewCopy>) {
    let (rendered, kept) = (form.rendered(), &copy.copy);
    let (version, submitted) = saving(|s| (s.base_version.clone(), s.submitted));
    let at = moment_in_words(kept.at);
    CHOICE.set(copy.name.clone());
    if form.has("data-locked") {
        let what = match kept.wish {
            Some(true) => ["You pressed Submit ", &at, ". It did not reach the server in time."].concat(),
            _ => ["You typed this ", &at, ". It did not reach the server in time."].concat(),
        };
        form.notice(Place::Kept, "Not sent", &what, Some(&kept.values), ["", "Forget it"]);
    } else if kept.fits(&version, &rendered) {
        form.put(&kept.values, Some(&rendered));
        let values = form.values();
        let wish = kept.wish.filter(|submit| form.fault(&values, *submit).is_empty());
        saving(|s| (s.wish, s.earlier) = (wish, kept.trying.clone()));
        // From here on it is this tab's. Where the other tab is still open, it keeps its own again.
        let trying = kept.trying.clone();
        let again = ReviewCopy { base_version: version.clone(), trying, wish, values, at: kept.at };
        form.set_kept(local_copy::write(&copy_name(form), &again));
        if copy.name != copy_name(form) {
            local_copy::forget(&copy.name);
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
        let earlier =
            if version == "none" { "Start empty instead" } else { "Use the earlier version instead" };
        form.notice(Place::Kept, title, &what, None, ["", earlier]);
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
        form.notice(Place::Kept, "There are two versions of this review", &what, Some(&kept.values), ways);
    }
}

/// Offers the newest of the other copies that no tab has put back.
pub(super) fn offer(form: &PageForm) {
    let (own, choice) = (copy_name(form), CHOICE.with_borrow(Clone::clone));
    let here = form.values();
    let others = unsent(form).into_iter().filter(|copy| ![&own, &choice].contains(&&copy.name));
    let others: Vec<NamedCopy<ReviewCopy>> = others.filter(|copy| copy.copy.values != here).collect();
    let Some(copy) = others.first().filter(|_| !saving(|s| s.choosing)) else {
        return form.notice(Place::Other, "", "", None, [""; 2]);
    };
    OTHER.set(copy.name.clone());
    let title = match others.len() {
        1 => "Another text of yours was not sent".to_owned(),
        n => [&n.to_string(), " other texts of yours were not sent"].concat(),
    };
    let what =
        ["You typed this ", &moment_in_words(copy.copy.at), ", in another tab of this browser."].concat();
    let mine = if form.has("data-locked") { "" } else { "Use this text" };
    form.notice(Place::Other, &title, &what, Some(&copy.copy.values), [mine, "Forget it"]);
}

/// Answers a button of one of the two notices. True where the values in the form may be others now.
pub(super) fn choose(form: &PageForm, choice: &str) -> bool {
    match choice {
        "other" | "forget" => choose_other(form, choice == "other"),
        _ => choose_version(form, choice == "mine"),
    }
}

fn choose_version(form: &PageForm, mine: bool) -> bool {
    let name = CHOICE.take();
    let kept = local_copy::read::<ReviewCopy>(&name);
    let choosing = saving(|s| std::mem::take(&mut s.choosing));
    form.notice(Place::Kept, "", "", None, [""; 2]);
    if form.has("data-locked") {
        local_copy::forget(&name);
        return false;
    }
    form.lock(false);
    match kept {
        Some(kept) if choosing && mine => form.put(&kept.values, None),
        _ if choosing => {}
        _ => {
            saving(|s| s.wish = None);
            form.put(&form.rendered(), None);
        }
    }
    if choosing {
        local_copy::forget(&name);
    }
    true
}

/// The other text comes into the form, and what is typed there takes its place; or it is forgotten.
fn choose_other(form: &PageForm, wanted: bool) -> bool {
    let name = OTHER.take();
    let Some(kept) = local_copy::read::<ReviewCopy>(&name).filter(|_| wanted && !form.has("data-locked"))
    else {
        local_copy::forget(&name);
        return false;
    };
    let values = form.values();
    if saving(|s| s.changed(&values)) {
        let base_version = saving(|s| s.base_version.clone());
        let copy = ReviewCopy { base_version, at: now(), trying: String::new(), wish: None, values };
        local_copy::write(&name, &copy);
    } else {
        local_copy::forget(&name);
    }
    form.notice(Place::Kept, "", "", None, [""; 2]);
    form.put(&kept.values, None);
    true
}
