//! In which order each judge sees their projects.
//!
//! Judges who give more and more as the evening goes on favour what they see late. So no project should be early, or late,
//! with all of its judges. With x_ij the place of project i in the list of judge j, from −½ to ½, Σ_i(Σ_j x_ij)² is made
//! small: where projects have places, by where each judge's round over the floor starts and which way it goes; where they
//! have none, by swaps within a list.
//!
//! What is settled stays: a list that somebody holds in print only grows at its end, or along its round.

use super::dice::Dice;
use std::collections::{BTreeMap, BTreeSet};

/// The stream of numbers from which lists without places begin: no plan uses it.
const STREAM: u64 = 1 << 33;
/// How often each judge takes the best round in turn.
const PASSES: usize = 6;
/// Swaps tried for each project that may move within its list.
const TRIES_EACH: usize = 200;
const MOST_TRIES: usize = 6_000_000;
/// A swap has to gain more than rounding makes of nothing.
const LEAST_GAIN: f64 = 1e-12;

/// What a judge has to see, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgeList {
    /// The judge.
    pub judge: i64,
    /// The projects that have a place, in the order of the floor. The judge goes once round them.
    pub round: Vec<i64>,
    /// At which of them the round starts; none where that is still open.
    pub start: Option<usize>,
    /// Whether the round goes backward; none where that is still open.
    pub backward: Option<bool>,
    /// The projects without a place. They come after the round.
    pub rest: Vec<i64>,
    /// How many of them, at the beginning of `rest`, stay where they are.
    pub settled: usize,
}

impl JudgeList {
    /// The projects as the judge sees them.
    pub fn order(&self) -> impl Iterator<Item = i64> {
        let (start, backward) = self.way();
        let stops = self.round.len();
        let round = (0..stops).map(move |step| self.round[stop(start, backward, step, stops)]);
        round.chain(self.rest.iter().copied())
    }

    fn way(&self) -> Way {
        (self.start.unwrap_or(0), self.backward.unwrap_or(false))
    }

    /// The ways among which the judge has a choice; none where there is nothing to choose.
    fn open_ways(&self) -> Vec<Way> {
        if self.round.is_empty() || (self.start.is_some() && self.backward.is_some()) {
            return vec![];
        }
        let starts = self.start.map_or(0..self.round.len(), |start| start..start + 1);
        let directions = |start| [false, true].map(|backward| (start, backward));
        let ways = starts.flat_map(directions);
        ways.filter(|(_, backward)| self.backward.is_none_or(|settled| settled == *backward)).collect()
    }

    /// From −½ for the first of the list to ½ for the last; 0 where it is the only one.
    fn place(&self, at: usize) -> f64 {
        match self.round.len() + self.rest.len() {
            0 | 1 => 0.0,
            all => at as f64 / (all - 1) as f64 - 0.5,
        }
    }
}

/// At which stop of the floor this step of a round is.
fn stop(start: usize, backward: bool, step: usize, stops: usize) -> usize {
    if backward { (start + stops - step) % stops } else { (start + step) % stops }
}

/// Deals what is open in these lists: starts and directions of rounds, and the order of projects without a place. The same lists
/// and the same seed give the same order, whatever order the lists come in.
pub fn deal_order(lists: &mut [JudgeList], seed: &[u8; 32]) {
    lists.sort_by_key(|list| list.judge);
    let mut dice = Dice::new(seed, STREAM);
    for list in lists.iter_mut() {
        let open = &mut list.rest[list.settled..];
        open.sort_unstable();
        let lot: Vec<i64> = dice.order(open.len()).into_iter().map(|at| open[at]).collect();
        open.copy_from_slice(&lot);
    }
    let mut sums = Sums::of(lists);
    let open: Vec<Vec<Way>> = lists.iter().map(JudgeList::open_ways).collect();
    for pass in 0..PASSES {
        for (list, ways) in lists.iter_mut().zip(&open).filter(|(_, ways)| !ways.is_empty()) {
            sums.take_best_round(list, ways, pass > 0);
        }
    }
    sums.swap(lists, &mut dice);
}

/// The project that is furthest from the middle of its judges' lists on average, and its mean place from −½ (always first) to
/// ½ (always last). Projects with one judge are left out: nothing can even them out. None where no other is left.
pub fn most_uneven(lists: &[JudgeList]) -> Option<(i64, f64)> {
    let mut places: BTreeMap<i64, (f64, u32)> = BTreeMap::new();
    for list in lists {
        for (at, project) in list.order().enumerate() {
            let (sum, judges) = places.entry(project).or_default();
            *sum += list.place(at);
            *judges += 1;
        }
    }
    let means = places.into_iter().filter(|(_, (_, judges))| *judges > 1);
    let means = means.map(|(project, (sum, judges))| (project, sum / f64::from(judges)));
    // The first of equals, so that the same lists name the same project.
    means.fold(None, |worst: Option<(i64, f64)>, one| match worst {
        Some(worst) if worst.1.abs() >= one.1.abs() => Some(worst),
        _ => Some(one),
    })
}

/// Where a round starts, and whether it goes backward.
type Way = (usize, bool);

/// For each project the sum of its places in all lists.
struct Sums {
    /// The projects, by id.
    projects: Vec<i64>,
    sums: Vec<f64>,
}

impl Sums {
    /// Counts what is settled, and projects without a place as they lie. Open rounds come in when their judge takes one.
    fn of(lists: &[JudgeList]) -> Self {
        let all = lists.iter().flat_map(|list| list.round.iter().chain(&list.rest).copied());
        let projects: Vec<i64> = all.collect::<BTreeSet<i64>>().into_iter().collect();
        let mut sums = Self { sums: vec![0.0; projects.len()], projects };
        for list in lists {
            if list.open_ways().is_empty() {
                let round = sums.numbers(&list.round);
                sums.add_round(list, &round, 1.0);
            }
            for (at, number) in sums.numbers(&list.rest).into_iter().enumerate() {
                sums.sums[number] += list.place(list.round.len() + at);
            }
        }
        sums
    }

    fn numbers(&self, projects: &[i64]) -> Vec<usize> {
        // Every project of a list is known.
        projects.iter().filter_map(|project| self.projects.binary_search(project).ok()).collect()
    }

    fn add_round(&mut self, list: &JudgeList, round: &[usize], sign: f64) {
        let (start, backward) = list.way();
        for step in 0..round.len() {
            self.sums[round[stop(start, backward, step, round.len())]] += sign * list.place(step);
        }
    }

    /// Lets a judge take the round with which the sum is smallest. Its places are the same whichever way it goes, so only
    /// their products with what the other lists sum to decide.
    fn take_best_round(&mut self, list: &mut JudgeList, ways: &[Way], again: bool) {
        let round = self.numbers(&list.round);
        if again {
            self.add_round(list, &round, -1.0);
        }
        let others: Vec<f64> = round.iter().map(|&number| self.sums[number]).collect();
        let cost = |(start, backward): Way| -> f64 {
            let step = |step| others[stop(start, backward, step, others.len())] * list.place(step);
            (0..others.len()).map(step).sum()
        };
        let mut best: Option<(f64, Way)> = None;
        for &way in ways {
            let cost = cost(way);
            if best.is_none_or(|(least, _)| cost < least - LEAST_GAIN) {
                best = Some((cost, way));
            }
        }
        if let Some((_, (start, backward))) = best {
            (list.start, list.backward) = (Some(start), Some(backward));
        }
        self.add_round(list, &round, 1.0);
    }

    /// Lets two projects without a place change places in a list where that lowers the sum.
    fn swap(&mut self, lists: &mut [JudgeList], dice: &mut Dice) {
        let mut numbers: Vec<Vec<usize>> = lists.iter().map(|list| self.numbers(&list.rest)).collect();
        let slots: Vec<(usize, usize)> = (lists.iter().enumerate())
            .flat_map(|(at, list)| (list.settled..list.rest.len()).map(move |slot| (at, slot)))
            .collect();
        for _ in 0..(slots.len() * TRIES_EACH).min(MOST_TRIES) {
            let (at, one) = slots[dice.below(slots.len())];
            let list = &mut lists[at];
            let other = list.settled + dice.below(list.rest.len() - list.settled);
            let places = list.round.len();
            let later = list.place(places + other) - list.place(places + one);
            let (a, b) = (numbers[at][one], numbers[at][other]);
            // (A + d)² + (B − d)² − A² − B² = 2d(A − B + d).
            if one != other && 2.0 * later * (self.sums[a] - self.sums[b] + later) < -LEAST_GAIN {
                self.sums[a] += later;
                self.sums[b] -= later;
                numbers[at].swap(one, other);
                list.rest.swap(one, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: [u8; 32] = [7; 32];

    /// So many judges with so many projects each, of so many, dealt in turn with a stride; all placed, or none.
    fn lists(judges: i64, each: i64, projects: i64, placed: bool) -> Vec<JudgeList> {
        let list = |judge: i64| {
            let mut own: Vec<i64> =
                (0..each).map(|n| (judge * 37 + n * (2 * judge + 1)) % projects).collect();
            own.sort_unstable();
            own.dedup();
            let (round, rest) = if placed { (own, vec![]) } else { (vec![], own) };
            JudgeList { judge, round, rest, ..JudgeList::default() }
        };
        (0..judges).map(list).collect()
    }

    fn uneven(lists: &[JudgeList]) -> f64 {
        let mut sums: BTreeMap<i64, f64> = BTreeMap::new();
        for list in lists {
            for (at, project) in list.order().enumerate() {
                *sums.entry(project).or_default() += list.place(at);
            }
        }
        sums.values().map(|sum| sum * sum).sum()
    }

    #[test]
    fn no_project_is_always_early_or_late() {
        for (placed, most) in [(true, 0.35), (false, 0.01)] {
            let mut dealt = lists(24, 20, 101, placed);
            let before = uneven(&dealt);
            deal_order(&mut dealt, &SEED);
            let after = uneven(&dealt);
            assert!(after < most * before, "placed: {placed}, {before} to {after}");
        }
    }

    #[test]
    fn the_figure_names_the_project_that_is_furthest_from_the_middle() {
        let list = |judge, order: &[i64]| JudgeList {
            judge,
            rest: order.into(),
            settled: 9,
            ..JudgeList::default()
        };
        let lists = [list(1, &[5, 6, 7]), list(2, &[6, 5, 7]), list(3, &[8, 5])];
        let (project, place) = most_uneven(&lists).unwrap();
        assert_eq!(project, 7);
        assert!((place - 0.5).abs() < 1e-12, "{place}");
        assert_eq!(most_uneven(&[list(1, &[5, 6])]), None, "one judge each");
    }

    #[test]
    fn everybody_keeps_their_projects_and_the_same_input_gives_the_same_order() {
        for placed in [true, false] {
            let given = lists(12, 9, 40, placed);
            let mut dealt = given.clone();
            deal_order(&mut dealt, &SEED);
            for (list, before) in dealt.iter().zip(&given) {
                let mut order: Vec<i64> = list.order().collect();
                order.sort_unstable();
                assert_eq!(order, before.order().collect::<Vec<_>>());
            }
            let mut turned: Vec<JudgeList> = given.into_iter().rev().collect();
            deal_order(&mut turned, &SEED);
            assert_eq!(turned, dealt);
        }
    }

    #[test]
    fn what_is_settled_stays() {
        let mut all = lists(12, 9, 40, false);
        all[3].settled = 4;
        let printed = all[3].rest[..4].to_vec();
        all.extend(
            lists(6, 9, 40, true).into_iter().map(|list| JudgeList { judge: list.judge + 20, ..list }),
        );
        all[12].start = Some(5);
        all[13].backward = Some(true);
        (all[14].start, all[14].backward) = (Some(2), Some(true));
        deal_order(&mut all, &SEED);
        assert_eq!(all[3].rest[..4], printed);
        assert_eq!(all[12].start, Some(5));
        assert_eq!(all[13].backward, Some(true));
        assert_eq!((all[14].start, all[14].backward), (Some(2), Some(true)));
    }

    #[test]
    fn a_round_goes_once_round_the_floor_either_way() {
        let list = |start, backward| JudgeList {
            round: vec![1, 2, 3, 4],
            start: Some(start),
            backward: Some(backward),
            rest: vec![9],
            ..JudgeList::default()
        };
        assert_eq!(list(2, false).order().collect::<Vec<_>>(), [3, 4, 1, 2, 9]);
        assert_eq!(list(2, true).order().collect::<Vec<_>>(), [3, 2, 1, 4, 9]);
        let mut empty = [JudgeList::default()];
        deal_order(&mut empty, &SEED);
        assert_eq!(empty[0].order().count(), 0);
        assert_eq!(most_uneven(&empty), None);
    }
}
