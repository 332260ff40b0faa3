//! Bundles, alone and with signed results.

use crate::support::{bundle, calibrated, chain, chained, check, finds, keys, one, run, signed_results};
use shared::provenance::{CheckContext, File, Kind, Link, Verdict, check_with};

#[test]
fn a_bundle_is_read_chained_and_computed_again() {
    let links = chain(6);
    let file = |runs: &[_], audit: &[Link]| bundle(runs, audit).to_string().into_bytes();
    let whole = check(&[("b.json", file(&[run()], &links)), ("r.json", signed_results(&links))], &keys());
    assert!(whole.all_hold(), "{whole:#?}");
    let finding = &whole.files[0];
    assert_eq!(finding.kind, Kind::Bundle);
    finds(finding, "RunComputed { run: 1, reviews: 60, projects: 12,");
    finds(finding, "EqualsSigned { file: \"r.json\" }");
    finds(finding, "ReviewsOfRun { run: 1 }");
    finds(finding, "HoldsSignedRow { row: 3, file: \"r.json\"");

    let alone = one("b.json", file(&[run()], &links), &keys());
    assert_eq!(alone.verdict, Verdict::Holds);
    finds(&alone, "Bundle(AddSignedResults)");
    finds(&alone, "NoSignedHead");

    // Without its run, the ranking is computed from the reviews.
    let runless = check(&[("b.json", file(&[], &[])), ("r.json", signed_results(&links))], &keys());
    finds(&runless.files[0], "EqualsSigned { file: \"r.json\" }");

    let mut better = run();
    better.results[5].rank = 1;
    let finding = one("b.json", file(&[better], &links), &keys());
    assert_eq!(finding.verdict, Verdict::DoesNotHold);
    assert_eq!(finding.breaks_at, Some(format!("runs[0], project {}", run().results[5].project)));
    finds(&finding, "quantity: Rank, of: Some(Project(");

    let mut tampered = links.clone();
    tampered[3].row.after.push(' ');
    let finding = one("b.json", file(&[run()], &tampered), &keys());
    assert_eq!(finding.breaks_at.as_deref(), Some("audit, row 4"));
    let finding = one("b.json", file(&[run()], &chained(chain(6), "other")), &keys());
    assert_eq!(finding.breaks_at.as_deref(), Some("audit, row 1"));
}

#[test]
fn a_check_for_others_computes_only_so_much() {
    let (links, reviews) = (chain(6), run().input.len());
    let second = shared::provenance::Run { run: 2, ..run() };
    let file = bundle(&[run(), second], &links).to_string().into_bytes();
    let within = |most| {
        let files = [File { name: "b.json", bytes: &file }];
        check_with(&files, &CheckContext { reviews: most, ..CheckContext::of(&keys()) }).files.remove(0)
    };
    let finding = within(2 * reviews + 140);
    assert_eq!(finding.verdict, Verdict::Holds, "{finding:#?}");
    let finding = within(2 * reviews + 99);
    assert_eq!(finding.verdict, Verdict::CannotBeJudged);
    finds(&finding, "RunComputed { run: 1,");
    finds(&finding, "TooMuchToCompute { run: 2, file: None }");
}

#[test]
fn another_ranking_made_whole_again_differs_from_the_signed_one() {
    // Somebody changes a score in the bundle and computes everything anew: by itself it holds.
    let (mut reviews, _) = calibrated();
    reviews[0].total_micro = 1_000_000;
    let input = shared::calibration::Input::new(reviews.clone(), false).unwrap();
    let outcome = shared::calibration::calibrate(&input).unwrap();
    let forged = shared::provenance::Run {
        input_digest: outcome.input_digest,
        input: reviews.iter().map(shared::provenance::InputLine::from).collect(),
        results: outcome.projects,
        judges: outcome.judges,
        ..run()
    };
    let links = chain(6);
    let file = bundle(&[forged], &links).to_string().into_bytes();
    assert_eq!(one("b.json", file.clone(), &keys()).verdict, Verdict::Holds);
    let report = check(&[("b.json", file), ("r.json", signed_results(&links))], &keys());
    assert_eq!(report.files[0].verdict, Verdict::DoesNotHold);
    assert_eq!(report.files[0].breaks_at.as_deref(), Some("runs[0], input_digest"));
    assert_eq!(report.files[1].verdict, Verdict::Holds);
}
