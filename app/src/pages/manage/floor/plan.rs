//! All places in one act: the form, folded on the hall's page, and the page of what it would do.

use super::draft::{DraftWords, draft_page};
use super::preview::FloorPreview;
use crate::pages::manage::settings::Fold;
use crate::prelude::*;

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

/// The page, with what the form asks for and what would come of it.
pub fn floor_plan_page(preview: Option<FloorPreview>, values: FloorPlanValues) -> AnyView {
    let words = DraftWords { title: "Plan all places", choice: None, refused: "No plan was made" };
    draft_page(preview, words, |base, preview| plan_form(base, values, (false, preview)))
}

/// The form; `base` is the address of the hall, and teams may have `asked` for power or a quiet place. It comes below what it would do.
pub(super) fn plan_form(
    base: &str,
    values: FloorPlanValues,
    (asked, preview): (bool, Option<AnyView>),
) -> AnyView {
    let groups = [("none", "No groups"), ("track", "By track"), ("prize", "By the first prize they ask for")];
    let groups = groups.map(|(value, label)| Choice::new(value, label)).to_vec();
    let orders = [("title", "Title"), ("submission", "Time of submission")];
    let orders = orders.map(|(value, label)| Choice::new(value, label)).to_vec();
    let usual = !asked
        && [&values.power, &values.quiet].iter().all(|places| places.trim().is_empty())
        && matches!(values.group.as_str(), "" | "none")
        && matches!(values.order.as_str(), "" | "title")
        && matches!(values.gap.trim(), "" | "0");
    let seldom = view! {
        <Area name="power" label="Places with power" rows=2 optional=true value=values.power
            hint="Written the same way. They are kept for teams that asked for power."/>
        <Area name="quiet" label="Quiet places" rows=2 optional=true value=values.quiet
            hint="Kept for teams that asked for a quiet place."/>
        <Select name="group" label="Keep projects together" choices=groups value=values.group/>
        <Select name="order" label="Order within a group" choices=orders value=values.order/>
        <Field name="gap" label="Free places between groups" kind="number" short=true value=values.gap/>
    };
    let seldom =
        Fold::of("Power, quiet places, groups", &["power", "quiet", "group", "order", "gap"], seldom);
    let kind = if preview.is_some() { Kind::Quiet } else { Kind::Main };
    let again = preview.is_some().then(|| view! { <h2>"Change the plan"</h2> });
    let fields = view! {
        <Area name="places" label="Places" rows=5 value=values.places
            hint="One room a line, such as “Hall: A1-A40, B1-B10”. Places are filled in this order. Without a room, write the places alone."/>
        {seldom.unless(usual)}
        <Check name="keep" label="Projects that have a place keep it" checked=values.keep hint="Only the others get one."/>
        <Button kind hint="You see the plan first. Nothing is saved until you confirm it.">"Show the plan"</Button>
    };
    view! {
        <PostForm action=format!("{base}/plan/preview") class="stack" files=true>
            {preview}
            {again}
            <div class="form">{fields}</div>
        </PostForm>
    }
}
