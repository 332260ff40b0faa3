//! The plan of all places, as it is shown. The hall's page has the form that asks for it.

use super::{Floor, preview};
use crate::pages::prelude::*;
use app::pages::manage::floor::{FloorPlanValues, FloorPreview, floor_plan_page};
use portal::floor::plan::{self, FloorGrouping, FloorWishes};
use shared::audit::sha256_hex;
use shared::floor::{FloorOrder, FloorSettings, read_spots};
use shared::refusal::FloorFault;

/// Most free places between two groups.
const MOST_GAP: usize = 100;

pub struct FloorPlan;

impl Desk for FloorPlan {
    type Id = ();
    type Found = portal::floor::Floor;
    /// What was asked for, and what came of it.
    type Beside = Option<(FloorPlanValues, FloorPreview)>;
    const PATH: &'static str = Floor::PATH;
    const TITLE: &'static str = "Places in";

    async fn read(call: &mut Call<'_>, at: &At) -> Outcome<portal::floor::Floor> {
        Floor::read(call, at).await
    }

    fn draw(_: portal::floor::Floor, sheet: DeskContext<'_, Self>) -> AnyView {
        let typed = sheet.form().map(values).unwrap_or_default();
        let (values, preview) =
            sheet.beside.map_or((typed, None), |(values, preview)| (values, Some(preview)));
        floor_plan_page(preview, values)
    }
}

/// `POST …/floor/plan/preview`: shows the plan, and writes nothing.
pub async fn preview(sent: Post<FloorPlan>) -> PageResult {
    let (at, values, wishes) = (&sent.at, values(&sent.form), wishes(&sent.form));
    let shown = digest(&sent.form);
    let found = at.by().read(async |call| plan::preview(call, wishes).await).await;
    let found = found.map(|found| (values, preview::of_plan(found, shown)));
    sent.then(found, async |at, shown| show_with::<FloorPlan>(&at, Some(shown)).await).await
}

/// Names what a form asks for.
pub(super) fn digest(form: &Form) -> String {
    sha256_hex(format!("{:?}", values(form)).as_bytes())
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
fn wishes(form: &Form) -> portal::Sent<FloorWishes> {
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
        grouping: form.word_or(
            "group",
            FloorGrouping::default(),
            &FloorGrouping::ALL,
            FloorGrouping::name,
        )?,
        settings: FloorSettings {
            order: form.word_or("order", FloorOrder::default(), &FloorOrder::ALL, FloorOrder::name)?,
            gap,
            keep: form.get("keep") == "true",
        },
    })
}
