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
pub mod connect;
pub mod content_look;
pub mod correction;
pub mod database;
pub mod deliberation;
pub mod delivery;
pub mod demo;
pub mod duplicate;
pub mod duplicate_pair;
pub mod event;
pub mod evidence;
pub mod evidence_desk;
pub mod export;
pub mod facts;
pub mod feedback;
pub mod finals;
pub mod first_three;
pub mod floor;
pub mod form_question;
pub mod freshness;
pub mod further_project;
pub mod gallery;
pub mod grouped_writes;
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
pub mod results_question;
pub mod review;
pub mod review_save;
pub mod row_lock;
pub mod rubric;
pub mod run;
pub mod run_input;
pub mod settings;
pub mod shared_questions;
pub mod sign_on;
pub mod sign_up;
pub mod signing_key;
pub mod standby;
pub mod team;
pub mod transaction;
pub mod visit;
pub mod webhook;
pub mod winner_duty;
pub mod wishes;
pub mod withdrawal;

pub use engine::{Conn, constraints, failure, heavy, snapshot, sync, wait_budget};

/// The migrations, inside the binary.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Selects these columns and, as `criteria`, the rubric of the event that the rest of the statement names `e`. With `once for each event`,
/// only the first row of each event has it, and the rest of the statement names assignments `a`.
macro_rules! select_with_rubric {
    (@ $before:literal, $after:literal, $columns:tt, $rest:tt, $($value:expr),+ $(,)?) => {
        sqlx::query!(
            "select " + $columns + ", " + $before
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
        select_with_rubric!(@ "", r#" as "criteria!: Json<Vec<Criterion>>" "#, $columns, $rest, $($value),+)
    };
}
use select_with_rubric;
