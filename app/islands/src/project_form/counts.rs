//! How many characters the two long texts have.

#![allow(unreachable_pub, reason = "the macro makes what it exports to JavaScript public")]

use super::shown::text;
use leptos::prelude::*;

#[island]
pub fn SummaryCount() -> impl IntoView {
    text(0, |shown, _| shown.summary.as_str().into())
}

#[island]
pub fn DescriptionCount() -> impl IntoView {
    text(0, |shown, _| shown.description.as_str().into())
}
