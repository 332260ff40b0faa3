//! The forms of a project's pictures, and their files.

use super::submit::Edit;
use crate::pages::prelude::*;
use app::pages::project_pictures::RefusedPicture;
use axum::body::Body;
use portal::Sent;
use portal::limits::Limit;
use portal::submit::pictures::{self, PictureEdit, SentPicture};
use shared::picture::MAX_BYTES;
use shared::refusal::PictureFault;
use web_http::answer::{BUSY, SOON};
use web_http::csrf;
use web_http::multipart::{self, Part};
use web_http::public_answer::KnownTags;
use web_http::route_terms::RouteTerms;
use web_http::upload::{self, Taken};

/// Most characters of a file's name that are said again.
const NAME: usize = 80;
/// The bytes behind an address never change, but a picture may be removed: within an hour, no cache shows it any more without asking.
const FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// Somebody else may use this browser next: each time, the server says whether they may see it.
const ASK_FIRST: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Where a project's pictures are changed.
fn desk(id: ProjectId) -> String {
    format!("/projects/{id}/edit#pictures")
}

/// `POST /projects/<id>/edit/pictures`: adds the file `picture`, which shows what `alt` says, or `decorates`.
pub async fn add(
    PublicRequest(at): PublicRequest<String>,
    Extension(RouteTerms { body: allowed, .. }): Extension<RouteTerms>,
    body: Body,
) -> PageResult {
    let At { state, caller, headers, .. } = &at;
    let id = path::id(&at.id).map(ProjectId);
    // Asked before the body is taken in, which is large.
    let may = async {
        csrf::not_from_elsewhere(headers, &state.base_url)?;
        let id = id.clone()?;
        state.by(caller).read(async |call| pictures::check(call, id).await).await
    };
    if let Err(failure) = may.await {
        upload::refuse(headers, body, allowed.most).await;
        return Err(failure.into());
    }
    let (id, person) = (id?, caller.signed_in()?.person);
    let at = at.to(id);
    let At { state, caller, headers, .. } = &at;
    let mut typed = Typed::default();
    let sent = match upload::take(headers, body, allowed).await {
        Ok(Taken { bytes, held }) => {
            let sent = read(state, caller, headers, &bytes, &mut typed)?;
            drop(bytes);
            // Counted here and not by the route, so that the form comes back with what was typed.
            let exceeded = state.counters().count(Limit::Pictures, &format!("person {person}")).await?;
            if let Some(exceeded) = exceeded {
                return Ok(again(&at, None, typed, exceeded.refusal()).await?);
            }
            let prepared = pictures::prepare(person, sent).await;
            drop(held);
            match prepared {
                Ok(sent) => sent,
                Err(Failure::Busy(why)) => {
                    tracing::warn!(%why, "too busy");
                    return Ok(too_busy(&at, typed).await?);
                }
                Err(failure) => return Err(failure.into()),
            }
        }
        Err(Failure::Refused(refusal)) if refusal.status() == 413 => Err(too_large()),
        Err(Failure::Refused(refusal)) => Err(refusal),
        Err(failure) => return Err(failure.into()),
    };
    match state.by(caller).write(async |call| pictures::add(call, id, sent).await).await {
        Ok(_) => Ok(see(&desk(id))),
        Err(failure) => {
            forms::show_again(failure, async |refusal| again(&at, None, typed, refusal).await).await
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Typed {
    alt: String,
    decorates: bool,
}

impl Typed {
    /// What the picture shows: nothing where it only decorates. Text beside the tick is refused, since dropping it would lose what
    /// somebody wrote.
    fn alt(&self) -> Result<String, PictureFault> {
        match (shared::text::is_blank(&self.alt), self.decorates) {
            (true, true) => Ok(String::new()),
            (true, false) => Err(PictureFault::AltMissing),
            (false, true) => Err(PictureFault::AltAndDecorates),
            (false, false) => Ok(self.alt.clone()),
        }
    }

    /// What is sent to change a picture. Its text is saved with the order.
    fn edit(&self, act: &str) -> Sent<PictureEdit> {
        let first = act == "first";
        let alt = match self.alt() {
            Ok(alt) => Some(alt),
            // Nothing was typed that could be lost: only the order changes.
            Err(PictureFault::AltMissing) if first => None,
            Err(fault) => return Err(Refusal::field("alt", fault)),
        };
        Ok(PictureEdit { alt, first })
    }
}

/// Reads the form. A body that is no form is refused as one without a picture would be.
fn read(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    bytes: &[u8],
    typed: &mut Typed,
) -> Result<Sent<SentPicture>, Refusal> {
    let parts = match multipart::parts(headers, bytes, "picture") {
        Ok(parts) => parts,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let part = |name: &str| -> Option<&Part<'_>> { parts.iter().find(|part| part.name == name) };
    let text = |name: &str| part(name).map(|part| String::from_utf8_lossy(part.content).into_owned());
    csrf::check(caller, headers, &state.base_url, text("csrfmiddlewaretoken").as_deref())?;
    *typed = Typed { alt: text("alt").unwrap_or_default(), decorates: part("decorates").is_some() };
    let file = part("picture").filter(|part| !part.content.is_empty());
    if file.is_some_and(|file| file.content.len() > MAX_BYTES) {
        return Ok(Err(too_large()));
    }
    let name = file.and_then(|file| file.file.as_deref()).unwrap_or_default();
    Ok(Ok(SentPicture {
        bytes: file.map(|file| file.content.to_vec()).unwrap_or_default(),
        name: name.chars().filter(|c| !c.is_control()).take(NAME).collect(),
        alt: typed.alt(),
    }))
}

fn too_large() -> Refusal {
    Refusal::field("picture", PictureFault::Large)
}

/// `POST /projects/<id>/edit/pictures/<picture>`: `do` says what: `describe`, `first` (with the text), `remove`.
pub async fn change(at: At<(ProjectId, PictureId)>, PostedForm { form, .. }: PostedForm) -> PageResult {
    let (id, picture) = at.id;
    let at = at.to(id);
    let At { state, caller, .. } = &at;
    let typed = Typed { alt: form.get("alt").to_owned(), decorates: form.sent("decorates").is_some() };
    let act = form.get("do");
    let done = match act {
        "remove" => state.by(caller).write(async |call| pictures::remove(call, id, picture).await).await,
        act => {
            let sent = typed.edit(act);
            state.by(caller).write(async |call| pictures::change(call, id, picture, sent).await).await
        }
    };
    match done {
        Ok(_) => Ok(see(&desk(id))),
        Err(Failure::Refused(refusal))
            if refusal.status() == 404 && (act == "remove" || !shared::text::is_blank(&typed.alt)) =>
        {
            // Who may change the project finds that somebody else of the team has removed the picture.
            state.by(caller).read(async |call| pictures::check(call, id).await).await?;
            if act == "remove" {
                return Ok(see(&desk(id)));
            }
            Ok(again(&at, None, typed, Refusal::field("alt", PictureFault::Gone)).await?)
        }
        Err(failure) => {
            forms::show_again(failure, async |refusal| again(&at, Some(picture), typed, refusal).await).await
        }
    }
}

/// `POST /projects/<id>/pictures/<picture>/remove`: an organizer takes a picture down, on the project's page.
pub async fn take_down(at: At<(ProjectId, PictureId)>, _: PostedForm) -> PageResult {
    let At { state, caller, id: (id, picture), .. } = at;
    state.by(&caller).write(async |call| pictures::remove(call, id, picture).await).await?;
    Ok(see(&format!("/projects/{id}")))
}

/// The page with a form of a picture that was refused.
async fn again(
    at: &At<ProjectId>,
    picture: Option<PictureId>,
    typed: Typed,
    refusal: Refusal,
) -> Outcome<Response> {
    let named = |field: &str| match (field, picture) {
        ("alt", Some(picture)) => format!("alt-{picture}"),
        ("alt", None) => "alt".to_owned(),
        ("", _) => String::new(),
        // Whatever else was wrong with what was sent is wrong with the file.
        _ => "picture".to_owned(),
    };
    let errors = forms::errors(&refusal).0.into_iter().map(|error| (named(&error.field), error.message));
    let errors: FormErrors = errors.collect();
    let picture = picture.map(|picture| picture.0);
    let form = RefusedPicture { picture, alt: typed.alt, decorates: typed.decorates, errors };
    Edit::draw(at, None, Some((form, refusal))).await
}

/// The page with the form of a new picture that found no turn to be decoded: nothing was saved, and it can be sent again.
async fn too_busy(at: &At<ProjectId>, typed: Typed) -> Outcome<Response> {
    let errors: FormErrors = [("", BUSY)].into_iter().collect();
    let form = RefusedPicture { picture: None, alt: typed.alt, decorates: typed.decorates, errors };
    let refusal: Refusal = Reason::TooManyRequests { seconds: SOON.seconds }.into();
    let refusal = Refusal { wait: Some(SOON), ..refusal };
    let mut page = Edit::draw(at, None, Some((form, refusal))).await?;
    *page.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    Ok(page)
}

/// `GET /pictures/<digest>.webp`.
pub async fn file(
    PublicRequest(At { state, caller, id: name, headers, .. }): PublicRequest<String>,
) -> PageResult {
    let (hex, digest) = path::digest_in(&name).ok_or_else(Refusal::not_found)?;
    let tag = HeaderValue::from_str(&format!("\"{hex}\"")).map_err(Failure::broken)?;
    let has = KnownTags::of(&headers).hold(&tag);
    let opened = state.by(&caller).read(async |call| pictures::open_file(call, &digest, has).await).await?;
    let mut response = if has {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"))], opened.bytes).into_response()
    };
    let kept = response.headers_mut();
    kept.insert(header::CACHE_CONTROL, if opened.public { FOR_AN_HOUR } else { ASK_FIRST });
    if !opened.public {
        kept.insert(header::VARY, HeaderValue::from_static("Authorization, Cookie"));
    }
    kept.insert(header::ETAG, tag);
    Ok(response)
}
