//! What a proposal keeps of a project that it would change.

use crate::prelude::*;
use serde_json::Map;
use shared::project::FIELDS;
use shared::proposal::{touched, values};

/// The values that an edit or a correction would change, by the names of the API. A question that nobody answered, or that nobody asks
/// yet, has the empty answer.
pub(crate) fn edited(project: &Project, sent: &Map<String, Value>) -> Map<String, Value> {
    let texts = project.texts();
    let mut answers = texts.answers.clone();
    let answered = sent.get("answers").and_then(Value::as_object);
    for key in answered.into_iter().flat_map(Map::keys) {
        answers.entry(key.clone()).or_default();
    }
    let mut all = values([("answers", json!(answers)), ("team", json!(project.team))]);
    all.extend(FIELDS.iter().map(|(field, _)| ((*field).to_owned(), texts.value(field))));
    touched(&all, sent)
}

/// Whether and since when it is withdrawn.
pub(crate) fn withdrawn(project: &Project) -> Map<String, Value> {
    let withdrawal = project.withdrawal.as_ref();
    values([
        ("status", json!(project.status())),
        ("withdrawn_at", json!(withdrawal.map(|withdrawal| withdrawal.at))),
        ("withdrawal_reason", json!(withdrawal.map(|withdrawal| &withdrawal.reason))),
    ])
}
