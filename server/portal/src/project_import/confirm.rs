//! The import itself: one transaction, one audit row.

use super::decide::{decide_all, seen};
use super::{is_digest, permit, places};
use crate::prelude::*;
use crate::submit::duplicate_pairs;
use serde_json::Map;
use shared::floor::Place;
use shared::project_files::ChangedField;
use shared::refusal::FloorFault;
use store::project_import::ImportEntry;
use store::{duplicate, project, project_import};

/// Imports a list as its preview showed it, with what the organizer chose: rows that are left out, and values of the file that are taken
/// although somebody wrote another one here. Members become invitations that nobody is told of before they are sent. Sent twice, it
/// acts once.
/// Errors: 401, 404, 403; 409 where an import would now do something else than `saw` stands for, or nothing at all; 400 where a project
/// whose row is left out keeps a place that another row gets, and where a place that is taken from the file has another project.
pub async fn confirm(
    call: &mut Call<'_>,
    sha256: &str,
    (saw, chosen): (&str, &ImportChoice),
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
    let uploaded = project_import::rows(call.conn, &permit, &upload).await?;
    let shown = decide_all(uploaded.clone(), &HashSet::new(), &names);
    require(seen(&shown) == saw, Reason::ImportOutdated)?;
    let from_file = taken_values(&shown, chosen);
    let rows = decide_all(uploaded, &from_file, &names);
    let taken = |row: &&DecidedRow| row.writes() && !chosen.left_out.contains(&row.position);
    let entries: Vec<ImportEntry> =
        rows.iter().filter(taken).map(|row| (row.position, entry_of(row), kept_of(row))).collect();
    check_taken_places(call, &rows, (&from_file, &chosen.left_out), &names).await?;
    require(!entries.is_empty(), Reason::ImportEmpty)?;
    places::check_left_out(&rows, &chosen.left_out, &names)?;
    let changed = rows.iter().filter(taken).filter(|row| row.verdict.writes());
    let changed: HashSet<ProjectId> = changed.filter_map(|row| row.project).collect();
    let alike_before = duplicate_pairs::alike_before(call.conn, at.event, &changed).await?;
    let actor = (call.caller.email.as_str(), call.caller.role(&at.facts), call.caller.ip.as_deref());
    let imported = project_import::import(call.conn, &permit, &upload, &entries, actor).await?;
    // The database writes the log's row as the transaction commits, so what follows makes nobody wait for the chain's end.
    let written = |project: &&ImportedProject| project.created || changed.contains(&project.project);
    let written: Vec<ImportedProject> = imported.iter().filter(written).cloned().collect();
    let projects: Vec<_> = written.iter().map(|project| project.project).collect();
    let flagged = duplicate_pairs::flag_imported(call.conn, &permit, &projects, &alike_before).await?;
    project_import::withdraw_gone(call.conn, &permit, &upload, &written).await?;
    let stay = rows.iter().filter(taken).filter(|row| !row.verdict.writes());
    let alone: BTreeMap<i32, &[String]> = stay.map(|row| (row.position, row.invited.as_slice())).collect();
    let alone = json!(alone);
    let invited = project_import::invite(call.conn, &permit, &upload, person, (&imported, &alone)).await?;
    let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let created = written.iter().filter(|project| project.created).count();
    let counts = ImportCounts {
        created: count(created),
        updated: count(written.len() - created),
        invited: i32::try_from(invited).unwrap_or(i32::MAX),
        flagged: count(flagged),
    };
    project_import::finish(call.conn, &permit, &upload, counts).await?;
    Ok(Done::unlogged(counts))
}

/// The values that are taken from the file: places of rows, each with a field.
fn taken_values(shown: &[DecidedRow], chosen: &ImportChoice) -> HashSet<(i32, ChangedField)> {
    let kept = shown.iter().flat_map(|row| row.kept.iter().map(move |change| (row.position, change.field)));
    let everywhere = kept.filter(|(_, field)| chosen.everywhere.contains(field));
    chosen.taken.iter().copied().chain(everywhere).collect()
}

/// Asks whether each place that is to be taken from the file is free.
/// Errors: 400 with the project that gets or has it, at the box that takes it.
async fn check_taken_places(
    call: &mut Call<'_>,
    rows: &[DecidedRow],
    (taken, left_out): (&HashSet<(i32, ChangedField)>, &HashSet<i32>),
    names: &EventNames,
) -> Outcome<()> {
    let takes = |row: &&DecidedRow| {
        taken.contains(&(row.position, ChangedField::Place)) && !left_out.contains(&row.position)
    };
    for row in rows.iter().filter(takes) {
        let Some((room, place)) = &row.refused_place else { continue };
        let place = Place::new(room, place);
        let is_it = |room: &str, its: &str| Place::new(room, its).key() == place.key();
        let gets = |row: &&DecidedRow| row.place.as_ref().is_some_and(|(room, its)| is_it(room, its));
        // The project that has it now may get another place by this list.
        let title = match rows.iter().find(gets) {
            Some(row) => Some(row.title.clone()),
            None => match names.places.iter().find(|(_, room, its)| is_it(room, its)) {
                Some((id, ..)) => project::find(call.conn, *id).await?.map(|project| project.title),
                None => None,
            },
        };
        let field = format!("take-{}-{}", row.position, ChangedField::Place.name());
        let fault = FloorFault::Taken { place, title: title.unwrap_or_default() };
        return Err(Refusal::field(&field, Fault::Floor(fault)).into());
    }
    Ok(())
}

/// The fields about which the file says something else, and which stay.
fn kept_of(row: &DecidedRow) -> Vec<&'static str> {
    row.kept.iter().map(|change| change.field.name()).collect()
}

/// What the event decides about a row, beside what the file says. Where the project stays as it is, some members come to it alone.
fn entry_of(row: &DecidedRow) -> Value {
    if !row.verdict.writes() {
        let members: Vec<&String> = row.tied.iter().chain(&row.recorded).collect();
        return json!({ "project_id": row.project, "members_only": true, "members": members });
    }
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
