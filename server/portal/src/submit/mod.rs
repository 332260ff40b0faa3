//! Stage one: teams submit projects.

pub mod comments;
pub mod duplicates;
pub mod feedback;
pub mod picture_files;
pub mod pictures;
pub mod projects;
pub mod repeat_desk;
pub mod repeats;
pub mod save_project;
pub mod teams;
pub mod wishes;
