//! What a submission needs and what makes it a good one: each line leads to its field, and says whether it is filled in.

#![allow(unreachable_pub, reason = "the macro makes what it exports to JavaScript public")]

use super::shown::{flag, shown};
use crate::icon::icon;
use crate::icon_paths::CHECK;
use crate::islands::saving::Halt;
use leptos::prelude::*;

/// A line: where it leads to, another field that does as well, what it asks for, and whether nothing is saved without it.
type Line = (&'static str, &'static str, &'static str, bool);

/// The lines. The last is there for events that have tracks.
pub(super) const LINES: [Line; 5] = [
    ("title", "title", "A title", true),
    ("tagline", "tagline", "A tagline", false),
    ("summary", "summary", "A summary", false),
    ("repo_url", "demo_url", "A link to the code or a demo", false),
    ("track", "track", "A track", false),
];

/// Which lines are done with these values.
pub(super) fn done<'t>(value: impl Fn(&str) -> &'t str) -> [bool; LINES.len()] {
    LINES.map(|(field, other, ..)| [field, other].iter().any(|name| !value(name).trim().is_empty()))
}

/// The checklist of a project that is not submitted. It goes when nothing can be submitted any more.
#[island]
pub(crate) fn ProjectChecklist() -> impl IntoView {
    let tracks = shown().with_untracked(|shown| shown.tracks);
    let lines = LINES.iter().enumerate().filter(|(_, (field, ..))| tracks || *field != "track");
    let lines: Vec<_> = lines
        .map(|(index, (field, _, what, needed))| {
            let missing = if *needed { "needed to save and to submit" } else { "recommended" };
            view! {
                <li>
                    <a href=["#", field].concat()>{*what}</a>
                    <span class="project-form-there" hidden=flag(move |shown| shown.done.get(index) != Some(&true))>
                        {icon(CHECK)}
                        "there"
                    </span>
                    <span class="quiet" hidden=flag(move |shown| shown.done.get(index) == Some(&true))>{missing}</span>
                </li>
            }
        })
        .collect();
    view! {
        <section
            class="project-form-checklist"
            aria-labelledby="checklist"
            hidden=flag(|shown| matches!(shown.halt, Halt::Over(_)))
        >
            <h2 id="checklist">"Before you submit"</h2>
            <ul>{lines}</ul>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_one_of_two_and_blanks_are_nothing() {
        let value = |name: &str| match name {
            "title" => "Lamp",
            "tagline" => " \n",
            "demo_url" => "https://lamp.example",
            _ => "",
        };
        assert_eq!(done(value), [true, false, false, true, false]);
    }
}
