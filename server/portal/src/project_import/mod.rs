//! Bringing in projects from a file: uploaded, looked at, confirmed. Nothing of the event changes before the last step.

mod confirm;
mod decide;
mod differences;
mod missing_names;
mod places;
mod preview;
mod upload;
mod withdraw;

pub use confirm::confirm;
pub use missing_names::{add_prizes, add_tracks, missing_prizes, missing_tracks};
pub use preview::preview;
pub use upload::{ReadFile, choose_columns, for_page, read, upload};
pub use withdraw::withdraw_projects;

use crate::prelude::*;
use shared::project_files::ColumnChoice;
use store::project_import;

/// The event, who imports into it, and the permit.
/// Errors: 401, 404, 403 for anybody but an organizer who takes no part.
async fn permit(call: &mut Call<'_>) -> Outcome<(Context, PersonId, Permit<act::ImportProjects>)> {
    let person = call.caller.account()?;
    let (at, permit) = call.open::<act::ImportProjects>().await?;
    Ok((at, person, permit))
}

/// Asks whether the caller may import at all, before a large body is taken in, and returns what organizers of the event said that
/// columns hold.
/// Errors: 401, 404, 403.
pub async fn check(call: &mut Call<'_>) -> Outcome<Vec<(String, ColumnChoice)>> {
    let (_, _, permit) = permit(call).await?;
    project_import::choices(call.conn, &permit).await
}

/// An upload is known by the SHA-256 of its file; anything else names none.
fn is_digest(text: &str) -> Result<&str, Refusal> {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if text.len() == 64 && text.bytes().all(hex) { Ok(text) } else { Err(Refusal::not_found()) }
}
