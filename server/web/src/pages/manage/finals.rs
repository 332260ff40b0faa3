//! The page that makes a finals event.

use crate::pages::prelude::*;
use crate::pages::window_fields;
use app::components::TickBox;
use app::pages::manage::finals::{FinalsPage, finals_page};
use portal::organize::finals::{self, FinalsForm, NewFinals};
use shared::event_windows::Windows;
use shared::window::Window;

/// Finalists proposed, unless asked otherwise.
const FIRST: u32 = 10;

/// `?first=N` ticks the first N of the latest run.
pub struct Finals;

impl Desk for Finals {
    type Id = ();
    type Found = FinalsForm;
    type Beside = ();
    const PATH: &'static str = "manage/calibration/finals";

    async fn read(call: &mut Call<'_>, at: &At) -> Outcome<FinalsForm> {
        finals::form(call, at.state.settings.events.anyone()).await
    }

    fn title(_: &FinalsForm, _: &EventView) -> String {
        "Make a finals event".to_owned()
    }

    fn draw(found: FinalsForm, sheet: DeskContext<'_, Self>) -> AnyView {
        let first = sheet.at.query.get("first").trim().parse().unwrap_or(FIRST);
        let zone = Zone::of_event(&found.settings.about.time_zone);
        let ticked = |name: &str| sheet.form().map(|form| ids(form, name));
        let (projects, judges, prizes) = (ticked("project"), ticked("judge"), ticked("prize"));
        let choice = |id: i64, label: String, ticked: &Option<Vec<i64>>, proposed: bool| {
            let chosen = ticked.as_ref().map_or(proposed, |all| all.contains(&id));
            TickBox { id, label, hint: String::new(), chosen }
        };
        let closed = Window { open: None, close: Some(found.at.now) };
        let proposed = Windows { submissions: closed, ..Windows::default() };
        let of_project = |(id, label, rank): (ProjectId, String, Option<u32>)| {
            let place = rank.map_or_else(String::new, |rank| format!(" (rank {rank})"));
            choice(id.0, format!("{label}{place}"), &projects, rank.is_some_and(|rank| rank <= first))
        };
        // Those without a rank stay in the order of their titles.
        let mut ranked = found.projects;
        ranked.sort_by_key(|(_, _, rank)| rank.unwrap_or(u32::MAX));
        let of_judge = |(id, label): (PersonId, String)| choice(id.0, label, &judges, true);
        let of_prize = |(id, label): (PrizeId, String)| choice(id.0, label, &prizes, false);
        finals_page(FinalsPage {
            refused: found.refused.as_ref().map(words::refusal).unwrap_or_default(),
            zone: zone.name().to_owned(),
            windows: match sheet.form() {
                Some(form) => window_fields::of_form(form, zone, &Windows::default()),
                None => window_fields::of_stored(&proposed, zone),
            },
            projects: ranked.into_iter().map(of_project).collect(),
            judges: found.judges.into_iter().map(of_judge).collect(),
            prizes: found.prizes.into_iter().map(of_prize).collect(),
            placed: found.placed,
            run: found.run,
            first,
        })
    }
}

/// `POST …/finals`.
pub async fn post(sent: Post<Finals>) -> PageResult {
    let form = sent.form.clone();
    let create = async |call: &mut Call<'_>, at: &At| {
        let zone = finals::zone(call).await?;
        let new = NewFinals {
            name: form.get("name").to_owned(),
            slug: form.get("slug").to_owned(),
            windows: window_fields::read(&form, Zone::of_event(&zone), &Windows::default()),
            projects: ids(&form, "project").into_iter().map(ProjectId).collect(),
            judges: ids(&form, "judge").into_iter().map(PersonId).collect(),
            prizes: ids(&form, "prize").into_iter().map(PrizeId).collect(),
            places: form.get("places") == "true",
        };
        finals::create(call, at.state.settings.events.anyone(), new).await
    };
    sent.once(create, async |_, made| Ok(see(&format!("/events/{made}/manage?created=1")))).await
}

/// The ids that were ticked, each once.
fn ids(form: &Form, name: &str) -> Vec<i64> {
    let mut ids: Vec<i64> = form.all(name).filter_map(|id| id.parse().ok()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
