//! The page of the community vote. A code travels in the form only, never in an address.

use crate::pages::prelude::*;
use app::pages::vote::{Ballot, Booth, Candidate, VotePage, vote_page};
use axum::extract::FromRequestParts;
use model::ballot as vote;
use portal::limits::{self, Limit};
use portal::vote::ballot;
use portal::vote::code_print::TypedCode;
use portal::vote::page::{self as voting, VisitorVote};

use std::collections::BTreeSet;

/// `GET /events/<slug>/vote`.
pub async fn show(PublicRequest(at): PublicRequest) -> PageResult {
    let done = match at.query.get("done") {
        "cast" => "Your ballot is cast.",
        "withdrawn" => "Your ballot is withdrawn.",
        _ => "",
    };
    Ok(show_page(&at, Visit { done, ..Visit::default() }).await?)
}

/// A form of this page. With a code in it, it acts for the holder of the code, with cookies or without; without a code, for
/// the person who is signed in.
pub struct BallotForm {
    at: At,
    code: Option<String>,
    choices: Vec<String>,
}

impl FromRequest<State> for BallotForm {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &State) -> Result<Self, PageError> {
        let (mut parts, body) = request.into_parts();
        let PublicRequest(at) = PublicRequest::<(), String>::from_request_parts(&mut parts, state).await?;
        let request = Request::from_parts(parts, body);
        let bytes = Bytes::from_request(request, state).await.map_err(|_| forms::body_cut_off())?;
        let mut form = Form::unproven(&bytes)?;
        let code = form.sent("code").map(str::to_owned);
        if code.is_none() {
            at.caller.signed_in()?;
            form = form.prove(state, &at.caller, &at.headers)?;
        }
        let choices = shared::ballot::read(&*form)?;
        Ok(Self { at, code, choices })
    }
}

/// `POST /events/<slug>/vote/open`: shows the ballot of a code.
pub async fn open(BallotForm { at, code, .. }: BallotForm) -> PageResult {
    let visit = Visit { code, ..Visit::default() };
    match show_page(&at, visit.clone()).await {
        Err(Failure::Refused(refusal)) if refusal.reason == Reason::CodeUnknown => {
            wrong_code(&at, visit).await
        }
        page => Ok(page?),
    }
}

/// `POST /events/<slug>/vote/cast`.
pub async fn cast(BallotForm { at, code, choices }: BallotForm) -> PageResult {
    save(at, code, choices).await
}

/// `POST /events/<slug>/vote/withdraw`: casts a ballot without choices.
pub async fn withdraw(BallotForm { at, code, .. }: BallotForm) -> PageResult {
    save(at, code, Vec::new()).await
}

async fn save(at: At, code: Option<String>, choices: Vec<String>) -> PageResult {
    let At { state, caller, slug, .. } = &at;
    let visit = Visit { code: code.clone(), choices: Some(choices.clone()), ..Visit::default() };
    let typed = code.as_ref().map(|code| TypedCode::read(&state.signer, code));
    let saved = state.by(caller).at(slug).write(async |call| match &typed {
        Some(code) => ballot::cast_by_code(call.conn, slug, code, Ok(choices)).await,
        None => ballot::cast(call, Ok(choices)).await,
    });
    match saved.await {
        Ok(ballot) if ballot.cast_at.is_some() => Ok(see(&format!("/events/{slug}/vote?done=cast"))),
        Ok(_) => Ok(see(&format!("/events/{slug}/vote?done=withdrawn"))),
        Err(Failure::Refused(refusal)) if refusal.reason == Reason::CodeUnknown => {
            wrong_code(&at, visit).await
        }
        Err(failure) => {
            let again = async |refusal| show_page(&at, Visit { refusal: Some(refusal), ..visit }).await;
            forms::show_again(failure, again).await
        }
    }
}

/// The form again for a code that does not exist; after too many of them from one address, only good ones are taken.
async fn wrong_code(at: &At, visit: Visit) -> PageResult {
    let subject = limits::place(at.caller.ip.as_deref().unwrap_or_default());
    let exceeded = at.state.counters().count(Limit::Codes, &subject).await?;
    let mut refusal = exceeded.map_or_else(|| Reason::CodeUnknown.into(), |e| e.refusal());
    refusal.fields.add("code", Fault::Sentence(words::refusal(&refusal)));
    let typed = visit.code.unwrap_or_default();
    let visit = Visit { typed, refusal: Some(refusal), ..Visit::default() };
    Ok(show_page(at, visit).await?)
}

/// What a visitor sent to the page, where they sent something.
#[derive(Clone, Debug, Default)]
struct Visit {
    /// A code to open the ballot of.
    code: Option<String>,
    /// A code to be typed again.
    typed: String,
    choices: Option<Vec<String>>,
    /// Why it was refused.
    refusal: Option<Refusal>,
    /// What was done just now.
    done: &'static str,
}

async fn show_page(at: &At, visit: Visit) -> Outcome<Response> {
    let At { state, slug, .. } = at;
    let code = visit.code.as_ref().map(|code| TypedCode::read(&state.signer, code));
    let operation = async |call: &mut Call<'_>| {
        let opened = voting::open(call, code.as_ref()).await?;
        with_event(call.conn, opened).await
    };
    let model = |(opened, event): (VisitorVote, Event), _: &EventView| {
        let frame = Frame::new(format!("Vote in {}", event.name), format!("/events/{slug}/vote"));
        let mut frame = frame.refused(visit.refusal.as_ref());
        let model = model(&event, opened, visit);
        if let Booth::Ballot(_) = &model.booth {
            // What is wrong with a ballot is wrong with its choices: the summary leads there.
            frame.forms.errors.0.iter_mut().for_each(|error| "choices".clone_into(&mut error.field));
        }
        (frame, model)
    };
    event_page(state, at.by(), operation, model, vote_page).await
}

fn model(event: &Event, opened: VisitorVote, visit: Visit) -> VotePage {
    let VisitorVote { at, ballot, may_cast, candidates, tally } = opened;
    let own = ballot.as_ref().and_then(|ballot| ballot.as_ref().ok());
    let stored: BTreeSet<i64> = own.into_iter().flat_map(|own| &own.choices).map(|c| c.0).collect();
    let lost = own.map_or(0, |own| own.not_counted.len());
    let ticked: Option<BTreeSet<i64>> =
        visit.choices.map(|choices| choices.iter().filter_map(|c| c.parse().ok()).collect());
    let refused = visit.refusal.is_some();
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
            lost,
        },
        (None, Ok(())) => Booth::EnterCode { typed: visit.typed },
        (Some(Ok(ballot)), Ok(())) => {
            let chosen = ticked.as_ref().unwrap_or(&stored);
            let mut listed: Vec<_> =
                candidates.iter().map(|(c, own)| candidate(event, c, *own, chosen)).collect();
            // Who chose too many sees them together, to clear one.
            if refused {
                listed.sort_by_key(|candidate| !candidate.chosen);
            }
            let code = visit.code.unwrap_or_default();
            Booth::Ballot(Ballot { code, cast_at: ballot.cast_at, candidates: listed, refused, lost })
        }
    };
    VotePage {
        now: at.now,
        closes: at.facts.event.voting.close,
        most: event.votes_per_voter.into(),
        done: visit.done.to_owned(),
        booth,
        tally,
    }
}

fn candidate(event: &Event, candidate: &vote::Candidate, own: bool, chosen: &BTreeSet<i64>) -> Candidate {
    Candidate {
        track: candidate.track.and_then(|track| event.track_name(track)).map(str::to_owned),
        own,
        chosen: chosen.contains(&candidate.id.0),
        project: candidate.clone(),
    }
}
