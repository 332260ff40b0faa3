//! How sure the winners of a contest are, and what some more reviews would change.
//!
//! The posterior says both. Each draw is a world that the reviews allow: the share of draws with the same winners as the
//! ranking is the chance that these are the right ones. Then, in each draw, some projects get further reviews of what they
//! are worth there, with the noise of an ordinary review; how often the ranking's winners are right after that is what the
//! further reviews would reach (an expected value of sample information; Raiffa & Schlaifer 1961).

use super::contest::{CONTEST_DRAWS, Contest, Entrant, FittedField};
use super::draws::descending;
use super::input::Input;
use super::normals::Normals;
use std::collections::BTreeMap;

/// The smallest set of possible winners holds all of them in so many draws of a hundred.
pub const SURE_SET: u32 = 95;
/// Where the streams of further reviews begin: those of the draws come before.
const FURTHER: u64 = 2 << 32;

/// How sure the winners of some contests are.
#[derive(Clone, Debug, PartialEq)]
pub struct Certainties {
    /// One for each contest.
    pub contests: Vec<Certainty>,
    /// The projects that the further reviews go to, and how many each gets: the most first.
    pub further: Vec<(i64, u32)>,
}

/// How sure the winners of a contest are. Chances are 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Certainty {
    /// Who wins by what is expected of each, the best first.
    pub winners: Vec<i64>,
    /// The chance that exactly these are the right ones.
    pub sure: f64,
    /// The smallest set that holds all the right ones with a chance of [`SURE_SET`] in a hundred, the likeliest first.
    pub possible: Vec<i64>,
    /// The chance of each project to be among the winners, by id; those that win in no draw are left out.
    pub chances: BTreeMap<i64, f64>,
    /// The chance that the winners are the right ones after the further reviews.
    pub sure_after: f64,
}

/// How sure the winners of each contest are, and how sure they would be after `further` more reviews where these help most:
/// each goes to the project with the largest p(1−p)/(n+1), as further projects are handed out. None where there is too
/// little to fit.
pub fn certainties(
    input: &Input,
    entrants: &[Entrant],
    contests: &[Contest],
    further: u32,
) -> Option<Certainties> {
    let field = FittedField::of(input, entrants)?;
    let contests: Vec<Places> = contests.iter().map(|contest| Places::of(contest, &field.place)).collect();
    let centres = field.centres();
    let mut tallies: Vec<Tally> = contests.iter().map(|contest| Tally::of(contest, &centres)).collect();
    let mut spread = vec![0.0; centres.len()];
    field.draw(&mut |values| {
        for (sum, (value, centre)) in spread.iter_mut().zip(values.iter().zip(&centres)) {
            *sum += (value - centre) * (value - centre);
        }
        for (contest, tally) in contests.iter().zip(&mut tallies) {
            tally.add(contest.winners_of(values));
        }
    });
    for sum in &mut spread {
        *sum /= f64::from(CONTEST_DRAWS);
    }
    let added = allocate(&contests, &tallies, field.reviews(), further);
    let after = after(&field, &contests, &Weights::of(&centres, &spread, &added, field.noise()));
    let ids: Vec<i64> = {
        let mut ids: Vec<(usize, i64)> = field.place.iter().map(|(id, place)| (*place, *id)).collect();
        ids.sort_unstable();
        ids.into_iter().map(|(_, id)| id).collect()
    };
    let named = |places: &[usize]| places.iter().filter_map(|place| ids.get(*place).copied()).collect();
    let contests = tallies.iter().zip(after).map(|(tally, after)| Certainty {
        winners: named(&tally.expected),
        sure: share(tally.same),
        possible: named(&tally.possible()),
        chances: tally
            .wins
            .iter()
            .filter_map(|(place, wins)| Some((*ids.get(*place)?, share(*wins))))
            .collect(),
        sure_after: share(after),
    });
    let contests = contests.collect();
    let mut further: Vec<(i64, u32)> =
        ids.iter().copied().zip(added.iter().copied()).filter(|(_, added)| *added > 0).collect();
    further.sort_by_key(|(id, added)| (std::cmp::Reverse(*added), *id));
    Some(Certainties { contests, further })
}

fn share(draws: u32) -> f64 {
    f64::from(draws) / f64::from(CONTEST_DRAWS)
}

/// A contest among places of the fit.
struct Places {
    winners: usize,
    among: Vec<usize>,
}

impl Places {
    fn of(contest: &Contest, place: &BTreeMap<i64, usize>) -> Self {
        let among: Vec<usize> = contest.among.iter().filter_map(|id| place.get(id).copied()).collect();
        Self { winners: among.len().min(contest.winners as usize), among }
    }

    /// The winners by these values, the best first.
    fn winners_of(&self, values: &[f64]) -> Vec<usize> {
        let mut standing: Vec<(u64, usize)> =
            self.among.iter().map(|&place| (descending(values[place]), place)).collect();
        if (1..standing.len()).contains(&self.winners) {
            standing.select_nth_unstable(self.winners - 1);
        }
        standing.truncate(self.winners);
        standing.sort_unstable();
        standing.into_iter().map(|(_, place)| place).collect()
    }
}

/// What the draws say of a contest.
struct Tally {
    /// The winners by what is expected.
    expected: Vec<usize>,
    /// The same in ascending order, to compare sets.
    set: Vec<usize>,
    /// Draws in which exactly these win.
    same: u32,
    /// In how many draws each wins.
    wins: BTreeMap<usize, u32>,
    /// The winners of each draw.
    drawn: Vec<Vec<usize>>,
}

impl Tally {
    fn of(contest: &Places, centres: &[f64]) -> Self {
        let expected = contest.winners_of(centres);
        let mut set = expected.clone();
        set.sort_unstable();
        Self {
            expected,
            set,
            same: 0,
            wins: BTreeMap::new(),
            drawn: Vec::with_capacity(CONTEST_DRAWS as usize),
        }
    }

    fn add(&mut self, mut winners: Vec<usize>) {
        winners.sort_unstable();
        self.same += u32::from(winners == self.set);
        for &place in &winners {
            *self.wins.entry(place).or_insert(0) += 1;
        }
        self.drawn.push(winners);
    }

    /// The projects by their chances, until all winners are among them in enough draws.
    fn possible(&self) -> Vec<usize> {
        let mut order: Vec<(std::cmp::Reverse<u32>, usize)> =
            self.wins.iter().map(|(place, wins)| (std::cmp::Reverse(*wins), *place)).collect();
        order.sort_unstable();
        let rank: BTreeMap<usize, usize> = order.iter().enumerate().map(|(at, (_, p))| (*p, at)).collect();
        // How many of them hold the winners of each draw.
        let mut needed: Vec<usize> = self
            .drawn
            .iter()
            .map(|drawn| drawn.iter().filter_map(|p| rank.get(p)).max().map_or(0, |at| at + 1))
            .collect();
        needed.sort_unstable();
        let enough = (needed.len() * SURE_SET as usize).div_ceil(100).saturating_sub(1);
        let size = needed.get(enough).copied().unwrap_or(0);
        order.into_iter().take(size).map(|(_, place)| place).collect()
    }
}

/// How many of the further reviews each place gets.
fn allocate(contests: &[Places], tallies: &[Tally], reviews: Vec<u32>, further: u32) -> Vec<u32> {
    let mut open = vec![0_u64; reviews.len()];
    for (contest, tally) in contests.iter().zip(tallies) {
        for place in &contest.among {
            let wins = tally.wins.get(place).copied().unwrap_or(0);
            open[*place] = open[*place].max(u64::from(wins) * u64::from(CONTEST_DRAWS - wins));
        }
    }
    let mut added = vec![0; reviews.len()];
    for _ in 0..further {
        // Whole numbers are compared, so that no rounding decides.
        let places = 0..reviews.len();
        let most = places.filter(|place| open[*place] > 0).max_by(|&a, &b| {
            let (left, right) = (reviews[a] + added[a] + 1, reviews[b] + added[b] + 1);
            (open[a] * u64::from(right)).cmp(&(open[b] * u64::from(left))).then(b.cmp(&a))
        });
        let Some(most) = most else { break };
        added[most] += 1;
    }
    added
}

/// How an estimate moves where reviews are added: by so much of what they deviate from it.
struct Weights<'a> {
    centres: &'a [f64],
    /// Place, weight of the new reviews' mean, and its standard error.
    moved: Vec<(usize, f64, f64)>,
}

impl<'a> Weights<'a> {
    fn of(centres: &'a [f64], variances: &[f64], added: &[u32], noise: f64) -> Self {
        let moved = added.iter().zip(variances).enumerate().filter(|(_, (added, _))| **added > 0);
        let moved = moved.map(|(place, (added, variance))| {
            let of_mean = noise / f64::from(*added);
            (place, variance / (variance + of_mean), of_mean.sqrt())
        });
        Self { centres, moved: moved.collect() }
    }
}

/// In how many draws the winners are the right ones once the further reviews are in, for each contest.
fn after(field: &FittedField, contests: &[Places], weights: &Weights<'_>) -> Vec<u32> {
    let mut right = vec![0; contests.len()];
    let mut estimates = weights.centres.to_vec();
    let mut draw = 0;
    field.draw(&mut |values| {
        let mut normals = Normals::new(field.key(), FURTHER + draw);
        draw += 1;
        for &(place, weight, error) in &weights.moved {
            let seen = values[place] + error * normals.next();
            estimates[place] = weights.centres[place] + weight * (seen - weights.centres[place]);
        }
        for (contest, right) in contests.iter().zip(&mut right) {
            let set = |mut winners: Vec<usize>| {
                winners.sort_unstable();
                winners
            };
            *right += u32::from(set(contest.winners_of(&estimates)) == set(contest.winners_of(values)));
        }
    });
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Review, calibrate};

    /// Ten projects by three judges: 10 is the best and 9 close to it, 1 is the worst.
    fn input(gap: i64) -> Input {
        let review = |project: i64, judge: &str, tilt: i64| Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro: gap * project + tilt * (1 + (project * 7) % 5),
        };
        let reviews =
            (1..=10).flat_map(|p| [review(p, "a", 0), review(p, "b", 30_000), review(p, "c", 14_000)]);
        Input::new(reviews.collect(), false).unwrap()
    }

    fn entrants() -> Vec<Entrant> {
        (1..=10).map(|project| Entrant { project, track: None }).collect()
    }

    fn contest(winners: u32) -> Contest {
        Contest { winners, among: (1..=10).collect() }
    }

    #[test]
    fn the_best_are_those_of_a_run_and_so_is_their_chance() {
        let input = input(20_000);
        let found = certainties(&input, &entrants(), &[contest(1), contest(3)], 10).unwrap();
        let run = calibrate(&input).unwrap();
        let first = &run.projects[0];
        assert_eq!(found.contests[0].winners, [first.project]);
        let chance = first.chances.iter().find(|c| c.places == 1).unwrap().chance;
        assert!((found.contests[0].sure - chance).abs() < 0.08, "{} and {chance}", found.contests[0].sure);
        assert_eq!(found.contests[0].possible[0], first.project);
        let [one, three] = [0, 1].map(|contest: usize| &found.contests[contest].chances);
        assert_eq!(one[&first.project].to_bits(), found.contests[0].sure.to_bits());
        let sum = |chances: &BTreeMap<i64, f64>| chances.values().sum::<f64>();
        assert!((sum(one) - 1.0).abs() < 1e-9 && (sum(three) - 3.0).abs() < 1e-9, "{one:?} {three:?}");
        let three: Vec<i64> = run.projects[..3].iter().map(|p| p.project).collect();
        assert_eq!(found.contests[1].winners, three);
        assert!(found.contests[1].possible.len() >= 3);
        assert_eq!(found, certainties(&input, &entrants(), &[contest(1), contest(3)], 10).unwrap());
    }

    #[test]
    fn further_reviews_go_to_who_may_win_and_make_it_surer() {
        let input = input(10_000);
        let found = certainties(&input, &entrants(), &[contest(1)], 10).unwrap();
        let more = certainties(&input, &entrants(), &[contest(1)], 200).unwrap();
        assert_eq!(found.further.iter().map(|(_, n)| n).sum::<u32>(), 10);
        assert!(found.further.iter().all(|(project, _)| *project > 3), "{:?}", found.further);
        let (before, ten, many) =
            (found.contests[0].sure, found.contests[0].sure_after, more.contests[0].sure_after);
        assert!(before < 0.9 && ten > before && many > ten, "{before} {ten} {many}");
        let none = certainties(&input, &entrants(), &[contest(1)], 0).unwrap();
        assert_eq!((none.contests[0].sure_after.to_bits(), none.further), (before.to_bits(), vec![]));
    }

    #[test]
    fn where_all_win_it_is_sure() {
        let all = certainties(&input(10_000), &entrants(), &[contest(50)], 10).unwrap();
        assert_eq!((all.contests[0].sure.to_bits(), all.contests[0].winners.len()), (1_f64.to_bits(), 10));
        assert_eq!(all.further, []);
        assert_eq!(all.contests[0].possible.len(), 10);
    }

    #[test]
    fn a_project_without_reviews_gets_some() {
        let mut entrants = entrants();
        entrants.push(Entrant { project: 11, track: None });
        let contest = Contest { winners: 3, among: (1..=11).collect() };
        let found = certainties(&input(10_000), &entrants, &[contest], 10).unwrap();
        assert_eq!(found.further[0].0, 11, "{:?}", found.further);
        assert_eq!(certainties(&Input::new(vec![], false).unwrap(), &entrants, &[], 10), None);
    }
}
