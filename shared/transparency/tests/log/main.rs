//! The crate's tests: values that others published, what is refused, and histories judged twice.

mod formats;
mod histories;
mod play;
mod tiles;
mod vectors;
