//! What every page begins with: Leptos' own prelude, but for its `view!`, the components, what a page asks of its surroundings, and what
//! most models speak of.

/// Leptos' `view!`, drawn: the HTML of what it describes, of the one type that pages are put together from. A view of Leptos' own keeps
/// what it needs to be hydrated, built and changed later, and all that code is compiled for each of a thousand views; a page only has to be
/// written out. No attribute can be added to what is drawn (`attr:`).
macro_rules! drawn {
    () => { $crate::prelude::draw(()) };
    ($($template:tt)+) => { $crate::prelude::draw(::leptos::view! { $($template)+ }) };
}

pub(crate) use crate::components::{
    ActButton, Area, Button, ButtonLink, Check, Choice, Column, Countdown, Crumbs, EmptyState, ErrorSummary,
    Field, FormErrors, Forms, HostLink, Icon, Kind, Mark, Markdown, NamedEvents, Notice, Pager, Paragraphs,
    Pill, PlaceClock, PostForm, Progress, ProjectPicture, Qr, QrCodeOf, Seal, Select, Sign, Stage, StageKind,
    StageMark, Stages, Tab, Table, Tabs, Tag, TickBox, Time, TimeForm, Tone, act_column, boxes_error,
    by_clock, disclosure, filled, forms, headline, number_column, on_the_clock, one_part_at_a_time, refused,
    section, show_moment, show_moments, stage_dates, subsection, team_below, team_beside, team_cell,
    text_column, tick_boxes, typed, typed_into, typed_or, unseen, was_ticked,
};
pub(crate) use crate::page_context::{Sheet, needs, needs_script, page_path, sends_mail};
pub(crate) use crate::pages::manage::{ManageTab, manage_head};
pub(crate) use crate::pages::{event_path, place_words, this_event};
pub(crate) use chrono::{DateTime, Utc};
pub(crate) use drawn as view;
pub(crate) use leptos::prelude::*;
use leptos::tachys::html::InertElement;
pub(crate) use shared::ids::{AssignmentId, ProjectId};
pub(crate) use shared::invitation::MemberRole;
pub(crate) use shared::refusal::Refusal;
pub(crate) use shared::rubric::Criterion;
pub(crate) use shared::window::{Phase, Window};
pub(crate) use std::collections::BTreeMap;
pub(crate) use words::address::with_query;
pub(crate) use words::{and_list, capital, plural};

#[allow(clippy::disallowed_methods, reason = "what is written out already is one type")]
pub(crate) fn draw(view: impl IntoView) -> AnyView {
    InertElement::new(view.to_html()).into_any()
}

/// A part of the page for each of the items.
pub(crate) fn each<I: IntoIterator, V>(items: I, part: impl FnMut(I::Item) -> V) -> Vec<V> {
    items.into_iter().map(part).collect()
}
