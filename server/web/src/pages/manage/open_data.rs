//! The page on which an organizer publishes scores without names.

use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{OpenDataPage, OpenDataState, open_data_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::publish::open_data::{self, OpenDataDesk, OpenDataWish};

/// `GET /events/<slug>/manage/open-data`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(show_page(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/open-data`: the `statement` that people agreed to, and `agreed`.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let wish =
        OpenDataWish { statement: form.get("statement").to_owned(), agreed: form.get("agreed") == "true" };
    match state.write(async |c| open_data::publish(c, &caller, &slug, Ok(wish)).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/open-data"))),
        Err(failure) => {
            let again =
                async |refusal| show_page(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| open_data::desk(c, caller, slug).await;
    let model = |desk: OpenDataDesk, event: &EventView| {
        let title = format!("Open data of {}", event.name());
        let frame = Frame::new(title, format!("/events/{slug}/manage/open-data"));
        let typed = |field| refused.as_ref().and_then(|refused| refused.typed(field)).unwrap_or_default();
        let page = OpenDataPage {
            state: state_of(desk),
            statement: typed("statement"),
            agreed: typed("agreed") == "true",
        };
        (frame.refused_form(refused.as_ref()), page)
    };
    event_page(state, caller, operation, model, open_data_page).await
}

fn state_of(desk: OpenDataDesk) -> OpenDataState {
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    match (desk.published, desk.offer) {
        (Some(data), _) => OpenDataState::Public(data.published_at),
        (None, Err(refusal)) => OpenDataState::Refused(words::refusal(&refusal)),
        (None, Ok(data)) => OpenDataState::Offer {
            reviews: count(data.rows.len()),
            projects: count(data.projects),
            judges: count(data.judges),
            left_out: count(data.left_out),
        },
    }
}
