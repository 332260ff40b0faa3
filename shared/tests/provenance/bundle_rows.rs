//! What a bundle says of projects, teams and the rubric, against the rows of its log.

use crate::support::*;
use shared::audit::sha256_hex;
use shared::provenance::{Run, Verdict};
use std::collections::BTreeMap;

#[test]
fn a_project_was_submitted_when_its_row_says_so() {
    let with = |change: Change| {
        let mut links = published(chain(6), &run().input_digest);
        // The first row of the two: a project is submitted once.
        for (at, ts) in [(2, "2026-11-20T10:00:30.000001Z"), (4, "2026-11-20T12:00:00.000001Z")] {
            let row = &mut links[at].row;
            (row.action, row.object_type, row.object_id) =
                ("project.submitted".into(), "project".into(), "999".into());
            (row.ts, row.after) = (ts.into(), "{}".into());
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
        holds(&with(change), "NotCovered");
    }
    let forged: [Change; 3] = [
        |project| project["submitted_at"] = json!("2026-11-20T09:00:00Z"),
        |project| project["submitted_at"] = json!("2026-11-20T12:00:00Z"),
        |project| (project["status"], project["submitted_at"]) = (json!("draft"), json!(null)),
    ];
    for change in forged {
        does_not_hold(&with(change), "SubmissionNotAsLogged { project: 999, row: 3,");
    }
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
fn a_project_that_a_run_names_is_submitted_or_withdrawn_by_a_row() {
    let mut links = published(chain(6), &run().input_digest);
    links[0].row.action = "event.imported".into();
    let links = chained(links, "demo");
    let with = |change: Change| {
        let unseen = Run { excluded: BTreeMap::from([(999, "no_reviews".into())]), ..run() };
        let mut file = bundle(&[unseen], &links);
        let project = json!({"ref": "p999", "id": 999, "team": file["projects"][0]["team"], "title": "Unseen",
                             "status": "submitted", "submitted_at": "2026-11-20T10:00:00Z"});
        file["projects"].as_array_mut().unwrap().push(project);
        change(&mut file["projects"]);
        one("b.json", file.to_string(), &keys())
    };
    let honest = with(|_| ());
    assert!(!has(&honest, "DraftOfRun") && !has(&honest, "Withdrawal"), "{honest:#?}");
    let ranked = with(|projects| {
        (projects[1]["status"], projects[1]["submitted_at"]) = (json!("draft"), json!(null));
    });
    finds(&ranked, "DraftOfRun { project: 1, run: 1 }");
    let left = with(|projects| {
        let left = projects.as_array_mut().unwrap().last_mut().unwrap();
        (left["status"], left["submitted_at"]) = (json!("draft"), json!(null));
        left["withdrawn_at"] = json!("2026-11-20T13:00:00Z");
        left["withdrawal_reason"] = json!("Nobody came.");
        left["withdrawn_submitted_at"] = json!("2026-11-20T10:00:00Z");
    });
    finds(&left, "WithdrawalNotAsLogged { project: 999, here: true, row: None }");
    for forged in [ranked, left] {
        assert_eq!(forged.verdict, Verdict::DoesNotHold, "{forged:#?}");
    }
}

#[test]
fn a_project_has_the_title_and_the_track_that_its_newest_rows_give_it() {
    let with = |rows: &[(&str, Value)], head: usize, change: Change| {
        let mut links = published(chain(6), &run().input_digest);
        for (link, (action, after)) in links[3..].iter_mut().zip(rows) {
            let row = &mut link.row;
            (row.action, row.object_id, row.after) = ((*action).into(), "1".into(), after.to_string());
        }
        let links = chained(links, "demo");
        let mut file = bundle(&[run()], &links);
        file["event"]["tracks"] = json!([{"id": 7, "name": "One"}]);
        change(&mut file["projects"][1]);
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, head))];
        check(&files, &keys()).files.remove(0)
    };
    let lamp: Change = |project| project["title"] = json!("Lamp");
    let created = || ("project.created", json!({"title": "Project 1"}));
    let renamed = || ("project.edited", json!({"title": "Lamp"}));
    for honest in [with(&[created()], 6, |_| ()), with(&[created(), renamed()], 6, lamp)] {
        assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    }
    let forged = with(&[created()], 6, lamp);
    assert_eq!(forged.breaks_at.as_deref(), Some("projects[1].title"), "{forged:#?}");
    finds(&forged, "MemberNotAsLogged { member: \"projects[1].title\", row: 4 }");
    // A new project has no track before a row gives it one, also where it is submitted at once.
    for new in [created(), ("project.submitted", json!({"title": "Project 1"}))] {
        let moved = with(&[new], 6, |project| project["track"] = json!(7));
        finds(&moved, "MemberNotAsLogged { member: \"projects[1].track\", row: 4 }");
    }
    cannot_be_judged(
        &with(&[created(), renamed()], 4, lamp),
        "MemberNotConfirmed { member: \"projects[1].title\" }",
    );
    // The row of a list names no titles, and may have changed this one.
    let listed = with(&[created(), ("project.imported", json!({}))], 6, lamp);
    assert!(!has(&listed, "MemberNotAsLogged"), "{listed:#?}");
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
fn the_assignments_ended_with_a_project_that_its_row_names() {
    let mut links = published(chain(6), &run().input_digest);
    let row = &mut links[3].row;
    (row.action, row.object_id) = ("project.withdrawn".into(), "999".into());
    row.after = json!({"reason_sha256": sha256_hex(b"Nobody came."), "recused": [7]}).to_string();
    let links = chained(links, "demo");
    let with = |ended: [bool; 2]| {
        let mut file = bundle(&[run()], &links);
        let left = json!({"ref": "p999", "id": 999, "team": file["projects"][0]["team"], "title": "Gone", "status": "draft",
                          "withdrawn_at": "2026-11-18T10:01:04Z", "withdrawal_reason": "Nobody came.",
                          "withdrawn_submitted_at": "2026-11-18T09:00:00Z"});
        file["projects"].as_array_mut().unwrap().push(left);
        for (at, ended) in ended.into_iter().enumerate() {
            let task = json!({"id": 7 + at, "person": file["people"][at]["ref"], "project": "p999", "status": "recused",
                              "ended_with_project": ended, "review": null});
            file["assignments"].as_array_mut().unwrap().push(task);
        }
        one("b.json", file.to_string(), &keys())
    };
    let same = with([true, false]);
    assert_eq!(same.verdict, Verdict::Holds, "{same:#?}");
    for ended in [[false, false], [true, true]] {
        does_not_hold(&with(ended), "EndedNotAsLogged { project: 999, row: 4 }");
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
        does_not_hold(&with("event.created", until, reason), "MoreTimeNotLogged { team: \"");
        assert!(
            !has(&with("event.imported", until, reason), "MoreTimeNotLogged"),
            "an import brings it along"
        );
    }
}

#[test]
fn a_rubric_is_the_one_that_its_newest_row_says() {
    let with = |rows: &[Value], change: Change| {
        let mut links = published(chain(6), &run().input_digest);
        for (link, criterion) in links[3..].iter_mut().zip(rows) {
            (link.row.action, link.row.object_type) = ("rubric.edited".into(), "event".into());
            link.row.after = json!({ "criteria": [criterion] }).to_string();
        }
        let mut file = bundle(&[run()], &chained(links, "demo"));
        change(&mut file["event"]["criteria"][0]);
        one("b.json", file.to_string(), &keys())
    };
    let criterion = |name: &str| json!({"key": "quality", "name": name, "guidance": "", "weight": "1", "min_value": 0, "max_value": 1_000_000});
    let rows = [criterion("Charm"), criterion("Quality"), json!("no rubric")];
    let honest = with(&rows, |_| ());
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    // None of these changes a total.
    let forged: [Change; 3] = [
        |criterion| criterion["name"] = json!("Charm"),
        |criterion| criterion["guidance"] = json!("What you like."),
        |criterion| criterion["weight"] = json!("2"),
    ];
    for change in forged {
        let finding = with(&rows, change);
        assert_eq!(finding.breaks_at.as_deref(), Some("event.criteria"), "{finding:#?}");
        finds(&finding, "RubricNotAsLogged { row: 5 }");
    }
}

#[test]
fn more_time_and_a_rubric_are_as_rows_up_to_the_last_signed_one_say() {
    let criterion = json!({"key": "quality", "name": "Quality", "guidance": "", "weight": "1", "min_value": 0, "max_value": 1_000_000});
    let (until, reason) = ("2026-11-21T00:00:00Z", "A storm.");
    let given = json!({"more_time_until": until, "reason_sha256": sha256_hex(reason.as_bytes())});
    let longer: Change = |file| {
        (file["teams"][2]["more_time_until"], file["teams"][2]["more_time_reason"]) =
            (json!("2026-11-21T00:00:00Z"), json!("A storm."));
    };
    let same: Change = |_| ();
    for (action, object, after, change, code) in [
        ("team.extended", "team", given, longer, "MoreTimeNotConfirmed { team: \""),
        ("rubric.edited", "event", json!({"criteria": [criterion]}), same, "RubricNotConfirmed { row: 5 }"),
    ] {
        let mut links = published(chain(6), &run().input_digest);
        let first = &mut links[0].row;
        (first.action, first.after) = ("event.created".into(), json!({"projects": 12}).to_string());
        let row = &mut links[4].row;
        (row.action, row.object_type, row.after) = (action.into(), object.into(), after.to_string());
        let links = chained(links, "demo");
        let mut file = bundle(&[run()], &links);
        change(&mut file);
        let with = |head: usize| {
            let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, head))];
            check(&files, &keys()).files.remove(0)
        };
        cannot_be_judged(&with(4), code);
        assert!(!has(&with(5), "NotConfirmed"), "{action}: a later head covers it");
    }
}

#[test]
fn each_team_has_the_time_that_its_newest_row_gave() {
    let given = |until: &str| json!({"more_time_until": until, "reason_sha256": sha256_hex(b"A storm.")});
    let (early, late) = ("2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z");
    let with = |teams: &[(usize, &str)], gone: bool, other: &str| {
        let mut links = published(chain(7), &run().input_digest);
        links[0].row.action = "event.imported".into();
        for (at, team, until) in [(3, "4", late), (4, "4", early), (5, "5", early)] {
            let row = &mut links[at].row;
            (row.action, row.object_type, row.object_id) =
                ("team.extended".into(), "team".into(), team.into());
            row.after = given(until).to_string();
        }
        let left = &mut links[6].row;
        (left.action, left.object_type, left.object_id) = (other.into(), "team".into(), "5".into());
        left.after = json!({ "team_removed": gone }).to_string();
        let mut file = bundle(&[run()], &chained(links, "demo"));
        for (at, until) in teams {
            (file["teams"][*at]["more_time_until"], file["teams"][*at]["more_time_reason"]) =
                (json!(until), json!("A storm."));
        }
        one("b.json", file.to_string(), &keys())
    };
    let both = with(&[(1, early), (2, early)], false, "team.left");
    assert!(!has(&both, "MoreTime"), "{both:#?}");
    does_not_hold(&with(&[(1, early)], false, "team.left"), "MoreTimeLeftOut { row: ");
    // A team goes with its last member.
    assert!(!has(&with(&[(1, early)], true, "team.left"), "MoreTime"));
    holds(&with(&[(1, early)], false, "membership.removed"), "MoreTimeLeftOut {");
    // An earlier row of the same team counts no more.
    finds(&with(&[(1, late), (2, early)], false, "team.left"), "MoreTimeLeftOut { row: ");
}

#[test]
fn a_prize_has_the_winners_that_its_newest_row_confirmed() {
    let named = |name: &str| json!({"name": name, "sponsor": "Ada", "rule": "choice"});
    let won = |winners: &[i64]| json!({"winners": winners, "reason_sha256": sha256_hex(b"Odd.")});
    let rows = [
        ("prize.created", named("Odd")),
        ("prize.awarded", won(&[2])),
        ("prize.changed", named("Oddest")),
        ("prize.awarded", won(&[1])),
    ];
    let with = |first: &str, head: usize, change: Change| {
        let mut links = published(chain(7), &run().input_digest);
        let begins = &mut links[0].row;
        (begins.action, begins.after) = (first.into(), json!({"projects": 12}).to_string());
        for (link, (action, after)) in links[3..].iter_mut().zip(&rows) {
            let row = &mut link.row;
            (row.action, row.object_type, row.object_id) = ((*action).into(), "prize".into(), "7".into());
            row.after = after.to_string();
        }
        let links = chained(links, "demo");
        let mut file = bundle(&[run()], &links);
        file["assignments"] = json!([]);
        file["prizes"] = json!([{"name": "Oddest", "sponsor": "Ada", "rule": "choice", "project": "p1",
                                 "reason": "Odd."}]);
        change(&mut file);
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, head))];
        check(&files, &keys()).files.remove(0)
    };
    let honest = with("event.created", 7, |_| ());
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    assert!(!has(&honest, "Prize"), "{honest:#?}");
    let forged: [Change; 7] = [
        |file| file["prizes"][0]["project"] = json!("p2"),
        |file| file["prizes"][0]["project"] = json!(null),
        |file| file["prizes"][0]["reason"] = json!("Even."),
        |file| file["prizes"][0]["sponsor"] = json!("Eve"),
        |file| file["prizes"][0]["rule"] = json!("rank"),
        |file| file["prizes"][0]["name"] = json!("Odd"),
        |file| file["prizes"] = json!([]),
    ];
    for change in forged {
        does_not_hold(&with("event.imported", 7, change), "PrizeNotAsLogged { row: 7 }");
    }
    let more: Change = |file| {
        let best = json!({"name": "Best", "rule": "choice", "project": "p3"});
        file["prizes"].as_array_mut().unwrap().push(best);
    };
    finds(&with("event.created", 7, more), "PrizeNotLogged { prize: \"Best\" }");
    assert!(!has(&with("event.imported", 7, more), "PrizeNotLogged"), "an import may bring it");
    cannot_be_judged(&with("event.created", 6, |_| ()), "PrizeNotConfirmed {");
    // Rows name projects by ids, and an older file may lack them.
    let nameless: Change = |file| drop(file["projects"][0].as_object_mut().unwrap().remove("id"));
    let nameless = with("event.created", 7, nameless);
    assert!(!has(&nameless, "PrizeNot"), "{nameless:#?}");
    finds(&nameless, "ProjectsWithoutIds { projects: 1 }");
}
