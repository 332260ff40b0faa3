//! Bundles, alone and with signed results.

use crate::support::*;
use shared::audit::from_hex;
use shared::provenance::{
    AuditHead, CheckContext, File, Kind, Link, Payload, Run, SignedMoreTime, Verdict, check_with, sign,
};
use transparency::blinded::LogSecret;
use transparency::merkle::{Tree, leaf_hash, root};

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
    holds(&alone, "Bundle(AddSignedResults)");
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
    let (links, reviews) = (published(chain(6), &run().input_digest), run().input.len());
    let second = Run { run: 2, pinned_at: None, ..run() };
    let file = bundle(&[run(), second], &links).to_string().into_bytes();
    let within = |most| {
        let files = [File { name: "b.json", bytes: &file }];
        check_with(&files, &CheckContext { reviews: most, ..CheckContext::of(&keys()) }).files.remove(0)
    };
    let finding = within(2 * reviews + 140);
    assert_eq!(finding.verdict, Verdict::Holds, "{finding:#?}");
    let finding = within(2 * reviews + 99);
    cannot_be_judged(&finding, "RunComputed { run: 1,");
    finds(&finding, "TooMuchToCompute { run: 2, file: None }");
}

#[test]
fn another_ranking_made_whole_again_differs_from_the_signed_one() {
    // Somebody changes a score in the bundle and computes everything anew: by itself it holds.
    let (mut reviews, _) = calibrated();
    reviews[0].total_micro = 1_000_000;
    let input = shared::calibration::Input::new(reviews.clone(), false).unwrap();
    let outcome = shared::calibration::calibrate(&input).unwrap();
    let forged = Run {
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
    holds(&with(own(), signed(4)), r#"HasSignedRoot { row: 4, file: "head.json" }"#);
    for other in [with(own(), signed(3)), with(Some("06".repeat(32)), signed(4))] {
        assert_eq!((other.verdict, other.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("audit, row 4")));
        finds(&other, "RootDiffers { row: 4");
    }
    holds(&with(None, signed(3)), "RootNotCompared");
    assert!(!has(&with(own(), head_of(&links, 4)), "Root"), "signed before the log had a tree");
    assert_eq!(with(Some("05".into()), signed(4)).verdict, Verdict::DoesNotHold);

    let two = |other: Vec<u8>| check(&[("a.json", signed(4)), ("b.json", other)], &keys()).files.remove(0);
    assert!(has(&two(signed(3)), "ContradictedBy"));
    assert!(!has(&two(head_of(&links, 4)), "ContradictedBy"));
}

#[test]
fn a_bundle_holds_what_its_log_its_runs_and_the_signed_ranking_name() {
    assert_eq!(beside(|_| (), |_| (), None).verdict, Verdict::Holds);
    let cases: [(Change, &str, &str); 6] = [
        (
            |file| file["event"]["results_published_at"] = json!(null),
            "event.results_published_at",
            "PublishedAtDiffers { here: None, by_runs: Some(",
        ),
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
    cannot_be_judged(&nameless, "ProjectsWithoutIds { projects: 1 }");
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
            (row.ts, row.after) = ("2026-11-20T10:00:00.000001Z".into(), "{}".into());
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
    // So many were imported, or came into finals, and each new project has a row of its own.
    let imported = |projects: usize| ("event.imported", json!({"projects": projects, "repeats": []}));
    let finals = |projects: usize| ("event.created", json!({"finals_of": "semifinal", "projects": projects}));
    for first in [imported(1), finals(1)] {
        finds(&with(first, |_| ()), "ProjectsNotAsLogged { here: 13, logged: 14 }");
    }
    assert!(!has(&with(imported(0), |_| ()), "ProjectsNotAsLogged"));
    finds(&with(finals(0), |_| ()), "FinalsNotAsLogged");
    let same = with(finals(0), |file| file["event"]["finals_of"] = json!("semifinal"));
    assert!(!has(&same, "FinalsNotAsLogged") && !has(&same, "ProjectsNotAsLogged"), "{same:#?}");
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
fn a_bundle_says_of_which_event_it_is_and_what_was_not_compared() {
    let unnamed = beside(|file| drop(file["event"].as_object_mut().unwrap().remove("slug")), |_| (), None);
    cannot_be_judged(&unnamed, "EventUnnamed");
    // A letter of another alphabet looks the same, and so does a space.
    let alike: [Change; 2] =
        [|file| file["event"]["slug"] = json!("dem\u{43e}"), |file| file["event"]["slug"] = json!("demo ")];
    for change in alike {
        does_not_hold(&beside(change, |_| (), None), "SlugImpossible");
    }
    let links = published(chain(6), &run().input_digest);
    let mut file = bundle(&[run()], &chained(links.clone(), "other"));
    file["event"]["slug"] = json!("other");
    let files = [("b.json", file.to_string().into_bytes()), ("r.json", signed_results(&links))];
    let other = check(&files, &keys()).files.remove(0);
    assert!(!other.is_whole(), "{other:#?}");
    finds(&other, "SignedOfOtherEvent { file: \"r.json\" }");
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
        document.issued_at = "2026-11-18T12:00:00Z".parse().unwrap();
        document.results.published_at = Some(document.issued_at);
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
    cannot_be_judged(&older, "EndsBeforeSignedRow { last: 2,");
    finds(&older, "EqualsSigned { file: \"r.json\" }");
    for code in later {
        assert!(!has(&older, code), "{code}: {older:#?}");
    }
    // A file that holds the row has to agree with all that was signed.
    let same_age = beside_later(6);
    assert_eq!(same_age.verdict, Verdict::DoesNotHold);
    later.iter().for_each(|code| finds(&same_age, code));
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
