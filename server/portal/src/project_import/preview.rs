//! What an import would do.

use super::decide::{decide_all, seen};
use super::{is_digest, permit};
use crate::prelude::*;
use shared::project_files::{FileNote, Readiness, RowNote, RowVerdict};
use shared::text::name_key;
use store::project_import;

/// Reads a list that the caller uploaded, and says what an import of it would do now.
/// Errors: 401, 404 where the caller uploaded no such file in the last day, 403.
pub async fn preview(call: &mut Call<'_>, sha256: &str) -> Outcome<ImportPreview> {
    let (at, person, permit) = permit(call).await?;
    let sha256 = is_digest(sha256)?;
    let upload = project_import::find(call.conn, &permit, person, sha256, false).await?;
    let mut upload = upload.ok_or_else(Refusal::not_found)?;
    let names = project_import::names(call.conn, &permit).await?;
    let rows = project_import::rows(call.conn, &permit, &upload).await?;
    let foreign = rows.iter().filter(|row| row.foreign_number).count();
    upload.notes.extend((foreign > 0).then_some(FileNote::ForeignNumbers(foreign)));
    let is_others = |row: &&UploadedRow| row.standing == Readiness::Complete && row.other_project.is_some();
    let others = rows.iter().filter(is_others).count();
    upload.notes.extend((others > 0).then_some(FileNote::OthersNumbers(others)));
    let rows = decide_all(rows, &HashSet::new(), &names);
    let seen = seen(&rows);
    let found: Vec<i64> = rows.iter().filter_map(|row| row.project).map(|id| id.0).collect();
    let still_here = rows.iter().filter(|row| row.notes.contains(&RowNote::StillTakesPart));
    let left_out: Vec<i64> = still_here.filter_map(|row| row.project).map(|id| id.0).collect();
    let mut gone = if upload.done.is_some() {
        Vec::new()
    } else {
        project_import::gone(call.conn, &permit, (&found, &left_out)).await?
    };
    // A row that cannot be taken is in the list all the same, and may be any project of its title.
    let rejected = |row: &&DecidedRow| matches!(row.verdict, RowVerdict::Rejected(_));
    let unsure: HashSet<String> = rows.iter().filter(rejected).map(|row| name_key(&row.title)).collect();
    gone.retain(|project| !unsure.contains(&name_key(&project.title)));
    let choices = project_import::choices(call.conn, &permit).await?;
    Ok(ImportPreview { at, upload, rows, gone, questions: names.questions, choices, seen })
}
