//! What needs no machine: rules, scoring, calibration, ranking and formats.
//!
//! Nothing here reads a clock, a file or a network, or draws random numbers: the caller brings the time and the seed. The
//! same code runs in the server and, as WASM, in the browser. Refusals are codes with parameters, never sentences.
#![warn(missing_docs)]

#[macro_use]
mod named;

pub mod assignment_file;
pub mod audit;
pub mod award;
pub mod ballot;
mod bignum;
pub mod board;
pub mod brackets;
pub mod bundle;
pub mod calendar;
pub mod call;
pub mod ceremony;
pub mod changes;
pub mod comment;
pub mod common_password;
pub mod confirmation;
pub mod conflict;
pub mod deliberation;
pub mod duplicates;
pub mod event_settings;
pub mod event_windows;
pub mod evidence;
pub mod export;
pub mod feedback;
pub mod fields;
pub mod floor;
pub mod form_question;
pub mod ids;
pub mod invitation;
pub mod joined_names;
pub mod json_place;
pub mod judge_limits;
pub mod known_names;
pub mod likely_pairs;
pub mod list_file;
pub mod mail;
pub mod moves;
pub mod names;
pub mod notice;
pub mod open_data;
pub mod people_list;
pub mod percent;
pub mod picture;
mod prelude;
pub mod prize;
pub mod project;
pub mod project_files;
pub mod proposal;
pub mod provenance;
pub mod provisional;
pub mod publication;
pub mod publish;
pub mod question_form;
pub mod record_salt;
pub mod recusal;
pub mod refusal;
pub mod results_question;
pub mod review;
pub mod rubric;
pub mod rubric_form;
pub mod rules;
pub mod run_comparison;
pub mod score_file;
pub mod sign_on;
#[cfg(feature = "sqlx")]
mod stored;
pub mod strictness;
pub mod teammates;
pub mod text;
pub mod text_difference;
mod unicode;
pub mod visit;
pub mod visiting_time;
pub mod webhook;
pub mod webhook_form;
pub mod window;
pub mod wire;
pub mod wishes;

pub use numbers::{calibration, digest, joining_reviews, made_up_event, need, order_slope, planner};

/// Ends with what is wrong where a condition does not hold. Of an act, [`refusal::require`] says the same.
///
/// # Errors
/// What is wrong.
pub fn ensure<E>(holds: bool, otherwise: E) -> Result<(), E> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// An object, made from what was found: the members that are the same in both, and behind a `;` the others. These are made first, while
/// all that was found is still there to be looked at. Between bars stands what each of many is called: that makes a closure.
#[macro_export]
macro_rules! object {
    ($of:ident from |$found:ident|: $($members:tt)+) => { |$found| $crate::object! { $of from $found: $($members)+ } };
    ($of:ident from $found:ident: $($same:ident),+ $(; $($other:ident: $value:expr),+)?) => {
        $of { $($($other: $value,)+)? $($same: $found.$same,)+ }
    };
}
