//! Every route, and the layers that each request passes.

mod api;
mod erased;
pub mod metrics;
mod pages;
mod route;

use crate::assets;
use crate::pages::proposals::ApiOfPerson;
use crate::pages::refusals;
use axum::extract::{DefaultBodyLimit, State as Shared};
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get};
use axum::{Extension, Router};
use route::Entry;
use std::sync::LazyLock;
use std::time::Duration;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use web_http::in_place::KeepInPlace;
use web_http::log::Panicked;
use web_http::route_terms::RouteTable;
use web_http::state::State;
use web_http::{body_limit, compression, entity_tags, identification, log};

/// How long the database may take to say that it is there: proxies wait no longer.
const READY: Duration = Duration::from_secs(3);

/// The whole service. A request meets the layers of a builder from the first to the last. Two builders in place of a layer
/// each: a router boxes and copies a service for each of its own layers. What is below a layer that is a function is kept in place, or
/// the function would copy it.
pub fn router(state: State) -> Router {
    let known = page_router(&state)
        .nest("/api", api::router())
        .route("/api/", any(crate::api::unknown))
        .merge(pages::well_known_router())
        .layer(
            ServiceBuilder::new()
                .layer(CatchPanicLayer::custom(Panicked::Page))
                .layer(from_fn_with_state(TABLE.clone(), body_limit::read_body))
                .layer(KeepInPlace)
                // Each route says what its body may weigh. axum would refuse all above 2 MB, in words of its own.
                .layer(DefaultBodyLimit::disable())
                .layer(from_fn_with_state(state.clone(), identification::identify_caller))
                .layer(KeepInPlace)
                .layer(compression::layer())
                .layer(from_fn_with_state(state.clone(), entity_tags::revalidate))
                .layer(KeepInPlace)
                .layer(from_fn(compression::spare_tokens))
                .layer(KeepInPlace),
        );
    known
        .merge(assets::pkg_routes())
        .route("/assets/{*path}", get(assets::asset))
        .route("/favicon.ico", get(assets::favicon))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .layer(
            ServiceBuilder::new()
                // Outside the log as well: a panic there would close the connection without an answer.
                .layer(CatchPanicLayer::custom(Panicked::Page))
                .layer(from_fn_with_state(state.clone(), log::log_request))
                .layer(KeepInPlace)
                .layer(CatchPanicLayer::custom(Panicked::Page))
                .layer(from_fn(identification::refuse_bearer_writes))
                .layer(KeepInPlace),
        )
        .with_state(state)
}

fn page_router(state: &State) -> Router<State> {
    // What a person confirms is done by the API itself, which asks neither who they are nor whether the request is forged.
    let api = Router::new().nest("/api", api::router()).with_state(state.clone());
    pages::router().fallback(refusals::unknown).method_not_allowed_fallback(refusals::wrong_method).layer(
        ServiceBuilder::new()
            .layer(Extension(ApiOfPerson(api)))
            .layer(from_fn_with_state(state.clone(), refusals::show_refusals))
            .layer(KeepInPlace),
    )
}

/// What every route allows.
static TABLE: LazyLock<RouteTable> = LazyLock::new(|| RouteTable::new(entries()));

/// Every route of pages and API, with what it allows.
pub fn entries() -> impl Iterator<Item = Entry> {
    pages::entries().chain(api::entries())
}

/// Whether the database answers in time, is migrated, and the demo, if on, is seeded. A full disk is said with 200: pages can
/// still be read, and a proxy that passes this server by finds none that is better off.
async fn ready(Shared(state): Shared<State>) -> (StatusCode, &'static str) {
    let started = state.ready.load(std::sync::atomic::Ordering::Acquire);
    let answers = state.database.answers();
    if !started || !tokio::time::timeout(READY, answers).await.unwrap_or(false) {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    } else if state.database.load().is_full {
        (StatusCode::OK, "ready, but nothing can be saved: the database's disk has no space left\n")
    } else {
        (StatusCode::OK, "ready\n")
    }
}
