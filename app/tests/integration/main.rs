//! Pages as text, and what holds of all views, words and sheets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod around_the_line;
mod button_hints;
mod coverage;
mod form_lines;
mod invitations;
mod judging;
mod kept;
mod long_lists;
mod organizer;
mod pages;
mod repeats;
mod style;
mod support;
mod words;
