//! The numbers that a result rests on: the calibration of judges, and the plan of who judges what.
//!
//! Everything is plain arithmetic in a fixed order, so the same input gives the same bits natively and in WASM. A crate of its
//! own, because it is compiled with optimisation where the rest of `shared` is not.
#![warn(missing_docs)]

pub mod calibration;
pub mod digest;
pub mod joining_reviews;
pub mod made_up_event;
pub mod need;
pub mod order_slope;
pub mod planner;
