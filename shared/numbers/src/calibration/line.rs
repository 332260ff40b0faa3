//! The line below the places that win, and whether what is left out brings others across it.
//!
//! Given the judges' offsets and the levels, projects are independent. So a score that has no part in what is left out moves with
//! the offsets alone, and by Cauchy and Schwarz two such scores move against each other by at most `reach` times the sum of their
//! spreads, where `reach` is the step times the standard deviation, by the offsets, of what is left out. Whoever is further than
//! that from the nearest on their side of the line need not be looked at.

use super::ranking::micro;
use std::cmp::Reverse;

/// Scores are compared at 6 decimals, so rounding may bring two this much nearer, in millionths.
const ROUNDING: f64 = 3.0;
/// What rounding may take from a bound.
const SLACK: f64 = 1.0 + 1e-6;

/// The line below the first places.
pub(super) struct Line {
    places: usize,
    /// Who is above it.
    winner: Vec<bool>,
    winners: usize,
    /// The nearest above it, and the nearest below it unless all are above.
    nearest: [Option<usize>; 2],
    /// The reach from which on each project has to be looked at, ascending, for the two `nearest` to be passed.
    needs: Vec<(f64, usize)>,
}

impl Line {
    /// The line below the first `places`. `spread` are the standard deviations of the scores by the offsets.
    pub(super) fn new(scores: &[f64], spread: &[f64], places: u32) -> Self {
        let keys: Vec<i64> = scores.iter().map(|&score| micro(score)).collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|&i| (Reverse(keys[i]), i));
        let places = (places as usize).min(order.len());
        let last = keys[order[places - 1]];
        let winner: Vec<bool> = keys.iter().map(|&key| key >= last).collect();
        let winners = winner.iter().filter(|&&wins| wins).count();
        let nearest = [Some(order[winners - 1]), order.get(winners).copied()];
        let need = |i: usize| {
            let beside = nearest[usize::from(!winner[i])].unwrap_or(i);
            let distance = (keys[i] - keys[beside]).abs() as f64 - ROUNDING;
            (if distance > 0.0 { distance / 1e6 / (spread[i] + spread[beside]) } else { 0.0 }, i)
        };
        let mut needs: Vec<(f64, usize)> = order.iter().map(|&i| need(i)).collect();
        needs.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { places, winner, winners, nearest, needs }
    }

    /// The projects with the reach from which on each has to be looked at, ascending.
    pub(super) fn needs(&self) -> &[(f64, usize)] {
        &self.needs
    }

    /// How far the lowest winner stays above the highest of the others, in millionths, when those of `own` have these keys, and all
    /// others stay where they were, at `rest`.
    pub(super) fn margin(
        &self,
        own: &[usize],
        left: &[usize],
        key: impl Fn(usize) -> i64,
        rest: impl Fn(usize) -> i64,
    ) -> i64 {
        if left.iter().any(|&i| self.winner[i]) {
            return i64::MIN;
        }
        let (mut above, mut below) = (i64::MAX, i64::MIN);
        for &i in own.iter().filter(|i| !left.contains(i)) {
            if self.winner[i.to_owned()] {
                above = above.min(key(i.to_owned()));
            } else {
                below = below.max(key(i.to_owned()));
            }
        }
        let other = |wins: bool| {
            let others = self.needs.iter().map(|&(_, i)| i);
            others.filter(|i| self.winner[*i] == wins).find(|i| !own.contains(i))
        };
        above = other(true).map_or(above, |i| above.min(rest(i)));
        below = other(false).map_or(below, |i| below.max(rest(i)));
        above.saturating_sub(below)
    }

    /// Whether others are above the line when scores become `key`, in millionths: those of `own` by anything, the others within
    /// `reach`. `left` are not ranked any more.
    pub(super) fn changes(
        &self,
        reach: f64,
        own: &[usize],
        left: &[usize],
        mut key: impl FnMut(usize) -> i64,
    ) -> bool {
        if left.iter().any(|&i| self.winner[i]) {
            return true;
        }
        // Nobody is measured by one that moves by anything.
        let measured = self.nearest.iter().flatten().all(|i| !own.contains(i));
        let reach = if measured { reach * SLACK } else { f64::INFINITY };
        let near = self.needs.partition_point(|&(need, _)| need <= reach);
        let near = self.needs[..near].iter().map(|&(_, i)| i).filter(|i| !own.contains(i));
        let (mut above, mut below) = (vec![], i64::MIN);
        for i in near.chain(own.iter().copied()).filter(|i| !left.contains(i)) {
            if self.winner[i] {
                above.push(key(i));
            } else {
                below = below.max(key(i));
            }
        }
        // Without any of these, nobody above has moved.
        let Some(&lowest) = above.iter().min() else { return false };
        let ahead = self.winners - above.len() + above.iter().filter(|&&key| key > lowest).count();
        // Of more winners than places, the last ones share a place.
        lowest <= below || ahead >= self.places
    }
}

/// Which projects have one of the first `places` ranks; `left` are not ranked.
#[cfg(test)]
pub(super) fn first(scores: &[f64], left: &[usize], places: u32) -> Vec<bool> {
    let mut keys: Vec<i64> = scores.iter().map(|&score| micro(score)).collect();
    for &i in left {
        keys[i] = i64::MIN;
    }
    let mut sorted = keys.clone();
    sorted.sort_unstable_by_key(|key| Reverse(*key));
    let threshold = sorted[(places as usize).min(sorted.len()) - 1];
    keys.into_iter().map(|key| key >= threshold && key > i64::MIN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::normals::Normals;

    #[test]
    fn the_first_places_hold_ties_and_nobody_left_out() {
        let winners = |scores: &[f64], places| Line::new(scores, &vec![0.1; scores.len()], places).winner;
        assert_eq!(winners(&[0.5, 0.9, 0.9, 0.1], 1), [false, true, true, false]);
        let line = Line::new(&[0.5, 0.9, 0.8, 0.1], &[0.1; 4], 1);
        assert!(line.changes(0.0, &[1], &[1], |_| 0));
        assert!(!line.changes(0.0, &[3], &[3], |i| [50, 90, 80, 10][i]));
        assert!(Line::new(&[0.5], &[0.1], 1).changes(0.0, &[0], &[0], |_| 0));
    }

    #[test]
    fn whom_the_bound_leaves_out_changes_nothing() {
        let mut normals = Normals::new(&[7; 32], 0);
        let (mut changed, mut skipped) = (0, 0);
        for event in 0..3_000_u32 {
            let count = 2 + event as usize % 20;
            // Some are equal, as means of few totals are.
            let step = if event % 3 == 0 { 0.05 } else { 0.000_001 };
            let scores: Vec<f64> = (0..count).map(|_| (0.1 * normals.next() / step).round() * step).collect();
            let spread: Vec<f64> = (0..count).map(|_| 0.01 * normals.next().abs()).collect();
            let reach = normals.next().abs();
            let own = [event as usize % count, (event as usize / 7) % count];
            let left = if event % 5 == 0 { &own[..1] } else { &[] };
            let shift = normals.next();
            let moved: Vec<f64> = (0..count)
                .map(|i| {
                    let by = if own.contains(&i) { 0.1 } else { reach * spread[i] };
                    scores[i] + shift + by * normals.next().clamp(-1.0, 1.0)
                })
                .collect();
            for places in [1, 2, 3].into_iter().filter(|&k| k == 1 || (k as usize) < count) {
                let line = Line::new(&scores, &spread, places);
                let mut asked = 0;
                let found = line.changes(reach, if own[0] == own[1] { &own[..1] } else { &own }, left, |i| {
                    asked += 1;
                    micro(moved[i])
                });
                let expected = first(&moved, left, places) != first(&scores, &[], places);
                assert_eq!(found, expected, "event {event}, {places} places");
                changed += u32::from(expected);
                skipped += count - asked;
            }
        }
        assert!(changed > 500 && skipped > 5_000, "{changed} changed, {skipped} skipped");
    }
}
