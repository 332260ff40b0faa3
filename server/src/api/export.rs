//! `GET /api/events/<slug>/export/<kind>.csv`.

use super::document::{examples, params::ExportPath};
use crate::caller::Caller;
use crate::http::answer::{self, Answer};
use crate::portal::export;
use crate::state::State;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use shared::export::ExportKind;

/// One kind of record of the event, as CSV.
///
/// Every download is in the audit log. A cell that a spreadsheet would run as a formula begins with a single quote.
#[utoipa::path(
    get, path = "/events/{slug}/export/{file}", tag = "records", operation_id = "exportCsv",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers"))), params(ExportPath),
    responses((
        status = OK, description = "The file, to be saved as `<slug>-<kind>.csv`.", body = String,
        content_type = "text/csv", example = examples::csv
    )),
)]
pub async fn read(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, file)): Path<(String, String)>,
) -> Answer {
    let kind = file.strip_suffix(".csv").and_then(ExportKind::from_name);
    let csv = state.write(|c| Box::pin(async move { export::csv(c, &caller, &slug, kind).await })).await?;
    let mut response = csv.text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    // A slug needs no quoting.
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"{}\"", csv.name)) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    answer::private(headers);
    Ok(response)
}
