//! Places from a CSV file: sent, shown row by row. What it shows is carried out as a plan is.

use super::preview;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::http::uploaded_form;
use crate::pages::event::head;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::portal::Sent;
use crate::portal::event::event_view::EventView;
use crate::portal::floor::file::{self, PlacesFile};
use crate::portal::floor::{self, Floor};
use crate::state::State;
use app::pages::manage::{FloorFilePage, FloorPreview, floor_file_page};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::HeaderMap;
use axum::response::Response;
use shared::refusal::{Fault, FloorFault, Refusal};

/// `GET /events/<slug>/manage/floor/file`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    caller.signed_in()?;
    Ok(show_form(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/floor/file/preview`: shows what the file `upload`, or the text `file`, would change.
pub async fn preview(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> PageResult {
    caller.signed_in()?;
    let (form, upload) = uploaded_form::read(&state, &caller, &headers, &bytes).await?;
    let pasted = form.get("file").to_owned();
    let text: Sent<Vec<u8>> = match upload {
        Some(file) => Ok(file),
        None if pasted.trim().is_empty() => Err(Refusal::field("file", Fault::Floor(FloorFault::NoFile))),
        None => Ok(pasted.clone().into_bytes()),
    };
    let once = forms::once(None)?;
    let operation = async |c: &mut _| file::preview(c, &caller, &slug, text).await;
    let model = |read: PlacesFile, event: &EventView| {
        (frame(event), page_model(&caller, event, pasted, Some(preview::of_file(read)), once))
    };
    match event_page(&state, &caller, operation, model, floor_file_page).await {
        Ok(page) => Ok(page),
        Err(failure) => {
            let again =
                async |refusal| show_form(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn show_form(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let once = forms::once(None)?;
    let operation = async |c: &mut _| floor::read(c, caller, slug).await;
    let model = |_: Floor, event: &EventView| {
        let pasted = refused.as_ref().and_then(|r| r.typed("file")).unwrap_or_default();
        let model = page_model(caller, event, pasted, None, once);
        let model = FloorFilePage { errors: forms::errors_of(refused.as_ref()), ..model };
        (frame(event).refused(refused.as_ref().map(|r| &r.refusal)), model)
    };
    event_page(state, caller, operation, model, floor_file_page).await
}

fn frame(event: &EventView) -> Frame {
    let slug = &event.at.slug;
    Frame::new(format!("Places in {}", event.name()), format!("/events/{slug}/manage/floor/file"))
}

fn page_model(
    caller: &Caller,
    event: &EventView,
    pasted: String,
    preview: Option<FloorPreview>,
    once: String,
) -> FloorFilePage {
    FloorFilePage {
        head: head(event),
        pasted,
        errors: forms::errors_of(None),
        preview,
        csrf: caller.csrf().to_owned(),
        once,
    }
}
