//! Places from a CSV file: sent, shown row by row. What it shows is carried out as a plan is.

use super::draft::DraftPage;
use super::preview;
use crate::http::form::Form;
use crate::pages::desk::At;
use crate::pages::forms::Posted;
use crate::pages::page_result::PageResult;
use app::pages::manage::{FloorDraft, FloorFilePage, floor_file_page};
use leptos::prelude::AnyView;
use portal::Conn;
use portal::floor::file;

const PAGE: DraftPage<fn(FloorDraft, Option<&Form>) -> AnyView> = DraftPage { name: "file", view };

fn view(draft: FloorDraft, typed: Option<&Form>) -> AnyView {
    let pasted = typed.map(|form| form.get("file").to_owned()).unwrap_or_default();
    floor_file_page(FloorFilePage { draft, pasted })
}

/// `GET …/floor/file`.
pub async fn show(at: At) -> PageResult {
    Ok(PAGE.form(&at, None).await?)
}

/// `POST …/floor/file/preview`: shows what the file `files`, or the text `file`, would change.
pub async fn preview(at: At, Posted { form, .. }: Posted) -> PageResult {
    let text = form.list("files", "file").map(str::to_owned);
    let operation = async |c: &mut Conn| file::preview(c, &at.caller, &at.slug, text).await;
    PAGE.preview(&at, form, operation, preview::of_file).await
}
