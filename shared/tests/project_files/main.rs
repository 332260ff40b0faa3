//! Lists of projects from elsewhere: every shape, what they get wrong, and files that nobody wrote.

#![expect(clippy::unwrap_used, reason = "clippy takes helpers of tests for production code")]

mod devpost;
mod mutated;
mod others;

use shared::project_files::{ProjectFile, ReadProject, read};

/// Reads a file that can be read.
fn file(text: &str) -> ProjectFile {
    read(text.as_bytes()).unwrap()
}

/// The only project of a file.
fn only(text: &str) -> ReadProject {
    let mut projects = file(text).projects;
    assert_eq!(projects.len(), 1, "{projects:?}");
    projects.remove(0)
}

/// The members' addresses.
fn emails(project: &ReadProject) -> Vec<&str> {
    project.members.iter().map(|member| member.email.as_str()).collect()
}
