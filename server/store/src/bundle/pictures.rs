//! Pictures of projects.

use super::Filled;
use crate::picture;
use crate::prelude::*;
use shared::picture::read_files;

/// Pictures in the file's order, with their files.
pub(super) async fn insert(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    for shown in &to.bundle.pictures {
        // The file was checked, so each can be read.
        if let Some(files) = read_files(&shown.files) {
            let project = to.projects.of(&shown.project);
            picture::insert_files(conn, to.event, project, &shown.alt, &files).await?;
        }
    }
    Ok(())
}
