//! Pictures of projects.

use super::Ids;
use crate::picture;
use crate::prelude::*;
use shared::bundle::Bundle;
use shared::picture::read_files;

/// Pictures in the file's order, with their files.
pub(super) async fn insert(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    projects: &Ids<'_>,
) -> Outcome<()> {
    for shown in &bundle.pictures {
        // The file was checked, so each can be read.
        if let Some(files) = read_files(&shown.files) {
            picture::insert_files(conn, event, projects.of(&shown.project), &shown.alt, &files).await?;
        }
    }
    Ok(())
}
