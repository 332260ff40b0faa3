//! Confirming who won a prize: what the rule suggests, or others with a reason.

use super::find;
use super::standing::{PrizeOutlook, RuleStanding, Sources, line_of, outlooks};
use crate::prelude::*;
use crate::second_organizer::hold;
use model::confirmation::Acting;
use model::prize::{EligibleProject, Prize, Winner};
use model::run::StoredRun;
use shared::award::{ChosenWinners, SeenPrize};
use shared::confirmation::AskedAct;
use shared::prize::{AwardRule, PrizeLine};
use shared::refusal::PrizeFault;
use store::{deliberation, prize};

/// A prize, with all that an organizer needs to say who won.
#[derive(Clone, Debug)]
pub struct PrizeDecision {
    pub at: Context,
    pub prize: Prize,
    /// The projects that can win it, by title.
    pub eligible: Vec<EligibleProject>,
    /// The eligible projects in the order of its rule, each with what the rule says of it; empty for a choice.
    pub standing: Vec<RuleStanding>,
    /// Why the rule has no order yet.
    pub waits: Option<Refusal>,
    /// Who wins by the rule, as far as it decides.
    pub line: PrizeLine,
    /// Who won, where that is confirmed.
    pub winners: Vec<Winner>,
    /// What other prizes each project won.
    pub won: BTreeMap<ProjectId, Vec<String>>,
    /// No project wins more than one.
    pub one_each: bool,
}

/// Opens a prize for the decision.
///
/// # Errors
/// 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part.
pub async fn open(conn: &mut Conn, caller: &Caller, slug: &str, id: PrizeId) -> Outcome<PrizeDecision> {
    let (at, _) = caller.open::<act::AwardPrizes>(conn, slug).await?;
    decision(conn, caller, at, id).await
}

async fn decision(conn: &mut Conn, caller: &Caller, at: Context, id: PrizeId) -> Outcome<PrizeDecision> {
    let prize = find(conn, &at, id).await?;
    let eligible = prize::eligible(conn, at.event, id).await?;
    let one_each = prize::one_each(conn, at.event).await?;
    let (winners, others): (Vec<_>, Vec<_>) =
        prize::winners(conn, at.event).await?.into_iter().partition(|winner| winner.prize == id);
    let names: HashMap<_, _> =
        prize::list(conn, at.event).await?.into_iter().map(|prize| (prize.id, prize.terms.name)).collect();
    let mut won: BTreeMap<ProjectId, Vec<String>> = BTreeMap::new();
    for winner in others {
        won.entry(winner.project).or_default().extend(names.get(&winner.prize).cloned());
    }
    let sources = Sources::read(conn, caller, &at, &[prize.terms.rule]).await?;
    let (standing, waits) = match sources.standing(conn, &prize, &eligible).await? {
        Ok(standing) => (standing, None),
        Err(refusal) => (Vec::new(), Some(refusal)),
    };
    let taken: HashSet<ProjectId> = if one_each { won.keys().copied().collect() } else { HashSet::new() };
    let line = line_of(&standing, prize.terms.winners, &taken);
    Ok(PrizeDecision { at, prize, eligible, standing, waits, line, winners, won, one_each })
}

/// The public part of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awarded {
    /// The prize's name.
    pub prize: String,
    /// Why these won; may be empty before publication.
    pub reason: String,
}

/// The longest reason once the results are public, where it follows the prize's name in the reason of a correction.
pub const PUBLIC_REASON: usize = text::SUMMARY - text::NAME - 2;

/// Confirms who won a prize; none where the same is confirmed already. Winners that were confirmed before are replaced. Once the results are
/// public, `publish::correct_prizes` calls this and corrects them.
///
/// # Errors
/// 401, 404, 403; 409 where the prize or its winners were changed meanwhile; 400 for winners that cannot win it, and without a reason where
/// one is needed.
pub async fn award(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    seen: Sent<SeenPrize>,
    chosen: Sent<ChosenWinners>,
    base_url: &str,
) -> Acted<Acting<Option<Awarded>>> {
    let (at, permit) = caller.open::<act::AwardPrizes>(conn, slug).await?;
    prize::lock(conn, at.event).await?;
    let decision = decision(conn, caller, at, id).await?;
    let Prize { version, awarded_at, .. } = decision.prize;
    let seen = seen?;
    if seen != (SeenPrize { version, awarded_at }) {
        return Err(Reason::PrizeChanged.into());
    }
    let chosen = checked(chosen?, &decision)?;
    let before: Vec<ProjectId> = decision.winners.iter().map(|winner| winner.project).collect();
    if before == chosen.projects && decision.prize.reason == chosen.reason {
        return Ok(Done::unlogged(Acting::Done(None)));
    }
    // Once the results are public, other winners correct them.
    if decision.at.facts.event.published {
        let asked = || AskedAct::Award { prize: id, seen, chosen: chosen.clone() };
        if let Some(held) = hold(conn, caller, &decision.at, base_url, asked).await? {
            return Ok(held);
        }
    }
    prize::award(conn, &permit, id, &chosen.projects, &chosen.reason).await?;
    let by_rule = chosen.projects == decision.line.winners;
    let decided = (chosen.projects.as_slice(), by_rule, chosen.reason.as_str());
    deliberation::add_decision(conn, &permit, id, caller.person(), decided).await?;
    let reason = (!chosen.reason.is_empty()).then(|| sha256_hex(chosen.reason.as_bytes()));
    let entry = entry(caller, &decision.at, "prize.awarded", "prize", id)
        .before(json!({ "winners": before }))
        .after(json!({
            "winners": chosen.projects,
            "as_suggested": by_rule,
            "reason_sha256": reason,
        }));
    let awarded = Awarded { prize: decision.prize.terms.name, reason: chosen.reason };
    Ok(Done::logged(Acting::Done(Some(awarded)), entry))
}

/// Gives prizes to the first of a run that is about to be published, where their winners were the first of another.
///
/// # Errors
/// 403 for an organizer who takes part, before publication; 409 where the ranking alone does not decide.
pub async fn follow_ranking(
    conn: &mut Conn,
    caller: &Caller,
    at: &Context,
    run: &StoredRun,
    prizes: &[PrizeId],
) -> Acted {
    let mut done = Done::unlogged(());
    if prizes.is_empty() {
        return Ok(done);
    }
    let permit = caller.ask::<act::AwardPrizes>(at)?;
    prize::lock(conn, at.event).await?;
    let outlooks = outlooks(conn, caller, at, Some(run)).await?;
    for id in prizes {
        let outlook = outlooks.iter().find(|o| o.prize.id == *id && !o.instead.is_empty());
        let PrizeOutlook { instead, winners, .. } = outlook.ok_or(Refusal::from(Reason::PrizeChanged))?;
        prize::award(conn, &permit, *id, instead, "").await?;
        deliberation::add_decision(conn, &permit, *id, caller.person(), (instead, true, "")).await?;
        let before: Vec<ProjectId> = winners.iter().map(|winner| winner.project).collect();
        let entry = entry(caller, at, "prize.awarded", "prize", id)
            .before(json!({ "winners": before }))
            .after(json!({ "winners": instead, "as_suggested": true, "run": run.run }));
        done = done.and(Done::logged((), entry));
    }
    Ok(done)
}

fn checked(chosen: ChosenWinners, decision: &PrizeDecision) -> Result<ChosenWinners, Refusal> {
    let mut errors = FieldErrors::default();
    let mut fault = |fault| errors.add("winner", Fault::Prize(fault));
    let (projects, most) = (chosen.projects, decision.prize.terms.winners);
    let eligible: HashMap<ProjectId, &EligibleProject> =
        decision.eligible.iter().map(|p| (p.id, p)).collect();
    let distinct: HashSet<_> = projects.iter().collect();
    if projects.is_empty() {
        fault(PrizeFault::NoWinner);
    } else if distinct.len() < projects.len() {
        fault(PrizeFault::Repeated);
    } else if projects.len() > usize::try_from(most).unwrap_or(0) {
        fault(PrizeFault::TooMany { most });
    } else if projects.iter().any(|p| !eligible.contains_key(p)) {
        fault(PrizeFault::NotEligible);
    } else if let Some(p) = projects.iter().find(|p| decision.one_each && decision.won.contains_key(p)) {
        let title = eligible.get(p).map(|p| p.title.clone()).unwrap_or_default();
        fault(PrizeFault::WonAnother { title });
    }
    let published = decision.at.facts.event.published;
    let longest = if published { PUBLIC_REASON } else { text::SUMMARY };
    let reason = text::clean("reason", TextField::Reason, chosen.reason.trim(), longest, &mut errors);
    if reason.is_empty() && published {
        errors.add("reason", Fault::Prize(PrizeFault::PublicReasonMissing));
    } else if reason.is_empty()
        && (decision.prize.terms.rule == AwardRule::Choice || projects != decision.line.winners)
    {
        errors.add("reason", Fault::Prize(PrizeFault::ReasonMissing));
    }
    errors.into_result()?;
    Ok(ChosenWinners { projects, reason })
}
