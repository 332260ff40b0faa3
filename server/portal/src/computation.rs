//! Computations that take a core for a while: on threads that may block, a few at a time.

use store::failure::{Failure, Outcome};
use tokio::sync::Semaphore;

/// Does a job on a thread of its own, once there is a place for it.
///
/// # Errors
/// Broken, where the thread is lost.
pub(super) async fn on_thread<T: Send + 'static>(
    places: &'static Semaphore,
    job: impl FnOnce() -> T + Send + 'static,
) -> Outcome<T> {
    let place = places.acquire().await.map_err(Failure::broken)?;
    // The computation owns its place: a request that ends before it must not make room for another one.
    let computed = tokio::task::spawn_blocking(move || {
        let _place = place;
        job()
    });
    computed.await.map_err(Failure::broken)
}
