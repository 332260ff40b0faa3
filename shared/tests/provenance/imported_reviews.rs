//! The reviews that an import brought: in the bundle, in the row of the import, and in what a run read.

use crate::review_log::{FIRST, found, left, row, submitted, unpublished, whole};
use crate::support::*;
use shared::bundle::Bundle;
use shared::calibration::calibrate;
use shared::provenance::{
    InputLine, Link, Run, Verdict, from_reviews, judges_digest, read_bundle, scores_digest,
};

fn read(file: &Value) -> Bundle {
    read_bundle(file.to_string().as_bytes()).unwrap().event
}

/// The row of the import that brought the reviews in this file.
fn import_of(file: &Value) -> Link {
    let (event, all) = (read(file), |_| true);
    let mut imported = chain(1).remove(0);
    imported.row.action = "event.imported".into();
    imported.row.after = json!({"file_sha256": "0".repeat(64), "repeats": [],
        "scores_digest": scores_digest(&event, all), "judges_digest": judges_digest(&event, all)})
    .to_string();
    imported
}

/// Run 1 of the reviews in this file, which leaves out these repeats, and its row.
fn made_of(file: &Value, repeats: &[i64]) -> (Run, Link) {
    let input = from_reviews(&read(file)).unwrap();
    let outcome = calibrate(&input).unwrap();
    let mut made = row(1, "run.created", &json!({"input_digest": outcome.input_digest}));
    made.row.object_type = "run".into();
    let run = Run {
        input_digest: outcome.input_digest,
        panels: outcome.fit.panels,
        input: input.reviews().iter().map(InputLine::from).collect(),
        results: outcome.projects,
        judges: outcome.judges,
        excluded: repeats.iter().map(|repeat| (*repeat, "duplicate".into())).collect(),
        ..unpublished()
    };
    (run, made)
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
    does_not_hold(&found(&file), "ChangedSinceRun {");
    // A project that was edited after the run may be why.
    let mut later = imported;
    let mut edit = chain(2).remove(1);
    edit.row.ts = "2026-11-18T10:40:00.000001Z".into();
    later.push(edit);
    file["audit"] = bundle(&[], &chained(later, "demo"))["audit"].clone();
    holds(&found(&file), "NotLogged { reviews: 60 }");
    // An account that was given up has another address, and the same reviews.
    let mut renamed =
        bundle(&[unpublished()], &chained(vec![links[0].clone(), links[links.len() - 1].clone()], "demo"));
    let person = renamed["assignments"][0]["person"].clone();
    let people = renamed["people"].as_array_mut().unwrap();
    people.iter_mut().find(|p| p["ref"] == person).unwrap()["email"] = json!("gone@example.org");
    assert_eq!(found(&renamed).verdict, Verdict::Holds);
}

#[test]
fn imported_reviews_are_those_that_the_row_of_the_import_has_the_digest_of() {
    let (mut file, links) = whole();
    let imported = [import_of(&file), links[links.len() - 1].clone()];
    let logged = |more: &[Link]| {
        let rows = imported.iter().chain(more).cloned().collect();
        bundle(&[], &chained(rows, "demo"))["audit"].clone()
    };
    file["audit"] = logged(&[]);
    holds(&found(&file), "AsImported { reviews: 60 }");
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
    saved.row.actor = file["assignments"][0]["person"].as_str().unwrap().into();
    saved.row.ts = "2026-11-18T10:40:00.000001Z".into();
    let before = file["assignments"][0]["review"]["scores"]["quality"].as_i64().unwrap();
    saved.row.before = submitted(before).to_string();
    file["assignments"][0]["review"] = json!({"scores": {"quality": 7}, "submitted_at": saved.row.ts});
    file["audit"] = logged(&[saved]);
    holds(&found(&file), "NotLogged { reviews: 59 }");
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
    let score = file["assignments"][0]["review"]["scores"]["quality"].as_i64().unwrap();
    let mut given = row(FIRST, "review.submitted", &submitted(score));
    given.row.actor = file["assignments"][0]["person"].as_str().unwrap().into();
    given.row.before =
        json!({"status": "pending", "submitted": false, "scores": {}, "comment_sha256": null}).to_string();
    let mut rows = vec![import_of(&then), given, links[links.len() - 1].clone()];
    file["audit"] = bundle(&[], &chained(rows.clone(), "demo"))["audit"].clone();
    holds(&found(&file), "AsImported { reviews: 59 }");
    file["assignments"][7]["review"]["submitted_at"] = json!("2026-11-18T09:00:00Z");
    does_not_hold(&found(&file), "NotAsImported");
    // Nor does the row of the judge who took the project.
    let project = read(&file).project_ids()[file["assignments"][0]["project"].as_str().unwrap()];
    let after = json!({"project": project, "source": "pulled", "status": "pending"});
    let mut pulled = row(FIRST, "assignment.pulled", &after);
    pulled.row.actor.clone_from(&rows[1].row.actor);
    let by_judge = [rows[0].clone(), pulled, rows[1].clone(), rows[2].clone()];
    let mut taken = file.clone();
    taken["assignments"][0]["source"] = json!("pulled");
    taken["audit"] = bundle(&[], &chained(by_judge.to_vec(), "demo"))["audit"].clone();
    does_not_hold(&found(&taken), "NotAsImported");
    // Once anything was reviewed, only the words of the rubric change.
    let mut reworded = chain(1).remove(0);
    reworded.row.action = "rubric.edited".into();
    rows.push(reworded);
    file["audit"] = bundle(&[], &chained(rows, "demo"))["audit"].clone();
    assert_eq!(found(&file).verdict, Verdict::DoesNotHold);
}

#[test]
fn a_run_says_whose_imported_reviews_are_after_an_account_was_deleted() {
    let (mut file, _) = whole();
    for (at, assignment) in (0..).zip(file["assignments"].as_array_mut().unwrap()) {
        // No two reviews of a project have one total.
        let score = &mut assignment["review"]["scores"]["quality"];
        *score = json!(score.as_i64().unwrap().min(999_900) + at);
    }
    let mut imported = import_of(&file);
    let gone = file["assignments"][0]["person"].clone();
    for person in file["people"].as_array_mut().unwrap() {
        if person["ref"] == gone {
            person["email"] = json!("gone-1@deleted.example");
        }
    }
    let with = |file: &Value, runs: &[Run], rows: &[Link]| {
        let mut file = file.clone();
        let logged = bundle(runs, &chained(rows.to_vec(), "demo"));
        (file["runs"], file["audit"]) = (logged["runs"].clone(), logged["audit"].clone());
        found(&file)
    };
    cannot_be_judged(&with(&file, &[], std::slice::from_ref(&imported)), "JudgesNotAsImported");
    let (again, made) = made_of(&file, &[]);
    let known = with(&file, &[again], &[imported.clone(), made]);
    holds(&known, "JudgesAsRead { run: 1 }");
    finds(&known, "AsImported { reviews: 60 }");
    // A run reads no review of a repeat, so it does not say whose those are.
    let (repeat, of) = (file["projects"][0].clone(), file["projects"][1].clone());
    file["projects"][0]["duplicate_of"] = of["ref"].clone();
    let mut said: Value = serde_json::from_str(&imported.row.after).unwrap();
    said["repeats"] = json!([[repeat["id"], of["id"]]]);
    imported.row.after = said.to_string();
    let (without, made) = made_of(&file, &[repeat["id"].as_i64().unwrap()]);
    cannot_be_judged(&with(&file, &[without], &[imported, made]), "JudgesNotAsImported");
}

/// The first judge deletes the account, number 1. Returns them as they come back with their address.
fn account_deleted(file: &mut Value) -> Value {
    let gone = file["assignments"][0]["person"].clone();
    let people = file["people"].as_array_mut().unwrap();
    let person = people.iter_mut().find(|person| person["ref"] == gone).unwrap();
    let mut back = person.clone();
    back["ref"] = json!("back");
    person["email"] = json!("deleted-1-x@deleted.invalid");
    back
}

#[test]
fn the_row_by_which_an_account_was_deleted_says_whose_imported_reviews_are() {
    let (mut file, _) = whole();
    let imported = import_of(&file);
    let back = account_deleted(&mut file);
    let address = back["email"].as_str().unwrap().to_owned();
    let with = |file: &Value, more: Option<Link>| {
        let rows = std::iter::once(imported.clone()).chain(more).collect();
        let mut file = file.clone();
        file["runs"] = json!([]);
        file["audit"] = bundle(&[], &chained(rows, "demo"))["audit"].clone();
        found(&file)
    };
    cannot_be_judged(&with(&file, None), "JudgesNotAsImported");
    let known = with(&file, Some(left(1, &address)));
    holds(&known, "AsImported { reviews: 60 }");
    assert!(!has(&known, "JudgesAsRead"), "no run was asked");
    for (number, by) in [(2, address.as_str()), (1, "eve@example.org")] {
        cannot_be_judged(&with(&file, Some(left(number, by))), "JudgesNotAsImported");
    }
    // A review could be either's.
    file["people"].as_array_mut().unwrap().push(back);
    cannot_be_judged(&with(&file, Some(left(1, &address))), "JudgesNotAsImported");
}

#[test]
fn an_earlier_run_does_not_say_that_a_judge_of_imported_reviews_deleted_the_account() {
    let (before, _) = whole();
    let (run, made) = made_of(&before, &[]);
    let mut file = before.clone();
    // Somebody else's review changed since, so that the run did not read what the file has.
    let gone = file["assignments"][0]["person"].clone();
    let assignments = file["assignments"].as_array().unwrap();
    let at = assignments.iter().position(|assignment| assignment["person"] != gone).unwrap();
    let mut again = row(FIRST + i64::try_from(at).unwrap(), "review.submitted", &submitted(7));
    again.row.before = counted(&before, at).to_string();
    again.row.actor = file["assignments"][at]["person"].as_str().unwrap().into();
    file["assignments"][at]["review"] = json!({"scores": {"quality": 7}, "submitted_at": again.row.ts});
    let back = account_deleted(&mut file);
    let address = back["email"].as_str().unwrap();
    let with = |more: Option<Link>| {
        let mut rows = vec![import_of(&before), made.clone(), again.clone()];
        rows.extend(more);
        let logged = bundle(std::slice::from_ref(&run), &chained(rows, "demo"));
        let mut file = file.clone();
        (file["runs"], file["audit"]) = (logged["runs"].clone(), logged["audit"].clone());
        found(&file)
    };
    cannot_be_judged(&with(None), "DeletionsNotLogged { people: 1 }");
    // Another account's row says nothing of this one.
    cannot_be_judged(&with(Some(left(2, address))), "DeletionsNotLogged { people: 1 }");
    assert!(!has(&with(Some(left(1, address))), "DeletionsNotLogged"));
}

#[test]
fn every_run_that_read_a_judge_whose_account_was_deleted_says_whose_the_reviews_are() {
    let (then, _) = whole();
    let mut file = then.clone();
    // Two reviews of a project have one total, so that a run by the new address alone tells nothing.
    let project = file["assignments"][0]["project"].clone();
    let assignments = file["assignments"].as_array_mut().unwrap();
    let (first, rest) = assignments.split_first_mut().unwrap();
    let other = rest.iter_mut().find(|other| other["project"] == project).unwrap();
    other["review"]["scores"] = first["review"]["scores"].clone();
    let before = file.clone();
    let back = account_deleted(&mut file);
    let address = back["email"].as_str().unwrap().to_owned();
    let (first, made) = made_of(&before, &[]);
    let (second, mut again) = made_of(&file, &[]);
    let second = Run { run: 2, ..second };
    again.row.object_id = "2".into();
    let with = |file: &Value, runs: &[Run], made: &[Link]| {
        let mut rows = vec![import_of(&before)];
        rows.extend(made.iter().cloned());
        let logged = bundle(runs, &chained(rows, "demo"));
        let mut file = file.clone();
        (file["runs"], file["audit"]) = (logged["runs"].clone(), logged["audit"].clone());
        found(&file)
    };
    let gave_up = left(1, &address);
    let once = with(&file, std::slice::from_ref(&first), &[made.clone(), gave_up]);
    assert_eq!(once.verdict, Verdict::Holds, "{once:#?}");
    let runs = [first, second];
    let twice = with(&file, &runs, &[made.clone(), again.clone()]);
    holds(&twice, "JudgesAsRead { run: 1 }");
    finds(&twice, "AsImported { reviews: 60 }");
    // They came back with the same address, and the log names no number of an imported judge.
    let mut returned = file.clone();
    returned["people"].as_array_mut().unwrap().push(back);
    let returned = with(&returned, &runs, &[made.clone(), again.clone()]);
    assert_eq!(returned.verdict, Verdict::Holds, "{returned:#?}");
    // The address of somebody who never judged fits no digest.
    let [mut forged, second] = runs;
    for line in forged.input.iter_mut().filter(|line| line.2 == address) {
        line.2 = "eve@example.org".into();
    }
    finds(&with(&file, &[forged, second], &[made, again]), "JudgesNotAsImported");
}

/// A review that counted since the import, as the log has what was there before.
fn counted(file: &Value, at: usize) -> Value {
    let review = &file["assignments"][at]["review"];
    let mut was = submitted(review["scores"]["quality"].as_i64().unwrap());
    was["submitted_at"] = review["submitted_at"].clone();
    was
}

#[test]
fn imported_reviews_hold_after_some_were_changed_since() {
    let (whole, _) = whole();
    let import = import_of(&whole);
    let with = |file: &Value, rows: &[Link]| {
        let (mut file, mut links) = (file.clone(), vec![import.clone()]);
        links.extend(rows.iter().cloned());
        let links = chained(links, "demo");
        file["audit"] = bundle(&[], &links)["audit"].clone();
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, links.len()))];
        check(&files, &keys()).files.remove(0)
    };
    // The first was submitted anew, the second made a draft, the third set aside. The fourth left with
    // its project, and a conflict ended the fifth.
    let mut file = whole.clone();
    let draft =
        json!({"status": "pending", "submitted": false, "scores": {"quality": 7}, "comment_sha256": null});
    let mut aside = counted(&whole, 2);
    (aside["status"], aside["submitted"], aside["voided"]) = (json!("recused"), json!(false), json!(true));
    aside.as_object_mut().unwrap().remove("submitted_at");
    let mut rows = vec![
        row(FIRST, "review.submitted", &submitted(7)),
        row(FIRST + 1, "review.saved", &draft),
        row(FIRST + 2, "review.voided", &aside),
        row(999, "project.withdrawn", &json!({"status": "withdrawn", "recused": [FIRST + 3]})),
        row(
            1,
            "conflict.declared",
            &json!({"recused": [FIRST + 4], "counted_since": {
            (FIRST + 4).to_string(): whole["assignments"][4]["review"]["submitted_at"]}}),
        ),
    ];
    rows[3].row.object_type = "project".into();
    rows[4].row.object_type = "event".into();
    for (at, link) in rows.iter_mut().take(3).enumerate() {
        link.row.before = counted(&whole, at).to_string();
        let judge = whole["assignments"][at]["person"].as_str().unwrap();
        link.row.actor = if at == 2 { "o@example.org".into() } else { judge.into() };
    }
    file["assignments"][0]["review"] = json!({"scores": {"quality": 7}, "submitted_at": rows[0].row.ts});
    file["assignments"][1]["review"] = json!({"scores": {"quality": 7}, "submitted_at": null});
    file["assignments"][1]["status"] = json!("pending");
    for at in [2, 3] {
        let assignment = &mut file["assignments"][at];
        (assignment["status"], assignment["recused_reason"]) = (json!("recused"), json!("Nobody came."));
        assignment["voided_at"] = json!("2026-11-18T10:20:00Z");
        let review = &mut assignment["review"];
        review["voided_submitted_at"] = std::mem::replace(&mut review["submitted_at"], json!(null));
    }
    let declared = &mut file["assignments"][4];
    (declared["status"], declared["review"]["submitted_at"]) = (json!("recused"), json!(null));
    holds(&with(&file, &rows), "AsImported { reviews: 55 }");
    // Neither those that nobody touched nor those that were set aside can be others.
    let forged: [Change; 3] = [
        |file| file["assignments"][9]["review"]["submitted_at"] = json!("2026-11-18T09:00:00Z"),
        |file| file["assignments"][9]["review"]["scores"]["quality"] = json!(3),
        |file| file["assignments"][3]["review"]["voided_submitted_at"] = json!("2026-11-18T09:00:00Z"),
    ];
    for change in forged {
        let mut file = file.clone();
        change(&mut file);
        does_not_hold(&with(&file, &rows), "NotAsImported");
    }
    // One that was set aside has the moment that its row says, and so it has after that was taken back.
    let aside_earlier = |file: &mut Value, member: &str| {
        file["assignments"][2]["review"][member] = json!("2026-11-18T09:00:00Z");
    };
    let mut dated = file.clone();
    aside_earlier(&mut dated, "voided_submitted_at");
    does_not_hold(&with(&dated, &rows), "SubmittedAt {");
    let mut back = rows.clone();
    let mut taken_back = row(FIRST + 2, "review.restored", &counted(&whole, 2));
    taken_back.row.before = aside.to_string();
    taken_back.row.actor = "o@example.org".into();
    back.push(taken_back);
    let mut dated = file.clone();
    dated["assignments"][2] = whole["assignments"][2].clone();
    let honest = with(&dated, &back);
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    aside_earlier(&mut dated, "submitted_at");
    does_not_hold(&with(&dated, &back), "SubmittedAt {");
    // A row of an earlier version does not say when the review had been submitted.
    for at in [0, 4] {
        let mut early = rows.clone();
        early[0].row.before = if at == 0 { submitted(1).to_string() } else { rows[0].row.before.clone() };
        if at == 4 {
            early[4].row.after = json!({"recused": [FIRST + 4]}).to_string();
        }
        cannot_be_judged(&with(&file, &early), "NotLogged { reviews: 55 }");
    }
    // The project comes back, and its judge then changes the review.
    let mut restored = row(
        999,
        "project.restored",
        &json!({"status": "submitted", "counted_again": [FIRST + 3], "given_back": []}),
    );
    restored.row.object_type = "project".into();
    rows.push(restored);
    file["assignments"][3] = whole["assignments"][3].clone();
    finds(&with(&file, &rows), "AsImported { reviews: 56 }");
    let mut again = row(FIRST + 3, "review.submitted", &submitted(7));
    again.row.before = counted(&whole, 3).to_string();
    again.row.actor = whole["assignments"][3]["person"].as_str().unwrap().into();
    file["assignments"][3]["review"] = json!({"scores": {"quality": 7}, "submitted_at": again.row.ts});
    rows.push(again);
    holds(&with(&file, &rows), "AsImported { reviews: 55 }");
}

/// The file as it was when an import brought it, with the project of the first review withdrawn.
fn came_withdrawn(file: &Value) -> Value {
    let mut then = file.clone();
    let assignment = &mut then["assignments"][0];
    (assignment["status"], assignment["recused_reason"]) = (json!("recused"), json!("Nobody came."));
    assignment["voided_at"] = json!("2026-11-18T09:20:00Z");
    let review = &mut assignment["review"];
    review["voided_submitted_at"] = std::mem::replace(&mut review["submitted_at"], json!(null));
    then
}

fn of_project(action: &str, after: &Value) -> Link {
    let mut link = row(999, action, after);
    link.row.object_type = "project".into();
    link
}

/// What the log says as that project comes back, with its review as it is in this file.
fn counted_again(file: &Value) -> Value {
    let event = read(file);
    json!({"status": "submitted", "counted_again": [FIRST], "given_back": [],
           "scores_digest": scores_digest(&event, |id| id == FIRST),
           "judges_digest": judges_digest(&event, |id| id == FIRST)})
}

#[test]
fn a_project_that_an_import_brought_withdrawn_may_be_restored() {
    let (whole, _) = whole();
    let then = came_withdrawn(&whole);
    let back = |after: &Value| {
        let rows = vec![import_of(&then), of_project("project.restored", after)];
        let mut file = whole.clone();
        file["audit"] = bundle(&[], &chained(rows, "demo"))["audit"].clone();
        file
    };
    let after = json!({"status": "submitted", "counted_again": [FIRST], "given_back": []});
    // A row of an earlier version says no more.
    let finding = found(&back(&after));
    holds(&finding, "AsImported { reviews: 59 }");
    finds(&finding, "ScoresNotLogged { reviews: 1 }");
    // The row has their digests, so that no run is needed.
    let mut file = back(&counted_again(&whole));
    file["runs"] = json!([]);
    holds(&found(&file), "AsImported { reviews: 60 }");
    let mut other = file.clone();
    other["people"].as_array_mut().unwrap().iter_mut().for_each(|p| p["roles"] = json!(["judge"]));
    other["assignments"][0]["person"] = json!("o");
    finds(&found(&other), "JudgesNotAsImported");
    file["assignments"][0]["review"]["submitted_at"] = json!("2026-11-18T10:00:02Z");
    does_not_hold(&found(&file), "NotAsImported");
}

#[test]
fn such_a_project_may_leave_and_come_back_again_after_its_judge_changed_the_review() {
    let (whole, _) = whole();
    let mut again = row(FIRST, "review.submitted", &submitted(7));
    again.row.before = counted(&whole, 0).to_string();
    again.row.actor = whole["assignments"][0]["person"].as_str().unwrap().into();
    let mut file = whole.clone();
    file["assignments"][0]["review"] = json!({"scores": {"quality": 7}, "submitted_at": again.row.ts});
    file["runs"] = json!([]);
    let rows = vec![
        import_of(&came_withdrawn(&whole)),
        of_project("project.restored", &counted_again(&whole)),
        again,
        of_project("project.withdrawn", &json!({"status": "withdrawn", "recused": [FIRST]})),
        of_project("project.restored", &counted_again(&file)),
    ];
    file["audit"] = bundle(&[], &chained(rows, "demo"))["audit"].clone();
    let finding = found(&file);
    assert_eq!(finding.verdict, Verdict::Holds, "{finding:#?}");
    finds(&finding, "AsImported { reviews: 59 }");
}
