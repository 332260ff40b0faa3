//! Brackets: which neighbours in a ranking are too close to call.

use crate::wire::ResultEntry;
use std::ops::Range;

/// Cuts a ranking into groups of consecutive entries that are too close to call.
///
/// From the top, each group begins with the first entry not yet in one, its leader. The next entry joins
/// as long as it and the leader could swap places: its rank interval reaches up to
/// the leader's rank, and the leader's reaches down to its own. The first that does not fit leads the
/// next group. Every entry is in exactly one group; a group of one has a place of its own.
///
/// `entries` come by rank, as [`crate::wire::Results`] holds them.
pub fn close_groups(entries: &[ResultEntry]) -> Vec<Range<usize>> {
    close_groups_by(entries, |entry| (entry.rank, entry.rank_interval))
}

/// Cuts any list in the order of ranks; `place` gives an entry's rank and rank interval.
pub fn close_groups_by<T>(entries: &[T], place: impl Fn(&T) -> (u32, [u32; 2])) -> Vec<Range<usize>> {
    let exchangeable = |leader: &T, entry: &T| {
        let ((first, reach), (rank, interval)) = (place(leader), place(entry));
        interval[0] <= first && reach[1] >= rank
    };
    let mut groups = Vec::new();
    let mut start = 0;
    while let Some(leader) = entries.get(start) {
        let more = entries[start + 1..].iter().take_while(|entry| exchangeable(leader, entry)).count();
        groups.push(start..start + 1 + more);
        start += 1 + more;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(places: &[(u32, u32, u32)]) -> Vec<Range<usize>> {
        let entry = |&(rank, low, high): &(u32, u32, u32)| ResultEntry::at(rank, rank, [low, high]);
        let entries: Vec<ResultEntry> = places.iter().map(entry).collect();
        close_groups(&entries)
    }

    #[test]
    fn places_that_nobody_else_can_reach_stand_alone() {
        assert_eq!(groups(&[(1, 1, 1), (2, 2, 2), (3, 3, 3)]), [0..1, 1..2, 2..3]);
        assert!(groups(&[]).is_empty());
    }

    #[test]
    fn two_are_close_only_where_each_could_stand_at_the_others_place() {
        assert_eq!(groups(&[(1, 1, 2), (2, 1, 3), (3, 3, 3)]), [0..2, 2..3]);
        // The second reaches up, but the first never falls that far.
        assert_eq!(groups(&[(1, 1, 1), (2, 1, 3), (3, 2, 3)]), [0..1, 1..3]);
        // The first falls, but the second never reaches it.
        assert_eq!(groups(&[(1, 1, 2), (2, 2, 2)]), [0..1, 1..2]);
    }

    #[test]
    fn overlaps_do_not_chain_a_whole_ranking_into_one_group() {
        let chain: Vec<_> = (1..=9).map(|r: u32| (r, r.saturating_sub(1).max(1), (r + 1).min(9))).collect();
        assert_eq!(groups(&chain), [0..2, 2..4, 4..6, 6..8, 8..9]);
    }

    #[test]
    fn equal_ranks_are_always_together() {
        assert_eq!(groups(&[(1, 1, 1), (1, 1, 1), (3, 3, 3)]), [0..2, 2..3]);
        assert_eq!(groups(&[(1, 1, 3), (2, 1, 3), (3, 1, 3)]).len(), 1);
    }
}
