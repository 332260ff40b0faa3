//! What is wrong with places on the floor.

use crate::floor::{Place, RangeFault};

/// What is wrong with places on the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FloorFault {
    /// Another project has the place.
    Taken { place: Place, title: String },
    /// A list gives the place of one project to another, and only the row of the first is left out.
    Kept { place: Place, title: String, other: String },
    /// A project of the plan was withdrawn since.
    Withdrawn { title: String },
    /// The gap is no number in its range.
    Gap { most: usize },
    /// No place was typed.
    NoPlaces,
    /// The places typed cannot be read.
    Range(RangeFault),
}
