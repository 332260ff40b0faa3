//! Every constraint and every trigger of the database has its meaning in the portal's tables.

use crate::prelude::*;
use shared::project_files::{ColumnChoice, Shape};
use shared::refusal::Code;
use shared::results_question::QuestionOutcome;
use shared::webhook::attempt::AttemptFault;
use std::collections::BTreeSet;
use store::constraints::{CONSTRAINTS, is_named_by_postgresql, meaning};

#[database_test]
async fn every_constraint_has_a_meaning(pool: PgPool) {
    let sql = "
        select conname::text from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
            and conrelid <> '_sqlx_migrations'::regclass
        union
        select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indisunique and c.relnamespace = 'public'::regnamespace and i.indrelid <> '_sqlx_migrations'::regclass";
    let names: BTreeSet<String> =
        sqlx::query_scalar(sql).fetch_all(&pool).await.unwrap().into_iter().collect();
    let nameless: Vec<_> =
        names.iter().filter(|name| meaning(name).is_none() && !is_named_by_postgresql(name)).collect();
    assert_eq!(nameless, Vec::<&String>::new(), "say in engine/constraints.rs what these mean");
    let gone: Vec<_> = CONSTRAINTS.iter().filter(|(name, _)| !names.contains(*name)).collect();
    assert!(gone.is_empty(), "the database has no such constraint: {gone:?}");
    let once: BTreeSet<_> = CONSTRAINTS.iter().map(|(name, _)| name).collect();
    assert_eq!(once.len(), CONSTRAINTS.len(), "a constraint is in the table twice");
}

/// Refusals of triggers that have no code of their own: they guard what no page and no route of the API changes, so that
/// their status is enough.
const WITHOUT_CODE: &[&str] = &[
    "answers", "append_only", "assignment_fixed", "assignment_has_review", "audit_event_unknown",
    "ballot_fixed", "ballot_own_team", "ballot_repeated", "ballot_too_many", "ballot_unknown",
    "code_withdrawn", "comment_fixed", "done_means_submitted", "draft_has_no_comments", "event_fixed",
    "event_origin_fixed", "event_stays_open", "evidence_full", "evidence_writer", "first_three_choices",
    "forget_too_early", "last_free_organizer", "member_fixed", "more_time_too_late", "not_provisional",
    "own_panel", "panel_choices", "panel_prize", "part_stays", "picture_fixed", "place_of_draft",
    "project_not_imported", "project_reviewed", "publication_reason", "question_answered", "review_fixed",
    "review_rule_fixed", "scores_object", "second_organizer", "slug_fixed", "submitted_at_fixed",
    "team_empty", "team_has_project", "track_in_use", "unconfirmed", "unsubmit", "voting_mode",
];

#[database_test]
async fn every_refusal_of_a_trigger_is_known(pool: PgPool) {
    let sql = "select prosrc from pg_proc where pronamespace = 'public'::regnamespace";
    let sources: Vec<String> = sqlx::query_scalar(sql).fetch_all(&pool).await.unwrap();
    let mut unknown = BTreeSet::new();
    let mut raised = BTreeSet::new();
    for source in &sources {
        for call in source.split("refuse(").skip(1) {
            let mut parts = call.splitn(3, ',').map(str::trim);
            let (Some(status), Some(name)) = (parts.next(), parts.next()) else { continue };
            // A name that is computed is one of the three windows.
            let Some(name) = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')) else {
                continue;
            };
            raised.insert(name.to_owned());
            match Code::from_name(name) {
                Some(code) => assert_eq!(code.status().to_string(), status, "{name}"),
                None if WITHOUT_CODE.contains(&name) => {}
                None => drop(unknown.insert(name.to_owned())),
            }
        }
    }
    assert!(unknown.is_empty(), "give these a code, or add them to the list: {unknown:?}");
    assert!(WITHOUT_CODE.iter().all(|name| raised.contains(*name)), "a name of the list is raised nowhere");
}

#[database_test]
async fn words_that_the_portal_reads_back_are_the_only_ones_stored(pool: PgPool) {
    let faults = || AttemptFault::ALL.map(AttemptFault::word).to_vec();
    for (constraint, mut words) in [
        ("attempt_error_known", faults()),
        ("test_error_known", faults()),
        ("import_shape_known", Shape::ALL.map(Shape::name).to_vec()),
        (
            "import_column_holds_known",
            ColumnChoice::FIXED.iter().map(|(_, word)| *word).chain(["answer:%"]).collect(),
        ),
        ("results_question_outcome_known", QuestionOutcome::ALL.map(QuestionOutcome::name).to_vec()),
    ] {
        let sql = "select pg_get_constraintdef(oid) from pg_constraint where conname = $1";
        let said: String = sqlx::query_scalar(sql).bind(constraint).fetch_one(&pool).await.unwrap();
        // Every second part is between quotation marks.
        let mut stored: Vec<&str> = said.split('\'').skip(1).step_by(2).collect();
        stored.sort_unstable();
        words.sort_unstable();
        assert_eq!(stored, words, "{constraint}");
    }
}
