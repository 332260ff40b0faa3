//! `evenhand serve`.

use super::database::Database;
use crate::failure::{Failure, Outcome};
use crate::http::{assets, listen, router};
use crate::portal::setup::demo;
use crate::settings::{ServeSettings, Settings};
use crate::state::State;
use crate::store::connect;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;

/// Password hashes under way at once.
const HASHES: usize = 4;

pub(super) async fn serve(settings: &Settings, serve: ServeSettings) -> Outcome<()> {
    // Views are rendered on tokio's threads; leptos asks for an executor before the first one.
    any_spawner::Executor::init_tokio().map_err(Failure::broken)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(Failure::broken)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(Failure::broken)?;
    let stop = async move {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
    };
    let database = Database::open(settings).await?;
    let served = run(&database, serve, stop).await;
    database.close().await?;
    served
}

async fn run(database: &Database, settings: ServeSettings, stop: impl Future<Output = ()>) -> Outcome<()> {
    connect::migrate(&database.options).await?;
    let pool = connect::pool(database.options.clone(), settings.pool).await?;
    let listener = TcpListener::bind(&settings.bind)
        .await
        .map_err(|e| Failure::broken(format!("cannot listen on {}: {e}", settings.bind)))?;
    let address = listener.local_addr().map_err(Failure::broken)?;
    let base_url =
        settings.base_url.clone().filter(|b| !b.is_empty()).unwrap_or_else(|| format!("http://{address}"));
    let state = State {
        pool,
        base_url: base_url.trim_end_matches('/').into(),
        settings: Arc::new(settings),
        hashing: Arc::new(Semaphore::new(HASHES)),
        ready: Arc::new(AtomicBool::new(false)),
    };
    if !assets::has_islands() {
        tracing::warn!(
            "built without islands: every page works, the scoring form does not move as you tap (script/build)"
        );
    }
    if state.settings.demo && demo::seed(&state).await? {
        tracing::info!("the demo is seeded: four events, four accounts");
    }
    state.ready.store(true, Ordering::Release);
    tracing::info!("listening on http://{address}");
    listen::serve(listener, router::router(state.clone()), stop).await;
    state.pool.close().await;
    Ok(())
}
