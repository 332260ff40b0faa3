//! How and when assignments came to be, in a bundle and in the rows of its log that name a judge and a project.

use crate::review_log::{FIRST, found, number_of, row, whole};
use crate::support::*;
use shared::provenance::Link;

/// When rows hand out projects, and when somebody accepts an invitation.
const DEALT: &str = "2026-11-18T09:20:00.000001Z";
const CAME: &str = "2026-11-18T09:40:00.000001Z";

/// The judge of the first review.
fn judge() -> String {
    calibrated().0[0].judge.clone()
}

/// What a row says of the projects of that judge, by the number or by an invitation.
fn pairs(by: &str, number: i64) -> Value {
    let (reviews, _) = calibrated();
    let own = reviews.iter().filter(|review| review.judge == judge());
    own.map(|review| json!({"project": review.project, by: number})).collect()
}

/// A row of many assignments at once.
fn of_many(action: &str, after: &Value, ts: &str) -> Link {
    let mut link = row(1, action, after);
    (link.row.object_type, link.row.ts) = ("event".into(), ts.into());
    link
}

/// The bundle where these rows come first, and no row of its own hands out an assignment of that judge. Those came in this way, at this time.
fn dealt(first: &[Link], source: &str, at: &str) -> (Value, Vec<Link>) {
    let (mut file, mut links) = whole();
    let (reviews, _) = calibrated();
    let of_id = |link: &Link| {
        let id: i64 = link.row.object_id.parse().unwrap();
        reviews[usize::try_from(id - FIRST).unwrap()].clone()
    };
    links.retain(|link| link.row.action != "assignment.created" || of_id(link).judge != judge());
    for link in links.iter_mut().filter(|link| link.row.action.starts_with("review.")) {
        let review = of_id(link);
        let mut said: Value = serde_json::from_str(&link.row.after).unwrap();
        (said["judge"], said["project"]) = (json!(number_of(&review.judge)), json!(review.project));
        link.row.after = said.to_string();
    }
    links.splice(1..1, first.iter().cloned());
    let links = chained(links, "demo");
    for assignment in file["assignments"].as_array_mut().unwrap() {
        if assignment["person"] == json!(judge()) {
            (assignment["source"], assignment["created_at"]) = (json!(source), json!(at));
        }
    }
    file["audit"] = bundle(&[], &links)["audit"].clone();
    (file, links)
}

/// The place of the first assignment of that judge.
fn place(file: &Value) -> usize {
    let assignments = file["assignments"].as_array().unwrap();
    assignments.iter().position(|assignment| assignment["person"] == json!(judge())).unwrap()
}

#[test]
fn an_assignment_came_as_the_row_says_that_names_its_judge_and_project() {
    let given = pairs("judge", number_of(&judge()));
    let planned = of_many("assignment.planned", &json!({ "given": given }), DEALT);
    let moved = of_many("assignment.moved", &json!({"from": 999, "moved": given}), DEALT);
    let listed = of_many("assignment.imported", &json!({"given": given, "taken": []}), DEALT);
    for (first, source, other) in [
        (vec![planned.clone()], "planned", "pulled"),
        (vec![planned.clone()], "planned", "manual"),
        (vec![moved], "planned", "import"),
        (vec![listed.clone()], "import", "planned"),
        // The newest row of a pair is the one: an event has each once at a time.
        (vec![planned, listed], "import", "planned"),
    ] {
        let (file, _) = dealt(&first, source, DEALT);
        holds(&found(&file), "AsLogged { reviews: 60 }");
        let at = place(&file);
        let mut forged = file.clone();
        forged["assignments"][at]["source"] = json!(other);
        does_not_hold(&found(&forged), &format!("logged: {source:?}, here: {other:?} }}"));
        for other in [json!("2026-11-18T09:18:59Z"), json!(null)] {
            let mut forged = file.clone();
            forged["assignments"][at]["created_at"] = other;
            does_not_hold(&found(&forged), "OtherMoment { assignment: ");
        }
    }
}

#[test]
fn an_assignment_that_was_dealt_to_an_invitation_came_as_it_was_accepted() {
    let given = pairs("invitation", 5);
    let number = given.as_array().unwrap().len();
    let planned = of_many("assignment.planned", &json!({ "given": given }), DEALT);
    let accepted = |assignments: usize| {
        let after = json!({"role": "judge", "person": number_of(&judge()), "assignments": assignments});
        let mut link = row(5, "invitation.accepted", &after);
        (link.row.object_type, link.row.actor, link.row.ts) = ("invitation".into(), judge(), CAME.into());
        link
    };
    let (file, _) = dealt(&[planned.clone(), accepted(number)], "planned", CAME);
    holds(&found(&file), "AsLogged { reviews: 60 }");
    let at = place(&file);
    for (member, other, code) in
        [("source", "manual", "OtherSource {"), ("created_at", DEALT, "OtherMoment {")]
    {
        let mut forged = file.clone();
        forged["assignments"][at][member] = json!(other);
        does_not_hold(&found(&forged), code);
    }
    // More came than was dealt to the invitation: some of it was to another one, and no row says which.
    let (mut more, _) = dealt(&[planned, accepted(number + 1)], "planned", CAME);
    more["assignments"][at]["source"] = json!("manual");
    assert!(!has(&found(&more), "OtherSource"));
}

#[test]
fn what_two_accounts_had_came_by_either_row_once_they_are_one() {
    let number = number_of(&judge());
    let planned = of_many("assignment.planned", &json!({"given": pairs("judge", 999)}), DEALT);
    let listed = of_many("assignment.imported", &json!({"given": pairs("judge", number)}), DEALT);
    let mut merged = row(999, "person.merged", &json!({ "person": number }));
    merged.row.object_type = "person".into();
    for (source, other) in [("planned", false), ("import", false), ("manual", true)] {
        let (file, _) = dealt(&[planned.clone(), listed.clone(), merged.clone()], source, DEALT);
        assert_eq!(has(&found(&file), "OtherSource"), other, "{source}");
    }
}

#[test]
fn an_assignment_that_nobody_touched_came_as_its_row_says() {
    let number = number_of(&judge());
    let of_judge = |project: &Value| json!({"given": [{"project": project, "judge": number}]});
    let (file, _) = dealt(&[], "manual", DEALT);
    // A project that the judge has not reviewed.
    let own: Vec<&Value> = file["assignments"].as_array().unwrap().iter().collect();
    let is_own =
        |project: &Value| own.iter().any(|a| a["person"] == json!(judge()) && a["project"] == project["ref"]);
    let project = file["projects"].as_array().unwrap().iter().find(|project| !is_own(project)).unwrap();
    let first = of_many("assignment.planned", &of_judge(&project["id"]), DEALT);
    let with = |source: &str, later: Option<Link>| {
        let (mut file, mut links) = dealt(std::slice::from_ref(&first), "manual", DEALT);
        let signed = links.len();
        links.extend(later);
        let links = chained(links, "demo");
        file["audit"] = bundle(&[], &links)["audit"].clone();
        let pending = json!({"id": 9_000, "person": judge(), "project": project["ref"], "status": "pending", "source": source,
                             "created_at": DEALT, "review": null});
        file["assignments"].as_array_mut().unwrap().push(pending);
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, signed))];
        check(&files, &keys()).files.remove(0)
    };
    holds(&with("planned", None), "AsLogged { reviews: 60 }");
    let other = r#"OtherSource { assignment: 9000, logged: "planned", here: "import" }"#;
    does_not_hold(&with("import", None), other);
    // Anybody could have appended a row that says so.
    let listed = of_many("assignment.imported", &of_judge(&project["id"]), DEALT);
    cannot_be_judged(&with("import", Some(listed)), other);
}
