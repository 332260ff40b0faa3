//! Uploading a list of projects.

use super::{is_digest, permit};
use crate::prelude::*;
use shared::project_files::{self, ColumnChoice, ProjectFile};
use store::project_import;

/// Most characters of a file's name that are kept.
const NAME: usize = 200;

/// Opens the page on which a file is uploaded: the caller may import now, or why not.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<(Context, Result<(), Refusal>)> {
    let (at, _) = call.open::<act::Manage>().await?;
    let may = call.ask::<act::ImportProjects>(&at).map(drop);
    Ok((at, may))
}

#[derive(Debug)]
pub struct ReadFile {
    pub file: ProjectFile,
    pub name: String,
    /// SHA-256 of its bytes, in hex.
    pub sha256: String,
    /// Its bytes, kept until the import is confirmed: it is read again where an organizer says what a column holds.
    pub bytes: Vec<u8>,
}

/// Reads a file. The largest takes a second, so it belongs on a blocking thread and before the transaction.
/// Errors: 400 where it cannot be read at all.
pub fn read(name: &str, bytes: &[u8], choices: &[(String, ColumnChoice)]) -> Sent<ReadFile> {
    let file = project_files::read(bytes, choices).map_err(|fault| Refusal::field("files", fault))?;
    let name: String = name.chars().filter(|c| !c.is_control()).take(NAME).collect();
    Ok(ReadFile { file, name, sha256: sha256_hex(bytes), bytes: bytes.to_vec() })
}

/// Keeps what an organizer says that columns hold, for this list and for later ones of the event, and returns the list's name and
/// bytes, to be read again. A column without a choice is read by its name.
/// Errors: 401, 404 where the caller uploaded no such file in the last day, 403.
pub async fn choose_columns(
    call: &mut Call<'_>,
    sha256: &str,
    choices: &[(String, Option<ColumnChoice>)],
) -> Acted<(String, Vec<u8>)> {
    let (_, person, permit) = permit(call).await?;
    let upload = project_import::find(call.conn, &permit, person, is_digest(sha256)?, false).await?;
    let upload = upload.ok_or_else(Refusal::not_found)?;
    let bytes = project_import::file(call.conn, &permit, &upload).await?.ok_or_else(Refusal::not_found)?;
    project_import::choose(call.conn, &permit, choices).await?;
    Ok(Done::unlogged((upload.file_name, bytes)))
}

/// Keeps a file's rows for the preview, in place of an earlier upload of the same organizer, and returns its digest. The event
/// stays as it is, so the log gets no row.
/// Errors: 401, 404, 403, 400.
pub async fn upload(call: &mut Call<'_>, sent: Sent<ReadFile>) -> Acted<String> {
    let (_, person, permit) = permit(call).await?;
    let ReadFile { file, name, sha256, bytes } = sent?;
    project_import::insert(call.conn, &permit, person, (&name, &sha256, &bytes), file).await?;
    Ok(Done::unlogged(sha256))
}
