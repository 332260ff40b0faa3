//! Bringing in projects from a file: the page of the upload, the preview, and the import.

use super::projects::withdrawal_reason;
use crate::pages::prelude::*;
use app::pages::manage::from_file::FromFile;
use app::pages::manage::missing_names::MissingNames;
use app::pages::manage::project_import::gone::GoneChoice;
use app::pages::manage::project_import::preview::{ImportPreviewPage, import_preview_page};
use app::pages::manage::project_import::upload::import_page;
use model::project_import::{DecidedRow, ImportChoice, ImportPreview};
use portal::project_import::{self, ReadFile};
use portal::{Sent, heavy};
use web_http::csrf;
use web_http::multipart::{self, Part};
use web_http::route_terms::RouteTerms;
use web_http::upload::{self, Taken};

use axum::body::Body;
use shared::project_files::{ChangedField, ColumnChoice, FileNote, RowNote};
use shared::refusal::RequestFault;

/// The name of a list that was pasted.
const PASTED: &str = "What you pasted";

/// The page on which a file is uploaded.
pub struct Import;

impl Desk for Import {
    type Id = ();
    type Found = (Context, Result<(), Refusal>);
    type Beside = ();

    fn path(at: &At) -> String {
        FromFile::Projects.href(&at.slug)
    }

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Self::Found> {
        project_import::for_page(call).await
    }

    fn title(_: &Self::Found, event: &EventView) -> String {
        title(event)
    }

    fn draw((_, may): Self::Found, _: DeskContext<'_, Self>) -> AnyView {
        import_page(may.map_err(|refusal| words::refusal(&refusal)))
    }
}

/// What an import of the file with this SHA-256 would do, and later what it did.
pub struct Preview;

impl Desk for Preview {
    type Id = String;
    type Found = ImportPreview;
    /// The form in which projects are searched.
    type Beside = Option<Form>;

    fn path(at: &At<String>) -> String {
        format!("{}&list={}", FromFile::Projects.href(&at.slug), at.id)
    }

    async fn read(call: &mut Call<'_>, at: &At<String>) -> Outcome<ImportPreview> {
        project_import::preview(call, &at.id).await
    }

    fn title(_: &ImportPreview, event: &EventView) -> String {
        title(event)
    }

    fn draw(preview: ImportPreview, sheet: DeskContext<'_, Self>) -> AnyView {
        let form = sheet.form().or(sheet.beside.as_ref());
        let missing_tracks = project_import::missing_tracks(&preview.rows);
        let missing_prizes = project_import::missing_prizes(&preview.rows);
        import_preview_page(ImportPreviewPage {
            notes: file_notes(&preview.upload.notes, &preview.rows),
            missing_tracks: MissingNames::of("file", missing_tracks, ("track", "tracks")),
            missing_prizes: MissingNames::of("file", missing_prizes, ("prize or track", "prizes or tracks")),
            found: preview,
            chosen: form.map(chosen).unwrap_or_default(),
            leaving: form.map(leaving).unwrap_or_default(),
            asked: sheet.beside.as_ref().map(asked).unwrap_or_default(),
        })
    }
}

fn title(event: &EventView) -> String {
    format!("Import projects into {}", event.name())
}

/// The rows that a form leaves out, and the values of the file that it takes: `<place>-<field>`, or a field in every row.
fn chosen(form: &Form) -> ImportChoice {
    let taken = form.all("take").filter_map(|taken| {
        let (place, field) = taken.split_once('-')?;
        Some((place.parse::<i32>().ok()?, ChangedField::from_name(field)?))
    });
    ImportChoice {
        left_out: form.all("skip").filter_map(|place| place.parse().ok()).collect(),
        taken: taken.collect(),
        everywhere: form.all("everywhere").filter_map(ChangedField::from_name).collect(),
    }
}

/// The projects that a form would withdraw, and why. Other forms of the page say nothing of it.
fn leaving(form: &Form) -> GoneChoice {
    let Some(why) = form.sent("why") else { return GoneChoice::default() };
    let (projects, reason) = (form.texts("gone"), form.get("reason").to_owned());
    GoneChoice { projects, why: why.to_owned(), reason }
}

/// The words that a form searches for; none where it shows all.
fn asked(form: &Form) -> String {
    if form.get("search") == "all" { String::new() } else { form.get("q").trim().to_owned() }
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
        state.by(&caller).at(&slug).read(project_import::check).await
    };
    let choices = match may.await {
        Ok(choices) => choices,
        Err(failure) => {
            upload::refuse(&headers, body, allowed.most).await;
            return Err(failure.into());
        }
    };
    let (sent, pasted, held) = match upload::take(&headers, body, allowed).await {
        Ok(Taken { bytes, held }) => {
            let (sent, pasted) = read(&state, &caller, headers.clone(), bytes, choices).await?;
            (sent, pasted, Some(held))
        }
        Err(Failure::Refused(refusal)) => (Err(refusal), String::new(), None),
        Err(failure) => return Err(failure.into()),
    };
    let at = At { state, caller, slug, id: (), query: Query::default(), headers };
    let done = at.by().write(async |call| project_import::upload(call, sent).await).await;
    // What was read takes as much memory as the body did, until it is in the database.
    drop(held);
    match done {
        Ok(sha256) => Ok(see(&Preview::path(&at.to(sha256)))),
        Err(failure) => at.with_form::<Import>(vec![("pasted".to_owned(), pasted)]).again(failure).await,
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

/// `POST …/<sha256>/confirm`: imports what the preview `seen` showed, without the places named by `skip`, and with the values of the file
/// named by `take` and `everywhere`. With `search`, only shows the projects with the words `q`: what is ticked stays.
pub async fn confirm(sent: Post<Preview>) -> PageResult {
    if sent.form.sent("search").is_some() {
        return show_with::<Preview>(&sent.at, Some(sent.form)).await;
    }
    let (chosen, saw) = (chosen(&sent.form), sent.get("seen").to_owned());
    sent.act(async |call, at| project_import::confirm(call, &at.id, (&saw, &chosen)).await).await
}

/// `POST …/<sha256>/withdraw`: withdraws the projects `gone`, which the list no longer has; why, as on the page of a project. What else is
/// ticked stays, since the list is not imported yet.
pub async fn withdraw(sent: Post<Preview>) -> PageResult {
    let (chosen, reason) = (sent.form.ids("gone"), withdrawal_reason(&sent.form).to_owned());
    let form = sent.form.clone();
    let withdraw = async |call: &mut Call<'_>, at: &At<String>| {
        project_import::withdraw_projects(call, &at.id, (chosen.clone(), &reason)).await
    };
    let show = async move |at: At<String>, ()| {
        show_with::<Preview>(&at.asking("done", ActDone::ProjectsWithdrawn.name()), Some(form)).await
    };
    sent.once(withdraw, show).await
}

/// `POST …/<sha256>/columns`: reads the list again, where `column-<key>` says what a column holds. What is no choice leaves it to its
/// name.
pub async fn columns(sent: Post<Preview>) -> PageResult {
    let said = sent.form.with_prefix("column-");
    let choices: Vec<(String, Option<ColumnChoice>)> =
        said.map(|(key, choice)| (key.to_owned(), ColumnChoice::from_name(choice))).collect();
    let (by, id) = (sent.at.by(), &sent.at.id);
    let chosen = async {
        let choose = async |call: &mut Call<'_>| project_import::choose_columns(call, id, &choices).await;
        let (name, bytes) = by.write(choose).await?;
        let choices = by.read(project_import::check).await?;
        let read = heavy::run(move || project_import::read(&name, &bytes, &choices)).await?;
        by.write(async |call| project_import::upload(call, read).await).await
    };
    let chosen = chosen.await;
    sent.after(chosen, |at, sha256| ActDone::FileRead.at(&Preview::path(&at.clone().to(sha256)))).await
}

/// `POST …/<sha256>/prizes`: creates the prizes that the list names and the event does not have. Each that may be several is one, unless
/// it is `apart`. What is ticked as a `track` is none.
pub async fn add_prizes(sent: Post<Preview>) -> PageResult {
    let (apart, tracks) = (sent.form.texts("apart"), sent.form.texts("track"));
    let add = async |call: &mut Call<'_>, at: &At<String>| {
        project_import::add_prizes(call, &at.id, (&apart, &tracks)).await
    };
    sent.did(ActDone::PrizesCreated, "", add).await
}

/// `POST …/<sha256>/tracks`: creates the tracks that the list names and the event does not have. With `prizes`, creates those of its
/// prizes that are each a `track`. Each that may be several is one, unless it is `apart`.
pub async fn add_tracks(sent: Post<Preview>) -> PageResult {
    let (chosen, apart) =
        (sent.form.sent("prizes").map(|_| sent.form.texts("track")), sent.form.texts("apart"));
    let preview = Preview::path(&sent.at);
    let none = chosen.as_ref().is_some_and(Vec::is_empty);
    let next = if none { preview } else { ActDone::TracksCreated.at(&preview) };
    let add = async |call: &mut Call<'_>, at: &At<String>| {
        project_import::add_tracks(call, &at.id, (chosen.as_deref(), &apart)).await
    };
    sent.lead(&next, add).await
}

/// What is said once about a file, and about those of its projects that are imported.
fn file_notes(notes: &[FileNote], rows: &[DecidedRow]) -> Vec<String> {
    let taken: Vec<(&str, &[RowNote])> = rows
        .iter()
        .filter(|row| row.writes())
        .map(|row| (row.title.as_str(), row.notes.as_slice()))
        .collect();
    let together = words::project_files::notes_together(&taken);
    // Whose members they are is said with the projects.
    let named = taken.iter().flat_map(|(_, notes)| *notes).any(|note| matches!(note, RowNote::NoEmail(_)));
    let notes = notes.iter().filter(|note| !(named && matches!(note, FileNote::NamesOnly(_))));
    notes.map(words::project_files::file_note).chain(together).collect()
}
