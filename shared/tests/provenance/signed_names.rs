//! Names, prizes and more time in a bundle, against what was signed.

use crate::support::*;
use shared::provenance::{Link, Payload, SignedMoreTime, SignedRanking, Verdict, sign};

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
    holds(&with(prize(&["p1", "p2"]), &links), "PrizesEqualSigned { prizes: 1");
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
