//! The reviews in a bundle against the log in the same file, and files that are older than a signed head.

use crate::support::{
    Change, SECRET, bundle, calibrated, chain, chained, check, finds, has, head, keys, row_of, run,
};
use serde_json::{Value, json};
use shared::calibration::calibrate;
use shared::provenance::messages::Headline;
use shared::provenance::{
    Finding, InputLine, Link, Run, Verdict, from_reviews, judges_digest, read_bundle, scores_digest, sign,
};
use std::collections::BTreeMap;

/// Run 1, unpublished.
fn unpublished() -> Run {
    Run { pinned_at: None, ..run() }
}

/// The first review of the bundle, as the log of an event of our own has it.
const FIRST: i64 = 1_001;

fn row(object: i64, action: &str, after: &Value) -> Link {
    let mut link = chain(1).remove(0);
    (link.row.object_type, link.row.object_id) = ("assignment".into(), object.to_string());
    (link.row.action, link.row.after) = (action.into(), after.to_string());
    link
}

/// As the portal logs a submitted review.
fn submitted(score: i64) -> Value {
    json!({"status": "done", "submitted": true, "scores": {"quality": score}, "comment_sha256": null})
}

/// A bundle whose assignments have ids, with the log of each review, then the run's row.
fn whole() -> (Value, Vec<Link>) {
    let (reviews, _) = calibrated();
    let mut links = chain(1);
    for (id, review) in (FIRST..).zip(&reviews) {
        links.push(row(id, "assignment.created", &json!({"judge": 1, "project": review.project})));
        links.push(row(
            id,
            "review.saved",
            &json!({"status": "pending", "submitted": false, "scores": {}, "comment_sha256": null}),
        ));
        links.push(row(id, "review.submitted", &submitted(review.total_micro)));
    }
    let mut made = row(1, "run.created", &json!({"run": 1}));
    made.row.object_type = "run".into();
    // Long after the last review.
    made.row.ts = "2026-11-18T10:30:00.000001Z".into();
    links.push(made);
    let links = chained(links, "demo");
    let mut file = bundle(&[unpublished()], &links);
    for (id, assignment) in (FIRST..).zip(file["assignments"].as_array_mut().unwrap()) {
        assignment["id"] = json!(id);
        // The moment of the rows above.
        assignment["review"]["submitted_at"] = json!("2026-11-18T10:00:01.000001Z");
    }
    (file, links)
}

fn found(file: &Value) -> Finding {
    check(&[("b.json", file.to_string().into_bytes())], &keys()).files.remove(0)
}

#[test]
fn reviews_that_are_as_the_log_says_hold() {
    let finding = found(&whole().0);
    assert_eq!(finding.verdict, Verdict::Holds, "{finding:#?}");
    finds(&finding, "AsLogged { reviews: 60 }");
    assert!(!has(&finding, "JudgesNotAsLogged"), "a run read whose they are");
}

#[test]
fn a_note_or_a_visit_after_a_review_takes_nothing_from_what_its_rows_say() {
    let (mut file, mut links) = whole();
    links.push(row(FIRST + 7, "note.saved", &json!({"salt": "x"})));
    links.push(row(FIRST + 7, "visit.marked", &json!({"mark": "absent"})));
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    let honest = found(&file);
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    finds(&honest, "AsLogged { reviews: 60 }");
    file["assignments"][7]["review"]["submitted_at"] = json!("2026-11-18T09:00:00Z");
    assert_eq!(found(&file).breaks_at.as_deref(), Some("assignments[7].review.submitted_at"));
}

#[test]
fn a_review_that_a_plan_handed_out_is_of_the_project_that_its_own_rows_name() {
    let (mut file, mut links) = whole();
    links.retain(|link| link.row.action != "assignment.created");
    let (reviews, _) = calibrated();
    let submissions = links.iter_mut().filter(|link| link.row.action == "review.submitted");
    for (link, review) in submissions.zip(&reviews) {
        let mut said = submitted(review.total_micro);
        said["project"] = json!(review.project);
        link.row.after = said.to_string();
    }
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    let honest = found(&file);
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    let ids = [0, 30].map(|at| file["assignments"][at]["id"].clone());
    (file["assignments"][0]["id"], file["assignments"][30]["id"]) = (ids[1].clone(), ids[0].clone());
    let forged = found(&file);
    assert_eq!(forged.breaks_at.as_deref(), Some("assignments[0].project"), "{forged:#?}");
}

#[test]
fn a_review_that_was_set_aside_stays_with_its_judge_and_its_date() {
    let (mut file, mut links) = whole();
    let (reviews, _) = calibrated();
    let submissions = links.iter_mut().filter(|link| link.row.action == "review.submitted");
    for (link, review) in submissions.zip(&reviews) {
        link.row.actor.clone_from(&review.judge);
    }
    let score = reviews[7].total_micro;
    let mut aside = submitted(score);
    (aside["status"], aside["submitted"], aside["voided"]) = (json!("recused"), json!(false), json!(true));
    links.push(row(FIRST + 7, "review.voided", &aside));
    let voided = bundle(&[], &chained(links.clone(), "demo"))["audit"].clone();
    // A judge who steps aside leaves such a row without the member.
    let mut by_judge = links.clone();
    let last = &mut by_judge.last_mut().unwrap().row;
    aside.as_object_mut().unwrap().remove("voided");
    (last.action, last.after) = ("assignment.recused".into(), aside.to_string());
    let stepped_aside = bundle(&[], &chained(by_judge, "demo"))["audit"].clone();
    links.push(row(FIRST + 7, "review.restored", &submitted(score)));
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    let restored = found(&file);
    assert_eq!(restored.verdict, Verdict::Holds, "{restored:#?}");
    finds(&restored, "AsLogged { reviews: 60 }");
    // Somebody else who has not judged the project.
    let judges = |project: Option<i64>| {
        let of = reviews.iter().filter(move |r| project.is_none_or(|project| r.project == project));
        of.map(|r| r.judge.as_str()).collect::<Vec<_>>()
    };
    let here = judges(Some(reviews[7].project));
    let other = judges(None).into_iter().find(|judge| !here.contains(judge)).unwrap();
    let forged: [(&str, Value); 2] = [
        ("person", json!(other)),
        ("review", json!({"scores": {"quality": score}, "submitted_at": "2026-11-18T09:00:00Z"})),
    ];
    for (member, value) in forged {
        let mut file = file.clone();
        file["assignments"][7][member] = value;
        let finding = found(&file);
        assert_eq!(finding.verdict, Verdict::DoesNotHold, "{member}: {finding:#?}");
        finds(&finding, if member == "person" { "Judge {" } else { "SubmittedAt {" });
    }
    file["audit"] = stepped_aside;
    let moment = file["assignments"][7]["review"]["submitted_at"].take();
    file["assignments"][7]["status"] = json!("recused");
    finds(&found(&file), "AsLogged { reviews: 60 }");
    let recused = file["assignments"][7].clone();
    let aside = &mut file["assignments"][7];
    (aside["voided_at"], aside["recused_reason"]) =
        (json!("2026-11-18T10:20:00Z"), json!("Another project."));
    aside["review"]["voided_submitted_at"] = moment;
    finds(&found(&file), "SetAside { logged: false }");
    file["audit"] = voided;
    finds(&found(&file), "AsLogged { reviews: 60 }");
    let aside = std::mem::replace(&mut file["assignments"][7], recused);
    finds(&found(&file), "SetAside { logged: true }");
    file["assignments"][7] = aside;
    file["assignments"][7]["review"]["voided_submitted_at"] = json!("2026-11-18T09:00:00Z");
    finds(&found(&file), "SubmittedAt {");
    file["assignments"].as_array_mut().unwrap().remove(7);
    finds(&found(&file), "Missing {");
}

#[test]
fn an_event_that_imported_nothing_holds_no_review_without_a_row() {
    let (mut file, mut links) = whole();
    links.retain(|link| link.row.object_id != FIRST.to_string());
    links[0].row.action = "event.created".into();
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    let aside: Change = |assignment| {
        let moment = assignment["review"]["submitted_at"].take();
        (assignment["status"], assignment["recused_reason"]) = (json!("recused"), json!("Another project."));
        (assignment["voided_at"], assignment["review"]["voided_submitted_at"]) = (moment.clone(), moment);
    };
    let as_it_is: Change = |_| ();
    for change in [as_it_is, aside] {
        change(&mut file["assignments"][0]);
        let finding = found(&file);
        assert_eq!(finding.verdict, Verdict::DoesNotHold, "{finding:#?}");
        finds(&finding, "NeverLogged { assignment: 1001 }");
    }
}

#[test]
fn what_a_run_read_follows_by_the_rubric_from_a_logged_state_after_a_review_was_changed() {
    let (mut file, mut links) = whole();
    let mut later = row(FIRST, "review.submitted", &submitted(7));
    later.row.ts = "2026-11-18T10:40:00.000001Z".into();
    file["assignments"][0]["review"] = json!({"scores": {"quality": 7}, "submitted_at": later.row.ts});
    links.push(later);
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    let honest = found(&file);
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    finds(&honest, "AsLogged { reviews: 60 }");
    // The rows name an account that nobody in the file has.
    finds(&honest, "JudgesNotAsLogged { reviews: 60 }");
    let widened: Change = |file| file["event"]["criteria"][0]["max_value"] = json!(2_000_000);
    let stretched: Change = |file| file["event"]["criteria"][0]["min_value"] = json!(-1_000);
    for change in [widened, stretched] {
        let mut file = file.clone();
        change(&mut file);
        let forged = found(&file);
        assert_eq!(forged.verdict, Verdict::DoesNotHold, "{forged:#?}");
        finds(&forged, "ChangedSinceRun {");
    }
}

#[test]
fn a_review_from_which_its_judge_was_recused_is_as_the_row_of_the_conflict_says() {
    // A conflict becomes a judge's own when two accounts are merged, too.
    for (object, action) in [("event", "conflict.declared"), ("person", "person.merged")] {
        let (mut file, mut links) = whole();
        let mut declared = row(1, action, &json!({"recused": [FIRST + 7]}));
        declared.row.object_type = object.into();
        links.push(declared);
        file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
        let assignment = &mut file["assignments"][7];
        assignment["status"] = json!("recused");
        assignment["review"]["submitted_at"] = json!(null);
        let finding = found(&file);
        finds(&finding, "AsLogged { reviews: 60 }");
        let another = &mut file["assignments"][8];
        (another["status"], another["review"]["submitted_at"]) = (json!("recused"), json!(null));
        let finding = found(&file);
        assert_eq!(finding.breaks_at.as_deref(), Some("assignments[8].status"), "{finding:#?}");
    }
}

#[test]
fn reviews_of_a_withdrawn_project_are_as_its_rows_say_and_count_again_once_it_is_restored() {
    let (mut file, mut links) = whole();
    let mut of_project = |action: &str, after: &Value| {
        let mut link = row(1, action, after);
        link.row.object_type = "project".into();
        links.push(link);
        bundle(&[], &chained(links.clone(), "demo"))["audit"].clone()
    };
    let withdrawn = of_project("project.withdrawn", &json!({"status": "withdrawn", "recused": [FIRST + 7]}));
    let again = json!({"status": "submitted", "counted_again": [FIRST + 7], "given_back": []});
    let restored = of_project("project.restored", &again);
    file["audit"] = withdrawn.clone();
    let was = file["assignments"][7].clone();
    let with_it = &mut file["assignments"][7];
    (with_it["status"], with_it["review"]["submitted_at"]) = (json!("recused"), json!(null));
    finds(&found(&file), "SetAside { logged: true }");
    let with_it = &mut file["assignments"][7];
    (with_it["voided_at"], with_it["recused_reason"]) =
        (json!("2026-11-18T10:20:00Z"), json!("Nobody came."));
    with_it["review"]["voided_submitted_at"] = was["review"]["submitted_at"].clone();
    finds(&found(&file), "AsLogged { reviews: 60 }");
    file["audit"] = restored;
    assert_eq!(found(&file).breaks_at.as_deref(), Some("assignments[7].status"));
    file["assignments"][7] = was;
    finds(&found(&file), "AsLogged { reviews: 60 }");
    file["audit"] = withdrawn;
    finds(&found(&file), "Status { here: \"done\", logged: \"recused\" }");
}

#[test]
fn a_changed_review_is_told_by_the_log_in_the_same_file() {
    let cases: [(&str, &str, Change); 7] = [
        ("review.scores", "Score { criterion: \"quality\", here: Some(1), logged: Some(", |a| {
            a["review"]["scores"]["quality"] = json!(1)
        }),
        ("status", "Status { here: \"pending\", logged: \"done\" }", |a| {
            (a["status"], a["review"]["submitted_at"]) = (json!("pending"), json!(null));
        }),
        ("status", "Status { here: \"pending\", logged: \"done\" }", |a| {
            (a["status"], a["review"]) = (json!("pending"), json!(null));
        }),
        (
            "review.submitted_at",
            "SubmittedAt { here: 2026-11-18T09:59:00.999999Z, logged: 2026-11-18T10:00:01.000001Z }",
            |a| {
                a["review"]["submitted_at"] = json!("2026-11-18T09:59:00.999999Z");
            },
        ),
        ("review.submitted_at", "SubmittedAt {", |a| {
            a["review"]["submitted_at"] = json!("2026-11-18T10:01:01.000002Z");
        }),
        ("review.comment", "CommentAdded", |a| a["review"]["comment"] = json!("Good.")),
        ("review.entered_by", "Entered { logged: false }", |a| a["review"]["entered_by"] = json!("o")),
    ];
    for (member, words, change) in cases {
        let (mut file, _) = whole();
        change(&mut file["assignments"][7]);
        let finding = found(&file);
        let place = format!("assignments[7].{member}");
        assert_eq!((finding.verdict, finding.breaks_at), (Verdict::DoesNotHold, Some(place)), "{words}");
        assert!(format!("{:?}", finding.lines[0].message).contains(words), "{:?}", finding.lines);
    }
}

#[test]
fn a_file_without_a_log_says_that_something_is_missing() {
    let (mut file, _) = whole();
    file["audit"] = json!([]);
    let finding = found(&file);
    finds(&finding, "NoLog");
}

#[test]
fn the_id_of_another_review_is_told_by_its_project() {
    let (mut file, _) = whole();
    let [first, other] = [0, 30].map(|at| file["assignments"][at]["project"].clone());
    assert_ne!(first, other);
    let ids = [0, 30].map(|at| file["assignments"][at]["id"].clone());
    (file["assignments"][0]["id"], file["assignments"][30]["id"]) = (ids[1].clone(), ids[0].clone());
    let finding = found(&file);
    assert_eq!(finding.breaks_at.as_deref(), Some("assignments[0].project"), "{finding:#?}");
}

#[test]
fn a_review_that_the_log_does_not_know_of_is_told() {
    let (mut file, mut links) = whole();
    let project = file["projects"][0]["id"].clone();
    links.push(row(9_999, "assignment.created", &json!({"judge": 1, "project": project})));
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    let of_it = format!("p{project}");
    let assignments = file["assignments"].as_array_mut().unwrap();
    assignments.iter_mut().find(|a| a["project"] == json!(of_it)).unwrap()["id"] = json!(9_999);
    let finding = found(&file);
    assert_eq!(finding.verdict, Verdict::DoesNotHold);
    finds(&finding, "NeverLogged { assignment: 9999 }");
}

#[test]
fn a_review_that_was_taken_out_or_whose_id_was_is_told() {
    let (mut file, _) = whole();
    file["assignments"].as_array_mut().unwrap().remove(0);
    let finding = found(&file);
    assert_eq!(finding.verdict, Verdict::DoesNotHold);
    finds(&finding, "Missing { row: 4, assignment: 1001 }");
    let (mut file, _) = whole();
    file["assignments"][0].as_object_mut().unwrap().remove("id");
    let finding = found(&file);
    assert_eq!(finding.verdict, Verdict::CannotBeJudged, "{finding:#?}");
    finds(&finding, "WithoutIds { reviews: 1 }");
}

#[test]
fn reviews_without_rows_change_after_a_run_only_where_the_log_shows_a_change() {
    // As in an imported event: no review has a row of its own.
    let (_, links) = whole();
    let mut imported = vec![links[0].clone(), links[links.len() - 1].clone()];
    // The run follows at once, as in the demo.
    imported[0].row.action = "event.imported".into();
    imported[0].row.ts = "2026-11-18T10:29:59.000001Z".into();
    let mut file = bundle(&[unpublished()], &chained(imported.clone(), "demo"));
    assert_eq!(found(&file).verdict, Verdict::Holds, "the run read them");
    file["assignments"][7]["review"]["scores"]["quality"] = json!(999_999);
    let finding = found(&file);
    assert_eq!(finding.verdict, Verdict::DoesNotHold, "{finding:#?}");
    finds(&finding, "ChangedSinceRun {");
    // A project that was edited after the run may be why.
    let mut later = imported;
    let mut edit = chain(2).remove(1);
    edit.row.ts = "2026-11-18T10:40:00.000001Z".into();
    later.push(edit);
    file["audit"] = bundle(&[], &chained(later, "demo"))["audit"].clone();
    let finding = found(&file);
    assert_eq!(finding.verdict, Verdict::Holds, "{finding:#?}");
    finds(&finding, "NotLogged { reviews: 60 }");
    // An account that was given up has another address, and the same reviews.
    let mut renamed =
        bundle(&[unpublished()], &chained(vec![links[0].clone(), links[links.len() - 1].clone()], "demo"));
    let person = renamed["assignments"][0]["person"].clone();
    let people = renamed["people"].as_array_mut().unwrap();
    people.iter_mut().find(|p| p["ref"] == person).unwrap()["email"] = json!("gone@example.org");
    assert_eq!(found(&renamed).verdict, Verdict::Holds);
}

#[test]
fn what_rows_after_the_last_signed_one_say_of_reviews_is_not_confirmed() {
    let (file, links) = whole();
    let with = |file: &Value, links: &[Link], rows: usize| {
        let document = sign(&head(row_of(links, rows)), &SECRET).unwrap().into_bytes();
        check(&[("b.json", file.to_string().into_bytes()), ("head.json", document)], &keys()).files.remove(0)
    };
    assert_eq!(with(&file, &links, links.len()).verdict, Verdict::Holds);
    // Somebody appends a row that says what they changed, or that takes a review back.
    let appended = |mut more: Link, change: Change| {
        let mut links = links.clone();
        more.row.ts = "2026-11-18T10:40:00.000001Z".into();
        links.push(more);
        let links = chained(links, "demo");
        let mut file = file.clone();
        file["audit"] = bundle(&[], &links)["audit"].clone();
        change(&mut file);
        let early = with(&file, &links, links.len() - 1);
        assert_eq!(early.verdict, Verdict::CannotBeJudged, "{early:#?}");
        finds(&early, "NotConfirmed { reviews: 1 }");
        assert!(!has(&with(&file, &links, links.len()), "NotConfirmed"), "a later head covers it");
    };
    appended(row(FIRST, "review.submitted", &submitted(7)), |file| {
        let review = json!({"scores": {"quality": 7}, "submitted_at": "2026-11-18T10:40:00.000001Z"});
        file["assignments"][0]["review"] = review;
    });
    appended(row(FIRST, "assignment.removed", &json!({"salt": "x"})), |file| {
        drop(file["assignments"].as_array_mut().unwrap().remove(0))
    });
}

#[test]
fn a_file_that_says_it_is_later_than_a_head_and_ends_before_it_was_cut() {
    let links = chain(20);
    let signed = row_of(&links, 20);
    let document = sign(&head(signed), &SECRET).unwrap().into_bytes();
    let mut file = bundle(&[unpublished()], &links[..15]);
    let mut with = |saved: &str| {
        file["exported_at"] = json!(saved);
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", document.clone())];
        check(&files, &keys()).files.remove(0)
    };
    // The head was signed at 11:06:40.
    let cut = with("2026-11-18T11:07:41Z");
    assert_eq!((cut.verdict, cut.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("audit, row 16")));
    finds(&cut, "SavedLater {");
    for saved in ["2026-11-18T11:07:40Z", "2026-11-18T10:59:00Z"] {
        let older = with(saved);
        assert_eq!(older.verdict, Verdict::CannotBeJudged, "{older:#?}");
        assert_eq!(older.headline, Some(Headline::HeadLaterThanFile));
    }
    let mut late = links[..15].to_vec();
    late[14].row.ts = "2026-11-18T11:07:41.000000Z".into();
    file["audit"] = bundle(&[], &chained(late, "demo"))["audit"].clone();
    file["exported_at"] = json!("2026-11-18T11:00:00Z");
    let files = [("b.json", file.to_string().into_bytes()), ("head.json", document)];
    let rewritten = check(&files, &keys()).files.remove(0);
    assert_eq!(rewritten.verdict, Verdict::DoesNotHold);
    finds(&rewritten, "LastRowLater { last: 2026-11-18T11:07:41Z }");
}

#[test]
fn imported_reviews_are_those_that_the_row_of_the_import_has_the_digest_of() {
    let (_, links) = whole();
    let (mut file, _) = whole();
    let stored = read_bundle(file.to_string().as_bytes()).unwrap();
    let all = |_| true;
    let record = json!({"file_sha256": "0".repeat(64), "repeats": [],
        "scores_digest": scores_digest(&stored.event, all), "judges_digest": judges_digest(&stored.event, all)});
    let mut imported = [links[0].clone(), links[links.len() - 1].clone()];
    imported[0].row.action = "event.imported".into();
    imported[0].row.after = record.to_string();
    let logged = |more: &[Link]| {
        let rows = imported.iter().chain(more).cloned().collect();
        bundle(&[], &chained(rows, "demo"))["audit"].clone()
    };
    file["audit"] = logged(&[]);
    let same = found(&file);
    finds(&same, "AsImported { reviews: 60 }");
    assert_eq!(same.verdict, Verdict::Holds, "{same:#?}");
    // Each of these leaves all totals as they are.
    let later = |a: &mut Value| a["review"]["submitted_at"] = json!("2026-11-18T10:00:02Z");
    let cases: [(Change, Verdict, &str); 3] = [
        (|_| (), Verdict::Holds, "AsImported { reviews: 60 }"),
        (later, Verdict::DoesNotHold, "NotAsImported"),
        (|a| a["person"] = json!("o"), Verdict::CannotBeJudged, "JudgesNotAsImported"),
    ];
    for (change, verdict, code) in cases {
        let mut file = file.clone();
        file["people"].as_array_mut().unwrap().iter_mut().for_each(|p| p["roles"] = json!(["judge"]));
        change(&mut file["assignments"][7]);
        let finding = found(&file);
        assert_eq!(finding.verdict, verdict, "{finding:#?}");
        finds(&finding, code);
    }
    // A visit changes no review.
    let mut visited = file.clone();
    later(&mut visited["assignments"][7]);
    visited["audit"] = logged(&[row(FIRST, "visit.marked", &json!({"mark": "absent"}))]);
    finds(&found(&visited), "NotAsImported");
    // A review that was changed since has a row, and then the digest is of others.
    let mut saved = row(FIRST, "review.submitted", &submitted(7));
    saved.row.ts = "2026-11-18T10:40:00.000001Z".into();
    let before = file["assignments"][0]["review"]["scores"]["quality"].as_i64().unwrap();
    saved.row.before = submitted(before).to_string();
    file["assignments"][0]["review"] = json!({"scores": {"quality": 7}, "submitted_at": saved.row.ts});
    file["audit"] = logged(&[saved]);
    let changed = found(&file);
    assert_eq!(changed.verdict, Verdict::Holds, "{changed:#?}");
    finds(&changed, "NotLogged { reviews: 59 }");
    // One that was set aside since stays in the file.
    let mut aside = submitted(before);
    (aside["status"], aside["submitted"]) = (json!("recused"), json!(false));
    let mut voided = row(FIRST, "review.voided", &aside);
    voided.row.before = submitted(before).to_string();
    file["audit"] = logged(&[voided]);
    file["assignments"].as_array_mut().unwrap().remove(0);
    finds(&found(&file), "Missing {");
}

#[test]
fn a_review_that_was_given_after_an_import_explains_no_change_of_the_imported_ones() {
    let (mut file, links) = whole();
    let mut then = file.clone();
    (then["assignments"][0]["status"], then["assignments"][0]["review"]) = (json!("pending"), json!(null));
    let stored = read_bundle(then.to_string().as_bytes()).unwrap();
    let all = |_| true;
    let record = json!({"file_sha256": "0".repeat(64), "repeats": [],
        "scores_digest": scores_digest(&stored.event, all), "judges_digest": judges_digest(&stored.event, all)});
    let mut imported = links[0].clone();
    imported.row.action = "event.imported".into();
    imported.row.after = record.to_string();
    let score = file["assignments"][0]["review"]["scores"]["quality"].as_i64().unwrap();
    let mut given = row(FIRST, "review.submitted", &submitted(score));
    given.row.before =
        json!({"status": "pending", "submitted": false, "scores": {}, "comment_sha256": null}).to_string();
    let mut rows = vec![imported, given, links[links.len() - 1].clone()];
    file["audit"] = bundle(&[], &chained(rows.clone(), "demo"))["audit"].clone();
    let honest = found(&file);
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    finds(&honest, "AsImported { reviews: 59 }");
    file["assignments"][7]["review"]["submitted_at"] = json!("2026-11-18T09:00:00Z");
    let forged = found(&file);
    assert_eq!(forged.verdict, Verdict::DoesNotHold, "{forged:#?}");
    finds(&forged, "NotAsImported");
    // Once anything was reviewed, only the words of the rubric change.
    let mut reworded = chain(1).remove(0);
    reworded.row.action = "rubric.edited".into();
    rows.push(reworded);
    file["audit"] = bundle(&[], &chained(rows, "demo"))["audit"].clone();
    assert_eq!(found(&file).verdict, Verdict::DoesNotHold);
}

#[test]
fn a_run_says_whose_imported_reviews_are_after_an_account_was_deleted() {
    let (mut file, links) = whole();
    for (at, assignment) in (0..).zip(file["assignments"].as_array_mut().unwrap()) {
        // No two reviews of a project have one total.
        let score = &mut assignment["review"]["scores"]["quality"];
        *score = json!(score.as_i64().unwrap().min(999_900) + at);
    }
    let read = |file: &Value| read_bundle(file.to_string().as_bytes()).unwrap().event;
    let (event, all) = (read(&file), |_| true);
    let mut imported = links[0].clone();
    imported.row.action = "event.imported".into();
    imported.row.after = json!({"file_sha256": "0".repeat(64), "repeats": [],
        "scores_digest": scores_digest(&event, all), "judges_digest": judges_digest(&event, all)})
    .to_string();
    let gone = file["assignments"][0]["person"].clone();
    for person in file["people"].as_array_mut().unwrap() {
        if person["ref"] == gone {
            person["email"] = json!("gone-1@deleted.example");
        }
    }
    let input = from_reviews(&read(&file)).unwrap();
    let outcome = calibrate(&input).unwrap();
    let again = Run {
        input_digest: outcome.input_digest,
        panels: outcome.fit.panels,
        input: input.reviews().iter().map(InputLine::from).collect(),
        results: outcome.projects,
        judges: outcome.judges,
        ..unpublished()
    };
    let mut made = row(1, "run.created", &json!({"input_digest": again.input_digest}));
    made.row.object_type = "run".into();
    let with = |file: &Value, runs: &[Run], rows: &[Link]| {
        let mut file = file.clone();
        let logged = bundle(runs, &chained(rows.to_vec(), "demo"));
        (file["runs"], file["audit"]) = (logged["runs"].clone(), logged["audit"].clone());
        found(&file)
    };
    let unknown = with(&file, &[], std::slice::from_ref(&imported));
    assert_eq!(unknown.verdict, Verdict::CannotBeJudged, "{unknown:#?}");
    finds(&unknown, "JudgesNotAsImported");
    let known = with(&file, &[again], &[imported.clone(), made]);
    assert_eq!(known.verdict, Verdict::Holds, "{known:#?}");
    finds(&known, "JudgesAsRead { run: 1 }");
    finds(&known, "AsImported { reviews: 60 }");
    // A run reads no review of a repeat, so it does not say whose those are.
    let (repeat, of) = (file["projects"][0].clone(), file["projects"][1].clone());
    file["projects"][0]["duplicate_of"] = of["ref"].clone();
    let mut said: Value = serde_json::from_str(&imported.row.after).unwrap();
    said["repeats"] = json!([[repeat["id"], of["id"]]]);
    imported.row.after = said.to_string();
    let input = from_reviews(&read(&file)).unwrap();
    let outcome = calibrate(&input).unwrap();
    let without = Run {
        input_digest: outcome.input_digest,
        panels: outcome.fit.panels,
        input: input.reviews().iter().map(InputLine::from).collect(),
        results: outcome.projects,
        judges: outcome.judges,
        excluded: BTreeMap::from([(repeat["id"].as_i64().unwrap(), "duplicate".into())]),
        ..unpublished()
    };
    let mut made = row(1, "run.created", &json!({"input_digest": without.input_digest}));
    made.row.object_type = "run".into();
    let unread = with(&file, &[without], &[imported, made]);
    assert_eq!(unread.verdict, Verdict::CannotBeJudged, "{unread:#?}");
    finds(&unread, "JudgesNotAsImported");
}
