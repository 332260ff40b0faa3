//! Makes room where the greedy choice found none: shortest chains of dealt reviews that move on to another judge.
//!
//! This is a maximum flow with unit costs for each move (successive shortest paths): a project goes short only where no
//! chain of any length would serve it. Kept reviews never move.

use super::bits::{Bits, columns};
use super::deal::Deal;
use std::collections::VecDeque;

/// What is known about chains while a deal grows.
pub(super) struct Reassign {
    /// Judges from whom no chain leads to a free place. Nothing that is dealt later can open one, so they stay closed.
    closed: Bits,
}

/// How a chain reached a judge: the judge before, and the project that would move from that one to this.
type Step = Option<(usize, usize)>;

impl Reassign {
    pub(super) fn new(deal: &Deal<'_>) -> Self {
        Self { closed: Bits::new(1, deal.load.len()) }
    }

    /// Finds the project a judge by moving others' dealt reviews; leaves it short where that is impossible.
    pub(super) fn make_room(&mut self, deal: &mut Deal<'_>, project: usize) {
        if !(0..deal.load.len()).any(|j| deal.has_room(j)) {
            return;
        }
        let mut steps: Vec<Option<Step>> = vec![None; deal.load.len()];
        let mut seen = self.closed.clone();
        let mut queue = VecDeque::new();
        let mut expanded = vec![false; deal.panels.len()];
        let held = dealt_to(deal);
        let mut reach = |from: Step, moving: usize, seen: &mut Bits, queue: &mut VecDeque<usize>| {
            let news: Vec<usize> = seen
                .row(0)
                .iter()
                .zip(deal.input.barred.row(moving))
                .enumerate()
                .flat_map(|(word, (seen, barred))| columns(word, !(seen | barred)))
                .filter(|&j| j < deal.load.len() && !deal.panels[moving].contains(&j))
                .collect();
            for &judge in &news {
                seen.set(0, judge);
                steps[judge] = Some(from);
                queue.push_back(judge);
            }
            news.into_iter().find(|&j| deal.has_room(j))
        };
        expanded[project] = true;
        let mut end = reach(None, project, &mut seen, &mut queue);
        while end.is_none() {
            let Some(judge) = queue.pop_front() else { break };
            for &moving in &held[judge] {
                if std::mem::replace(&mut expanded[moving], true) {
                    continue;
                }
                end = reach(Some((judge, moving)), moving, &mut seen, &mut queue);
                if end.is_some() {
                    break;
                }
            }
        }
        match end {
            Some(judge) => apply(deal, project, judge, &steps),
            None => self.closed = seen,
        }
    }
}

/// Moves the reviews of the chain that ends at `last`, from its end.
fn apply(deal: &mut Deal<'_>, project: usize, last: usize, steps: &[Option<Step>]) {
    let mut judge = last;
    while let Some(Some((before, moving))) = steps[judge] {
        let first = deal.input.kept[moving].len();
        if let Some(slot) = deal.panels[moving][first..].iter().position(|&j| j == before) {
            deal.replace(moving, first + slot, judge);
        }
        judge = before;
    }
    deal.add(project, judge);
}

/// The projects dealt to each judge.
fn dealt_to(deal: &Deal<'_>) -> Vec<Vec<usize>> {
    let mut held = vec![vec![]; deal.load.len()];
    for (project, slot) in deal.dealt() {
        held[deal.panels[project][slot]].push(project);
    }
    held
}
