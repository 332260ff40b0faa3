//! Draws an event of a world.

use crate::world::{Errors, Order, Panels, Reviews, Scale, Twist, World};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use shared::calibration::{Input, InputError, Review};
use shared::floor::round;
use shared::planner::{JudgeList, deal_order};

/// Seeded numbers.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / 9_007_199_254_740_992.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.uniform() * n as f64) as usize
    }

    fn normal(&mut self) -> f64 {
        let angle = 2.0 * std::f64::consts::PI * self.uniform();
        (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * angle.cos()
    }

    /// The numbers from 0 to `n` − 1 in random order.
    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

/// Makes a round of a list that was dealt without places, as the product reads one from the order of the assignments.
fn place_later(list: &mut JudgeList, floor: &[usize]) {
    let dealt = std::mem::take(&mut list.rest);
    list.round = floor.iter().map(|&i| i as i64).filter(|i| dealt.contains(i)).collect();
    let numbers: Vec<usize> =
        list.round.iter().filter_map(|i| dealt.iter().position(|other| other == i)).collect();
    let way = round(&numbers);
    (list.start, list.backward) = (way.map(|way| way.0), way.map(|way| way.1));
}

/// An event: its reviews, and each project's true worth.
pub(crate) struct Event {
    pub(crate) input: Input,
    pub(crate) truth: Vec<f64>,
    /// Addresses of the judges with three times the noise.
    pub(crate) erratic: Vec<String>,
}

/// A judge as drawn.
struct Judge {
    offset: f64,
    scale: f64,
    noise: f64,
    erratic: bool,
    /// On the second day, beside what all do.
    drift: f64,
    /// Looks for the second thing, where tastes differ.
    other_taste: bool,
    sponsor: bool,
}

fn address(judge: usize) -> String {
    format!("judge{judge:03}@example.org")
}

impl World {
    fn tracks(&self) -> usize {
        if let Panels::Tracks(tracks, _) = self.panels { tracks } else { 1 }
    }

    pub(crate) fn event(&self, dice: &mut Dice) -> Result<Event, InputError> {
        let quality = self.quality(dice);
        let judges = self.judges(dice);
        let panels = self.panels(&quality, &judges, dice);
        let mut given = self.totals(&quality, &judges, &panels, dice);
        self.interfere(&quality, &mut given, dice);
        if let Twist::Gradual { drift, order } = self.twist {
            // Dice of its own: the next event is the same whatever the order was.
            let mut own = Dice::new(dice.0.next_u64());
            self.drift(drift, order, &mut given, &mut own);
        }
        let mut reviews = vec![];
        let tracks = self.tracks();
        for (i, given) in given.iter().enumerate() {
            for (j, total) in given {
                reviews.push(Review {
                    project: i as i64 + 1,
                    track: (self.declared && tracks > 1).then_some((i % tracks) as i64),
                    judge: address(*j),
                    total_micro: (self.given(*total) * 1e6).round() as i64,
                });
            }
        }
        Ok(Event {
            input: Input::new(reviews, self.dealt)?,
            truth: quality.iter().map(|q| q[0]).collect(),
            erratic: (0..self.judges).filter(|&j| judges[j].erratic).map(address).collect(),
        })
    }

    /// Each project's worth, and what judges of the other taste see beside it.
    fn quality(&self, dice: &mut Dice) -> Vec<[f64; 2]> {
        let levels: Vec<f64> = (0..self.tracks()).map(|_| self.track_sd * dice.normal()).collect();
        let draw = |i: usize| {
            let z = if self.skewed { (-(1.0 - dice.uniform()).ln() - 1.0).min(4.0) } else { dice.normal() };
            let day = match self.twist {
                Twist::BetterDay(better) if i % 2 == 1 => better,
                _ => 0.0,
            };
            let taste = if let Twist::Tastes(sd) = self.twist { sd * dice.normal() } else { 0.0 };
            [self.project_sd * z + levels[i % levels.len()] + day, taste]
        };
        (0..self.projects).map(draw).collect()
    }

    fn judges(&self, dice: &mut Dice) -> Vec<Judge> {
        let mut draw = |j: usize| {
            let mut judge = Judge {
                offset: self.offset_sd * dice.normal(),
                scale: (self.scale_spread * dice.normal()).exp(),
                noise: self.noise_sd * (self.noise_spread * dice.normal()).exp(),
                erratic: self.twist == Twist::OneErratic && j == 0,
                drift: if let Twist::JudgeDrift(sd) = self.twist { sd * dice.normal() } else { 0.0 },
                other_taste: j % 2 == 1,
                sponsor: matches!(self.twist, Twist::Sponsors { .. }) && j % 5 == 4,
            };
            let (erratic, reversed, flat) = (dice.uniform(), dice.uniform(), dice.uniform());
            judge.erratic |= erratic < self.erratic;
            if judge.erratic {
                judge.noise *= 3.0;
            }
            if reversed < self.reversed {
                judge.scale = -1.0;
            }
            if flat < self.flat {
                judge.scale = 0.1;
                judge.noise *= 0.3;
            }
            if judge.sponsor {
                judge.offset += 0.12;
            }
            judge
        };
        (0..self.judges).map(&mut draw).collect()
    }

    /// Random panels with even loads, in a random order of projects.
    fn panels(&self, quality: &[[f64; 2]], judges: &[Judge], dice: &mut Dice) -> Vec<Vec<usize>> {
        let mut load = vec![0_usize; self.judges];
        let mut panels = vec![vec![]; self.projects];
        let wanted = self.wanted(quality, dice);
        for i in dice.order(self.projects) {
            for round in 0..wanted[i].min(self.judges) {
                let allowed = self.allowed(i, round, dice);
                let mut best: Option<(f64, usize)> = None;
                for j in (0..self.judges).filter(|&j| allowed(j, &judges[j]) && !panels[i].contains(&j)) {
                    let liking = match self.panels {
                        Panels::Chosen(habit) => 4.0 * habit * judges[j].offset * quality[i][0] / 0.006,
                        _ => 0.0,
                    };
                    let rank = load[j] as f64 + dice.uniform() - liking;
                    if best.is_none_or(|(least, _)| rank < least) {
                        best = Some((rank, j));
                    }
                }
                let Some((_, j)) = best else { continue };
                load[j] += 1;
                panels[i].push(j);
            }
        }
        panels
    }

    /// How many reviews each project gets.
    fn wanted(&self, quality: &[[f64; 2]], dice: &mut Dice) -> Vec<usize> {
        let rank = |i: usize| quality.iter().filter(|q| q[0] < quality[i][0]).count();
        let wanted = |i: usize| match self.reviews {
            Reviews::Each(each) => each,
            Reviews::OneToFive => 1 + dice.below(5),
            Reviews::Popular => 2 + rank(i) * 7 / self.projects,
            Reviews::OneMissing => self.judges - usize::from(i == 0),
        };
        let mut wanted: Vec<usize> = (0..self.projects).map(wanted).collect();
        if matches!(self.twist, Twist::Sponsors { beside: true }) {
            wanted.iter_mut().step_by(4).for_each(|wanted| *wanted += 2);
        }
        wanted
    }

    /// Which judges this review may go to.
    fn allowed(
        &self,
        project: usize,
        round: usize,
        dice: &mut Dice,
    ) -> impl Fn(usize, &Judge) -> bool + use<> {
        let tracks = self.tracks();
        let across = if let Panels::Tracks(_, cross) = self.panels { dice.uniform() < cross } else { false };
        let sponsored = match self.twist {
            Twist::Sponsors { beside: true } => Some(project.is_multiple_of(4) && round >= 5),
            Twist::Sponsors { beside: false } => Some(project.is_multiple_of(4) && round >= 3),
            _ => None,
        };
        move |j, judge| {
            (j % tracks == project % tracks) != across && sponsored.is_none_or(|only| judge.sponsor == only)
        }
    }

    fn totals(
        &self,
        quality: &[[f64; 2]],
        judges: &[Judge],
        panels: &[Vec<usize>],
        dice: &mut Dice,
    ) -> Vec<Vec<(usize, f64)>> {
        let mut total = |i: usize, j: usize, loud: f64| {
            let judge = &judges[j];
            let second = match self.twist {
                Twist::Day { both: true, .. } => dice.uniform() < 0.5,
                _ => i % 2 == 1,
            };
            let day = match self.twist {
                Twist::Day { drift, .. } if second => drift,
                _ if second => judge.drift,
                _ => 0.0,
            };
            let [worth, taste] = quality[i];
            let seen = worth + if judge.other_taste { -taste } else { taste };
            let error = loud * judge.noise * self.error(dice);
            0.6 + judge.offset + judge.scale * seen + day + error
        };
        let mut given = vec![];
        for (i, panel) in panels.iter().enumerate() {
            // A stratified share, so that small events have it too.
            let divided = (i as f64 * 0.618_034).fract() < self.divided.0;
            let loud = if divided { self.divided.1 } else { 1.0 };
            given.push(panel.iter().map(|&j| (j, total(i, j, loud))).collect());
        }
        given
    }

    /// Adds to each total what its place in the judge's list makes of it.
    fn drift(&self, drift: f64, order: Order, given: &mut [Vec<(usize, f64)>], dice: &mut Dice) {
        for (judge, own) in self.orders(order, given, dice).into_iter().enumerate() {
            for (at, &i) in own.iter().enumerate() {
                let place = at as f64 / (own.len() - 1).max(1) as f64 - 0.5;
                let of_judge = given[i].iter_mut().filter(|(j, _)| *j == judge);
                of_judge.for_each(|(_, total)| *total += drift * place);
            }
        }
    }

    /// The projects of each judge, in the order in which they are seen.
    fn orders(&self, order: Order, given: &[Vec<(usize, f64)>], dice: &mut Dice) -> Vec<Vec<usize>> {
        let floor = dice.order(self.projects);
        let sees = |judge: usize, i: &usize| given[*i].iter().any(|(j, _)| *j == judge);
        let mut lists: Vec<JudgeList> = vec![];
        for judge in 0..self.judges {
            let mut own: Vec<i64> = floor.iter().filter(|i| sees(judge, i)).map(|&i| i as i64).collect();
            match order {
                Order::Own => own = dice.order(own.len()).into_iter().map(|at| own[at]).collect(),
                Order::Round => {
                    let start = dice.below(own.len());
                    own.rotate_left(start);
                }
                Order::Along | Order::DealtRound | Order::Dealt | Order::PlacedLater => {}
            }
            let unplaced = matches!(order, Order::Dealt | Order::PlacedLater);
            let (round, rest) = if unplaced { (vec![], own) } else { (own, vec![]) };
            lists.push(JudgeList { judge: judge as i64, round, rest, ..JudgeList::default() });
        }
        if matches!(order, Order::DealtRound | Order::Dealt | Order::PlacedLater) {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&dice.0.next_u64().to_le_bytes());
            deal_order(&mut lists, &seed);
        }
        if order == Order::PlacedLater {
            lists.iter_mut().for_each(|list| place_later(list, &floor));
        }
        lists.iter().map(|list| list.order().map(|i| i as usize).collect()).collect()
    }

    fn error(&self, dice: &mut Dice) -> f64 {
        match self.errors {
            Errors::Normal => dice.normal(),
            Errors::Discussed => 0.15 * dice.normal(),
            Errors::HeavyTails => {
                let chi: f64 = (0..3).map(|_| dice.normal()).map(|z| z * z).sum();
                dice.normal() / (chi / 3.0).sqrt()
            }
        }
    }

    /// What friends do to totals, and who leaves.
    fn interfere(&self, quality: &[[f64; 2]], given: &mut [Vec<(usize, f64)>], dice: &mut Dice) {
        let mut order: Vec<usize> = (0..self.projects).collect();
        order.sort_by(|&a, &b| quality[a][0].total_cmp(&quality[b][0]));
        let middling = order[self.projects / 2];
        match self.twist {
            Twist::Friend(boost) => given[middling][0].1 += boost,
            Twist::Friends(boost) => {
                for judge in 0..self.judges {
                    let mut own: Vec<&mut f64> =
                        given.iter_mut().flatten().filter(|(j, _)| *j == judge).map(|(_, y)| y).collect();
                    let chosen = dice.below(own.len());
                    *own[chosen] += boost;
                }
            }
            Twist::Collusion => {
                let ring: Vec<usize> = given[middling].iter().take(4).map(|(j, _)| *j).collect();
                for (i, reviews) in given.iter_mut().enumerate() {
                    for (_, total) in reviews.iter_mut().filter(|(j, _)| ring.contains(j)) {
                        *total = if i == middling { 1.0 } else { *total - 0.15 };
                    }
                }
            }
            Twist::Spite => {
                let seen = order
                    .iter()
                    .rev()
                    .find_map(|&i| given[i].iter().position(|(j, _)| *j == 0).map(|at| (i, at)));
                if let Some((best, at)) = seen {
                    given[best][at].1 -= 0.35;
                }
            }
            // What comes later in the list comes later in the day.
            Twist::Absent => {
                for reviews in given.iter_mut().skip(self.projects / 2) {
                    if reviews.iter().any(|(j, _)| j % 10 >= 3) {
                        reviews.retain(|(j, _)| j % 10 >= 3);
                    }
                }
            }
            _ => {}
        }
    }

    /// A total as the scale allows it.
    fn given(&self, total: f64) -> f64 {
        let step = |x: f64, step: f64| (x.clamp(0.0, 1.0) / step).round() * step;
        match self.scale {
            Scale::Fine => step(total, 0.025),
            Scale::Coarse => step(total, 0.25),
            Scale::Upper => step((0.9 + 0.4 * (total - 0.6)).max(0.8), 0.05),
            Scale::Ceiling => step(total + 0.3, 0.025),
        }
    }
}
