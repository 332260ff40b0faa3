use super::*;
use crate::refusal::Refusal;
use serde_json::{Value, json};

/// A small whole event: two teams, one judge, one review.
fn file() -> Value {
    json!({
        "format": FORMAT,
        "exported_at": "2026-11-02T00:00:00Z",
        "event": {
            "slug": "old", "name": "Lamp Night", "description": "", "results_published_at": null,
            "submissions_open": "2026-11-01T08:00:00Z", "submissions_close": "2026-11-01T12:00:00+01:00",
            "reviews_per_project": 1, "max_team_size": 4, "voting_mode": "account", "votes_per_voter": 2,
            "tracks": [{"id": 7, "name": "Light"}],
            "criteria": [{"key": "quality", "name": "Quality", "weight": "2.5", "min_value": 1, "max_value": 5}]
        },
        "people": [
            {"ref": "o", "email": "Org@x.example", "name": "Org", "roles": ["organizer"]},
            {"ref": "j", "external_id": "j1", "email": "j@x.example", "name": "Jo", "roles": ["judge"], "tracks": [7]},
            {"ref": "m", "email": "m@x.example", "name": "Mo", "roles": ["participant"]},
            {"ref": "n", "email": "n@x.example", "name": "No", "roles": ["participant"]}
        ],
        "teams": [
            {"ref": "t1", "name": "Wick", "members": [{"person": "m", "joined_at": "2026-11-01T09:00:00Z"}],
             "listed": [{"email": "k@x.example"}, {"email": " L@x.example ", "lifted_reason": "A namesake."}]},
            {"ref": "t2", "name": "Wax", "members": [{"person": "n"}]}
        ],
        "projects": [
            {"ref": "p1", "id": 31, "external_id": "x1", "team": "t1", "track": 7, "title": " Lamp ",
             "tags": ["Rust", "rust"], "status": "submitted", "submitted_at": "2026-11-01T10:00:00.123456Z", "place": "A1"},
            {"ref": "p2", "external_id": "x2", "team": "t2", "title": "Candle", "status": "submitted",
             "submitted_at": "2026-11-01T11:00:00Z", "duplicate_of": "p1"},
            {"ref": "p3", "team": "t2", "title": "Idea", "status": "draft"}
        ],
        "assignments": [
            {"person": "j", "project": "p1", "status": "done", "source": "planned",
             "review": {"submitted_at": "2026-11-01T15:00:00Z", "comment": "Bright.", "scores": {"quality": 4}}},
            {"person": "j", "project": "p2", "status": "pending", "review": null}
        ],
        "comments": [{"project": "p1", "person": "n", "body": " Nice ", "created_at": "2026-11-01T16:00:00Z"}],
        "ballots": [{"person": "m", "choices": ["p2"], "cast_at": "2026-11-01T18:00:00Z"}, {"choices": ["p1"]}],
        "conflicts": [{"person": "j", "project": "p3"}],
        "invitations": [
            {"email": " k@x.example ", "role": "judge", "tracks": [7], "review_cap": 3},
            {"email": "l@x.example", "role": "participant", "team": "t1"}
        ],
        "prizes": [{"name": "First", "track": 7, "project": "p1"}],
        "runs": [{"anything": 1}],
        "audit": [1, 2], "log_secret": "05"
    })
}

#[test]
fn a_file_of_an_earlier_version_is_read_and_of_another_format_refused_by_its_name() {
    // What the format gained since its first day is optional, so a file without it is read.
    let mut first = file();
    first.as_object_mut().unwrap().remove("exported_at");
    for (list, members) in
        [("people", &["external_id", "tracks"][..]), ("projects", &["place", "external_id", "tags"])]
    {
        for entry in first[list].as_array_mut().unwrap() {
            members.iter().for_each(|member| drop(entry.as_object_mut().unwrap().remove(*member)));
        }
    }
    for list in ["invitations", "conflicts", "prizes", "ballots", "comments", "runs", "audit"] {
        first.as_object_mut().unwrap().remove(list);
    }
    assert!(read(first.to_string().as_bytes()).is_ok());
    for format in ["evenhand-bundle/0", "evenhand-bundle/2", "other/1"] {
        let named = |refusal: Refusal| {
            let found = format!("{:?}", refusal.fields.0.get("format"));
            assert!(found.contains(&format!("found: {format:?}, wanted: {FORMAT:?}")), "{found}");
        };
        named(refused(|file| file["format"] = json!(format)));
        // Also where that version has members that this one does not know, or lacks some.
        named(refused(|file| (file["format"], file["halls"]) = (json!(format), json!([]))));
        named(refused(|file| (file["format"], file["event"]) = (json!(format), json!([1]))));
    }
    let long = refused(|file| file["format"] = json!("x".repeat(100)));
    assert!(format!("{long:?}").contains(&format!("{}…", "x".repeat(40))), "{long:?}");
}

fn refused(change: impl FnOnce(&mut Value)) -> Refusal {
    let mut file = file();
    change(&mut file);
    let refusal = read(file.to_string().as_bytes()).unwrap_err();
    assert_eq!(refusal.status(), 400);
    refusal
}

/// The places named after one change.
fn places(change: impl FnOnce(&mut Value)) -> Vec<String> {
    refused(change).fields.0.into_keys().collect()
}

#[test]
fn a_whole_event_is_read_and_cleaned() {
    let checked = read(format!("\u{feff}{}", file()).as_bytes()).unwrap();
    let bundle = checked.bundle();
    assert_eq!((bundle.people.len(), bundle.projects.len(), bundle.assignments.len()), (4, 3, 2));
    assert_eq!(bundle.projects[0].title, "Lamp");
    assert_eq!(bundle.projects[0].tags, ["rust"]);
    assert_eq!(bundle.comments[0].body, "Nice");
    assert_eq!(
        bundle.event.submissions_close.map(|t| t.to_rfc3339()).as_deref(),
        Some("2026-11-01T11:00:00+00:00")
    );
    assert_eq!(bundle.assignments[1].source, "import");
    assert_eq!(bundle.ballots[1].person, None);
    assert_eq!(
        (bundle.invitations[0].email.as_str(), bundle.invitations[1].team.as_deref()),
        ("k@x.example", Some("t1"))
    );
    assert_eq!(bundle.teams[0].listed[1].email, "l@x.example", "as the portal compares addresses");
}

#[test]
fn absent_lists_are_empty() {
    let small = json!({"format": FORMAT, "event": {"name": "Bare"}});
    let checked = read(small.to_string().as_bytes()).unwrap();
    assert_eq!(checked.bundle().event, BundleEvent { name: "Bare".into(), ..BundleEvent::default() });
    assert!(checked.bundle().people.is_empty());
}

#[test]
fn what_is_written_is_read_back_the_same() {
    let checked = read(file().to_string().as_bytes()).unwrap();
    assert_eq!(read(&checked.bundle().to_json().unwrap()), Ok(checked));
}

#[test]
fn each_fault_is_named_by_its_place() {
    let cases: [(&str, Value, &str); 48] = [
        ("/event/name", json!(" "), "event.name"),
        ("/event/criteria/0/weight", json!("0"), "event.criteria[0].weight"),
        ("/event/criteria/0/key", json!("comment"), "event.criteria[0].key"),
        ("/event/criteria/0/max_value", json!(1), "event.criteria[0].max_value"),
        ("/event/submissions_close", json!("2026-11-01T07:00:00Z"), "event.submissions_close"),
        ("/event/submissions_open", json!("yesterday"), "event.submissions_open"),
        ("/event/voting_mode", json!("loud"), "event.voting_mode"),
        ("/event/forget_on", json!("2026-11-01T10:00:00Z"), "event.forget_on"),
        ("/event/forget_on", json!("2099-01-01T00:00:00Z"), "event.forget_on"),
        ("/people/1/past_teams", json!(["t9"]), "people[1].past_teams[0]"),
        ("/invitations/0/email", json!("k"), "invitations[0].email"),
        ("/invitations/0/role", json!("panellist"), "invitations[0].role"),
        ("/invitations/0/tracks", json!([7, 7]), "invitations[0].tracks[1]"),
        ("/invitations/0/review_cap", json!(-1), "invitations[0].review_cap"),
        ("/invitations/1/team", json!("t9"), "invitations[1].team"),
        ("/invitations/1", json!({"email": "K@X.example", "role": "judge"}), "invitations[1].email"),
        ("/people/1/ref", json!("o"), "people[1].ref"),
        ("/people/1/email", json!("ORG@X.example"), "people[1].email"),
        ("/people/1/roles", json!(["boss"]), "people[1].roles[0]"),
        ("/people/1/tracks", json!([8]), "people[1].tracks[0]"),
        ("/people/1/record_salt", json!("AB"), "people[1].record_salt"),
        ("/teams/1/name", json!("wick"), "teams[1].name"),
        ("/teams/1/members/0/person", json!("m"), "teams[1].members[0].person"),
        ("/teams/1/members/0/person", json!("q"), "teams[1].members[0].person"),
        ("/teams/0/listed/0/email", json!("k"), "teams[0].listed[0].email"),
        ("/teams/0/listed/1/email", json!("K@X.example"), "teams[0].listed[1].email"),
        ("/projects/1/external_id", json!("x1"), "projects[1].external_id"),
        ("/projects/0/team", json!("t9"), "projects[0].team"),
        ("/projects/0/track", json!(8), "projects[0].track"),
        ("/projects/0/title", json!("x".repeat(201)), "projects[0].title"),
        ("/projects/0/repo_url", json!("javascript:1"), "projects[0].repo_url"),
        ("/projects/0/tags", json!((0..11).map(|n| n.to_string()).collect::<Vec<_>>()), "projects[0].tags"),
        ("/projects/1/duplicate_of", json!("p2"), "projects[1].duplicate_of"),
        ("/projects/2/status", json!("submitted"), "projects[2].submitted_at"),
        ("/assignments/1/project", json!("p1"), "assignments[1]"),
        ("/comments/0/project", json!("p3"), "comments[0].project"),
        ("/ballots/0/choices", json!(["p1"]), "ballots[0].choices[0]"),
        ("/prizes/0/track", json!(1), "prizes[0].track"),
        ("/prizes/0/opt_in", json!(true), "prizes[0].opt_in"),
        ("/prizes/0/rule", json!("luck"), "prizes[0].rule"),
        ("/prizes/0/winners", json!(0), "prizes[0].winners"),
        ("/prizes/0/projects", json!(["p2", "p1"]), "prizes[0].projects[1]"),
        ("/prizes/0/projects", json!(["p9"]), "prizes[0].projects[0]"),
        ("/projects/0/prizes", json!(["First", "First"]), "projects[0].prizes[1]"),
        ("/projects/0/prizes", json!(["Second"]), "projects[0].prizes[0]"),
        ("/projects/0/room", json!("x".repeat(21)), "projects[0].room"),
        ("/projects/2/place", json!("A1"), "projects[2].place"),
        ("/projects/1/place", json!("a1"), "projects[1].place"),
    ];
    for (pointer, value, place) in cases {
        let (parent, member) = pointer.rsplit_once('/').unwrap();
        let found = places(|file| match file.pointer_mut(parent).unwrap() {
            Value::Object(members) => drop(members.insert(member.to_owned(), value.clone())),
            list => list[member.parse::<usize>().unwrap()] = value.clone(),
        });
        assert!(found.contains(&place.to_owned()), "{pointer} = {value}: {found:?}");
    }
}

#[test]
fn reviews_obey_the_rubric_and_their_assignment() {
    let review = "assignments[0].review";
    for (pointer, value, place) in [
        ("/assignments/0/review", Value::Null, review.to_owned()),
        ("/assignments/0/review/submitted_at", Value::Null, format!("{review}.submitted_at")),
        ("/assignments/0/status", json!("pending"), format!("{review}.submitted_at")),
        ("/assignments/0/review/scores", json!({}), format!("{review}.scores")),
        ("/assignments/0/review/scores", json!({"quality": 6}), format!("{review}.scores.quality")),
        ("/assignments/0/review/scores", json!({"quality": 3.0}), format!("{review}.scores.quality")),
        ("/assignments/0/review/scores", json!({"quality": "3"}), format!("{review}.scores.quality")),
        ("/assignments/0/review/scores", json!({"quality": 3, "style": 1}), format!("{review}.scores.style")),
        ("/assignments/0/review/comment", json!("x".repeat(5001)), format!("{review}.comment")),
    ] {
        assert_eq!(
            places(|file| *file.pointer_mut(pointer).unwrap() = value.clone()),
            [place],
            "{pointer} = {value}"
        );
    }
    let twice = file().to_string().replace("{\"quality\":4}", "{\"quality\":4,\"quality\":5}");
    assert_eq!(
        read(twice.as_bytes()).unwrap_err().fields.0.into_keys().collect::<Vec<_>>(),
        [review.to_owned() + ".scores.quality"]
    );
}

#[test]
fn nobody_judges_their_own_team_and_only_judges_judge() {
    assert_eq!(
        places(|file| file["teams"][1]["members"] = json!([{"person": "j"}])),
        ["assignments[1].project"]
    );
    assert_eq!(
        places(|file| file["assignments"][0]["person"] = json!("m")),
        ["assignments[0].person", "assignments[0].project"]
    );
}

#[test]
fn assignments_end_with_a_withdrawn_project_and_with_no_other() {
    let ended = "assignments[1].ended_with_project";
    let withdrawn = |file: &mut Value| {
        for (member, value) in [
            ("status", json!("draft")),
            ("submitted_at", Value::Null),
            ("duplicate_of", Value::Null),
            ("withdrawn_at", json!("2026-11-01T14:00:00Z")),
            ("withdrawal_reason", json!("A test entry.")),
            ("withdrawn_submitted_at", json!("2026-11-01T11:00:00Z")),
        ] {
            file["projects"][1][member] = value;
        }
    };
    assert_eq!(places(withdrawn), [ended], "a judge would still have it to do");
    let aside = |file: &mut Value| {
        file["assignments"][1]["status"] = json!("recused");
        file["assignments"][1]["ended_with_project"] = json!(true);
    };
    assert_eq!(places(aside), [ended], "nothing brings it back");
    let mut both = file();
    withdrawn(&mut both);
    aside(&mut both);
    assert!(read(both.to_string().as_bytes()).is_ok());
    // It goes back to its place, which another project may have by now.
    both["projects"][1]["place"] = json!("A1");
    assert!(read(both.to_string().as_bytes()).is_ok());
}

#[test]
fn unknown_and_missing_members_are_named() {
    for (pointer, place) in [
        ("", "extra"),
        ("/event", "event.extra"),
        ("/people/2", "people[2].extra"),
        ("/teams/0/members/0", "teams[0].members[0].extra"),
        ("/assignments/0/review", "assignments[0].review.extra"),
    ] {
        assert_eq!(places(|file| file.pointer_mut(pointer).unwrap()["extra"] = json!(1)), [place]);
    }
    let without = |pointer: &str, member: &str| {
        places(|file| drop(file.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(member)))
    };
    assert_eq!(without("", "event"), ["event"]);
    assert_eq!(without("", "format"), ["format"]);
    assert_eq!(without("/projects/1", "title"), ["projects[1].title"]);
    assert_eq!(without("/teams/0/members/0", "person"), ["teams[0].members[0].person"]);
    assert_eq!(places(|file| file["format"] = json!("evenhand-bundle/2")), ["format"]);
}

#[test]
fn every_entry_has_its_say_at_once() {
    let found = places(|file| {
        file["people"][0]["name"] = json!(3);
        file["projects"][0]["track"] = json!("seven");
        file["projects"][2]["title"] = json!(null);
    });
    assert_eq!(found, ["people[0].name", "projects[0].track", "projects[2].title"]);
    let found = places(|file| {
        file["projects"][0]["track"] = json!(9);
        file["teams"][0]["name"] = json!("");
        file["assignments"][1]["person"] = json!("o");
    });
    assert_eq!(found, ["assignments[1].person", "projects[0].track", "teams[0].name"]);
}

#[test]
fn an_answer_names_about_a_hundred_places_at_most() {
    let found = places(|file| file["projects"] = (0..500).map(|_| json!({})).collect());
    assert!((100..=102).contains(&found.len()), "{}", found.len());
    assert!(found.contains(&"bundle".to_owned()));
}

#[test]
fn what_is_no_json_or_no_object_is_the_bundles_fault() {
    let deep = "[".repeat(100_000);
    for bad in
        ["", "{", "[]", "3", "\u{0}", "{\"format\": \"\\ud800\"}", deep.as_str(), &format!("{} x", file())]
    {
        let refusal = read(bad.as_bytes()).unwrap_err();
        assert_eq!(refusal.fields.0.keys().collect::<Vec<_>>(), ["bundle"], "{refusal}");
    }
    assert_eq!(places(|file| file["people"] = json!({})), ["people"]);
    assert_eq!(places(|file| file["people"] = json!([3])), ["people[0]"]);
    assert_eq!(places(|file| file["runs"] = json!(3)), ["runs"]);
}

#[test]
fn two_entries_have_no_id_in_common() {
    assert_eq!(places(|file| file["projects"][1]["id"] = json!(31)), ["projects[1].id"]);
    let of_assignments = places(|file| {
        for at in [0_usize, 1] {
            file["assignments"][at]["id"] = json!(5);
        }
    });
    assert_eq!(of_assignments, ["assignments[1].id"]);
}

#[test]
fn projects_do_not_repeat_each_other_in_a_circle() {
    assert_eq!(
        places(|file| file["projects"][0]["duplicate_of"] = json!("p2")),
        ["projects[0].duplicate_of"]
    );
    let chain = |file: &mut Value| file["projects"][2]["duplicate_of"] = json!("p2");
    let mut fine = file();
    chain(&mut fine);
    assert!(read(fine.to_string().as_bytes()).is_ok());
    let found = places(|file| {
        chain(file);
        file["projects"][0]["duplicate_of"] = json!("p3");
    });
    assert_eq!(found, ["projects[0].duplicate_of"]);
}

#[test]
fn one_entry_with_many_faults_ends_the_check_too() {
    let many = |value: Value| Value::from(vec![value; 4_000]);
    for (pointer, flood) in [
        ("/people/1/roles", many(json!("judge"))),
        ("/people/1/tracks", (0..4_000).collect()),
        ("/teams/0/members", many(json!({"person": "m"}))),
        ("/event/tracks", many(json!({"id": 1, "name": ""}))),
        ("/ballots/0/choices", many(json!("p2"))),
        ("/assignments/0/review/scores", (0..4_000).map(|n| (format!("k{n}"), json!(1))).collect()),
    ] {
        let found = places(|file| *file.pointer_mut(pointer).unwrap() = flood.clone());
        assert!((100..=103).contains(&found.len()), "{pointer}: {}", found.len());
    }
}

#[test]
fn a_value_of_the_wrong_kind_is_told_without_our_types() {
    for (pointer, wrong) in [("", json!(null)), ("/event", json!("x")), ("/people/0", json!(1))] {
        let refusal = refused(|file| *file.pointer_mut(pointer).unwrap() = wrong.clone());
        assert!(refusal.to_string().contains("NotAnObject"), "{pointer}: {refusal}");
    }
}

#[test]
fn times_have_years_of_four_digits_and_microseconds() {
    let close = |at: &str| {
        let mut file = file();
        file["event"]["submissions_close"] = json!(at);
        read(file.to_string().as_bytes()).map(|c| c.bundle().event.submissions_close.map(|t| t.to_rfc3339()))
    };
    assert_eq!(close("2026-11-01T12:00:00.1234567Z").unwrap().unwrap(), "2026-11-01T12:00:00.123456+00:00");
    for bad in [
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        "300000-01-01T00:00:00Z",
    ] {
        assert_eq!(
            close(bad).unwrap_err().fields.0.keys().collect::<Vec<_>>(),
            ["event.submissions_close"],
            "{bad}"
        );
    }
    let less_than_a_microsecond = places(|file| {
        file["event"]["judging_open"] = json!("2026-11-01T12:00:00.0000001Z");
        file["event"]["judging_close"] = json!("2026-11-01T12:00:00.0000002Z");
    });
    assert_eq!(less_than_a_microsecond, ["event.judging_close"]);
}

#[test]
fn a_projects_pictures_are_four_still_ones_at_most() {
    // The head of a WebP file of one pixel: more of it is not read.
    let file = "UklGRhYAAABXRUJQVlA4IAoAAAAAAACdASoBAAEA";
    let one = |project: &str| json!({"project": project, "alt": " A lamp ", "files": [file]});
    let mut whole = self::file();
    whole["pictures"] = json!([one("p1"), one("p3"), one("p1"), one("p1"), one("p1")]);
    let checked = read(whole.to_string().as_bytes()).unwrap();
    assert_eq!((checked.bundle().pictures.len(), checked.bundle().pictures[0].alt.as_str()), (5, "A lamp"));
    assert_eq!(
        places(|f| f["pictures"] = json!([one("p1"), one("p1"), one("p1"), one("p1"), one("p1")])),
        ["pictures[4].project"]
    );
    assert_eq!(
        places(|f| f["pictures"] =
            json!([one("none"), {"project": "p1", "files": ["AAAA"]}, {"project": "p1", "files": []}])),
        ["pictures[0].project", "pictures[1].files", "pictures[2].files"]
    );
}
