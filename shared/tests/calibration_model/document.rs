//! What `docs/calibration.md` says in numbers is what the model says, and its program names the same version.

use crate::support::input;
use shared::calibration::{METHOD, METHOD_RAW_MEAN, calibrate};
use std::path::Path;

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The document's example: what each project got from Ada, Bo and Cy.
const EXAMPLE: [(&str, [Option<f64>; 3]); 6] = [
    ("Lamp", [Some(0.65), Some(0.75), None]),
    ("Kite", [None, Some(0.70), Some(0.80)]),
    ("Fern", [None, Some(0.55), Some(0.70)]),
    ("Drum", [Some(0.50), Some(0.60), None]),
    ("Boat", [Some(0.40), None, Some(0.65)]),
    ("Gate", [Some(0.30), None, Some(0.50)]),
];

#[test]
fn the_example_of_the_document_is_computed_as_it_says() {
    let rows = (1..).zip(EXAMPLE).flat_map(|(project, (_, totals))| {
        (0..).zip(totals).filter_map(move |(judge, total)| Some((project, judge, total?)))
    });
    let run = calibrate(&input(rows)).unwrap();
    let said = document("calibration.md");
    // The example is listed by rank, and its projects are numbered so.
    assert_eq!(run.projects.iter().map(|p| p.project).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    for (p, (name, totals)) in run.projects.iter().zip(EXAMPLE) {
        let cells = totals.map(|total| total.map_or_else(|| " ".to_owned(), |total| format!(" {total:.2} ")));
        let row =
            format!("| {name} |{}| {:.3} | {:.3} ± {:.3} |", cells.join("|"), p.raw_mean, p.calibrated, p.se);
        assert!(said.contains(&row), "{row}");
    }
    let offsets: Vec<String> = run.judges.iter().map(|judge| format!("{:.3}", judge.offset)).collect();
    assert_eq!(offsets, ["-0.075", "0.012", "0.063"]);
    assert!(said.contains("Ada gives 0.075 less than the average judge, Bo 0.012 more and Cy 0.063 more."));
    let lamp = &run.projects[0];
    assert!(matches!(lamp.rank_interval, [1, 3 | 4]), "from 1 to about 3: {:?}", lamp.rank_interval);
    assert!((lamp.chances[0].chance - 0.5).abs() < 0.1, "about one half: {:?}", lamp.chances);
}

#[test]
fn document_and_program_name_the_version_that_runs_are_made_with() {
    assert!(document("calibration.md").contains(&format!("(`{METHOD}`)")));
    let program = document("calibration.py");
    assert!(program.contains(&format!("METHOD, RAW_MEAN = \"{METHOD}\", \"{METHOD_RAW_MEAN}\"\n")));
}
