//! The page that makes a finals event.

use crate::http::form::Form;
use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::pages::window_fields;
use crate::state::State;
use app::pages::manage::{FinalsChoice, FinalsPage, finals_page};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::organize::finals::{self, FinalsForm, NewFinals};
use portal::zone::Zone;

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::event_windows::Windows;
use shared::ids::{PersonId, PrizeId, ProjectId};
use shared::window::Window;

/// Finalists proposed, unless asked otherwise.
const FIRST: u32 = 10;

/// `GET /events/<slug>/manage/calibration/finals`; `?first=N` ticks the first N of the latest run.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    caller.signed_in()?;
    let first = query.get("first").trim().parse().unwrap_or(FIRST);
    Ok(shown(&state, &caller, &slug, first, None).await?)
}

/// `POST /events/<slug>/manage/calibration/finals`.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let anyone = state.settings.events.anyone();
    let zone = state.read(async |c| finals::zone(c, &caller, &slug).await).await?;
    let new = NewFinals {
        name: form.get("name").to_owned(),
        slug: form.get("slug").to_owned(),
        windows: window_fields::read(&form, Zone::of_event(&zone), &Windows::default()),
        projects: ids(&form, "project").into_iter().map(ProjectId).collect(),
        judges: ids(&form, "judge").into_iter().map(PersonId).collect(),
        prizes: ids(&form, "prize").into_iter().map(PrizeId).collect(),
        places: form.get("places") == "true",
    };
    let key = form.key(&format!("/events/{slug}/manage/calibration/finals"));
    let made = state.write_once(&caller, key, async |c| finals::create(c, &caller, anyone, &slug, new).await);
    match made.await {
        Ok(made) => Ok(see(&format!("/events/{made}/manage?created=1"))),
        Err(failure) => {
            let again = async |refusal| {
                shown(&state, &caller, &slug, FIRST, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// The ids that were ticked, each once.
fn ids(form: &Form, name: &str) -> Vec<i64> {
    let mut ids: Vec<i64> = form.all(name).filter_map(|id| id.parse().ok()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    first: u32,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let anyone = state.settings.events.anyone();
    let operation = async |c: &mut _| finals::form(c, caller, anyone, slug).await;
    let model = |found: FinalsForm, event: &EventView| {
        let frame = Frame::new("Make a finals event", format!("/events/{slug}/manage/calibration/finals"));
        let zone = Zone::of_event(&found.settings.about.time_zone);
        let ticked = |name: &str| refused.as_ref().map(|r| ids(&r.form, name));
        let (projects, judges) = (ticked("project"), ticked("judge"));
        let closed = Window { open: None, close: Some(found.at.now) };
        let proposed = Windows { submissions: closed, ..Windows::default() };
        let typed = |name: &str| refused.as_ref().and_then(|r| r.typed(name));
        let projects = found.projects.into_iter().map(|(id, label, rank)| FinalsChoice {
            id: id.0,
            label,
            chosen: projects
                .as_ref()
                .map_or(rank.is_some_and(|rank| rank <= first), |all| all.contains(&id.0)),
        });
        let judges = found.judges.into_iter().map(|(id, label)| FinalsChoice {
            id: id.0,
            label,
            chosen: judges.as_ref().is_none_or(|all| all.contains(&id.0)),
        });
        let prizes = ticked("prize");
        let prizes = found.prizes.into_iter().map(|(id, label)| FinalsChoice {
            id: id.0,
            label,
            chosen: prizes.as_ref().is_some_and(|all| all.contains(&id.0)),
        });
        let model = FinalsPage {
            refused: found.refused.as_ref().map(words::refusal).unwrap_or_default(),
            name: typed("name").unwrap_or_else(|| format!("{} finals", event.name())),
            slug: typed("slug").unwrap_or_default(),
            zone: zone.name().to_owned(),
            windows: match &refused {
                Some(refused) => window_fields::of_form(&refused.form, zone, &Windows::default()),
                None => window_fields::of_stored(&proposed, zone),
            },
            projects: projects.collect(),
            judges: judges.collect(),
            prizes: prizes.collect(),
            places: found.placed.then(|| typed("places").is_some()),
            run: found.run,
            first,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, finals_page).await
}
