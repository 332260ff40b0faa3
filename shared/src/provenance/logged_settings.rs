//! The settings of a bundle's event beside the rows of its log that set them.

use super::report_log::FoundChain;
use super::said_members::SaidMember;
use crate::audit::AuditRow;
use crate::bundle::BundleEvent;
use crate::prelude::*;
use serde_json::{Map, Value};

/// A member of the event in the file, and the member of a row that says it.
type Setting = (&'static str, &'static str);

/// What the rows of each action set. A row of edited settings has those that its form changed.
static SETTINGS: [(&str, &[Setting]); 9] = [
    ("event.created", &[("time_zone", "time_zone")]),
    (
        "event.edited",
        &[
            ("name", "name"),
            ("description", "description_characters"),
            ("venue", "venue"),
            ("time_zone", "time_zone"),
            ("voting_mode", "voting_mode"),
            ("votes_per_voter", "votes_per_voter"),
            ("max_team_size", "max_team_size"),
            ("reviews_per_project", "reviews_per_project"),
            ("review_rule", "review_rule"),
            ("review_floor", "review_floor"),
            ("visit_minutes", "visit_minutes"),
            ("first_three", "first_three"),
            ("blind", "blind"),
            ("counts_looks", "counts_looks"),
            ("one_prize_each", "one_prize_each"),
            ("form_questions", "form_questions"),
            ("evidence", "evidence"),
            ("evidence_names", "evidence_names"),
        ],
    ),
    ("event.contact_changed", &[("contact_email", "contact")]),
    ("feedback.chosen", &[("feedback_released", "comments"), ("feedback_criteria", "criteria")]),
    ("forget_day.chosen", &[("forget_on", "day")]),
    ("forget_day.withdrawn", &[("forget_on", "day")]),
    ("question.period_set", &[("questions_until", "questions_until")]),
    ("track.edited", &[("tracks", "tracks")]),
    ("track.declared", &[("tracks", "tracks")]),
];

/// The windows, as rows call their stages.
static WINDOWS: [(&str, [Setting; 2]); 3] = [
    ("submissions", [("submissions_open", "open"), ("submissions_close", "close")]),
    ("judging", [("judging_open", "open"), ("judging_close", "close")]),
    ("voting", [("voting_open", "open"), ("voting_close", "close")]),
];

/// The members of the event that a row sets, each with what it says of it.
fn set_by(row: &AuditRow) -> Vec<(&'static str, Value)> {
    let after: Map<String, Value> = serde_json::from_str(&row.after).unwrap_or_default();
    let said = |settings: &[Setting]| -> Vec<(&'static str, Value)> {
        settings.iter().filter_map(|(member, there)| Some((*member, after.get(*there)?.clone()))).collect()
    };
    match row.action.as_str() {
        "second_organizer.switched_on" => vec![("second_organizer", Value::Bool(true))],
        "second_organizer.switched_off" => vec![("second_organizer", Value::Bool(false))],
        action if action.starts_with("window.") => {
            let stage = after.get("stage").and_then(Value::as_str);
            let window = WINDOWS.iter().find(|(name, _)| Some(*name) == stage);
            window.map(|(_, settings)| said(settings)).unwrap_or_default()
        }
        action => {
            let of_action = SETTINGS.iter().find(|(name, _)| *name == action);
            of_action.map(|(_, settings)| said(settings)).unwrap_or_default()
        }
    }
}

/// Whether a member of the event, which is `here` as the file has it, is what a row says.
fn is_set(event: &BundleEvent, here: &Value, (member, said): (&'static str, Value)) -> bool {
    let counts = |number: usize| said.as_u64() == u64::try_from(number).ok();
    match member {
        // Long texts and names of others stay out of the log.
        "description" => counts(event.description.chars().count()),
        "evidence_names" => counts(event.evidence_names.len()),
        "contact_email" => said.as_bool() == Some(event.contact_email.is_some()),
        "tracks" => {
            let names = event.tracks.iter().map(|track| Some(track.name.as_str()));
            said.as_array().is_some_and(|said| said.iter().map(Value::as_str).eq(names))
        }
        // The file leaves the usual ones out.
        "time_zone" => said.as_str() == Some(event.time_zone.as_deref().unwrap_or("UTC")),
        "review_rule" => said.as_str() == Some(event.review_rule.as_deref().unwrap_or("even")),
        _ => {
            let only: Map<String, Value> =
                [("name".to_owned(), Value::from("")), (member.to_owned(), said)].into_iter().collect();
            // In the form of the file.
            let read: Option<BundleEvent> = serde_json::from_value(Value::Object(only)).ok();
            let said = read.and_then(|event| serde_json::to_value(event).ok());
            said.is_none_or(|said| said.get(member) == here.get(member))
        }
    }
}

/// The settings of the event that rows up to this one name.
pub(super) fn said_settings(event: &BundleEvent, log: FoundChain<'_>, upto: i64) -> Vec<SaidMember> {
    let mut newest: BTreeMap<&'static str, (i64, Value)> = BTreeMap::new();
    for row in log.chain.audit_rows().filter(|row| row.seq <= upto) {
        newest.extend(set_by(row).into_iter().map(|(member, said)| (member, (row.seq, said))));
    }
    // They go with the personal data.
    if log.chain.forgetting().is_some() {
        newest.retain(|member, _| !matches!(*member, "contact_email" | "forget_on"));
    }
    let here = serde_json::to_value(event).unwrap_or_default();
    let said = newest.into_iter().map(|(member, (row, said))| SaidMember {
        place: format!("event.{member}"),
        row,
        same: is_set(event, &here, (member, said)),
    });
    said.collect()
}
