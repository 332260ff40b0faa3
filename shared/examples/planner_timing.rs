//! Prints how long a plan takes and how well it ties judges together, beside 20 random balanced plans:
//! `cargo run --release -p shared --example planner_timing`.
//!
//! Eight tracks, two for each judge; 5 % of pairs in conflict; caps a fifth above the mean load. A number as its argument
//! leaves out events with more projects.

#![expect(clippy::print_stdout, reason = "an example that prints")]

use shared::planner::{Pair, PlanInput, PlanJudge, PlanProject, chances, plan, random_plans};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most = std::env::args().nth(1).map_or(Ok(10_000), |n| n.parse::<i64>())?;
    for (projects, judges, each, random) in [(300, 60, 5, 20), (1_000, 200, 5, 20), (10_000, 2_000, 5, 2)] {
        if projects > most {
            continue;
        }
        let world = event(projects, judges, each);
        let start = Instant::now();
        let plan = plan(&world)?;
        let took = start.elapsed().as_secs_f64();
        let random = random_plans(&world, random)?;
        let best = random.iter().copied().fold(0.0, f64::max);
        let (least, most) =
            (plan.loads.iter().map(|l| l.added).min(), plan.loads.iter().map(|l| l.added).max());
        println!(
            "{projects} projects, {judges} judges, {each} each: {took:.2} s, λ₂/load {:.3} (best of {} random {best:.3}), \
             loads {}-{}, {} of {} in their judge's tracks, {} findings",
            plan.ties.lambda2_over_load.unwrap_or(0.0),
            random.len(),
            least.unwrap_or(0),
            most.unwrap_or(0),
            plan.tracks.inside,
            plan.tracks.of,
            plan.findings.len()
        );
        let start = Instant::now();
        if let Some(chances) = chances(&plan) {
            println!("  {chances:?} in {:.2} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

fn event(projects: i64, judges: i64, each: u32) -> PlanInput {
    let mut state = 1_u64;
    let mut below = |n: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % n
    };
    let cap = (projects * i64::from(each) * 6 / (judges * 5) + 1) as u32;
    let judges: Vec<PlanJudge> =
        (0..judges).map(|id| PlanJudge { id, cap: Some(cap), tracks: vec![below(8), below(8)] }).collect();
    let projects: Vec<PlanProject> =
        (0..projects).map(|id| PlanProject { id, track: Some(below(8)), wanted: None }).collect();
    let mut barred = vec![];
    for project in &projects {
        for judge in &judges {
            if below(20) == 0 {
                barred.push(Pair { project: project.id, judge: judge.id });
            }
        }
    }
    PlanInput { reviews_per_project: each, expertise_weight: 3, judges, projects, kept: vec![], barred }
}
