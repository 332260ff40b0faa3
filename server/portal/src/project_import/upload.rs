//! Uploading a list of projects.

use super::permit;
use crate::caller::Caller;
use crate::{Sent, context};
use model::context::{Context, EventKey};
use shared::audit::sha256_hex;
use shared::project_files::{self, ProjectFile};
use shared::refusal::{Fault, Refusal};
use shared::rules::{act, may};
use store::failure::Outcome;
use store::transaction::Done;
use store::{Conn, project_import};

/// Most characters of a file's name that are kept.
const NAME: usize = 200;

/// The page on which a file is uploaded.
#[derive(Debug)]
pub struct ImportDesk {
    /// The event.
    pub at: Context,
    /// The caller may import now, or why not.
    pub may: Result<(), Refusal>,
}

/// Opens the page on which a file is uploaded.
///
/// # Errors
/// 401, 404, 403 for a caller who does not organize.
pub async fn desk(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<ImportDesk> {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let actor = caller.actor.as_ref();
    may::<act::Manage>(actor, &at.facts, at.now)?;
    let may = may::<act::ImportProjects>(actor, &at.facts, at.now).map(drop);
    Ok(ImportDesk { at, may })
}

/// A file that was read.
#[derive(Debug)]
pub struct ReadFile {
    /// What it says.
    pub file: ProjectFile,
    /// Its name.
    pub name: String,
    /// SHA-256 of its bytes, in hex.
    pub sha256: String,
}

/// Reads a file. The largest takes a second, so it belongs on a blocking thread and before the transaction.
///
/// # Errors
/// 400 where it cannot be read at all.
pub fn read(name: &str, bytes: &[u8]) -> Sent<ReadFile> {
    let file =
        project_files::read(bytes).map_err(|fault| Refusal::field("files", Fault::ProjectFile(fault)))?;
    let name: String = name.chars().filter(|c| !c.is_control()).take(NAME).collect();
    Ok(ReadFile { file, name, sha256: sha256_hex(bytes) })
}

/// Keeps a file's rows for the preview, in place of an earlier upload of the same organizer, and returns its digest. The event
/// stays as it is, so the log gets no row.
///
/// # Errors
/// 401, 404, 403, 400.
pub async fn upload(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    sent: Sent<ReadFile>,
) -> Outcome<Done<String>> {
    let (_, person, permit) = permit(conn, caller, slug).await?;
    let ReadFile { file, name, sha256 } = sent?;
    project_import::insert(conn, &permit, person, (&name, &sha256), file).await?;
    Ok(Done::unlogged(sha256))
}
