//! The results of simulated events, calibrated as a real one would be.

use crate::{Sample, head, hours, now};
use app::pages::manage::JudgeRow;
use app::pages::results::*;
use shared::calibration::{Input, Outcome, Review, calibrate};
use shared::ids::ProjectId;
use shared::rubric::{Criterion, Weight};
use shared::wire::{ResultEntry, Results};

pub(crate) fn pages() -> Vec<Sample> {
    let results = "/events/riverside/results";
    vec![
        page("results", results, || results_page(model(57, 20, 4, Shown::Published))),
        page("results-24", results, || {
            let mut page = model(24, 8, 3, Shown::Published);
            page.duplicates = 0;
            page.unreviewed = 0;
            if let Some(results) = &mut page.results {
                results.supersedes = Some(2);
                results.reason = Some("Two reviews had been entered for the wrong project.".into());
            }
            results_page(page)
        }),
        page("results-148", results, || results_page(model(148, 40, 6, Shown::Preview))),
        page("results-clear", results, || results_page(model(8, 24, 8, Shown::HiddenByVote(hours(3))))),
        page("results-none", results, || {
            results_page(ResultsPage { results: None, ..model(8, 3, 3, Shown::Preview) })
        }),
        page("results-how", "/events/riverside/results/how", || how_page(how())),
    ]
}

fn page(
    name: &'static str,
    path: &'static str,
    page: impl FnOnce() -> leptos::prelude::AnyView + 'static,
) -> Sample {
    Sample { name, path, error: false, islands: false, page: Box::new(page) }
}

/// A small generator of even numbers from 0 to 1, the same at each run.
struct Even(u64);

impl Even {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// About normal: the sum of twelve.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

/// An event of `projects` by `judges`, `per` reviews each, with kind, strict and one reversed judge.
pub(crate) fn outcome(projects: i64, judges: usize, per: usize) -> Outcome {
    let mut even = Even(projects as u64 * 7919 + judges as u64);
    let offsets: Vec<f64> = (0..judges).map(|_| even.normal() * 0.08).collect();
    let mut reviews = Vec::new();
    for project in 1..=projects {
        let worth = 0.58 + even.normal() * 0.13;
        let first = (even.next() * judges as f64) as usize;
        for step in 0..per {
            let judge = (first + step * (1 + project as usize % 3)) % judges;
            let sign = if judge == 2 && judges > 12 { -1.0 } else { 1.0 };
            let noise = if judge == 5 { 0.22 } else { 0.06 };
            let total = 0.58 + offsets[judge] + sign * (worth - 0.58) + even.normal() * noise;
            let judge = format!("judge{judge}@demo.example");
            if !reviews.iter().any(|r: &Review| r.project == project && r.judge == judge) {
                let total_micro = (total.clamp(0.0, 1.0) * 40.0).round() as i64 * 25_000;
                reviews.push(Review { project, track: None, judge, total_micro });
            }
        }
    }
    let input = Input::new(reviews, false).expect("one review each");
    calibrate(&input).expect("reviews")
}

const NAMES: [&str; 12] = [
    "Solar Kiosk",
    "Tidewatch",
    "Breadcrumb",
    "Pocket Orchard",
    "Second Shift",
    "Lamppost",
    "Kerb",
    "Undertow",
    "Ferry Times",
    "Hearsay",
    "A Field Guide to Every Bench in the Harbour District",
    "Plumb Line",
];
const TEAMS: [&str; 7] =
    ["Team Lumen", "Low Water", "Sourdough", "Pip", "Night Bus", "The Quiet Electricians", "Ødegård & Søn"];

fn title(project: i64) -> String {
    let name = NAMES[project as usize % NAMES.len()];
    if project < NAMES.len() as i64 {
        name.into()
    } else {
        format!("{name} {}", project / NAMES.len() as i64 + 1)
    }
}

fn model(projects: i64, judges: usize, per: usize, shown: Shown) -> ResultsPage {
    let outcome = outcome(projects, judges, per);
    let entry = |p: &shared::calibration::ProjectOutcome| ResultEntry {
        rank: p.rank,
        raw_rank: p.raw_rank,
        project: ProjectId(p.project),
        title: title(p.project),
        team: TEAMS[p.project as usize % TEAMS.len()].into(),
        calibrated: p.calibrated,
        se: p.se,
        raw_mean: p.raw_mean,
        reviews: p.reviews,
        rank_interval: p.rank_interval,
    };
    let results = Results {
        event: "riverside".into(),
        published_at: (shown != Shown::Preview).then(now),
        run: 3,
        input_digest: outcome.input_digest.clone(),
        method: outcome.method.clone(),
        reason: None,
        supersedes: None,
        projects: outcome.projects.iter().map(entry).collect(),
    };
    ResultsPage {
        now: now(),
        head: head(shown != Shown::Published),
        judges: outcome.judges.len() as u32,
        results: Some(results),
        shown,
        duplicates: 1,
        unreviewed: 2,
        own: vec![ProjectId(4)],
        signed: shown == Shown::Published,
    }
}

fn how() -> HowPage {
    let criterion = |name: &str, weight: &str, max_value| Criterion {
        key: name.to_lowercase(),
        name: name.into(),
        guidance: String::new(),
        weight: Weight::parse(weight).expect("a weight"),
        min_value: 1,
        max_value,
    };
    HowPage {
        head: head(false),
        criteria: vec![
            criterion("Quality", "2", 5),
            criterion("Impact", "1.5", 10),
            criterion("Craft", "1", 3),
        ],
        method: "crossed-eb/v1".into(),
        run: 3,
        input_digest: "6c38f00e9c0f9f4ad21bd64eebf8d1f0b8a9ab8a9fd0d2b3a1c9c65a3a0f8d7e".into(),
    }
}

/// The judges of a run, by made-up names.
pub(crate) fn judge_rows(outcome: &Outcome) -> Vec<JudgeRow> {
    let first = ["Ada", "Grace", "Edsger", "Barbara", "Alan", "Radia", "Donald", "Margaret"];
    let last = ["Okafor", "Lindqvist", "Marchetti", "Nakamura", "Duarte"];
    outcome
        .judges
        .iter()
        .enumerate()
        .map(|(i, judge)| JudgeRow {
            name: format!("{} {}", first[i % first.len()], last[i % last.len()]),
            email: judge.judge.clone(),
            reviews: judge.reviews,
            offset: judge.offset,
            scale: judge.scale,
            noise: judge.noise,
            flags: judge.flags.clone(),
        })
        .collect()
}
