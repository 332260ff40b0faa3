//! The crate's tests: values that others published, what is refused, and histories judged twice.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod formats;
mod histories;
mod play;
mod tiles;
mod vectors;
