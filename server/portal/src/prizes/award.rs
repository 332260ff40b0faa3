//! Confirming who won a prize: what the rule suggests, or others with a reason.

use super::standing::{PrizeOutlook, outlooks};
use crate::prelude::*;
use crate::second_organizer::hold;
use shared::award::{ChosenWinners, SeenPrize};
use shared::confirmation::AskedAct;
use shared::prize::{AwardRule, Decided};
use store::{deliberation, prize};

/// The public part of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAward {
    /// The prize's name.
    pub prize: String,
    /// Why these won; may be empty before publication.
    pub reason: String,
}

/// The longest reason once the results are public, where it follows the prize's name in the reason of a correction.
pub const PUBLIC_REASON: usize = text::SUMMARY - text::NAME - 2;

/// Confirms who won a prize; none where the same is confirmed already. Winners that were confirmed before are replaced. Once the results are
/// public, a prize can also be left without any: `publish::correct_prizes` calls this then, and corrects the results.
/// Errors: 401, 404, 403; 409 where the prize or its winners were changed meanwhile; 400 for winners that cannot win it, and without a
/// reason where one is needed: where its rule does not decide, or does not say so yet.
pub async fn award(
    call: &mut Call<'_>,
    id: PrizeId,
    seen: Sent<SeenPrize>,
    chosen: Sent<ChosenWinners>,
    base_url: &str,
) -> Acted<ActOutcome<Option<PublicAward>>> {
    let (at, permit) = call.open::<act::AwardPrizes>().await?;
    prize::lock(call.conn, at.event).await?;
    let all = outlooks(call, &at, None).await?;
    let outlook = all.iter().find(|outlook| outlook.prize.id == id).ok_or_else(Refusal::not_found)?;
    let Prize { version, awarded_at, .. } = outlook.prize;
    let seen = seen?;
    require(seen == SeenPrize { version, awarded_at }, Reason::PrizeChanged)?;
    let won =
        if prize::one_each(call.conn, at.event).await? { others_won(&all, id) } else { BTreeMap::new() };
    let chosen = checked(chosen?, at.facts.event.published, outlook, &won)?;
    let before: Vec<ProjectId> = outlook.winners.iter().map(|winner| winner.project).collect();
    if before == chosen.projects && outlook.prize.reason == chosen.reason {
        return Ok(Done::unlogged(ActOutcome::Done(None)));
    }
    // Once the results are public, other winners correct them.
    if at.facts.event.published {
        let asked = || AskedAct::Award { prize: id, seen, chosen: chosen.clone() };
        if let Some(held) = hold(call, &at, base_url, asked).await? {
            return Ok(held);
        }
    }
    // A prize that nobody has keeps no reason: the correction has it.
    let why = if chosen.projects.is_empty() { "" } else { chosen.reason.as_str() };
    // A rule that names nobody does not say that nobody wins.
    let by_rule = !chosen.projects.is_empty() && chosen.projects == outlook.line.winners;
    let as_its_rule = by_rule || chosen.projects.is_empty() || outlook.prize.terms.rule == AwardRule::Choice;
    let decider = if as_its_rule { Decided::ByRule } else { Decided::ByOrganizers };
    prize::award(call.conn, &permit, id, &chosen.projects, (decider, why)).await?;
    let decided = (chosen.projects.as_slice(), by_rule, chosen.reason.as_str());
    deliberation::add_decision(call.conn, &permit, id, call.caller.person(), decided).await?;
    let reason = (!chosen.reason.is_empty()).then(|| sha256_hex(chosen.reason.as_bytes()));
    let entry =
        call.entry(&at, "prize.awarded", "prize", id).before(json!({ "winners": before })).after(json!({
            "winners": chosen.projects,
            "as_suggested": by_rule,
            "reason_sha256": reason,
        }));
    let awarded = PublicAward { prize: outlook.prize.terms.name.clone(), reason: chosen.reason };
    Ok(Done::logged(ActOutcome::Done(Some(awarded)), entry))
}

/// Gives prizes to the first of a run that is about to be published, where their winners were the first of another.
/// Errors: 403 for an organizer who takes part, before publication; 409 where the ranking alone does not decide.
pub async fn follow_ranking(call: &mut Call<'_>, at: &Context, run: &StoredRun, prizes: &[PrizeId]) -> Acted {
    let mut done = Done::unlogged(());
    if prizes.is_empty() {
        return Ok(done);
    }
    let permit = call.ask::<act::AwardPrizes>(at)?;
    prize::lock(call.conn, at.event).await?;
    let outlooks = outlooks(call, at, Some(run)).await?;
    for id in prizes {
        let outlook = outlooks.iter().find(|o| o.prize.id == *id && !o.instead.is_empty());
        let PrizeOutlook { instead, winners, .. } = outlook.ok_or(Refusal::from(Reason::PrizeChanged))?;
        prize::award(call.conn, &permit, *id, instead, (Decided::ByRule, "")).await?;
        deliberation::add_decision(call.conn, &permit, *id, call.caller.person(), (instead, true, ""))
            .await?;
        let before: Vec<ProjectId> = winners.iter().map(|winner| winner.project).collect();
        let entry = call
            .entry(at, "prize.awarded", "prize", id)
            .before(json!({ "winners": before }))
            .after(json!({ "winners": instead, "as_suggested": true, "run": run.run }));
        done = done.and(Done::logged((), entry));
    }
    Ok(done)
}

/// Notes whether each prize by rank was won in the run that becomes public, or in an earlier one. Everybody reads that.
pub async fn note_ranking(
    call: &mut Call<'_>,
    at: &Context,
    permit: &Permit<act::Publish>,
    run: &StoredRun,
) -> Outcome<()> {
    for PrizeOutlook { prize, winners, outdated, .. } in outlooks(call, at, Some(run)).await? {
        let decided = if outdated { Decided::ByEarlierRanking } else { Decided::ByRule };
        let ranked = prize.terms.rule == AwardRule::Rank && !winners.is_empty();
        if ranked && prize.decided != Decided::ByOrganizers && prize.decided != decided {
            prize::set_decided(call.conn, permit, prize.id, decided).await?;
        }
    }
    Ok(())
}

/// What prizes but this one each project won.
pub(super) fn others_won(all: &[PrizeOutlook], this: PrizeId) -> BTreeMap<ProjectId, Vec<String>> {
    let mut won: BTreeMap<ProjectId, Vec<String>> = BTreeMap::new();
    for PrizeOutlook { prize, winners, .. } in all.iter().filter(|outlook| outlook.prize.id != this) {
        for winner in winners {
            won.entry(winner.project).or_default().push(prize.terms.name.clone());
        }
    }
    won
}

/// Nobody can win who is among `won`. Once the results are public, a prize can be taken from its winners and given to nobody. Without that,
/// provisional results would never become final where a refused winner was the only project that could have it.
fn checked(
    chosen: ChosenWinners,
    published: bool,
    PrizeOutlook { prize, eligible, line, winners, .. }: &PrizeOutlook,
    won: &BTreeMap<ProjectId, Vec<String>>,
) -> Result<ChosenWinners, Refusal> {
    let mut errors = FieldErrors::default();
    let mut fault = |fault| errors.add("winner", Fault::Prize(fault));
    let (projects, most) = (chosen.projects, prize.terms.winners);
    let eligible: HashMap<ProjectId, &EligibleProject> = eligible.iter().map(|p| (p.id, p)).collect();
    let distinct: HashSet<_> = projects.iter().collect();
    if projects.is_empty() && (!published || winners.is_empty()) {
        fault(PrizeFault::NoWinner);
    } else if distinct.len() < projects.len() {
        fault(PrizeFault::Repeated);
    } else if projects.len() > usize::try_from(most).unwrap_or(0) {
        fault(PrizeFault::TooMany { most });
    } else if projects.iter().any(|p| !eligible.contains_key(p)) {
        fault(PrizeFault::NotEligible);
    } else if let Some(p) = projects.iter().find(|p| won.contains_key(p)) {
        let title = eligible.get(p).map(|p| p.title.clone()).unwrap_or_default();
        fault(PrizeFault::WonAnother { title });
    }
    let longest = if published { PUBLIC_REASON } else { text::SUMMARY };
    let reason = text::clean("reason", TextField::Reason, chosen.reason.trim(), longest, &mut errors);
    let says_nothing = text::is_blank(&reason);
    if says_nothing && published {
        errors.add("reason", Fault::Prize(PrizeFault::PublicReasonMissing));
    } else if says_nothing && (prize.always_takes_a_reason() || projects != line.winners) {
        errors.add("reason", Fault::Prize(PrizeFault::ReasonMissing));
    }
    errors.into_result()?;
    Ok(ChosenWinners { projects, reason })
}
