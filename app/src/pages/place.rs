//! Where a project is, in words.

use shared::floor::Place;

/// `Hall, A12`, or nothing.
pub fn place_words(place: &Place) -> String {
    let parts = [place.room.as_str(), place.place.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
