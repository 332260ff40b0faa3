//! Confirming winners. Once the results are public this is a correction: it has a public reason, and is signed.

use super::news::{self, Corrected, PublicationNews};
use super::publish;
use crate::prelude::*;
use crate::prizes::award::{self, PublicAward};
use crate::prizes::duties;
use crate::records::signer::Signer;
use shared::award::{ChosenWinners, NextTaken, SeenPrize};
use store::{duplicate, publication};

/// Confirms who won a prize. Where the results are public, it publishes them once more with the winners and the reason.
/// Errors: as [`award::award`]; 409 while the vote hides the published results; 403 for an organizer who takes part while they are
/// provisional; 400 without a reason once they are public.
pub async fn award(
    call: &mut Call<'_>,
    id: PrizeId,
    seen: Sent<SeenPrize>,
    chosen: Sent<ChosenWinners>,
    signer: &Signer,
) -> Acted<ActOutcome> {
    let base = signer.issuer();
    let (at, _) = call.open::<act::AwardPrizes>().await?;
    // A publication waits for this, and this for a publication. Without it, winners that are confirmed while somebody publishes
    // would be public, and signed by nobody.
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    let at = call.context().await?;
    if !at.facts.event.published {
        return Ok(award::award(call, id, seen, chosen, &base).await?.map(|_| ActOutcome::Done(())));
    }
    let permit = call.ask::<act::Publish>(&at)?;
    let newest = publication::newest(call.conn, at.event).await?;
    let had = duties::won(call.conn, at.event).await?;
    let done = award::award(call, id, seen, chosen, &base).await?;
    let (prize, reason) = match done.value() {
        ActOutcome::Waits => return Ok(done.map(|_| ActOutcome::Waits)),
        ActOutcome::Done(None) => return Ok(done.map(|_| ActOutcome::Done(()))),
        ActOutcome::Done(Some(PublicAward { prize, reason })) => (prize, reason),
    };
    let reason = format!("{prize}: {reason}");
    let provisional = match &newest {
        Some(before) => publish::still_provisional(call.conn, &at, before, &had).await?,
        None => None,
    };
    let corrects = Some(Corrected { had: &had, runs: None });
    let about = PublicationNews { provisional: provisional.as_ref(), corrects };
    let told = Box::pin(news::tell(call, &base, &at, about)).await?;
    let correction = publish::correct(call, at, permit, reason, provisional, signer).await?;
    Ok(done.map(|_| ActOutcome::Done(())).and(told).and(correction))
}

/// Gives a prize of a refused winner to the next in line, as they were read. Where nobody is next, the place stays empty.
/// Errors: 401, 404; 403 for an organizer who takes part; 409 where results are not provisional, and where others are next by now; 400 for
/// the fields.
pub async fn award_next(call: &mut Call<'_>, sent: Sent<NextTaken>, signer: &Signer) -> Acted<ActOutcome> {
    let (at, _) = call.open::<act::SettleDuties>().await?;
    // What winners owe is settled before this, or after it.
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    let found = Box::pin(duties::open(call)).await?;
    let found = found.ok_or(Refusal::from(Reason::NotProvisional))?;
    let NextTaken { prize, next, reason } = sent?;
    let line = found.next.into_iter().find(|line| line.prize == prize && line.next == next);
    let line = line.ok_or(Refusal::from(Reason::PrizeChanged))?;
    let chosen = ChosenWinners { projects: line.winners, reason };
    Box::pin(award(call, prize, Ok(line.seen), Ok(chosen), signer)).await
}
