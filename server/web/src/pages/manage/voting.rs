//! The organizer's page of the community vote.

use crate::pages::event_page::{event_page, load, with_event};
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, page, see};
use crate::pages::vote::tally;
use crate::state::State;
use app::pages::manage::{CodeCounts, CodeSheet, VotingPage, code_sheet, voting_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::event::Event;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::idempotency::ShownOnce;
use portal::vote::codes::{self, VotingOverview};
use shared::ballot::code_as_printed;
use shared::refusal::{Fault, Refusal};
use shared::rules::VotingMode;

/// `GET /events/<slug>/manage/voting`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(show_page(&state, &caller, &slug, None, false).await?)
}

/// `POST /events/<slug>/manage/voting/codes`: makes `number` codes.
pub async fn make_codes(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let number = form.get("number").trim().parse();
    let number = number.map_err(|_| Refusal::field("number", Fault::CodesNotWhole));
    let key = form.key(&format!("/events/{slug}/manage/voting"));
    let made = state.write_once(&caller, key, async |c| {
        Ok(codes::make(c, &caller, &state.signer, &slug, number).await?.map(|codes| ShownOnce(Some(codes))))
    });
    match made.await {
        Ok(ShownOnce(Some(codes))) => Ok(sheet(&state, &caller, &slug, codes).await?),
        // The form was sent again: its codes are not shown twice.
        Ok(ShownOnce(None)) => Ok(show_page(&state, &caller, &slug, None, true).await?),
        Err(failure) => {
            let again = async |refusal| {
                show_page(&state, &caller, &slug, Some(RefusedForm { form, refusal }), false).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /events/<slug>/manage/voting/codes/withdraw`: withdraws all codes that nobody used.
pub async fn withdraw_codes(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    match state.write(async |c| codes::withdraw_unused(c, &caller, &slug).await).await {
        Ok(_) => Ok(see(&format!("/events/{slug}/manage/voting"))),
        Err(failure) => {
            let again = async |refusal| {
                show_page(&state, &caller, &slug, Some(RefusedForm { form, refusal }), false).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// The codes, this once.
async fn sheet(state: &State, caller: &Caller, slug: &str, codes: Vec<String>) -> Outcome<Response> {
    let (_, event) = load(state, caller, async |c| codes::overview(c, caller, slug).await).await?;
    let sheet = CodeSheet {
        slug: slug.to_owned(),
        event: event.name().to_owned(),
        address: format!("{}/events/{slug}/vote", state.base_url),
        codes: codes.iter().map(|code| code_as_printed(code)).collect(),
    };
    let frame = Frame::new(format!("Codes of {}", event.name()), format!("/events/{slug}/manage/voting"));
    Ok(page(state, caller, frame, || code_sheet(sheet)))
}

/// The page; `again` where the form that makes codes was sent twice.
async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
    again: bool,
) -> Outcome<Response> {
    let operation = async |c: &mut _| {
        let desk = codes::overview(c, caller, slug).await?;
        with_event(c, desk).await
    };
    let model = |(desk, event): (VotingOverview, Event), _: &EventView| {
        let title = format!("Voting in {}", event.name);
        let frame = Frame::new(title, format!("/events/{slug}/manage/voting"));
        let number = refused.as_ref().and_then(|refused| refused.typed("number"));
        let model = VotingPage {
            how: how(&event),
            codes: (desk.at.facts.event.voting_mode == VotingMode::Code).then_some(CodeCounts {
                made: desk.codes.made,
                used: desk.codes.used,
                withdrawn: desk.codes.withdrawn,
            }),
            may: desk.may.map_err(|refusal| words::refusal(&refusal)),
            tally: desk.tally.map(tally),
            withheld: desk.withheld.map(|refusal| words::refusal(&refusal)),
            number: number.unwrap_or_else(|| "100".to_owned()),
            again,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, voting_page).await
}

/// How the event votes, in a sentence.
fn how(event: &Event) -> String {
    let who = match event.voting_mode {
        VotingMode::Off => return "This event has no community vote.".to_owned(),
        VotingMode::Account => "People with a confirmed e-mail address can vote",
        VotingMode::Code => "People with a code can vote",
    };
    let votes = words::plural(event.votes_per_voter, "project", "projects");
    let when = match (event.voting.open, event.voting.close) {
        (Some(open), Some(close)) => format!(", from {} to {}", words::stamp(open), words::stamp(close)),
        (Some(open), None) => format!(", from {} on", words::stamp(open)),
        (None, Some(close)) => format!(", until {}", words::stamp(close)),
        (None, None) => String::new(),
    };
    format!("{who} for up to {votes}{when}.")
}
