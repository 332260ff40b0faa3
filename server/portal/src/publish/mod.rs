//! Stage three: reviews become a ranking, and an organizer makes it public.

pub mod calibrate;
pub mod calibration_page;
pub mod ceremony;
pub mod ceremony_remote;
pub mod compare_runs;
pub mod correct_prizes;
pub mod declare_parts;
pub mod feedback;
pub mod full_ranking;
pub mod kept_runs;
mod news;
pub mod open_data;
pub mod overview;
pub mod publication_page;
#[expect(clippy::module_inception, reason = "the stage is named for its last act")]
pub mod publish;
pub mod reading;
pub mod results;
pub mod results_proof;
pub mod results_questions;
pub mod signed_results;
pub mod what_if;
