//! Who may win what: the same fit as a run's, with fewer draws and without all that only a run says.

use super::UNWATCHED;
use super::design::Design;
use super::draws::{centres, descending, source};
use super::fit::Fit;
use super::fitted::Fitted;
use super::input::Input;
use super::normals::Normals;
use super::raw_mean;
use super::version::Version;
use std::collections::BTreeMap;

/// How many draws the chances to win rest on: enough to tell a chance of a half from one of 0.4.
pub const CONTEST_DRAWS: u32 = 400;

/// A project that can win something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Project id.
    pub project: i64,
    /// Its track.
    pub track: Option<i64>,
}

/// Some of the entrants, of which the best win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// How many win.
    pub winners: u32,
    /// Project ids.
    pub among: Vec<i64>,
}

/// In how many of [`CONTEST_DRAWS`] draws each project of a contest is among its winners, a list for each contest. An entrant
/// without a review is drawn from what the fit says of projects of its track. None where there is too little to fit.
pub fn wins(input: &Input, entrants: &[Entrant], contests: &[Contest]) -> Option<Vec<Vec<u32>>> {
    let field = FittedField::of(input, entrants)?;
    let mut wins: Vec<Vec<u32>> = contests.iter().map(|contest| vec![0; contest.among.len()]).collect();
    let mut standing = vec![];
    field.draw(&mut |values| {
        for (contest, wins) in contests.iter().zip(&mut wins) {
            standing.clear();
            let known =
                contest.among.iter().enumerate().filter_map(|(at, id)| Some((at, field.place.get(id)?)));
            standing.extend(known.map(|(at, &place)| (descending(values[place]), at)));
            let winners = standing.len().min(contest.winners as usize);
            if (1..standing.len()).contains(&winners) {
                standing.select_nth_unstable(winners - 1);
            }
            for &(_, at) in &standing[..winners] {
                wins[at] += 1;
            }
        }
    });
    Some(wins)
}

/// A fit, with a place for each entrant: those with a review first, by id.
pub(super) struct FittedField {
    key: [u8; 32],
    design: Design,
    fit: Fit,
    unreviewed: Unreviewed,
    /// The place of each project.
    pub(super) place: BTreeMap<i64, usize>,
}

impl FittedField {
    /// Fits the reviews. None where there is too little to fit.
    pub(super) fn of(input: &Input, entrants: &[Entrant]) -> Option<Self> {
        if input.reviews().is_empty() {
            return None;
        }
        let design = Design::of(input);
        if raw_mean::applies(&design) {
            return None;
        }
        let Fitted { design, fit, .. } = Fitted::of(design, input.dealt(), Version::CURRENT, UNWATCHED);
        let unreviewed = Unreviewed::of(input, &design, &fit, entrants);
        let projects = design.projects.iter().chain(&unreviewed.projects);
        let place = projects.enumerate().map(|(place, &id)| (id, place)).collect();
        Some(Self { key: input.digest(), design, fit, unreviewed, place })
    }

    /// Gives the values of all projects, by place, in each of [`CONTEST_DRAWS`] draws.
    pub(super) fn draw(&self, each: &mut dyn FnMut(&[f64])) {
        let mut source = source(&self.design, &self.fit);
        let mut values = Vec::with_capacity(self.place.len());
        for b in 0..CONTEST_DRAWS {
            values.clear();
            source.values(&self.key, b, &mut |value| values.push(value));
            self.unreviewed.draw(&self.key, b, &mut |value| values.push(value));
            each(&values);
        }
    }

    /// What is expected of each project, by place.
    pub(super) fn centres(&self) -> Vec<f64> {
        let mut centres = centres(&self.design, &self.fit);
        centres.extend(&self.unreviewed.centre);
        centres
    }

    /// How many reviews each project has, by place.
    pub(super) fn reviews(&self) -> Vec<u32> {
        let reviewed = 0..self.design.projects.len();
        let reviews = reviewed.map(|i| u32::try_from(self.design.reviews_of(i).len()).unwrap_or(u32::MAX));
        reviews.chain(self.unreviewed.projects.iter().map(|_| 0)).collect()
    }

    /// σ0², the variance of an ordinary review.
    pub(super) fn noise(&self) -> f64 {
        self.fit.params.noise
    }

    /// The seed of draws.
    pub(super) fn key(&self) -> &[u8; 32] {
        &self.key
    }
}

/// Projects of which nothing is known but their track.
struct Unreviewed {
    projects: Vec<i64>,
    /// What is expected of each.
    centre: Vec<f64>,
    /// σθ.
    spread: f64,
}

impl Unreviewed {
    fn of(input: &Input, design: &Design, fit: &Fit, entrants: &[Entrant]) -> Self {
        let track_of: BTreeMap<i64, Option<i64>> =
            input.reviews().iter().map(|review| (review.project, review.track)).collect();
        let (mut all, mut of_track) = (Mean::default(), BTreeMap::<Option<i64>, Mean>::new());
        for (id, centre) in design.projects.iter().zip(centres(design, fit)) {
            all.add(centre);
            of_track.entry(track_of.get(id).copied().flatten()).or_default().add(centre);
        }
        let (mut projects, mut centre) = (vec![], vec![]);
        for entrant in entrants.iter().filter(|entrant| !track_of.contains_key(&entrant.project)) {
            projects.push(entrant.project);
            centre.push(of_track.get(&entrant.track).unwrap_or(&all).value());
        }
        Self { projects, centre, spread: fit.params.project.sqrt() }
    }

    /// One value for each, from streams of their own: those of the other projects stay as they are.
    fn draw(&self, key: &[u8; 32], b: u32, value: &mut dyn FnMut(f64)) {
        if self.projects.is_empty() {
            return;
        }
        let mut normals = Normals::new(key, (1 << 32) + u64::from(b));
        for centre in &self.centre {
            value(centre + self.spread * normals.next());
        }
    }
}

/// A mean of what was added so far.
#[derive(Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }

    fn value(&self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Review, calibrate};

    /// Ten projects by three judges: project 10 is the best, project 1 the worst.
    fn input() -> Input {
        let review = |project: i64, judge: &str, tilt: i64| Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro: 60_000 * project + tilt * (1 + project % 3),
        };
        let reviews =
            (1..=10).flat_map(|p| [review(p, "a", 0), review(p, "b", 40_000), review(p, "c", 9_000)]);
        Input::new(reviews.collect(), false).unwrap()
    }

    fn entrants() -> Vec<Entrant> {
        (1..=11).map(|project| Entrant { project, track: None }).collect()
    }

    #[test]
    fn chances_are_those_of_a_run() {
        let contest = Contest { winners: 3, among: (1..=10).collect() };
        let wins = wins(&input(), &entrants()[..10], &[contest]).unwrap();
        assert_eq!(wins[0].iter().sum::<u32>(), 3 * CONTEST_DRAWS);
        let run = calibrate(&input()).unwrap();
        for project in run.projects {
            let among_three = project.chances.iter().find(|c| c.places == 3).unwrap().chance;
            let won = f64::from(wins[0][project.project as usize - 1]) / f64::from(CONTEST_DRAWS);
            assert!((won - among_three).abs() < 0.08, "{}: {won} and {among_three}", project.project);
        }
    }

    #[test]
    fn a_contest_is_among_its_own_projects() {
        let contests =
            [Contest { winners: 1, among: vec![2, 1] }, Contest { winners: 5, among: vec![3, 99] }];
        let wins = wins(&input(), &entrants(), &contests).unwrap();
        assert!(wins[0][0] > wins[0][1] && wins[0][0] + wins[0][1] == CONTEST_DRAWS, "{wins:?}");
        // All who are known win, and a project that is no entrant never does.
        assert_eq!(wins[1], [CONTEST_DRAWS, 0]);
    }

    #[test]
    fn a_project_without_reviews_may_still_win() {
        let contest = Contest { winners: 3, among: (1..=11).collect() };
        let wins = wins(&input(), &entrants(), &[contest]).unwrap();
        let unknown = wins[0][10];
        assert!((CONTEST_DRAWS / 20..CONTEST_DRAWS * 2 / 3).contains(&unknown), "{unknown}");
    }

    #[test]
    fn too_little_gives_nothing() {
        let none = Input::new(vec![], false).unwrap();
        assert_eq!(wins(&none, &entrants(), &[]), None);
        let one = Input::new(input().reviews()[..2].to_vec(), false).unwrap();
        assert_eq!(wins(&one, &entrants(), &[]), None);
    }
}
