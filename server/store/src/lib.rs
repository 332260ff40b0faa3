//! All SQL, a file per table family. Row structs are private: functions return models ([`model`]) or types of
//! `shared`. A store function decides nothing. One that changes an event takes the permit that a rule gave, so a write
//! that asked no rule does not compile. How connections, transactions and waits are shared is in [`engine`].

pub mod account;
pub mod assignment;
pub mod audit_log;
pub mod backlog;
pub mod ballot;
pub mod board;
pub mod bundle;
pub mod call;
pub mod ceremony;
pub mod checklist;
pub mod code;
pub mod comment;
pub mod confirmation;
pub mod conflict;
pub mod conflict_suggestion;
pub mod constraints;
pub mod content_look;
pub mod correction;
pub mod deliberation;
pub mod delivery;
pub mod demo;
pub mod duplicate;
pub mod duplicate_pair;
pub mod engine;
pub mod event;
pub mod evidence;
pub mod evidence_desk;
pub mod export;
pub mod facts;
pub mod failure;
pub mod feedback;
pub mod finals;
pub mod first_three;
pub mod floor;
pub mod form_question;
pub mod freshness;
pub mod further_project;
pub mod gallery;
pub mod guest;
pub mod idempotency;
pub mod identification;
pub mod invitation;
pub mod invitation_link;
pub mod invited_judge;
pub mod judge_calendar;
pub mod keeping;
mod last_use;
pub mod link;
pub mod log_tree;
pub mod log_witness;
pub mod look;
pub mod mail;
pub mod mail_delivery;
pub mod managed_account;
pub mod membership;
pub mod membership_change;
pub mod merge;
pub mod merge_numbers;
pub mod more_time;
pub mod need;
pub mod note;
pub mod notice;
pub mod open_data;
pub mod overview;
pub mod panel;
pub mod panel_invitation;
pub mod passkey;
pub mod personal;
pub mod picture;
pub mod plan;
mod prelude;
pub mod prize;
pub mod project;
pub mod project_import;
pub mod proposal;
pub mod publication;
pub mod rate;
pub mod record;
pub mod refused;
pub mod results_question;
pub mod review;
pub mod review_save;
pub mod rubric;
pub mod run;
pub mod run_input;
pub mod settings;
pub mod shared_questions;
pub mod sign_on;
pub mod sign_up;
pub mod signing_key;
pub mod team;
pub mod visit;
pub mod webhook;
pub mod winner_duty;
pub mod wishes;
pub mod withdrawal;

pub use engine::{
    connect, database, grouped_writes, heavy, row_lock, snapshot, standby, sync, transaction, wait_budget,
};

/// The migrations, inside the binary.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// A connection, inside a transaction or not.
pub type Conn = sqlx::PgConnection;

/// Selects these columns and, as `criteria`, the rubric of the event that the rest of the statement names `e`. With `once for each event`,
/// only the first row of each event has it, and the rest of the statement names assignments `a`.
macro_rules! select_with_rubric {
    (@ $before:literal, $after:literal, [$first:tt $($columns:tt)*], $rest:tt, $($value:expr),+ $(,)?) => {
        sqlx::query!(
            "select " + $first $(+ $columns)*
                + ", " + $before
                + "(select coalesce(json_agg(json_build_object('key', c.key, 'name', c.name, 'guidance', c.guidance,
                            'weight', c.weight::text, 'min_value', c.min_value, 'max_value', c.max_value)
                            order by c.position, c.id), '[]')
                        from criterion c where c.event_id = e.id)"
                + $after + $rest,
            $($value),+
        )
    };
    (once for each event, $columns:tt, $rest:tt, $($value:expr),+ $(,)?) => {
        select_with_rubric!(
            @ "case when row_number() over (partition by e.id order by a.id) = 1 then ",
            r#" end as "criteria?: Json<Vec<Criterion>>" "#, $columns, $rest, $($value),+
        )
    };
    ($columns:tt, $rest:tt, $($value:expr),+ $(,)?) => {
        select_with_rubric!(@ "", r#" as "criteria!: Json<Vec<Criterion>>" "#, [$columns], $rest, $($value),+)
    };
}
use select_with_rubric;

#[cfg(test)]
mod tests {
    #[test]
    fn a_migration_that_is_there_is_never_edited() {
        let digests: Vec<_> = include_str!("../../../migrations/digests").lines().collect();
        for migration in super::MIGRATOR.iter() {
            let file = format!(
                "migrations/{:04}_{}.sql",
                migration.version,
                migration.description.replace(' ', "_")
            );
            let digest: String = migration.checksum.iter().map(|byte| format!("{byte:02x}")).collect();
            let line = digests.iter().find(|line| line.ends_with(&file));
            let line = line.unwrap_or_else(|| panic!("{file} has no digest: script/queries writes it"));
            assert!(
                line.starts_with(&digest),
                "{file} was edited. A database that has applied it would be refused: take the edit back, and put the \
                 change into a new file. Where no other database has applied it yet, remove its line from \
                 migrations/digests and run script/queries."
            );
        }
        assert_eq!(
            super::MIGRATOR.iter().count(),
            digests.len(),
            "migrations/digests has a line of a file that is gone"
        );
    }
}
