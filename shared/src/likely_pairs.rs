//! Which of an event's projects are worth comparing: a sketch of each text finds pairs that share much, without comparing
//! every project with every other.

use crate::duplicates::DuplicateReason;
use std::collections::{BTreeMap, HashMap};

/// Shingles in a sketch: those with the smallest hashes. Two texts share as large a part of them as of all their shingles,
/// give or take a tenth.
pub const SKETCH: usize = 64;
/// Share of common text from which a pair is worth an organizer's look.
pub const LIKELY: f64 = 0.5;
/// How far below the share a sketch's estimate may be, so that chance hides no pair.
const SLACK: f64 = 0.25;
/// Projects with one shingle that are compared with each other. Of a phrase that more of them hold, such as the questions of
/// a form, each is compared with the first only.
const COMMON: usize = 24;

/// A project as the search sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    repository: Option<String>,
    lowest: Vec<u64>,
    shingles: usize,
}

impl Sketch {
    /// A sketch of a stored fingerprint: its repository, the number of its shingles, and the beginning of their bytes, where the
    /// smallest hashes are.
    pub fn new(repository: Option<String>, shingles: usize, beginning: &[u8]) -> Self {
        let (hashes, _) = beginning.as_chunks();
        let lowest = hashes.iter().copied().map(u64::from_le_bytes).take(SKETCH).collect();
        Self { repository, lowest, shingles }
    }

    /// The estimated share of common shingles.
    fn estimate(&self, other: &Self) -> f64 {
        let (mut mine, mut theirs) = (self.lowest.iter().peekable(), other.lowest.iter().peekable());
        let (mut all, mut common) = (0_usize, 0_usize);
        while all < SKETCH {
            let Some(least) = mine.peek().into_iter().chain(theirs.peek()).min().map(|hash| **hash) else {
                break;
            };
            let both = mine.next_if(|hash| **hash == least).is_some()
                & theirs.next_if(|hash| **hash == least).is_some();
            all += 1;
            common += usize::from(both);
        }
        if all == 0 { 0.0 } else { common as f64 / all as f64 }
    }

    /// Whether the numbers of shingles allow for such a share: what is common is at most all of the shorter text.
    fn length_allows(&self, other: &Self) -> bool {
        let (short, long) = (self.shingles.min(other.shingles), self.shingles.max(other.shingles));
        short > 0 && short as f64 >= LIKELY * long as f64
    }
}

/// Pairs of places in the list that may be alike, the smaller place first, each once. [`DuplicateReason::SameRepository`] is certain;
/// for [`DuplicateReason::SameText`] the whole fingerprints have to be compared.
pub fn candidates(sketches: &[Sketch]) -> Vec<(usize, usize, DuplicateReason)> {
    let mut pairs: BTreeMap<(usize, usize), DuplicateReason> = BTreeMap::new();
    let mut shared: HashMap<(usize, usize), u16> = HashMap::new();
    for holders in holders_of_hashes(sketches).values() {
        for pair in meetings(holders) {
            let count = shared.entry(pair).or_default();
            *count = count.saturating_add(1);
        }
    }
    for pair in shared.into_keys() {
        if let (Some(one), Some(other)) = (sketches.get(pair.0), sketches.get(pair.1))
            && one.length_allows(other)
            && one.estimate(other) >= LIKELY - SLACK
        {
            pairs.insert(pair, DuplicateReason::SameText);
        }
    }
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (place, sketch) in sketches.iter().enumerate() {
        let Some(repository) = sketch.repository.as_deref() else { continue };
        if let Some(earlier) = first.get(repository) {
            pairs.insert((*earlier, place), DuplicateReason::SameRepository);
        } else {
            first.insert(repository, place);
        }
    }
    pairs.into_iter().map(|((one, other), why)| (one, other, why)).collect()
}

fn holders_of_hashes(sketches: &[Sketch]) -> HashMap<u64, Vec<usize>> {
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    for (place, sketch) in sketches.iter().enumerate() {
        for hash in &sketch.lowest {
            holders.entry(*hash).or_default().push(place);
        }
    }
    holders
}

/// The pairs among projects that share a hash; with many of them, those with the first.
fn meetings(holders: &[usize]) -> Vec<(usize, usize)> {
    let few = holders.len() <= COMMON;
    let firsts = if few { holders.len() } else { 1 };
    let pairs = holders.iter().enumerate().take(firsts);
    pairs.flat_map(|(at, one)| holders.iter().skip(at + 1).map(|other| (*one, *other))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duplicates::Fingerprint;

    fn sketch(repository: &str, text: &str) -> Sketch {
        let print = Fingerprint::of(repository, ["", "", "", text]);
        let (repository, _, bytes) = print.to_parts();
        let beginning = bytes.get(..bytes.len().min(8 * SKETCH)).unwrap();
        Sketch::new(repository.map(str::to_owned), bytes.len() / 8, beginning)
    }

    fn text(from: usize, to: usize) -> String {
        (from..to).map(|n| format!("word{n} ")).collect()
    }

    #[test]
    fn texts_that_share_much_are_found_and_others_are_not() {
        let sketches = [
            sketch("", &text(0, 400)),
            sketch("", &text(1000, 1400)),
            sketch("", &text(100, 500)),
            sketch("", &text(0, 100)),
            sketch("", ""),
        ];
        assert_eq!(candidates(&sketches), [(0, 2, DuplicateReason::SameText)]);
    }

    #[test]
    fn repositories_pair_with_the_first_of_theirs() {
        let lamp = "https://github.com/lights/lamp";
        let sketches = [sketch(lamp, ""), sketch("", ""), sketch(lamp, ""), sketch(lamp, "")];
        assert_eq!(
            candidates(&sketches),
            [(0, 2, DuplicateReason::SameRepository), (0, 3, DuplicateReason::SameRepository)]
        );
    }

    #[test]
    fn a_hundred_copies_are_compared_with_the_first() {
        let sketches = vec![sketch("", &text(0, 100)); 100];
        assert_eq!(candidates(&sketches).len(), 99);
    }

    #[test]
    fn a_thousand_projects_take_no_thousand_thousand_comparisons() {
        let questions = "what it does how we built it challenges we ran into what is next for it ";
        let sketches: Vec<Sketch> =
            (0..3000).map(|n| sketch("", &format!("{questions}{}", text(n * 300, n * 300 + 300)))).collect();
        assert_eq!(candidates(&sketches), []);
    }
}
