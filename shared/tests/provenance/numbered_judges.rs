//! Whose a review is that an organizer entered, by the judge's number in the log of the same file.

use crate::review_log::{FIRST, found, left, number_of, row, somebody_else, submitted, whole};
use crate::support::*;
use shared::provenance::{Link, Verdict};

const ORGANIZER: &str = "o@example.org";

/// The file and its log, where an organizer entered all reviews of the first one's judge, and no run read any. `named`: the rows name judges.
fn entered(named: bool) -> (Value, Vec<Link>) {
    let (mut file, mut links) = whole();
    let (reviews, _) = calibrated();
    let judge = &reviews[0].judge;
    // A plan handed everything out.
    links.retain(|link| {
        let is_own = link.row.actor == *judge && link.row.action == "review.saved";
        !is_own && link.row.action != "assignment.created" && link.row.action != "run.created"
    });
    for link in links.iter_mut().filter(|link| link.row.object_type == "assignment") {
        let id: i64 = link.row.object_id.parse().unwrap();
        let review = &reviews[usize::try_from(id - FIRST).unwrap()];
        let mut said: Value = serde_json::from_str(&link.row.after).unwrap();
        said["project"] = json!(review.project);
        if named {
            said["judge"] = json!(number_of(&review.judge));
        }
        link.row.after = said.to_string();
        if review.judge == *judge {
            (link.row.action, link.row.actor) = ("review.entered".into(), ORGANIZER.into());
        }
    }
    for assignment in file["assignments"].as_array_mut().unwrap() {
        if assignment["person"] == json!(judge) {
            assignment["review"]["entered_by"] = json!("o");
        }
    }
    file["runs"] = json!([]);
    (with(file, &links), links)
}

fn with(mut file: Value, links: &[Link]) -> Value {
    file["audit"] = bundle(&[], &chained(links.to_vec(), "demo"))["audit"].clone();
    file
}

/// The row by which the judge of the first review accepted the invitation.
fn accepted() -> Link {
    let judge = &calibrated().0[0].judge;
    accepted_by(judge, number_of(judge))
}

fn accepted_by(address: &str, number: i64) -> Link {
    let mut link = row(5, "invitation.accepted", &json!({"role": "judge", "person": number}));
    (link.row.object_type, link.row.actor) = ("invitation".into(), address.into());
    link
}

/// How many reviews the judge of the first one gave.
fn of_first() -> String {
    let (reviews, _) = calibrated();
    let number = reviews.iter().filter(|review| review.judge == reviews[0].judge).count();
    assert!(number > 1, "others show whose one is");
    format!("JudgesNotLogged {{ reviews: {number} }}")
}

#[test]
fn an_entered_review_that_was_moved_to_another_judge_is_told_by_the_judges_number() {
    let (file, links) = entered(true);
    holds(&found(&file), &of_first());
    let mut moved = file.clone();
    moved["assignments"][0]["person"] = json!(somebody_else(0));
    does_not_hold(&found(&moved), "JudgesMixed {");
    // Who accepted an invitation is known by an address.
    let known: Vec<Link> = links.into_iter().chain([accepted()]).collect();
    let honest = found(&with(file, &known));
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    assert!(!has(&honest, "JudgesNotLogged"), "{honest:#?}");
    let forged = found(&with(moved, &known));
    assert_eq!(forged.breaks_at.as_deref(), Some("assignments[0].person"), "{forged:#?}");
    finds(&forged, "Judge { here:");
}

#[test]
fn an_organizer_who_deleted_the_account_and_is_invited_with_its_address_again_is_the_one_who_entered_it() {
    let (mut file, links) = entered(true);
    let people = file["people"].as_array_mut().unwrap();
    let was = people.iter_mut().find(|person| person["ref"] == "o").unwrap();
    let mut back = was.clone();
    was["email"] = json!("deleted-77-x@deleted.invalid");
    back["ref"] = json!("back");
    people.push(back);
    let (mut later, mut before) = (links.clone(), links);
    later.push(left(77, ORGANIZER));
    later.push(accepted_by(ORGANIZER, 999));
    holds(&found(&with(file.clone(), &later)), &of_first());
    // Who had the address already is another account.
    before.insert(1, accepted_by(ORGANIZER, 999));
    does_not_hold(&found(&with(file, &before)), "EnteredBy {");
}

#[test]
fn rows_of_earlier_versions_leave_open_whose_an_entered_review_is() {
    let (file, _) = entered(false);
    holds(&found(&file), &of_first());
    let mut moved = file;
    moved["assignments"][0]["person"] = json!(somebody_else(0));
    finds(&found(&moved), &of_first());
}

#[test]
fn a_row_after_the_last_signed_one_names_no_judge() {
    let (file, mut links) = entered(true);
    let signed = links.len();
    links.push(accepted());
    let links = chained(links, "demo");
    let file = with(file, &links).to_string();
    let judged = |rows: usize| {
        let files = [("b.json", file.clone().into_bytes()), ("head.json", head_of(&links, rows))];
        check(&files, &keys()).files.remove(0)
    };
    finds(&judged(signed), &of_first());
    assert!(!has(&judged(signed + 1), "JudgesNotLogged"));
}

#[test]
fn a_judge_has_another_number_after_two_accounts_were_merged() {
    let (mut file, mut links) = entered(true);
    let (reviews, _) = calibrated();
    let mut said = submitted(reviews[0].total_micro);
    (said["judge"], said["project"]) = (json!(999), json!(reviews[0].project));
    let mut again = row(FIRST, "review.entered", &said);
    again.row.actor = ORGANIZER.into();
    links.push(again);
    file = with(file, &links);
    finds(&found(&file), "JudgesMixed {");
    let mut merged = row(number_of(&reviews[0].judge), "person.merged", &json!({"person": 999}));
    merged.row.object_type = "person".into();
    links.insert(links.len() - 1, merged);
    let honest = found(&with(file, &links));
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    assert!(!has(&honest, "JudgesMixed"), "{honest:#?}");
}

#[test]
fn what_somebody_took_before_two_accounts_were_merged_is_the_judges_whose_account_stayed() {
    let (mut file, mut links) = entered(true);
    let (reviews, _) = calibrated();
    let pair = json!({"judge": 999, "project": reviews[0].project, "source": "pulled", "status": "pending"});
    let mut pulled = row(FIRST, "assignment.pulled", &pair);
    pulled.row.actor = "gone@example.org".into();
    let mut merged = row(999, "person.merged", &json!({"person": number_of(&reviews[0].judge)}));
    merged.row.object_type = "person".into();
    links.splice(1..1, [pulled, merged]);
    file["assignments"][0]["source"] = json!("pulled");
    // A comment of the other account is in the file still.
    let gone = json!({"ref": "gone", "email": "gone@example.org", "name": "Gone", "roles": []});
    file["people"].as_array_mut().unwrap().push(gone);
    let honest = found(&with(file, &links));
    assert_eq!(honest.verdict, Verdict::Holds, "{honest:#?}");
    assert!(!has(&honest, "Judge {"), "{honest:#?}");
}
