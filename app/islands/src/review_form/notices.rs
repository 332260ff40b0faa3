//! What happened to the review elsewhere: in another tab, to a copy that this device keeps, or on the server.

#![allow(unreachable_pub, reason = "the macro makes what it exports to JavaScript public")]

use super::shown::{Notice, Shown, flag, text};
use super::signed::signed;
use crate::icon::icon;
use crate::icon_paths::{ALERT, INFO};
use crate::saving::link_target;
use leptos::prelude::*;

/// The notices above the form. `behaviour` answers their buttons, which it knows by `data-do`.
#[island]
pub fn ReviewNotices() -> impl IntoView {
    let words =
        "This review is open in another tab. Use one of them: what you type in both cannot be merged.";
    view! {
        <div role="status">
            {signed(
                "notice tone-note review-device",
                "open-elsewhere".into(),
                INFO,
                flag(0, |shown, _| !shown.elsewhere),
                Box::new(move || words.into()),
                "",
            )}
        </div>
        {notice(0, "kept", ["mine", "stored"])}
        {notice(1, "other", ["other", "forget"])}
    }
}

/// A notice about a copy that this device keeps, with up to two choices.
fn notice(index: usize, id: &'static str, choices: [&'static str; 2]) -> impl IntoView {
    // The texts of both notices, one after the other.
    let says = move |part: usize| text(index * PARTS + part, |shown, part| said(shown, part).into());
    let hides = move |part: usize| flag(index * PARTS + part, |shown, part| said(shown, part).is_empty());
    let line = move |part: usize| view! { <p hidden=hides(part)>{says(part)}</p> };
    let choice = move |choice: usize| {
        view! {
            <button class="button" type="button" data-do=choices[choice] hidden=hides(4 + choice)>
                {says(4 + choice)}
            </button>
        }
    };
    view! {
        <div class="notice tone-note review-device" id=id role="alert" hidden=hides(0)>
            {icon(INFO)}
            <div>
                {line(0)} {line(1)} {line(2)}
                <blockquote class="review-device-words" hidden=hides(3)>{says(3)}</blockquote>
                <div class="row">{choice(0)} {choice(1)}</div>
            </div>
        </div>
    }
}

/// How many texts a notice has.
const PARTS: usize = Notice::PARTS;

fn said(shown: &Shown, part: usize) -> &str {
    shown.notices.get(part / PARTS).and_then(|notice| notice.0.get(part % PARTS)).map_or("", String::as_str)
}

/// Why nothing is sent any more, in the bar that is always in view.
#[island]
pub fn ReviewHalt() -> impl IntoView {
    let halt = [0, 1, 2].map(|part| text(part, |shown, part| shown.halt[part].as_str().into()));
    let [words, way, href] = halt;
    let target = text(0, |shown, _| link_target(shown.kept).into());
    view! {
        <div class="review-halt" role="alert">
            {signed("", String::new(), ALERT, flag(0, |shown, _| shown.halt[0].is_empty()), words, "")}
            <a href=href target=target hidden=flag(0, |shown, _| shown.halt[1].is_empty())>{way}</a>
        </div>
    }
}
