//! The organizer's pages of prizes: the list.

mod fields;
pub mod panel;
pub mod panel_invitations;
pub mod prize;

use crate::pages::event_page::{event_page, with_event};
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{PrizeRow, PrizeValues, PrizesPage, prizes_page};
use model::event::Event;
use model::prize::Prize;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::prizes::{self, PrizeBoard, define};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use fields::{eligible_words, terms, tracks, values};

/// `GET /events/<slug>/manage/prizes`.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(show_list(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/prizes/add`.
pub async fn add(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let key = form.key(&format!("/events/{slug}/manage/prizes/add"));
    let sent = terms(&form);
    let add = async |c: &mut _| define::add(c, &caller, &slug, sent).await;
    match state.write_once(&caller, key, add).await {
        Ok(id) => Ok(see(&format!("/events/{slug}/manage/prizes#prize-{id}"))),
        Err(failure) => {
            let again =
                async |refusal| show_list(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /events/<slug>/manage/prizes/one-each`.
pub async fn one_each(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let one = form.get("one_each") == "true";
    match state.write(async |c| define::set_one_each(c, &caller, &slug, one).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/prizes"))),
        Err(failure) => {
            let again =
                async |refusal| show_list(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn show_list(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| {
        let board = prizes::board(c, caller, slug).await?;
        with_event(c, board).await
    };
    let model = |(board, event): (PrizeBoard, Event), _: &EventView| {
        let frame = Frame::new(format!("Prizes of {}", event.name), format!("/events/{slug}/manage/prizes"));
        let rows = board.prizes.into_iter().map(|prize| {
            let won = board.winners.iter().filter(|w| w.prize == prize.id).map(|w| w.title.clone()).collect();
            row(prize, won, &event)
        });
        let typed = refused.as_ref().filter(|r| r.form.sent("name").is_some());
        let model = PrizesPage {
            prizes: rows.collect(),
            tracks: tracks(&event),
            one_each: board.one_each,
            withheld: board.withheld.map(|refusal| words::refusal(&refusal)),
            values: typed.map_or_else(
                || PrizeValues { winners: "1".into(), ..PrizeValues::default() },
                |refused| values(&refused.form),
            ),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, prizes_page).await
}

fn row(prize: Prize, won: Vec<String>, event: &Event) -> PrizeRow {
    PrizeRow {
        id: prize.id.0,
        eligible: eligible_words(prize.terms.eligibility, event),
        name: prize.terms.name,
        sponsor: prize.terms.sponsor,
        rule: prize.terms.rule,
        winners: prize.terms.winners,
        won,
    }
}
