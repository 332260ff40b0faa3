//! The site admins' pages: what there is, signing keys, and the files of the log of what belongs to no event.

use super::page_result::PageResult;
use super::render::{Frame, page};
use crate::http::answer::{attached, sent};
use crate::http::query::Query;
use crate::state::State;
use app::pages::admin::{AdminPage, KeyPlace, KeyRow, KeysPage, admin_page, keys_page};
use axum::Extension;
use axum::extract::State as Shared;
use portal::caller::Caller;
use portal::export;
use portal::records::signer::KeyLocation;
use portal::records::{head, keys};

/// `GET /admin`.
pub async fn overview(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let found = state.read(async |c| keys::overview(c, &caller, &state.signer).await).await?;
    let keys = i64::try_from(found.keys.keys.len()).unwrap_or(i64::MAX);
    let model = AdminPage { rows: found.rows, keys, signs: found.signs };
    let frame = Frame::new("Portal", "/admin");
    Ok(page(&state, &caller, frame, || admin_page(model)))
}

/// `GET /admin/keys`.
pub async fn signing_keys(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let mut found = state.read(async |c| keys::overview(c, &caller, &state.signer).await).await?;
    let rows = found.keys.keys.into_iter().map(|key| KeyRow {
        fingerprint: key.fingerprint(),
        results: found.signed.remove(&key.kid).unwrap_or_default(),
        kid: key.kid,
        status: key.status,
        created_at: key.created_at,
        retired_at: key.retired_at,
    });
    let model = KeysPage {
        keys: rows.collect(),
        place: match found.place {
            KeyLocation::Setting => KeyPlace::Setting,
            KeyLocation::Folder => KeyPlace::Folder,
        },
        own: found.own,
        signs: found.signs,
    };
    let frame = Frame::new("Signing keys", "/admin/keys");
    Ok(page(&state, &caller, frame, || keys_page(model)))
}

/// `GET /admin/audit/audit.csv`.
pub async fn audit_csv(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    Ok(sent(export::portal_log(&state.database, &caller).await?, "text/csv; charset=utf-8"))
}

/// `GET /admin/audit/head.json`, of the row `?row=` where that is asked.
pub async fn audit_head(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    query: Query,
) -> PageResult {
    let (signer, row) = (state.signer.clone(), head::asked(query.asked("row")));
    let signed = state.read_flushed(async |c| head::read(c, &caller, None, row, &signer).await).await?;
    Ok(attached("audit-head.json", "application/json", signed.into_bytes()))
}
