//! The calibration model: against lme4, against simulated truth, at its edges, and bit for bit.

mod determinism;
mod edges;
mod flags;
mod golden;
mod support;
mod world;
mod worlds;
