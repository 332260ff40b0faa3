//! One's own ballot: read, cast, changed, withdrawn.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::{Sent, context, entry};
use crate::store::audit::{self, Entry};
use crate::store::facts::Of;
use crate::store::{Conn, ballot};
use serde_json::json;
use sha2::{Digest, Sha256};
use shared::audit::hex;
use shared::ids::ProjectId;
use shared::refusal::Refusal;
use shared::rules::{act, may};
use shared::wire::Ballot;

/// The caller's ballot, also outside the voting window.
///
/// # Errors
/// 401; 404 where the event does not vote by account; 403 without a confirmed address.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Ballot> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, Of::Slug(slug)).await?;
    may::<act::ReadBallot>(caller.actor.as_ref(), &at.facts, at.now)?;
    ballot::of_person(conn, at.event, person).await
}

/// Replaces the caller's ballot by these choices, each the text of a number; none withdraws it.
///
/// # Errors
/// 401; 404 where the event does not vote by account; 403 without a confirmed address; 409 outside the
/// voting window; 400 for what is malformed; 422 for choices that don't do.
pub async fn cast(conn: &mut Conn, caller: &Caller, slug: &str, sent: Sent<Vec<String>>) -> Outcome<Ballot> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, Of::Slug(slug)).await?;
    let permit = may::<act::CastBallot>(caller.actor.as_ref(), &at.facts, at.now)?;
    let sent = sent?;
    let electable = ballot::electable(conn, at.event).await?;
    let most = ballot::of_person(conn, at.event, person).await?.votes_per_voter;
    let choices = shared::ballot::check(&sent, &electable, at.facts.standing.team, most)?;
    let (action, id, after) = if choices.is_empty() {
        // Nothing was there to withdraw: nothing changed.
        let Some(id) = ballot::withdraw(conn, &permit, at.event, person).await? else {
            return ballot::of_person(conn, at.event, person).await;
        };
        ("ballot.withdrawn", id, json!({ "choices": 0 }))
    } else {
        let cast = ballot::cast(conn, &permit, at.event, person, &choices).await?;
        let after = json!({ "choices": choices.len(), "choices_sha256": digest(&cast.salt, &choices) });
        ("ballot.cast", cast.id, after)
    };
    let saved = ballot::of_person(conn, at.event, person).await?;
    audit::append(conn, Entry { after: Some(after), ..entry(caller, &at, action, "ballot", id) }).await?;
    Ok(saved)
}

/// SHA-256 (hex) of the salt followed by the ids, joined by commas: the log never holds a choice.
fn digest(salt: &[u8], choices: &[ProjectId]) -> String {
    let ids: Vec<String> = choices.iter().map(ToString::to_string).collect();
    hex(&Sha256::new().chain_update(salt).chain_update(ids.join(",")).finalize())
}
