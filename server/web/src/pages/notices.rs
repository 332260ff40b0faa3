//! Marking notices as read. They are shown by the pages of their event, and by those of the reader.

use super::forms::Posted;
use super::page_result::PageResult;
use super::render::see;
use super::sign_in::safe_path;
use crate::http::path;
use crate::state::State;
use axum::extract::{Path, State as Shared};
use portal::notices;

/// `POST /me/notices/<id>/read`; `to` is the page to come back to.
pub async fn mark(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id: i64 = path::id(&id)?;
    state.write(async |c| notices::mark(c, &caller, id).await).await?;
    Ok(see(&safe_path(form.get("to"))))
}
