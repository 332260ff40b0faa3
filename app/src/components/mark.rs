//! The mark, the seal, and signs beside words.

use crate::prelude::*;
use islands::icon::icon;
use islands::icon_paths::{ALERT, CHECK, CROSS, INFO, LOCK, MARK};

/// The mark: an estimate with its interval, a dot on a line with two end ticks. Decorative: a name is beside it.
#[component]
pub fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 48 20" aria-hidden="true">
            <path d=MARK/>
            <circle cx="28" cy="10" r="6.5"/>
        </svg>
    }
}

/// The mark as a seal, for what is signed: two rings with words between them. Decorative: what was signed, when and by which
/// key is written beside it.
#[component]
pub fn Seal() -> impl IntoView {
    let rings: Vec<_> =
        ["58.5", "55.5", "40"].map(|r| view! { <circle class="seal-ring" cx="60" cy="60" r=r/> }).into();
    let words =
        view! { <textPath href="#seal-ring">"Evenhand · signed record · anyone can check · "</textPath> };
    view! {
        <svg class="seal" viewBox="0 0 120 120" aria-hidden="true">
            <path id="seal-ring" class="seal-ring" d="M60 106.5a46.5 46.5 0 1 1 .01 0"/>
            {rings}
            <text textLength="288">{words}</text>
            <path d="M32 51h3.6v18H32zM84.4 51H88v18h-3.6zM34 58.8h52v2.4H34z"/>
            <circle cx="65" cy="60" r="7.6"/>
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
    /// An angle that points down: something opens below.
    Down,
    /// An arrow out of a box: leads to another site.
    Out,
    /// Two sheets: a repeat of another project.
    Copies,
}

impl Sign {
    fn path(self) -> &'static str {
        match self {
            Self::Check => CHECK,
            Self::Clock => "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3.3l2.2 1.4",
            Self::Pencil => "M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z",
            Self::Cross => CROSS,
            Self::Alert => ALERT,
            Self::Info => INFO,
            Self::Lock => LOCK,
            Self::Onward => "M2.5 8h11M9.5 4l4 4-4 4",
            Self::Back => "M13.5 8h-11M6.5 4l-4 4 4 4",
            Self::Down => "M4 6l4 4 4-4",
            Self::Out => "M6 3H3v10h10v-3M9 3h4v4M13 3L7.5 8.5",
            Self::Copies => "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
        }
    }
}

/// A sign beside a word; without the word it means nothing.
#[component]
pub fn Icon(
    /// What it shows.
    sign: Sign,
) -> impl IntoView {
    icon(sign.path())
}
