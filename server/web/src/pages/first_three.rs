//! A judge's first three.

use super::event_page::event_page;
use super::forms::{self, Posted, RefusedForm};
use super::page_result::PageResult;
use super::render::{Frame, see};
use crate::http::query::Query;
use crate::state::State;
use app::pages::judge::{FirstThreePage, first_three_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::judge::first_three::{self, OwnFirstThree};
use shared::prize::{FIRST_THREE, order_of_form};
use shared::refusal::Fault;

/// The field of each place, the best first. The first one has the name under which faults come.
const FIELDS: [&str; FIRST_THREE] = ["choices", "choices-2", "choices-3"];

/// `GET /events/<slug>/judge/first-three`; `?saved=1` follows a save.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    caller.signed_in()?;
    Ok(show_page(&state, &caller, &slug, query.get("saved") == "1", None).await?)
}

/// `POST /events/<slug>/judge/first-three`.
pub async fn give(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let order = order_of_form(&form, FIRST_THREE, Fault::ForeignPart);
    match state.write(async |c| first_three::give(c, &caller, &slug, order).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/judge/first-three?saved=1"))),
        Err(failure) => {
            let again = async |refusal| {
                show_page(&state, &caller, &slug, false, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    saved: bool,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| first_three::open(c, caller, slug).await;
    let model = |own: OwnFirstThree, _: &EventView| {
        let frame = Frame::new("Your first three", format!("/events/{slug}/judge/first-three"));
        let stored = own.order.iter().map(|project| project.0).collect();
        let typed =
            |r: &RefusedForm| FIELDS.iter().map(|field| r.form.get(field).parse().unwrap_or(0)).collect();
        let model = FirstThreePage {
            fields: FIELDS,
            reviewed: own.reviewed.into_iter().map(|p| (p.project.0, p.title, p.team)).collect(),
            order: refused.as_ref().map_or(stored, typed),
            may: forms::allowed(own.refused),
            saved,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, first_three_page).await
}
