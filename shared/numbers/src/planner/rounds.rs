//! The greedy rounds: one judge for each project a round, the project with the fewest possible judges first.

use super::bits::Bits;
use super::deal::Deal;
use super::dice::Dice;
use super::reassign::Reassign;

/// What a choice weighs beside the judge's load.
#[derive(Clone, Copy)]
pub(super) struct Scoring {
    /// Each time that the judge already meets one of the panel.
    pub(super) meets: u32,
    /// A project outside the judge's tracks.
    pub(super) expertise: u32,
}

/// Deals until every project has its judges, or none can be found.
pub(super) fn fill(deal: &mut Deal<'_>, scoring: Scoring, dice: &mut Dice) {
    let mut reassign = Reassign::new(deal);
    for target in 1..=deal.input.wanted.iter().copied().max().unwrap_or(0) {
        let judges = dice.order(deal.load.len());
        for project in constrained_first(deal, target, dice) {
            match choose(deal, project, scoring, &judges, dice) {
                Some(judge) => deal.add(project, judge),
                // All who could are at their cap: others' projects move to make room.
                None => reassign.make_room(deal, project),
            }
        }
    }
}

/// The projects with fewer judges than `target`, those with the fewest possible judges first, by lot among equals.
fn constrained_first(deal: &Deal<'_>, target: usize, dice: &mut Dice) -> Vec<usize> {
    let mut full = Bits::new(1, deal.load.len());
    for judge in (0..deal.load.len()).filter(|&j| !deal.has_room(j)) {
        full.set(0, judge);
    }
    let possible = |project: usize| {
        let taken = |j: &&usize| !deal.input.barred.has(project, **j) && !full.has(0, **j);
        let closed: u32 =
            deal.input.barred.row(project).iter().zip(full.row(0)).map(|(a, b)| (a | b).count_ones()).sum();
        deal.load.len() - closed as usize - deal.panels[project].iter().filter(taken).count()
    };
    let lot = dice.order(deal.panels.len());
    let mut short: Vec<(usize, usize)> = lot
        .into_iter()
        .filter(|&project| deal.panels[project].len() < target.min(deal.input.wanted[project]))
        .map(|project| (possible(project), project))
        .collect();
    short.sort_by_key(|&(possible, _)| possible);
    short.into_iter().map(|(_, project)| project).collect()
}

/// The judge with the lowest score who may take the project, the first in a random order among equals.
fn choose(
    deal: &Deal<'_>,
    project: usize,
    scoring: Scoring,
    judges: &[usize],
    dice: &mut Dice,
) -> Option<usize> {
    let input = deal.input;
    let panel = &deal.panels[project];
    let strangers = &input.strangers[input.track_of[project]];
    let mut scores: Vec<u32> = deal.load.iter().map(|&load| load as u32).collect();
    if deal.counts_outside(project) {
        for (score, &stranger) in scores.iter_mut().zip(strangers) {
            *score += scoring.expertise * u32::from(stranger);
        }
    }
    if scoring.meets > 0 {
        for &member in panel {
            for (score, &times) in scores.iter_mut().zip(deal.meets(member)) {
                *score += scoring.meets * u32::from(times);
            }
        }
    }
    let start = dice.below(judges.len());
    let (before, after) = judges.split_at(start);
    let mut best = None;
    for &judge in after.iter().chain(before) {
        let score = scores[judge];
        if best.is_none_or(|(least, _)| score < least) && deal.has_room(judge) && deal.allows(project, judge)
        {
            best = Some((score, judge));
        }
    }
    best.map(|(_, judge)| judge)
}
