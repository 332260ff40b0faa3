//! The community vote as one visitor meets it.

use super::ballot::{holder, own_teams};
use super::code_print::TypedCode;
use crate::prelude::*;
use shared::ballot::{Voter, place};
use store::ballot;

/// The page's content.
#[derive(Debug)]
pub struct VisitorVote {
    pub at: Context,
    /// The visitor's ballot, or why there is none for them: 401 and 403 say what to do about it. None where the
    /// event votes by codes and none was given.
    pub ballot: Option<Result<Ballot, Refusal>>,
    /// A ballot may be cast now, or why not.
    pub may_cast: Result<(), Refusal>,
    /// What there is to choose from, in the voter's own order; empty without a ballot.
    pub candidates: Vec<(Candidate, bool)>,
    /// The tally, where the visitor may read it.
    pub tally: Option<Tally>,
}
model::in_event!(VisitorVote);

/// Opens the page of the vote; with a code, for its holder.
/// Errors: 404 where the event has no vote; 422 for a wrong code.
pub async fn open(call: &mut Call<'_>, code: Option<&TypedCode>) -> Outcome<VisitorVote> {
    let at = call.context().await?;
    call.ask::<act::SeeVote>(&at)?;
    let tally = match call.ask::<act::ReadVotes>(&at) {
        Ok(_) => Some(ballot::tally(call.conn, at.event).await?),
        Err(_) => None,
    };
    let by_code = call.ask::<act::CastByCode>(&at).map(drop);
    let by_codes = !matches!(&by_code, Err(refusal) if refusal.status() == 404);
    let (voter, ballot, may_cast) = if by_codes {
        let voter = match code.filter(|_| by_code.is_ok()) {
            Some(code) => Some(Voter::Code(holder(call.conn, &at, code).await?)),
            None => None,
        };
        (voter, None, by_code)
    } else {
        let may_cast = call.ask::<act::CastBallot>(&at).map(drop);
        match call.ask::<act::ReadBallot>(&at) {
            Ok(_) => (call.caller.person().map(Voter::Person), None, may_cast),
            Err(refusal) => (None, Some(Err(refusal)), may_cast),
        }
    };
    let Some(voter) = voter else {
        return Ok(VisitorVote { at, ballot, may_cast, candidates: Vec::new(), tally });
    };
    let ballot = ballot::of_voter(call.conn, at.event, voter).await?;
    let own = own_teams(call.conn, &at, voter).await?;
    let mut candidates = ballot::candidates(call.conn, at.event).await?;
    hide_teams(call.caller, &at, &mut candidates);
    let candidates = in_order(candidates, &at, voter, &own);
    Ok(VisitorVote { at, ballot: Some(Ok(ballot)), may_cast, candidates, tally })
}

/// In the voter's own order, each with whether it is of a team of the voter's own.
fn in_order(
    mut candidates: Vec<Candidate>,
    at: &Context,
    voter: Voter,
    own: &BTreeSet<TeamId>,
) -> Vec<(Candidate, bool)> {
    candidates.sort_by_cached_key(|c| place(at.event, voter, c.id));
    candidates.into_iter().map(|c| (own.contains(&c.team_id), c)).map(|(own, c)| (c, own)).collect()
}

/// Whether the caller has something to vote on now, and whether they have done so.
pub async fn next(call: &mut Call<'_>, at: &Context) -> Outcome<Option<bool>> {
    let Some(person) = call.caller.person() else { return Ok(None) };
    if call.ask::<act::CastBallot>(at).is_err() {
        return Ok(None);
    }
    let ballot = ballot::of_voter(call.conn, at.event, Voter::Person(person)).await?;
    Ok(Some(ballot.cast_at.is_some()))
}
