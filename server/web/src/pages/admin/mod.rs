//! The site admins' pages: what there is, signing keys, and the files of the log of what belongs to no event.

pub mod people;

use crate::pages::prelude::*;
use app::pages::admin::keys::keys_page;
use app::pages::admin::overview::admin_page;
use portal::export;
use portal::records::{head, keys};
use web_http::answer::{attached, sent};

/// `GET /admin`.
pub async fn overview(at: At<(), Private>) -> PageResult {
    let found = at.by().read(async |call| keys::overview(call, &at.state.signer).await).await?;
    Ok(at.page(Frame::new("Portal", "/admin"), None, || admin_page(&found))?)
}

/// `GET /admin/keys`.
pub async fn signing_keys(at: At<(), Private>) -> PageResult {
    let found = at.by().read(async |call| keys::overview(call, &at.state.signer).await).await?;
    Ok(at.page(Frame::new("Signing keys", "/admin/keys"), None, || keys_page(&found))?)
}

/// `GET /admin/audit/audit.csv`.
pub async fn audit_csv(at: At<(), Private>) -> PageResult {
    Ok(sent(export::portal_log(at.by()).await?, "text/csv; charset=utf-8"))
}

/// `GET /admin/audit/head.json`, of the row `?row=` where that is asked.
pub async fn audit_head(at: At<(), Private>) -> PageResult {
    let At { state, caller, query, .. } = at;
    let (signer, row) = (state.signer.clone(), head::asked(query.asked("row"), false));
    let signed =
        state.by(&caller).read_flushed(async |call| head::read(call, None, row, &signer).await).await?;
    Ok(attached("audit-head.json", "application/json", signed.into_bytes()))
}
