//! The organizer's pages.

pub mod assignment;
pub mod assignments;
pub mod board;
pub mod calibration;
pub mod ceremony;
pub mod ceremony_remote;
pub mod compare_runs;
pub mod deliberation;
pub mod duplicates;
pub mod evidence;
pub mod exports;
pub mod finals;
pub mod floor;
pub mod from_file;
mod keeping;
pub mod lines;
pub mod notices;
pub mod people;
pub mod prizes;
pub mod project_import;
pub mod projects;
pub mod publish;
mod questions;
mod second_organizer;
pub mod settings;
mod voting;
mod webhooks;
