//! The panel of a prize, as an organizer chooses it.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::http::path;
use crate::pages::event::head;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::portal::Sent;
use crate::portal::event::event_view::EventView;
use crate::portal::prizes::panel::{self, PanelChoice};
use crate::state::State;
use app::pages::manage::{PanelPage, PanelRow, panel_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::ids::{PersonId, PrizeId};
use shared::refusal::{Fault, Refusal};

/// `GET /events/<slug>/manage/prizes/<id>/panel`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    Ok(show_page(&state, &caller, &slug, PrizeId(path::id(&id)?), None).await?)
}

/// `POST /events/<slug>/manage/prizes/<id>/panel`: the people `panel` are on it from now on.
pub async fn choose(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PrizeId(path::id(&id)?);
    let people: Result<Vec<PersonId>, _> = form.all("panel").map(|id| id.parse().map(PersonId)).collect();
    let people: Sent<Vec<PersonId>> = people.map_err(|_| Refusal::field("panel", Fault::ForeignPart));
    let done = state.write(async |c| panel::choose(c, &caller, &slug, id, people).await).await;
    let next = format!("/events/{slug}/manage/prizes/{id}");
    let again = async |refused| show_page(&state, &caller, &slug, id, Some(refused)).await;
    forms::answer(done, &next, form, again).await
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| panel::open_choice(c, caller, slug, id).await;
    let model = |choice: PanelChoice, event: &EventView| {
        let name = choice.prize.terms.name;
        let frame =
            Frame::new(format!("Panel of {name}"), format!("/events/{slug}/manage/prizes/{id}/panel"));
        let typed = |person: PersonId| {
            refused.as_ref().map(|r| r.form.all("panel").any(|typed| typed == person.to_string()))
        };
        let people = choice.people.into_iter().map(|p| PanelRow {
            person: p.person.0,
            name: p.name,
            chosen: typed(p.person).unwrap_or(p.chosen),
            ranked: p.ranked,
        });
        let model = PanelPage {
            head: head(event),
            id: id.0,
            name,
            people: people.collect(),
            closed: choice.prize.awarded_at.is_some(),
            errors: forms::errors_of(refused.as_ref()),
            csrf: caller.csrf().to_owned(),
        };
        (frame.refused(refused.as_ref().map(|r| &r.refusal)), model)
    };
    event_page(state, caller, operation, model, panel_page).await
}
