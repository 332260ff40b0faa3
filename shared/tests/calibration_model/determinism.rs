//! The same input gives the same bits, whatever order it comes in.

use crate::support::{chosen, golden, input};
use crate::world::{Dice, PLAIN, World};
use sha2::{Digest, Sha256};
use shared::calibration::{Input, InputError, Outcome, UNWATCHED, Version, calibrate, calibrate_as};

fn bytes(input: &Input) -> String {
    serde_json::to_string(&calibrate(input).unwrap()).unwrap()
}

#[test]
fn shuffled_reviews_give_the_same_bytes() {
    let mut dice = Dice::new(3);
    let event =
        World { tracks: 3, track_sd: 0.05, cross: 0.2, projects: 40, judges: 12, ..PLAIN }.event(&mut dice);
    let expected = bytes(&event.input);
    for _ in 0..3 {
        let mut reviews = event.input.reviews().to_vec();
        dice.shuffle(&mut reviews);
        assert_eq!(bytes(&Input::new(reviews, true).unwrap()), expected);
    }
}

/// Hashes of the outcomes as JSON: any change of the model's arithmetic shows here, natively and,
/// through the same function, in WASM. A change that is meant needs a new method label.
#[test]
fn golden_inputs_give_the_committed_bytes() {
    let committed = include_str!("../golden/outcome_hashes.txt");
    assert_eq!(hashes(committed, &Version::V3), committed);
}

/// What was published with the second version of the model is still computed as what it was.
#[test]
fn golden_inputs_give_the_bytes_of_the_second_version() {
    let committed = include_str!("../golden/outcome_hashes_v2.txt");
    assert_eq!(hashes(committed, &Version::V2), committed);
}

/// The lines of the same names, with the hashes of what this version makes of them.
fn hashes(committed: &str, version: &Version) -> String {
    let names = committed.lines().map(|line| line.split_once("  ").unwrap().1);
    let line = |name: &str| {
        let input = name.strip_suffix("-chosen").map_or_else(|| golden(name), chosen);
        let outcome = calibrate_as(version, &input, &[], UNWATCHED).unwrap();
        assert!(!name.ends_with("-chosen") || outcome.fit.panels.is_some_and(|panels| panels.used), "{name}");
        let hash = Sha256::digest(serde_json::to_string(&outcome).unwrap());
        let hex: String = hash.iter().map(|b| format!("{b:02x}")).collect();
        format!("{hex}  {name}\n")
    };
    names.map(line).collect()
}

#[test]
fn an_outcome_survives_its_json() {
    let run = calibrate(&golden("sim_tiny_12")).unwrap();
    let back: Outcome = serde_json::from_str(&serde_json::to_string(&run).unwrap()).unwrap();
    assert_eq!(back, run);
}

#[test]
fn a_stored_input_is_sorted_and_checked_again_when_read() {
    let event = input([(2, 1, 0.5), (1, 2, 0.25), (1, 1, 1.0)]);
    let json = serde_json::to_string(&event).unwrap();
    assert_eq!(serde_json::from_str::<Input>(&json).unwrap(), event);
    let mut twice = event.reviews().to_vec();
    twice.push(twice[0].clone());
    let json = serde_json::json!({"dealt": false, "reviews": twice}).to_string();
    assert!(serde_json::from_str::<Input>(&json).is_err());
}

#[test]
fn the_digest_is_over_sorted_lines_with_six_decimals() {
    let event = input([(10, 1, 1.0), (9, 2, 0.05), (9, 1, 0.333_333)]);
    let lines = "9,judge00001@example.org,0.333333\n9,judge00002@example.org,0.050000\n10,judge00001@example.org,1.000000\n";
    assert_eq!(event.digest(), <[u8; 32]>::from(Sha256::digest(lines)));
    assert_eq!(event.digest_hex(), calibrate(&event).unwrap().input_digest);
}

#[test]
fn addresses_sort_by_bytes() {
    let mut reviews = input([(1, 1, 0.5), (1, 2, 0.5), (1, 3, 0.5)]).reviews().to_vec();
    for (review, judge) in reviews.iter_mut().zip(["é@x.org", "a@x.org", "B@x.org"]) {
        review.judge = judge.to_owned();
    }
    let sorted = Input::new(reviews, false).unwrap();
    let order: Vec<&str> = sorted.reviews().iter().map(|r| r.judge.as_str()).collect();
    assert_eq!(order, ["B@x.org", "a@x.org", "é@x.org"]);
}

#[test]
fn two_reviews_of_one_project_by_one_judge_are_refused() {
    let mut reviews = input([(1, 1, 0.5)]).reviews().to_vec();
    reviews.push(reviews[0].clone());
    assert!(matches!(Input::new(reviews, false), Err(InputError::Repeated { project: 1, .. })));
}

#[test]
fn a_project_in_two_tracks_and_a_total_above_one_are_refused() {
    let mut reviews = input([(1, 1, 0.5), (1, 2, 0.5)]).reviews().to_vec();
    reviews[0].track = Some(4);
    assert_eq!(Input::new(reviews.clone(), true), Err(InputError::TwoTracks { project: 1 }));
    reviews[0].track = None;
    reviews[1].total_micro = 1_000_001;
    assert!(matches!(Input::new(reviews, false), Err(InputError::OutOfRange { project: 1, .. })));
}
