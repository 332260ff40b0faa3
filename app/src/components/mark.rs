//! The mark, and signs beside words.

use leptos::prelude::*;

/// The mark: an estimate with its interval, a dot on a line with two end ticks. Decorative; a name stands beside it.
#[component]
pub fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 48 20" aria-hidden="true">
            <path d="M0 2h3v16H0zM45 2h3v16h-3zM2 9h44v2H2z"/>
            <circle cx="28" cy="10" r="6.5"/>
        </svg>
    }
}

/// What a sixteen-pixel sign shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A tick: done, good.
    Check,
    /// A clock: waiting, about time.
    Clock,
    /// A pencil: a draft.
    Pencil,
    /// A cross: refused, gone.
    Cross,
    /// A triangle: look at this first.
    Alert,
    /// A circled i: good to know.
    Info,
    /// A lock: closed.
    Lock,
    /// An arrow to the right: onward.
    Onward,
    /// An arrow to the left: back.
    Back,
    /// An angle that points down: opens something below.
    Down,
    /// An arrow out of a box: leads to another site.
    Out,
    /// Two sheets: a repeat of another project.
    Copies,
}

impl Sign {
    fn path(self) -> &'static str {
        match self {
            Self::Check => "M3 8.5l3.5 3.5L13 4.5",
            Self::Clock => "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3.3l2.2 1.4",
            Self::Pencil => "M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z",
            Self::Cross => "M4 4l8 8M12 4l-8 8",
            Self::Alert => "M8 2.5L14.5 13.5h-13zM8 6.5v3M8 11.5v.1",
            Self::Info => "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.5v3.5M8 5v.1",
            Self::Lock => "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 015 0v2.5",
            Self::Onward => "M2.5 8h11M9.5 4l4 4-4 4",
            Self::Back => "M13.5 8h-11M6.5 4l-4 4 4 4",
            Self::Down => "M4 6l4 4 4-4",
            Self::Out => "M6 3H3v10h10v-3M9 3h4v4M13 3L7.5 8.5",
            Self::Copies => "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
        }
    }
}

/// A sign that stands beside a word and means nothing without it.
#[component]
pub fn Icon(
    /// Which one.
    sign: Sign,
) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=sign.path()/></svg> }
}
