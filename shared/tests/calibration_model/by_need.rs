//! The same events judged twice with the same number of reviews: spread evenly, and handed out by need.

use crate::support::address;
use crate::world::{Dice, World, tau};
use shared::calibration::{Entrant, Input, Review, calibrate};
use shared::need::{Candidate, Needs, Turn, choose};

/// What is compared, averaged over events.
#[derive(Clone, Copy, Default)]
pub(crate) struct Found {
    /// The share of the true first three that are among the first three.
    pub(crate) three: f64,
    /// The share of the true first ten that are among the first ten.
    pub(crate) ten: f64,
    /// How often the best project comes first.
    pub(crate) winner: f64,
    /// Kendall's tau of the whole field.
    pub(crate) tau: f64,
    /// How often the 90 % rank interval holds the true rank.
    pub(crate) coverage: f64,
    /// The most reviews that a project has.
    pub(crate) most: f64,
}

impl Found {
    fn add(&mut self, other: &Self, weight: f64) {
        self.three += weight * other.three;
        self.ten += weight * other.ten;
        self.winner += weight * other.winner;
        self.tau += weight * other.tau;
        self.coverage += weight * other.coverage;
        self.most += weight * other.most;
    }
}

/// What each way finds, and the standard error of the difference in `three`.
pub(crate) struct Compared {
    pub(crate) even: Found,
    pub(crate) need: Found,
    pub(crate) three_se: f64,
}

/// An event of which any judge can be asked to review any project once.
struct Hall {
    /// Total in millionths that a judge would give: by project, then judge.
    totals: Vec<Vec<i64>>,
    truth: Vec<f64>,
}

impl Hall {
    /// Draws an event of a world in which everybody reviews everything.
    fn of(world: &World, dice: &mut Dice) -> Self {
        let everybody = World { reviews: world.judges, ..*world }.event(dice);
        let mut totals = vec![vec![0; world.judges]; world.projects];
        for review in everybody.input.reviews() {
            let judge = (0..world.judges).find(|&j| address(j) == review.judge).unwrap();
            totals[review.project as usize - 1][judge] = review.total_micro;
        }
        Self { totals, truth: everybody.truth }
    }

    fn input(&self, panels: &[Vec<usize>]) -> Input {
        let review = |project: usize, judge: usize| Review {
            project: project as i64 + 1,
            track: None,
            judge: address(judge),
            total_micro: self.totals[project][judge],
        };
        let all = panels.iter().enumerate().flat_map(|(i, panel)| panel.iter().map(move |&j| review(i, j)));
        Input::new(all.collect(), false).unwrap()
    }

    fn found(&self, panels: &[Vec<usize>]) -> Found {
        let run = calibrate(&self.input(panels)).unwrap();
        let rank = |of: &f64| 1 + self.truth.iter().filter(|t| *t > of).count();
        let places: Vec<usize> = run.projects.iter().map(|p| p.project as usize - 1).collect();
        let among = |first: usize| {
            places.iter().take(first).filter(|&&i| rank(&self.truth[i]) <= first).count() as f64
                / first as f64
        };
        let mut scores = vec![0.0; self.truth.len()];
        let mut held = 0;
        for project in &run.projects {
            let i = project.project as usize - 1;
            scores[i] = project.calibrated;
            let [low, high] = project.rank_interval.map(|place| place as usize);
            held += usize::from((low..=high).contains(&rank(&self.truth[i])));
        }
        Found {
            three: among(3),
            ten: among(10),
            winner: among(1),
            tau: tau(&scores, &self.truth),
            coverage: held as f64 / self.truth.len() as f64,
            most: panels.iter().map(Vec::len).max().unwrap() as f64,
        }
    }
}

/// Judges who each take the same number of projects, whoever has the fewest next.
struct Panels {
    of: Vec<Vec<usize>>,
    load: Vec<usize>,
}

impl Panels {
    /// Deals every project so many judges, as evenly as can be.
    fn dealt(world: &World, reviews: usize, dice: &mut Dice) -> Self {
        let mut panels = Self { of: vec![vec![]; world.projects], load: vec![0; world.judges] };
        for _ in 0..reviews {
            let mut order: Vec<usize> = (0..world.projects).collect();
            dice.shuffle(&mut order);
            for i in order {
                let free = (0..world.judges).filter(|j| !panels.of[i].contains(j));
                let picked = free.map(|j| (panels.load[j], dice.uniform(), j));
                let (_, _, j) = picked.min_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap()).unwrap();
                panels.give(i, j);
            }
        }
        panels
    }

    fn give(&mut self, project: usize, judge: usize) {
        self.of[project].push(judge);
        self.load[judge] += 1;
    }

    /// The judge who has the fewest projects.
    fn next(&self, dice: &mut Dice) -> usize {
        let all = self.load.iter().enumerate().map(|(j, load)| (*load, dice.uniform(), j));
        all.min_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap()).unwrap().2
    }

    fn candidates(&self, judge: usize) -> Vec<Candidate> {
        let open = self.of.iter().enumerate().filter(|(_, panel)| !panel.contains(&judge));
        let candidate = |(i, panel): (usize, &Vec<usize>)| Candidate {
            project: i as i64 + 1,
            reviews: panel.len() as u32,
            own_track: false,
        };
        open.map(candidate).collect()
    }
}

/// Hands out what is left after the floor, each review written before the next judge asks, and fits again as the portal does:
/// when half as many reviews as there are judges are new.
fn by_need(world: &World, hall: &Hall, floor: usize, dice: &mut Dice) -> Vec<Vec<usize>> {
    let entrants: Vec<Entrant> =
        (1..=world.projects as i64).map(|project| Entrant { project, track: None }).collect();
    let mut panels = Panels::dealt(world, floor, dice);
    let mut taken = vec![0; world.judges];
    let (mut needs, mut new) = (None, usize::MAX);
    for _ in floor * world.projects..world.reviews * world.projects {
        if new >= world.judges.div_ceil(2) {
            (needs, new) = (Needs::of(&hall.input(&panels.of), &entrants, vec![]), 0);
        }
        let judge = panels.next(dice);
        let turn = Turn { judge: &address(judge), number: taken[judge] };
        let chosen = choose(&panels.candidates(judge), floor as u32, needs.as_ref(), turn).unwrap();
        panels.give(chosen.project as usize - 1, judge);
        taken[judge] += 1;
        new += 1;
    }
    panels.of
}

/// Plays so many events of a world both ways. `world.reviews` is the mean number of reviews of a project.
pub(crate) fn compare(world: &World, floor: usize, events: usize, seed: u64) -> Compared {
    let mut dice = Dice::new(seed);
    let (mut even, mut need, mut differences) = (Found::default(), Found::default(), vec![]);
    for _ in 0..events {
        let hall = Hall::of(world, &mut dice);
        let spread = hall.found(&Panels::dealt(world, world.reviews, &mut dice).of);
        let needed = hall.found(&by_need(world, &hall, floor, &mut dice));
        even.add(&spread, 1.0 / events as f64);
        need.add(&needed, 1.0 / events as f64);
        differences.push(needed.three - spread.three);
    }
    let mean = differences.iter().sum::<f64>() / events as f64;
    let variance =
        differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (events as f64 - 1.0).max(1.0);
    Compared { even, need, three_se: (variance / events as f64).sqrt() }
}
