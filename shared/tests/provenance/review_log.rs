//! The reviews in a bundle against the log in the same file.

use crate::forgotten::seal;
use crate::support::*;
use shared::provenance::{Finding, Link, Run, Verdict};

/// Run 1, unpublished.
pub(crate) fn unpublished() -> Run {
    Run { pinned_at: None, ..run() }
}

/// The first review of the bundle, as the log of an event of our own has it.
pub(crate) const FIRST: i64 = 1_001;

pub(crate) fn row(object: i64, action: &str, after: &Value) -> Link {
    let mut link = chain(1).remove(0);
    (link.row.object_type, link.row.object_id) = ("assignment".into(), object.to_string());
    (link.row.action, link.row.after) = (action.into(), after.to_string());
    link
}

/// As the portal logs a submitted review.
pub(crate) fn submitted(score: i64) -> Value {
    json!({"status": "done", "submitted": true, "scores": {"quality": score}, "comment_sha256": null})
}

/// The number of a judge of [`calibrated`], as the log names them.
pub(crate) fn number_of(judge: &str) -> i64 {
    judge.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

/// A judge who has not reviewed the project of this review.
pub(crate) fn somebody_else(review: usize) -> String {
    let (reviews, _) = calibrated();
    let of_project = reviews.iter().filter(|other| other.project == reviews[review].project);
    let here: Vec<&str> = of_project.map(|other| other.judge.as_str()).collect();
    reviews.iter().find(|other| !here.contains(&other.judge.as_str())).unwrap().judge.clone()
}

/// A bundle whose assignments have ids, with the log of each review, then the run's row.
pub(crate) fn whole() -> (Value, Vec<Link>) {
    let (reviews, _) = calibrated();
    let mut links = chain(1);
    for (id, review) in (FIRST..).zip(&reviews) {
        let pair = json!({"judge": number_of(&review.judge), "project": review.project, "source": "manual"});
        links.push(row(id, "assignment.created", &pair));
        let draft = json!({"status": "pending", "submitted": false, "scores": {}, "comment_sha256": null});
        for (action, after) in [("review.saved", draft), ("review.submitted", submitted(review.total_micro))]
        {
            let mut link = row(id, action, &after);
            link.row.actor.clone_from(&review.judge);
            links.push(link);
        }
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
        let moment = json!("2026-11-18T10:00:01.000001Z");
        (assignment["created_at"], assignment["review"]["submitted_at"]) = (moment.clone(), moment);
    }
    (file, links)
}

pub(crate) fn found(file: &Value) -> Finding {
    check(&[("b.json", file.to_string().into_bytes())], &keys()).files.remove(0)
}

/// Two reviews of different projects whose ids are exchanged are told by the project.
fn exchanged_ids_are_told(mut file: Value) {
    let [first, other] = [0, 30].map(|at| file["assignments"][at]["project"].clone());
    assert_ne!(first, other);
    let ids = [0, 30].map(|at| file["assignments"][at]["id"].clone());
    (file["assignments"][0]["id"], file["assignments"][30]["id"]) = (ids[1].clone(), ids[0].clone());
    let forged = found(&file);
    assert_eq!(forged.breaks_at.as_deref(), Some("assignments[0].project"), "{forged:#?}");
}

#[test]
fn reviews_that_are_as_the_log_says_hold() {
    let finding = found(&whole().0);
    holds(&finding, "AsLogged { reviews: 60 }");
    assert!(!has(&finding, "JudgesNotAsLogged"), "a run read whose they are");
}

#[test]
fn a_note_or_a_visit_after_a_review_takes_nothing_from_what_its_rows_say() {
    let (mut file, mut links) = whole();
    links.push(row(FIRST + 7, "note.saved", &json!({"salt": "x"})));
    links.push(row(FIRST + 7, "visit.marked", &json!({"mark": "absent"})));
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    holds(&found(&file), "AsLogged { reviews: 60 }");
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
    exchanged_ids_are_told(file);
}

#[test]
fn a_review_that_was_set_aside_stays_with_its_judge_and_its_date() {
    let (mut file, mut links) = whole();
    let (reviews, _) = calibrated();
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
    last.actor.clone_from(&reviews[7].judge);
    let stepped_aside = bundle(&[], &chained(by_judge, "demo"))["audit"].clone();
    links.push(row(FIRST + 7, "review.restored", &submitted(score)));
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    holds(&found(&file), "AsLogged { reviews: 60 }");
    let forged: [(&str, Value); 2] = [
        ("person", json!(somebody_else(7))),
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
        does_not_hold(&found(&file), "NeverLogged { assignment: 1001 }");
        // Without its id nobody can look for its rows.
        let mut nameless = file.clone();
        nameless["assignments"][0].as_object_mut().unwrap().remove("id");
        finds(&found(&nameless), "WithoutIds { reviews: 1 }");
    }
}

#[test]
fn what_a_run_read_follows_by_the_rubric_from_a_logged_state_after_a_review_was_changed() {
    let (mut file, mut links) = whole();
    let mut later = row(FIRST, "review.submitted", &submitted(7));
    later.row.actor.clone_from(&links[2].row.actor);
    later.row.ts = "2026-11-18T10:40:00.000001Z".into();
    file["assignments"][0]["review"] = json!({"scores": {"quality": 7}, "submitted_at": later.row.ts});
    links.push(later);
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    holds(&found(&file), "AsLogged { reviews: 60 }");
    let widened: Change = |file| file["event"]["criteria"][0]["max_value"] = json!(2_000_000);
    let stretched: Change = |file| file["event"]["criteria"][0]["min_value"] = json!(-1_000);
    for change in [widened, stretched] {
        let mut file = file.clone();
        change(&mut file);
        does_not_hold(&found(&file), "ChangedSinceRun {");
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
    let cases: [(&str, &str, Change); 9] = [
        ("source", "OtherSource { assignment: 1008, logged: \"manual\", here: \"import\" }", |a| {
            a["source"] = json!("import")
        }),
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
        ("created_at", "OtherMoment {", |a| drop(a.as_object_mut().unwrap().remove("created_at"))),
        ("review.comment", "Comment { logged: false }", |a| a["review"]["comment"] = json!("Good.")),
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
fn a_review_has_a_comment_where_its_row_says_so_unless_the_event_was_forgotten() {
    let (mut file, mut links) = whole();
    let last = links.iter_mut().rev().find(|link| link.row.action == "review.submitted").unwrap();
    let mut said: Value = serde_json::from_str(&last.row.after).unwrap();
    said["comment_sha256"] = json!("0".repeat(64));
    last.row.after = said.to_string();
    file["audit"] = bundle(&[], &chained(links.clone(), "demo"))["audit"].clone();
    does_not_hold(&found(&file), "Comment { logged: true }");
    let mut with_it = file.clone();
    with_it["assignments"][59]["review"]["comment"] = json!("Good.");
    holds(&found(&with_it), "AsLogged { reviews: 60 }");
    // Forgetting takes what people wrote, and leaves the digest.
    let mut row = row(
        1,
        "event.forgotten",
        &json!({"rows": links.len(), "seal": seal(&chained(links.clone(), "demo"))}),
    );
    (row.row.object_type, row.row.actor) = ("event".into(), "system".into());
    links.push(row);
    let links = chained(links, "demo");
    file["audit"] = bundle(&[], &links)["audit"].clone();
    let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, links.len()))];
    holds(&check(&files, &keys()).files.remove(0), "AsLogged { reviews: 60 }");
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
    exchanged_ids_are_told(whole().0);
}

#[test]
fn a_review_that_the_log_does_not_know_of_is_told() {
    let (mut file, mut links) = whole();
    let project = file["projects"][0]["id"].clone();
    links.push(row(9_999, "assignment.created", &json!({"project": project})));
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    let of_it = format!("p{project}");
    let assignments = file["assignments"].as_array_mut().unwrap();
    assignments.iter_mut().find(|a| a["project"] == json!(of_it)).unwrap()["id"] = json!(9_999);
    does_not_hold(&found(&file), "NeverLogged { assignment: 9999 }");
}

#[test]
fn a_review_that_was_taken_out_or_whose_id_was_is_told() {
    let (mut file, _) = whole();
    file["assignments"].as_array_mut().unwrap().remove(0);
    does_not_hold(&found(&file), "Missing { row: 4, assignment: 1001 }");
    let (mut file, _) = whole();
    file["assignments"][0].as_object_mut().unwrap().remove("id");
    cannot_be_judged(&found(&file), "WithoutIds { reviews: 1 }");
}

#[test]
fn what_rows_after_the_last_signed_one_say_of_reviews_is_not_confirmed() {
    let (file, links) = whole();
    let with = |file: &Value, links: &[Link], rows: usize| {
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(links, rows))];
        check(&files, &keys()).files.remove(0)
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
        cannot_be_judged(&with(&file, &links, links.len() - 1), "NotConfirmed { reviews: 1 }");
        assert!(!has(&with(&file, &links, links.len()), "NotConfirmed"), "a later head covers it");
    };
    let mut again = row(FIRST, "review.submitted", &submitted(7));
    again.row.actor.clone_from(&links[2].row.actor);
    appended(again, |file| {
        let review = json!({"scores": {"quality": 7}, "submitted_at": "2026-11-18T10:40:00.000001Z"});
        file["assignments"][0]["review"] = review;
    });
    appended(row(FIRST, "assignment.removed", &json!({"salt": "x"})), |file| {
        drop(file["assignments"].as_array_mut().unwrap().remove(0))
    });
}

/// The same, and the file has this address of the judge of the first review.
fn judged_by(address: &str) -> Value {
    let (mut file, _) = whole();
    let judge = file["assignments"][0]["person"].clone();
    let people = file["people"].as_array_mut().unwrap();
    people.iter_mut().find(|person| person["ref"] == judge).unwrap()["email"] = json!(address);
    file
}

#[test]
fn who_deleted_the_account_and_came_back_with_its_address_is_known_by_the_number() {
    let (reviews, _) = calibrated();
    let (address, own) = (reviews[0].judge.as_str(), number_of(&reviews[0].judge));
    let mut links = whole().1;
    links.insert(links.len() - 1, left(own, address));
    let log = bundle(&[], &chained(links, "demo"))["audit"].clone();
    let back = |number: i64| {
        let mut file = judged_by(&format!("deleted-{number}-x@deleted.invalid"));
        file["audit"] = log.clone();
        let judge = file["assignments"][0]["person"].clone();
        let (first, _) = whole();
        let people = file["people"].as_array_mut().unwrap();
        let was = first["people"].as_array().unwrap().iter().find(|person| person["ref"] == judge);
        let mut came = was.unwrap().clone();
        came["ref"] = json!("back");
        people.push(came);
        file
    };
    let honest = found(&back(own));
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    finds(&honest, "JudgesDeletedSinceRun { run: 1, judges: 1 }");
    // Without a run, the rows alone say it.
    let without = |mut file: Value| {
        file["runs"] = json!([]);
        file["audit"].as_array_mut().unwrap().pop();
        found(&file)
    };
    assert!(!has(&without(back(own)), "Judge {"));
    // Another account has another number, whoever says that it was deleted.
    for other in [own + 1, 9_999] {
        finds(&found(&back(other)), "Judge { here: \"deleted-");
        finds(&without(back(other)), "Judge { here: \"deleted-");
    }
}

#[test]
fn an_address_changes_only_where_an_account_was_deleted_as_the_log_says() {
    let renamed = found(&judged_by("eve@example.org"));
    does_not_hold(&renamed, "Judge { here: \"eve@example.org\", logged: \"judge");
    let deleted = found(&judged_by("deleted-1-x@deleted.invalid"));
    assert!(!has(&deleted, "Judge {"), "{deleted:#?}");
    // The run read the same reviews, so they are what was ranked.
    finds(&deleted, "JudgesDeletedSinceRun { run: 1, judges: 1 }");
    finds(&deleted, "ReviewsOfRun { run: 1 }");
    assert!(!has(&deleted, "JudgesNotAsLogged") && !has(&deleted, "ReviewsChangedSinceRun"), "{deleted:#?}");
    // Anybody could write such an address into the file.
    cannot_be_judged(&deleted, "DeletionsNotLogged { people: 1 }");
    let mut without = judged_by("deleted-1-x@deleted.invalid");
    without["runs"] = json!([]);
    without["audit"].as_array_mut().unwrap().pop();
    finds(&found(&without), "JudgesNotAsLogged {");
    cannot_be_judged(&found(&without), "DeletionsNotLogged { people: 1 }");
    let mut changed = judged_by("deleted-1-x@deleted.invalid");
    changed["assignments"][0]["review"]["scores"]["quality"] = json!(1);
    finds(&found(&changed), "ReviewsChangedSinceRun { run: 1 }");
    let mut merged = judged_by("eve@example.org");
    let mut rows = whole().1;
    let mut row = row(1, "person.merged", &json!({"person": 1}));
    row.row.object_type = "person".into();
    rows.push(row);
    merged["audit"] = bundle(&[], &chained(rows, "demo"))["audit"].clone();
    // Who has reviewed is merged into no other account.
    does_not_hold(&found(&merged), "Judge { here: \"eve@example.org\"");
}

/// The row by which somebody deleted the account with this number.
pub(crate) fn left(number: i64, address: &str) -> Link {
    let mut link = row(number, "person.left", &json!({"salt": "x"}));
    (link.row.object_type, link.row.actor) = ("person".into(), address.into());
    link
}

#[test]
fn the_row_by_which_an_account_was_deleted_says_whose_its_reviews_are() {
    let (reviews, _) = calibrated();
    let (address, number) = (reviews[0].judge.as_str(), number_of(&reviews[0].judge));
    let mut file = judged_by(&format!("deleted-{number}-x@deleted.invalid"));
    file["runs"] = json!([]);
    let mut links = whole().1;
    links.pop();
    let signed = links.len();
    let with = |file: &Value, more: Option<Link>, rows: Option<usize>| {
        let mut file = file.clone();
        let links = chained(links.iter().cloned().chain(more).collect(), "demo");
        file["audit"] = bundle(&[], &links)["audit"].clone();
        let mut files = vec![("b.json", file.to_string().into_bytes())];
        files.extend(rows.map(|rows| ("head.json", head_of(&links, rows))));
        check(&files, &keys()).files.remove(0)
    };
    finds(&with(&file, None, None), "JudgesNotAsLogged {");
    for rows in [None, Some(signed + 1)] {
        let known = with(&file, Some(left(number, address)), rows);
        holds(&known, "AsLogged { reviews: 60 }");
        assert!(!has(&known, "JudgesNotAsLogged"), "{known:#?}");
    }
    // Neither does the row of another account, nor one that anybody could have appended.
    finds(&with(&file, Some(left(9_999, address)), None), "JudgesNotAsLogged {");
    finds(&with(&file, Some(left(number, address)), Some(signed)), "JudgesNotAsLogged {");
    // One number is one person's.
    let mut twice = file.clone();
    let mut other = json!({"ref": "other", "name": "Other", "roles": ["judge"]});
    other["email"] = json!(format!("deleted-{number}-y@deleted.invalid"));
    twice["people"].as_array_mut().unwrap().push(other);
    finds(&with(&twice, Some(left(number, address)), None), "JudgesNotAsLogged {");
}

#[test]
fn who_entered_a_review_or_took_a_judge_off_it_is_as_its_row_says() {
    let with = |action: &str, actor: &str, change: Change| {
        let (mut file, mut links) = whole();
        let score = calibrated().0[7].total_micro;
        let mut last = row(FIRST + 7, action, &submitted(score));
        if action == "assignment.recused" {
            let mut aside = submitted(score);
            (aside["status"], aside["submitted"]) = (json!("recused"), json!(false));
            last.row.after = aside.to_string();
            let assignment = &mut file["assignments"][7];
            (assignment["status"], assignment["review"]["submitted_at"]) = (json!("recused"), json!(null));
        }
        last.row.actor = match actor {
            "judge" => file["assignments"][7]["person"].as_str().unwrap().into(),
            other => other.into(),
        };
        links.push(last);
        change(&mut file["assignments"][7]);
        file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
        found(&file)
    };
    let other = "judge001@example.org";
    let by_organizer: Change = |assignment| assignment["review"]["entered_by"] = json!("o");
    let by_judge: Change = |assignment| {
        let judge = assignment["person"].clone();
        assignment["review"]["entered_by"] = judge;
    };
    let taken: Change = |assignment| assignment["taken_off"] = json!(true);
    let nothing: Change = |_| ();
    for (action, actor, honest, forged, code) in [
        ("review.entered", "o@example.org", by_organizer, by_judge, "EnteredBy { here: \"judge"),
        ("assignment.recused", "judge", nothing, taken, "TakenOff { logged: false }"),
        ("assignment.recused", "o@example.org", taken, nothing, "TakenOff { logged: true }"),
    ] {
        let same = with(action, actor, honest);
        assert!(!has(&same, "Changed {"), "{action}: {same:#?}");
        let changed = with(action, actor, forged);
        assert_eq!(changed.verdict, Verdict::DoesNotHold, "{action}: {changed:#?}");
        finds(&changed, code);
    }
    assert_eq!(with("review.entered", other, by_organizer).verdict, Verdict::DoesNotHold);
}

#[test]
fn after_a_merge_an_assignment_may_have_been_another_accounts() {
    let judge = whole().0["assignments"][7]["person"].as_str().unwrap().to_owned();
    // An organizer took the account off that is theirs now; one that is the judge's now stepped aside.
    for (actor, taken_off) in [(judge.as_str(), true), ("o@example.org", false)] {
        let (mut file, mut links) = whole();
        let mut aside = submitted(calibrated().0[7].total_micro);
        (aside["status"], aside["submitted"]) = (json!("recused"), json!(false));
        let mut off = row(FIRST + 7, "assignment.recused", &aside);
        off.row.actor = actor.to_owned();
        links.push(off);
        let assignment = &mut file["assignments"][7];
        (assignment["status"], assignment["review"]["submitted_at"]) = (json!("recused"), json!(null));
        assignment["taken_off"] = json!(taken_off);
        let mut with = |links: &[Link]| {
            file["audit"] = bundle(&[], &chained(links.to_vec(), "demo"))["audit"].clone();
            found(&file)
        };
        finds(&with(&links), "TakenOff {");
        let mut merged = row(1, "person.merged", &json!({"person": 1}));
        merged.row.object_type = "person".into();
        links.push(merged);
        assert!(!has(&with(&links), "TakenOff"), "{actor}");
    }
}

#[test]
fn who_entered_a_review_stays_the_same_after_a_merge() {
    let (mut file, mut links) = whole();
    let mut last = row(FIRST + 7, "review.entered", &submitted(calibrated().0[7].total_micro));
    last.row.actor = "gone@example.org".into();
    let mut merged = row(1, "person.merged", &json!({"person": 2}));
    merged.row.object_type = "person".into();
    links.extend([last, merged]);
    file["assignments"][7]["review"]["entered_by"] = json!("o");
    file["audit"] = bundle(&[], &chained(links, "demo"))["audit"].clone();
    does_not_hold(&found(&file), "EnteredBy { here: \"o@example.org\"");
}

#[test]
fn rows_after_the_last_signed_one_explain_no_other_rubric() {
    let (mut file, mut links) = whole();
    let signed = links.len();
    file["event"]["criteria"][0]["max_value"] = json!(2_000_000);
    for (id, review) in (FIRST..).zip(calibrated().0) {
        let mut seen = row(id, "visit.marked", &json!({"mark": "absent"}));
        seen.row.ts = "2026-11-18T10:40:00.000001Z".into();
        seen.row.before = submitted(2 * review.total_micro).to_string();
        links.push(seen);
    }
    let links = chained(links, "demo");
    file["audit"] = bundle(&[], &links)["audit"].clone();
    let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, signed))];
    cannot_be_judged(&check(&files, &keys()).files.remove(0), "NotConfirmed { reviews: 60 }");
}
