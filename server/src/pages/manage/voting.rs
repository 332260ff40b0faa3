//! The organizer's page of the community vote.

use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::answer;
use crate::http::form::Form;
use crate::pages::event::head;
use crate::pages::forms::{self, Posted};
use crate::pages::page_result::{PageError, PageResult};
use crate::pages::render::{Frame, page, see};
use crate::pages::vote::tally;
use crate::portal::idempotency::ShownOnce;
use crate::portal::submit::event_view::{self, EventView};
use crate::portal::vote::codes::{self, VotingOverview};
use crate::state::State;
use app::components::FormErrors;
use app::components::words;
use app::pages::manage::{CodeCounts, CodeSheet, VotingPage, code_sheet, voting_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use shared::ballot::code_as_printed;
use shared::refusal::{Fault, Refusal};
use shared::rules::VotingMode;

/// `GET /events/<slug>/manage/voting`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, StatusCode::OK, After::Nothing).await?)
}

/// `POST /events/<slug>/manage/voting`: `act` is `make` (`number` codes) or `withdraw`.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (who, name) = (caller.clone(), slug.clone());
    let done = if form.get("act") == "withdraw" {
        let withdrawn = state.write(async |c| codes::withdraw_unused(c, &who, &name).await).await;
        withdrawn.map(|_| None)
    } else {
        let number = form.get("number").trim().parse();
        let number = number.map_err(|_| Refusal::field("number", Fault::CodesNotWhole));
        let key = form.key(&format!("/events/{slug}/manage/voting"));
        let made = state.write_once(&caller, key, async |c| {
            Ok(codes::make(c, &who, &name, number).await?.map(|codes| ShownOnce(Some(codes))))
        });
        made.await.map(Some)
    };
    match done {
        Ok(None) => Ok(see(&format!("/events/{slug}/manage/voting"))),
        Ok(Some(ShownOnce(Some(codes)))) => Ok(sheet(&state, &caller, &slug, codes).await?),
        Ok(Some(ShownOnce(None))) => Ok(shown(&state, &caller, &slug, StatusCode::OK, After::Again).await?),
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 400 | 409 | 422) => {
            let status = answer::status(&refusal);
            Ok(shown(&state, &caller, &slug, status, After::Refused(form, refusal)).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

async fn desk(state: &State, caller: &Caller, slug: &str) -> Outcome<(VotingOverview, EventView)> {
    let (who, name) = (caller.clone(), slug.to_owned());
    state
        .read(async |c| {
            let desk = codes::overview(c, &who, &name).await?;
            let view = event_view::around(c, &who, &desk.at).await?;
            Ok((desk, view))
        })
        .await
}

/// The codes, this once.
async fn sheet(state: &State, caller: &Caller, slug: &str, codes: Vec<String>) -> Outcome<Response> {
    let (_, view) = desk(state, caller, slug).await?;
    let sheet = CodeSheet {
        slug: slug.to_owned(),
        event: view.event.name.clone(),
        address: format!("{}/events/{slug}/vote", state.base_url),
        codes: codes.iter().map(|code| code_as_printed(code)).collect(),
    };
    let frame = Frame::new(format!("Codes of {}", view.event.name), format!("/events/{slug}/manage/voting"));
    Ok(page(state, caller, StatusCode::OK, frame, || code_sheet(sheet)))
}

/// What happened before the page is shown.
enum After {
    Nothing,
    /// The form that makes codes was sent again: its codes are not shown twice.
    Again,
    Refused(Form, Refusal),
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    status: StatusCode,
    after: After,
) -> Outcome<Response> {
    let again = matches!(after, After::Again);
    let refused = if let After::Refused(form, refusal) = after { Some((form, refusal)) } else { None };
    let once = forms::once(refused.as_ref())?;
    let (desk, view) = desk(state, caller, slug).await?;
    let error = refused.is_some();
    let model = VotingPage {
        head: head(&view),
        how: how(&view),
        codes: (desk.at.facts.event.voting_mode == VotingMode::Code).then_some(CodeCounts {
            made: desk.codes.made,
            used: desk.codes.used,
            withdrawn: desk.codes.withdrawn,
        }),
        may: desk.may.map_err(|refusal| app::words::refusal(&refusal)),
        tally: desk.tally.map(tally),
        withheld: desk.withheld.map(|refusal| app::words::refusal(&refusal)),
        number: refused.as_ref().map_or_else(|| "100".to_owned(), |(form, _)| form.get("number").to_owned()),
        errors: refused.map_or_else(FormErrors::none, |(_, refusal)| forms::errors(&refusal)),
        csrf: caller.csrf().to_owned(),
        once,
        again,
    };
    let frame = Frame {
        error,
        ..Frame::new(format!("Voting in {}", view.event.name), format!("/events/{slug}/manage/voting"))
    };
    Ok(page(state, caller, status, frame, || voting_page(model)))
}

/// How the event votes, in a sentence.
fn how(view: &EventView) -> String {
    let event = &view.event;
    let who = match view.at.facts.event.voting_mode {
        VotingMode::Off => return "This event has no community vote.".to_owned(),
        VotingMode::Account => "People with a confirmed e-mail address can vote",
        VotingMode::Code => "People with a code can vote",
    };
    let votes = words::plural(event.votes_per_voter.into(), "project", "projects");
    let when = match (event.voting.open, event.voting.close) {
        (Some(open), Some(close)) => format!(", from {} to {}", words::stamp(open), words::stamp(close)),
        (Some(open), None) => format!(", from {} on", words::stamp(open)),
        (None, Some(close)) => format!(", until {}", words::stamp(close)),
        (None, None) => String::new(),
    };
    format!("{who} for up to {votes}{when}.")
}
