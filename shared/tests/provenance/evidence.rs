//! The facts on projects in a bundle, beside the digest of them that was signed with the results.

use crate::forgotten::forgotten_after;
use crate::support::*;
use shared::evidence::{Evidence, Fact};
use shared::ids::ProjectId;
use shared::provenance::{EvidenceDigest, Finding, Link, Payload, Verdict, sign};

/// A fact on the ranked project in this place.
fn fact(id: i64, place: usize, text: &str) -> Evidence {
    let project_id = ProjectId(run().results[place].project);
    let fact = Fact::Answer { text: text.into() };
    Evidence { id, project_id, fact, found_at: at(id), found_by: None, salt: format!("{id:032x}") }
}

/// Puts these facts into a bundle.
fn put(file: &mut Value, here: &[Evidence]) {
    for project in file["projects"].as_array_mut().unwrap() {
        let its = here.iter().filter(|fact| project["id"] == json!(fact.project_id.0));
        let its = its.map(|Evidence { id, fact, found_at, salt, .. }| {
            json!({"id": id, "fact": fact, "found_at": found_at, "salt": salt})
        });
        let its: Vec<Value> = its.collect();
        project["evidence"] = json!(its);
    }
}

/// A bundle with this log that holds these facts, and the results that signed those.
fn files(links: &[Link], here: &[Evidence], signed: &[Evidence]) -> Vec<(&'static str, Vec<u8>)> {
    let mut file = bundle(&[run()], links);
    put(&mut file, here);
    let Payload::Results(mut document) = results(&calibrated().1, row_of(links, 3)) else {
        panic!("the results")
    };
    document.evidence = Some(EvidenceDigest::of(signed).unwrap());
    let document = sign(&Payload::Results(document), &SECRET).unwrap().into_bytes();
    vec![("b.json", file.to_string().into_bytes()), ("r.json", document)]
}

/// What is said of a bundle that holds these facts, where those were signed.
fn found(here: &[Evidence], signed: &[Evidence]) -> Finding {
    let links = published(chain(6), &run().input_digest);
    check(&files(&links, here, signed), &keys()).files.remove(0)
}

/// Whether a line with this message leaves something open.
fn is_open(finding: &Finding, message: &str) -> bool {
    let open = format!("Some(CannotBeJudged), message: Bundle({message}");
    finding.lines.iter().any(|line| format!("{line:?}").contains(&open))
}

/// Three facts, of which the second one is on another project.
fn three() -> [Evidence; 3] {
    [fact(1, 0, "One"), fact(2, 1, "Two"), fact(3, 0, "Three")]
}

#[test]
fn facts_are_those_that_were_signed_and_later_ones_come_behind() {
    for signed in 0..=3 {
        let whole = found(&three(), &three()[..signed]);
        holds(&whole, &format!("EvidenceEqualsSigned {{ facts: {signed}, file: \"r.json\" }}"));
        let later = format!("EvidenceUnsigned {{ facts: {}, file: \"r.json\" }}", 3 - signed);
        assert_eq!(has(&whole, &later), signed < 3, "{whole:#?}");
        assert_eq!(has(&whole, "EvidenceUnsigned"), signed < 3);
        assert_eq!(
            is_open(&whole, "EvidenceUnsigned"),
            signed < 3,
            "anybody could have added them: {whole:#?}"
        );
    }
}

#[test]
fn a_fact_that_was_changed_taken_out_or_put_before_others_is_told() {
    let [one, two, three_] = three();
    let none = Evidence { fact: Fact::Answer { text: "None".into() }, ..two.clone() };
    let moved = Evidence { project_id: one.project_id, ..two.clone() };
    let later = Evidence { found_at: at(9), ..two.clone() };
    let salted = Evidence { salt: "f".repeat(32), ..two.clone() };
    let first = fact(0, 1, "Before all");
    for (what, here) in [
        ("another text", vec![one.clone(), none, three_.clone()]),
        ("another project", vec![one.clone(), moved, three_.clone()]),
        ("another moment", vec![one.clone(), later, three_.clone()]),
        ("another salt", vec![one.clone(), salted, three_.clone()]),
        ("one is gone", vec![one.clone(), three_.clone()]),
        ("the last is gone", vec![one.clone(), two.clone()]),
        ("all are gone", vec![]),
        ("one before all", vec![first, one, two, three_]),
    ] {
        let told = found(&here, &three());
        assert_eq!(told.verdict, Verdict::DoesNotHold, "{what}: {told:#?}");
        assert_eq!(told.breaks_at.as_deref(), Some("projects"), "{what}: {told:#?}");
        finds(&told, "EvidenceDiffers {");
    }
}

#[test]
fn facts_are_those_of_the_newest_signed_row_about_them() {
    let all = three();
    let collected = |facts: &[Evidence]| {
        let all = EvidenceDigest::of(facts).unwrap();
        json!({"added": facts.len(), "facts": all.facts, "digest": all.digest}).to_string()
    };
    let forged = [all[0].clone(), Evidence { found_at: at(9), ..all[1].clone() }, all[2].clone()];
    // Row 4 is the site's, and somebody with the file appends row 6.
    let with = |here: &[Evidence], appended: &[Evidence]| {
        let mut links = published(chain(6), &run().input_digest);
        for (at, facts) in [(3, &all[..2]), (5, appended)] {
            let row = &mut links[at].row;
            (row.action, row.after) = ("evidence.collected".into(), collected(facts));
        }
        let links = chained(links, "demo");
        let mut file = bundle(&[run()], &links);
        put(&mut file, here);
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, 5))];
        check(&files, &keys()).files.remove(0)
    };
    assert!(!has(&with(&all, &all), "EvidenceNotAsLogged"));
    assert!(!has(&with(&all[..2], &forged), "EvidenceNotAsLogged"), "what was appended proves nothing");
    for here in [&forged[..], &all[..1], &[]] {
        does_not_hold(&with(here, here), "EvidenceNotAsLogged { row: 4 }");
    }
}

#[test]
fn what_people_wrote_on_projects_of_a_forgotten_event_is_gone_and_left_open() {
    let [first, second, third] = three();
    let gone =
        Fact::DeadLink { url: "https://x.example".into(), field: "repo_url".into(), why: "404".into() };
    let by_portal = Evidence { fact: gone, ..first };
    let signed = [by_portal.clone(), second.clone(), third];
    let before = published(chain(10), &run().input_digest);
    let links = forgotten_after(before, |seal| json!({"rows": 10, "seal": seal}));
    let with = |here: &[Evidence], is_signed: bool| {
        let mut files = files(&links, here, &signed);
        files.extend(is_signed.then(|| ("head.json", head_of(&links, 13))));
        check(&files, &keys()).files.remove(0)
    };
    holds(&with(&signed, true), "EvidenceEqualsSigned {");
    let kept = [by_portal.clone()];
    for here in [&kept[..], &[]] {
        let told = with(here, true);
        holds(&told, "EvidenceForgotten {");
        assert!(is_open(&told, "EvidenceForgotten"), "{told:#?}");
        cannot_be_judged(&with(here, false), "EvidenceForgotten {");
    }
    // Somebody with the file wrote one into it.
    for is_signed in [true, false] {
        does_not_hold(&with(&[by_portal.clone(), second.clone()], is_signed), "EvidenceDiffers {");
    }
}
