//! Moments, and how far something is.

use crate::prelude::*;
use chrono::{Datelike, FixedOffset, SecondsFormat};
use std::fmt;
use std::sync::Arc;

/// What clocks show, and the name of their zone then.
type Reading = (DateTime<FixedOffset>, String);

/// The clocks of a place: what they show at a moment.
#[derive(Clone)]
pub struct PlaceClock(Arc<dyn Fn(DateTime<Utc>) -> Reading + Send + Sync>);

impl PlaceClock {
    /// Clocks that show what `read` says.
    pub fn new(read: impl Fn(DateTime<Utc>) -> Reading + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }
}

impl fmt::Debug for PlaceClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlaceClock")
    }
}

/// What the clocks of the page's place show: those of its event, and UTC on a page of no event.
pub(crate) fn on_the_clock(at: DateTime<Utc>) -> Reading {
    match use_context::<PlaceClock>() {
        Some(PlaceClock(read)) => read(at),
        None => (at.fixed_offset(), "UTC".to_owned()),
    }
}

/// Builds a part of a page by the clocks of a place of its own, as of one event among several.
pub(crate) fn by_clock(clock: Option<PlaceClock>, build: impl FnOnce() -> AnyView) -> AnyView {
    let Some(clock) = clock else { return build() };
    Owner::new().with(|| {
        provide_context(clock);
        build()
    })
}

/// How much of a moment is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeForm {
    /// `20 Nov 2026, 18:00 CET`.
    #[default]
    Full,
    /// `20 Nov, 18:00 CET`, with the year where it is another one than at this moment.
    Short(DateTime<Utc>),
    /// `18:00:12 CET`.
    Clock,
    /// `18:00 CET`.
    Minute,
}

/// A moment on the clocks of the page's place, with their zone, and how far off it is in brackets. It is the only way to write a
/// moment on a page: a browser in another zone shows its own time beside it.
#[component]
pub fn Time(
    at: DateTime<Utc>,
    /// The page's present, for the words in brackets. Without it there are none.
    #[prop(optional)]
    now: Option<DateTime<Utc>>,
    /// How much of it is written.
    #[prop(optional)]
    form: TimeForm,
) -> impl IntoView {
    let far = now.map(|now| format!(" ({})", words::relative(at, now)));
    let (local, zone) = on_the_clock(at);
    let (name, pattern) = match form {
        TimeForm::Full => (None, "%-d %b %Y, %H:%M"),
        TimeForm::Short(now) if local.year() == on_the_clock(now).0.year() => {
            (Some("short"), "%-d %b, %H:%M")
        }
        TimeForm::Short(_) => (None, "%-d %b %Y, %H:%M"),
        TimeForm::Clock => (Some("clock"), "%H:%M:%S"),
        TimeForm::Minute => (Some("minute"), "%H:%M"),
    };
    let moment = local.to_rfc3339_opts(SecondsFormat::Secs, true);
    view! { <time datetime=moment data-form=name>{format!("{} {zone}", local.format(pattern))}</time>{far} }
}

/// How far off a moment is: `in 3 h 12 min`. With scripting it counts down, from the page's present and not by the device's
/// clock, which may be wrong. At the end it asks to load the page again.
#[component]
pub fn Countdown(
    at: DateTime<Utc>,
    /// The page's present.
    now: DateTime<Utc>,
) -> impl IntoView {
    let left = (at - now).num_seconds();
    if left <= 0 {
        return view! { {words::relative(at, now)} };
    }
    view! {
        <span data-over="now (load this page again)">
            "in "<span data-left=left.to_string()>{words::span(at - now)}</span>
        </span>
    }
}

/// How much of something is done, as words and as a bar.
#[component]
pub fn Progress(
    done: i64,
    /// Of how many.
    of: i64,
    /// What is counted: `reviews submitted`.
    #[prop(into)]
    what: String,
) -> impl IntoView {
    let words = format!("{} of {} {what}", words::thousands(done), words::thousands(of));
    let percent = if of > 0 { format!("{}\u{a0}%", done * 100 / of) } else { "–".to_owned() };
    view! {
        <div class="progress">
            <div><span>{words.clone()}</span><span>{percent}</span></div>
            <progress value=done.to_string() max=of.max(1).to_string() aria-label=words></progress>
        </div>
    }
}
