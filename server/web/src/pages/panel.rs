//! The pages of who is on a panel: which panels, and the ballot of one prize.

use super::event_page::{event_page, with_event};
use super::forms::{self, Posted, RefusedForm};
use super::page_result::PageResult;
use super::render::{Frame, page, see};
use crate::http::path;
use crate::http::query::Query;
use crate::state::State;
use app::pages::{
    PanelBallotPage, PanelLine, PanelProject, PanelsPage, panel_ballot_page, panels_page, place_words,
};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::event::Event;
use model::prize::EligibleProject;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::prizes::panel::{self, PanelBallot};
use shared::ids::PrizeId;
use shared::prize::{PANEL_CHOICES, order_of_form};
use shared::refusal::{Fault, PrizeFault};

/// `GET /panels`: the panels that the visitor is on.
pub async fn list(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    caller.signed_in()?;
    let panels = state.read(async |c| panel::own(c, &caller).await).await?;
    let panels = panels.into_iter().map(|of| PanelLine {
        slug: of.slug,
        event: of.event_name,
        prize: of.prize.0,
        name: of.name,
        ranked: of.ranked,
    });
    let model = PanelsPage { panels: panels.collect() };
    Ok(page(&state, &caller, Frame::new("Your panels", "/panels"), || panels_page(model)))
}

/// `GET /events/<slug>/prizes/<id>/panel`: the ballot of one of its panel; `?saved=1` follows a save.
pub async fn ballot(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
    query: Query,
) -> PageResult {
    caller.signed_in()?;
    let id = PrizeId(path::id(&id)?);
    Ok(show_ballot(&state, &caller, &slug, id, query.get("saved") == "1", None).await?)
}

/// `POST /events/<slug>/prizes/<id>/panel`: `choices`, `choices-2` and so on, the best first.
pub async fn rank(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PrizeId(path::id(&id)?);
    let order = order_of_form(&form, PANEL_CHOICES, Fault::Prize(PrizeFault::NotEligible));
    match state.write(async |c| panel::rank(c, &caller, &slug, id, order).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/prizes/{id}/panel?saved=1"))),
        Err(failure) => {
            let again = async |refusal| {
                show_ballot(&state, &caller, &slug, id, false, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn show_ballot(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    saved: bool,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| {
        let opened = panel::open(c, caller, slug, id).await?;
        with_event(c, opened).await
    };
    let model = |(ballot, of): (PanelBallot, Event), _: &EventView| {
        let terms = ballot.prize.terms;
        let script = ballot.refused.is_none().then_some("panel.js");
        let frame =
            Frame { script, ..Frame::new(terms.name.clone(), format!("/events/{slug}/prizes/{id}/panel")) };
        let chosen = |id: Option<&str>| id.and_then(|id| id.parse::<i64>().ok()).unwrap_or(0);
        let typed = refused.as_ref().map(|r| r.form.numbered("choices", PANEL_CHOICES).map(chosen).collect());
        let model = PanelBallotPage {
            id: id.0,
            name: terms.name,
            description: terms.description,
            eligible: ballot.eligible.into_iter().map(|p| project(&of, p)).collect(),
            ranked: typed.unwrap_or_else(|| ballot.ranked.iter().map(|p| p.0).collect()),
            may: forms::allowed(ballot.refused),
            saved,
            judges: caller.judges,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, panel_ballot_page).await
}

fn project(event: &Event, of: EligibleProject) -> PanelProject {
    let tone = event.tone(of.track);
    PanelProject {
        id: of.id.0,
        title: of.title,
        team: of.team,
        place: place_words(&of.place),
        picture: of.picture,
        tone,
    }
}
