//! Writes what the native side makes of every case, for `compare.mjs` to run the same through the WASM build and compare bytes:
//! for the calibration `<case>.input.json` and `<case>.outcome.json`, for records that anyone can check `records.json`.
//! `<case>.bundle.json` is for `docs/calibration.py`, which computes the same run from the document's formulas.
//!
//! Cases of the calibration: the golden inputs, as they are, split into three tracks, in two parts, with odd judges, and where
//! judges chose; one where everybody saw everything, one where most judges give everything the same, one whose fit is cut off by its
//! most rounds, and one too small for the model.

mod records;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use shared::calibration::{Input, Outcome, Review, calibrate};
use shared::provenance::{InputLine, Run};
use vectors::forged;

type Cases = Vec<(String, Input)>;

/// Forgeries where nobody says how many. Each is judged in unoptimised WASM as well; the tests judge all of them natively.
const FORGERIES: usize = forged::FEW / 4;
/// Events with more reviews take a program of matrices half a minute each.
const MOST_IN_A_BUNDLE: usize = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let out = PathBuf::from(given.next().ok_or("usage: native FOLDER [FORGERIES]")?);
    let forgeries = given.next().map_or(Ok(FORGERIES), |count| count.parse())?;
    std::fs::create_dir_all(&out)?;
    for (name, input) in cases()? {
        std::fs::write(out.join(format!("{name}.input.json")), serde_json::to_string(&input)?)?;
        let outcome = calibrate(&input)?;
        std::fs::write(out.join(format!("{name}.outcome.json")), serde_json::to_string(&outcome)?)?;
        if input.reviews().len() <= MOST_IN_A_BUNDLE {
            std::fs::write(out.join(format!("{name}.bundle.json")), bundle(&input, outcome).to_string())?;
        }
    }
    std::fs::write(out.join("records.json"), serde_json::to_string(&records::cases(forgeries)?)?)?;
    Ok(())
}

/// What a bundle holds of a run.
fn bundle(input: &Input, outcome: Outcome) -> serde_json::Value {
    let run = Run {
        run: 1,
        method: outcome.method,
        input_digest: outcome.input_digest,
        panels: outcome.fit.panels,
        input: input.reviews().iter().map(InputLine::from).collect(),
        results: outcome.projects,
        judges: outcome.judges,
        excluded: BTreeMap::new(),
        pinned_at: None,
        reason: None,
    };
    serde_json::json!({ "format": "evenhand-bundle/1", "runs": [run] })
}

fn cases() -> Result<Cases, Box<dyn Error>> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/tests/golden");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(golden)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let mut cases = Cases::new();
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let Some(name) = name.strip_suffix(".data.csv") else { continue };
        let reviews = read(&file)?;
        let tracks = reviews
            .iter()
            .map(|review| Review { track: Some(review.project % 3), ..review.clone() })
            .collect();
        cases.push((format!("{name}-tracks"), Input::new(tracks, true)?));
        cases.push((format!("{name}-chosen"), Input::new(chosen(&reviews), false)?));
        cases.push((format!("{name}-parts"), Input::new(apart(&reviews), false)?));
        cases.push((format!("{name}-parts-dealt"), Input::new(apart(&reviews), true)?));
        cases.push((format!("{name}-odd"), Input::new(odd(&reviews), true)?));
        cases.push((name.to_owned(), Input::new(reviews, false)?));
    }
    let (_, smallest) =
        cases.iter().min_by_key(|(_, input)| input.reviews().len()).ok_or("no golden input")?;
    let few = smallest.reviews().iter().take(2).cloned().collect();
    cases.push(("too-small".to_owned(), Input::new(few, false)?));
    cases.push(("complete".to_owned(), Input::new(complete(12, 5), false)?));
    cases.push(("alike".to_owned(), Input::new(alike(), true)?));
    cases.push(("cut-off".to_owned(), Input::new(hardly_tied(), true)?));
    Ok(cases)
}

/// The same, but no judge saw both a project with an even number and one with an odd one.
fn apart(reviews: &[Review]) -> Vec<Review> {
    let half = |review: &Review| Review {
        judge: format!("{}-{}", review.project % 2, review.judge),
        ..review.clone()
    };
    reviews.iter().map(half).collect()
}

/// The same, but judge 1 turns the scale upside down, judge 2 gives nearly the same to everything, and judges 3 and 4 swing.
fn odd(reviews: &[Review]) -> Vec<Review> {
    let changed = |review: &Review| {
        let total = review.total_micro;
        let swing = if review.project % 2 == 0 { 350_000 } else { -350_000 };
        let total_micro = match review.judge.get(5..10) {
            Some("00001") => 1_000_000 - total,
            Some("00002") => 500_000 + review.project % 3 * 10_000,
            Some("00003" | "00004") => (total + swing).clamp(0, 1_000_000),
            _ => total,
        };
        Review { total_micro, ..review.clone() }
    };
    reviews.iter().map(changed).collect()
}

/// Every judge saw every project, and each project beyond the sixth got what an earlier one did.
fn complete(projects: i64, judges: i64) -> Vec<Review> {
    let review = |project: i64, judge: i64| Review {
        project,
        track: None,
        judge: format!("judge{judge:05}@example.org"),
        total_micro: (project % 6 + 1) * 110_000 + (project % 6 * 3 + judge * 5) % 7 * 30_000,
    };
    (1..=projects).flat_map(|project| (0..judges).map(move |judge| review(project, judge))).collect()
}

/// Four of five judges give the same to all, and have seen differently many.
fn alike() -> Vec<Review> {
    let review = |(project, judge): (i64, i64)| Review {
        project,
        track: Some(project % 2),
        judge: format!("judge{judge:05}@example.org"),
        total_micro: if judge < 4 { 700_000 } else { 300_000 + project * 31_000 },
    };
    let pairs = (1..=12).flat_map(|project| (0..5).map(move |judge| (project, judge)));
    pairs.filter(|(project, judge)| project + 2 * judge <= 14).map(review).collect()
}

/// Two judges with 250 projects each, and one that both saw: so little compares them that the rounds hardly settle.
fn hardly_tied() -> Vec<Review> {
    let review = |project: i64, judge: i64, total_micro: i64| Review {
        project,
        track: None,
        judge: format!("judge{judge:05}@example.org"),
        total_micro,
    };
    let each = |project: i64| {
        review(project, project % 2, (300 + project * 131 % 401) * 1_000 + project % 2 * 100_000)
    };
    (1..=500).map(each).chain([review(1, 0, 450_000)]).collect()
}

/// Of these reviews those by which generous judges would see the better projects: judges with an odd number give 0.15 more, and
/// are left out where a project's mean is low, and the others where it is high.
fn chosen(reviews: &[Review]) -> Vec<Review> {
    let mean = |of: &dyn Fn(&Review) -> bool| {
        let totals = || reviews.iter().filter(|review| of(review)).map(|review| review.total_micro);
        totals().sum::<i64>() / totals().count().max(1) as i64
    };
    let all = mean(&|_| true);
    let mut kept = reviews.to_vec();
    kept.retain_mut(|review| {
        let odd = review.judge.as_bytes().get(9).is_some_and(|digit| digit % 2 == 1);
        let good = mean(&|other| other.project == review.project) > all;
        review.total_micro = (review.total_micro + if odd { 150_000 } else { 0 }).min(1_000_000);
        odd == good || review.project % 3 == 0
    });
    kept
}

/// Columns `item,judge,y`; the total in millionths, as the portal stores it.
fn read(file: &Path) -> Result<Vec<Review>, Box<dyn Error>> {
    csv::Reader::from_path(file)?
        .deserialize()
        .map(|row| {
            let (project, judge, total): (i64, usize, f64) = row?;
            let total_micro = format!("{:.0}", total * 1e6).parse()?;
            Ok(Review { project, track: None, judge: format!("judge{judge:05}@example.org"), total_micro })
        })
        .collect()
}
