//! Time and tasks of a test that explores schedules. No real time passes in it, so a failure is found again with its schedule.

pub use shuttle::future::{JoinHandle, yield_now};

use shuttle::future::spawn;
use shuttle::rand::{RngCore, thread_rng};
use shuttle::scheduler::RandomScheduler;
use shuttle::{Config, Runner};
use std::cell::Cell;
use std::future::poll_fn;
use std::ops::{Add, Sub};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// Schedules that each test explores, where `SCHEDULES` says nothing else.
const SCHEDULES: usize = 5_000;
/// Bytes of a task's stack. Unoptimised, ours take more than what shuttle gives.
const STACK: usize = 512 * 1024;
/// What passes with each look at the clock: a request that nobody delays looks a few times.
const TICK: Duration = Duration::from_micros(500);
/// Of so many looks at a wait that may end early, one ends it.
const ENDS_EARLY: u32 = 8;

std::thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::from_secs(3_600)) };
    static WAITS_END_EARLY: Cell<bool> = const { Cell::new(false) };
}

/// How waits end in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Each lasts until what it waits for is there. A wait for what never comes is a deadlock, and fails the test.
    LastLongEnough,
    /// Each may end at any moment, as if its time had passed.
    MayEndEarly,
}

/// Runs a test under many schedules. Where one fails, it is printed, for `shuttle::replay`.
///
/// # Panics
/// Where the test does.
pub fn explore<F: Future<Output = ()>>(waits: Waits, test: impl Fn() -> F + Send + Sync + 'static) {
    let wanted = std::env::var("SCHEDULES").ok().and_then(|said| said.parse().ok());
    let mut config = Config::new();
    config.stack_size = STACK;
    // It says that orderings weaker than the strongest are not told apart.
    config.silence_warnings = true;
    let runner = Runner::new(RandomScheduler::new(wanted.unwrap_or(SCHEDULES)), config);
    runner.run(move || {
        WAITS_END_EARLY.set(waits == Waits::MayEndEarly);
        shuttle::future::block_on(test());
    });
}

/// One of so many, as the schedule chooses.
pub fn one_of(many: u32) -> bool {
    thread_rng().next_u32().is_multiple_of(many)
}

/// Drops each of these tasks at some moment, or lets it end, as the schedule says. Returns what those came to that ended.
pub async fn some_dropped<T>(tasks: Vec<JoinHandle<T>>) -> Vec<T> {
    for task in &tasks {
        yield_now().await;
        if one_of(2) {
            task.abort();
        }
    }
    ended(tasks).await
}

/// Waits for these tasks. Returns what those came to that nobody dropped.
pub async fn ended<T>(tasks: Vec<JoinHandle<T>>) -> Vec<T> {
    let mut ended = Vec::new();
    for task in tasks {
        ended.extend(task.await.ok());
    }
    ended
}

/// Does a job as a task of its own.
pub fn spawn_blocking<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    spawn(async move { job() })
}

/// A moment. A little time passes each time that somebody looks at the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        let now = NOW.get() + TICK;
        NOW.set(now);
        Self(now)
    }

    /// The time since then.
    pub fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// The time since another moment, none where that one is later.
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, longer: Duration) -> Self {
        Self(self.0 + longer)
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, shorter: Duration) -> Self {
        Self(self.0.saturating_sub(shorter))
    }
}

/// A wait that ended before what it waited for.
#[derive(Clone, Copy, Debug)]
pub struct Elapsed;

/// Waits for work for as long as the schedule says.
/// Errors: where that was too short.
pub async fn timeout<F: Future>(_: Duration, work: F) -> Result<F::Output, Elapsed> {
    wait(work).await
}

/// The same.
/// Errors: as [`timeout`].
pub async fn timeout_at<F: Future>(_: Instant, work: F) -> Result<F::Output, Elapsed> {
    wait(work).await
}

async fn wait<F: Future>(work: F) -> Result<F::Output, Elapsed> {
    let mut work = pin!(work);
    poll_fn(|cx| match work.as_mut().poll(cx) {
        Poll::Ready(done) => Poll::Ready(Ok(done)),
        // What it waits for wakes it, and nothing else does.
        Poll::Pending if !WAITS_END_EARLY.get() => Poll::Pending,
        Poll::Pending if one_of(ENDS_EARLY) => Poll::Ready(Err(Elapsed)),
        Poll::Pending => {
            cx.waker().wake_by_ref();
            Poll::Pending
        }
    })
    .await
}
