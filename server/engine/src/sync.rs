//! What the parts that requests share are built from: std's and tokio's, and with the feature `shuttle` those of a test that chooses in
//! which order tasks run and when a wait ends (`schedule_tests`). The code is the same for both.

#[cfg(all(feature = "shuttle", not(debug_assertions)))]
compile_error!("the feature `shuttle` is for tests: nothing that serves people is built with it");

/// Channels and places know no runtime: whoever polls them runs them. tokio tests their insides by itself.
pub use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, mpsc, oneshot};

#[cfg(not(feature = "shuttle"))]
pub use std::sync::{
    Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU64, AtomicUsize},
};
#[cfg(not(feature = "shuttle"))]
pub use tokio::{
    spawn,
    task::spawn_blocking,
    time::{Instant, timeout, timeout_at},
};

#[cfg(feature = "shuttle")]
pub mod simulation;
#[cfg(feature = "shuttle")]
pub use shuttle::{
    future::spawn,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, AtomicUsize},
    },
};
#[cfg(feature = "shuttle")]
pub use simulation::{Instant, spawn_blocking, timeout, timeout_at};
