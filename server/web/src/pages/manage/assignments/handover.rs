//! Moving a judge's pending work to others.

use super::hand::ByJudge;
use super::names;
use super::overview::Assignments;
use crate::pages::prelude::*;
use app::pages::manage::{HandoverPage, HandoverRow, handover_page};
use portal::judge::handover::{self, Handover};

pub struct PendingWork;

impl Desk for PendingWork {
    type Id = PersonId;
    type Found = Handover;
    type Beside = ();

    fn path(at: &At<PersonId>) -> String {
        format!("{}/move", ByJudge::path(at))
    }

    async fn ahead(at: &At<PersonId>) -> Outcome<Option<Handover>> {
        handover::preview(&at.state.database, &at.caller, &at.slug, at.id).await.map(Some)
    }

    fn title(found: &Handover, _: &EventView) -> String {
        format!("Move pending work of {}", names(&found.ground).judge(found.judge.0))
    }

    fn draw(found: Handover, _: Around<'_, Self>) -> AnyView {
        let names = names(&found.ground);
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
        handover_page(HandoverPage {
            judge: found.judge.0,
            name: names.judge(found.judge.0),
            rows: rows.collect(),
            stay: stay.collect(),
            digest: found.plan.digest.clone(),
            may: forms::allowed(found.refused),
        })
    }
}

/// `POST …/judges/<id>/move`: does what was shown under `digest`.
pub async fn post(sent: Post<PendingWork>) -> PageResult {
    let at = &sent.at;
    match handover::write(&at.state.database, &at.caller, &at.slug, at.id, sent.get("digest")).await {
        Ok(moved) => Ok(see(&format!("{}?moved={moved}", Assignments::path(&sent.at.to(()))))),
        Err(failure) => sent.again(failure).await,
    }
}
