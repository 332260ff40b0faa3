//! Questions about published results, and their answers.

use super::{By, Deed, Doing, FORM};
use crate::things::{EVENT, Things, get, numbers, set};
use crate::verdict::Verdict;
use crate::world::World;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shared::audit::{AuditRow, sha256_hex};
use shared::bundle::Bundle;
use shared::fields::{Fields, JsonFields};
use shared::refusal::{Fault, Reason, Refusal, require, require_field};
use shared::results_question::{MOST_WAITING, NewAnswer, NewQuestion, QuestionOutcome, TextRemoval};
use shared::rules::{Rule, act};

const QUESTION: &str = "question";

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "AskQuestion",
        by: By::Anybody,
        path: "/api/events/{slug}/questions",
        bodies: &[
            r#"{"question": "Asked in act {n}.", "project": {project}}"#,
            r#"{"question": "Asked in act {n}.", "named": true}"#,
            r#"{"question": "  "}"#,
        ],
        rule: act::RaiseQuestion::ACT,
        then: ask,
        ..FORM
    },
    Deed {
        name: "AnswerQuestion",
        path: "/api/events/{slug}/questions/{on}/answer",
        bodies: &[
            r#"{"outcome": "rejected", "answer": "Said in act {n}."}"#,
            r#"{"outcome": "accepted", "answer": "Said in act {n}."}"#,
            r#"{"outcome": "corrected", "answer": "Said in act {n}.", "publication": 999}"#,
            r#"{"outcome": "perhaps", "answer": ""}"#,
        ],
        on: asked,
        rule: act::AnswerQuestions::ACT,
        then: answer,
        ..FORM
    },
    Deed {
        name: "OwnQuestion",
        path: "/api/events/{slug}/questions/{on}/own",
        bodies: &[
            r#"{"answer_by": "2099-11-24T18:00:00Z"}"#,
            r#"{"answer_by": "2019-11-24T18:00:00Z"}"#,
            r#"{"answer_by": "soon"}"#,
        ],
        on: asked,
        rule: act::AnswerQuestions::ACT,
        then: own,
        ..FORM
    },
    Deed {
        name: "RemoveText",
        path: "/api/events/{slug}/questions/{on}/remove",
        bodies: &[
            r#"{"part": "question", "reason": "It named somebody."}"#,
            r#"{"part": "answer", "reason": "It named somebody."}"#,
            r#"{"part": "all"}"#,
        ],
        on: asked,
        rule: act::AnswerQuestions::ACT,
        then: remove,
        ..FORM
    },
    Deed {
        name: "TakeQuestions",
        path: "/api/events/{slug}/questions/until",
        bodies: &[
            r#"{"questions_until": "2099-11-27T18:00:00Z"}"#,
            r#"{"questions_until": null}"#,
            r#"{"questions_until": 7}"#,
        ],
        rule: act::AnswerQuestions::ACT,
        then: take_until,
        ..FORM
    },
];

fn asked(world: &World) -> Vec<i64> {
    numbers(&world.things, QUESTION)
}

fn ask(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let sent = NewQuestion::read(&JsonFields::read(doing.body.as_bytes())?)?;
    let known = sent.project.is_none_or(|project| world.is_submitted(project.0));
    require_field(known, "project", Fault::ProjectMissing)?;
    let waiting = world.waiting_questions().filter(|(who, _)| *who == doing.who).count();
    let waiting = i64::try_from(waiting).unwrap_or(i64::MAX);
    require(waiting < MOST_WAITING, Reason::QuestionsWait { most: MOST_WAITING })?;
    world.asked.push((doing.who, doing.now + TimeDelta::days(7)));
    let number = i64::try_from(world.asked.len()).unwrap_or_default();
    let project = json!(sent.project.map(|project| project.0));
    let members = raised(&project, &json!(sha256_hex(sent.question.as_bytes())));
    set(&mut world.things, (QUESTION, number), &members);
    Ok(201)
}

/// A question that nobody has answered.
fn raised(project: &Value, digest: &Value) -> Value {
    json!({
        "project": project,
        "question_sha256": digest,
        "outcome": null,
        "answer_sha256": null,
        "question_stands": true,
        "answer_stands": false,
    })
}

/// A question that was asked.
fn found<'w>(world: &'w World, doing: &Doing<'_>) -> Result<&'w Value, Refusal> {
    get(&world.things, (QUESTION, doing.on)).ok_or_else(Refusal::not_found)
}

/// The same, without an answer.
fn waiting(world: &World, doing: &Doing<'_>) -> Result<(), Refusal> {
    require(found(world, doing)?["outcome"].is_null(), Reason::QuestionAnswered)
}

fn answer(world: &mut World, doing: &Doing<'_>) -> Verdict {
    waiting(world, doing)?;
    let sent = NewAnswer::read(&JsonFields::read(doing.body.as_bytes())?)?;
    // No answer of an evening names a publication that there is.
    require_field(sent.publication.is_none(), "publication", Fault::PublicationUnknown)?;
    let digest = sha256_hex(sent.answer.as_bytes());
    let members = json!({ "outcome": sent.outcome.name(), "answer_sha256": digest, "answer_stands": true });
    set(&mut world.things, (QUESTION, doing.on), &members);
    Ok(200)
}

/// A time that a body names.
fn moment(doing: &Doing<'_>, field: &str) -> Result<Option<DateTime<Utc>>, Refusal> {
    let body = JsonFields::read(doing.body.as_bytes())?;
    body.faults().gather(|errors| body.moment(field, errors))
}

fn own(world: &mut World, doing: &Doing<'_>) -> Verdict {
    waiting(world, doing)?;
    let by = moment(doing, "answer_by")?.filter(|by| *by > doing.now);
    let by = by.ok_or_else(|| Refusal::field("answer_by", Fault::TimePast))?;
    let at = usize::try_from(doing.on - 1).unwrap_or(usize::MAX);
    if let Some((_, answer_by)) = world.asked.get_mut(at) {
        *answer_by = by;
    }
    Ok(200)
}

fn remove(world: &mut World, doing: &Doing<'_>) -> Verdict {
    found(world, doing)?;
    let sent = TextRemoval::read(&JsonFields::read(doing.body.as_bytes())?)?;
    let part = if sent.of_answer { "answer_stands" } else { "question_stands" };
    require_field(found(world, doing)?[part] == json!(true), "part", Fault::QuestionPartMissing)?;
    set(&mut world.things, (QUESTION, doing.on), &json!({ part: false }));
    Ok(200)
}

fn take_until(world: &mut World, doing: &Doing<'_>) -> Verdict {
    world.event.questions_until = moment(doing, "questions_until")?;
    let members = json!({ "questions_until": world.event.questions_until });
    set(&mut world.things, EVENT, &members);
    Ok(200)
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64, after: &Value) {
    let (key, members) = match row.action.as_str() {
        "question.raised" => ((QUESTION, number), raised(&after["project"], &after["question_sha256"])),
        "question.answered" => {
            let (outcome, digest) = (&after["outcome"], &after["answer_sha256"]);
            let said = json!({ "outcome": outcome, "answer_sha256": digest, "answer_stands": true });
            ((QUESTION, number), said)
        }
        "question.removed" => {
            let part = format!("{}_stands", after["part"].as_str().unwrap_or_default());
            ((QUESTION, number), json!({ part: false }))
        }
        "question.period_set" => (EVENT, json!({ "questions_until": after["questions_until"] })),
        _ => return,
    };
    set(things, key, &members);
}

pub(super) fn stored(things: &mut Things, file: &Bundle) {
    let ids = file.project_ids();
    for question in &file.questions {
        let project = question.project.as_deref().and_then(|project| ids.get(project).copied());
        let members = json!({
            "project": project,
            "question_sha256": question.question_sha256,
            "outcome": question.outcome.map(QuestionOutcome::name),
            "answer_sha256": question.answer_sha256,
            "question_stands": !question.question.is_empty(),
            "answer_stands": !question.answer.is_empty(),
        });
        set(things, (QUESTION, question.number.into()), &members);
    }
    set(things, EVENT, &json!({ "questions_until": file.event.questions_until }));
}
