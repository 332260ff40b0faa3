//! The page of an invitation's link: accept or decline.

use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use super::sign_in::{self, Token};
use crate::http::form::Form;
use crate::state::State;
use app::pages::{AnswerPage, Answerer, InvitationOffer, answer_page, declined_page};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use portal::caller::Caller;
use portal::failure::{Failure, Outcome};
use portal::people::answer::{self, Accepted, LinkUse, LinkedOffer};
use shared::invitation::InvitedAs;
use shared::refusal::Refusal;
use shared::window::utc;

/// `GET /invitations/<code>`. Only its buttons answer: programs that read mail follow links.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> PageResult {
    Ok(shown(&state, &caller, &headers, &code, None).await?)
}

/// `POST /invitations/<code>/accept`: as who is signed in, or as a new person called `name`.
pub async fn accept(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    match state.write(async |c| answer::accept(c, &caller, &code, form.get("name")).await).await {
        Ok(accepted) => Ok(entered(&state, &caller, accepted).await?),
        Err(failure) => refused(&state, &caller, &headers, &code, form, failure).await,
    }
}

/// `POST /invitations/<code>/decline`.
pub async fn decline(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    let form = Form::read(&state, &caller, &headers, &bytes)?;
    match state.write(async |c| answer::decline(c, &caller, &code).await).await {
        Ok(event) => Ok(page(&state, &caller, Frame::new("Declined", "/login"), || declined_page(&event))),
        Err(failure) => refused(&state, &caller, &headers, &code, form, failure).await,
    }
}

/// The way on for who accepted, with their new session.
async fn entered(state: &State, caller: &Caller, accepted: Accepted) -> Outcome<Response> {
    let Accepted { session, slug, invited_as } = accepted;
    let next = InvitationOffer::start(&invited_as, &slug);
    match session {
        Some(session) => sign_in::opened(state, caller, &session, &next, None).await,
        None => Ok(see(&next)),
    }
}

async fn refused(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    code: &str,
    form: Form,
    failure: Failure,
) -> PageResult {
    match failure {
        // Who is to sign in first comes back with this very form.
        Failure::Refused(refusal) if refusal.status() != 401 => {
            Ok(shown(state, caller, headers, code, Some((form, refusal))).await?)
        }
        failure => Err(PageError(failure)),
    }
}

async fn shown(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    code: &str,
    refused: Option<(Form, Refusal)>,
) -> Outcome<Response> {
    let offer = state.write(async |c| answer::look(c, caller, code).await).await?;
    let token = Token::of(caller, headers)?;
    let here = format!("/invitations/{code}");
    let title = offer.as_ref().map(|o| format!("Invitation to {}", o.at.facts.event.name));
    let status = if offer.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let typed = refused.as_ref().and_then(|(form, _)| form.sent("name"));
    let model = AnswerPage { here: here.clone(), offer: offer.map(|offer| words(caller, offer, typed)) };
    let frame = Frame::new(title.unwrap_or_else(|| "This invitation has ended".into()), here).status(status);
    let frame = frame.refused(refused.as_ref().map(|(_, refusal)| refusal)).visitor(&token.csrf);
    Ok(token.set(state, page(state, caller, frame, || answer_page(model))))
}

/// The words of an offer; `typed` is the name that was typed into a refused form.
fn words(caller: &Caller, offer: LinkedOffer, typed: Option<&str>) -> InvitationOffer {
    let LinkedOffer { at, invitation, does } = offer;
    let signed_in = !caller.email.is_empty();
    let who = match does {
        LinkUse::AcceptAs => Answerer::SignedIn(caller.name.clone(), caller.email.clone()),
        LinkUse::Accept => Answerer::Nobody,
        LinkUse::SignIn => {
            let other = signed_in && caller.person() != invitation.accepted_by;
            Answerer::Returning(other.then(|| caller.name.clone()))
        }
        LinkUse::Accepted => Answerer::HasAccount(signed_in && caller.person() == invitation.accepted_by),
    };
    let judging = at.facts.event.judging;
    let ends = match invitation.invited_as {
        InvitedAs::Member(_) => judging.close.map(|close| format!("The link ends at {}.", utc(close))),
        InvitedAs::Panellist { .. } => {
            Some("The link ends when the winners of the prize are confirmed.".to_owned())
        }
    };
    InvitationOffer {
        event: at.facts.event.name,
        slug: at.slug,
        invited_as: invitation.invited_as,
        team: invitation.team.map(|(_, name)| name),
        email: invitation.email,
        name: typed.map_or(invitation.name, str::to_owned),
        invited_by: invitation.invited_by,
        once: !invitation.is_card,
        ends: ends.unwrap_or_default(),
        who,
    }
}
