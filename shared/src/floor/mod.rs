//! The expo floor: rooms and places, their natural order, the way that each judge walks it, and a plan of who is where.

mod natural;
mod plan;
mod ranges;
mod walk;

pub use natural::natural_order;
pub use plan::{FloorGuest, FloorOrder, FloorPlan, FloorSettings, plan};
pub use ranges::{MOST_SPOTS, RangeFault, Spot, read_spots};
pub use walk::{in_walking_order, round};

use crate::text::name_key;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Most characters of a room, and of a place.
pub const LONGEST_PLACE: usize = 20;

/// Whether two rooms are one: they look the same.
pub fn is_same_room(one: &str, other: &str) -> bool {
    one == other || name_key(one) == name_key(other)
}

/// Where a project is shown. One of the two may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The room.
    pub room: String,
    /// The place in it.
    pub place: String,
}

impl Place {
    /// A place in a room.
    pub fn new(room: impl Into<String>, place: impl Into<String>) -> Self {
        Self { room: room.into(), place: place.into() }
    }

    /// Whether this is no place at all.
    pub fn is_none(&self) -> bool {
        self.room.is_empty() && self.place.is_empty()
    }

    /// What two places share that look the same. A room alone is equal to none.
    pub fn key(&self) -> Option<(String, String)> {
        (!self.place.is_empty()).then(|| (name_key(&self.room), name_key(&self.place)))
    }

    /// The order of the floor: by room, then by place, each in natural order without case; what has no place comes last.
    pub fn floor_order(&self, other: &Self) -> Ordering {
        (self.is_none().cmp(&other.is_none()))
            .then_with(|| natural_order(&self.room.to_lowercase(), &other.room.to_lowercase()))
            .then_with(|| self.place.is_empty().cmp(&other.place.is_empty()))
            .then_with(|| natural_order(&self.place, &other.place))
    }
}
