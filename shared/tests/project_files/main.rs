//! Lists of projects from elsewhere: every shape, what they get wrong, and files that nobody wrote.

#![expect(clippy::unwrap_used, reason = "clippy takes helpers of tests for production code")]

mod devpost;
mod identity;
mod mutated;
mod others;
mod spreadsheets;

use shared::list_file::ListFault;
use shared::project_files::{FileColumn, ProjectFile, ReadProject};

/// Reads a file of whose columns nobody said anything.
fn read(bytes: &[u8]) -> Result<ProjectFile, ListFault> {
    shared::project_files::read(bytes, &[])
}

/// The columns that nothing is taken from.
fn unused_columns(file: &ProjectFile) -> Vec<&FileColumn> {
    file.columns.iter().filter(|column| !column.is_used()).collect()
}

/// Their names.
fn unused(file: &ProjectFile) -> Vec<&str> {
    unused_columns(file).into_iter().map(|column| column.name.as_str()).collect()
}

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
