//! The calibration model: against simulated truth, at its edges, and bit for bit.

#![expect(clippy::unwrap_used, reason = "what fails here fails its test")]
#![expect(clippy::print_stdout, reason = "measured gains and coverages are worth reading")]

mod by_need;
mod determinism;
mod document;
mod edges;
mod flags;
mod need;
mod support;
mod world;
mod worlds;
