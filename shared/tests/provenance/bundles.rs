//! Rankings computed again from a bundle, number by number.

use crate::support::*;
use shared::calibration::{Input, UNWATCHED, Version, calibrate_as};
use shared::provenance::{
    AuditHead, DifferenceKind, InputLine, Payload, Quantity, ReviewRecord, Run, SignedRanking, again,
    against_signed, from_reviews, read_bundle, reviews_digest, sign,
};
use shared::record_salt::RecordSalt;

/// A change to a run.
type Edit = fn(&mut Run);

fn ranking() -> SignedRanking {
    let (_, outcome) = calibrated();
    match results(&outcome, AuditHead { seq: 1, row_hash: String::new(), root: None }) {
        Payload::Results(document) => document.results,
        _ => panic!("results are results"),
    }
}

#[test]
fn a_stored_run_computes_to_itself() {
    let stored = read_bundle(bundle(&[run()], &chain(5)).to_string().as_bytes()).unwrap();
    assert_eq!((stored.runs.as_slice(), stored.audit.as_slice()), (&[run()][..], &chain(5)[..]));
    let outcome = again(&stored.runs[0], false, UNWATCHED).unwrap();
    assert_eq!(outcome, calibrated().1);
    against_signed(&outcome, &ranking()).unwrap();
    assert_eq!(from_reviews(&stored.event).unwrap().digest_hex(), outcome.input_digest);
}

#[test]
fn every_number_of_a_run_is_compared() {
    let changes: [(Edit, &str); 22] = [
        (|r| r.input_digest.replace_range(0..1, "x"), "input_digest"),
        (|r| r.method = "raw-mean/v1".into(), "method"),
        (|r| r.input[3].3 = 0.123_456, "input_digest"),
        (|r| r.input[3].3 = 0.123_456_7, "input[3]"),
        (|r| r.input[3].3 = 1.5, "input[3]"),
        (|r| r.input[3].3 = -0.1, "input[3]"),
        (|r| r.input.truncate(59), "input_digest"),
        (|r| r.input.push(r.input[0].clone()), "input"),
        (|r| r.input.clear(), "input_digest"),
        (|r| r.results[2].rank += 1, "project"),
        (|r| r.results[2].raw_rank += 1, "project"),
        (|r| r.results[2].calibrated += 1e-6, "project"),
        (|r| r.results[2].se -= 1e-6, "project"),
        (|r| r.results[2].raw_mean += 1e-6, "project"),
        (|r| r.results[2].reviews += 1, "project"),
        (|r| r.results[2].rank_interval[1] += 1, "project"),
        (|r| r.results[2].chances[0].chance += 0.001, "project"),
        (|r| r.results[2].better_than_next = None, "project"),
        (|r| r.results.truncate(11), "results"),
        (|r| r.panels = None, "panels"),
        (|r| r.panels.as_mut().unwrap().used ^= true, "panels"),
        (|r| r.panels.as_mut().unwrap().z = Some(1.25), "panels"),
    ];
    for (nth, (change, at)) in changes.into_iter().enumerate() {
        let mut changed = run();
        change(&mut changed);
        let difference = again(&changed, false, UNWATCHED).unwrap_err();
        let third = format!("project {}", changed.results.get(2).map_or(0, |p| p.project));
        let at = if at == "project" { &third } else { at };
        assert_eq!(difference.at, at, "change {nth}: {difference:?}");
    }
    let mut changed = run();
    changed.results.swap(0, 1);
    let difference = again(&changed, false, UNWATCHED).unwrap_err();
    assert!(
        matches!(difference.change, DifferenceKind::Value { quantity: Quantity::Project, .. }),
        "{difference:?}"
    );
    let of_judges: [Edit; 8] = [
        |r| r.judges[1].offset += 1e-6,
        |r| r.judges[1].scale += 1e-6,
        |r| r.judges[1].noise += 1e-6,
        |r| r.judges[1].weight += 1e-6,
        |r| r.judges[1].weight = f64::NAN,
        |r| r.judges[1].reviews += 1,
        |r| r.judges[1].judge.push('x'),
        |r| r.judges[1].flags.push(shared::calibration::Flag::Flat),
    ];
    for change in of_judges {
        let mut changed = run();
        change(&mut changed);
        let difference = again(&changed, false, UNWATCHED).unwrap_err();
        assert_eq!(difference.at, format!("judge {}", changed.judges[1].judge), "{difference:?}");
    }
}

#[test]
fn a_ranking_that_was_signed_is_compared_number_by_number() {
    let (_, outcome) = calibrated();
    let changes: [fn(&mut SignedRanking); 9] = [
        |r| r.input_digest.replace_range(0..1, "x"),
        |r| r.method.push('x'),
        |r| r.judges += 1,
        |r| r.projects[0].rank = 2,
        |r| r.projects[0].calibrated += 1e-6,
        |r| r.projects[0].se += 1e-6,
        |r| r.projects[0].rank_interval[0] = 99,
        |r| r.projects.swap(3, 4),
        |r| r.projects.truncate(11),
    ];
    for (nth, change) in changes.into_iter().enumerate() {
        let mut changed = ranking();
        change(&mut changed);
        assert!(against_signed(&outcome, &changed).is_err(), "change {nth}");
    }
}

#[test]
fn a_run_of_the_second_version_does_not_say_whether_it_was_dealt_and_computes_all_the_same() {
    // One project of two judges and one of another two: without tracks the two halves are groups of their own.
    let (reviews, _) = calibrated();
    let mut apart = reviews;
    for review in apart.iter_mut().filter(|r| r.project % 2 == 0) {
        review.judge = format!("other-{}", review.judge);
    }
    let with = |version: &Version, declared: bool| {
        let input = Input::new(apart.clone(), declared).unwrap();
        let outcome = calibrate_as(version, &input, &[], UNWATCHED).unwrap();
        Run {
            method: outcome.method,
            input_digest: outcome.input_digest,
            panels: outcome.fit.panels,
            input: apart.iter().map(InputLine::from).collect(),
            results: outcome.projects,
            judges: outcome.judges,
            ..run()
        }
    };
    for version in [&Version::V2, &Version::V3] {
        let [one, other] = [true, false].map(|declared| with(version, declared).results);
        assert_ne!(one, other, "the case is worth its test");
    }
    for (declared, now) in [(true, true), (true, false), (false, true), (false, false)] {
        for version in [&Version::V2, &Version::V3] {
            again(&with(version, declared), now, UNWATCHED).unwrap();
        }
    }
    // The third version says it, so that another answer is another run.
    let mut said = with(&Version::V3, true);
    said.panels.as_mut().unwrap().dealt = false;
    assert!(again(&said, true, UNWATCHED).is_err());
    // And no run passes for one of another version.
    let renamed = Run { method: Version::V3.method.to_owned(), ..with(&Version::V2, true) };
    assert!(again(&renamed, true, UNWATCHED).is_err());
}

#[test]
fn a_bundle_that_does_not_read_names_its_place() {
    let whole = bundle(&[run()], &chain(2));
    for (pointer, value, place) in [
        ("/runs/0/input/3", json!([1, null, "x"]), "runs[0].input[3]"),
        ("/runs/0/results/0/rank", json!("1"), "runs[0].results[0].rank"),
        ("/audit/1/seq", json!("2"), "audit[1].seq"),
        ("/projects/1/title", json!(""), "projects[1].title"),
    ] {
        let mut changed = whole.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let fault = read_bundle(changed.to_string().as_bytes()).unwrap_err();
        assert_eq!(fault.place, place, "{:?}", fault.faults);
    }
    // Of a key that occurs twice, one reader would take the first value and another the last. A reason of a third kind counts nowhere.
    for members in [r#""901":"duplicate","901":"no_reviews""#, r#""901":"late""#] {
        let text = whole.to_string();
        let changed = text.replace("\"excluded\":{", &format!("\"excluded\":{{{members}"));
        assert_ne!(changed, text);
        let fault = read_bundle(changed.as_bytes()).unwrap_err();
        assert!(fault.place.starts_with("runs[0].excluded"), "{fault:?}");
    }
    let mut extended = whole;
    extended["runs"][0]["extra"] = json!(1);
    let fault = read_bundle(extended.to_string().as_bytes()).unwrap_err();
    assert!(format!("{:?}", fault.faults).contains("unknown field `extra`"), "{fault:?}");
}

#[test]
fn only_reviews_that_count_are_read_again() {
    let whole = bundle(&[], &[]);
    let digest = |file: &serde_json::Value| {
        let stored = read_bundle(file.to_string().as_bytes()).unwrap();
        from_reviews(&stored.event).map(|input| (input.reviews().len(), input.digest_hex()))
    };
    let count = calibrated().0.len();
    assert_eq!(digest(&whole).unwrap().0, count);
    let mut recused = whole.clone();
    recused["assignments"][0]["status"] = json!("recused");
    recused["assignments"][0]["review"]["submitted_at"] = json!(null);
    assert_eq!(digest(&recused).unwrap().0, count - 1);
    let mut repeat = whole.clone();
    let first = repeat["projects"][0]["ref"].clone();
    repeat["projects"][1]["duplicate_of"] = first;
    assert!(digest(&repeat).unwrap().0 < count);
    let mut nameless = whole;
    nameless["projects"][0].as_object_mut().unwrap().remove("id");
    assert_eq!(digest(&nameless), None);
}

#[test]
fn a_judges_record_is_compared_with_the_reviews_in_the_bundle() {
    let mut file = bundle(&[run()], &chain(5));
    let salt = RecordSalt::from_bytes(&[7; 16]).unwrap();
    file["people"][0]["record_salt"] = json!(salt.to_hex());
    let judge = file["people"][0]["email"].as_str().unwrap().to_owned();
    let [_, Payload::Judge(mut record), ..] = payloads() else { panic!("the second is a judge's") };
    let (reviews, _) = calibrated();
    let own = reviews.iter().filter(|r| r.judge == judge).map(|r| ReviewRecord {
        project: r.project,
        submitted_at: "2026-11-20T15:00:00Z".parse().unwrap(),
        scores: [("quality".to_owned(), r.total_micro)].into(),
    });
    record.judge.email.clone_from(&judge);
    record.reviews_digest = reviews_digest(&salt, own.collect()).unwrap();
    let record = sign(&Payload::Judge(record), &SECRET).unwrap().into_bytes();
    let found = |change: &dyn Fn(&mut Value), words: &str| {
        let mut file = file.clone();
        change(&mut file);
        let files = [("bundle.json", file.to_string().into_bytes()), ("record.json", record.clone())];
        finds(&check(&files, &keys()).files[0], words);
    };
    found(&|_| {}, &format!("RecordMatches {{ judge: {judge:?}, file: \"record.json\" }}"));
    let nth =
        file["assignments"].as_array().unwrap().iter().position(|a| a["person"] == judge.as_str()).unwrap();
    let other = |file: &mut Value| file["assignments"][nth]["review"]["scores"]["quality"] = json!(1);
    found(&other, "RecordDiffers {");
    let salted = |file: &mut Value| file["people"][0]["record_salt"] = json!("00".repeat(16));
    found(&salted, "RecordDiffers {");
    let unsalted = |file: &mut Value| file["people"][0]["record_salt"] = Value::Null;
    found(&unsalted, "RecordNotCompared { missing: Salt,");
    found(
        &|file| file["people"][0]["email"] = json!("else@example.org"),
        "RecordNotCompared { missing: Judge,",
    );
}
