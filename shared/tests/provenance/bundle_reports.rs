//! Bundles, alone and with signed results.

use crate::support::{
    SECRET, bundle, calibrated, chain, chained, check, finds, keys, one, results, run, signed_results,
};
use serde_json::json;
use shared::provenance::{AuditHead, CheckContext, File, Kind, Link, Payload, Verdict, check_with, sign};

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

/// The signed results of run 1 with a prize that these projects won.
fn signed_with_prize(links: &[Link], winners: &[i64]) -> Vec<u8> {
    let (_, outcome) = calibrated();
    let head = AuditHead { seq: 3, row_hash: links[2].row_hash.clone() };
    let mut payload = results(&outcome, head);
    let Payload::Results(signed) = &mut payload else { unreachable!() };
    let winner =
        |id: &i64| json!({"project": id, "title": format!("Project {id}"), "team": format!("Team {id}")});
    let prize = json!({"name": "Oddest", "sponsor": "", "rule": "panel", "reason": "",
                       "winners": winners.iter().map(winner).collect::<Vec<_>>()});
    signed.results.prizes = vec![serde_json::from_value(prize).unwrap()];
    sign(&payload, &SECRET).unwrap().into_bytes()
}

#[test]
fn a_changed_winner_is_named() {
    let links = chain(6);
    let with = |prizes: serde_json::Value, links: &[Link]| {
        let mut file = bundle(&[run()], links);
        file["prizes"] = prizes;
        let files =
            [("b.json", file.to_string().into_bytes()), ("r.json", signed_with_prize(links, &[1, 2]))];
        check(&files, &keys()).files.remove(0)
    };
    let prize =
        |winners: &[&str]| json!([{"name": "Oddest", "rule": "panel", "winners": 2, "projects": winners}]);
    let same = with(prize(&["p1", "p2"]), &links);
    assert_eq!(same.verdict, Verdict::Holds, "{same:#?}");
    finds(&same, "PrizesEqualSigned { prizes: 1");
    for (winners, here) in [
        (&["p2", "p1"][..], r#"["Project 2", "Project 1"]"#),
        (&["p1", "p3"], r#""Project 3"]"#),
        (&[], "[]"),
    ] {
        let changed = with(prize(winners), &links);
        assert_eq!(changed.verdict, Verdict::DoesNotHold);
        assert_eq!(changed.breaks_at.as_deref(), Some("prizes[0]"));
        finds(&changed, r#"signed: ["Project 1", "Project 2"]"#);
        finds(&changed, here);
    }
    let gone = with(json!([]), &links);
    assert_eq!((gone.verdict, gone.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("prizes")));
    finds(&gone, "PrizeMissing");
    let mut and_more = prize(&["p1", "p2"]);
    let best = json!({"name": "Best", "rule": "choice", "winners": 1, "projects": ["p3"]});
    and_more.as_array_mut().unwrap().push(best);
    let more = with(and_more, &links);
    assert_eq!((more.verdict, more.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("prizes[1]")));
    // Winners that are confirmed later are signed with their publication, so a row of the log excuses no others.
    let later = |action: &str| {
        let mut later = chain(6);
        later[5].row.action = action.into();
        later[5].row.ts = "2027-01-01T00:00:00.000000Z".into();
        chained(later, "demo")
    };
    let again = with(prize(&["p3", "p2"]), &later("prize.awarded"));
    assert_eq!(again.verdict, Verdict::DoesNotHold, "{again:#?}");
    // A prize may be renamed. Whether it was, the row alone does not prove.
    let renamed = with(json!([]), &later("prize.changed"));
    assert_eq!(renamed.verdict, Verdict::CannotBeJudged, "{renamed:#?}");
}
