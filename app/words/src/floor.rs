//! What is wrong with places, in sentences that say what to do.

use super::amounts::joined;
use shared::floor::{Place, RangeFault};
use shared::refusal::FloorFault;

pub(super) fn sentence(fault: &FloorFault) -> String {
    match fault {
        FloorFault::Taken { place, title } => {
            format!("“{title}” is at {}. Choose another place, or let the two change places.", spot(place))
        }
        FloorFault::Kept { place, title, other } => {
            format!(
                "“{title}” stays at {}, since its row is left out. Leave out “{other}”, too, or take both.",
                spot(place)
            )
        }
        FloorFault::Withdrawn { title } => {
            format!("“{title}” is withdrawn by now. Make the plan again.")
        }
        FloorFault::Gap { most } => format!("Enter a whole number from 0 to {most}."),
        FloorFault::NoPlaces => "Enter the places of the hall.".to_owned(),
        FloorFault::Range(fault) => range(fault),
    }
}

fn spot(place: &Place) -> String {
    joined(&[&place.room, &place.place], ", ")
}

fn range(fault: &RangeFault) -> String {
    match fault {
        RangeFault::Long { line, longest } => {
            format!(
                "Line {line}: a room or place has more than {longest} characters or a hidden one. Shorten it."
            )
        }
        RangeFault::Backwards { line, range } => {
            format!("Line {line}: “{range}” is no range. Write it upwards, such as A1-A40.")
        }
        RangeFault::Twice { line, place } => format!("Line {line}: {place} comes twice. Remove one."),
        RangeFault::Many { most } => format!("These are more than {most} places. Remove some."),
        RangeFault::Unknown { place } => {
            format!("{place} is not among the places above. Add it there or remove it here.")
        }
    }
}
