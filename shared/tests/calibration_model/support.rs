//! What the calibration tests share: golden inputs, small inputs, simulated worlds.

use shared::calibration::{Input, Review};
use std::path::PathBuf;

/// Project and judge numbers and a total.
pub(crate) type Row = (i64, usize, f64);

/// A review without a track; judge numbers become addresses that sort like the numbers.
pub(crate) fn review((project, judge, total): Row) -> Review {
    Review { project, track: None, judge: address(judge), total_micro: micro(total) }
}

pub(crate) fn address(judge: usize) -> String {
    format!("judge{judge:05}@example.org")
}

/// An input without tracks.
pub(crate) fn input(rows: impl IntoIterator<Item = Row>) -> Input {
    Input::new(rows.into_iter().map(review).collect(), false).unwrap()
}

/// A total in millionths.
pub(crate) fn micro(total: f64) -> i64 {
    (total * 1e6).round() as i64
}

pub(crate) fn golden_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// The rows of a golden CSV file, without its header.
pub(crate) fn golden_rows(name: &str) -> Vec<(usize, usize, f64)> {
    csv_rows(&format!("{name}.data.csv"))
        .iter()
        .map(|r| (r[0].parse().unwrap(), r[1].parse().unwrap(), r[2].parse().unwrap()))
        .collect()
}

/// Any golden CSV file as strings.
pub(crate) fn csv_rows(file: &str) -> Vec<Vec<String>> {
    csv::Reader::from_path(golden_file(file))
        .unwrap()
        .records()
        .map(|r| r.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

/// A golden input of which those reviews are left by which generous judges would see the better projects: judges with an odd number
/// give 0.15 more, and are left out where a project's mean is low, and the others where it is high.
pub(crate) fn chosen(name: &str) -> Input {
    let rows = golden_rows(name);
    let mean = |of: &dyn Fn(usize) -> bool| {
        let totals = || rows.iter().filter(|(project, ..)| of(*project)).map(|(.., total)| micro(*total));
        totals().sum::<i64>() / i64::try_from(totals().count()).unwrap()
    };
    let all = mean(&|_| true);
    let kept = rows.iter().filter_map(|&(project, judge, total)| {
        let (odd, good) = (judge % 2 == 1, mean(&|other| other == project) > all);
        let total = (total + if odd { 0.15 } else { 0.0 }).min(1.0);
        (odd == good || project % 3 == 0).then_some((project as i64, judge, total))
    });
    input(kept)
}

pub(crate) fn golden(name: &str) -> Input {
    input(golden_rows(name).into_iter().map(|(i, j, y)| (i as i64, j, y)))
}
