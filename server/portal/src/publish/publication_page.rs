//! What publishing the latest run would do, and what an organizer should know before.

use super::calibration_page::ready;
use crate::prelude::*;
use crate::prizes::first_three;
use crate::prizes::standing::{PrizeOutlook, outlooks};
use crate::project_titles::titles;
use crate::second_organizer::waiting_act;
use shared::prize::AwardRule;
use shared::publication::{PublicationCheck, Warning, first_three_differ, warnings_of};
use shared::rules::{EventFacts, VotingMode};
use shared::window::Phase;
use store::{conflict_suggestion, overview, prize, publication, run, run_input};

/// Reads it all.
/// Errors: 401, 404, 403.
pub async fn offer(call: &mut Call<'_>) -> Outcome<PublicationOffer> {
    let (at, _) = call.open::<act::Calibrate>().await?;
    let refused = call.ask::<act::Publish>(&at).err();
    let run = run::latest(call.conn, at.event).await?;
    let published = publication::newest(call.conn, at.event).await?;
    let public = match &published {
        Some(publication) => run::find(call.conn, at.event, publication.run).await?,
        None => None,
    };
    let moved = match (&public, &run) {
        (Some(public), Some(run)) => moved(public, run),
        _ => 0,
    };
    let warnings = match &run {
        Some(run) => warnings(call, &at, run).await?,
        None => Vec::new(),
    };
    let prizes = prize::list(call.conn, at.event).await?;
    let votes = at.facts.event.voting_mode != VotingMode::Off;
    let named = first_three::tally(call, &at).await?.is_some_and(|tally| tally.judges > 0);
    Ok(PublicationOffer {
        checks: checks(&at, &prizes, named),
        votes,
        prizes: prizes.len(),
        refused,
        waiting: waiting_act(call.conn, call.caller, &at).await?,
        run,
        published,
        moved,
        warnings,
        titles: titles(call.conn, at.event).await?,
        judge_names: run_input::judge_names(call.conn, at.event).await?,
        at,
    })
}

/// What an organizer should know before this run is published, as the event is now.
pub async fn warnings(call: &mut Call<'_>, at: &Context, run: &StoredRun) -> Outcome<Vec<Warning>> {
    let mut all = Vec::new();
    let judging = at.facts.event.judging;
    if judging.phase(at.now) != Phase::Closed {
        all.push(Warning::JudgingOpen { close: judging.close });
    }
    let counts = overview::counts(call.conn, at.event, at.facts.teams_left_out()).await?;
    if counts.pending > 0 {
        let assigned = counts.pending + counts.done;
        all.push(Warning::ReviewsMissing { missing: counts.pending, assigned });
    }
    let set_aside = run_input::set_aside(call.conn, at.event).await?;
    if !set_aside.is_empty() {
        all.push(Warning::ReviewsSetAside(set_aside));
    }
    if ready(call.conn, at, Some(run)).await?.0.same_as.is_none() {
        all.push(Warning::ReviewsChanged);
    }
    let unreviewed = run.excluded.iter().filter(|(_, why)| **why == Exclusion::NoReviews);
    all.extend(warnings_of(&run.outcome, unreviewed.map(|(id, _)| *id).collect()));
    if let Some(tally) = first_three::tally(call, at).await? {
        let lines: Vec<_> = tally.lines.iter().map(|line| line.tally).collect();
        all.extend(first_three_differ(tally.judges, &lines, &run.outcome));
    }
    let conflicts = conflict_suggestion::suggestions(call.conn, at.event).await?.len();
    if conflicts > 0 {
        all.push(Warning::ConflictsOpen(conflicts));
    }
    let EventFacts { voting, voting_mode, .. } = &at.facts.event;
    if *voting_mode != VotingMode::Off && voting.phase(at.now) == Phase::NotYet {
        all.push(Warning::VoteAhead { open: voting.open });
    }
    all.extend(prize_warnings(&outlooks(call, at, Some(run)).await?));
    Ok(all)
}

/// What is checked in this event: prizes, panels and votes where there are any. A check that finds nothing says that all is in
/// order, so nothing is checked of what is still under way: a vote that is open, prizes whose winners are confirmed.
fn checks(at: &Context, prizes: &[Prize], named: bool) -> Vec<PublicationCheck> {
    let panels = prizes.iter().any(|prize| prize.terms.rule == AwardRule::Panel);
    // Where an organizer chooses, no order has a line.
    let has_line = |prize: &Prize| prize.awarded_at.is_none() && prize.terms.rule != AwardRule::Choice;
    let lines = prizes.iter().any(has_line);
    let EventFacts { voting, voting_mode, .. } = &at.facts.event;
    let votes = *voting_mode != VotingMode::Off && !voting.is_open(at.now);
    let more = [
        (named, PublicationCheck::FirstThree),
        (lines, PublicationCheck::PrizeLines),
        (panels, PublicationCheck::Panels),
        (votes, PublicationCheck::Vote),
        (!prizes.is_empty(), PublicationCheck::Winners),
    ];
    let more = more.into_iter().filter(|(asked, _)| *asked).map(|(_, check)| check);
    PublicationCheck::ALWAYS.into_iter().chain(more).collect()
}

/// What the prizes lack: ties and close places that a rule does not decide, panels, winners.
fn prize_warnings(prizes: &[PrizeOutlook]) -> Vec<Warning> {
    let mut all = Vec::new();
    let mut open = Vec::new();
    for PrizeOutlook { prize, line, close, winners, outdated, instead, .. } in prizes {
        let name = || prize.terms.name.clone();
        let confirmed = prize.awarded_at.is_some();
        if prize.is_panel_unfinished() {
            let (panel, ranked) = prize.panel;
            all.push(Warning::PanelUnfinished { prize: name(), confirmed, ranked, panel });
        }
        if confirmed {
            if *outdated {
                let won = winners.iter().map(|winner| winner.project).collect();
                let first = instead.clone();
                all.push(Warning::PrizeOutdated { id: prize.id, prize: name(), won, first });
            }
            continue;
        }
        open.push(name());
        if !line.tied.is_empty() {
            all.push(Warning::PrizeTied { prize: name(), projects: line.tied.clone(), places: line.places });
        } else if !close.is_empty() {
            all.push(Warning::PrizeClose { prize: name(), projects: close.clone() });
        }
    }
    if !open.is_empty() {
        all.push(Warning::PrizesOpen(open));
    }
    all
}

/// How many projects have another rank in `b` than in `a`, or a rank in only one of them.
fn moved(a: &StoredRun, b: &StoredRun) -> usize {
    let ranks = |run: &StoredRun| -> BTreeMap<i64, u32> {
        run.outcome.projects.iter().map(|p| (p.project, p.rank)).collect()
    };
    let (a, b) = (ranks(a), ranks(b));
    let ids: BTreeSet<_> = a.keys().chain(b.keys()).collect();
    ids.into_iter().filter(|id| a.get(id) != b.get(id)).count()
}
