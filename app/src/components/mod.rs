//! The parts that pages are made of, each once.
//!
//! | part | for |
//! |---|---|
//! | [`Mark`], [`Icon`] | the logo; sixteen-pixel signs that stand beside a word |
//! | [`Seal`], [`QrCodeOf`] | the mark as a stamp on what is signed; a QR code |
//! | [`PostForm`], [`Field`], [`Area`], [`Select`], [`Check`] | a form and what is in it; a label, a hint, and the error beside it |
//! | [`ScoreScale`], [`Stepper`] | one criterion's score: a radio group, or a number |
//! | [`FormErrors`], [`ErrorSummary`] | what was refused, above the form, with links to the fields |
//! | [`Button`], [`ButtonLink`] | main (one a page), quiet, dangerous |
//! | [`Pill`], [`Tag`], [`Tags`] | a status with icon and word; a free word, or a link that filters by it |
//! | [`Table`] | head that sticks, numbers to the right (`class="cell-num"`) |
//! | [`Notice`], [`Toast`], [`EmptyState`], [`Confirm`] | what happened; the same, floating; nothing yet; are you sure (a page, not a dialog) |
//! | [`Pager`], [`Tabs`], [`Crumbs`] | getting about, all of it links |
//! | [`Time`], [`Progress`] and [`words`] | a moment with its zone and how far off it is; a share; countdowns and plurals |
//! | [`Stages`], [`StageMark`], [`headline`] | an event's line with its ticks, and the dot at the present; the same small; what is happening now in words |
//! | [`IntervalPlot`], [`PlotScale`], [`Strip`] | an estimate with its interval; the axis; a distribution |
//! | [`sentence()`] | a refusal, with its moments written as elsewhere |
//! | [`Paragraphs`], [`Markdown`], [`HostLink`] | what people typed, escaped; a story with Markdown in it; a link that shows where it leads |
//!
//! A `<textarea>` written by hand takes its text from [`typed`]: leptos does not escape there.
//!
//! Text props take `""` for "none", which keeps every call site free of `Option`s.

pub mod buttons;
pub mod charts;
pub mod confirm;
pub mod errors;
pub mod fields;
pub mod frame;
pub mod mark;
pub mod markdown;
pub mod navigation;
pub mod notices;
pub mod pills;
pub mod plot;
pub mod qr;
pub mod scores;
pub mod sentence;
pub mod stages;
pub mod table;
pub mod text;
pub mod time;
pub mod words;

pub use buttons::{Button, ButtonLink, Kind};
pub use confirm::Confirm;
pub use errors::{ErrorSummary, FieldError, FormErrors};
pub use fields::{Area, Check, Choice, Field, Select, typed};
pub use frame::PostForm;
pub use mark::{Icon, Mark, Seal, Sign};
pub use markdown::Markdown;
pub use navigation::{Crumbs, Pager, Tab, Tabs};
pub use notices::{EmptyState, Notice, Toast};
pub use pills::{Pill, Tag, Tags, Tone};
pub use plot::{IntervalPlot, PlotScale, Strip};
pub use qr::{Qr, QrCodeOf};
pub use scores::{ScoreScale, Stepper};
pub use sentence::sentence;
pub use stages::{Stage, StageKind, StageMark, StageState, Stages, headline};
pub use table::Table;
pub use text::{HostLink, Paragraphs};
pub use time::{Countdown, Progress, Time};

/// `None` for an empty text, so that an attribute is left out.
pub(crate) fn filled(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
