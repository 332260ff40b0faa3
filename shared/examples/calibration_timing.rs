//! Prints how long a run takes: `cargo run --release -p shared --example calibration_timing`.
//!
//! A run is the fits, 1,000 draws, ranks, influence, flags and connectivity, on one core. Sizes are projects, judges and reviews per
//! project. Each event is computed by the version before, too: what is compared are the fits and the draws, since only the current
//! version says what single reviews change in large events. A number as its argument leaves out events with more projects.

#![expect(clippy::print_stdout, reason = "an example that prints")]

use shared::calibration::{Input, Outcome, Review, Version, Watch, calibrate_as};
use std::cell::Cell;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most = std::env::args().nth(1).map_or(Ok(10_000), |n| n.parse::<usize>())?;
    for (projects, judges, each) in
        [(100, 25, 5), (1_000, 250, 5), (1_500, 300, 5), (10_000, 300, 5), (10_000, 2_000, 5)]
    {
        if projects > most {
            continue;
        }
        for chose in [false, true] {
            let input = event(projects, judges, each, chose)?;
            let times = if projects < 5_000 { 5 } else { 2 };
            let before = best(&Version::V2, &input, times)?;
            let now = best(Version::CURRENT, &input, times)?;
            let fit = &now.outcome.fit;
            println!(
                "{projects} projects, {judges} judges{}, {} reviews: {:.1} ms; fits and draws {:.1} ms, {:.2} times {:.1} ms of \
                 version 2; {} rounds, noise {}, {:?}",
                if chose { " who chose" } else { "" },
                fit.reviews,
                now.all * 1e3,
                now.drawn * 1e3,
                now.drawn / before.drawn,
                before.drawn * 1e3,
                fit.rounds,
                fit.noise,
                fit.panels,
            );
        }
    }
    Ok(())
}

/// A run, and the seconds that it took.
struct Run {
    outcome: Outcome,
    /// Up to the last draws.
    drawn: f64,
    all: f64,
}

/// The fastest of some runs.
fn best(version: &Version, input: &Input, times: u32) -> Result<Run, Box<dyn std::error::Error>> {
    let mut best: Option<Run> = None;
    for _ in 0..times {
        let start = Instant::now();
        let drawn = Cell::new(0.0);
        let outcome =
            calibrate_as(version, input, &[], Watch(&|_| drawn.set(start.elapsed().as_secs_f64())))?;
        let run = Run { outcome, drawn: drawn.get(), all: start.elapsed().as_secs_f64() };
        if best.as_ref().is_none_or(|best| run.drawn < best.drawn) {
            best = Some(run);
        }
    }
    best.ok_or_else(|| "no run was asked for".into())
}

/// An event with harsh and lenient, sharp and blunt, steady and erratic judges. Where they `chose`, every second judge is lenient
/// and the others harsh, and two of three projects are seen by the lenient ones if they are good, else by the harsh ones.
fn event(
    projects: usize,
    judges: usize,
    each: usize,
    chose: bool,
) -> Result<Input, Box<dyn std::error::Error>> {
    let mut state = 1_u64;
    // Sum of four uniforms, near enough to a normal for a timing.
    let mut normal = || {
        let mut sum = 0.0;
        for _ in 0..4 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            sum += (state >> 40) as f64 / (1_u64 << 24) as f64;
        }
        (sum - 2.0) * 1.732
    };
    let quality: Vec<f64> = (0..projects).map(|_| 0.1 * normal()).collect();
    let panel: Vec<[f64; 3]> =
        (0..judges).map(|_| [0.08 * normal(), 1.0 + 0.2 * normal(), 0.1 * (0.25 * normal()).exp()]).collect();
    let mut reviews = vec![];
    for (i, quality) in quality.iter().enumerate() {
        for r in 0..each {
            let j = (i * each + r * (1 + i / judges * 7)) % judges;
            let lenient = j % 2 == 1;
            let [offset, scale, noise] = panel[j];
            let offset = match (chose, lenient) {
                (false, _) => offset,
                (true, true) => offset.abs(),
                (true, false) => -offset.abs(),
            };
            let y = (0.6 + offset + scale * quality + noise * normal()).clamp(0.0, 1.0);
            let judge = format!("judge{j:05}@example.org");
            let project = i as i64;
            if reviews.iter().rev().take(each).any(|r: &Review| r.project == project && r.judge == judge) {
                continue;
            }
            if chose && i % 3 != 0 && lenient != (*quality > 0.0) {
                continue;
            }
            reviews.push(Review {
                project,
                track: None,
                judge,
                total_micro: (y * 40.0).round() as i64 * 25_000,
            });
        }
    }
    Ok(Input::new(reviews, false)?)
}
