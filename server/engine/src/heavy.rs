//! Work that takes a core for milliseconds or more, kept off the threads that serve everybody. There is one pool for all of it: a
//! budget for each feature alone would still be too much for the machine together.
//!
//! As many jobs run at once as there are cores. Of those that wait, the ones of the first [`Class`] go first. Long jobs never take the
//! last place, so that answers and passwords wait for milliseconds only. Each class has a bounded queue, and what finds no place in time
//! is answered 503.

use super::sync::{Mutex, MutexGuard, oneshot, spawn_blocking, timeout};
use super::wait_budget;
use crate::prelude::*;
use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, PoisonError};

/// Fewer bytes than this are worked on where they are. Handing a job over and back takes about 20 µs on an idle machine; writing or
/// digesting 64 KiB takes about 0.1 ms.
pub const WORTHWHILE: usize = 64 * 1024;

/// Whose job it is. The first are served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A part of an answer: writing large lists as JSON, packing pages, rendering long texts, reading runs, a picture.
    Answer,
    /// A password's hash.
    Password,
    /// A computation over an event, for somebody who works on it: a run, a plan, an import.
    Event,
    /// A computation that any visitor may ask for.
    Visitor,
}

const CLASSES: [Class; 4] = [Class::Answer, Class::Password, Class::Event, Class::Visitor];

impl Class {
    /// Whether its jobs take seconds.
    fn is_long(self) -> bool {
        matches!(self, Self::Event | Self::Visitor)
    }

    /// Jobs that may wait.
    fn queue(self) -> usize {
        match self {
            Self::Answer => 256,
            Self::Password => 512,
            Self::Event => 32,
            Self::Visitor => 8,
        }
    }

    /// How long a job may wait; none for what is taken from the request's own budget.
    fn longest_wait(self) -> Option<Duration> {
        match self {
            Self::Answer | Self::Password => None,
            Self::Event => Some(Duration::from_mins(1)),
            Self::Visitor => Some(Duration::from_secs(10)),
        }
    }
}

#[derive(Debug)]
struct Pool(Mutex<Places>);

#[derive(Debug)]
struct Places {
    free: usize,
    /// Of these, how many long jobs may take.
    free_for_long: usize,
    waiting: [VecDeque<oneshot::Sender<HeavyPlace>>; 4],
}

/// A place for one job, which is given back when this is dropped.
#[derive(Debug)]
pub struct HeavyPlace {
    pool: Arc<Pool>,
    class: Class,
}

static POOL: LazyLock<Arc<Pool>> = LazyLock::new(|| {
    // With a single core, a long job and a short one share it.
    let cores = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    Pool::new(cores, cores / 2)
});

/// Does a part of an answer on a thread that may work for long.
/// Errors: busy where too many jobs wait; broken, where the job panics.
pub async fn run<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
    POOL.run(Class::Answer, job).await
}

/// Does a job of another class.
/// Errors: as [`run`].
pub async fn run_as<T: Send + 'static>(class: Class, job: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
    POOL.run(class, job).await
}

/// Does a job on so many bytes where that is quicker: here, or as [`run`] does.
/// Errors: as [`run`].
pub async fn run_sized<T: Send + 'static>(
    bytes: usize,
    job: impl FnOnce() -> T + Send + 'static,
) -> Outcome<T> {
    if bytes < WORTHWHILE { Ok(job()) } else { run(job).await }
}

/// A place for a job that has a thread of its own.
/// Errors: busy where too many jobs wait.
pub async fn place(class: Class) -> Outcome<HeavyPlace> {
    POOL.place(class).await
}

impl Pool {
    fn new(places: usize, for_long: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Places {
            free: places,
            free_for_long: for_long,
            waiting: std::array::from_fn(|_| VecDeque::new()),
        })))
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        class: Class,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Outcome<T> {
        let place = self.place(class).await?;
        // The job owns its place: a request that ends before it must not make room for another job.
        let done = spawn_blocking(move || {
            let _place = place;
            job()
        });
        done.await.map_err(Failure::broken)
    }

    async fn place(self: &Arc<Self>, class: Class) -> Outcome<HeavyPlace> {
        let (turn, turned) = oneshot::channel();
        {
            let mut places = self.places();
            let queue = &mut places.waiting[class as usize];
            queue.retain(|turn| !turn.is_closed());
            if queue.len() >= class.queue() {
                return Err(busy());
            }
            queue.push_back(turn);
        }
        self.hand_out();
        let place = match class.longest_wait() {
            Some(longest) => timeout(longest, turned).await.ok(),
            None => wait_budget::wait(turned).await,
        };
        place.ok_or_else(busy)?.map_err(Failure::broken)
    }

    /// Gives free places to those who wait.
    fn hand_out(self: &Arc<Self>) {
        loop {
            let next = self.places().next();
            let Some((turn, class)) = next else { return };
            // Sent in vain where somebody no longer waits: the place is dropped, and so given back.
            drop(turn.send(HeavyPlace { pool: Arc::clone(self), class }));
        }
    }
}

impl Places {
    /// Takes a place for the first of those who wait and may have one.
    fn next(&mut self) -> Option<(oneshot::Sender<HeavyPlace>, Class)> {
        if self.free == 0 {
            return None;
        }
        for class in CLASSES {
            if class.is_long() && self.free_for_long == 0 {
                continue;
            }
            if let Some(turn) = self.waiting[class as usize].pop_front() {
                self.free -= 1;
                self.free_for_long -= usize::from(class.is_long());
                return Some((turn, class));
            }
        }
        None
    }
}

impl Drop for HeavyPlace {
    fn drop(&mut self) {
        {
            let mut places = self.pool.places();
            places.free += 1;
            places.free_for_long += usize::from(self.class.is_long());
        }
        self.pool.hand_out();
    }
}

fn busy() -> Failure {
    Failure::Busy("too much work for the processor waits".into())
}

#[cfg(all(test, feature = "shuttle"))]
mod schedule_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use std::pin::pin;

    #[tokio::test]
    async fn the_first_class_goes_first_and_long_jobs_leave_a_place() {
        let pool = Pool::new(2, 1);
        let long = pool.place(Class::Event).await.unwrap();
        let mut another = pin!(pool.place(Class::Event));
        assert!(another.as_mut().now_or_never().is_none(), "long jobs have one place");
        let short = pool.place(Class::Password).await.unwrap();
        let (mut visitor, mut password, mut answer) = (
            pin!(pool.place(Class::Visitor)),
            pin!(pool.place(Class::Password)),
            pin!(pool.place(Class::Answer)),
        );
        for waiting in [visitor.as_mut().now_or_never(), password.as_mut().now_or_never()] {
            assert!(waiting.is_none(), "both places are taken");
        }
        assert!(answer.as_mut().now_or_never().is_none());
        drop(short);
        assert!(password.as_mut().now_or_never().is_none(), "an answer goes before a password");
        let answer = answer.now_or_never().unwrap().unwrap();
        drop(long);
        assert!(another.as_mut().now_or_never().is_none(), "a password goes before an event");
        let password = password.now_or_never().unwrap().unwrap();
        drop((answer, password));
        let another = another.now_or_never().unwrap().unwrap();
        assert!(visitor.as_mut().now_or_never().is_none(), "an event goes before visitors");
        drop(another);
        assert!(visitor.now_or_never().unwrap().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_queue_is_bounded_a_wait_ends_and_who_is_gone_takes_no_place() {
        let pool = Pool::new(1, 1);
        let taken = pool.place(Class::Visitor).await.unwrap();
        let mut waiting: Vec<_> =
            (0..Class::Visitor.queue()).map(|_| Box::pin(pool.place(Class::Visitor))).collect();
        for one in &mut waiting {
            assert!(one.as_mut().now_or_never().is_none());
        }
        assert!(matches!(pool.place(Class::Visitor).await, Err(Failure::Busy(_))), "the queue is full");
        let last = waiting.pop().unwrap();
        drop(waiting);
        assert!(matches!(last.await, Err(Failure::Busy(_))), "it waited long enough");
        assert!(matches!(pool.place(Class::Answer).await, Err(Failure::Busy(_))));
        drop(taken);
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let pool_of_job = Arc::clone(&pool);
        let job =
            tokio::spawn(async move { pool_of_job.run(Class::Answer, move || wait.recv().is_err()).await });
        while pool.places().free > 0 {
            tokio::task::yield_now().await;
        }
        job.abort();
        assert!(job.await.is_err_and(|gone| gone.is_cancelled()));
        assert_eq!(pool.places().free, 0, "the job goes on, and keeps its place");
        drop(go);
        assert!(pool.place(Class::Event).await.is_ok(), "until it is done");
    }
}
