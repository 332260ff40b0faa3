//! Judges' cards: chosen, then printed.

use crate::http::path;
use crate::pages::event_page::{event_page, load};
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, page};
use crate::state::State;
use app::pages::manage::people::{CardChoice, CardSheet, CardsPage, card_sheet, cards_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::member::CardJudge;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::idempotency::ShownOnce;
use portal::people::cards::{self, CardDesk, ChosenJudges, JudgeCard};
use shared::ids::{InvitationId, PersonId};

/// `GET /events/<slug>/manage/people/cards`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(show_page(&state, &caller, &slug, None, false).await?)
}

/// `POST …/cards/print`: new links for the invitations `judge` and the judges `member`, on a sheet. The answer shows them, since they are not stored.
pub async fn print(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let key = form.key(&here(&slug));
    let ids = |field: &'static str| form.all(field).filter_map(|id| path::id(id).ok());
    let chosen = ChosenJudges {
        invitations: ids("judge").map(InvitationId).collect(),
        members: ids("member").map(PersonId).collect(),
    };
    let made = state.write_once(&caller, key, async |c| {
        let made = cards::print(c, &caller, &state.base_url, &slug, &chosen).await?;
        Ok(made.map(|cards| ShownOnce(Some(cards))))
    });
    match made.await {
        Ok(ShownOnce(Some(cards))) => Ok(sheet(&state, &caller, &slug, cards).await?),
        Ok(ShownOnce(None)) => Ok(show_page(&state, &caller, &slug, None, true).await?),
        Err(failure) => {
            let again = async |refusal| {
                show_page(&state, &caller, &slug, Some(RefusedForm { form, refusal }), false).await
            };
            forms::show_again(failure, again).await
        }
    }
}

fn here(slug: &str) -> String {
    format!("/events/{slug}/manage/people/cards")
}

async fn sheet(state: &State, caller: &Caller, slug: &str, cards: Vec<JudgeCard>) -> Outcome<Response> {
    let (desk, view) = load(state, caller, async |c| cards::desk(c, caller, slug).await).await?;
    let sheet = CardSheet {
        slug: slug.to_owned(),
        event: view.name().to_owned(),
        ends: desk.at.facts.event.judging.close.map(words::stamp).unwrap_or_default(),
        cards: cards.into_iter().map(|card| (card.name, card.link)).collect(),
    };
    let title = format!("Judges’ cards of {}", view.name());
    let frame = Frame { zone: view.zone(), ..Frame::new(title, here(slug)) };
    Ok(page(state, caller, frame, || card_sheet(sheet)))
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
    again: bool,
) -> Outcome<Response> {
    let operation = async |c: &mut _| cards::desk(c, caller, slug).await;
    let model = |desk: CardDesk, view: &EventView| {
        let model = CardsPage {
            judges: desk.judges.into_iter().map(choice).collect(),
            may: forms::allowed(desk.refused),
            again,
        };
        let frame = Frame::new(format!("Judges’ cards of {}", view.name()), here(slug));
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, cards_page).await
}

fn choice(judge: CardJudge) -> CardChoice {
    let CardJudge { invitation, person, name, email, accepted, signs_in } = judge;
    let name = if name.is_empty() { email } else { name };
    let member = person.filter(|_| invitation.is_none()).map_or(0, |person| person.0);
    let sends = invitation.map_or(("member", member), |id| ("judge", id.0));
    CardChoice { sends, name, accepted, signs_in }
}
