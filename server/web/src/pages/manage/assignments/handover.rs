//! Moving a judge's pending work to others.

use super::hand::ByJudge;
use super::names;
use super::overview::Assignments;
use crate::pages::desk::{At, Desk};
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use app::pages::manage::{HandoverPage, HandoverRow, handover_page};
use axum::response::Response;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::judge::handover::{self, Handover};
use shared::ids::PersonId;

/// `GET …/judges/<id>/move`.
pub async fn show(at: At<PersonId>) -> PageResult {
    Ok(offered(&at, None).await?)
}

/// `POST …/judges/<id>/move`: does what was shown under `digest`.
pub async fn post(at: At<PersonId>, Posted { form, .. }: Posted) -> PageResult {
    match handover::write(&at.state.database, &at.caller, &at.slug, at.id, form.get("digest")).await {
        Ok(moved) => Ok(see(&format!("{}?moved={moved}", Assignments::path(&at.to(()))))),
        Err(failure) => {
            let again = async |refusal| offered(&at, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

/// Computing takes seconds, so no connection is held meanwhile.
async fn offered(at: &At<PersonId>, refused: Option<RefusedForm>) -> Outcome<Response> {
    let found = handover::preview(&at.state.database, &at.caller, &at.slug, at.id).await?;
    let operation = async |_: &mut _| Ok(found);
    let model = |found: Handover, _: &EventView| {
        let names = names(&found.ground);
        let name = names.judge(at.id.0);
        let frame = Frame::new(format!("Move pending work of {name}"), format!("{}/move", ByJudge::path(at)));
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
            judge: at.id.0,
            rows: rows.collect(),
            stay: stay.collect(),
            digest: found.plan.digest.clone(),
            may: forms::allowed(found.refused),
            name,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(&at.state, &at.caller, operation, model, handover_page).await
}
