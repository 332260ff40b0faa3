//! `/events/<slug>/manage/assignments`: who judges what, planned and changed by hand.

pub mod conflicts;
mod coverage;
pub mod file;
pub mod hand;
pub mod handover;
pub mod overview;
pub mod plan;
pub mod review;
pub mod scores;

pub(in crate::pages::manage) use coverage::coverage_href;
pub(in crate::pages::manage) use hand::hand_part;
pub(crate) use hand::{HandPart, Side};

use crate::prelude::*;

/// The way back to who judges what.
fn crumbs(slug: &str) -> AnyView {
    let above = vec![(ManageTab::Assignments.label().to_owned(), ManageTab::Assignments.href(slug))];
    view! { <Crumbs above/> }
}

/// A judge's name, which leads to their assignments; of one who has not come yet, to the invitation.
fn judge_link(id: i64, name: String, invited: bool) -> AnyView {
    let slug = this_event().slug;
    if !invited {
        return view! { <a href=Side::Judge.href(&slug, id)>{name}</a> };
    }
    let href = format!("/events/{slug}/manage/people/invitations?of={id}");
    view! { <a href=href><bdi>{name}</bdi></a>" "<Pill sign=Sign::Clock word="Not here yet"/> }
}

/// The cell of a judge's cap, in a table whose column *Cap* is left out where no judge has one.
fn cap_cell(cap: Option<u32>) -> AnyView {
    let class = if cap.is_none() { "cell-num cell-blank" } else { "cell-num" };
    let cap = cap.map_or_else(|| "–".to_owned(), |cap| cap.to_string());
    view! { <td data-label="Cap" class=class>{cap}</td> }
}

/// A bar of what a judge has and would get, against the most that any judge has or may have.
fn load_bar(kept: u32, added: u32, cap: Option<u32>, most: u32) -> AnyView {
    let share = |n: u32| format!("{:.1}%", f64::from(n.min(most)) * 100.0 / f64::from(most.max(1)));
    let mark = cap.filter(|cap| *cap <= most).map(|cap| {
        view! { <line class="load-bar-cap" x1=share(cap) x2=share(cap) y1="0" y2="12"/> }
    });
    view! {
        <svg class="load-bar" aria-hidden="true">
            <rect class="load-bar-kept" x="0" y="2" width=share(kept) height="8"/>
            <rect class="load-bar-added" x=share(kept) y="2" width=share(added) height="8"/>
            {mark}
        </svg>
    }
}
