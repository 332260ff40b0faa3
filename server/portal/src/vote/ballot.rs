//! One's own ballot: read, cast, changed, withdrawn; by account or by a code.

use crate::prelude::*;
use crate::vote::code_print::TypedCode;
use serde_json::Map;
use sha2::{Digest, Sha256};
use shared::audit::hex;
use shared::ballot::Voter;
use shared::proposal::values;
use store::ballot::BallotPermit;
use store::{ballot, code, team};

/// The caller's ballot, also outside the voting window.
/// Errors: 401; 404 where the event does not vote by account; 403 without a confirmed address.
pub async fn read(call: &mut Call<'_>) -> Outcome<Ballot> {
    let person = call.caller.account()?;
    let (at, _) = call.open::<act::ReadBallot>().await?;
    ballot::of_voter(call.conn, at.event, Voter::Person(person)).await
}

/// Replaces the caller's ballot by these choices, each the text of a number; none withdraws it.
/// Errors: 401; 404 where the event does not vote by account; 403 without a confirmed address; 409 outside the voting window; 400 for what
/// is malformed; 422 for choices that are not valid.
pub async fn cast(call: &mut Call<'_>, sent: Sent<Vec<String>>) -> Acted<Ballot> {
    call.caller.account()?;
    let (at, permit) = call.open::<act::CastBallot>().await?;
    if call.caller.proposal().is_some() {
        let (event, person) = permit.ids();
        ballot::lock(call.conn, event, person).await?;
        call.caller.still(&seen(call.conn, event, person).await?)?;
    }
    replace(call, &at, BallotPermit::Own(&permit), sent).await
}

/// What somebody chose before, as a proposal keeps it.
pub(crate) async fn seen(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<Map<String, Value>> {
    let ballot = ballot::of_voter(conn, event, Voter::Person(person)).await?;
    let mut choices: Vec<ProjectId> = ballot.choices.iter().chain(&ballot.not_counted).copied().collect();
    choices.sort_unstable();
    Ok(values([("choices", json!(choices))]))
}

/// Replaces the ballot of a code. Anyone who has the code may do so.
/// Errors: 404 where the event does not vote by codes; 409 outside the voting window; 422 for a code that is none, or choices that are not
/// valid.
pub async fn cast_by_code(
    conn: &mut Conn,
    slug: &str,
    typed: &TypedCode,
    sent: Sent<Vec<String>>,
) -> Acted<Ballot> {
    // The log must not say who used a code: neither their name nor their role in the event, which the context holds.
    let nobody = Caller { email: "system".into(), ..Caller::default() };
    let call = &mut Call { conn, caller: &nobody, slug };
    let at = call.context().await?;
    let permit = may::<act::CastByCode>(None, &at.facts, at.now)?;
    let code = holder(call.conn, &at, typed).await?;
    replace(call, &at, BallotPermit::OfCode(&permit, code), sent).await
}

/// The code that was typed.
/// Errors: 422 where the event has no such code, or it was withdrawn.
pub(super) async fn holder(conn: &mut Conn, at: &Context, typed: &TypedCode) -> Outcome<CodeId> {
    let found = match &typed.0 {
        Some(print) => code::find(conn, at.event, print).await?,
        None => None,
    };
    found.ok_or_else(|| Reason::CodeUnknown.at("code", Fault::CodeUnknown).into())
}

/// The teams for whose projects the voter cannot vote. Nobody knows whose team the holder of a code is on.
pub(super) async fn own_teams(conn: &mut Conn, at: &Context, voter: Voter) -> Outcome<BTreeSet<TeamId>> {
    match voter {
        Voter::Person(person) => team::own(conn, at.event, person).await,
        Voter::Code(_) => Ok(BTreeSet::new()),
    }
}

async fn replace(
    call: &mut Call<'_>,
    at: &Context,
    permit: BallotPermit<'_>,
    sent: Sent<Vec<String>>,
) -> Acted<Ballot> {
    let sent = sent?;
    let voter = permit.voter();
    let electable = ballot::electable(call.conn, at.event).await?;
    let most = ballot::of_voter(call.conn, at.event, voter).await?.votes_per_voter;
    let own = own_teams(call.conn, at, voter).await?;
    let choices = shared::ballot::check(&sent, &electable, &own, most)?;
    let (action, id, after) = if choices.is_empty() {
        // Nothing was there to withdraw: nothing changed.
        let Some(id) = ballot::withdraw(call.conn, permit).await? else {
            return Ok(Done::unlogged(ballot::of_voter(call.conn, at.event, voter).await?));
        };
        ("ballot.withdrawn", id, json!({ "choices": 0 }))
    } else {
        let cast = ballot::cast(call.conn, permit, &choices).await?;
        let after = json!({ "choices": choices.len(), "choices_sha256": digest(&cast.salt, &choices) });
        ("ballot.cast", cast.id, after)
    };
    let saved = ballot::of_voter(call.conn, at.event, voter).await?;
    Ok(Done::logged(saved, call.entry(at, action, "ballot", id).after(after)))
}

/// SHA-256 (hex) of the salt followed by the ids, joined by commas: the log never holds a choice.
fn digest(salt: &[u8], choices: &[ProjectId]) -> String {
    let ids: Vec<String> = choices.iter().map(ToString::to_string).collect();
    hex(&Sha256::new().chain_update(salt).chain_update(ids.join(",")).finalize())
}
