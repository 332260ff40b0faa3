//! What is served at the monitoring's own address.

use axum::Router;
use axum::extract::State as Shared;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::{DateTime, Utc};
use portal::failure::Outcome;
use portal::{Conn, read_backlog};
use std::time::{Duration, Instant, SystemTime};
use web_http::metrics::CONTENT_TYPE;
use web_http::state::State;

/// How long the database may take for its counts: a monitoring system asks every few seconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// `GET /metrics`, and nothing else.
pub fn router(state: State) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(state)
}

/// By how many seconds the database's clock is ahead of this process's.
async fn clock_ahead(conn: &mut Conn) -> Outcome<f64> {
    let (asked, begun) = (SystemTime::now(), Instant::now());
    let database = portal::now(conn).await?;
    // It was read half-way between question and answer, as far as one can know.
    let here = DateTime::<Utc>::from(asked + begun.elapsed() / 2);
    Ok((database - here).num_microseconds().unwrap_or(i64::MAX) as f64 / 1e6)
}

/// The metrics. Where the database does not answer in time they say so, and the rest is there.
async fn metrics(Shared(state): Shared<State>) -> Response {
    let count = state.read(async |c| Ok((read_backlog(c).await?, clock_ahead(c).await?)));
    let counted = tokio::time::timeout(PATIENCE, count).await.ok().and_then(Result::ok);
    match state.metrics.text(state.database.load(), counted) {
        Ok(text) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
