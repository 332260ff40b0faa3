//! The threads that hash passwords, and the queue before them.
//!
//! A hash takes 19 MiB and some 20 ms of a core. A fixed number of threads computes all of them, each in memory that it
//! keeps. So neither memory nor cores can be taken by clients that ask for many, whether they wait for the answer or
//! hang up: a place is given back when the thread is done, not when the request is.

use super::fields::LONGEST_PASSWORD;
use super::passwords::{self, Memory};
use crate::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use store::heavy::{self, Class};
use store::wait_budget;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The most threads, however many cores there are.
const MOST_THREADS: usize = 4;
/// Requests that may wait for a thread.
const QUEUE: usize = 512;

type Job = Box<dyn FnOnce(&mut Memory) + Send>;

/// The threads that hash passwords. They end with the last copy of this.
#[derive(Clone, Debug)]
pub struct Hasher {
    idle: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    jobs: Sender<Job>,
}

impl Hasher {
    /// One thread for each core, at most four.
    /// Errors: broken, where no thread can be started.
    pub fn for_this_machine() -> Outcome<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new(cores.min(MOST_THREADS))
    }

    /// This many threads.
    /// Errors: broken, where no thread can be started.
    pub fn new(threads: usize) -> Outcome<Self> {
        let (sender, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..threads {
            let receiver = Arc::clone(&receiver);
            let thread = std::thread::Builder::new().name("password".into());
            thread.spawn(move || work(&receiver)).map_err(Failure::broken)?;
        }
        let (idle, queue) = (Arc::new(Semaphore::new(threads)), Arc::new(Semaphore::new(QUEUE)));
        Ok(Self { idle, queue, jobs: sender })
    }

    /// Waits for a thread and reserves it.
    /// Errors: busy, where too many wait already, or none is free within what the request may wait.
    pub async fn reserve(&self) -> Outcome<ReservedThread> {
        let busy = || Failure::Busy("too many passwords are being checked".into());
        let _queued = self.queue.try_acquire().map_err(|_| busy())?;
        let thread = wait_budget::wait(Arc::clone(&self.idle).acquire_owned()).await;
        let thread = thread.ok_or_else(busy)?.map_err(Failure::broken)?;
        let place = Arc::new((thread, heavy::place(Class::Password).await?));
        Ok(ReservedThread { place, jobs: self.jobs.clone() })
    }

    /// A hash of a password, in PHC form.
    /// Errors: busy, as for [`Self::reserve`]; broken, where the machine has no randomness.
    pub async fn hash(&self, password: &str) -> Outcome<String> {
        let password = password.to_owned();
        self.reserve().await?.run(move |memory| passwords::hash_in(memory, &password)).await?
    }
}

/// A thread that is reserved for one hash, with its place among all that the processor works on.
#[derive(Debug)]
pub struct ReservedThread {
    place: Arc<(OwnedSemaphorePermit, heavy::HeavyPlace)>,
    jobs: Sender<Job>,
}

impl ReservedThread {
    /// Whether a password fits the stored hash; false, after the same work, where nothing is stored.
    /// Errors: broken, where the thread is lost.
    pub async fn fits(&self, password: &str, stored: Option<String>) -> Outcome<bool> {
        // A longer one fits nothing, and would be held here once more.
        let password: String = password.chars().take(LONGEST_PASSWORD + 1).collect();
        self.run(move |memory| passwords::fits_in(memory, &password, stored.as_deref())).await
    }

    async fn run<T: Send + 'static>(
        &self,
        compute: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Outcome<T> {
        let place = Arc::clone(&self.place);
        let (reply, answer) = oneshot::channel();
        let job = Box::new(move |memory: &mut Memory| {
            let computed = compute(memory);
            // The job owns its place: a request that ends before the hash must not make room for another one.
            drop(place);
            drop(reply.send(computed));
        });
        self.jobs.send(job).map_err(Failure::broken)?;
        answer.await.map_err(Failure::broken)
    }
}

/// What each thread does: one job after the other, until nobody can send any more.
fn work(jobs: &Mutex<Receiver<Job>>) {
    // Pages come first: without this a hall that signs in together makes everybody else wait. On Linux this is the
    // priority of the thread; elsewhere it would be that of the process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "password hashes run at the usual priority");
    }
    let mut memory = Memory::default();
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        if catch_unwind(AssertUnwindSafe(|| job(&mut memory))).is_err() {
            tracing::error!("a password hash panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    /// All hashers share the process's processors, and where time is paused, a wait for one of them passes at once: one test at a time.
    static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

    #[tokio::test]
    async fn a_request_that_ends_leaves_its_thread_taken_until_the_work_is_done() {
        let _turn = TURN.lock().await;
        let hasher = Hasher::new(1).unwrap();
        let (go_on, wait) = sync_channel::<()>(0);
        let reserved = hasher.reserve().await.unwrap();
        let request = tokio::spawn(async move { reserved.run(move |_| wait.recv().unwrap()).await });
        tokio::task::yield_now().await;
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        assert_eq!(hasher.idle.available_permits(), 0);
        go_on.send(()).unwrap();
        assert!(hasher.reserve().await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_than_five_seconds_and_the_queue_has_an_end() {
        let _turn = TURN.lock().await;
        let hasher = Hasher::new(1).unwrap();
        let _busy = hasher.reserve().await.unwrap();
        let begun = tokio::time::Instant::now();
        let refused = hasher.reserve().await;
        assert!(matches!(refused, Err(Failure::Busy(_))));
        assert_eq!(begun.elapsed(), wait_budget::LONGEST);
        let full = Arc::clone(&hasher.queue).try_acquire_many_owned(u32::try_from(QUEUE).unwrap()).unwrap();
        assert!(matches!(hasher.reserve().await, Err(Failure::Busy(_))));
        assert_eq!(begun.elapsed(), wait_budget::LONGEST, "at once");
        drop(full);
    }

    #[tokio::test]
    async fn a_job_that_panics_costs_no_thread() {
        let _turn = TURN.lock().await;
        let hasher = Hasher::new(1).unwrap();
        let panics = |_: &mut Memory| -> () { std::panic::resume_unwind(Box::new("no")) };
        let lost = hasher.reserve().await.unwrap().run(panics).await;
        assert!(matches!(lost, Err(Failure::Broken(_))));
        let stored = hasher.hash("correct horse").await.unwrap();
        assert!(hasher.reserve().await.unwrap().fits("correct horse", Some(stored)).await.unwrap());
    }
}
