//! Places from a CSV file: sent, shown row by row. What it shows is carried out as a plan is.

use super::draft::DraftPage;
use super::preview;
use crate::http::form::Form;
use crate::pages::forms::Posted;
use crate::pages::page_result::PageResult;
use crate::state::State;
use app::pages::manage::{FloorDraft, FloorFilePage, floor_file_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use leptos::prelude::AnyView;
use portal::Conn;
use portal::caller::Caller;
use portal::floor::file;

const PAGE: DraftPage<fn(FloorDraft, Option<&Form>) -> AnyView> = DraftPage { name: "file", view };

fn view(draft: FloorDraft, typed: Option<&Form>) -> AnyView {
    let pasted = typed.map(|form| form.get("file").to_owned()).unwrap_or_default();
    floor_file_page(FloorFilePage { draft, pasted })
}

/// `GET /events/<slug>/manage/floor/file`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    caller.signed_in()?;
    Ok(PAGE.form(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/floor/file/preview`: shows what the file `files`, or the text `file`, would change.
pub async fn preview(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let text = form.list("files", "file").map(str::to_owned);
    let operation = async |c: &mut Conn| file::preview(c, &caller, &slug, text).await;
    PAGE.preview((&state, &caller, &slug), form, operation, preview::of_file).await
}
