//! What a bundle says of its event, beside the rows of its log that say it, too.

use crate::support::*;
use shared::audit::sha256_hex;
use shared::provenance::{Finding, Verdict};

/// A row: its action, what it is about, and what it says.
type Row = (&'static str, &'static str, &'static str, Value);

/// The finding on a bundle without assignments whose log has these rows from the fourth on, beside a head of this row. `first`: how its log
/// begins.
fn begun(first: &(&str, Value), rows: &[Row], head: usize, changes: &[Change]) -> Finding {
    let mut links = published(chain(3 + i64::try_from(rows.len()).unwrap()), &run().input_digest);
    let begins = &mut links[0].row;
    (begins.action, begins.after) = (first.0.into(), first.1.to_string());
    for (link, (action, object, id, after)) in links[3..].iter_mut().zip(rows) {
        let row = &mut link.row;
        (row.action, row.object_type, row.object_id) = ((*action).into(), (*object).into(), (*id).into());
        (row.actor, row.after) = ("judge001@example.org".into(), after.to_string());
    }
    let links = chained(links, "demo");
    let mut file = bundle(&[run()], &links);
    file["assignments"] = json!([]);
    changes.iter().for_each(|change| change(&mut file));
    let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, head))];
    check(&files, &keys()).files.remove(0)
}

fn with(rows: &[Row], head: usize, changes: &[Change]) -> Finding {
    begun(&("event.created", json!({"projects": 12})), rows, head, changes)
}

/// A bundle with these rows holds as `honest` makes it, and not with one of these changes of the member that each names. Rows that no head
/// covers prove nothing.
#[track_caller]
fn are_compared(rows: &[Row], honest: Change, forged: &[(&str, Change)]) {
    let last = 3 + rows.len();
    let whole = with(rows, last, &[honest]);
    assert_eq!(whole.verdict, Verdict::Holds, "{whole:#?}");
    for (member, change) in forged {
        let finding = with(rows, last, &[honest, *change]);
        does_not_hold(&finding, &format!("MemberNotAsLogged {{ member: {member:?}, row: "));
        assert_eq!(finding.breaks_at.as_deref(), Some(*member), "{finding:#?}");
    }
    cannot_be_judged(&with(rows, 3, &[honest]), "MemberNotConfirmed { member: \"");
}

#[test]
fn settings_are_those_of_their_newest_rows() {
    let window =
        |stage: &str, close: Value| json!({"stage": stage, "open": "2026-11-01T09:00:00Z", "close": close});
    let edited = |after: Value| ("event.edited", "event", "1", after);
    let rows = [
        edited(json!({"name": "Old", "venue": "Barn", "time_zone": "UTC", "description_characters": 9})),
        edited(
            json!({"name": "Demo", "venue": "Hall", "time_zone": "Europe/Paris", "description_characters": 4}),
        ),
        edited(json!({"voting_mode": "account", "votes_per_voter": 2, "review_rule": "need", "blind": true})),
        edited(
            json!({"review_floor": 2, "visit_minutes": null, "reviews_per_project": 3, "max_team_size": 4}),
        ),
        edited(json!({"one_prize_each": true, "evidence": false, "evidence_names": 0, "form_questions": []})),
        ("window.set", "event", "1", window("submissions", json!("2026-11-10T09:00:00Z"))),
        ("window.changed_while_open", "event", "1", window("judging", json!("2026-11-12T09:00:00.5Z"))),
        ("window.closed", "event", "1", window("voting", json!("2026-11-13T09:00:00Z"))),
        ("feedback.chosen", "event", "demo", json!({"comments": true, "criteria": false})),
        ("question.period_set", "event", "1", json!({"questions_until": "2026-12-01T09:00:00Z"})),
        ("forget_day.chosen", "event", "1", json!({"day": "2027-06-01T00:00:00Z"})),
        ("second_organizer.switched_on", "event", "1", json!(null)),
        ("event.contact_changed", "event", "1", json!({"contact": true})),
        ("track.edited", "event", "1", json!({"tracks": ["One", "Two"]})),
    ];
    let honest: Change = |file| {
        let event = &mut file["event"];
        (event["venue"], event["time_zone"], event["description"]) =
            (json!("Hall"), json!("Europe/Paris"), json!("Four"));
        (event["voting_mode"], event["votes_per_voter"]) = (json!("account"), json!(2));
        (event["review_rule"], event["review_floor"], event["blind"]) =
            (json!("need"), json!(2), json!(true));
        (event["reviews_per_project"], event["max_team_size"]) = (json!(3), json!(4));
        event["one_prize_each"] = json!(true);
        for (member, close) in [
            ("submissions", "2026-11-10T09:00:00Z"),
            ("judging", "2026-11-12T09:00:00.5Z"),
            ("voting", "2026-11-13T09:00:00Z"),
        ] {
            event[format!("{member}_open")] = json!("2026-11-01T09:00:00Z");
            event[format!("{member}_close")] = json!(close);
        }
        event["feedback_released"] = json!(true);
        (event["questions_until"], event["forget_on"]) =
            (json!("2026-12-01T09:00:00Z"), json!("2027-06-01T00:00:00Z"));
        (event["second_organizer"], event["contact_email"]) = (json!(true), json!("team@x.example"));
        event["tracks"] = json!([{"id": 7, "name": "One"}, {"id": 9, "name": "Two"}]);
    };
    let forged: [(&str, Change); 23] = [
        ("event.name", |file| file["event"]["name"] = json!("Old")),
        ("event.description", |file| file["event"]["description"] = json!("Three")),
        ("event.venue", |file| file["event"]["venue"] = json!("Barn")),
        ("event.time_zone", |file| drop(file["event"].as_object_mut().unwrap().remove("time_zone"))),
        ("event.voting_mode", |file| file["event"]["voting_mode"] = json!("code")),
        ("event.votes_per_voter", |file| file["event"]["votes_per_voter"] = json!(3)),
        ("event.review_rule", |file| file["event"]["review_rule"] = json!("even")),
        ("event.review_floor", |file| file["event"]["review_floor"] = json!(null)),
        ("event.visit_minutes", |file| file["event"]["visit_minutes"] = json!(5)),
        ("event.blind", |file| file["event"]["blind"] = json!(false)),
        ("event.reviews_per_project", |file| file["event"]["reviews_per_project"] = json!(5)),
        ("event.max_team_size", |file| file["event"]["max_team_size"] = json!(5)),
        ("event.one_prize_each", |file| file["event"]["one_prize_each"] = json!(false)),
        ("event.evidence", |file| file["event"]["evidence"] = json!(true)),
        ("event.submissions_open", |file| file["event"]["submissions_open"] = json!(null)),
        ("event.submissions_close", |file| {
            file["event"]["submissions_close"] = json!("2026-11-10T09:00:00.000001Z");
        }),
        ("event.judging_close", |file| file["event"]["judging_close"] = json!("2026-11-12T09:00:00Z")),
        ("event.feedback_criteria", |file| file["event"]["feedback_criteria"] = json!(true)),
        ("event.questions_until", |file| file["event"]["questions_until"] = json!(null)),
        ("event.forget_on", |file| file["event"]["forget_on"] = json!("2027-06-01T00:00:01Z")),
        ("event.second_organizer", |file| file["event"]["second_organizer"] = json!(false)),
        ("event.contact_email", |file| file["event"]["contact_email"] = json!(null)),
        ("event.tracks", |file| file["event"]["tracks"][1]["name"] = json!("Three")),
    ];
    are_compared(&rows, honest, &forged);
    // The usual ones are left out of a file.
    let usual = [edited(json!({"time_zone": "UTC", "review_rule": "even", "review_floor": null}))];
    holds(&with(&usual, 4, &[]), "NotCovered");
}

#[test]
fn an_event_is_called_as_its_rows_say_beside_a_head_alone() {
    let renamed: Change = |file| file["event"]["name"] = json!("Another");
    let rows = [("event.edited", "event", "1", json!({"name": "Another"}))];
    holds(&with(&rows, 4, &[renamed]), "NotCovered");
    cannot_be_judged(&with(&rows, 3, &[renamed]), "MemberNotConfirmed { member: \"event.name\" }");
}

#[test]
fn projects_say_need_and_stand_as_their_newest_rows_say() {
    let digest = |text: &str| sha256_hex(text.as_bytes());
    let of = |action: &'static str, after: Value| (action, "project", "1", after);
    let rows = [
        of(
            "project.edited",
            json!({"tagline": "Old", "summary_sha256": digest("Short."), "tags": ["a", "b"]}),
        ),
        of(
            "project.edited",
            json!({"tagline": "New", "description_sha256": digest("Long."), "demo_url": ""}),
        ),
        of("project.corrected", json!({"repo_url": "https://code.example/1", "team": "Team One"})),
        of("project.wished", json!({"prizes": [], "power": true, "quiet": false, "names_us": ["repo_url"]})),
        ("project.moved", "event", "1", json!({"places": {"1": ["Hall", "7"], "2": ["Hall", "8"]}})),
        ("project.moved", "project", "2", json!({"places": {"2": null}})),
    ];
    let honest: Change = |file| {
        let project = &mut file["projects"][1];
        (project["tagline"], project["summary"], project["description"]) =
            (json!("New"), json!("Short."), json!("Long."));
        (project["tags"], project["repo_url"]) = (json!(["a", "b"]), json!("https://code.example/1"));
        (project["needs_power"], project["names_us"]) = (json!(true), json!(["repo_url"]));
        (project["room"], project["place"]) = (json!("Hall"), json!("7"));
        file["teams"][1]["name"] = json!("Team One");
    };
    let forged: [(&str, Change); 12] = [
        ("projects[1].tagline", |file| file["projects"][1]["tagline"] = json!("Old")),
        ("projects[1].summary", |file| file["projects"][1]["summary"] = json!("Shorter.")),
        ("projects[1].description", |file| file["projects"][1]["description"] = json!("")),
        ("projects[1].tags", |file| file["projects"][1]["tags"] = json!(["b", "a"])),
        ("projects[1].repo_url", |file| file["projects"][1]["repo_url"] = json!("https://code.example/2")),
        ("projects[1].demo_url", |file| file["projects"][1]["demo_url"] = json!("https://code.example/2")),
        ("projects[1].needs_power", |file| file["projects"][1]["needs_power"] = json!(false)),
        ("projects[1].needs_quiet", |file| file["projects"][1]["needs_quiet"] = json!(true)),
        ("projects[1].names_us", |file| file["projects"][1]["names_us"] = json!([])),
        ("projects[1].place", |file| file["projects"][1]["place"] = json!("9")),
        ("projects[2].place", |file| {
            (file["projects"][2]["room"], file["projects"][2]["place"]) = (json!("Hall"), json!("9"));
        }),
        ("projects[1].team", |file| file["teams"][1]["name"] = json!("Team 1")),
    ];
    are_compared(&rows, honest, &forged);
    // A list may have changed what was said before it.
    let listed = [&rows[..], &[("project.imported", "event", "1", json!({"created": 0}))][..]].concat();
    let told = with(&listed, 10, &[honest, |file| file["projects"][1]["tagline"] = json!("Old")]);
    assert!(!has(&told, "MemberNotAsLogged"), "{told:#?}");
}

#[test]
fn a_project_stays_in_its_track_while_the_tracks_of_the_event_change() {
    let rows = [
        ("project.edited", "project", "1", json!({"track": null})),
        ("track.edited", "event", "1", json!({"tracks": ["One"]})),
    ];
    let honest: Change = |file| file["event"]["tracks"] = json!([{"id": 7, "name": "One"}]);
    let moved: Change = |file| file["projects"][1]["track"] = json!(7);
    let whole = with(&rows, 5, &[honest]);
    assert!(!has(&whole, "MemberNotAsLogged"), "{whole:#?}");
    let finding = with(&rows, 5, &[honest, moved]);
    assert!(has(&finding, "MemberNotAsLogged { member: \"projects[1].track\", row: 4 }"), "{finding:#?}");
}

#[test]
fn a_withdrawn_project_has_the_place_that_it_goes_back_to() {
    fn last(file: &mut Value) -> &mut Value {
        file["projects"].as_array_mut().unwrap().last_mut().unwrap()
    }
    let left: Change = |file| {
        let left = json!({"ref": "p999", "id": 999, "team": file["projects"][0]["team"], "title": "Gone", "status": "draft",
                          "withdrawn_at": "2026-11-18T10:00:05Z", "withdrawal_reason": "Nobody came.",
                          "withdrawn_submitted_at": "2026-11-18T09:00:00Z", "room": "Hall", "place": "7"});
        file["projects"].as_array_mut().unwrap().push(left);
    };
    let back: Change = |file| {
        let project = last(file);
        project["submitted_at"] = project["withdrawn_submitted_at"].take();
        (project["status"], project["withdrawn_at"]) = (json!("submitted"), json!(null));
        project["withdrawal_reason"] = json!("");
    };
    let elsewhere: Change = |file| last(file)["place"] = json!("9");
    let nowhere: Change = |file| (last(file)["room"], last(file)["place"]) = (json!(""), json!(""));
    let differs = |rows: &[Row], changes: &[Change]| {
        let told = with(rows, 3 + rows.len(), changes);
        assert!(!has(&told, "Fault("), "{told:#?}");
        has(&told, "MemberNotAsLogged")
    };
    let withdrawn = [
        ("project.moved", "event", "1", json!({"places": {"999": ["Hall", "7"]}})),
        ("project.withdrawn", "project", "999", json!({"recused": []})),
    ];
    assert!(!differs(&withdrawn, &[left]));
    assert!(differs(&withdrawn, &[left, elsewhere]));
    assert!(!differs(&withdrawn, &[left, nowhere]), "earlier versions left it out");
    // It may be taken by then.
    for (after, changes, same) in [
        (json!({"place": ["Hall", "7"]}), &[left, back][..], true),
        (json!({"place": ["Hall", "7"]}), &[left, back, nowhere], false),
        (json!({}), &[left, back], false),
        (json!({}), &[left, back, nowhere], true),
    ] {
        let restored = ("project.restored", "project", "999", after);
        let rows = [&withdrawn[..], &[restored][..]].concat();
        assert_eq!(differs(&rows, changes), !same, "{rows:?}");
    }
}

#[test]
fn a_prize_that_nobody_has_is_what_its_rows_made_it() {
    let terms = |winners: i32, eligibility: &str| json!({"name": "Odd", "sponsor": "Ada", "rule": "choice", "winners": winners, "eligibility": eligibility, "track": null});
    let rows = [
        ("prize.created", "prize", "7", terms(1, "all")),
        ("prize.changed", "prize", "7", terms(2, "opt-in")),
        ("prize.created", "prize", "8", json!({"name": "Gone", "sponsor": "", "rule": "rank"})),
        ("prize.removed", "prize", "8", json!(null)),
    ];
    let honest: Change = |file| {
        file["prizes"] =
            json!([{"name": "Odd", "sponsor": "Ada", "rule": "choice", "winners": 2, "opt_in": true}]);
    };
    let forged: [(&str, Change); 5] = [
        ("prizes[0]", |file| file["prizes"][0]["winners"] = json!(1)),
        ("prizes[0]", |file| file["prizes"][0]["opt_in"] = json!(false)),
        ("prizes[0]", |file| file["prizes"][0]["rule"] = json!("rank")),
        ("prizes[0]", |file| file["prizes"][0]["sponsor"] = json!("Eve")),
        ("prizes", |file| file["prizes"] = json!([])),
    ];
    are_compared(&rows, honest, &forged);
}

#[test]
fn a_declared_conflict_is_in_the_file_until_it_is_withdrawn() {
    let accepted = ("invitation.accepted", "invitation", "5", json!({"role": "judge", "person": 1}));
    let declared = |action: &'static str, member: &str| {
        (action, "event", "1", json!({member: [{"judge": 1, "project": 2}]}))
    };
    let honest: Change = |file| {
        file["conflicts"] = json!([{"person": "judge001@example.org", "project": "p2", "kind": "family"}])
    };
    let gone: Change = |file| file["conflicts"] = json!([]);
    let aside_row =
        || ("assignment.recused", "assignment", "9", json!({"judge": 1, "project": 2, "conflict": "family"}));
    for row in
        [declared("conflict.declared", "pairs"), declared("assignment.imported", "declared"), aside_row()]
    {
        are_compared(&[accepted.clone(), row], honest, &[("conflicts", gone)]);
    }
    let other: Change = |file| file["conflicts"][0]["kind"] = json!("mentor");
    let by = |source: &str, kind: &str| {
        let after = json!({"pairs": [{"judge": 1, "project": 2}], "source": source, "kind": kind});
        ("conflict.declared", "event", "1", after)
    };
    let forged: [(&str, Change); 2] = [("conflicts", gone), ("conflicts[0].kind", other)];
    are_compared(&[accepted.clone(), aside_row()], honest, &forged);
    are_compared(&[accepted.clone(), by("judge", "mentor"), by("judge", "family")], honest, &forged);
    // What an organizer declared stays when the judge declares it, too, and when the judge steps aside.
    let rows = [accepted.clone(), by("organizer", "family"), by("judge", "mentor"), aside_row()];
    are_compared(&rows, honest, &forged);
    // A list leaves the kind as it is.
    let rows = [accepted.clone(), by("organizer", "family"), declared("project.imported", "declared")];
    are_compared(&rows, honest, &forged);
    let kept = [accepted, declared("conflict.declared", "pairs")];
    let moved: Change = |file| file["conflicts"][0]["project"] = json!("p3");
    does_not_hold(&with(&kept, 5, &[honest, moved]), "MemberNotAsLogged { member: \"conflicts\", row: 5 }");
}

#[test]
fn comments_are_those_that_rows_posted_and_none_removed() {
    let said =
        |id: &'static str, body: &str| ("comment.posted", "comment", id, json!({"project": 1, "body": body}));
    let rows = [
        said("1", "Nice."),
        said("2", "Nice."),
        said("3", "Rude."),
        ("comment.removed", "comment", "3", json!(null)),
    ];
    let honest: Change = |file| {
        let comment = json!({"project": "p1", "person": "judge001@example.org", "body": "Nice.", "created_at": "2026-11-18T10:00:04Z"});
        file["comments"] = json!([comment, comment]);
    };
    holds(&with(&rows, 7, &[honest]), "NotCovered");
    let forged: [Change; 6] = [
        |file| file["comments"][0]["body"] = json!("Poor."),
        |file| file["comments"][0]["person"] = json!("o"),
        |file| file["comments"][0]["project"] = json!("p2"),
        |file| file["comments"][0]["created_at"] = json!("2026-11-18T09:00:00Z"),
        |file| drop(file["comments"][0].as_object_mut().unwrap().remove("created_at")),
        |file| drop(file["comments"].as_array_mut().unwrap().pop()),
    ];
    let imported = ("event.imported", json!({"projects": 12, "repeats": [], "finals_of": null}));
    for change in forged {
        does_not_hold(&with(&rows, 7, &[honest, change]), "CommentNotAsLogged { row: Some(");
        does_not_hold(&begun(&imported, &rows, 7, &[honest, change]), "CommentNotAsLogged { row: Some(");
    }
    let more: Change = |file| {
        let comment =
            json!({"project": "p2", "person": "o", "body": "Poor.", "created_at": "2026-11-18T10:00:04Z"});
        file["comments"].as_array_mut().unwrap().push(comment);
    };
    does_not_hold(&with(&rows, 7, &[honest, more]), "CommentNotAsLogged { row: None }");
    let brought = begun(&imported, &rows, 7, &[honest, more]);
    assert!(!has(&brought, "CommentNotAsLogged"), "an import may bring it: {brought:#?}");
    // Who deleted the account has another address since.
    let left: Change = |file| file["people"][1]["email"] = json!("deleted-1-x@deleted.invalid");
    assert!(!has(&with(&rows, 7, &[honest, left]), "CommentNotAsLogged"));
    cannot_be_judged(&with(&rows, 4, &[honest]), "MemberNotConfirmed { member: \"comments\" }");
}

#[test]
fn what_people_wrote_on_a_project_is_what_their_rows_say() {
    let written = json!({"evidence": 5, "sentence_sha256": sha256_hex(b"Looked at it.")});
    let rows = [("evidence.noted", "project", "1", written)];
    let honest: Change = |file| {
        let fact = json!({"id": 5, "fact": {"kind": "note", "text": "Looked at it."}, "found_at": "2026-11-18T10:00:04Z",
                          "salt": "0".repeat(32)});
        file["projects"][1]["evidence"] = json!([fact]);
    };
    let forged: [(&str, Change); 2] = [
        ("projects[1].evidence[0]", |file| {
            file["projects"][1]["evidence"][0]["fact"]["text"] = json!("Looked away.");
        }),
        ("projects[1].evidence", |file| file["projects"][1]["evidence"] = json!([])),
    ];
    are_compared(&rows, honest, &forged);
    // No row has the digest of all facts, so nothing says that these are all.
    holds(&with(&rows, 4, &[honest]), "EvidenceNotLogged { facts: 1 }");
}

#[test]
fn a_question_is_to_be_answered_by_the_time_of_its_newest_row() {
    let digest = sha256_hex(b"Why?");
    let rows = [
        (
            "question.raised",
            "question",
            "1",
            json!({"project": null, "question_sha256": digest, "answer_by": "2026-11-25T10:00:00Z"}),
        ),
        ("question.owned", "question", "1", json!({"owner": 3, "answer_by": "2026-11-26T10:00:00Z"})),
    ];
    let honest: Change = |file| {
        file["questions"] = json!([{"number": 1, "question": "Why?", "question_sha256": sha256_hex(b"Why?"),
                                    "raised_at": "2026-11-18T10:00:04.000001Z", "answer_by": "2026-11-26T10:00:00Z"}]);
    };
    let forged: [(&str, Change); 2] = [
        ("questions[0].answer_by", |file| file["questions"][0]["answer_by"] = json!("2026-11-25T10:00:00Z")),
        ("questions[0].answer_by", |file| file["questions"][0]["answer_by"] = json!("2026-11-27T10:00:00Z")),
    ];
    are_compared(&rows, honest, &forged);
}

#[test]
fn an_import_keeps_of_which_event_these_are_the_finals() {
    let imported = |after: Value, finals_of: Change| begun(&("event.imported", after), &[], 3, &[finals_of]);
    let said = |slug: Value| json!({"projects": 12, "repeats": [], "finals_of": slug});
    let (none, semifinal): (Change, Change) =
        (|_| (), |file| file["event"]["finals_of"] = json!("semifinal"));
    for (after, change, same) in [
        (said(json!("semifinal")), semifinal, true),
        (said(json!("semifinal")), none, false),
        (said(json!(null)), none, true),
        (said(json!(null)), semifinal, false),
        (said(json!("other")), semifinal, false),
    ] {
        let told = imported(after.clone(), change);
        assert_eq!(has(&told, "FinalsNotAsLogged"), !same, "{after}: {told:#?}");
        assert!(!has(&told, "FinalsNotLogged"), "{told:#?}");
    }
    // Earlier versions did not say it.
    let earlier = json!({"projects": 12, "repeats": []});
    finds(&imported(earlier.clone(), semifinal), "FinalsNotLogged");
    assert!(!has(&imported(earlier, none), "Finals"));
}
