//! Every route, on one screen.

use super::log::Panicked;
use super::{assets, compress, deadline, headers, identify, intake, limit, log, revalidate};
use crate::api;
use crate::pages::{self, shown};
use crate::state::State;
use axum::Router;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{MethodRouter, any, get, post};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The whole service.
pub fn router(state: State) -> Router {
    let known = Router::new()
        .merge(page_routes())
        .layer(from_fn_with_state(state.clone(), shown::show_refusals))
        .nest("/api", api_router())
        .route("/api/", any(api::unknown))
        .route("/.well-known/evenhand-signing-key", get(api::records::well_known))
        .layer(from_fn(compress::guard))
        .layer(from_fn(revalidate::revalidate))
        .layer(compress::layer())
        .layer(from_fn_with_state(state.clone(), limit::count))
        .layer(from_fn_with_state(state.clone(), identify::identify_caller))
        .layer(from_fn(deadline::keep))
        .layer(from_fn(intake::take_in))
        .layer(CatchPanicLayer::custom(Panicked::Page));
    Router::new()
        .merge(known)
        .merge(assets::pkg_routes())
        .route("/assets/{*path}", get(assets::asset))
        .route("/favicon.ico", get(assets::favicon))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .layer(from_fn(identify::refuse_bearer_writes))
        .layer(CatchPanicLayer::custom(Panicked::Page))
        .layer(from_fn_with_state(state.clone(), headers::complete))
        .layer(from_fn(log::log_request))
        // Outside the log as well: a panic there would close the connection without an answer.
        .layer(CatchPanicLayer::custom(Panicked::Page))
        .with_state(state)
}

fn api_router() -> Router<State> {
    Router::from(api_routes())
        .fallback(api::unknown)
        .method_not_allowed_fallback(api::wrong_method)
        .layer(from_fn(api::named))
        .layer(CatchPanicLayer::custom(Panicked::Api))
}

/// The API's routes, with what its document says of each.
pub(crate) fn api_routes() -> OpenApiRouter<State> {
    OpenApiRouter::default()
        .routes(routes!(api::ballot::read, api::ballot::cast))
        .routes(routes!(api::ballot::tally))
        .routes(routes!(api::comments::list, api::comments::post))
        .routes(routes!(api::docs::read))
        .routes(routes!(api::events::list))
        .routes(routes!(api::events::read))
        .routes(routes!(api::export::bundle))
        .routes(routes!(api::export::read))
        .routes(routes!(api::feedback::read))
        .routes(routes!(api::import::create))
        .routes(routes!(api::judge::assignments))
        .routes(routes!(api::judge::save))
        .routes(routes!(api::judge::scores))
        .routes(routes!(api::me::read))
        .routes(routes!(api::projects::list, api::projects::create))
        .routes(routes!(api::projects::read, api::projects::edit))
        .routes(routes!(api::records::audit_head))
        .routes(routes!(api::records::check))
        .routes(routes!(api::records::judge_record))
        .routes(routes!(api::records::participant_record))
        .routes(routes!(api::records::results_signed))
        .routes(routes!(api::results::read))
        .routes(routes!(api::schema::read))
}

fn page_routes() -> Router<State> {
    let routes = pages().into_iter().fold(Router::new(), |router, (path, methods)| {
        let browser_only = path == "/me/tokens" || path == "/admin" || path.starts_with("/admin/");
        let methods =
            if browser_only { methods.route_layer(from_fn(pages::account::refuse_bearer)) } else { methods };
        router.route(path, methods)
    });
    routes.fallback(shown::unknown).method_not_allowed_fallback(shown::wrong_method)
}

/// The pages: each path with the methods it knows.
#[must_use]
pub fn pages() -> Vec<(&'static str, MethodRouter<State>)> {
    vec![
        ("/", get(pages::event::home)),
        ("/admin", get(pages::admin::overview)),
        ("/admin/audit", get(pages::audit::of_portal)),
        ("/admin/audit/audit.csv", get(pages::admin::audit_csv)),
        ("/admin/audit/head.json", get(pages::admin::audit_head)),
        ("/admin/keys", get(pages::admin::signing_keys)),
        ("/admin/mail", get(pages::mail::list)),
        ("/admin/mail/{id}", get(pages::mail::open)),
        ("/events/{slug}", get(pages::event::show)),
        ("/events/{slug}/certificate/judge", get(pages::certificate::judge)),
        ("/events/{slug}/certificate/participant", get(pages::certificate::participant)),
        ("/events/{slug}/manage", get(pages::manage::overview)),
        ("/events/{slug}/manage/audit", get(pages::audit::of_event)),
        (
            "/events/{slug}/manage/calibration",
            get(pages::manage::calibration).post(pages::manage::calibration_post),
        ),
        (
            "/events/{slug}/manage/calibration/publish",
            get(pages::publication::show).post(pages::publication::post),
        ),
        ("/events/{slug}/manage/exports", get(pages::manage::exports)),
        ("/events/{slug}/manage/projects", get(pages::manage_projects::list)),
        (
            "/events/{slug}/manage/projects/{id}",
            get(pages::manage_projects::show).post(pages::manage_projects::post),
        ),
        ("/events/{slug}/manage/voting", get(pages::voting::show).post(pages::voting::post)),
        ("/events/{slug}/projects", get(pages::gallery::list)),
        ("/events/{slug}/results", get(pages::results::show)),
        ("/events/{slug}/results/how", get(pages::results::how)),
        ("/events/{slug}/submit", get(pages::submit::new).post(pages::submit::new_post)),
        ("/events/{slug}/team", get(pages::team::show).post(pages::team::act)),
        ("/events/{slug}/team/join/{code}", get(pages::team::invitation).post(pages::team::join)),
        ("/events/{slug}/vote", get(pages::vote::show).post(pages::vote::post)),
        ("/judge", get(pages::judge::list).post(pages::judge::pull)),
        ("/judge/assignments/{id}", get(pages::judge::show).post(pages::judge::save)),
        ("/judge/assignments/{id}/recuse", post(pages::judge::step_aside)),
        ("/login", get(pages::sign_in::show).post(pages::sign_in::post)),
        ("/links/{code}", get(pages::sign_up::link).post(pages::sign_up::follow)),
        ("/login/link", get(pages::sign_up::ask).post(pages::sign_up::ask_post)),
        ("/login/sent", get(pages::sign_up::sent)),
        ("/logout", post(pages::sign_in::sign_out)),
        ("/me", get(pages::account::me)),
        ("/me/confirm", post(pages::account::confirm)),
        ("/me/data.json", get(pages::leave::data)),
        ("/me/leave", get(pages::leave::show).post(pages::leave::post)),
        ("/me/password", get(pages::password::show).post(pages::password::post)),
        ("/me/tokens", get(pages::account::tokens).post(pages::account::tokens_post)),
        ("/privacy", get(pages::leave::privacy)),
        ("/projects/{id}", get(pages::project::show).post(pages::project::post)),
        ("/projects/{id}/edit", get(pages::submit::edit).post(pages::submit::edit_post)),
        ("/signup", get(pages::sign_up::show).post(pages::sign_up::post)),
        ("/verify", get(pages::verify::show).post(pages::verify::post)),
        ("/verify/evenhand-verify.html", get(pages::verify_file::save)),
    ]
}

/// Whether the database answers, is migrated, and the demo, if on, is seeded.
async fn ready(Shared(state): Shared<State>) -> (StatusCode, &'static str) {
    let started = state.ready.load(std::sync::atomic::Ordering::Acquire);
    if started && crate::store::connect::answers(&state.pool).await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    }
}
