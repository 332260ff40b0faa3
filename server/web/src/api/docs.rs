//! `GET /api/docs`.

use super::document::{Document, reference};
use super::prelude::*;
use crate::pages::render::{Frame, page};
use app::pages::api_docs::api_docs_page;
use std::sync::Arc;
use web_http::answer::public;

/// The reference, for people: this document as a page.
#[utoipa::path(
    get, path = "/docs", tag = "reference", operation_id = "readDocs", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone"))),
    responses((status = OK, description = "The page.", body = String, content_type = "text/html",
        example = json!("<!DOCTYPE html><html lang=\"en\">…</html>"))),
)]
pub async fn read(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Extension(document): Extension<Arc<Document>>,
) -> Response {
    let model = reference::of(&document.value, &state.base_url);
    public(page(&state, &caller, Frame::new("The API", "/api/docs"), || api_docs_page(model)))
}
