//! The parts that pages are made of. `/styleguide` shows each in all its states, where the demo is on.
//!
//! | part | for |
//! |---|---|
//! | [`Mark`], [`Icon`] | the logo; sixteen-pixel signs beside a word |
//! | [`Seal`], [`QrCodeOf`] | the mark as a stamp on what is signed; a QR code |
//! | [`PostForm`], [`Field`], [`Area`], [`Select`], [`Check`] | a form and its fields, each with a label, a hint and its error |
//! | [`FormErrors`], [`ErrorSummary`] | what was refused, above the form, with links to the fields |
//! | [`Button`], [`ButtonLink`] | main (one a page), quiet, dangerous |
//! | [`ActButton`] | a form of one button |
//! | [`Pill`], [`Tag`] | a status with icon and word; a free word, or a link that filters by it |
//! | [`ProjectPicture`] | a project's first picture in a frame of 16:10, and nothing without one |
//! | [`Table`] | columns with a head that sticks; numbers to the right (`class="cell-num"`) |
//! | [`long_lists`] | long tables, folded after their first rows, and the search in them |
//! | [`section()`], [`disclosure()`] | a part of a page under its heading; one that opens from its summary |
//! | [`Notice`], [`EmptyState`] | what happened; nothing yet |
//! | [`Pager`], [`Tabs`], [`Crumbs`] | navigation, all of it links |
//! | [`Time`], [`Countdown`] and [`Progress`] | a moment with its zone and how far off it is; how much is done |
//! | [`Stages`], [`StageMark`], [`headline`] | an event's stages with the dot at the present; the same small; what is happening now |
//! | [`charts`] | marks in the rows of a table; one number against another |
//! | [`show_moments`] | a refusal, with its moments in the form of all pages |
//! | [`Paragraphs`], [`Markdown`], [`HostLink`] | what people typed, escaped; a story with Markdown; a link with its host |
//!
//! A `<textarea>` written by hand takes its text from [`typed`], since leptos does not escape there.
//!
//! A text prop takes `""` for none. Without that, every call would need an `Option`.

pub mod buttons;
pub mod charts;
pub mod errors;
pub mod fields;
pub mod long_lists;
pub mod mark;
pub mod markdown;
pub mod moments;
pub mod navigation;
pub mod notices;
pub mod picture;
pub mod pills;
pub mod post_form;
pub mod qr;
pub mod sections;
pub mod stages;
pub mod table;
pub mod text;
pub mod time;

pub use buttons::{ActButton, Button, ButtonLink, Kind};
pub(crate) use errors::order_errors;
pub use errors::{ErrorSummary, FieldError, FormErrors};
pub use fields::{Area, Check, Choice, Field, Select, TickBox, typed};
pub(crate) use fields::{boxes_error, tick_boxes};
pub use mark::{Icon, Mark, Seal, Sign};
pub use markdown::{Markdown, kept_html};
pub(crate) use moments::show_moment;
pub use moments::{NamedEvents, show_moments};
pub use navigation::{Crumbs, Pager, Tab, Tabs};
pub use notices::{EmptyState, Notice};
pub use picture::ProjectPicture;
pub use pills::{Pill, Tag, Tone};
pub use post_form::{Forms, PostForm};
pub(crate) use post_form::{forms, one_part_at_a_time, refused, typed_into, typed_or, was_ticked};
pub use qr::{Qr, QrCodeOf};
pub use sections::{disclosure, section, subsection};
pub use stages::{Stage, StageKind, StageMark, Stages, headline, stage_dates};
pub use table::{
    Column, Table, act_column, number_column, team_below, team_beside, team_cell, text_column, unseen,
};
pub use text::{HostLink, Paragraphs};
pub use time::{Countdown, PlaceClock, Progress, Time, TimeForm};
pub(crate) use time::{by_clock, on_the_clock};

/// `None` for an empty text, so that an attribute is left out.
pub(crate) fn filled(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
