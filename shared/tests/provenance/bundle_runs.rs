//! The runs in a bundle against its log and its assignments, and what they left out or grouped.

use crate::support::*;
use shared::calibration::{Input, Panels, calibrate};
use shared::provenance::{Finding, Line, Link, Run, Verdict};

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
fn without_signed_results_the_log_says_when_a_run_was_published() {
    let links = published(chain(6), &run().input_digest);
    let with = |change: fn(&mut Value), links: &[Link]| {
        let mut file = bundle(&[run()], links);
        change(&mut file["runs"][0]);
        file["event"]["results_published_at"] = file["runs"][0]["pinned_at"].clone();
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
fn a_run_that_only_a_row_after_the_last_signed_one_publishes_is_not_confirmed() {
    let Run { input_digest, .. } = run();
    let mut links = published(chain(6), &input_digest);
    let row = &mut links[0].row;
    (row.action, row.object_type, row.object_id) = ("event.created".into(), "event".into(), "demo".into());
    row.after = json!({"projects": 12}).to_string();
    let links = chained(links, "demo");
    let mut file = bundle(&[run()], &links);
    file["assignments"] = json!([]);
    let with = |rows: usize| {
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, rows))];
        check(&files, &keys()).files.remove(0)
    };
    // Row 2 publishes it. No signed results are here.
    cannot_be_judged(&with(1), "PublicationNotConfirmed { run: 1 }");
    holds(&with(2), "AddSignedResults");
}

#[test]
fn a_run_that_only_a_row_after_the_last_signed_one_makes_is_not_confirmed() {
    let Run { input_digest, .. } = run();
    let mut links = published(chain(7), &input_digest);
    for (at, number) in [(2, "1"), (6, "2")] {
        let row = &mut links[at].row;
        (row.action, row.object_type, row.object_id) = ("run.created".into(), "run".into(), number.into());
        row.after = json!({ "input_digest": input_digest }).to_string();
    }
    let links = chained(links, "demo");
    let second = Run { run: 2, pinned_at: None, ..run() };
    let file = bundle(&[run(), second], &links).to_string().into_bytes();
    let with = |rows: usize| {
        check(&[("b.json", file.clone()), ("head.json", head_of(&links, rows))], &keys()).files.remove(0)
    };
    cannot_be_judged(&with(6), "RunNotConfirmed { run: 2 }");
    let covered = with(7);
    assert_eq!(covered.verdict, Verdict::Holds, "{covered:#?}");
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
        let first = &mut links[0].row;
        (first.action, first.after) = ("event.created".into(), json!({"projects": ids.len()}).to_string());
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
    let told = |finding: &Finding| {
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
        let first = &mut links[0].row;
        (first.action, first.after) =
            ("event.created".into(), json!({"projects": ids.len() - 3}).to_string());
        links[3].row.action = "project.imported".into();
        (links[3].row.object_type, links[3].row.after) = ("event".into(), after.to_string());
        let mut file = bundle(&[run()], &chained(links, "demo"));
        file["assignments"] = json!([]);
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
    holds(&silent, &format!("DuplicateNotLogged {{ project: {other} }}"));
    // A row after the signed one proves nothing.
    let later = with(&[(4, other, Some(one_id))], &[(other, one_id)], true);
    cannot_be_judged(&later, &format!("DuplicateNotConfirmed {{ project: {other} }}"));
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
    does_not_hold(&exchanged, "RunMadeOtherwise { run: 1, row: 3, quantity: Excluded }");
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
