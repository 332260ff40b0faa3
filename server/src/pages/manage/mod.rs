//! The organizer's pages.

pub mod calibration;
pub mod exports;
pub mod overview;
pub mod projects;
pub mod publish;
pub mod voting;
