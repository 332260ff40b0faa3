//! What a submission needs and what makes it a good one: each line leads to its field, and says whether it is filled in.

#![allow(unreachable_pub, reason = "the macro makes what it exports to JavaScript public")]

use super::lines::LINES;
use super::shown::{flag, next_question, shown};
use crate::icon::icon;
use crate::icon_paths::CHECK;
use crate::saving::Halt;
use leptos::prelude::*;

/// Whether one of the event's own questions that needs an answer has one.
#[island]
pub fn AnswerState() -> impl IntoView {
    let index = next_question();
    view! {
        <span class="project-form-there" hidden=flag(index, |shown, index| shown.answered.get(index) != Some(&true))>
            {icon(CHECK)}
            "there"
        </span>
        <span class="quiet" hidden=flag(index, |shown, index| shown.answered.get(index) == Some(&true))>"needed to submit"</span>
    }
}

/// The checklist of a project that is not submitted. It goes when nothing can be submitted any more.
#[island]
pub fn ProjectChecklist() -> impl IntoView {
    let tracks = shown().with_untracked(|shown| shown.tracks);
    let lines = LINES.iter().enumerate().filter(|(_, (field, ..))| tracks || *field != "track");
    let lines: Vec<_> = lines
        .map(|(index, (field, _, what, needed))| {
            let missing = if *needed { "needed to save and to submit" } else { "recommended" };
            view! {
                <li>
                    <a href=["#", field].concat()>{*what}</a>
                    <span class="project-form-there" hidden=flag(index, |shown, index| shown.done.get(index) != Some(&true))>
                        {icon(CHECK)}
                        "there"
                    </span>
                    <span class="quiet" hidden=flag(index, |shown, index| shown.done.get(index) == Some(&true))>{missing}</span>
                </li>
            }
        })
        .collect();
    // The form of a project that was never saved has no such part yet.
    let saved = shown().with_untracked(|shown| shown.path.starts_with("/projects/"));
    let prizes = saved.then(|| {
        view! {
            <li>
                <a href="#wishes">"Prizes and table"</a>
                <span class="quiet">"prizes to ask for, power, a quiet place"</span>
            </li>
        }
    });
    view! {
        <section
            class="project-form-checklist"
            aria-labelledby="checklist"
            hidden=flag(0, |shown, _| matches!(shown.halt, Halt::Over(_)))
        >
            <h2 id="checklist">"Before you submit"</h2>
            <ul>{lines}{prizes}</ul>
        </section>
    }
}
