//! Work that takes a core for milliseconds, kept off the threads that serve everybody: writing large lists as JSON, packing pages,
//! rendering long texts, reading runs.
//!
//! As many jobs run at once as there are cores. Others wait in a bounded queue, and what finds no place in time is answered 503.

use crate::failure::{Failure, Outcome};
use crate::wait_budget;
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;

/// Fewer bytes than this are worked on where they are. Handing a job over and back takes about 20 µs on an idle machine; writing or
/// digesting 64 KiB takes about 0.1 ms.
pub const WORTHWHILE: usize = 64 * 1024;

/// Jobs that may wait.
const QUEUE: usize = 256;

struct Pool {
    places: Arc<Semaphore>,
    queue: Semaphore,
}

static POOL: LazyLock<Pool> = LazyLock::new(|| Pool {
    places: Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from))),
    queue: Semaphore::new(QUEUE),
});

/// Does a job on a thread that may work for long.
///
/// # Errors
/// Busy where too many jobs wait; broken, where the job panics.
pub async fn run<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
    POOL.run(job).await
}

/// Does a job on so many bytes where that is quicker: here, or as [`run`] does.
///
/// # Errors
/// As [`run`].
pub async fn run_sized<T: Send + 'static>(
    bytes: usize,
    job: impl FnOnce() -> T + Send + 'static,
) -> Outcome<T> {
    if bytes < WORTHWHILE { Ok(job()) } else { run(job).await }
}

impl Pool {
    async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
        let queued = self.queue.try_acquire().map_err(|_| busy())?;
        let place = wait_budget::wait(Arc::clone(&self.places).acquire_owned()).await;
        let place = place.ok_or_else(busy)?.map_err(Failure::broken)?;
        drop(queued);
        // The job owns its place: a request that ends before it must not make room for another job.
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            job()
        });
        done.await.map_err(Failure::broken)
    }
}

fn busy() -> Failure {
    Failure::Busy("too much work for the processor waits".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test(start_paused = true)]
    async fn jobs_beyond_the_places_wait_and_jobs_beyond_the_queue_are_refused() {
        let pool = Arc::new(Pool { places: Arc::new(Semaphore::new(1)), queue: Semaphore::new(1) });
        let (go, wait) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.run(move || wait.recv().is_err()).await }
        });
        while pool.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let second = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.run(|| 2).await }
        });
        while pool.queue.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(pool.run(|| 3).await, Err(Failure::Busy(_))), "the queue is full");
        tokio::time::advance(wait_budget::LONGEST * 2).await;
        assert!(matches!(second.await.unwrap(), Err(Failure::Busy(_))), "it waited long enough");
        drop(go);
        assert!(first.await.unwrap().unwrap());
        assert_eq!(pool.run(|| 4).await.unwrap(), 4, "and the place is free again");
    }
}
