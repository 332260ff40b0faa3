//! The way of a judge over the floor.

use super::Place;
use crate::ids::PersonId;

/// 2^64 divided by the golden ratio: multiples of it, taken modulo 2^64, lie as evenly as possible. Judges whose ids follow
/// each other so start far from each other.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Sorts a judge's tasks by the floor (room, then place), and lets the judge start at a point of their own: judges who have
/// the same projects do not all begin at the same table. The point depends on the judge and the number of placed tasks
/// alone. Tasks without a place keep their order at the end.
pub fn in_walking_order<T>(tasks: &mut [T], judge: PersonId, place: impl Fn(&T) -> &Place) {
    // Stable, so that tasks in one place keep their order.
    tasks.sort_by(|a, b| place(a).floor_order(place(b)));
    let placed = tasks.iter().take_while(|task| !place(task).is_none()).count();
    tasks[..placed].rotate_left(start(judge, placed));
}

/// At which of so many stops a judge starts.
fn start(judge: PersonId, stops: usize) -> usize {
    let point = judge.0.cast_unsigned().wrapping_mul(GOLDEN);
    usize::try_from((u128::from(point) * stops as u128) >> 64).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn walked(places: &[(&str, &str)], judge: i64) -> Vec<usize> {
        let mut tasks: Vec<_> = places.iter().map(|(r, p)| Place::new(*r, *p)).enumerate().collect();
        in_walking_order(&mut tasks, PersonId(judge), |(_, place)| place);
        tasks.into_iter().map(|(at, _)| at).collect()
    }

    #[test]
    fn the_list_goes_round_the_floor_and_ends_with_what_has_no_place() {
        let places = [("", ""), ("Hall", "A10"), ("Hall", "A2"), ("Attic", ""), ("Attic", "9"), ("", "")];
        let round = [4, 3, 2, 1];
        let starts: BTreeSet<usize> = (1..50)
            .map(|judge| {
                let way = walked(&places, judge);
                let at = round.iter().position(|task| *task == way[0]).unwrap();
                let expected: Vec<_> = round.iter().cycle().skip(at).take(4).copied().chain([0, 5]).collect();
                assert_eq!(way, expected, "judge {judge}");
                at
            })
            .collect();
        assert_eq!(starts.len(), 4, "some judge starts at each place");
    }

    #[test]
    fn judges_in_a_row_start_far_apart() {
        for judges in [2, 5, 12, 40] {
            for first in [1, 17, 1000] {
                let starts: BTreeSet<usize> =
                    (first..first + judges).map(|j| start(PersonId(j), 40)).collect();
                let mut starts: Vec<_> = starts.into_iter().collect();
                starts.push(starts[0] + 40);
                let widest = starts.windows(2).map(|two| two[1] - two[0]).max().unwrap();
                let even = 40 / usize::try_from(judges).unwrap();
                assert!(widest <= 3 * even.max(1), "{judges} judges from {first}: a gap of {widest}");
            }
        }
    }

    #[test]
    fn nothing_to_judge_is_no_way() {
        assert_eq!(walked(&[], 7), Vec::<usize>::new());
        assert_eq!(walked(&[("", "")], 7), [0]);
    }
}
