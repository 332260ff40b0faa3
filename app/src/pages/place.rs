//! Where a project is, in words.

use shared::floor::Place;

/// `Hall, A12`, or nothing.
pub fn place_words(place: &Place) -> String {
    words::joined(&[&place.room, &place.place], ", ")
}
