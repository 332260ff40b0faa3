//! The import itself: one transaction, one audit row.

use super::decide::{decide_all, seen};
use super::{is_digest, permit, places};
use crate::prelude::*;
use crate::submit::duplicate_pairs;
use serde_json::Map;
use store::{duplicate, project_import};

/// Imports a list as its preview showed it, without the places that the organizer left out. Members become invitations that
/// nobody is told of before they are sent. Sent twice, it acts once.
/// Errors: 401, 404, 403; 409 where an import would now do something else than `saw` stands for, or nothing at all; 400 where a project
/// whose row is left out keeps a place that another row gets.
pub async fn confirm(
    call: &mut Call<'_>,
    sha256: &str,
    (saw, left_out): (&str, &HashSet<i32>),
) -> Acted<ImportCounts> {
    let (at, person, permit) = permit(call).await?;
    let sha256 = is_digest(sha256)?;
    // Before any project is locked, as everywhere.
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    let upload = project_import::find(call.conn, &permit, person, sha256, true).await?;
    let upload = upload.ok_or_else(Refusal::not_found)?;
    if let Some(done) = upload.done {
        return Ok(Done::unlogged(done));
    }
    let names = project_import::names(call.conn, &permit).await?;
    let rows = decide_all(project_import::rows(call.conn, &permit, &upload).await?, &names);
    require(seen(&rows) == saw, Reason::ImportOutdated)?;
    let taken = |row: &&DecidedRow| row.verdict.writes() && !left_out.contains(&row.position);
    let entries: Vec<(i32, Value)> =
        rows.iter().filter(taken).map(|row| (row.position, entry_of(row))).collect();
    require(!entries.is_empty(), Reason::ImportEmpty)?;
    places::check_left_out(&rows, left_out, &names)?;
    let changed: HashSet<ProjectId> = rows.iter().filter(taken).filter_map(|row| row.project).collect();
    let alike_before = duplicate_pairs::alike_before(call.conn, at.event, &changed).await?;
    let actor = (call.caller.email.as_str(), call.caller.role(&at.facts), call.caller.ip.as_deref());
    let imported = project_import::import(call.conn, &permit, &upload, &entries, actor).await?;
    // The database writes the log's row as the transaction commits, so what follows makes nobody wait for the chain's end.
    let projects: Vec<_> = imported.iter().map(|project| project.project).collect();
    let flagged = duplicate_pairs::flag_imported(call.conn, &permit, &projects, &alike_before).await?;
    project_import::withdraw_gone(call.conn, &permit, &upload, &imported).await?;
    let invited = project_import::invite(call.conn, &permit, &upload, person, &imported).await?;
    let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let created = imported.iter().filter(|project| project.created).count();
    let counts = ImportCounts {
        created: count(created),
        updated: count(imported.len() - created),
        invited: i32::try_from(invited).unwrap_or(i32::MAX),
        flagged: count(flagged),
    };
    project_import::finish(call.conn, &permit, &upload, counts).await?;
    Ok(Done::unlogged(counts))
}

/// What the event decides about a row, beside what the file says.
fn entry_of(row: &DecidedRow) -> Value {
    let mut entry = Map::new();
    if let Some(project) = row.project {
        entry.insert("project_id".into(), json!(project));
    }
    if let Some(key) = &row.key {
        entry.insert("external_id".into(), json!(key));
    }
    if let Some(track) = row.track {
        entry.insert("track".into(), json!(track));
    }
    if let Some(prizes) = &row.prizes {
        entry.insert("prizes".into(), json!(prizes));
    }
    // Those that the file has, and the questions take.
    entry.insert("answers".into(), json!(row.answers));
    // Empty ones overrule what the file says: the place is somebody else's.
    let (room, place) = row.place.clone().unwrap_or_default();
    entry.insert("room".into(), json!(room));
    entry.insert("place".into(), json!(place));
    Value::Object(entry)
}
