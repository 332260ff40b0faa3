//! Bringing in projects from a file: the page of the upload, the preview, and the import.

use crate::http::csrf;
use crate::http::form::Form;
use crate::http::multipart::{self, Part};
use crate::http::route_terms::RouteTerms;
use crate::http::upload::{self, Taken};
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{
    ImportCounts, ImportPage, ImportPreviewPage, ImportRow, import_page, import_preview_page,
};
use model::project_import::JudgedRow;
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::{Failure, Outcome};
use portal::heavy;
use portal::project_import::{self, ImportDesk, ImportPreview, ReadFile};

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State as Shared};
use axum::http::HeaderMap;
use axum::response::Response;
use shared::project_files::{ColumnChoice, FileNote, RowNote, RowVerdict};
use shared::refusal::{Refusal, RequestFault};
use std::collections::{BTreeMap, HashSet};

/// The name of a list that was pasted.
const PASTED: &str = "What you pasted";

fn address(slug: &str) -> String {
    format!("/events/{slug}/manage/projects/import")
}

/// `GET /events/<slug>/manage/projects/import`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, String::new(), None).await?)
}

/// `POST /events/<slug>/manage/projects/import`: a file in `files`, or a list in `pasted`. Leads to the preview.
pub async fn post(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Extension(RouteTerms { body: allowed, .. }): Extension<RouteTerms>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> PageResult {
    // Asked before the body is taken in, which may be large.
    let may = async {
        csrf::not_from_elsewhere(&headers, &state.base_url)?;
        state.read(async |c| project_import::check(c, &caller, &slug).await).await
    };
    let choices = match may.await {
        Ok(choices) => choices,
        Err(failure) => {
            upload::refuse(&headers, body, allowed.most).await;
            return Err(failure.into());
        }
    };
    let taken = match upload::announced(&headers, allowed) {
        Ok(()) => upload::read(body, allowed).await,
        Err(refusal) => {
            upload::refuse(&headers, body, allowed.most).await;
            Err(refusal.into())
        }
    };
    let (sent, pasted, held) = match taken {
        Ok(Taken { bytes, held }) => {
            let (sent, pasted) = read(&state, &caller, headers, bytes, choices).await?;
            (sent, pasted, Some(held))
        }
        Err(Failure::Refused(refusal)) => (Err(refusal), String::new(), None),
        Err(failure) => return Err(failure.into()),
    };
    let done = state.write(async |c| project_import::upload(c, &caller, &slug, sent).await).await;
    // What was read takes as much memory as the body did, until it is in the database.
    drop(held);
    match done {
        Ok(sha256) => Ok(see(&format!("{}/{sha256}", address(&slug)))),
        Err(failure) => {
            let again = async |refusal| shown(&state, &caller, &slug, pasted, Some(refusal)).await;
            forms::show_again(failure, again).await
        }
    }
}

/// The most bytes of a pasted list that come back in a refused form. More are a file's, and would double its memory.
const MOST_PASTED: usize = 1 << 20;

/// A pasted list as the form shows it again.
fn kept(pasted: &[u8]) -> String {
    if pasted.len() > MOST_PASTED { String::new() } else { String::from_utf8_lossy(pasted).into_owned() }
}

/// Reads the form on a thread that may take long, and gives the body's memory back with it. Also gives what was pasted.
async fn read(
    state: &State,
    caller: &Caller,
    headers: HeaderMap,
    bytes: Vec<u8>,
    choices: Vec<(String, ColumnChoice)>,
) -> Outcome<(Sent<ReadFile>, String)> {
    let (caller, base_url) = (caller.clone(), state.base_url.clone());
    let job = move || -> Outcome<(Sent<ReadFile>, String)> {
        let token = |sent: Option<&str>| csrf::check(&caller, &headers, &base_url, sent);
        if !multipart::is_multipart(&headers) {
            let form = Form::unproven(&bytes)?;
            token(form.sent("csrfmiddlewaretoken"))?;
            let pasted = form.get("pasted").as_bytes();
            return Ok((list(None, pasted, &choices), kept(pasted)));
        }
        let parts = match multipart::parts(&headers, &bytes, "files") {
            Ok(parts) => parts,
            Err(refusal) => return Ok((Err(refusal), String::new())),
        };
        let text = |name: &str| {
            let part: Option<&Part<'_>> = parts.iter().find(|part| part.name == name && part.file.is_none());
            part.map(|part| part.content).unwrap_or_default()
        };
        token(std::str::from_utf8(text("csrfmiddlewaretoken")).ok())?;
        let file = parts.iter().find(|part| part.name == "files" && !part.content.is_empty());
        let pasted = text("pasted");
        Ok((list(file, pasted, &choices), kept(pasted)))
    };
    heavy::run(job).await?
}

/// Reads the file, or else what was pasted.
fn list(file: Option<&Part<'_>>, pasted: &[u8], choices: &[(String, ColumnChoice)]) -> Sent<ReadFile> {
    match file {
        Some(part) => project_import::read(part.file.as_deref().unwrap_or_default(), part.content, choices),
        None if pasted.iter().all(u8::is_ascii_whitespace) => {
            Err(Refusal::field("files", RequestFault::NoFile))
        }
        None => project_import::read(PASTED, pasted, choices),
    }
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    pasted: String,
    refused: Option<Refusal>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| project_import::desk(c, caller, slug).await;
    let model = |desk: ImportDesk, event: &EventView| {
        let frame = Frame::new(format!("Import projects into {}", event.name()), address(slug));
        let model = ImportPage { may: desk.may.map_err(|refusal| words::refusal(&refusal)), pasted };
        (frame.refused(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, import_page).await
}

/// `GET /events/<slug>/manage/projects/import/<sha256>`: what an import would do, and later what it did.
pub async fn preview(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, sha256)): Path<(String, String)>,
) -> PageResult {
    Ok(previewed(&state, &caller, (&slug, &sha256), &HashSet::new(), None).await?)
}

/// `POST /events/<slug>/manage/projects/import/<sha256>/confirm`: imports what the preview `seen` showed, without the places
/// named by `skip`.
pub async fn confirm(
    Shared(state): Shared<State>,
    Path((slug, sha256)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let left_out: HashSet<i32> = form.all("skip").filter_map(|place| place.parse().ok()).collect();
    let saw = form.get("seen");
    let write = async |c: &mut _| project_import::confirm(c, &caller, &slug, &sha256, (saw, &left_out)).await;
    match state.write(write).await {
        Ok(_) => Ok(see(&format!("{}/{sha256}", address(&slug)))),
        Err(failure) => {
            let again =
                async |refusal| previewed(&state, &caller, (&slug, &sha256), &left_out, Some(refusal)).await;
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /events/<slug>/manage/projects/import/<sha256>/columns`: reads the list again, where `column-<name>` says what columns
/// hold whose names are not known.
pub async fn columns(
    Shared(state): Shared<State>,
    Path((slug, sha256)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let choices: Vec<(String, ColumnChoice)> = form
        .with_prefix("column-")
        .filter_map(|(key, choice)| Some((key.to_owned(), ColumnChoice::from_name(choice)?)))
        .collect();
    let chosen = async {
        let choose =
            async |c: &mut _| project_import::choose_columns(c, &caller, &slug, &sha256, &choices).await;
        let (name, bytes) = state.write(choose).await?;
        let choices = state.read(async |c| project_import::check(c, &caller, &slug).await).await?;
        let sent = heavy::run(move || project_import::read(&name, &bytes, &choices)).await?;
        state.write(async |c| project_import::upload(c, &caller, &slug, sent).await).await
    };
    match chosen.await {
        Ok(sha256) => Ok(see(&format!("{}/{sha256}", address(&slug)))),
        Err(failure) => {
            let none = HashSet::new();
            let again =
                async |refusal| previewed(&state, &caller, (&slug, &sha256), &none, Some(refusal)).await;
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /events/<slug>/manage/projects/import/<sha256>/prizes`: creates the prizes that the list names and the event does not have.
pub async fn add_prizes(
    Shared(state): Shared<State>,
    Path((slug, sha256)): Path<(String, String)>,
    Posted { caller, .. }: Posted,
) -> PageResult {
    match state.write(async |c| project_import::add_prizes(c, &caller, &slug, &sha256).await).await {
        Ok(()) => Ok(see(&format!("{}/{sha256}", address(&slug)))),
        Err(failure) => {
            let none = HashSet::new();
            let again =
                async |refusal| previewed(&state, &caller, (&slug, &sha256), &none, Some(refusal)).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn previewed(
    state: &State,
    caller: &Caller,
    (slug, sha256): (&str, &str),
    left_out: &HashSet<i32>,
    refused: Option<Refusal>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| project_import::preview(c, caller, slug, sha256).await;
    let model = |preview: ImportPreview, event: &EventView| {
        let here = format!("{}/{sha256}", address(slug));
        let frame = Frame::new(format!("Import projects into {}", event.name()), here);
        let upload = preview.upload;
        let model = ImportPreviewPage {
            file: upload.file_name,
            shape: upload.shape,
            uploaded: upload.created_at,
            unused: upload.unused,
            notes: file_notes(&upload.notes, &preview.rows),
            missing_prizes: project_import::missing_prizes(&preview.rows).len(),
            gone: preview.gone.into_iter().map(|p| (p.id.0, p.title, p.team)).collect(),
            done: upload.done.map(|done| ImportCounts {
                created: done.created.into(),
                updated: done.updated.into(),
                invited: done.invited.into(),
                flagged: done.flagged.into(),
            }),
            rows: preview.rows.into_iter().map(|row| import_row(row, left_out)).collect(),
            sha256: upload.sha256,
            seen: preview.seen,
        };
        (frame.refused(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, import_preview_page).await
}

/// What one line about the file says better than a note on each row.
fn of_the_file(note: &RowNote) -> bool {
    matches!(note, RowNote::UnknownTrack(_) | RowNote::UnknownPrizes(_))
}

/// What is said once about a file.
fn file_notes(notes: &[FileNote], rows: &[JudgedRow]) -> Vec<String> {
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    for note in rows.iter().flat_map(|row| &row.notes) {
        match note {
            RowNote::UnknownTrack(name) => *unknown.entry(name).or_default() += 1,
            RowNote::UnknownPrizes(names) => {
                names.iter().for_each(|name| *unknown.entry(name).or_default() += 1)
            }
            _ => {}
        }
    }
    let mut unknown: Vec<(&str, usize)> = unknown.into_iter().collect();
    unknown.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
    let unknown = words::project_files::unknown_prizes(&unknown);
    notes.iter().map(words::project_files::file_note).chain(unknown).collect()
}

fn import_row(row: JudgedRow, left_out: &HashSet<i32>) -> ImportRow {
    let taken = matches!(row.verdict, RowVerdict::New | RowVerdict::Changed(_));
    ImportRow {
        skipped: taken && left_out.contains(&row.position),
        position: row.position,
        rows: row.rows,
        title: row.title,
        project: row.project.map(|id| id.0),
        members: row.members,
        verdict: row.verdict,
        notes: row.notes.iter().filter(|note| !of_the_file(note)).map(words::project_files::note).collect(),
    }
}
