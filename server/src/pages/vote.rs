//! The page of the community vote. A code travels in the form only, never in an address.

use super::event::head;
use super::forms;
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::answer;
use crate::http::form::Form;
use crate::http::query::Query;
use crate::model::ballot as vote;
use crate::portal::limits::{self, Limit};
use crate::portal::submit::event_view::{self, EventView};
use crate::portal::vote::ballot;
use crate::portal::vote::page::{self as voting, VisitorVote};
use crate::state::State;
use app::components::FormErrors;
use app::pages::{Ballot, Booth, Candidate, Tally, VotePage, vote_page};
use app::words;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use shared::refusal::{Reason, Refusal};
use std::collections::BTreeSet;

/// `GET /events/<slug>/vote`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    let done = match query.get("done") {
        "cast" => "Your ballot is cast.",
        "withdrawn" => "Your ballot is withdrawn.",
        _ => "",
    };
    Ok(shown(&state, &caller, &slug, StatusCode::OK, Sent { done, ..Sent::default() }).await?)
}

/// `POST /events/<slug>/vote`: `act` is `open` (a code), `cast` or `withdraw`.
pub async fn post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    let unproven = Form::unproven(&bytes);
    let code = unproven.sent("code").map(str::to_owned);
    let form = match code {
        // The code is the proof: the form acts for whoever holds it, with cookies or without.
        Some(_) => unproven,
        None => {
            caller.actor.ok_or_else(Refusal::unauthenticated)?;
            Form::read(&state, &caller, &headers, &bytes)?
        }
    };
    let act = form.get("act").to_owned();
    let choices: Vec<String> =
        if act == "withdraw" { Vec::new() } else { form.all("choice").map(str::to_owned).collect() };
    let sent = Sent { code: code.clone(), choices: Some(choices.clone()), ..Sent::default() };
    if act == "open" {
        let sent = Sent { choices: None, ..sent };
        return opened(&state, &caller, &slug, sent).await;
    }
    let (who, name) = (caller.clone(), slug.clone());
    let done = state
        .write(async |c| match code {
            Some(code) => ballot::cast_by_code(c, &who, &name, &code, Ok(choices)).await,
            None => ballot::cast(c, &who, &name, Ok(choices)).await,
        })
        .await;
    match done {
        Ok(ballot) if ballot.cast_at.is_some() => Ok(see(&format!("/events/{slug}/vote?done=cast"))),
        Ok(_) => Ok(see(&format!("/events/{slug}/vote?done=withdrawn"))),
        Err(Failure::Refused(refusal)) if refusal.reason == Reason::CodeUnknown => {
            wrong_code(&state, &caller, &slug, sent).await
        }
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 400 | 409 | 422) => {
            let status = answer::status(&refusal);
            Ok(shown(&state, &caller, &slug, status, Sent { refusal: Some(refusal), ..sent }).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

/// The ballot of whoever holds a code.
async fn opened(state: &State, caller: &Caller, slug: &str, sent: Sent) -> PageResult {
    match shown(state, caller, slug, StatusCode::OK, sent.clone()).await {
        Err(Failure::Refused(refusal)) if refusal.reason == Reason::CodeUnknown => {
            wrong_code(state, caller, slug, sent).await
        }
        other => Ok(other?),
    }
}

/// The form again for a code that is none; after too many of them from one address, only good ones are taken.
async fn wrong_code(state: &State, caller: &Caller, slug: &str, sent: Sent) -> PageResult {
    let subject = limits::place(caller.ip.as_deref().unwrap_or_default());
    let exceeded = state.counters().count(Limit::Codes, &subject).await?;
    let mut refusal = exceeded.map_or_else(|| Reason::CodeUnknown.into(), |e| e.refusal());
    refusal.fields.add("code", words::refusal(&refusal));
    let status = answer::status(&refusal);
    let typed = sent.code.unwrap_or_default();
    let sent = Sent { typed, refusal: Some(refusal.clone()), ..Sent::default() };
    let page = shown(state, caller, slug, status, sent).await?;
    Ok(answer::refused_page(page, &refusal))
}

/// What was sent to the page, where something was.
#[derive(Clone, Debug, Default)]
struct Sent {
    /// A code to open the ballot of.
    code: Option<String>,
    /// A code to be typed again.
    typed: String,
    /// What was ticked.
    choices: Option<Vec<String>>,
    /// Why it was refused.
    refusal: Option<Refusal>,
    /// What was done just now.
    done: &'static str,
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    status: StatusCode,
    sent: Sent,
) -> Outcome<Response> {
    let (who, name, code) = (caller.clone(), slug.to_owned(), sent.code.clone());
    let (opened, view) = state
        .read(async |c| {
            let opened = voting::open(c, &who, &name, code.as_deref()).await?;
            let view = event_view::around(c, &who, &opened.at).await?;
            Ok((opened, view))
        })
        .await?;
    let title = format!("Vote in {}", view.event.name);
    let error = sent.refusal.is_some();
    let model = model(caller, &view, opened, sent);
    let frame = Frame { error, ..Frame::new(title, format!("/events/{slug}/vote")) };
    Ok(page(state, caller, status, frame, || vote_page(model)))
}

fn model(caller: &Caller, view: &EventView, opened: VisitorVote, sent: Sent) -> VotePage {
    let VisitorVote { at, ballot, may_cast, candidates, tally: counted } = opened;
    let errors = sent.refusal.as_ref().map_or_else(FormErrors::none, forms::errors);
    let stored: BTreeSet<i64> = match &ballot {
        Some(Ok(ballot)) => ballot.choices.iter().map(|c| c.0).collect(),
        _ => BTreeSet::new(),
    };
    let ticked: Option<BTreeSet<i64>> =
        sent.choices.map(|choices| choices.iter().filter_map(|c| c.parse().ok()).collect());
    let titles = |of: &BTreeSet<i64>| {
        let these = candidates.iter().filter(|(c, _)| of.contains(&c.id.0));
        these.map(|(c, _)| c.title.clone()).collect::<Vec<_>>()
    };
    let booth = match (ballot, may_cast) {
        (Some(Err(refusal)), _) if refusal.status() == 401 => Booth::SignIn,
        (Some(Err(_)), _) => Booth::Confirm,
        (ballot, Err(refusal)) => Booth::Closed {
            sentence: words::refusal(&refusal),
            cast: if ballot.is_some() { titles(&stored) } else { Vec::new() },
            ticked: ticked.as_ref().map(titles).unwrap_or_default(),
        },
        (None, Ok(())) => Booth::EnterCode { typed: sent.typed, errors },
        (Some(Ok(ballot)), Ok(())) => Booth::Ballot(Ballot {
            csrf: caller.csrf().to_owned(),
            code: sent.code.unwrap_or_default(),
            cast_at: ballot.cast_at,
            candidates: candidates
                .iter()
                .map(|(c, own)| candidate(c, *own, ticked.as_ref().unwrap_or(&stored)))
                .collect(),
            // What is wrong with a ballot is wrong with its choices: the summary leads there.
            errors: errors.0.into_iter().map(|error| ("choices", error.message)).collect(),
        }),
    };
    VotePage {
        now: at.now,
        head: head(view),
        closes: view.event.voting.close,
        most: view.event.votes_per_voter.into(),
        done: sent.done.to_owned(),
        booth,
        tally: counted.map(tally),
    }
}

fn candidate(candidate: &vote::Candidate, own: bool, chosen: &BTreeSet<i64>) -> Candidate {
    Candidate {
        id: candidate.id.0,
        title: candidate.title.clone(),
        tagline: candidate.tagline.clone(),
        team: candidate.team.clone(),
        track: candidate.track.clone(),
        own,
        chosen: chosen.contains(&candidate.id.0),
    }
}

/// The tally as its table shows it.
pub(in crate::pages) fn tally(counted: vote::Tally) -> Tally {
    let rows = counted.projects.into_iter().map(|p| (p.project.0, p.title, p.team, p.votes)).collect();
    Tally { ballots: counted.ballots, rows }
}
