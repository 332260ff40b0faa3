//! Moving a judge's pending work to others.

use super::names;
use crate::http::path;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{HandoverPage, HandoverRow, handover_page};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::judge::handover::{self, Handover};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::ids::PersonId;
use shared::refusal::Refusal;

/// `GET /events/<slug>/manage/assignments/judges/<id>/move`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let judge = PersonId(path::id(&id)?);
    Ok(offered(&state, &caller, &slug, judge, None).await?)
}

/// `POST /events/<slug>/manage/assignments/judges/<id>/move`: does what was shown under `digest`.
pub async fn post(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let judge = PersonId(path::id(&id)?);
    match handover::write(&state.database, &caller, &slug, judge, form.get("digest")).await {
        Ok(moved) => Ok(see(&format!("/events/{slug}/manage/assignments?moved={moved}"))),
        Err(failure) => {
            let again = async |refusal| {
                offered(&state, &caller, &slug, judge, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn offered(
    state: &State,
    caller: &Caller,
    slug: &str,
    judge: PersonId,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let found = handover::preview(&state.database, caller, slug, judge).await?;
    let operation = async |_: &mut _| Ok(found);
    let model = |found: Handover, _: &EventView| {
        let names = names(&found.ground);
        let name = names.judge(judge.0);
        let frame = Frame::new(
            format!("Move pending work of {name}"),
            format!("/events/{slug}/manage/assignments/judges/{judge}/move"),
        );
        let rows = found.plan.added.iter().map(|pair| {
            let load = found.plan.loads.iter().find(|load| load.judge == pair.judge);
            HandoverRow {
                title: names.project(pair.project),
                to: names.judge(pair.judge),
                load: load.map_or(0, |load| load.kept + load.added),
            }
        });
        let goes = |project: i64| found.plan.added.iter().any(|pair| pair.project == project);
        let stay = found.pending.iter().filter(|pair| !goes(pair.project)).map(|p| names.project(p.project));
        let model = HandoverPage {
            judge: judge.0,
            rows: rows.collect(),
            stay: stay.collect(),
            digest: found.plan.digest.clone(),
            may: found.refused.as_ref().map_or(Ok(()), |refusal| Err(words::refusal(refusal))),
            name,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, handover_page).await
}
