//! What happens when the form wakes in the browser: it takes over what stands in it, puts back what was
//! typed and never stored, and from then on keeps every change.

use super::keep::{self, Kept};
use super::review_form::Typed;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{HtmlDivElement, HtmlInputElement, HtmlTextAreaElement};
use shared::rubric::Criterion;

/// Where the changes are that the server does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    /// There are none.
    Nothing,
    /// In this browser too.
    Here,
    /// Put back from this browser just now.
    Back,
    /// Only in the form: the browser keeps nothing.
    FormOnly,
}

impl Keeping {
    /// The words in the bar at the foot.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Here => "Not saved yet; kept on this device",
            Self::Back => "Typed earlier and never saved: put back from this device",
            Self::FormOnly => "Not saved yet",
        }
    }
}

/// Wakes the form; `unsaved` says that the server sent it back refused. On the server nothing of this runs.
pub(super) fn wake(
    root: NodeRef<Div>,
    rubric: StoredValue<Vec<Criterion>>,
    now: Typed,
    keeping: RwSignal<Keeping>,
    assignment: i64,
    upon: String,
    unsaved: bool,
) {
    let name = format!("evenhand-review-{assignment}");
    let names =
        move || rubric.with_value(|all| all.iter().map(|c| format!("score_{}", c.key)).collect::<Vec<_>>());
    // What the server sent: a form that says the same has nothing to keep, unless it came back refused.
    let sent = StoredValue::new((now.scores.get_untracked(), now.comment.get_untracked()));
    Effect::new(move |_| {
        let Some(form) = root.get() else { return };
        let names = names();
        let shown = (names.iter().map(|name| score(&form, name)).collect::<Vec<_>>(), comment(&form));
        let changed = unsaved || sent.with_value(|sent| *sent != shown);
        if changed {
            // Typed before the form woke, or put back by the browser.
            now.comment.set(shown.1);
            now.scores.set(shown.0);
        } else if let Some(kept) = keep::read(&name) {
            if !kept.fits(&upon, names.len()) {
                keep::forget(&name);
            } else if sent.with_value(|sent| (&sent.0, &sent.1) != (&kept.scores, &kept.comment)) {
                put_back(&form, &names, &kept);
                now.comment.set(kept.comment);
                now.scores.set(kept.scores);
                keeping.set(Keeping::Back);
            }
        }
        let (name, upon) = (name.clone(), upon.clone());
        Effect::new(move |again: Option<()>| {
            let (scores, comment) = (now.scores.get(), now.comment.get());
            if !unsaved && sent.with_value(|sent| (&sent.0, &sent.1) == (&scores, &comment)) {
                keep::forget(&name);
                keeping.set(Keeping::Nothing);
                return;
            }
            let held = keep::write(&name, &Kept { upon: upon.clone(), scores, comment });
            if again.is_some() || keeping.get_untracked() == Keeping::Nothing {
                keeping.set(if held { Keeping::Here } else { Keeping::FormOnly });
            }
        });
    });
}

/// The score that stands in the form: the chosen radio button's, or the number's text.
fn score(form: &HtmlDivElement, name: &str) -> String {
    find::<HtmlInputElement>(form, &format!("[name={name}][type=number],[name={name}]:checked"))
        .map(|input| input.value())
        .unwrap_or_default()
}

fn comment(form: &HtmlDivElement) -> String {
    find::<HtmlTextAreaElement>(form, "textarea").map(|area| area.value()).unwrap_or_default()
}

fn put_back(form: &HtmlDivElement, names: &[String], kept: &Kept) {
    for (name, text) in names.iter().zip(&kept.scores) {
        if let Some(number) = find::<HtmlInputElement>(form, &format!("[name={name}][type=number]")) {
            number.set_value(text);
        } else if let Some(chosen) = find::<HtmlInputElement>(form, &format!("[name={name}]:checked")) {
            chosen.set_checked(false);
        }
        // A kept text is whatever the storage held: only digits make a selector.
        if text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
            && let Some(radio) =
                find::<HtmlInputElement>(form, &format!("[name={name}][type=radio][value='{text}']"))
        {
            radio.set_checked(true);
        }
    }
    if let Some(area) = find::<HtmlTextAreaElement>(form, "textarea") {
        area.set_value(&kept.comment);
    }
}

/// Names are criterion keys, letters, digits and underscores: nothing in them needs quoting.
fn find<T: JsCast>(form: &HtmlDivElement, selector: &str) -> Option<T> {
    form.query_selector(selector).ok()??.dyn_into().ok()
}
