//! Prints how long a run takes: `cargo run --release -p shared --example calibration_timing`.
//!
//! A run is the fits, 1,000 draws, ranks, flags and connectivity, on one core. Sizes are projects,
//! judges and reviews per project. A number as its argument leaves out events with more projects.

#![expect(clippy::print_stdout, reason = "an example that prints")]

use shared::calibration::{Input, Outcome, Review, calibrate};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most = std::env::args().nth(1).map_or(Ok(10_000), |n| n.parse::<usize>())?;
    for (projects, judges, each) in [(100, 25, 5), (1_000, 250, 5), (1_500, 300, 5), (10_000, 2_000, 5)] {
        if projects > most {
            continue;
        }
        let input = event(projects, judges, each)?;
        let mut best = f64::INFINITY;
        let mut last: Option<Outcome> = None;
        for _ in 0..if projects < 5_000 { 5 } else { 1 } {
            let start = Instant::now();
            last = Some(calibrate(&input)?);
            best = best.min(start.elapsed().as_secs_f64());
        }
        if let Some(run) = last {
            println!(
                "{projects} projects, {judges} judges, {} reviews: {:.1} ms {} rounds, noise {}",
                run.fit.reviews,
                best * 1e3,
                run.fit.rounds,
                run.fit.noise
            );
        }
    }
    Ok(())
}

/// An event with harsh and lenient, sharp and blunt, steady and erratic judges.
fn event(projects: usize, judges: usize, each: usize) -> Result<Input, Box<dyn std::error::Error>> {
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
            let [offset, scale, noise] = panel[j];
            let y = (0.6 + offset + scale * quality + noise * normal()).clamp(0.0, 1.0);
            let judge = format!("judge{j:05}@example.org");
            let project = i as i64;
            if reviews.iter().rev().take(each).any(|r: &Review| r.project == project && r.judge == judge) {
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
