//! That somebody judged, and how much.

use super::signer::Signer;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::context;
use crate::store::facts::Of;
use crate::store::{Conn, record, review};
use shared::ids::PersonId;
use shared::provenance::{EventName, JudgeRecord, Payload, reviews_digest};
use shared::refusal::Refusal;
use shared::rules::{act, may};

/// The signed record of the caller, or of the judge of their event whom an organizer names by fixture id, address or id.
///
/// # Errors
/// 401; 404 for an unknown event, or an organizer's name that is no judge of it; 403 for who does not judge the event, or
/// names somebody else; 409 where this process may not sign.
pub async fn read(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    judge: Option<&str>,
    signer: &Signer,
) -> Outcome<String> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, Of::Slug(slug)).await?;
    let organizes = may::<act::Manage>(caller.actor.as_ref(), &at.facts, at.now).is_ok();
    // No stored name holds what a text of the database cannot.
    let whose = match judge {
        None => person,
        Some(name) if !name.contains('\0') && review::is_named(conn, person, Some(slug), name).await? => {
            person
        }
        Some(name) if organizes => named(conn, &at.event, name).await?,
        Some(_) => return Err(Refusal::forbidden("judges can only read their own records").into()),
    };
    if whose == person && !at.facts.standing.judge {
        return Err(Refusal::forbidden("judges only").into());
    }
    let judged = record::of_judge(conn, at.event, whose).await?.ok_or_else(Refusal::not_found)?;
    let payload = Payload::Judge(JudgeRecord {
        issuer: signer.issuer(),
        issued_at: at.now,
        event: EventName { slug: at.slug, name: at.facts.event.name },
        judge: judged.person,
        assignments: judged.assignments,
        first_submitted_at: judged.reviews.iter().map(|r| r.submitted_at).min(),
        last_submitted_at: judged.reviews.iter().map(|r| r.submitted_at).max(),
        reviews_digest: reviews_digest(judged.reviews).map_err(crate::failure::Failure::broken)?,
    });
    signer.sign(conn, &payload).await
}

/// The one judge of the event whom a name means.
async fn named(conn: &mut Conn, event: &shared::ids::EventId, name: &str) -> Outcome<PersonId> {
    let found =
        if name.contains('\0') { Vec::new() } else { review::judges_named(conn, &[*event], name).await? };
    match found[..] {
        [one] => Ok(one),
        _ => Err(Refusal::new(shared::refusal::Code::NotFound, "no such judge").into()),
    }
}
