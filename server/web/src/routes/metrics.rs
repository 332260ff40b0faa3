//! What is served at the monitoring's own address.

use crate::http::metrics::CONTENT_TYPE;
use crate::state::State;
use axum::Router;
use axum::extract::State as Shared;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use portal::read_backlog;
use std::time::Duration;

/// How long the database may take for its counts: a monitoring system asks every few seconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// `GET /metrics`, and nothing else.
pub fn router(state: State) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(state)
}

/// The metrics. Where the database does not answer in time they say so, and the rest is there.
async fn metrics(Shared(state): Shared<State>) -> Response {
    let counted = tokio::time::timeout(PATIENCE, state.read(read_backlog)).await;
    let backlog = counted.ok().and_then(Result::ok);
    match state.metrics.text(state.database.load(), backlog) {
        Ok(text) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
