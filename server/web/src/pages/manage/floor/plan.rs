//! The plan of all places: asked for, and shown.

use super::draft::DraftPage;
use super::preview;
use crate::http::form::Form;
use crate::pages::desk::At;
use crate::pages::forms::Posted;
use crate::pages::page_result::PageResult;
use app::pages::manage::{FloorDraft, FloorPlanPage, FloorPlanValues, floor_plan_page};
use leptos::prelude::AnyView;
use portal::floor::plan::{self, FloorGrouping, FloorWishes};
use portal::{Conn, Sent};
use shared::floor::{FloorOrder, FloorSettings, read_spots};
use shared::refusal::{Fault, FloorFault, Refusal};

/// Most free places between two groups.
const MOST_GAP: usize = 100;

const PAGE: DraftPage<fn(FloorDraft, Option<&Form>) -> AnyView> = DraftPage { name: "plan", view };

fn view(draft: FloorDraft, typed: Option<&Form>) -> AnyView {
    floor_plan_page(FloorPlanPage { draft, values: typed.map(values).unwrap_or_default() })
}

/// `GET …/floor/plan`.
pub async fn show(at: At) -> PageResult {
    Ok(PAGE.form(&at, None).await?)
}

/// `POST …/floor/plan/preview`: shows the plan, and writes nothing.
pub async fn preview(at: At, Posted { form, .. }: Posted) -> PageResult {
    let wishes = wishes(&form);
    let operation = async |c: &mut Conn| plan::preview(c, &at.caller, &at.slug, wishes).await;
    PAGE.preview(&at, form, operation, preview::of_plan).await
}

fn values(form: &Form) -> FloorPlanValues {
    let text = |name: &str| form.get(name).to_owned();
    FloorPlanValues {
        places: text("places"),
        power: text("power"),
        quiet: text("quiet"),
        group: text("group"),
        order: text("order"),
        gap: text("gap"),
        keep: form.get("keep") == "true",
    }
}

/// What the form asks for. Nothing typed as the gap is none.
fn wishes(form: &Form) -> Sent<FloorWishes> {
    let spots = read_spots(form.get("places"), form.get("power"), form.get("quiet"))
        .map_err(|(field, fault)| Refusal::field(field, Fault::Floor(FloorFault::Range(fault))))?;
    if spots.is_empty() {
        return Err(Refusal::field("places", Fault::Floor(FloorFault::NoPlaces)));
    }
    let gap = match form.get("gap").trim() {
        "" => Some(0),
        typed => typed.parse().ok().filter(|gap| *gap <= MOST_GAP),
    };
    let gap = gap.ok_or_else(|| Refusal::field("gap", Fault::Floor(FloorFault::Gap { most: MOST_GAP })))?;
    Ok(FloorWishes {
        spots,
        grouping: FloorGrouping::from_name(form.get("group")).unwrap_or_default(),
        settings: FloorSettings {
            order: FloorOrder::from_name(form.get("order")).unwrap_or_default(),
            gap,
            keep: form.get("keep") == "true",
        },
    })
}
