//! How far calibration moved projects from their places by the plain mean.

use crate::wire::ResultEntry;
use std::collections::BTreeMap;

/// Where a project came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Places from there to here: up is negative.
    pub places: i64,
    /// How many other projects have the same plain mean.
    pub sharing: i64,
}

/// The move of each entry, in their order.
///
/// Projects that share a plain mean share its places too. So one of twelve that are all 25th by plain mean has not moved anywhere
/// from 25 to 36: a tie that is broken is no move.
pub fn moves(entries: &[ResultEntry]) -> Vec<Move> {
    let (mut ranks, mut raw_ranks) = (BTreeMap::new(), BTreeMap::new());
    for entry in entries {
        *ranks.entry(entry.rank).or_insert(0_i64) += 1;
        *raw_ranks.entry(entry.raw_rank).or_insert(0_i64) += 1;
    }
    let places = |of: &BTreeMap<u32, i64>, rank: u32| {
        let first = i64::from(rank);
        (first, first + of.get(&rank).copied().unwrap_or(1) - 1)
    };
    let moved = |entry: &ResultEntry| {
        let (first, last) = places(&ranks, entry.rank);
        let (raw_first, raw_last) = places(&raw_ranks, entry.raw_rank);
        let places = if last < raw_first { last - raw_first } else { (first - raw_last).max(0) };
        Move { places, sharing: raw_last - raw_first }
    };
    entries.iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of projects with these ranks and ranks by plain mean.
    fn places(ranks: &[(u32, u32)]) -> Vec<i64> {
        let entry = |&(rank, raw_rank): &(u32, u32)| ResultEntry::at(rank, raw_rank, [rank, rank]);
        let entries: Vec<ResultEntry> = ranks.iter().map(entry).collect();
        moves(&entries).into_iter().map(|moved| moved.places).collect()
    }

    #[test]
    fn a_move_counts_the_places_between() {
        assert_eq!(places(&[(1, 1), (2, 2), (3, 3)]), [0, 0, 0]);
        assert_eq!(places(&[(1, 3), (2, 1), (3, 2)]), [-2, 1, 1]);
    }

    #[test]
    fn a_broken_tie_is_no_move() {
        // Ranks 2 to 5 have one plain mean: all are second by it, and none of them moved.
        assert_eq!(places(&[(1, 1), (2, 2), (3, 2), (4, 2), (5, 2)]), [0; 5]);
        // One of a tie at 2 and 3 fell behind the fourth by plain mean.
        assert_eq!(places(&[(1, 1), (2, 2), (3, 4), (4, 2)]), [0, 0, -1, 1]);
    }

    #[test]
    fn who_shares_a_place_now_has_not_left_it() {
        // Two that were first and second share the first place.
        assert_eq!(places(&[(1, 1), (1, 2), (3, 3)]), [0, 0, 0]);
    }
}
