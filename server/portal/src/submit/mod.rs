//! Stage one: teams submit projects.

pub mod comments;
pub mod compare_duplicates;
pub mod correct;
mod deciding;
pub mod duplicate_pairs;
pub mod duplicates;
pub mod evidence;
pub mod feedback;
pub mod looks;
pub mod more_time;
pub mod picture_files;
pub mod pictures;
pub mod projects;
pub mod save_project;
pub(crate) mod seen;
pub mod teams;
pub mod wishes;
pub mod withdraw;
