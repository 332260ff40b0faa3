//! Questions about the results in a bundle, against its log and the signed results.

use crate::forgotten::seal;
use crate::support::*;
use shared::audit::sha256_hex;
use shared::provenance::{Line, Link, Payload, SignedQuestion, Verdict, sign};

/// A log in which row 3 asks a question about project 1, and row 5 answers it; a bundle with both; and results that were signed between.
fn asked() -> (Vec<Link>, Value, SignedQuestion) {
    let (question, answer) = (sha256_hex(b"Why?"), sha256_hex(b"Because."));
    let mut links = published(chain(6), &run().input_digest);
    for (at, action, after) in [
        (2, "question.raised", json!({ "project": 1, "question_sha256": question, "salt": "x" })),
        (
            4,
            "question.answered",
            json!({ "outcome": "accepted", "answer_sha256": answer, "publication": null }),
        ),
    ] {
        let row = &mut links[at].row;
        (row.action, row.object_type, row.object_id) = (action.into(), "question".into(), "1".into());
        row.after = after.to_string();
    }
    let links = chained(links, "demo");
    let mut file = bundle(&[run()], &links);
    file["questions"] = json!([{
        "number": 1, "project": "p1", "question": "Why?", "question_sha256": question, "raised_at": links[2].row.ts,
        "answer_by": "2026-11-25T10:00:00Z", "outcome": "accepted", "answer": "Because.", "answer_sha256": answer,
        "answered_at": links[4].row.ts,
    }]);
    let signed = SignedQuestion {
        number: 1,
        project: Some(1),
        raised_at: links[2].row.ts.parse().unwrap(),
        question_sha256: question,
        outcome: None,
        answered_at: None,
        answer_sha256: None,
        publication: None,
    };
    (links, file, signed)
}

fn signed_with(links: &[Link], questions: Vec<SignedQuestion>) -> Vec<u8> {
    let head = row_of(links, 3);
    let Payload::Results(mut document) = results(&calibrated().1, head) else { unreachable!() };
    document.questions = questions;
    sign(&Payload::Results(document), &SECRET).unwrap().into_bytes()
}

#[test]
fn a_question_and_its_answer_are_those_of_the_log_and_of_the_signed_results() {
    let (links, file, signed) = asked();
    let files = |file: &Value, questions| {
        [("b.json", file.to_string().into_bytes()), ("r.json", signed_with(&links, questions))]
    };
    // The results cover the question, and a later head its answer.
    let open = check(&files(&file, vec![signed.clone()]), &keys());
    assert_eq!(open.files[0].verdict, Verdict::CannotBeJudged, "{open:#?}");
    finds(&open.files[0], "QuestionNotConfirmed { number: 1 }");
    let [one_file, results_file] = files(&file, vec![signed.clone()]);
    let whole = check(&[one_file, results_file, ("head.json", head_of(&links, 6))], &keys());
    assert!(whole.all_hold(), "{whole:#?}");
    finds(&whole.files[0], "QuestionsEqualSigned { questions: 1, file: \"r.json\" }");
    finds(&whole.files[0], "QuestionsAsLogged { questions: 1 }");
    // Somebody with these files reads what was said.
    for said in
        ["words: \"Why?\"", "SaidAnswer { outcome: Accepted, publication: None }", "words: \"Because.\""]
    {
        finds(&whole.files[0], said);
    }

    let fails = |files: &[(&str, Vec<u8>)], code: &str| {
        let report = check(files, &keys());
        assert_eq!(report.files[0].verdict, Verdict::DoesNotHold, "{code}");
        finds(&report.files[0], code);
        let says = |line: &Line| format!("{:?}", line.message).contains("Said");
        assert!(!report.files[0].lines.iter().any(says), "{code}: words of a file that does not hold");
    };
    fails(&files(&file, Vec::new()), "QuestionNotAsSigned { number: 1");
    let second = SignedQuestion { number: 2, ..signed.clone() };
    fails(&files(&file, vec![signed.clone(), second]), "QuestionNotAsSigned { number: 2");
    let changes: [Change; 4] = [
        |file| file["questions"] = json!([]),
        |file| file["questions"][0]["raised_at"] = json!("2026-11-17T10:00:00Z"),
        |file| {
            file["questions"][0]["question"] = json!("Why not?");
            file["questions"][0]["question_sha256"] = json!(sha256_hex(b"Why not?"));
        },
        |file| file["questions"][0]["project"] = json!("p2"),
    ];
    for change in changes {
        let mut other = file.clone();
        change(&mut other);
        fails(&files(&other, vec![signed.clone()]), "QuestionNotAsSigned { number: 1");
        let text = "QuestionNotAsLogged { number: 1, row: Some(3) }";
        fails(&[("b.json", other.to_string().into_bytes())], text);
    }
    // What was answered later is not in these results: the log alone has it.
    let mut other = file.clone();
    other["questions"][0]["outcome"] = json!("rejected");
    fails(&files(&other, vec![signed.clone()]), "QuestionNotAsLogged { number: 1, row: Some(3) }");
    let mut more = file.clone();
    let mut added = more["questions"][0].clone();
    added["number"] = json!(2);
    more["questions"].as_array_mut().unwrap().push(added);
    fails(&files(&more, vec![signed.clone()]), "QuestionNotAsSigned { number: 2");
    fails(&[("b.json", more.to_string().into_bytes())], "QuestionNotAsLogged { number: 2, row: None }");
    // A text that is not what its digest says breaks a rule of the format. One that was removed leaves its digest, and a row.
    let mut other = file.clone();
    other["questions"][0]["answer"] = json!("Because of that.");
    fails(&[("b.json", other.to_string().into_bytes())], "TextDigest");
    // Words for which no row removed a text.
    let mut other = file.clone();
    other["questions"][0]["removed"] = json!("It was spam.");
    fails(&[("b.json", other.to_string().into_bytes())], "QuestionNotAsLogged { number: 1, row: Some(3) }");
    let mut removed = file;
    removed["questions"][0]["question"] = json!("");
    removed["questions"][0]["removed"] = json!("It named a person.");
    fails(&files(&removed, vec![signed]), "QuestionNotAsLogged { number: 1, row: Some(3) }");
    let with_row = |part: &str, why: &str| {
        let mut links = links.clone();
        let row = &mut links[5].row;
        (row.action, row.object_type, row.object_id) =
            ("question.removed".into(), "question".into(), "1".into());
        row.after = json!({ "part": part, "reason_sha256": sha256_hex(b"It named a person.") }).to_string();
        let mut file = removed.clone();
        file["questions"][0]["removed"] = json!(why);
        file["audit"] = bundle(&[run()], &chained(links, "demo"))["audit"].clone();
        one("b.json", file.to_string(), &keys())
    };
    finds(&with_row("question", "It named a person."), "QuestionsAsLogged { questions: 1 }");
    // Nor does a reason pass that nobody gave.
    for (part, why) in [("answer", "It named a person."), ("question", "It was spam."), ("question", "")] {
        finds(&with_row(part, why), "QuestionNotAsLogged { number: 1, row: Some(3) }");
    }
}

#[test]
fn what_corrected_the_results_came_between_question_and_answer() {
    let with = |at: usize, action: &str, number: i32| {
        let (mut links, mut file, _) = asked();
        let answer = sha256_hex(b"Because.");
        let answered = json!({ "outcome": "corrected", "answer_sha256": answer, "publication": 2 });
        links[4].row.after = answered.to_string();
        let row = &mut links[at].row;
        (row.action, row.object_type, row.object_id) = (action.into(), "run".into(), "2".into());
        row.after = json!({ "run": 2, "publication": number }).to_string();
        file["audit"] = bundle(&[run()], &chained(links, "demo"))["audit"].clone();
        (file["questions"][0]["outcome"], file["questions"][0]["publication"]) =
            (json!("corrected"), json!(2));
        has(&one("b.json", file.to_string(), &keys()), "QuestionNotAsLogged { number: 1, row: Some(3) }")
    };
    assert!(!with(3, "results.corrected", 2));
    for (at, action, number) in
        [(3, "results.corrected", 3), (3, "results.finalized", 2), (5, "results.corrected", 2)]
    {
        assert!(with(at, action, number), "{at} {action} {number}");
    }
}

#[test]
fn a_question_is_raised_and_answered_once() {
    for (at, action, after) in [
        (3, "question.raised", json!({ "project": 1, "question_sha256": sha256_hex(b"Why not?") })),
        (
            5,
            "question.answered",
            json!({ "outcome": "rejected", "answer_sha256": sha256_hex(b"Because."), "publication": null }),
        ),
    ] {
        let (mut links, mut file, _) = asked();
        let row = &mut links[at].row;
        (row.action, row.object_type, row.object_id) = (action.into(), "question".into(), "1".into());
        row.after = after.to_string();
        let links = chained(links, "demo");
        file["audit"] = bundle(&[run()], &links)["audit"].clone();
        // What the later row says.
        let asked = &mut file["questions"][0];
        if action == "question.raised" {
            (asked["question"], asked["question_sha256"]) =
                (json!("Why not?"), after["question_sha256"].clone());
            asked["raised_at"] = json!(links[at].row.ts);
        } else {
            (asked["outcome"], asked["answered_at"]) = (json!("rejected"), json!(links[at].row.ts));
        }
        let finding = one("b.json", file.to_string(), &keys());
        finds(&finding, "QuestionNotAsLogged { number: 1, row: Some(3) }");
    }
}

#[test]
fn a_question_that_an_import_brought_was_asked_before_it() {
    let with = |raised: &str, signed: bool| {
        let (mut links, mut file, question) = asked();
        links[0].row.action = "event.imported".into();
        let links = chained(links, "demo");
        file["audit"] = bundle(&[run()], &links)["audit"].clone();
        let more = json!({"number": 2, "question": "How?", "question_sha256": sha256_hex(b"How?"), "raised_at": raised});
        file["questions"].as_array_mut().unwrap().push(more);
        let mut files = vec![("b.json", file.to_string().into_bytes())];
        if signed {
            files.push(("r.json", signed_with(&links, vec![question])));
        }
        check(&files, &keys()).files.remove(0)
    };
    finds(&with("2026-11-17T10:00:00Z", false), "QuestionNotLogged { number: 2 }");
    finds(&with("2026-11-18T10:00:30Z", false), "QuestionNotAsLogged { number: 2, row: None }");
    // Results name every question that was asked until then.
    finds(&with("2026-11-17T10:00:00Z", true), "QuestionNotAsSigned { number: 2");
}

#[test]
fn a_row_of_an_import_that_was_appended_brings_no_question() {
    let (mut links, mut file, _) = asked();
    links[5].row.action = "event.imported".into();
    let links = chained(links, "demo");
    file["audit"] = bundle(&[run()], &links)["audit"].clone();
    let raised = &links[4].row.ts;
    let more =
        json!({"number": 2, "question": "How?", "question_sha256": sha256_hex(b"How?"), "raised_at": raised});
    file["questions"].as_array_mut().unwrap().push(more);
    let finding = one("b.json", file.to_string(), &keys());
    assert_eq!(finding.verdict, Verdict::DoesNotHold, "{finding:#?}");
    finds(&finding, "QuestionNotAsLogged { number: 2, row: None }");
}

#[test]
fn a_text_is_gone_only_by_a_signed_row() {
    let (mut links, mut file, _) = asked();
    let row = &mut links[5].row;
    (row.action, row.object_type, row.object_id) = ("question.removed".into(), "question".into(), "1".into());
    row.after = json!({ "part": "question", "reason_sha256": sha256_hex(b"It was spam.") }).to_string();
    let links = chained(links, "demo");
    file["audit"] = bundle(&[run()], &links)["audit"].clone();
    (file["questions"][0]["question"], file["questions"][0]["removed"]) = (json!(""), json!("It was spam."));
    let with = |rows| {
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", head_of(&links, rows))];
        check(&files, &keys()).files.remove(0)
    };
    // Anybody could have appended the row.
    let appended = with(5);
    assert_eq!(appended.verdict, Verdict::CannotBeJudged, "{appended:#?}");
    finds(&appended, "QuestionNotConfirmed { number: 1 }");
    let signed = with(6);
    finds(&signed, "QuestionsAsLogged { questions: 1 }");
    assert!(!has(&signed, "QuestionNotConfirmed"), "{signed:#?}");
}

#[test]
fn a_row_of_an_imported_question_does_not_say_what_was_asked() {
    let with = |raised: &str, action: &str| {
        let (mut links, mut file, _) = asked();
        links[0].row.action = "event.imported".into();
        links[2].row.action = "question.owned".into();
        let asked = &mut file["questions"][0];
        asked["raised_at"] = json!(raised);
        if action == "question.removed" {
            let row = &mut links[4].row;
            row.action = action.into();
            row.after = json!({ "part": "question", "reason_sha256": sha256_hex(b"") }).to_string();
            for member in ["outcome", "answer", "answer_sha256", "answered_at"] {
                asked.as_object_mut().unwrap().remove(member);
            }
        }
        file["audit"] = bundle(&[run()], &chained(links, "demo"))["audit"].clone();
        one("b.json", file.to_string(), &keys())
    };
    for action in ["question.answered", "question.removed"] {
        let open = with("2026-11-17T10:00:00Z", action);
        finds(&open, "QuestionNotLogged { number: 1 }");
        assert!(!has(&open, "QuestionsAsLogged"), "{open:#?}");
        // What was asked after the import has a row that raised it.
        finds(&with("2026-11-18T10:00:30Z", action), "QuestionNotAsLogged { number: 1, row: None }");
    }
}

#[test]
fn no_words_are_left_where_an_event_was_forgotten() {
    let with = |removed: &str| {
        let (mut links, mut file, _) = asked();
        let after = json!({"rows": 5, "seal": seal(&links[..5])});
        let row = &mut links[5].row;
        (row.action, row.object_type, row.after) =
            ("event.forgotten".into(), "event".into(), after.to_string());
        file["audit"] = bundle(&[run()], &chained(links, "demo"))["audit"].clone();
        let asked = &mut file["questions"][0];
        (asked["question"], asked["answer"], asked["removed"]) = (json!(""), json!(""), json!(removed));
        one("b.json", file.to_string(), &keys())
    };
    assert!(!has(&with(""), "QuestionNotAsLogged"));
    does_not_hold(&with("They were caught."), "QuestionNotAsLogged { number: 1, row: Some(6) }");
}
