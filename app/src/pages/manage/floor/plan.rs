//! `/events/<slug>/manage/floor/plan`: all places in one act.

use super::preview::{FloorPreview, preview_part};
use crate::components::{
    Area, Button, Check, Choice, Crumbs, ErrorSummary, Field, FormErrors, Kind, PostForm, Select,
};
use crate::pages::event_head::EventHead;
use crate::pages::manage::tabs::{ManageTab, manage_head};
use leptos::prelude::*;

/// The page of the plan.
#[derive(Clone, Debug)]
pub struct FloorPlanPage {
    /// The event's head.
    pub head: EventHead,
    /// What is in the fields.
    pub values: FloorPlanValues,
    /// What was refused.
    pub errors: FormErrors,
    /// The plan, once one was asked for.
    pub preview: Option<FloorPreview>,
    /// The session's token.
    pub csrf: String,
    /// The idempotency key of the form that moves the projects.
    pub once: String,
}

/// The fields of the form, as typed.
#[derive(Clone, Debug, Default)]
pub struct FloorPlanValues {
    /// The hall's places.
    pub places: String,
    /// Those with power.
    pub power: String,
    /// Those that are quiet.
    pub quiet: String,
    /// `none`, `track` or `prize`.
    pub group: String,
    /// `title` or `submission`.
    pub order: String,
    /// Places left free between groups.
    pub gap: String,
    /// Projects that have a place keep it.
    pub keep: bool,
}

/// The page.
#[must_use]
pub fn floor_plan_page(model: FloorPlanPage) -> AnyView {
    let head = manage_head(&model.head, ManageTab::Floor);
    let base = ManageTab::Floor.href(&model.head.slug);
    let (csrf, once) = (model.csrf, model.once);
    let planned = model.preview.is_some();
    let preview = model.preview.map(|preview| preview_part(preview, &base, csrf.clone(), once));
    let values = model.values;
    let [places_error, power_error, quiet_error, gap_error] =
        ["places", "power", "quiet", "gap"].map(|field| model.errors.of(field));
    let groups = [("none", "No groups"), ("track", "By track"), ("prize", "By the first prize they ask for")];
    let groups = groups.map(|(value, label)| Choice::new(value, label)).to_vec();
    let orders = [("title", "Title"), ("submission", "Time of submission")];
    let orders = orders.map(|(value, label)| Choice::new(value, label)).to_vec();
    let heading = planned.then(|| view! { <h2>"Change the plan"</h2> });
    view! {
        {head}
        <div class="manage">
            <Crumbs above=vec![("Floor".to_owned(), base.clone())]/>
            <h1>"Plan all places"</h1>
            <ErrorSummary errors=model.errors.clone() heading="No plan was made"/>
            {preview}
            {heading}
            <PostForm action=format!("{base}/plan/preview") csrf class="form">
                <Area name="places" label="Places" rows=5 value=values.places error=places_error
                    hint="One room a line, such as “Hall: A1-A40, B1-B10”. Places are filled in this order. Without a room, write the places alone."/>
                <Area name="power" label="Places with power" rows=2 optional=true value=values.power error=power_error
                    hint="Written the same way. They are kept for teams that asked for power."/>
                <Area name="quiet" label="Quiet places" rows=2 optional=true value=values.quiet error=quiet_error
                    hint="Kept for teams that asked for a quiet place."/>
                <Select name="group" label="Keep projects together" choices=groups value=values.group/>
                <Select name="order" label="Order within a group" choices=orders value=values.order/>
                <Field name="gap" label="Free places between groups" kind="number" short=true value=values.gap error=gap_error/>
                <Check name="keep" label="Projects that have a place keep it" checked=values.keep hint="Only the others get one."/>
                <Button kind=Kind::Main>"Show the plan"</Button>
                <p class="field-hint">"You see the plan first. Nothing is saved until you confirm it."</p>
            </PostForm>
        </div>
    }
    .into_any()
}
