//! `GET /api/events/<slug>/export/<kind>.csv` and `…/bundle.json`.

use super::document::params::ExportPath;
use super::prelude::*;
use portal::export::{self, BundleExtent};
use shared::export::ExportKind;
use web_http::answer::sent;

/// One kind of record of the event, as CSV.
///
/// The audit log records every download. A cell that a spreadsheet would run as a formula starts with a single quote.
#[utoipa::path(
    get, path = "/events/{slug}/export/{file}", tag = "records", operation_id = "exportCsv",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers"))), params(Slug, ExportPath),
    responses((
        status = OK, description = "The file. Save it as `<slug>-<kind>.csv`.", body = String,
        content_type = "text/csv", example = examples::csv
    )),
)]
pub async fn read(ApiRequest(state, caller, (slug, file)): ApiRequest<(String, String)>) -> Answer {
    let kind = file.strip_suffix(".csv").and_then(ExportKind::from_name);
    Ok(sent(export::csv(state.by(&caller).at(&slug), kind).await?, "text/csv; charset=utf-8"))
}

/// The whole event as one file, a bundle.
///
/// Another portal can import it. It contains addresses, scores, every ranking with its input, and the log up
/// to this download. It contains ballots once voting has closed. `?pictures=0` leaves the pictures of projects out: with many, a
/// bundle is too large to be imported.
#[utoipa::path(
    get, path = "/events/{slug}/export/bundle.json", tag = "records", operation_id = "exportBundle",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers"))),
    params(Slug, ("pictures" = Option<String>, Query, description = "`0` leaves the pictures of projects out.", example = "0")),
    responses((
        status = OK, description = "The file. Save it as `<slug>-bundle.json`.", body = bodies::BundleFile,
        example = examples::bundle
    )),
)]
pub async fn bundle(ApiRequest(state, caller, slug): ApiRequest<String>, query: Query) -> Answer {
    let extent =
        if query.get("pictures") == "0" { BundleExtent::WithoutPictures } else { BundleExtent::Whole };
    Ok(sent(export::bundle(state.by(&caller).at(&slug), extent).await?, "application/json"))
}
