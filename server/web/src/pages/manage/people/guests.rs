//! Guest judges as organizers see them: the code of the room, and who waits.

use crate::http::form::Form;
use crate::http::path;
use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::people::{GuestRow, GuestsPage, guests_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use model::guest::WaitingGuest;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::{Failure, Outcome};
use portal::people::guests::{self, GuestDesk};
use shared::ids::GuestId;

/// How often a page that was asked to looks again, in seconds.
const AGAIN: &str = "15";

/// `GET /events/<slug>/manage/people/guests`; with `?watch=1` the page loads itself again and again.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    let watches = !query.get("watch").is_empty();
    let mut response = show_page(&state, &caller, &slug, watches, None).await?;
    if watches {
        response.headers_mut().insert(header::REFRESH, HeaderValue::from_static(AGAIN));
    }
    Ok(response)
}

/// `POST …/guests/open`: a new code for the room.
pub async fn open(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let done = state.write(async |c| guests::open_link(c, &caller, &slug).await).await;
    answer(&state, &caller, &slug, form, done).await
}

/// `POST …/guests/close`: the code of the room ends.
pub async fn close(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let done = state.write(async |c| guests::close_link(c, &caller, &slug).await).await;
    answer(&state, &caller, &slug, form, done).await
}

/// `POST …/guests/<id>/admit`: makes the guest a judge.
pub async fn admit(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = GuestId(path::id(&id)?);
    let done = state.write(async |c| guests::admit(c, &caller, &slug, id).await).await.map(drop);
    answer(&state, &caller, &slug, form, done).await
}

/// `POST …/guests/<id>/turn-away`.
pub async fn turn_away(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = GuestId(path::id(&id)?);
    let done = state.write(async |c| guests::turn_away(c, &caller, &slug, id).await).await;
    answer(&state, &caller, &slug, form, done).await
}

fn here(slug: &str) -> String {
    format!("/events/{slug}/manage/people/guests")
}

async fn answer(
    state: &State,
    caller: &Caller,
    slug: &str,
    form: Form,
    done: Result<(), Failure>,
) -> PageResult {
    let watches = form.sent("watch").is_some();
    match done {
        Ok(()) if watches => Ok(see(&format!("{}?watch=1", here(slug)))),
        Ok(()) => Ok(see(&here(slug))),
        Err(failure) => {
            let again = async |refusal| {
                show_page(state, caller, slug, watches, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    watches: bool,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| guests::desk(c, caller, slug).await;
    let model = |desk: GuestDesk, view: &EventView| {
        let open = desk.link.filter(|link| link.closed_at.is_none());
        let model = GuestsPage {
            link: open.map(|link| (format!("{}/guests/{}", state.base_url, link.code), link.opened_at)),
            waiting: desk.waiting.into_iter().map(row).collect(),
            may: forms::allowed(desk.refused),
            watches,
            now: desk.at.now,
        };
        let frame = Frame::new(format!("Guest judges of {}", view.name()), here(slug));
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, guests_page).await
}

fn row(guest: WaitingGuest) -> GuestRow {
    GuestRow { id: guest.id.0, name: guest.name, number: guest.number, asked_at: guest.asked_at }
}
