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

/// The numbers of a column of the table of all worlds, by world; of several in a cell the first.
fn column(document: &str, name: &str) -> Vec<(String, f64)> {
    let mut rows = document.lines().skip_while(|line| !line.starts_with("| world |"));
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let at = cells(rows.next().unwrap()).iter().position(|cell| cell == name).unwrap();
    let row = |line: &str| {
        let cells = cells(line);
        let number = cells[at].split_whitespace().next().unwrap().replace('*', "");
        (cells[1].clone(), number.parse().unwrap())
    };
    rows.skip(1).take_while(|line| line.starts_with('|')).map(row).collect()
}

/// `.29`: a number from 0 to 1 as sentences have it.
fn short(number: f64) -> String {
    format!("{:.2}", number.abs()).trim_start_matches('0').to_owned()
}

#[test]
fn what_the_tables_of_fairness_say_is_what_its_sentences_say() {
    let said = document("fairness.md");
    let (_, goals) = said.split_once("## Goals").unwrap();
    let (goals, _) = goals.split_once("What is not met:").unwrap();
    let goals: Vec<&str> =
        goals.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| what")).collect();
    let missed = goals.iter().filter(|line| line.ends_with("| **not met** |")).count();
    let sentence = format!("**{missed} of {} goals are not met.**", goals.len());
    assert!(said.contains(&sentence), "{sentence}");
    assert!(said.find(&sentence) < said.find("**It gains**"), "losses first");
    let worlds = column(&said, "raw tau").len();
    assert!(said.contains(&format!("simulated events of {worlds} kinds")), "{worlds} worlds");
    let least = |of: &[f64]| of.iter().copied().fold(f64::INFINITY, f64::min);
    let z: Vec<f64> = column(&said, "z-score Δ").into_iter().map(|(_, number)| number).collect();
    assert!(said.contains(&format!("lose a lot (up to {})", short(least(&z)))), "{}", least(&z));
    let held = column(&said, "rank range holds").into_iter();
    let held: Vec<f64> =
        held.filter(|(world, _)| world.contains("projects’ sd 0.0")).map(|(_, n)| n).collect();
    let most = held.iter().copied().fold(0.0, f64::max);
    let honest = format!("Rank ranges stay honest ({} to {}).", short(least(&held)), short(most));
    assert!(held.len() == 4 && said.contains(&honest), "{honest}");
    let gain = column(&said, "calibration Δ ± se").into_iter();
    let gain = gain.filter(|(world, _)| world == "everything at once").map(|(_, number)| number).sum::<f64>();
    assert!(said.contains(&format!("{} where\neverything comes together", short(gain))), "{gain}");
    for (world, words) in [
        ("discussed panel", "where a panel discusses"),
        ("everything at once", "where everything comes together"),
    ] {
        let flagged =
            column(&said, "innocent flagged").into_iter().find(|(name, _)| name == world).unwrap().1;
        let sentence = format!("{flagged:.0} % of the events {words}");
        assert!(said.contains(&sentence) || said.contains(&format!("{flagged:.0} % {words}")), "{sentence}");
    }
}
