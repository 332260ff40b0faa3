//! Scores without names, to be published for anybody to study.
//!
//! Judges and projects become numbers dealt at random. What could tell them apart by figures that are public elsewhere is
//! blurred: numbers of reviews of projects and judges, the totals, and values that few reviews have. `docs/open-data.md` says what remains
//! possible.

use crate::calibration::{Input, Review};
use crate::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A number of reviews is shared by so many judges at least, and a total by so many reviews.
pub const SMALLEST: usize = 5;
/// The fewest projects.
pub const FEWEST_PROJECTS: usize = 10;
/// Longest sentence that people agreed to.
pub const STATEMENT: usize = 500;
/// Half the width of what is added to a total at random, in millionths.
const BLUR: i64 = 50_000;
/// Totals are given in tenths.
const STEP: i64 = 100_000;

/// The data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenData {
    /// By project, then judge.
    pub rows: Vec<OpenReview>,
    /// Projects.
    pub projects: usize,
    /// Judges.
    pub judges: usize,
    /// Reviews of the event that are not in it.
    pub left_out: usize,
}

/// A review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenReview {
    /// The project's number, from 1.
    pub project: usize,
    /// The judge's number, from 1.
    pub judge: usize,
    /// The weighted total in tenths, 0 to 10.
    pub tenths: usize,
}

/// The event is too small: its people could be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall;

/// Makes the data. `seed` must be secret, and is not to be kept: with it the numbers could be undone.
///
/// # Errors
/// [`TooSmall`] with fewer than [`SMALLEST`] judges or [`FEWEST_PROJECTS`] projects.
pub fn prepare(input: &Input, seed: &[u8; 32]) -> Result<OpenData, TooSmall> {
    let mut lot = Lot(ChaCha8Rng::from_seed(*seed));
    let kept = kept(input, &mut lot);
    let mut tenths: Vec<usize> = kept.iter().map(|r| lot.blurred(r.total_micro)).collect();
    merge_small_values(&mut tenths)?;
    let projects = lot.numbers(kept.iter().map(|r| r.project).collect());
    let judges = lot.numbers(kept.iter().map(|r| r.judge.as_str()).collect());
    ensure(judges.len() >= SMALLEST && projects.len() >= FEWEST_PROJECTS, TooSmall)?;
    let row = |(review, &tenths): (&&Review, &usize)| OpenReview {
        project: projects[&review.project],
        judge: judges[review.judge.as_str()],
        tenths,
    };
    let mut rows: Vec<OpenReview> = kept.iter().zip(&tenths).map(row).collect();
    rows.sort_unstable();
    let left_out = input.reviews().len() - rows.len();
    Ok(OpenData { rows, projects: projects.len(), judges: judges.len(), left_out })
}

impl OpenData {
    /// The file: a header, then a line for each review.
    pub fn csv(&self) -> String {
        let mut csv = String::from("project,judge,total\r\n");
        for OpenReview { project, judge, tenths } in &self.rows {
            csv.push_str(&format!("{project},{judge},{}.{}\r\n", tenths / 10, tenths % 10));
        }
        csv
    }
}

/// The reviews that are given.
fn kept<'i>(input: &'i Input, lot: &mut Lot) -> Vec<&'i Review> {
    let reviews = even_projects(input, lot);
    even_loads(reviews, lot)
}

/// Leaves reviews out, by lot, until no project has more than the one in the middle had. The results say how many each has.
fn even_projects<'i>(input: &'i Input, lot: &mut Lot) -> Vec<&'i Review> {
    let mut by_project: BTreeMap<i64, Vec<&Review>> = BTreeMap::new();
    for review in input.reviews() {
        by_project.entry(review.project).or_default().push(review);
    }
    let mut numbers: Vec<usize> = by_project.values().map(Vec::len).collect();
    numbers.sort_unstable();
    let most = numbers.get(numbers.len() / 2).copied().unwrap_or(0);
    let mut kept = vec![];
    for mut reviews in by_project.into_values() {
        lot.shuffle(&mut reviews);
        kept.extend(reviews.into_iter().take(most));
    }
    kept
}

/// Leaves reviews out, by lot, until each judge who is left shares their number of reviews with [`SMALLEST`] − 1 others.
/// A judge may have said how many projects they reviewed; their certificate does.
fn even_loads<'i>(reviews: Vec<&'i Review>, lot: &mut Lot) -> Vec<&'i Review> {
    let mut by_judge: BTreeMap<&str, Vec<&Review>> = BTreeMap::new();
    for review in reviews {
        by_judge.entry(&review.judge).or_default().push(review);
    }
    let mut judges: Vec<Vec<&Review>> = by_judge.into_values().collect();
    lot.shuffle(&mut judges);
    judges.sort_by_key(|reviews| std::cmp::Reverse(reviews.len()));
    let mut kept = vec![];
    // Those who are left over have the fewest reviews, and are too few to hide among one another.
    for group in judges.chunks_exact_mut(SMALLEST) {
        let least = group.iter().map(Vec::len).min().unwrap_or(0);
        for reviews in group {
            lot.shuffle(reviews);
            kept.extend(reviews.iter().take(least));
        }
    }
    kept
}

/// Moves values that fewer than [`SMALLEST`] reviews have toward the middle, and what is left there to the nearest.
fn merge_small_values(tenths: &mut [usize]) -> Result<(), TooSmall> {
    let mut sorted = tenths.to_vec();
    sorted.sort_unstable();
    let Some(&middle) = sorted.get(sorted.len() / 2) else { return Err(TooSmall) };
    let outward = (0..middle).map(|v| (v, v + 1)).chain((middle + 1..=10).rev().map(|v| (v, v - 1)));
    for (value, next) in outward {
        if tenths.iter().filter(|t| **t == value).count() < SMALLEST {
            tenths.iter_mut().filter(|t| **t == value).for_each(|t| *t = next);
        }
    }
    // All other values are now empty or large enough. What is left in the middle joins the nearest: the amount is chance, and
    // an event must not be too small by chance.
    if tenths.iter().filter(|t| **t == middle).count() < SMALLEST {
        let others = tenths.iter().copied().filter(|t| *t != middle);
        let nearest = others.min_by_key(|t| t.abs_diff(middle)).ok_or(TooSmall)?;
        tenths.iter_mut().filter(|t| **t == middle).for_each(|t| *t = nearest);
    }
    Ok(())
}

/// Chance that nobody can repeat.
struct Lot(ChaCha8Rng);

impl Lot {
    /// A number from 0 to `n` − 1.
    fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A total in tenths: moved by up to half a tenth at random, then rounded up or down at random, so that the mean of many
    /// stays right and no single one can be recognised.
    fn blurred(&mut self, total_micro: i64) -> usize {
        let moved = total_micro - BLUR + self.below(2 * BLUR as usize + 1) as i64;
        let up = self.below(STEP as usize) as i64;
        ((moved.clamp(0, 10 * STEP) + up) / STEP).min(10) as usize
    }

    /// Deals numbers from 1 to these.
    fn numbers<T: Ord + Copy>(&mut self, mut ids: Vec<T>) -> BTreeMap<T, usize> {
        ids.sort_unstable();
        ids.dedup();
        self.shuffle(&mut ids);
        ids.into_iter().zip(1..).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{METHOD, ProjectOutcome, calibrate};

    /// Sixty projects, each seen by five of twenty judges; some judges gave more reviews than others.
    fn event(projects: i64, judges: usize) -> Input {
        let mut lot = Lot(ChaCha8Rng::from_seed([1; 32]));
        let mut reviews = vec![];
        for project in 1..=projects {
            let quality = 300_000 + lot.below(400_000) as i64;
            let mut panel: Vec<usize> = (0..judges).collect();
            lot.shuffle(&mut panel);
            for judge in panel.into_iter().take(5) {
                let total = quality - 100_000 + lot.below(200_001) as i64;
                let total_micro = total / 25_000 * 25_000;
                reviews.push(Review {
                    project,
                    track: None,
                    judge: format!("judge{judge}@x.example"),
                    total_micro,
                });
            }
        }
        Input::new(reviews, false).unwrap()
    }

    fn shares(keys: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
        let mut counts = BTreeMap::new();
        keys.for_each(|key| *counts.entry(key).or_default() += 1);
        counts
    }

    #[test]
    fn no_judge_stands_alone_by_their_number_of_reviews_and_no_total_is_rare() {
        let data = prepare(&event(60, 22), &[2; 32]).unwrap();
        let loads = shares(data.rows.iter().map(|r| r.judge));
        for (load, judges) in shares(loads.values().copied()) {
            assert!(judges >= SMALLEST, "{judges} judges with {load} reviews");
        }
        for (value, reviews) in shares(data.rows.iter().map(|r| r.tenths)) {
            assert!(reviews >= SMALLEST, "{reviews} reviews of {value}");
        }
        assert_eq!(data.judges, 20, "two of 22 are too few to hide among one another");
        assert_eq!(data.rows.len() + data.left_out, 300);
    }

    /// The results say how many reviews each project has, so everybody knows the 20 that have most.
    #[test]
    fn no_project_stands_out_by_its_number_of_reviews() {
        let mut taken: BTreeMap<i64, usize> = BTreeMap::new();
        let all = event(60, 20);
        let differs = all.reviews().iter().filter(|review| {
            let n = taken.entry(review.project).or_default();
            *n += 1;
            *n <= 3 + usize::try_from(review.project % 3).unwrap()
        });
        let input = Input::new(differs.cloned().collect(), false).unwrap();
        assert_eq!(input.reviews().len(), 20 * (3 + 4 + 5));
        let data = prepare(&input, &[2; 32]).unwrap();
        let numbers = shares(data.rows.iter().map(|r| r.project));
        assert_eq!(numbers.values().max(), Some(&4), "as many as the project in the middle");
        assert_eq!(data.rows.len() + data.left_out, input.reviews().len());
    }

    #[test]
    fn numbers_and_totals_depend_on_the_secret_and_hold_no_address() {
        let input = event(60, 20);
        let [one, other] = [prepare(&input, &[3; 32]), prepare(&input, &[4; 32])].map(Result::unwrap);
        assert_eq!(prepare(&input, &[3; 32]).unwrap(), one);
        assert_ne!(one.rows, other.rows);
        let csv = one.csv();
        assert!(csv.starts_with("project,judge,total\r\n1,") && !csv.contains("judge1"), "{csv}");
        assert_eq!(csv.lines().count(), one.rows.len() + 1);
    }

    #[test]
    fn totals_keep_their_mean() {
        let input = event(400, 20);
        let data = prepare(&input, &[5; 32]).unwrap();
        let before = input.reviews().iter().map(|r| r.total_micro as f64 / 1e6).sum::<f64>();
        let after = data.rows.iter().map(|r| r.tenths as f64 / 10.0).sum::<f64>();
        let [before, after] = [before / input.reviews().len() as f64, after / data.rows.len() as f64];
        assert!((before - after).abs() < 0.01, "{before} {after}");
    }

    /// Who knows the published means takes for each number the project with the nearest mean.
    #[test]
    fn published_means_do_not_tell_most_projects() {
        let input = event(60, 20);
        let published = calibrate(&input).unwrap();
        assert_eq!(published.method, METHOD);
        let mut hits = 0;
        for seed in 0..20 {
            let mut lot = Lot(ChaCha8Rng::from_seed([seed; 32]));
            let kept = kept(&input, &mut lot);
            let mut tenths: Vec<usize> = kept.iter().map(|r| lot.blurred(r.total_micro)).collect();
            merge_small_values(&mut tenths).unwrap();
            for project in 1..=60 {
                let own: Vec<f64> = kept
                    .iter()
                    .zip(&tenths)
                    .filter(|(r, _)| r.project == project)
                    .map(|(_, t)| *t as f64 / 10.0)
                    .collect();
                let mean = own.iter().sum::<f64>() / own.len() as f64;
                let distance = |p: &&ProjectOutcome| ((p.raw_mean - mean).abs() * 1e9) as i64;
                hits += u32::from(published.projects.iter().min_by_key(distance).unwrap().project == project);
            }
        }
        assert!(hits < 20 * 60 / 4, "{hits} of 1200 recognised");
    }

    #[test]
    fn small_events_are_refused() {
        assert_eq!(prepare(&event(9, 20), &[6; 32]), Err(TooSmall));
        assert_eq!(prepare(&event(60, 5).clone(), &[6; 32]).map(|data| data.judges), Ok(5));
        let few = Input::new(
            event(60, 5).reviews().iter().filter(|r| !r.judge.starts_with("judge4")).cloned().collect(),
            false,
        );
        assert_eq!(prepare(&few.unwrap(), &[6; 32]), Err(TooSmall));
        assert_eq!(prepare(&Input::new(vec![], false).unwrap(), &[6; 32]), Err(TooSmall));
    }

    #[test]
    fn a_small_middle_joins_the_nearest_value() {
        let mut tenths = [[2; 5].as_slice(), &[6], &[8; 5]].concat();
        assert_eq!(merge_small_values(&mut tenths), Ok(()));
        assert_eq!(tenths, [[2; 5].as_slice(), &[8; 6]].concat());
        assert_eq!(merge_small_values(&mut [4; 4]), Err(TooSmall));
    }
}
