//! The plan of all places: asked for, shown, carried out.

use super::preview;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::http::form::Form;
use crate::model::floor::Move;
use crate::pages::event::head;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::portal::Sent;
use crate::portal::event::event_view::EventView;
use crate::portal::floor::plan::{FloorGrouping, FloorWishes, PlannedFloor};
use crate::portal::floor::{self, Floor, moves, plan};
use crate::state::State;
use app::pages::manage::{FloorPlanPage, FloorPlanValues, FloorPreview, floor_plan_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::floor::{FloorOrder, FloorSettings, read_spots};
use shared::refusal::{Fault, FloorFault, Refusal, RequestFault};

/// Most free places between two groups.
const MOST_GAP: usize = 100;

/// `GET /events/<slug>/manage/floor/plan`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    caller.signed_in()?;
    Ok(show_form(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/floor/plan/preview`: shows the plan, and writes nothing.
pub async fn preview(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let once = forms::once(None)?;
    let wishes = wishes(&form);
    let operation = async |c: &mut _| plan::preview(c, &caller, &slug, wishes).await;
    let model = |planned: PlannedFloor, event: &EventView| {
        (frame(event), page_model(&caller, event, values(&form), Some(preview::of_plan(planned)), once))
    };
    match event_page(&state, &caller, operation, model, floor_plan_page).await {
        Ok(page) => Ok(page),
        Err(failure) => {
            let again =
                async |refusal| show_form(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /events/<slug>/manage/floor/moves`: carries out what a preview showed.
pub async fn moves(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let sent: Sent<Vec<Move>> = serde_json::from_str(form.get("moves"))
        .map_err(|error| Refusal::field("moves", RequestFault::BadJson { error: error.to_string() }));
    let key = form.key(&format!("/events/{slug}/manage/floor/moves"));
    let moving = async |c: &mut _| moves::move_projects(c, &caller, &slug, sent).await;
    match state.write_once(&caller, key, moving).await {
        Ok(moved) => Ok(see(&format!("/events/{slug}/manage/floor?moved={moved}"))),
        Err(failure) => {
            let again =
                async |refusal| show_form(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn show_form(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let once = forms::once(None)?;
    let operation = async |c: &mut _| floor::read(c, caller, slug).await;
    let model = |_: Floor, event: &EventView| {
        let typed = refused.as_ref().filter(|r| r.form.sent("places").is_some());
        let values = typed.map_or_else(FloorPlanValues::default, |r| values(&r.form));
        let model = page_model(caller, event, values, None, once);
        let model = FloorPlanPage { errors: forms::errors_of(refused.as_ref()), ..model };
        (frame(event).refused(refused.as_ref().map(|r| &r.refusal)), model)
    };
    event_page(state, caller, operation, model, floor_plan_page).await
}

fn frame(event: &EventView) -> Frame {
    let slug = &event.at.slug;
    Frame::new(format!("Places in {}", event.name()), format!("/events/{slug}/manage/floor/plan"))
}

fn page_model(
    caller: &Caller,
    event: &EventView,
    values: FloorPlanValues,
    preview: Option<FloorPreview>,
    once: String,
) -> FloorPlanPage {
    FloorPlanPage {
        head: head(event),
        values,
        errors: forms::errors_of(None),
        preview,
        csrf: caller.csrf().to_owned(),
        once,
    }
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
