//! Signed records of a judge's work: how much, not what.

use super::signer::Signer;
use crate::prelude::*;
use shared::provenance::{EventName, JudgeRecord, Payload, reviews_digest};
use shared::record_salt::RecordSalt;
use store::{record, review};

#[derive(Clone, Debug)]
pub struct SignedRecord {
    pub document: String,
    /// The salt of the digest in it, for the judge alone: with it the scores can be found by trying.
    pub salt: Option<RecordSalt>,
}

/// The signed record of the caller, or of the judge of their event whom an organizer names by fixture id, address or id.
/// Errors: 401; 404 for an unknown event, or an organizer's name that is no judge of it; 403 for a caller who does not judge the event, or
/// names somebody else, and before publication for an organizer who takes part; 409 where this process may not sign.
pub async fn read(call: &mut Call<'_>, judge: Option<&str>, signer: &Signer) -> Outcome<SignedRecord> {
    let (record, salt) = contents(call, judge, signer).await?;
    Ok(SignedRecord { document: signer.sign(call.conn, &Payload::Judge(record)).await?, salt })
}

/// What [`read`] signs, and the salt of the digest in it, for the judge alone.
pub(super) async fn contents(
    call: &mut Call<'_>,
    judge: Option<&str>,
    signer: &Signer,
) -> Outcome<(JudgeRecord, Option<RecordSalt>)> {
    let person = call.caller.account()?;
    let at = call.context().await?;
    // No text in the database contains NUL, and PostgreSQL refuses to compare with one.
    let own = match judge {
        None => true,
        Some(name) => {
            !name.contains('\0') && review::is_named(call.conn, person, Some(call.slug), name).await?
        }
    };
    let whose = match judge.filter(|_| !own) {
        None => {
            call.ask::<act::ReadOwnJudgeRecord>(&at)?;
            person
        }
        Some(name) => {
            call.ask::<act::ReadJudgeRecord>(&at)?;
            named(call.conn, at.event, name).await?
        }
    };
    let judged = record::of_judge(call.conn, at.event, whose).await?.ok_or_else(Refusal::not_found)?;
    let record = JudgeRecord {
        issuer: signer.issuer(),
        issued_at: at.now,
        event: EventName { slug: at.slug, name: at.facts.event.name },
        judge: judged.person,
        assignments: judged.assignments,
        first_submitted_on: judged.reviews.iter().map(|r| r.submitted_at.date_naive()).min(),
        last_submitted_on: judged.reviews.iter().map(|r| r.submitted_at.date_naive()).max(),
        reviews_digest: reviews_digest(&judged.salt, judged.reviews).map_err(Failure::broken)?,
    };
    Ok((record, (whose == person).then_some(judged.salt)))
}

/// The one judge of the event whom a name means.
async fn named(conn: &mut Conn, event: EventId, name: &str) -> Outcome<PersonId> {
    let found =
        if name.contains('\0') { Vec::new() } else { review::judges_named(conn, &[event], name).await? };
    match found[..] {
        [one] => Ok(one),
        _ => Err(Reason::NoSuchJudge.into()),
    }
}
