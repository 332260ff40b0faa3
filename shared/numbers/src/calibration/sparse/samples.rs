//! Means, and samples around them, of the posterior of a large event.

use super::system::{System, add, add_scaled, level as lanes_level, priors, ties};
use super::{LANES, Lanes};
use crate::calibration::design::Design;
use crate::calibration::draws::{Source, centres};
use crate::calibration::fit::Fit;
use crate::calibration::moments::Moments;
use crate::calibration::normals::Normals;
use crate::calibration::posterior::{Means, Params};
use std::ops::Range;

/// Samples of the last round, from which judges' noises are compared, come in this many batches. The rounds before use one.
const LAST_BATCHES: u32 = 8;
/// The relative residual at which a round's systems are solved.
const ROUND: f64 = 1e-8;
/// The same for draws, whose own spread is far wider.
const DRAW: f64 = 1e-5;
/// The same for what single reviews and judges change.
const COVARIANCES: f64 = 1e-6;
/// The fit's noise does not depend on the input, so that similar inputs have similar fits.
const FIT_KEY: [u8; 32] = [0; 32];

/// Solutions side by side: samples around the means, or the means themselves in lane 0.
pub(in crate::calibration) struct Sample {
    /// c by judges, then groups, then ζ.
    pub(in crate::calibration) c: Vec<Lanes>,
    /// θ.
    pub(in crate::calibration) theta: Vec<Lanes>,
    /// The mean of θ given c. Variances are taken from it and from what is left given c, 1/D, since its spread over samples is
    /// much less.
    pub(in crate::calibration) given_c: Vec<Lanes>,
    first: usize,
}

impl Sample {
    /// The level of project `i` in lane `r`.
    pub(in crate::calibration) fn level(&self, design: &Design, i: usize, r: usize) -> f64 {
        design.levels(i).map(|(g, factor)| factor * self.c[g][r]).sum()
    }

    /// The level of project `i` in all lanes.
    pub(in crate::calibration) fn levels(&self, design: &Design, i: usize) -> Lanes {
        lanes_level(design, i, &self.c)
    }

    /// The sum of these numbers over the lanes that hold samples.
    pub(in crate::calibration) fn sum(&self, lanes: &Lanes) -> f64 {
        lanes[self.first..].iter().sum()
    }

    /// The lanes that hold samples.
    pub(in crate::calibration) fn lanes(&self) -> Range<usize> {
        self.first..LANES
    }
}

/// Standard normals for one batch.
struct Noise {
    c: Vec<Lanes>,
    theta: Vec<Lanes>,
    review: Vec<Lanes>,
}

impl Noise {
    fn empty(design: &Design) -> Self {
        let none = |n| vec![[0.0; LANES]; n];
        Self { c: none(design.size()), theta: none(design.projects.len()), review: none(design.y.len()) }
    }

    /// Fills lanes from `first` on, each from a stream of its own.
    fn fill(&mut self, key: &[u8; 32], first: usize, stream: u64) {
        // Number by number, so that each place in memory is met once.
        let mut streams: Vec<Normals> =
            (first..LANES).zip(stream..).map(|(_, stream)| Normals::new(key, stream)).collect();
        for lanes in self.c.iter_mut().chain(&mut self.theta).chain(&mut self.review) {
            for (lane, normals) in lanes[first..].iter_mut().zip(&mut streams) {
                *lane = normals.next();
            }
        }
    }
}

/// Solves for samples; with `data`, lane 0 becomes the means. `c` is where the solution starts.
fn solve(
    system: &System<'_>,
    params: &Params,
    noise: &Noise,
    data: bool,
    mut c: Vec<Lanes>,
    tolerance: f64,
) -> Sample {
    let design = system.design;
    let mut right: Vec<Lanes> =
        priors(design, params).iter().zip(&noise.c).map(|(prior, z)| z.map(|z| z * prior.sqrt())).collect();
    let root: Vec<f64> = params.lambda.iter().map(|lambda| lambda.sqrt()).collect();
    let project = 1.0 / params.project.sqrt();
    let mut theta: Vec<Lanes> = noise.theta.iter().map(|z| z.map(|z| z * project)).collect();
    let mut scratch = system.scratch();
    for (i, theta) in theta.iter_mut().enumerate() {
        let mut together = [0.0; LANES];
        for k in design.reviews_of(i) {
            let j = design.judge_of[k];
            let root = root[j];
            let mut term = noise.review[k].map(|z| z * root);
            if data {
                term[0] = params.lambda[j] * design.y[k];
            }
            add(&mut right[j], &term);
            add(&mut together, &term);
            add_scaled(theta, params.s[j], &term);
        }
        for (g, factor) in design.levels(i) {
            add_scaled(&mut right[g], factor, &together);
        }
        let share = system.d_inverse[i];
        system.take(i, &theta.map(|theta| theta * share), &mut scratch, &mut right);
    }
    system.take_from_judges(&scratch, &mut right);
    system.solve(&right, &mut c, tolerance);
    system.weigh(&c, &mut scratch);
    let mut given_c = vec![[0.0; LANES]; theta.len()];
    for (i, (theta, given_c)) in theta.iter_mut().zip(&mut given_c).enumerate() {
        *given_c = system.pull(i, &c, &scratch).map(|pull| -pull);
        let share = system.d_inverse[i];
        *theta = theta.map(|theta| theta * share);
        add(theta, given_c);
    }
    Sample { c, theta, given_c, first: usize::from(data) }
}

/// S⁻¹ b for one right side.
pub(in crate::calibration) fn solve_one(design: &Design, params: &Params, b: &[f64]) -> Vec<f64> {
    let right: Vec<Lanes> =
        b.iter().map(|&b| std::array::from_fn(|r| if r == 0 { b } else { 0.0 })).collect();
    let mut x = vec![[0.0; LANES]; right.len()];
    System::new(design, &ties(design), params).solve(&right, &mut x, ROUND);
    x.iter().map(|lanes| lanes[0]).collect()
}

/// S⁻¹ b for many right sides.
pub(in crate::calibration) fn solve_many(
    design: &Design,
    params: &Params,
    rights: &[Vec<f64>],
) -> Vec<Vec<f64>> {
    let system = System::new(design, &ties(design), params);
    let mut solved = Vec::with_capacity(rights.len());
    for batch in rights.chunks(LANES) {
        let right: Vec<Lanes> = (0..design.size())
            .map(|a| std::array::from_fn(|r| batch.get(r).map_or(0.0, |right| right[a])))
            .collect();
        let mut x = vec![[0.0; LANES]; right.len()];
        system.solve(&right, &mut x, COVARIANCES);
        solved.extend((0..batch.len()).map(|r| x.iter().map(|lanes| lanes[r]).collect()));
    }
    solved
}

/// Samples around the means at these parameters.
pub(in crate::calibration) fn samples(design: &Design, params: &Params, batches: u32) -> Vec<Sample> {
    let system = System::new(design, &ties(design), params);
    let mut noise = Noise::empty(design);
    let mut sample = |batch: u32| {
        noise.fill(&FIT_KEY, 0, u64::from(batch) * LANES as u64);
        let start = vec![[0.0; LANES]; noise.c.len()];
        solve(&system, params, &noise, false, start, DRAW)
    };
    (0..batches).map(&mut sample).collect()
}

/// The means at these parameters, from those of others on.
pub(in crate::calibration) fn means_from(c: &[f64], design: &Design, params: &Params) -> Means {
    let system = System::new(design, &ties(design), params);
    let start = c.iter().map(|&c| std::array::from_fn(|r| if r == 0 { c } else { 0.0 })).collect();
    let sample = solve(&system, params, &Noise::empty(design), true, start, COVARIANCES);
    means(&sample, &system)
}

/// Solves the rounds of a fit.
pub(in crate::calibration) struct Solver {
    ties: Vec<(usize, usize, f64)>,
    noise: Noise,
    /// Where the next round's solution starts.
    c: Vec<Lanes>,
}

impl Solver {
    /// Draws the noise that all rounds share.
    pub(in crate::calibration) fn new(design: &Design) -> Self {
        let mut noise = Noise::empty(design);
        noise.fill(&FIT_KEY, 1, 0);
        Self { ties: ties(design), c: vec![[0.0; LANES]; noise.c.len()], noise }
    }

    /// Means and moments at these parameters.
    pub(in crate::calibration) fn round(&mut self, design: &Design, params: &Params) -> (Means, Moments) {
        let system = System::new(design, &self.ties, params);
        let start = std::mem::take(&mut self.c);
        let sample = solve(&system, params, &self.noise, true, start, ROUND);
        let means = means(&sample, &system);
        self.c.clone_from(&sample.c);
        let moments = Moments::of_samples(design, params, &means, &[sample]);
        (means, moments)
    }

    /// Moments at these parameters from more samples.
    pub(in crate::calibration) fn last_round(mut self, design: &Design, params: &Params) -> Moments {
        let system = System::new(design, &self.ties, params);
        let first = solve(&system, params, &self.noise, true, self.c, ROUND);
        let means = means(&first, &system);
        let mut samples = vec![first];
        for batch in 1..LAST_BATCHES {
            self.noise.fill(&FIT_KEY, 0, u64::from(batch) * LANES as u64);
            let start = vec![[0.0; LANES]; self.noise.c.len()];
            samples.push(solve(&system, params, &self.noise, false, start, ROUND));
        }
        Moments::of_samples(design, params, &means, &samples)
    }
}

fn means(sample: &Sample, system: &System<'_>) -> Means {
    Means {
        size: sample.c.len(),
        c: sample.c.iter().map(|lanes| lanes[0]).collect(),
        theta: sample.theta.iter().map(|lanes| lanes[0]).collect(),
        d: system.d_inverse.iter().map(|inverse| 1.0 / inverse).collect(),
    }
}

/// Draws of a large event, a batch at a time.
pub(in crate::calibration) struct SampledDraws<'a> {
    design: &'a Design,
    fit: &'a Fit,
    system: System<'a>,
    noise: Noise,
    batch: Option<Sample>,
    centre: Vec<f64>,
    /// Σ (level + θ + mean b, less their means)² of each project.
    squares: Vec<f64>,
    drawn: u32,
}

impl<'a> SampledDraws<'a> {
    /// Prepares the draws of a fit.
    pub(in crate::calibration) fn new(design: &'a Design, fit: &'a Fit) -> Self {
        Self {
            design,
            fit,
            system: System::new(design, &ties(design), &fit.params),
            noise: Noise::empty(design),
            batch: None,
            centre: centres(design, fit),
            squares: vec![0.0; design.projects.len()],
            drawn: 0,
        }
    }
}

impl Source for SampledDraws<'_> {
    fn values(&mut self, key: &[u8; 32], b: u32, value: &mut dyn FnMut(f64)) {
        let r = b as usize % LANES;
        let batch = match self.batch.take() {
            Some(batch) if r > 0 => batch,
            _ => {
                self.noise.fill(key, 0, u64::from(b) - r as u64);
                let start = vec![[0.0; LANES]; self.noise.c.len()];
                solve(&self.system, &self.fit.params, &self.noise, false, start, DRAW)
            }
        };
        let judges = self.design.judges.len();
        let mean = batch.c[..judges].iter().map(|c| c[r]).sum::<f64>() / judges as f64;
        for (i, theta) in batch.theta.iter().enumerate() {
            let moved = batch.level(self.design, i, r) + theta[r];
            self.squares[i] += (moved + mean) * (moved + mean);
            value(self.centre[i] + moved);
        }
        self.drawn += 1;
        self.batch = Some(batch);
    }

    fn variances(&self) -> Vec<f64> {
        self.squares.iter().map(|sum| sum / f64::from(self.drawn)).collect()
    }
}
