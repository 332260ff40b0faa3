//! `/verify`: the check in the browser, and for who has no scripting, here.

use crate::assets;
use crate::pages::prelude::*;
use app::pages::verify::{VerifyPage, verify_page};
use app::pages::verify_form::TITLE;
use axum::body::Body;
use portal::publish::signed_results;
use portal::records::check::{self, Knowledge};
use shared::refusal::RequestFault;
use web_http::route_terms::RouteTerms;
use web_http::upload::{self, Taken};
use web_http::{csrf, sent_files};

/// `GET /verify`, and `?results=<slug>` with the signed results of an event of this site already checked. With scripting the
/// page checks them again by itself.
pub async fn show(At { state, caller, query, .. }: At<(), Open>) -> PageResult {
    let knowledge = knowledge(&state).await?;
    let Some(slug) = query.asked("results").map(str::to_owned) else {
        let model = VerifyPage { keys: knowledge.keys, ..VerifyPage::default() };
        return Ok(answer::public(show_page(&state, &caller, None, model)));
    };
    let signed = state.by(&caller).at(&slug).read(signed_results::read).await;
    let text = match signed {
        Ok(text) => text,
        Err(Failure::Refused(_)) => {
            let refusal = Reason::NoResults.at("files", Fault::Request(RequestFault::NoResults));
            let model = VerifyPage { keys: knowledge.keys, ..VerifyPage::default() };
            return Ok(show_page(&state, &caller, Some(&refusal), model));
        }
        Err(failure) => return Err(failure.into()),
    };
    let name = format!("{slug}-results.json");
    let keys = knowledge.keys.clone();
    let given = check::FilesToCheck { files: vec![(name.clone(), text.clone().into_bytes())], slug: None };
    let report = Some(check::check(knowledge, given).await?);
    let model = VerifyPage { keys, given: Some((name, text)), report, ..VerifyPage::default() };
    Ok(show_page(&state, &caller, None, model))
}

/// What this portal knows.
async fn knowledge(state: &State) -> Outcome<Knowledge> {
    let issuer = state.base_url.to_string();
    state.read(async |c| check::knowledge(c, issuer).await).await
}

/// `POST /verify`: checks what is sent, and keeps nothing of it. It changes nothing, so it needs no token.
pub async fn post(
    At { state, caller, headers, .. }: At<(), Open>,
    Extension(RouteTerms { body: allowed, .. }): Extension<RouteTerms>,
    body: Body,
) -> PageResult {
    let knowledge = knowledge(&state).await?;
    let keys = knowledge.keys.clone();
    csrf::not_from_elsewhere(&headers, &state.base_url)?;
    let (read, _held) = match upload::take(&headers, body, allowed).await {
        Ok(Taken { bytes, held }) => (sent_files::read(&headers, &bytes), Some(held)),
        Err(Failure::Refused(refusal)) => (Err(refusal), None),
        Err(failure) => return Err(failure.into()),
    };
    let (pasted, mut sent) = match read {
        Ok(read) => read,
        Err(refusal) => {
            let model = VerifyPage { keys, ..VerifyPage::default() };
            return Ok(show_page(&state, &caller, Some(&refusal), model));
        }
    };
    let slug = sent.slug.clone().unwrap_or_default();
    let typed = VerifyPage { keys, pasted: pasted.clone(), slug, ..VerifyPage::default() };
    if !pasted.trim().is_empty() {
        sent.files.push(("What was pasted".into(), pasted.into_bytes()));
    }
    if sent.files.is_empty() {
        let refusal = Refusal::field("files", RequestFault::NoFile);
        return Ok(show_page(&state, &caller, Some(&refusal), typed));
    }
    let report = check::check(knowledge, sent).await?;
    Ok(show_page(&state, &caller, None, VerifyPage { report: Some(report), ..typed }))
}

/// The page, where nothing was checked with why.
fn show_page(state: &State, caller: &Caller, refused: Option<&Refusal>, mut model: VerifyPage) -> Response {
    let here = assets::embedded("verify.wasm").is_some();
    model.version = here.then_some(assets::VERSION);
    let frame = Frame { script: here.then_some("verify.js"), ..Frame::new(TITLE, "/verify") };
    page(state, caller, frame.refused(refused), || verify_page(model))
}
