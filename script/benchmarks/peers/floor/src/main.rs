//! The floor: each answer by one or two prepared statements and nothing else, saves in groups. No limits, no rules but the ones that
//! its statements hold, no deadlines. `floor SOCKET_FOLDER PORT`.

mod answers;
mod database;
mod save;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use database::Database;
use std::error::Error;
use std::sync::Arc;

type Shared = axum::extract::State<Arc<Database>>;

/// Whatever goes wrong is a 500 with its text: the benchmark stops at the first.
struct Failed(String);

impl<E: Error> From<E> for Failed {
    fn from(error: E) -> Self {
        Self(format!("{error:?}"))
    }
}

impl axum::response::IntoResponse for Failed {
    fn into_response(self) -> axum::response::Response {
        (StatusCode::INTERNAL_SERVER_ERROR, self.0).into_response()
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(folder), Some(port)) = (words.next(), words.next()) else {
        return Err("usage: floor SOCKET_FOLDER PORT".into());
    };
    let (database, saves) = Database::connect(&folder).await?;
    let database = Arc::new(database);
    tokio::spawn(save::write_groups(Arc::clone(&database), saves));
    let routes = Router::new()
        .route("/api/events/{slug}/projects", get(answers::projects))
        .route("/api/judge/assignments", get(answers::assignments))
        .route("/api/judge/assignments/{id}/review", post(save::review))
        .route("/api/events/{slug}/export/scores.csv", get(answers::scores))
        .route("/events/{slug}/projects", get(answers::list_page))
        .route("/projects/{id}", get(answers::project_page))
        .route("/kept/{bytes}", get(answers::kept))
        .with_state(database);
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    axum::serve(listener, routes).await?;
    Ok(())
}
