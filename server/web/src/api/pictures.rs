//! `/api/projects/<id>/pictures`.

use super::document::params::PicturePath;
use super::prelude::*;
use super::projects::project_object;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::project::VisibleProject;
use portal::submit::pictures::{self, PictureEdit, SentPicture};
use shared::picture::MAX_BYTES;
use shared::refusal::{PictureFault, Reason};
use shared::wire::Project;

/// Adds a picture to a project of the caller's team.
///
/// While submissions are open. A project has at most four, of 8 MiB and 25 megapixels each. The service keeps WebP files of its own
/// making, at most 320, 640 and 1280 pixels wide, without anything else that was in the file. Each is at
/// `/pictures/<digest>.webp`. A picture that the project has already is not added again.
#[utoipa::path(
    post, path = "/projects/{id}/pictures", tag = "projects", operation_id = "addPicture", security(("bearer" = [])),
    extensions(("x-caller" = json!("the project's team"))), params(ProjectPath),
    request_body(content = bodies::NewPicture, example = examples::new_picture),
    responses((status = CREATED, description = "The project with the picture.", body = Project, example = examples::project)),
)]
pub async fn add(SignedIn(state, caller, id): SignedIn<ProjectId>, json: JsonBody) -> Answer {
    let person = caller.signed_in()?.person;
    // Decoding takes long: nobody has it done who may not add a picture.
    state.by(&caller).read(async |call| pictures::check(call, id).await).await?;
    let sent = pictures::prepare(person, new_picture(&json)).await?;
    let project = state.by(&caller).write(async |call| pictures::add(call, id, sent).await).await?;
    answered(StatusCode::CREATED, project)
}

fn new_picture(json: &JsonBody) -> Sent<SentPicture> {
    let body = json.fields()?;
    let mut errors = body.faults();
    let data = body.text("picture", &mut errors).map(|data| STANDARD.decode(data.trim()));
    let alt = body.text("alt", &mut errors).ok_or(PictureFault::AltMissing);
    let bytes = match data {
        None => Vec::new(),
        Some(Ok(bytes)) if bytes.len() > MAX_BYTES => {
            return Err(Reason::TooLarge { mebibytes: MAX_BYTES / (1024 * 1024) }.into());
        }
        Some(Ok(bytes)) => bytes,
        Some(Err(_)) => {
            errors.add("picture", PictureFault::Broken { file: String::new() });
            Vec::new()
        }
    };
    errors.into_result().map(|()| SentPicture { bytes, name: String::new(), alt })
}

/// Describes a picture anew, or puts it first.
///
/// While submissions are open. What the body leaves out stays.
#[utoipa::path(
    patch, path = "/projects/{id}/pictures/{picture}", tag = "projects", operation_id = "changePicture",
    security(("bearer" = [])), extensions(("x-caller" = json!("the project's team"))), params(PicturePath),
    request_body(content = bodies::PictureChanges, example = json!({ "alt": "A lamp on a table", "first": true })),
    responses((status = OK, description = "The project as saved.", body = Project, example = examples::project)),
)]
pub async fn change(
    SignedIn(state, caller, (id, picture)): SignedIn<(ProjectId, PictureId)>,
    json: JsonBody,
) -> Answer {
    let sent = changes(&json);
    let project =
        state.by(&caller).write(async |call| pictures::change(call, id, picture, sent).await).await?;
    answered(StatusCode::OK, project)
}

fn changes(json: &JsonBody) -> Result<PictureEdit, Refusal> {
    let body = json.fields()?;
    body.faults()
        .gather(|errors| PictureEdit { alt: body.text("alt", errors), first: body.flag("first", errors) })
}

/// Removes a picture with its files.
///
/// The team while submissions are open; organizers who are not on it at any time.
#[utoipa::path(
    delete, path = "/projects/{id}/pictures/{picture}", tag = "projects", operation_id = "removePicture",
    security(("bearer" = [])), extensions(("x-caller" = json!("the project's team and the event's organizers"))), params(PicturePath),
    responses((status = OK, description = "The project as saved.", body = Project, example = examples::project)),
)]
pub async fn remove(SignedIn(state, caller, (id, picture)): SignedIn<(ProjectId, PictureId)>) -> Answer {
    let project = state.by(&caller).write(async |call| pictures::remove(call, id, picture).await).await?;
    answered(StatusCode::OK, project)
}

fn answered(status: StatusCode, project: VisibleProject) -> Answer {
    answer::json(status, &project_object(project))
}
