//! Bundles, alone and with signed results.

use crate::support::{
    SECRET, bundle, calibrated, chain, chained, check, finds, has, head, head_of, keys, one, published,
    results, row_of, run, signed_results,
};
use serde_json::{Value, json};
use shared::audit::{from_hex, sha256_hex};
use shared::calibration::{Input, Panels, calibrate};
use shared::provenance::{
    AuditHead, CheckContext, File, Finding, Kind, Line, Link, Payload, Run, SignedMoreTime, SignedQuestion,
    SignedRanking, Verdict, check_with, sign,
};
use transparency::blinded::LogSecret;
use transparency::merkle::{Tree, leaf_hash, root};

/// What somebody does to a file.
type Change = fn(&mut Value);

#[test]
fn a_bundle_is_read_chained_and_computed_again() {
    let links = published(chain(6), &run().input_digest);
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
fn a_run_and_its_assignments_say_the_same_of_who_chose_the_judges() {
    let links = published(chain(6), &run().input_digest);
    let (reviews, _) = calibrated();
    let count = reviews.len();
    let outcome = calibrate(&Input::new(reviews, true).unwrap()).unwrap();
    let says_all =
        Run { panels: outcome.fit.panels, results: outcome.projects, judges: outcome.judges, ..run() };
    let (says_all, says_not_all) = (Some(says_all), Some(run()));
    // The first `dealt` assignments were dealt, the others made by hand.
    let file = |run: &Option<Run>, dealt: usize| {
        let mut file = bundle(run.as_slice(), &links);
        for (at, assignment) in file["assignments"].as_array_mut().unwrap().iter_mut().enumerate() {
            let source = ["planned", "pulled"][at % 2];
            assignment["source"] = json!(if at < dealt { source } else { ["manual", "import"][at % 2] });
        }
        file
    };
    let found = |file: &Value| one("b.json", file.to_string(), &keys());
    for (run, dealt) in [(&says_all, count), (&says_not_all, count - 1), (&says_not_all, 0)] {
        let finding = found(&file(run, dealt));
        assert_eq!(finding.verdict, Verdict::Holds, "{dealt} dealt: {finding:#?}");
    }
    for (run, dealt, by_others) in
        [(&says_all, count - 1, 1), (&says_all, 0, count), (&says_not_all, count, 0)]
    {
        let finding = found(&file(run, dealt));
        assert_eq!(finding.breaks_at.as_deref(), Some("runs[0].panels.dealt"));
        finds(&finding, &format!("NotAsDealt {{ run: 1, file: None, by_others: {by_others} }}"));
    }

    // A review that the file no longer holds may have been made by hand. It cannot unmake others that were.
    let without_first = |run, dealt| {
        let mut file = file(run, dealt);
        file["assignments"].as_array_mut().unwrap().remove(0);
        found(&file)
    };
    assert!(!has(&without_first(&says_not_all, count), "NotAsDealt"));
    assert!(has(&without_first(&says_all, 1), "NotAsDealt"));

    // The signed ranking says it, too, where the file does not hold the run.
    let signed = |dealt| {
        let alone = file(&None, dealt).to_string().into_bytes();
        check(&[("b.json", alone), ("r.json", signed_results(&links))], &keys()).files.remove(0)
    };
    finds(&signed(count), "NotAsDealt { run: 1, file: Some(\"r.json\"), by_others: 0 }");
    assert!(!has(&signed(count - 1), "NotAsDealt"));
}

#[test]
fn a_check_for_others_computes_only_so_much() {
    let (links, reviews) = (published(chain(6), &run().input_digest), run().input.len());
    let second = shared::provenance::Run { run: 2, pinned_at: None, ..run() };
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
        panels: outcome.fit.panels,
        input: reviews.iter().map(shared::provenance::InputLine::from).collect(),
        results: outcome.projects,
        judges: outcome.judges,
        ..run()
    };
    let links = published(chain(6), &forged.input_digest);
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
    let head = row_of(links, 3);
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
fn an_event_is_called_as_it_was_signed() {
    let links = published(chain(6), &run().input_digest);
    let called = |name: &str, links: &[Link]| {
        let mut file = bundle(&[run()], links);
        file["event"]["name"] = json!(name);
        let files = [("b.json", file.to_string().into_bytes()), ("r.json", signed_results(links))];
        check(&files, &keys()).files.remove(0)
    };
    assert_eq!(called("Demo", &links).verdict, Verdict::Holds);
    let renamed = called("Another", &links);
    assert_eq!((renamed.verdict, renamed.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("event.name")));
    finds(&renamed, r#"EventRenamed { here: "Another", signed: "Demo", file: "r.json" }"#);
    // An edit since the publication may have renamed it. Whether it did, the row alone does not prove.
    let mut edited = links;
    edited[5].row.action = "event.edited".into();
    edited[5].row.ts = "2027-01-01T00:00:00.000000Z".into();
    let open = called("Another", &chained(edited.clone(), "demo"));
    assert_eq!(open.verdict, Verdict::CannotBeJudged, "{open:#?}");
    // A row that says the name explains that name and no other, and a signed head of it proves it.
    edited[5].row.after = json!({"name": "Another"}).to_string();
    let edited = chained(edited, "demo");
    let unsigned = called("Another", &edited);
    assert_eq!(unsigned.verdict, Verdict::CannotBeJudged, "{unsigned:#?}");
    let text =
        r#"EventRenamedSince { here: "Another", signed: "Demo", file: "r.json", row: 6, is_signed: false }"#;
    finds(&unsigned, text);
    for name in ["Third", "Demo"] {
        assert_eq!(called(name, &edited).verdict, Verdict::DoesNotHold, "{name}");
    }
    let mut file = bundle(&[run()], &edited);
    file["event"]["name"] = json!("Another");
    let with_head = check(
        &[
            ("b.json", file.to_string().into_bytes()),
            ("r.json", signed_results(&edited)),
            ("head.json", head_of(&edited, 6)),
        ],
        &keys(),
    );
    assert!(with_head.all_hold() && with_head.files[0].verdict == Verdict::Holds, "{with_head:#?}");
    finds(&with_head.files[0], "EventRenamedSince {");
}

#[test]
fn a_prize_is_called_as_a_signed_row_renamed_it() {
    let mut links = published(chain(6), &run().input_digest);
    let row = &mut links[5].row;
    (row.action, row.object_type, row.object_id) = ("prize.changed".into(), "prize".into(), "7".into());
    row.ts = "2027-01-01T00:00:00.000000Z".into();
    row.after = json!({"name": "Best", "sponsor": "Ada", "rule": "panel"}).to_string();
    let links = chained(links, "demo");
    let Payload::Results(mut document) = results(&calibrated().1, row_of(&links, 3)) else { unreachable!() };
    let prize = json!({"id": 7, "name": "Oddest", "sponsor": "", "rule": "panel", "reason": "",
                       "winners": [{"project": 1, "title": "Project 1", "team": "Team 1"}]});
    document.results.prizes = vec![serde_json::from_value(prize).unwrap()];
    let document = sign(&Payload::Results(document), &SECRET).unwrap().into_bytes();
    let with = |name: &str, sponsor: &str, winner: &str, head: bool| {
        let mut file = bundle(&[run()], &links);
        file["prizes"] = json!([{"name": name, "sponsor": sponsor, "rule": "panel", "projects": [winner]}]);
        let mut files = vec![("b.json", file.to_string().into_bytes()), ("r.json", document.clone())];
        files.extend(head.then(|| ("head.json", head_of(&links, 6))));
        check(&files, &keys()).files.remove(0)
    };
    let whole = with("Best", "Ada", "p1", true);
    assert_eq!(whole.verdict, Verdict::Holds, "{whole:#?}");
    let text = r#"PrizeChanged { prize: "Oddest", here: "Best", sponsor: "Ada", file: "r.json", row: 6, is_signed: true }"#;
    finds(&whole, text);
    finds(&whole, "PrizesEqualSigned { prizes: 1");
    assert_eq!(with("Best", "Ada", "p1", false).verdict, Verdict::CannotBeJudged);
    for (sponsor, winner) in [("Ada", "p2"), ("Eve", "p1"), ("", "p1")] {
        let forged = with("Best", sponsor, winner, true);
        assert_eq!(forged.verdict, Verdict::DoesNotHold, "{sponsor} {winner}: {forged:#?}");
        finds(&forged, "PrizeDiffers {");
    }
}

#[test]
fn a_changed_winner_is_named() {
    let links = published(chain(6), &run().input_digest);
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
        let mut later = links.clone();
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

#[test]
fn without_signed_results_the_log_says_when_a_run_was_published() {
    let links = published(chain(6), &run().input_digest);
    let with = |change: fn(&mut Value), links: &[Link]| {
        let mut file = bundle(&[run()], links);
        change(&mut file["runs"][0]);
        one("b.json", file.to_string(), &keys())
    };
    let same = with(|_| (), &links);
    assert_eq!(same.verdict, Verdict::Holds, "{same:#?}");
    let changes: [(Change, &str); 4] = [
        (|run| run["pinned_at"] = json!("2026-11-18T11:07:41Z"), "row: Some(2), here: true"),
        (|run| run["pinned_at"] = json!("2026-11-18T11:05:39Z"), "row: Some(2), here: true"),
        (|run| run["pinned_at"] = json!(null), "row: Some(2), here: false"),
        (|run| run["reason"] = json!("A judge asked."), "row: Some(2), here: true"),
    ];
    for (change, facts) in changes {
        let told = with(change, &links);
        assert_eq!(told.verdict, Verdict::DoesNotHold, "{facts}");
        assert_eq!(told.breaks_at.as_deref(), Some("runs[0].pinned_at"));
        finds(&told, &format!("PublicationNotAsLogged {{ run: 1, {facts} }}"));
    }
    finds(&with(|_| (), &chain(6)), "PublicationNotAsLogged { run: 1, row: None, here: true }");
    let unpublished = with(|run| run["pinned_at"] = json!(null), &chain(6));
    assert_eq!(unpublished.verdict, Verdict::Holds, "{unpublished:#?}");
}

/// A row about a project that names its flag.
fn flag(links: &mut [Link], at: usize, project: i64, of: Option<i64>) {
    let row = &mut links[at].row;
    (row.action, row.object_id) = ("project.flagged".into(), project.to_string());
    row.after = json!({"duplicate_of": of}).to_string();
}

#[test]
fn a_repeat_is_one_where_the_log_says_so() {
    let ids: Vec<i64> = {
        let mut ids: Vec<i64> = calibrated().0.iter().map(|review| review.project).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let (one_id, other, third) = (ids[0], ids[1], ids[2]);
    let with = |flags: &[(usize, i64, Option<i64>)], here: &[(i64, i64)], head: bool| {
        let mut links = published(chain(6), &run().input_digest);
        links[0].row.action = "event.created".into();
        for (at, project, of) in flags {
            flag(&mut links, *at, *project, *of);
        }
        let links = chained(links, "demo");
        let mut file = bundle(&[run()], &links);
        for project in file["projects"].as_array_mut().unwrap() {
            if let Some((_, of)) = here.iter().find(|(id, _)| project["id"] == json!(id)) {
                project["duplicate_of"] = json!(format!("p{of}"));
            }
        }
        let mut files = vec![("b.json", file.to_string().into_bytes())];
        if head {
            files.push(("r.json", signed_results(&links)));
        }
        check(&files, &keys()).files.remove(0)
    };
    let told = |finding: &shared::provenance::Finding| {
        finding.lines.iter().any(|line| format!("{:?}", line.message).contains("Bundle(Duplicate"))
    };
    // Row 3 is the last signed one.
    assert!(!told(&with(&[(2, other, Some(one_id))], &[(other, one_id)], true)));
    assert!(!told(&with(&[(2, other, Some(one_id)), (4, other, None)], &[], false)));
    // What repeated a project repeats the original from the day on which that project is flagged itself.
    let moved = [(2, third, Some(other)), (3, other, Some(one_id))];
    assert!(!told(&with(&moved, &[(third, one_id), (other, one_id)], false)));
    finds(&with(&moved, &[(third, other), (other, one_id)], false), "DuplicateNotAsLogged {");
    type Flags<'f> = &'f [(usize, i64, Option<i64>)];
    let cases: [(Flags<'_>, &[(i64, i64)]); 3] = [
        (&[], &[(other, one_id)]),
        (&[(2, other, Some(one_id))], &[]),
        (&[(2, other, Some(one_id))], &[(other, third)]),
    ];
    for (flags, here) in cases {
        let finding = with(flags, here, false);
        assert_eq!(finding.verdict, Verdict::DoesNotHold, "{flags:?} {here:?}");
        finds(&finding, "DuplicateNotAsLogged {");
    }
    // The row of an imported list says every repeat of the event. Those of earlier versions said nothing of them.
    let listed = |after: Value, here: &[(i64, i64)]| {
        let mut links = published(chain(6), &run().input_digest);
        links[0].row.action = "event.created".into();
        links[3].row.action = "project.imported".into();
        (links[3].row.object_type, links[3].row.after) = ("event".into(), after.to_string());
        let mut file = bundle(&[run()], &chained(links, "demo"));
        for project in file["projects"].as_array_mut().unwrap() {
            if let Some((_, of)) = here.iter().find(|(id, _)| project["id"] == json!(id)) {
                project["duplicate_of"] = json!(format!("p{of}"));
            }
        }
        one("b.json", file.to_string(), &keys())
    };
    assert!(!told(&listed(json!({"repeats": [[other, one_id]]}), &[(other, one_id)])));
    finds(&listed(json!({"repeats": []}), &[(other, one_id)]), "DuplicateNotAsLogged {");
    let silent = listed(json!({"created": 3}), &[(other, one_id)]);
    assert_eq!(silent.verdict, Verdict::Holds, "{silent:#?}");
    finds(&silent, &format!("DuplicateNotLogged {{ project: {other} }}"));
    // A row after the signed one proves nothing.
    let later = with(&[(4, other, Some(one_id))], &[(other, one_id)], true);
    assert_eq!(later.verdict, Verdict::CannotBeJudged, "{later:#?}");
    finds(&later, &format!("DuplicateNotConfirmed {{ project: {other} }}"));
}

#[test]
fn a_project_was_submitted_when_its_row_says_so() {
    let with = |change: Change| {
        let mut links = published(chain(6), &run().input_digest);
        // The first row of the two: a project is submitted once.
        for (at, ts) in [(2, "2026-11-20T10:00:30.000001Z"), (4, "2026-11-20T12:00:00.000001Z")] {
            let row = &mut links[at].row;
            (row.action, row.object_type, row.object_id) =
                ("project.submitted".into(), "project".into(), "999".into());
            row.ts = ts.into();
        }
        let mut file = bundle(&[run()], &chained(links, "demo"));
        let mut project = json!({"ref": "p999", "id": 999, "team": file["projects"][0]["team"], "title": "Unseen",
                                 "status": "submitted", "submitted_at": "2026-11-20T10:00:00Z"});
        change(&mut project);
        file["projects"].as_array_mut().unwrap().push(project);
        one("b.json", file.to_string(), &keys())
    };
    let genuine: [Change; 2] = [
        |_| (),
        |project| {
            (project["status"], project["submitted_at"]) = (json!("draft"), json!(null));
            project["withdrawn_at"] = json!("2026-11-20T13:00:00Z");
            project["withdrawal_reason"] = json!("Nobody came.");
            project["withdrawn_submitted_at"] = json!("2026-11-20T10:00:00Z");
        },
    ];
    for change in genuine {
        let finding = with(change);
        assert_eq!(finding.verdict, Verdict::Holds, "{finding:#?}");
        finds(&finding, "NotCovered");
    }
    let forged: [Change; 3] = [
        |project| project["submitted_at"] = json!("2026-11-20T09:00:00Z"),
        |project| project["submitted_at"] = json!("2026-11-20T12:00:00Z"),
        |project| (project["status"], project["submitted_at"]) = (json!("draft"), json!(null)),
    ];
    for change in forged {
        let finding = with(change);
        assert_eq!(finding.verdict, Verdict::DoesNotHold, "{finding:#?}");
        finds(&finding, "SubmissionNotAsLogged { project: 999, row: 3,");
    }
}

/// A log in which row 3 asks a question about project 1, and row 5 answers it; a bundle with both; and results that were signed between.
fn asked() -> (Vec<Link>, Value, SignedQuestion) {
    let (question, answer) = (sha256_hex(b"Why?"), sha256_hex(b"Because."));
    let mut links = published(chain(6), &run().input_digest);
    for (at, action, after) in [
        (2, "question.raised", json!({ "project": 1, "question_sha256": question, "salt": "x" })),
        (
            4,
            "question.answered",
            json!({ "outcome": "accepted", "answer_sha256": answer, "publication": null }),
        ),
    ] {
        let row = &mut links[at].row;
        (row.action, row.object_type, row.object_id) = (action.into(), "question".into(), "1".into());
        row.after = after.to_string();
    }
    let links = chained(links, "demo");
    let mut file = bundle(&[run()], &links);
    file["questions"] = json!([{
        "number": 1, "project": "p1", "question": "Why?", "question_sha256": question, "raised_at": links[2].row.ts,
        "answer_by": "2026-11-25T10:00:00Z", "outcome": "accepted", "answer": "Because.", "answer_sha256": answer,
        "answered_at": links[4].row.ts,
    }]);
    let signed = SignedQuestion {
        number: 1,
        project: Some(1),
        raised_at: links[2].row.ts.parse().unwrap(),
        question_sha256: question,
        outcome: None,
        answered_at: None,
        answer_sha256: None,
        publication: None,
    };
    (links, file, signed)
}

fn signed_with(links: &[Link], questions: Vec<SignedQuestion>) -> Vec<u8> {
    let head = row_of(links, 3);
    let Payload::Results(mut document) = results(&calibrated().1, head) else { unreachable!() };
    document.questions = questions;
    sign(&Payload::Results(document), &SECRET).unwrap().into_bytes()
}

#[test]
fn a_question_and_its_answer_are_those_of_the_log_and_of_the_signed_results() {
    let (links, file, signed) = asked();
    let files = |file: &Value, questions| {
        [("b.json", file.to_string().into_bytes()), ("r.json", signed_with(&links, questions))]
    };
    // The results cover the question, and a later head its answer.
    let open = check(&files(&file, vec![signed.clone()]), &keys());
    assert_eq!(open.files[0].verdict, Verdict::CannotBeJudged, "{open:#?}");
    finds(&open.files[0], "QuestionNotConfirmed { number: 1 }");
    let [one_file, results_file] = files(&file, vec![signed.clone()]);
    let whole = check(&[one_file, results_file, ("head.json", head_of(&links, 6))], &keys());
    assert!(whole.all_hold(), "{whole:#?}");
    finds(&whole.files[0], "QuestionsEqualSigned { questions: 1, file: \"r.json\" }");
    finds(&whole.files[0], "QuestionsAsLogged { questions: 1 }");
    // Somebody with these files reads what was said.
    for said in
        ["words: \"Why?\"", "SaidAnswer { outcome: Accepted, publication: None }", "words: \"Because.\""]
    {
        finds(&whole.files[0], said);
    }

    let fails = |files: &[(&str, Vec<u8>)], code: &str| {
        let report = check(files, &keys());
        assert_eq!(report.files[0].verdict, Verdict::DoesNotHold, "{code}");
        finds(&report.files[0], code);
        let says = |line: &Line| format!("{:?}", line.message).contains("Said");
        assert!(!report.files[0].lines.iter().any(says), "{code}: words of a file that does not hold");
    };
    fails(&files(&file, Vec::new()), "QuestionNotAsSigned { number: 1");
    let second = SignedQuestion { number: 2, ..signed.clone() };
    fails(&files(&file, vec![signed.clone(), second]), "QuestionNotAsSigned { number: 2");
    let changes: [Change; 4] = [
        |file| file["questions"] = json!([]),
        |file| file["questions"][0]["raised_at"] = json!("2026-11-17T10:00:00Z"),
        |file| {
            file["questions"][0]["question"] = json!("Why not?");
            file["questions"][0]["question_sha256"] = json!(sha256_hex(b"Why not?"));
        },
        |file| file["questions"][0]["project"] = json!("p2"),
    ];
    for change in changes {
        let mut other = file.clone();
        change(&mut other);
        fails(&files(&other, vec![signed.clone()]), "QuestionNotAsSigned { number: 1");
        let text = "QuestionNotAsLogged { number: 1, row: Some(3) }";
        fails(&[("b.json", other.to_string().into_bytes())], text);
    }
    // What was answered later is not in these results: the log alone has it.
    let mut other = file.clone();
    other["questions"][0]["outcome"] = json!("rejected");
    fails(&files(&other, vec![signed.clone()]), "QuestionNotAsLogged { number: 1, row: Some(3) }");
    let mut more = file.clone();
    let mut added = more["questions"][0].clone();
    added["number"] = json!(2);
    more["questions"].as_array_mut().unwrap().push(added);
    fails(&files(&more, vec![signed.clone()]), "QuestionNotAsSigned { number: 2");
    fails(&[("b.json", more.to_string().into_bytes())], "QuestionNotAsLogged { number: 2, row: None }");
    // A text that is not what its digest says breaks a rule of the format. One that was removed leaves its digest, and a row.
    let mut other = file.clone();
    other["questions"][0]["answer"] = json!("Because of that.");
    fails(&[("b.json", other.to_string().into_bytes())], "TextDigest");
    // Words for which no row removed a text.
    let mut other = file.clone();
    other["questions"][0]["removed"] = json!("It was spam.");
    fails(&[("b.json", other.to_string().into_bytes())], "QuestionNotAsLogged { number: 1, row: Some(3) }");
    let mut removed = file;
    removed["questions"][0]["question"] = json!("");
    removed["questions"][0]["removed"] = json!("It named a person.");
    fails(&files(&removed, vec![signed]), "QuestionNotAsLogged { number: 1, row: Some(3) }");
    let with_row = |part: &str, why: &str| {
        let mut links = links.clone();
        let row = &mut links[5].row;
        (row.action, row.object_type, row.object_id) =
            ("question.removed".into(), "question".into(), "1".into());
        row.after = json!({ "part": part, "reason_sha256": sha256_hex(b"It named a person.") }).to_string();
        let mut file = removed.clone();
        file["questions"][0]["removed"] = json!(why);
        file["audit"] = bundle(&[run()], &chained(links, "demo"))["audit"].clone();
        one("b.json", file.to_string(), &keys())
    };
    finds(&with_row("question", "It named a person."), "QuestionsAsLogged { questions: 1 }");
    // Nor does a reason pass that nobody gave.
    for (part, why) in [("answer", "It named a person."), ("question", "It was spam."), ("question", "")] {
        finds(&with_row(part, why), "QuestionNotAsLogged { number: 1, row: Some(3) }");
    }
}

#[test]
fn what_corrected_the_results_came_between_question_and_answer() {
    let with = |at: usize, action: &str, number: i32| {
        let (mut links, mut file, _) = asked();
        let answer = sha256_hex(b"Because.");
        let answered = json!({ "outcome": "corrected", "answer_sha256": answer, "publication": 2 });
        links[4].row.after = answered.to_string();
        let row = &mut links[at].row;
        (row.action, row.object_type, row.object_id) = (action.into(), "run".into(), "2".into());
        row.after = json!({ "run": 2, "publication": number }).to_string();
        file["audit"] = bundle(&[run()], &chained(links, "demo"))["audit"].clone();
        (file["questions"][0]["outcome"], file["questions"][0]["publication"]) =
            (json!("corrected"), json!(2));
        has(&one("b.json", file.to_string(), &keys()), "QuestionNotAsLogged { number: 1, row: Some(3) }")
    };
    assert!(!with(3, "results.corrected", 2));
    for (at, action, number) in
        [(3, "results.corrected", 3), (3, "results.finalized", 2), (5, "results.corrected", 2)]
    {
        assert!(with(at, action, number), "{at} {action} {number}");
    }
}

#[test]
fn a_question_is_raised_and_answered_once() {
    for (at, action, after) in [
        (3, "question.raised", json!({ "project": 1, "question_sha256": sha256_hex(b"Why not?") })),
        (
            5,
            "question.answered",
            json!({ "outcome": "rejected", "answer_sha256": sha256_hex(b"Because."), "publication": null }),
        ),
    ] {
        let (mut links, mut file, _) = asked();
        let row = &mut links[at].row;
        (row.action, row.object_type, row.object_id) = (action.into(), "question".into(), "1".into());
        row.after = after.to_string();
        let links = chained(links, "demo");
        file["audit"] = bundle(&[run()], &links)["audit"].clone();
        // What the later row says.
        let asked = &mut file["questions"][0];
        if action == "question.raised" {
            (asked["question"], asked["question_sha256"]) =
                (json!("Why not?"), after["question_sha256"].clone());
            asked["raised_at"] = json!(links[at].row.ts);
        } else {
            (asked["outcome"], asked["answered_at"]) = (json!("rejected"), json!(links[at].row.ts));
        }
        let finding = one("b.json", file.to_string(), &keys());
        finds(&finding, "QuestionNotAsLogged { number: 1, row: Some(3) }");
    }
}

#[test]
fn the_tree_over_a_bundles_log_has_the_root_that_was_signed() {
    let links = published(chain(6), &run().input_digest);
    let secret = LogSecret([5; 32]);
    let leaf = |link: &Link| {
        leaf_hash(&secret.entry(link.row.seq.try_into().unwrap(), &from_hex(&link.row_hash).unwrap()))
    };
    let tree: Tree = links.iter().map(leaf).collect();
    // Row 4, with the root over so many rows.
    let signed = |rows: u64| {
        let root = root(&tree, rows).map(|root| root.to_string());
        sign(&head(AuditHead { seq: 4, row_hash: links[3].row_hash.clone(), root }), &SECRET)
            .unwrap()
            .into_bytes()
    };
    let with = |secret: Option<String>, head: Vec<u8>| {
        let mut file = bundle(&[run()], &links);
        if let Some(secret) = secret {
            file["log_secret"] = json!(secret);
        }
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head)];
        check(&files, &keys()).files.remove(0)
    };
    let own = || Some("05".repeat(32));
    let whole = with(own(), signed(4));
    assert_eq!(whole.verdict, Verdict::Holds, "{whole:#?}");
    finds(&whole, r#"HasSignedRoot { row: 4, file: "head.json" }"#);
    for other in [with(own(), signed(3)), with(Some("06".repeat(32)), signed(4))] {
        assert_eq!((other.verdict, other.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("audit, row 4")));
        finds(&other, "RootDiffers { row: 4");
    }
    let silent = with(None, signed(3));
    assert_eq!(silent.verdict, Verdict::Holds);
    finds(&silent, "RootNotCompared");
    assert!(!has(&with(own(), head_of(&links, 4)), "Root"), "signed before the log had a tree");
    assert_eq!(with(Some("05".into()), signed(4)).verdict, Verdict::DoesNotHold);

    let two = |other: Vec<u8>| check(&[("a.json", signed(4)), ("b.json", other)], &keys()).files.remove(0);
    assert!(has(&two(signed(3)), "ContradictedBy"));
    assert!(!has(&two(head_of(&links, 4)), "ContradictedBy"));
}

/// The finding on a bundle of `demo` that was changed, beside the signed results, which were changed too.
fn beside(change: Change, of_signed: fn(&mut SignedRanking), later: Option<(&str, &str)>) -> Finding {
    let mut links = published(chain(6), &run().input_digest);
    if let Some((action, object)) = later {
        let row = &mut links[5].row;
        (row.action, row.object_type, row.object_id) = (action.into(), object.into(), "1".into());
        row.ts = "2027-01-01T00:00:00.000000Z".into();
    }
    let links = chained(links, "demo");
    let mut file = bundle(&[run()], &links);
    file["event"]["submissions_close"] = json!("2026-11-18T09:00:00Z");
    change(&mut file);
    let Payload::Results(mut document) = results(&calibrated().1, row_of(&links, 3)) else { unreachable!() };
    of_signed(&mut document.results);
    let document = sign(&Payload::Results(document), &SECRET).unwrap().into_bytes();
    check(&[("b.json", file.to_string().into_bytes()), ("r.json", document)], &keys()).files.remove(0)
}

#[test]
fn a_bundle_holds_what_its_log_its_runs_and_the_signed_ranking_name() {
    assert_eq!(beside(|_| (), |_| (), None).verdict, Verdict::Holds);
    let cases: [(Change, &str, &str); 5] = [
        (
            |file| file["runs"][0]["excluded"] = json!({"1": "duplicate"}),
            "runs[0].excluded",
            "RankedAndLeftOut { run: 1, project: 1 }",
        ),
        (
            |file| file["runs"][0]["excluded"] = json!({"999": "duplicate"}),
            "runs[0].excluded",
            "ProjectMissing { project: 999, by: Run { run: 1 } }",
        ),
        (|file| file["runs"] = json!([]), "runs", "RunMissing { run: \"1\", row: 2 }"),
        (
            |file| file["event"]["results_published_at"] = json!("2026-11-18T11:06:41Z"),
            "event.results_published_at",
            "PublishedAtDiffers {",
        ),
        (
            |file| {
                let mut again = file["projects"][0].clone();
                (again["ref"], again["title"]) = (json!("again"), json!("Another"));
                file["projects"].as_array_mut().unwrap().insert(0, again);
            },
            "projects[1].id",
            "Bundle(Fault(",
        ),
    ];
    for (change, place, code) in cases {
        let finding = beside(change, |_| (), None);
        assert_eq!(finding.verdict, Verdict::DoesNotHold, "{finding:#?}");
        assert_eq!(finding.breaks_at.as_deref(), Some(place), "{finding:#?}");
        finds(&finding, code);
    }
    // Without ids, one project could pass for another one.
    let nameless =
        beside(|file| drop(file["projects"][0].as_object_mut().unwrap().remove("id")), |_| (), None);
    assert_eq!(nameless.verdict, Verdict::CannotBeJudged, "{nameless:#?}");
    finds(&nameless, "ProjectsWithoutIds { projects: 1 }");
}

#[test]
fn a_log_that_tells_of_projects_and_runs_tells_of_all_of_them() {
    // An event whose last project nobody reviewed; each has a row, from the third on.
    let with = |first: (&str, Value), change: Change| {
        let mut file = bundle(&[run()], &[]);
        let unseen = json!({"ref": "p999", "id": 999, "team": file["projects"][0]["team"], "title": "Unseen",
                            "status": "submitted", "submitted_at": "2026-11-20T10:00:00Z"});
        let projects = file["projects"].as_array_mut().unwrap();
        projects.push(unseen);
        let mut links = published(chain(20), &run().input_digest);
        (links[0].row.action, links[0].row.after) = (first.0.into(), first.1.to_string());
        for (at, project) in (2..).zip(projects) {
            let row = &mut links[at].row;
            (row.action, row.object_type, row.object_id) =
                ("project.submitted".into(), "project".into(), project["id"].to_string());
            row.ts = "2026-11-20T10:00:00.000001Z".into();
        }
        let row = &mut links[19].row;
        (row.action, row.object_type, row.object_id) = ("run.created".into(), "run".into(), "1".into());
        row.after = json!({"input_digest": run().input_digest}).to_string();
        file["audit"] = bundle(&[run()], &chained(links, "demo"))["audit"].clone();
        change(&mut file);
        one("b.json", file.to_string(), &keys())
    };
    let created = || ("event.created", json!({}));
    let more: Change = |file| {
        let mut more = file["projects"][12].clone();
        (more["ref"], more["id"]) = (json!("p998"), json!(998));
        file["projects"].as_array_mut().unwrap().push(more);
    };
    finds(&with(created(), more), "SubmissionNotLogged { project: 998 }");
    assert!(!has(&with(("event.created", json!({"finals_of": "semifinal"})), more), "SubmissionNotLogged"));
    assert!(!has(&with(created(), |_| ()), "SubmissionNotLogged"));
    finds(
        &with(created(), |file| drop(file["projects"].as_array_mut().unwrap().pop())),
        "ProjectMissing { project: 999, by: Row { row: 15 } }",
    );
    // So many were imported, and each row of a project explains another one.
    let imported = |projects: usize| ("event.imported", json!({"projects": projects, "repeats": []}));
    finds(&with(imported(14), |_| ()), "ProjectsNotAsImported { here: 13, imported: 14 }");
    assert!(!has(&with(imported(12), |_| ()), "ProjectsNotAsImported"));
    finds(
        &with(created(), |file| {
            let mut again = file["runs"][0].clone();
            (again["run"], again["pinned_at"]) = (json!(2), json!(null));
            file["runs"].as_array_mut().unwrap().push(again);
        }),
        "RunNotAsLogged { run: 2, row: None }",
    );
    let other = with(created(), |file| file["runs"][0]["input_digest"] = json!("0".repeat(64)));
    finds(&other, "RunNotAsLogged { run: 1, row: Some(20) }");
}

#[test]
fn a_run_is_made_as_its_row_of_the_log_says() {
    // The run computes to what it says. The row is that of a run of the same reviews.
    let Run { input_digest, method, panels, .. } = run();
    let beside_row = |more: Value| {
        let mut links = published(chain(7), &input_digest);
        // The last row comes after the signed head, and says nothing against the run.
        for (at, more) in [(5, &more), (6, &json!({}))] {
            let row = &mut links[at].row;
            (row.action, row.object_type, row.object_id) = ("run.created".into(), "run".into(), "1".into());
            let mut after = json!({"input_digest": input_digest});
            after.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            row.after = after.to_string();
        }
        let links = chained(links, "demo");
        let file = bundle(&[run()], &links).to_string().into_bytes();
        check(&[("b.json", file), ("head.json", head_of(&links, 6))], &keys()).files.remove(0)
    };
    // Rows of earlier versions name less.
    let whole = json!({"method": method, "panels": panels, "excluded": 0});
    for genuine in [json!({}), json!({"method": method}), whole] {
        let finding = beside_row(genuine);
        assert!(!has(&finding, "RunNotAsLogged") && !has(&finding, "RunMadeOtherwise"), "{finding:#?}");
    }
    let said = panels.unwrap();
    let with = |dealt: bool, used: bool, z: Option<f64>| json!({"method": method, "panels": Panels { dealt, z, used }});
    for (other, quantity) in [
        (json!({"method": "crossed-eb/v2"}), "Method"),
        (json!({"excluded": 1}), "Excluded"),
        (with(!said.dealt, said.used, said.z), "Panels"),
        (with(said.dealt, !said.used, said.z), "Panels"),
        (with(said.dealt, said.used, Some(9.0)), "Panels"),
    ] {
        let finding = beside_row(other);
        assert_eq!(finding.verdict, Verdict::DoesNotHold, "{finding:#?}");
        assert_eq!(finding.breaks_at.as_deref(), Some("run 1"), "{finding:#?}");
        finds(&finding, &format!("RunMadeOtherwise {{ run: 1, row: 6, quantity: {quantity} }}"));
    }
}

#[test]
fn who_had_more_time_and_who_gave_a_prize_is_as_it_was_signed() {
    fn whole(file: &mut Value) {
        let prize = json!({"name": "Oddest", "sponsor": "Ada", "rule": "panel", "projects": ["p1"]});
        file["prizes"] = json!([prize]);
        file["teams"][1]["more_time_until"] = json!("2026-11-21T00:00:00Z");
        file["teams"][1]["more_time_reason"] = json!("A storm.");
    }
    let given = |ranking: &mut SignedRanking| {
        let until = "2026-11-21T00:00:00Z".parse().unwrap();
        ranking.more_time = vec![SignedMoreTime { team: "Team 1".into(), until, reason: "A storm.".into() }];
        let prize = json!({"name": "Oddest", "sponsor": "Ada", "rule": "panel", "reason": "",
                           "winners": [{"project": 1, "title": "Project 1", "team": "Team 1"}]});
        ranking.prizes = vec![serde_json::from_value(prize).unwrap()];
    };
    let same = beside(whole, given, None);
    assert_eq!(same.verdict, Verdict::Holds, "{same:#?}");
    let sponsored: Change = |file| {
        whole(file);
        file["prizes"][0]["sponsor"] = json!("Eve");
    };
    let late: [Change; 5] = [
        |file| {
            whole(file);
            file["teams"][1].as_object_mut().unwrap().remove("more_time_until");
            file["teams"][1].as_object_mut().unwrap().remove("more_time_reason");
        },
        |file| {
            whole(file);
            file["teams"][1]["more_time_until"] = json!("2026-11-20T23:00:00Z");
        },
        |file| {
            whole(file);
            file["teams"][1]["more_time_reason"] = json!("They asked.");
        },
        |file| {
            whole(file);
            file["teams"][2]["more_time_until"] = json!("2026-11-21T00:00:00Z");
            file["teams"][2]["more_time_reason"] = json!("A storm.");
        },
        |file| {
            whole(file);
            file["event"]["submissions_close"] = json!(null);
            file["teams"][2]["more_time_until"] = json!("2026-11-21T00:00:00Z");
            file["teams"][2]["more_time_reason"] = json!("A storm.");
        },
    ];
    let cases = late.map(|change| (change, "teams", "MoreTimeDiffers {", ("team.renamed", "team")));
    for (change, place, code, later) in
        cases.into_iter().chain([(sponsored, "prizes[0]", "PrizeDiffers {", ("prize.changed", "prize"))])
    {
        let forged = beside(change, given, None);
        assert_eq!(forged.verdict, Verdict::DoesNotHold, "{forged:#?}");
        assert_eq!(forged.breaks_at.as_deref(), Some(place), "{forged:#?}");
        finds(&forged, code);
        let explained = beside(change, given, Some(later));
        assert_eq!(explained.verdict, Verdict::CannotBeJudged, "{explained:#?}");
    }
    // A team whose time ended before the close of that day is not named, and the close can move. It takes no named team away.
    let window = Some(("window.set", "event"));
    assert_eq!(beside(late[3], given, window).verdict, Verdict::CannotBeJudged);
    assert_eq!(beside(late[0], given, window).verdict, Verdict::DoesNotHold);
}

#[test]
fn projects_have_the_tracks_by_which_they_were_ranked() {
    let moved: Change = |file| {
        file["event"]["tracks"] = json!([{"id": 7, "name": "One"}]);
        file["projects"][1]["track"] = json!(7);
    };
    let forged = beside(moved, |_| (), None);
    assert_eq!(forged.verdict, Verdict::DoesNotHold, "{forged:#?}");
    assert_eq!(forged.breaks_at.as_deref(), Some("project 1"), "{forged:#?}");
    finds(&forged, "TrackNotOfRun { project: 1, run: 1 }");
    for later in [("project.edited", "project"), ("project.imported", "event"), ("track.edited", "event")] {
        let open = beside(moved, |_| (), Some(later));
        assert_eq!(open.verdict, Verdict::CannotBeJudged, "{later:?}: {open:#?}");
    }
}

#[test]
fn a_bundle_says_of_which_event_it_is_and_what_was_not_compared() {
    let unnamed = beside(|file| drop(file["event"].as_object_mut().unwrap().remove("slug")), |_| (), None);
    assert_eq!(unnamed.verdict, Verdict::CannotBeJudged, "{unnamed:#?}");
    finds(&unnamed, "EventUnnamed");
    let links = published(chain(6), &run().input_digest);
    let mut file = bundle(&[run()], &chained(links.clone(), "other"));
    file["event"]["slug"] = json!("other");
    let files = [("b.json", file.to_string().into_bytes()), ("r.json", signed_results(&links))];
    let other = check(&files, &keys()).files.remove(0);
    assert!(!other.is_whole(), "{other:#?}");
    finds(&other, "SignedOfOtherEvent { file: \"r.json\" }");
}

#[test]
fn a_question_that_an_import_brought_was_asked_before_it() {
    let with = |raised: &str, signed: bool| {
        let (mut links, mut file, question) = asked();
        links[0].row.action = "event.imported".into();
        let links = chained(links, "demo");
        file["audit"] = bundle(&[run()], &links)["audit"].clone();
        let more = json!({"number": 2, "question": "How?", "question_sha256": sha256_hex(b"How?"), "raised_at": raised});
        file["questions"].as_array_mut().unwrap().push(more);
        let mut files = vec![("b.json", file.to_string().into_bytes())];
        if signed {
            files.push(("r.json", signed_with(&links, vec![question])));
        }
        check(&files, &keys()).files.remove(0)
    };
    finds(&with("2026-11-17T10:00:00Z", false), "QuestionNotLogged { number: 2 }");
    finds(&with("2026-11-18T10:00:30Z", false), "QuestionNotAsLogged { number: 2, row: None }");
    // Results name every question that was asked until then.
    finds(&with("2026-11-17T10:00:00Z", true), "QuestionNotAsSigned { number: 2");
}

#[test]
fn a_winner_that_nobody_ranked_is_called_as_it_was_signed() {
    fn won(file: &mut Value) {
        let unseen = json!({"ref": "p999", "id": 999, "team": file["projects"][0]["team"], "title": "Unseen",
                            "status": "submitted", "submitted_at": "2026-11-20T10:00:00Z"});
        file["projects"].as_array_mut().unwrap().push(unseen);
        file["prizes"] = json!([{"name": "Oddest", "rule": "panel", "projects": ["p999"]}]);
    }
    let given = |ranking: &mut SignedRanking| {
        let team = "Team 0";
        let prize = json!({"name": "Oddest", "sponsor": "", "rule": "panel", "reason": "",
                           "winners": [{"project": 999, "title": "Unseen", "team": team}]});
        ranking.prizes = vec![serde_json::from_value(prize).unwrap()];
    };
    let same = beside(won, given, None);
    assert_eq!(same.verdict, Verdict::Holds, "{same:#?}");
    let renamed: Change = |file| {
        won(file);
        file["projects"].as_array_mut().unwrap().last_mut().unwrap()["title"] = json!("Seen");
    };
    let forged = beside(renamed, given, None);
    assert_eq!(forged.verdict, Verdict::DoesNotHold, "{forged:#?}");
    assert_eq!(forged.breaks_at.as_deref(), Some("project 999"), "{forged:#?}");
}

#[test]
fn an_older_export_does_not_fail_by_what_was_published_later() {
    let links = published(chain(6), &run().input_digest);
    let beside_later = |rows: usize| {
        let mut file = bundle(&[run()], &links[..rows]);
        file["prizes"] = json!([{"name": "Oddest", "rule": "panel", "projects": ["p1"]}]);
        let Payload::Results(mut document) = results(&calibrated().1, row_of(&links, 3)) else {
            unreachable!()
        };
        document.event.name = "Renamed".into();
        document.results.published_at = Some("2026-11-18T12:00:00Z".parse().unwrap());
        document.results.projects[0].title = "Retitled".into();
        let until = "2026-11-18T11:00:00Z".parse().unwrap();
        document.results.more_time =
            vec![SignedMoreTime { team: "Team 1".into(), until, reason: "A storm.".into() }];
        let prize = json!({"name": "Best", "sponsor": "", "rule": "panel", "reason": "",
                           "winners": [{"project": 2, "title": "Project 2", "team": "Team 2"}]});
        document.results.prizes = vec![serde_json::from_value(prize).unwrap()];
        let document = sign(&Payload::Results(document), &SECRET).unwrap().into_bytes();
        check(&[("b.json", file.to_string().into_bytes()), ("r.json", document)], &keys()).files.remove(0)
    };
    let later = ["RunDiffersFromSigned", "PrizeMissing", "MoreTimeDiffers", "EventRenamed", "Renamed {"];
    let older = beside_later(2);
    assert_eq!(older.verdict, Verdict::CannotBeJudged, "{older:#?}");
    finds(&older, "EndsBeforeSignedRow { last: 2,");
    finds(&older, "EqualsSigned { file: \"r.json\" }");
    for code in later {
        assert!(!has(&older, code), "{code}: {older:#?}");
    }
    // A file that holds the row has to agree with all that was signed.
    let same_age = beside_later(6);
    assert_eq!(same_age.verdict, Verdict::DoesNotHold);
    later.iter().for_each(|code| finds(&same_age, code));
}

#[test]
fn a_project_is_withdrawn_as_its_newest_row_says() {
    let with = |actions: &[&str], withdrawn: bool, first: &str| {
        let mut links = published(chain(6), &run().input_digest);
        links[0].row.action = first.into();
        for (at, action) in actions.iter().enumerate() {
            let row = &mut links[3 + at].row;
            (row.action, row.object_id) = ((*action).into(), "999".into());
            row.after = json!({"recused": [], "counted_again": [], "given_back": []}).to_string();
        }
        let links = chained(links, "demo");
        let mut file = bundle(&[run()], &links);
        let mut left =
            json!({"ref": "p999", "id": 999, "team": file["projects"][0]["team"], "title": "Gone"});
        if withdrawn {
            left["status"] = json!("draft");
            left["withdrawn_at"] = json!("2026-11-18T10:00:06Z");
            left["withdrawal_reason"] = json!("Nobody came.");
            left["withdrawn_submitted_at"] = json!("2026-11-20T10:00:00Z");
        } else {
            (left["status"], left["submitted_at"]) = (json!("submitted"), json!("2026-11-20T10:00:00Z"));
        }
        file["projects"].as_array_mut().unwrap().push(left);
        let signed = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, 6))];
        check(&signed, &keys()).files.remove(0)
    };
    let (left, back) = ("project.withdrawn", "project.restored");
    for (actions, withdrawn) in [(&[left][..], true), (&[left, back], false), (&[left, back, left], true)] {
        let same = with(actions, withdrawn, "project.updated");
        assert!(!has(&same, "Withdr"), "{actions:?}: {same:#?}");
        let forged = with(actions, !withdrawn, "project.updated");
        assert_eq!(forged.verdict, Verdict::DoesNotHold, "{actions:?}");
        finds(&forged, "WithdrawalNotAsLogged { project: 999,");
    }
    finds(&with(&[], true, "event.created"), "WithdrawalNotAsLogged { project: 999, here: true, row: None }");
    assert!(!has(&with(&[], true, "event.imported"), "Withdrawal"), "an import may bring it");
}

#[test]
fn a_project_was_withdrawn_when_and_why_its_row_says() {
    let mut links = published(chain(6), &run().input_digest);
    let row = &mut links[3].row;
    (row.action, row.object_id) = ("project.withdrawn".into(), "999".into());
    row.after = json!({"reason_sha256": sha256_hex(b"Nobody came."), "recused": []}).to_string();
    let links = chained(links, "demo");
    let with = |at: &str, reason: &str| {
        let mut file = bundle(&[run()], &links);
        let left = json!({"ref": "p999", "id": 999, "team": file["projects"][0]["team"], "title": "Gone", "status": "draft",
                          "withdrawn_at": at, "withdrawal_reason": reason, "withdrawn_submitted_at": "2026-11-18T09:00:00Z"});
        file["projects"].as_array_mut().unwrap().push(left);
        one("b.json", file.to_string(), &keys())
    };
    let same = with("2026-11-18T10:01:04Z", "Nobody came.");
    assert_eq!(same.verdict, Verdict::Holds, "{same:#?}");
    for (at, reason) in [("2026-11-18T10:01:05Z", "Nobody came."), ("2026-11-18T10:00:04Z", "They asked.")] {
        let forged = with(at, reason);
        assert_eq!(forged.verdict, Verdict::DoesNotHold, "{forged:#?}");
        assert!(
            forged.breaks_at.as_deref().is_some_and(|place| place.ends_with("].withdrawn_at")),
            "{forged:#?}"
        );
        finds(&forged, "WithdrawnOtherwise { project: 999, row: 4 }");
    }
}

#[test]
fn a_team_had_as_much_more_time_as_a_row_says() {
    let with = |first: &str, until: &str, reason: &str| {
        let mut links = published(chain(6), &run().input_digest);
        links[0].row.action = first.into();
        let row = &mut links[3].row;
        (row.action, row.object_type) = ("team.extended".into(), "team".into());
        row.after =
            json!({"more_time_until": "2026-11-21T00:00:00Z", "reason_sha256": sha256_hex(b"A storm.")})
                .to_string();
        let mut file = bundle(&[run()], &chained(links, "demo"));
        (file["teams"][2]["more_time_until"], file["teams"][2]["more_time_reason"]) =
            (json!(until), json!(reason));
        one("b.json", file.to_string(), &keys())
    };
    let (until, reason) = ("2026-11-21T00:00:00Z", "A storm.");
    assert!(!has(&with("event.created", until, reason), "MoreTimeNotLogged"));
    for (until, reason) in [("2026-11-21T00:00:01Z", reason), (until, "A flood.")] {
        let forged = with("event.created", until, reason);
        assert_eq!(forged.verdict, Verdict::DoesNotHold, "{forged:#?}");
        finds(&forged, "MoreTimeNotLogged { team: \"");
        assert!(
            !has(&with("event.imported", until, reason), "MoreTimeNotLogged"),
            "an import brings it along"
        );
    }
}

#[test]
fn a_track_that_a_row_gave_since_is_noted_where_a_signed_head_covers_it() {
    let moved = |said: &Value, head: usize| {
        let mut links = published(chain(6), &run().input_digest);
        let row = &mut links[4].row;
        (row.action, row.object_id) = ("project.edited".into(), "1".into());
        row.after = said.to_string();
        let links = chained(links, "demo");
        let mut file = bundle(&[run()], &links);
        file["event"]["tracks"] = json!([{"id": 7, "name": "One"}, {"id": 8, "name": "Two"}]);
        file["projects"][1]["track"] = json!(7);
        // What the run read is no longer what the file holds.
        file["assignments"][0]["review"]["scores"]["quality"] = json!(1);
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, head))];
        let finding = check(&files, &keys()).files.remove(0);
        let told =
            |line: &Line| format!("{:?}", line.message).contains("TrackNotOfRun { project: 1, run: 1 }");
        finding.lines.iter().find(|line| told(line)).expect("it tells of the track").verdict
    };
    let open = Some(Verdict::CannotBeJudged);
    assert_eq!(moved(&json!({"track": 7}), 5), None);
    assert_eq!(moved(&json!({"track": 7}), 4), open);
    assert_eq!(moved(&json!({"title": "A"}), 5), open);
    assert_eq!(moved(&json!({"tags": ["track"]}), 5), open, "it says nothing of a track");
    assert_eq!(moved(&json!({"track": 8}), 5), Some(Verdict::DoesNotHold));
}

/// Puts a member that no format has into the object of this number, of those in the value.
fn with_more(value: &mut Value, nth: &mut usize) -> bool {
    if let Value::Object(members) = value {
        if *nth == 0 {
            members.insert("more".into(), json!(1));
            return true;
        }
        *nth -= 1;
    }
    match value {
        Value::Object(members) => members.values_mut().any(|member| with_more(member, nth)),
        Value::Array(items) => items.iter_mut().take(2).any(|item| with_more(item, nth)),
        _ => false,
    }
}

#[test]
fn no_object_of_a_bundle_has_a_member_that_the_format_does_not_know() {
    let links = published(chain(6), &run().input_digest);
    let mut whole = bundle(&[run()], &links);
    let fact = json!({"id": 1, "found_at": "2026-11-18T10:00:00Z", "salt": "0".repeat(32),
                      "fact": {"kind": "note", "text": "Seen."}});
    whole["projects"][0]["evidence"] = json!([fact]);
    assert_eq!(one("b.json", whole.to_string(), &keys()).verdict, Verdict::Holds);
    let mut objects = 0;
    loop {
        let (mut file, mut nth) = (whole.clone(), objects);
        if !with_more(&mut file, &mut nth) {
            break;
        }
        let forged = one("b.json", file.to_string(), &keys());
        assert_eq!(forged.verdict, Verdict::DoesNotHold, "object {objects}: {forged:#?}");
        objects += 1;
    }
    assert!(objects > 15, "{objects}");
}

#[test]
fn a_run_leaves_out_as_repeats_what_the_log_flags() {
    let mut links = published(chain(6), &run().input_digest);
    let imported = &mut links[0].row;
    (imported.action, imported.after) = ("event.imported".into(), json!({"repeats": [[999, 1]]}).to_string());
    let made = &mut links[2].row;
    (made.action, made.object_type, made.object_id) = ("run.created".into(), "run".into(), "1".into());
    made.after = json!({"excluded": 2}).to_string();
    let links = chained(links, "demo");
    let with = |excluded: Value| {
        let mut file = bundle(&[run()], &links);
        for (id, of) in [(998, json!(null)), (999, json!("p1"))] {
            let more = json!({"ref": format!("p{id}"), "id": id, "team": file["projects"][0]["team"], "title": format!("No {id}"),
                              "status": "submitted", "submitted_at": "2026-11-20T10:00:00Z", "duplicate_of": of});
            file["projects"].as_array_mut().unwrap().push(more);
        }
        file["runs"][0]["excluded"] = excluded;
        one("b.json", file.to_string(), &keys())
    };
    let honest = with(json!({"998": "no_reviews", "999": "duplicate"}));
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    let exchanged = with(json!({"998": "duplicate", "999": "no_reviews"}));
    assert_eq!(exchanged.verdict, Verdict::DoesNotHold, "{exchanged:#?}");
    finds(&exchanged, "RunMadeOtherwise { run: 1, row: 3, quantity: Excluded }");
}

#[test]
fn a_run_may_have_read_a_flag_that_was_taken_back_before_its_row() {
    let with = |flagged_at: &str, why: &str| {
        let mut links = chain(4);
        // The import, the flag, its end, and the run.
        links[0].row.ts = "2026-11-18T09:00:00.000001Z".into();
        links[0].row.action = "event.imported".into();
        links[0].row.after = json!({"repeats": []}).to_string();
        for (at, of) in [(1, json!(1)), (2, json!(null))] {
            let row = &mut links[at].row;
            (row.ts, row.object_id) = (flagged_at.into(), "998".into());
            row.after = json!({"duplicate_of": of}).to_string();
        }
        let made = &mut links[3].row;
        (made.action, made.object_type, made.object_id) = ("run.created".into(), "run".into(), "1".into());
        made.after = json!({"excluded": 1}).to_string();
        let mut file = bundle(&[Run { pinned_at: None, ..run() }], &chained(links, "demo"));
        let more = json!({"ref": "p998", "id": 998, "team": file["projects"][0]["team"], "title": "No 998",
                          "status": "submitted", "submitted_at": "2026-11-20T10:00:00Z"});
        file["projects"].as_array_mut().unwrap().push(more);
        file["runs"][0]["excluded"] = json!({"998": why});
        has(&one("b.json", file.to_string(), &keys()), "RunMadeOtherwise {")
    };
    let (lately, long_ago) = ("2026-11-18T10:00:03.000001Z", "2026-11-18T09:30:00.000001Z");
    assert!(!with(lately, "duplicate"), "it was one while the run read");
    assert!(!with(lately, "no_reviews"), "it was none before and after");
    assert!(with(long_ago, "duplicate"), "it was none any more");
}
