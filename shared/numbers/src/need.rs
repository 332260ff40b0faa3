//! Reviews where they help most: which project a judge gets who asks for another one.
//!
//! Every project first has its floor of reviews. Then one offer in four goes by lot, and the others go to the project with the
//! largest p(1−p)/(n+1): p is its chance to be among the winners of a prize, n its reviews, finished and begun. A project that
//! surely wins or surely loses needs no further review; one that may do either needs it most while it has few.
//!
//! The same reviews, judge and turn give the same offer, so that anybody can compute it again: chances come from draws that
//! are seeded by the reviews' digest, and lots from SHA-256 of digest, judge and turn.

use crate::calibration::{CONTEST_DRAWS, Contest, Entrant, Input, wins};
use sha2::{Digest, Sha256};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How many projects win where no prize is decided by rank: the first three.
pub const WINNERS: u32 = 3;
/// One offer in so many goes by lot.
const LOT: u64 = 4;

/// How much a further review of each project would help, by what a fit says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    digest: String,
    /// w(D−w) for w of D draws in which the project wins: the largest over its contests.
    open: BTreeMap<i64, u32>,
}

impl Needs {
    /// Fits the reviews. Without a contest, the first [`WINNERS`] of all entrants win. None where there is too little to fit.
    pub fn of(input: &Input, entrants: &[Entrant], contests: Vec<Contest>) -> Option<Self> {
        let contests = if contests.is_empty() {
            vec![Contest {
                winners: WINNERS,
                among: entrants.iter().map(|entrant| entrant.project).collect(),
            }]
        } else {
            contests
        };
        let wins = wins(input, entrants, &contests)?;
        let mut open = BTreeMap::new();
        for (contest, wins) in contests.iter().zip(&wins) {
            for (&project, &won) in contest.among.iter().zip(wins) {
                let most = open.entry(project).or_insert(0);
                *most = won.saturating_mul(CONTEST_DRAWS.saturating_sub(won)).max(*most);
            }
        }
        Some(Self { digest: input.digest_hex(), open })
    }

    /// SHA-256 (hex) of the reviews that were fitted.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    fn open(&self, project: i64) -> u64 {
        self.open.get(&project).copied().unwrap_or(0).into()
    }
}

/// A project that the judge may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Project id.
    pub project: i64,
    /// Its judges, those who stepped aside left out.
    pub reviews: u32,
    /// It is in a track that the judge knows.
    pub own_track: bool,
}

/// Who asks, and how often they asked before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// The judge's address, as in the digest's lines.
    pub judge: &'a str,
    /// Projects that the judge took before.
    pub number: u32,
}

/// By what an offered project was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// It has fewer reviews than the floor.
    Floor,
    /// Nothing is fitted yet, so it is the one with the fewest reviews.
    Even,
    /// By lot.
    Lot,
    /// By need.
    Need,
}

impl ChosenBy {
    /// The name in the audit log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Even => "even",
            Self::Lot => "lot",
            Self::Need => "need",
        }
    }
}

/// The project that a judge gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenProject {
    /// Project id.
    pub project: i64,
    /// By what.
    pub by: ChosenBy,
}

/// Chooses among what a judge may be given. None where that is nothing.
///
/// Below the floor, and without a fit, the project with the fewest reviews comes first, then one of the judge's tracks, then
/// the earliest. By need, equal ones are told apart by fewer reviews, then the judge's tracks, then by lot.
pub fn choose(
    candidates: &[Candidate],
    floor: u32,
    needs: Option<&Needs>,
    turn: Turn<'_>,
) -> Option<ChosenProject> {
    let fewest = *candidates.iter().min_by_key(|c| (c.reviews, !c.own_track, c.project))?;
    let plainly = |by| Some(ChosenProject { project: fewest.project, by });
    if fewest.reviews < floor {
        return plainly(ChosenBy::Floor);
    }
    let Some(needs) = needs else { return plainly(ChosenBy::Even) };
    let [lot, by_lot, tie] = lots(needs.digest(), turn);
    let mut candidates = candidates.to_vec();
    candidates.sort_unstable_by_key(|candidate| candidate.project);
    if lot % LOT == 0 {
        return nth(&candidates, by_lot).map(|project| ChosenProject { project, by: ChosenBy::Lot });
    }
    let most = *candidates.iter().max_by(|a, b| by_need(needs, a, b))?;
    candidates.retain(|candidate| by_need(needs, candidate, &most) == Ordering::Equal);
    nth(&candidates, tie).map(|project| ChosenProject { project, by: ChosenBy::Need })
}

/// Orders two candidates by what a review helps. Whole numbers are compared, so that no rounding decides.
fn by_need(needs: &Needs, a: &Candidate, b: &Candidate) -> Ordering {
    let value = |of: &Candidate, other: &Candidate| needs.open(of.project) * (u64::from(other.reviews) + 1);
    value(a, b).cmp(&value(b, a)).then(b.reviews.cmp(&a.reviews)).then(a.own_track.cmp(&b.own_track))
}

/// Three numbers that belong to this digest, judge and turn.
fn lots(digest: &str, turn: Turn<'_>) -> [u64; 3] {
    let text = format!("evenhand-need/1\n{digest}\n{}\n{}\n", turn.judge, turn.number);
    let hash: [u8; 32] = Sha256::digest(text).into();
    let (numbers, _) = hash.as_chunks::<8>();
    [0, 1, 2].map(|at| numbers.get(at).map_or(0, |bytes| u64::from_be_bytes(*bytes)))
}

fn nth(candidates: &[Candidate], lot: u64) -> Option<i64> {
    let at = usize::try_from(lot.checked_rem(candidates.len() as u64)?).ok()?;
    candidates.get(at).map(|candidate| candidate.project)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(open: &[(i64, u32)]) -> Needs {
        Needs { digest: "d".repeat(64), open: open.iter().copied().collect() }
    }

    fn candidates(of: &[(i64, u32)]) -> Vec<Candidate> {
        of.iter().map(|&(project, reviews)| Candidate { project, reviews, own_track: false }).collect()
    }

    const fn turn(number: u32) -> Turn<'static> {
        Turn { judge: "ada@x.example", number }
    }

    /// A turn in which the lot does not decide.
    fn by_need_turn(needs: &Needs) -> Turn<'static> {
        (0..).map(turn).find(|t| !lots(needs.digest(), *t)[0].is_multiple_of(LOT)).unwrap()
    }

    #[test]
    fn the_floor_comes_first_whatever_the_chances() {
        let needs = needs(&[(1, 40_000), (2, 0), (3, 0)]);
        let below = candidates(&[(1, 3), (2, 2), (3, 1)]);
        assert_eq!(
            choose(&below, 3, Some(&needs), turn(0)),
            Some(ChosenProject { project: 3, by: ChosenBy::Floor })
        );
        let mut tracks = candidates(&[(1, 1), (2, 1), (3, 1)]);
        tracks[1].own_track = true;
        assert_eq!(choose(&tracks, 2, Some(&needs), turn(0)).unwrap().project, 2);
        assert_eq!(choose(&tracks, 1, None, turn(0)), Some(ChosenProject { project: 2, by: ChosenBy::Even }));
        assert_eq!(choose(&[], 1, Some(&needs), turn(0)), None);
    }

    #[test]
    fn the_most_open_project_with_the_fewest_reviews_is_needed_most() {
        let needs = needs(&[(1, 40_000), (2, 30_000), (3, 0)]);
        let chosen =
            |of: &[(i64, u32)]| choose(&candidates(of), 2, Some(&needs), by_need_turn(&needs)).unwrap();
        assert_eq!(chosen(&[(1, 2), (2, 2), (3, 2)]), ChosenProject { project: 1, by: ChosenBy::Need });
        // 40,000 / 4 is equal to 30,000 / 3: then the one with fewer reviews.
        assert_eq!(chosen(&[(1, 3), (2, 2), (3, 2)]).project, 2);
        assert_eq!(chosen(&[(1, 9), (2, 6), (3, 2)]).project, 2);
        // Nothing is open: the one with fewer reviews.
        assert_eq!(chosen(&[(3, 4), (4, 3)]).project, 4);
    }

    #[test]
    fn one_offer_in_four_goes_by_lot() {
        let needs = needs(&[(1, 40_000)]);
        let all = candidates(&[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)]);
        let offers: Vec<ChosenProject> =
            (0..400).filter_map(|n| choose(&all, 2, Some(&needs), turn(n))).collect();
        let lots: Vec<_> = offers.iter().filter(|o| o.by == ChosenBy::Lot).collect();
        assert!((80..=120).contains(&lots.len()), "{} of 400 by lot", lots.len());
        for project in 1..=5 {
            let drawn = lots.iter().filter(|o| o.project == project).count();
            assert!(drawn > 8, "project {project} was drawn {drawn} times");
        }
        assert!(offers.iter().all(|o| o.by == ChosenBy::Lot || o.project == 1));
        // The order of the list does not matter, the judge and the turn do.
        let mut turned = all.clone();
        turned.reverse();
        assert_eq!(choose(&turned, 2, Some(&needs), turn(7)), choose(&all, 2, Some(&needs), turn(7)));
        let of_bo = |n| choose(&all, 2, Some(&needs), Turn { judge: "bo@x.example", number: n });
        assert!((0..40).any(|n| of_bo(n) != Some(offers[n as usize])));
    }

    #[test]
    fn equal_projects_are_told_apart_by_lot() {
        let needs = needs(&[(1, 900), (2, 900), (3, 900)]);
        let all = candidates(&[(1, 2), (2, 2), (3, 2)]);
        let by_need = (0..90).filter_map(|n| choose(&all, 2, Some(&needs), turn(n)));
        let mut drawn = [0; 4];
        for chosen in by_need.filter(|o| o.by == ChosenBy::Need) {
            drawn[chosen.project as usize] += 1;
        }
        assert!(drawn[1..].iter().all(|&n| n > 8), "{drawn:?}");
    }

    #[test]
    fn without_a_prize_by_rank_the_first_three_win() {
        let review = |project: i64, judge: &str, tilt: i64| crate::calibration::Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro: 60_000 * project + tilt * (1 + project % 3),
        };
        let reviews = (1..=10).flat_map(|p| [review(p, "a", 0), review(p, "b", 40_000)]);
        let input = Input::new(reviews.collect(), false).unwrap();
        let entrants: Vec<Entrant> = (1..=10).map(|project| Entrant { project, track: None }).collect();
        let plain = Needs::of(&input, &entrants, vec![]).unwrap();
        let three = Contest { winners: WINNERS, among: (1..=10).collect() };
        assert_eq!(Needs::of(&input, &entrants, vec![three.clone()]), Some(plain.clone()));
        assert_eq!(plain.digest(), input.digest_hex());
        assert!(plain.open(8) > plain.open(1), "{plain:?}");
        // A prize among the last two makes the worst one open, and leaves the others as they are.
        let last = Contest { winners: 1, among: vec![1, 2] };
        let both = Needs::of(&input, &entrants, vec![three, last]).unwrap();
        assert!(both.open(1) > plain.open(1) && both.open(8) == plain.open(8), "{both:?}");
    }
}
