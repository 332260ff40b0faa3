//! The page of a room's link, for guest judges.

use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use super::sign_in::{self, Token};
use crate::http::cookies;
use crate::http::form::Form;
use crate::state::State;
use app::pages::{GuestPage, GuestStage, guest_page};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use portal::caller::Caller;
use portal::failure::{Failure, Outcome};
use portal::people::guest::{self, GuestStep};
use shared::refusal::Refusal;

/// How often a page that waits looks again, in seconds.
const AGAIN: &str = "15";

/// `GET /guests/<code>`: the form, or how far the guest of this browser is.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> PageResult {
    Ok(show_page(&state, &caller, &headers, &code, None).await?)
}

/// `POST /guests/<code>/ask`: takes the guest's `name`.
pub async fn ask(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let secret = secret_of(&state, &headers);
    let name = form.get("name");
    match state.write(async |c| guest::ask(c, &caller, &code, secret, name).await).await {
        Ok(new) => {
            let mut response = see(&format!("/guests/{code}"));
            if let Some(new) = new {
                cookies::GUEST.set(response.headers_mut(), state.https(), &new);
            }
            Ok(response)
        }
        Err(Failure::Refused(refusal)) => {
            Ok(show_page(&state, &caller, &headers, &code, Some((form, refusal))).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

/// `POST /guests/<code>/enter`: signs a confirmed guest's browser in.
pub async fn enter(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    let secret = secret_of(&state, &headers);
    match state.write(async |c| guest::enter(c, &caller, &code, secret).await).await {
        Ok(session) => Ok(sign_in::opened(&state, &caller, &session, "/judge", None).await?),
        Err(Failure::Refused(refusal)) if refusal.status() != 401 => {
            Ok(show_page(&state, &caller, &headers, &code, Some((form, refusal))).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

/// The secret of this browser's guest, or nothing.
fn secret_of<'h>(state: &State, headers: &'h HeaderMap) -> &'h str {
    cookies::GUEST.get(headers, state.https()).unwrap_or_default()
}

async fn show_page(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    code: &str,
    refused: Option<(Form, Refusal)>,
) -> Outcome<Response> {
    let secret = secret_of(state, headers);
    let found = state.read(async |c| guest::look(c, caller, code, secret).await).await?;
    let token = Token::of(caller, headers)?;
    let here = format!("/guests/{code}");
    let status = if found.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let (event, step) = found.map_or((None, GuestStep::Name), |found| (Some(found.event), found.step));
    let waits = matches!(step, GuestStep::Waiting { .. });
    let typed = refused.as_ref().map(|(form, _)| form.get("name").to_owned()).unwrap_or_default();
    let title = match (&event, &step) {
        (None, _) => "This room is closed".to_owned(),
        (Some(_), GuestStep::Waiting { number, .. }) => format!("Show this number: {number}"),
        (Some(event), _) => format!("Judge at {event}"),
    };
    let model = GuestPage { here: here.clone(), event, stage: stage(step, typed) };
    let frame = Frame::new(title, here).status(status).refused(refused.as_ref().map(|(_, r)| r));
    let frame = frame.visitor(&token.csrf);
    let mut response = page(state, caller, frame, || guest_page(model));
    if waits {
        response.headers_mut().insert(header::REFRESH, HeaderValue::from_static(AGAIN));
    }
    Ok(token.set(state, response))
}

fn stage(step: GuestStep, typed: String) -> GuestStage {
    match step {
        GuestStep::Name => GuestStage::Name(typed),
        GuestStep::Waiting { name, number } => GuestStage::Waiting(name, number),
        GuestStep::Admitted { name } => GuestStage::Admitted(name),
        GuestStep::CameIn => GuestStage::CameIn,
        GuestStep::TurnedAway => GuestStage::TurnedAway,
    }
}
