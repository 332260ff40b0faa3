//! A form of a page and a body of the API are read by one type: what is right means the same, and a mistake has the same code at
//! the same fields.

use serde_json::{Value, json};
use shared::ballot;
use shared::comment::NewComment;
use shared::conflict::SettledSuggestions;
use shared::fields::{Fields, FormFields, JsonFields};
use shared::ids::{ProjectId, TeamId, TrackId};
use shared::project::{self, ProjectChanges, ProjectTexts};
use shared::provisional::SettledDuty;
use shared::refusal::{Fault, Refusal};
use shared::results_question::{NewAnswer, NewQuestion, TextRemoval};
use shared::review::{self, ReviewChanges};
use shared::rubric::{Criterion, Scores, Weight};
use shared::teammates::{self, fingerprint};
use shared::visit::SentMark;
use std::collections::{BTreeMap, BTreeSet};

fn form(fields: &[(&str, &str)]) -> FormFields {
    FormFields::new(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn rubric(weight: Weight) -> Vec<Criterion> {
    let criterion = |key: &str| Criterion {
        key: key.to_owned(),
        name: key.to_owned(),
        guidance: String::new(),
        weight,
        min_value: 1,
        max_value: 5,
    };
    vec![criterion("quality"), criterion("impact")]
}

fn of_review(fields: &impl Fields, rubric: &[Criterion]) -> Result<(), Refusal> {
    let sent = ReviewChanges::read(fields)?;
    review::check(sent, rubric, Scores::new(), String::new()).map(drop)
}

fn of_ballot(fields: &impl Fields) -> Result<(), Refusal> {
    let electable = BTreeMap::from([(ProjectId(1), TeamId(1)), (ProjectId(2), TeamId(2))]);
    ballot::check(&ballot::read(fields)?, &electable, &BTreeSet::from([TeamId(2)]), 1).map(drop)
}

fn of_comment(fields: &impl Fields) -> Result<(), Refusal> {
    NewComment::read(fields)?.checked().map(drop)
}

fn of_project(sent: Result<ProjectChanges, Refusal>) -> Result<(), Refusal> {
    project::check(sent?, ProjectTexts::default(), &[TrackId(1)], &[], false).map(drop)
}

#[test]
fn one_mistake_is_refused_alike_in_a_form_and_in_the_api() {
    let rubric = rubric(Weight::parse("1").unwrap());
    let long = "é".repeat(5_001);
    let line = "x".repeat(301);
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], Value, u16, &'a [&'a str]);
    let cases: &[Case<'_>] = &[
        ("review", &[("score_quality", "3.5")], json!({ "scores": { "quality": 3.5 } }), 400, &["scores"]),
        ("review", &[("score_quality", "9")], json!({ "scores": { "quality": 9 } }), 422, &["quality"]),
        ("review", &[("score_style", "3")], json!({ "scores": { "style": 3 } }), 422, &["style"]),
        (
            "review",
            &[("submit", "true")],
            json!({ "scores": {}, "submit": true }),
            422,
            &["impact", "quality"],
        ),
        ("review", &[("comment", long.as_str())], json!({ "comment": long }), 400, &["comment"]),
        ("ballot", &[("choice", "x")], json!({ "choices": ["x"] }), 400, &["choices"]),
        ("ballot", &[("choice", "1"), ("choice", "1")], json!({ "choices": [1, 1] }), 422, &[]),
        ("ballot", &[("choice", "2")], json!({ "choices": [2] }), 422, &[]),
        ("ballot", &[("choice", "7")], json!({ "choices": [7] }), 422, &[]),
        ("comment", &[("body", " ")], json!({ "body": " " }), 400, &["body"]),
        ("comment", &[], json!({}), 400, &["body"]),
        ("comment", &[("body", long.as_str())], json!({ "body": long }), 400, &["body"]),
        ("question", &[("question", " ")], json!({ "question": " " }), 400, &["question"]),
        ("question", &[("question", long.as_str())], json!({ "question": long }), 400, &["question"]),
        ("answer", &[("answer", "Yes.")], json!({ "answer": "Yes." }), 400, &["outcome"]),
        (
            "answer",
            &[("outcome", "corrected"), ("answer", "Yes."), ("publication", "")],
            json!({ "outcome": "corrected", "answer": "Yes.", "publication": null }),
            400,
            &["publication"],
        ),
        (
            "removal",
            &[("part", "all"), ("reason", " ")],
            json!({ "part": "all", "reason": " " }),
            400,
            &["part", "reason"],
        ),
        ("project", &[("title", " ")], json!({ "title": " " }), 400, &["title"]),
        (
            "project",
            &[("title", "Lamp"), ("track", "x")],
            json!({ "title": "Lamp", "track": "x" }),
            400,
            &["track"],
        ),
        (
            "project",
            &[("title", "Lamp"), ("track", "9")],
            json!({ "title": "Lamp", "track": 9 }),
            400,
            &["track"],
        ),
        (
            "project",
            &[
                ("tagline", line.as_str()),
                ("repo_url", "nowhere"),
                ("demo_url", "ftp://x.example"),
                ("video_url", "http://x.example"),
                ("tags", "a,b,c,d,e,f,g,h,i,j,k"),
            ],
            json!({
                "tagline": line,
                "repo_url": "nowhere",
                "demo_url": "ftp://x.example",
                "video_url": "http://x.example",
                "tags": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"],
            }),
            400,
            &["demo_url", "repo_url", "tagline", "tags", "title", "video_url"],
        ),
    ];
    for (noun, fields, object, status, named) in cases {
        let (form, text) = (form(fields), object.to_string());
        let body = JsonFields::read(text.as_bytes()).unwrap();
        let (by_form, by_body) = match *noun {
            "review" => (of_review(&form, &rubric), of_review(&body, &rubric)),
            "ballot" => (of_ballot(&form), of_ballot(&body)),
            "comment" => (of_comment(&form), of_comment(&body)),
            "question" => (NewQuestion::read(&form).map(drop), NewQuestion::read(&body).map(drop)),
            "answer" => (NewAnswer::read(&form).map(drop), NewAnswer::read(&body).map(drop)),
            "removal" => (TextRemoval::read(&form).map(drop), TextRemoval::read(&body).map(drop)),
            _ => (of_project(teammates::of_form(&form)), of_project(teammates::of_json(&body))),
        };
        let (by_form, by_body) = (by_form.unwrap_err(), by_body.unwrap_err());
        let fields = |refused: &Refusal| refused.fields.0.keys().cloned().collect::<Vec<_>>();
        assert_eq!(by_form.code(), by_body.code(), "{noun} {text}");
        assert_eq!(fields(&by_form), fields(&by_body), "{noun} {text}");
        assert_eq!((by_form.status(), fields(&by_form)), (*status, owned(named)), "{noun} {text}");
    }
}

#[test]
fn a_form_and_a_body_that_say_the_same_are_read_alike() {
    let sent =
        form(&[("score_quality", " 4 "), ("score_impact", ""), ("comment", "Fine."), ("submit", "true")]);
    let object = json!({ "scores": { "quality": 4 }, "comment": "Fine.", "submit": true }).to_string();
    let body = JsonFields::read(object.as_bytes()).unwrap();
    assert_eq!(ReviewChanges::read(&sent), ReviewChanges::read(&body));

    let print = fingerprint("Lamp");
    let sent = form(&[
        ("title", "Light"),
        ("tags", "a,b"),
        ("track", ""),
        ("submit", "true"),
        ("was_title", print.as_str()),
    ]);
    let object = json!({
        "title": "Light", "tags": ["a", "b"], "track": null, "submit": true, "was": { "title": "Lamp" }
    });
    let object = object.to_string();
    let body = JsonFields::read(object.as_bytes()).unwrap();
    let read = teammates::of_form(&sent).unwrap();
    assert_eq!(teammates::of_json(&body).unwrap(), read);
    assert_eq!((read.track, read.submit, read.shown.get("title")), (Some(None), true, Some(&print)));
}

#[test]
fn who_keeps_a_teammates_text_sends_none_of_their_own() {
    let read = |fields: &[(&str, &str)]| teammates::of_form(&form(fields)).unwrap();
    let theirs = read(&[("title", "Mine"), ("keep_title", "theirs"), ("was_title", "old")]);
    assert_eq!((theirs.title, theirs.shown.len()), (None, 0));
    let mine = read(&[("title", "Mine"), ("keep_title", "seen"), ("was_title", "old")]);
    assert_eq!(mine.shown.get("title").map(String::as_str), Some("seen"));
}

#[test]
fn a_word_that_a_field_does_not_take_is_refused_with_those_that_it_takes() {
    let duty = form(&[("project", "1"), ("duty", "1"), ("state", "gone")]);
    for (field, words, read) in [
        (
            "conflict",
            vec!["yes", "no"],
            SettledSuggestions::of_form(&form(&[("pair", "1-2"), ("conflict", "maybe")])).map(drop),
        ),
        ("conflict", vec!["yes", "no"], SettledSuggestions::of_form(&form(&[("pair", "1-2")])).map(drop)),
        (
            "kind",
            vec!["absent", "busy", "cannot_demo"],
            SentMark::of_form(&form(&[("kind", "late")])).map(drop),
        ),
        ("state", vec!["open", "shown", "refused"], SettledDuty::read(&duty).map(drop)),
    ] {
        let faults = read.unwrap_err().fields.0;
        let wrong = Fault::Word { field: field.to_owned(), words };
        assert_eq!(faults.get(field), Some(&vec![wrong]), "{faults:?}");
    }
}
