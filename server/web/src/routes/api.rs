//! The API's routes. Each brings its part of the API's document, so that no route is undocumented.

use super::route::{Entry, FILES, Made, Route, WRITES};
use crate::api;
use crate::api::document::Document;
use axum::http::Method;
use axum::middleware::from_fn;
use axum::{Extension, Router};
use portal::limits::Limit;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;
use web_http::in_place::KeepInPlace;
use web_http::log::Panicked;
use web_http::route_terms::RouteTerms;
use web_http::shelf::Keep::{ForTheMinute, UntilChanged};
use web_http::state::State;

/// Comments count twice, since they are public at once.
const COMMENTS: &[Limit] = &[Limit::Writes, Limit::Comments];
/// Decoding a picture keeps others waiting.
const PICTURES: &[Limit] = &[Limit::Files, Limit::Pictures];

type ApiRoute = Route<UtoipaMethodRouter<State>>;

/// Every route, by path.
#[rustfmt::skip]
fn all() -> Vec<ApiRoute> {
    vec![
        get(routes!(api::docs::read)),
        get(routes!(api::events::list)).keeps(UntilChanged),
        post(routes!(api::import::create), FILES)
            .reads_body(64, Duration::from_mins(10)).within(Duration::from_mins(15)),
        get(routes!(api::events::read)).keeps(UntilChanged),
        post(routes!(api::score_lists::share_out), WRITES).long(),
        get(routes!(api::records::audit_head)).counts(FILES),
        get(routes!(api::records::badge_status)).keeps(ForTheMinute),
        get(routes!(api::ballot::read)),
        post(routes!(api::ballot::cast), WRITES),
        get(routes!(api::calls::list)),
        post(routes!(api::calls::make), WRITES),
        delete(routes!(api::calls::withdraw), WRITES),
        post(routes!(api::calls::close), WRITES),
        post(routes!(api::calls::take), WRITES),
        get(routes!(api::confirmations::list)),
        post(routes!(api::confirmations::confirm), WRITES).long(),
        post(routes!(api::confirmations::decline), WRITES),
        post(routes!(api::confirmations::withdraw), WRITES),
        get(routes!(api::export::bundle)).counts(FILES).long(),
        get(routes!(api::export::read)).counts(FILES).long(),
        get(routes!(api::teams::list_more_time)),
        post(routes!(api::teams::give_more_time), WRITES),
        post(routes!(api::events::open), WRITES),
        get(routes!(api::evidence::list)),
        get(routes!(api::prizes::list)).keeps(UntilChanged),
        get(routes!(api::prizes::by_rule)),
        post(routes!(api::prizes::confirm_by_rule), WRITES),
        get(routes!(api::prizes::panel)),
        get(routes!(api::projects::list)).keeps(UntilChanged),
        post(routes!(api::projects::create), WRITES),
        post(routes!(api::projects::correct), WRITES),
        post(routes!(api::projects::restore), WRITES),
        post(routes!(api::projects::withdraw), WRITES),
        get(routes!(api::questions::list)),
        post(routes!(api::questions::ask), WRITES),
        post(routes!(api::questions::set_until), WRITES),
        post(routes!(api::questions::answer), WRITES),
        post(routes!(api::questions::own), WRITES),
        post(routes!(api::questions::remove), WRITES),
        get(routes!(api::results::read)).keeps(UntilChanged),
        get(routes!(api::results::how)),
        post(routes!(api::results::publish_run), WRITES),
        post(routes!(api::winners::make_final), WRITES),
        get(routes!(api::records::results_signed)).keeps(UntilChanged),
        post(routes!(api::score_lists::enter), WRITES).takes(8).long(),
        post(routes!(api::score_lists::check), WRITES).takes(8).long(),
        get(routes!(api::teams::linked)),
        get(routes!(api::ballot::tally)).keeps(UntilChanged),
        get(routes!(api::winners::list)),
        post(routes!(api::winners::settle), WRITES),
        post(routes!(api::winners::award_next), WRITES),
        get(routes!(api::judge::own_conflicts)),
        get(routes!(api::judge::assignments)).lists_assignments(),
        post(routes!(api::judge::save), WRITES),
        get(routes!(api::records::judge_badge)).counts(FILES),
        get(routes!(api::records::judge_record)).counts(FILES),
        get(routes!(api::judge::scores)),
        get(routes!(api::judge::tasks)),
        get(routes!(api::me::read)),
        get(routes!(api::me::notices)),
        get(routes!(api::prizes::panels)),
        get(routes!(api::records::participant_badge)).counts(FILES),
        get(routes!(api::records::participant_record)).counts(FILES),
        get(routes!(api::projects::read)).keeps(UntilChanged),
        patch(routes!(api::projects::edit), WRITES),
        get(routes!(api::comments::list)).keeps(UntilChanged),
        post(routes!(api::comments::post), COMMENTS),
        post(routes!(api::evidence::write), WRITES),
        get(routes!(api::feedback::read)),
        get(routes!(api::prizes::wishes)),
        get(routes!(api::projects::visits)),
        post(routes!(api::pictures::add), PICTURES).takes(12).long(),
        patch(routes!(api::pictures::change), WRITES),
        delete(routes!(api::pictures::remove), WRITES),
        get(routes!(api::proposals::list)),
        post(routes!(api::proposals::make), WRITES),
        get(routes!(api::schema::read)),
        post(routes!(api::records::check), FILES),
    ]
}

/// A route that reads.
fn get(handler: UtoipaMethodRouter<State>) -> ApiRoute {
    route(Method::GET, handler, RouteTerms::READ)
}

/// A route that makes something, and counts against these limits.
fn post(handler: UtoipaMethodRouter<State>, limits: &'static [Limit]) -> ApiRoute {
    route(Method::POST, handler, RouteTerms::write(limits))
}

/// A route that changes something, and counts against these limits.
fn patch(handler: UtoipaMethodRouter<State>, limits: &'static [Limit]) -> ApiRoute {
    route(Method::PATCH, handler, RouteTerms::write(limits))
}

/// A route that removes something, and counts against these limits.
fn delete(handler: UtoipaMethodRouter<State>, limits: &'static [Limit]) -> ApiRoute {
    route(Method::DELETE, handler, RouteTerms::write(limits))
}

fn route(method: Method, handler: UtoipaMethodRouter<State>, terms: RouteTerms) -> ApiRoute {
    let path = handler.1.paths.keys().next().map(|path| format!("/api{path}")).unwrap_or_default();
    Route { method, path, handler, terms }
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let routes = all();
    let entries = routes.iter().map(Route::entry).collect();
    let documented = OpenApiRouter::<State>::default();
    let documented = routes.into_iter().fold(documented, |router, route| router.routes(route.handler));
    let (router, document) = documented.split_for_parts();
    let router = router.fallback(api::unknown).method_not_allowed_fallback(api::wrong_method).layer(
        ServiceBuilder::new()
            .layer(CatchPanicLayer::custom(Panicked::Api))
            .layer(Extension(Arc::new(Document::of(&document))))
            .layer(from_fn(api::refuse_unreadable_path))
            .layer(KeepInPlace),
    );
    Made { entries, router }
});

/// The API below `/api`.
pub(super) fn router() -> Router<State> {
    MADE.router.clone()
}

/// Its entries in the table of routes.
pub(super) fn entries() -> impl Iterator<Item = Entry> {
    MADE.entries.iter().cloned()
}
