//! Moments, and how far something is.

use crate::draw::Draw;
use chrono::{DateTime, Utc};
use leptos::prelude::*;

/// A moment: date, time and zone, and how far off it is in brackets.
#[component]
pub fn Time(
    /// The moment.
    at: DateTime<Utc>,
    /// The page's present, for the words in brackets. Without it there are none.
    #[prop(optional)]
    now: Option<DateTime<Utc>>,
) -> impl IntoView {
    let far = now.map(|now| format!(" ({})", words::relative(at, now)));
    view! { <time datetime=words::iso(at)>{words::stamp(at)}</time>{far} }
}

/// How far off a moment is: `in 3 h 12 min`. With scripting it counts down, from the page's present and not by the device's
/// clock, which may be wrong. At the end it asks to load the page again.
#[component]
pub fn Countdown(
    /// The moment.
    at: DateTime<Utc>,
    /// The page's present.
    now: DateTime<Utc>,
) -> impl IntoView {
    let left = (at - now).num_seconds();
    if left <= 0 {
        return words::relative(at, now).drawn();
    }
    view! {
        <span data-over="now. Load this page again">
            "in "<span data-left=left.to_string()>{words::span(at - now)}</span>
        </span>
    }
    .drawn()
}

/// How much of something is done, as words and as a bar.
#[component]
pub fn Progress(
    /// How many are done.
    done: i64,
    /// Of how many.
    of: i64,
    /// What is counted: `reviews submitted`.
    #[prop(into)]
    what: String,
) -> impl IntoView {
    let words = format!("{} of {} {what}", words::thousands(done), words::thousands(of));
    let percent = if of > 0 { format!("{} %", done * 100 / of) } else { "–".to_owned() };
    view! {
        <div class="progress">
            <div><span>{words.clone()}</span><span>{percent}</span></div>
            <progress value=done.to_string() max=of.max(1).to_string() aria-label=words></progress>
        </div>
    }
}
