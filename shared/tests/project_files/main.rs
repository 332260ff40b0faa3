//! Lists of projects from elsewhere: every shape, what they get wrong, and files that nobody wrote.

#![expect(clippy::unwrap_used, reason = "clippy takes helpers of tests for production code")]

mod columns;
mod devpost;
mod identity;
mod members;
mod mutated;
mod others;
mod spreadsheets;

use shared::list_file::ListFault;
use shared::project_files::{FileColumn, ProjectFile, ReadProject, Readiness, RowRejection};

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

/// The titles of the projects that would be taken.
fn titles(file: &ProjectFile) -> Vec<&str> {
    let taken = file.projects.iter().filter(|project| project.standing == Readiness::Complete);
    taken.map(|project| project.content.title.as_str()).collect()
}

/// Whether no project of a file can be taken, since none has a title.
fn none_is_taken(file: &ProjectFile) -> bool {
    let untitled = Readiness::Rejected(vec![RowRejection::NoTitle]);
    file.projects.iter().all(|project| project.standing == untitled)
}
