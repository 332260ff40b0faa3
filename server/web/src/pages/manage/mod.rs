//! The organizer's pages.

pub mod assignments;
pub mod board;
pub mod calibration;
pub mod ceremony;
pub mod ceremony_remote;
pub mod compare_runs;
pub mod deliberation;
pub mod duplicates;
pub mod exports;
pub mod finals;
pub mod floor;
pub mod from_file;
pub mod keeping;
pub mod lines;
pub mod more_time;
mod movers;
pub mod notices;
pub mod open_data;
pub mod people;
pub mod prizes;
pub mod project_import;
pub mod projects;
pub mod publish;
pub mod settings;
pub mod voting;
pub mod webhooks;
mod what_if;
