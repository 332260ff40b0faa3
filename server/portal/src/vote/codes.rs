//! Codes for people in the room: made, counted, withdrawn.

use super::code_print::print;
use crate::prelude::*;
use crate::records::signer::Signer;
use store::{ballot, code};

/// Most codes made at once.
pub const MOST: usize = 1000;

/// Reads what the organizer's page of the vote shows.
/// Errors: 401, 403 for a caller who does not organize, 404.
pub async fn overview(call: &mut Call<'_>) -> Outcome<VotingOverview> {
    let (at, _) = call.open::<act::Manage>().await?;
    let codes = code::counts(call.conn, at.event).await?;
    let may_make = call.ask::<act::ManageCodes>(&at).map(drop);
    let (tally, withheld) = match call.ask::<act::ReadVotes>(&at) {
        Ok(_) => (Some(ballot::tally(call.conn, at.event).await?), None),
        Err(refusal) => (None, Some(refusal).filter(|r| r.code() == Code::Conflicted)),
    };
    Ok(VotingOverview { at, codes, may: may_make, tally, withheld })
}

/// Makes codes. They are shown only this once, because only their [print](super::code_print) is kept.
/// Errors: 401, 404, 403, 409 where the event does not vote by codes or no longer, 400 for the number.
pub async fn make(call: &mut Call<'_>, signer: &Signer, number: Sent<usize>) -> Acted<Vec<String>> {
    let (at, permit) = call.open::<act::ManageCodes>().await?;
    let number = number?;
    require_field((1..=MOST).contains(&number), "number", Fault::CodesRange { most: MOST })?;
    let codes: Vec<String> = (0..number).map(|_| secrets::voting_code()).collect::<Outcome<_>>()?;
    let hashes: Vec<Vec<u8>> = codes.iter().map(|code| print(signer, code)).collect();
    code::insert(call.conn, &permit, &hashes).await?;
    let after = Some(json!({ "codes": number }));
    Ok(Done::logged(codes, call.entry(&at, "code.created", "event", at.event).after(after)))
}

/// Withdraws the codes that nobody has voted with; how many.
/// Errors: as [`make`].
pub async fn withdraw_unused(call: &mut Call<'_>) -> Acted<u64> {
    let (at, permit) = call.open::<act::ManageCodes>().await?;
    let withdrawn = code::withdraw_unused(call.conn, &permit).await?;
    if withdrawn == 0 {
        return Ok(Done::unlogged(0));
    }
    let after = Some(json!({ "codes": withdrawn }));
    Ok(Done::logged(withdrawn, call.entry(&at, "code.withdrawn", "event", at.event).after(after)))
}
