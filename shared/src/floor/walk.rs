//! The way of a judge over the floor.

use super::Place;
use crate::ids::AssignmentId;

/// Sorts a judge's tasks as they walk: those with a place in one round over the floor (room, then place), then the others as
/// they were assigned. A plan assigns in the order that it deals (`planner::deal_order`), so [`round`] reads from
/// the numbers of the tasks where the round starts and which way it goes.
pub fn in_walking_order<T>(
    tasks: &mut [T],
    place: impl Fn(&T) -> &Place,
    number: impl Fn(&T) -> AssignmentId,
) {
    tasks.sort_by(|a, b| place(a).floor_order(place(b)).then_with(|| number(a).cmp(&number(b))));
    let placed = tasks.iter().take_while(|task| !place(task).is_none()).count();
    let numbers: Vec<AssignmentId> = tasks[..placed].iter().map(number).collect();
    let Some((start, backward)) = round(&numbers) else { return };
    if backward {
        tasks[..placed].reverse();
        tasks[..placed].rotate_left(placed - 1 - start);
    } else {
        tasks[..placed].rotate_left(start);
    }
}

/// Where the round over these tasks starts, and whether it goes backward; the tasks lie in the order of the floor. It starts at
/// the one that was assigned first, and goes the way on which the second comes before the third. So a task that is assigned
/// later comes in along the way and turns no round that somebody holds in print. None where there is nothing to walk to.
pub fn round<N: Copy + Ord>(numbers: &[N]) -> Option<(usize, bool)> {
    let mut dealt: Vec<usize> = (0..numbers.len()).collect();
    dealt.sort_by_key(|&at| numbers[at]);
    let start = *dealt.first()?;
    let steps = |at: usize| (at + numbers.len() - start) % numbers.len();
    let backward = matches!(dealt[1..], [second, third, ..] if steps(third) < steps(second));
    Some((start, backward))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of tasks in walking order, of tasks in the order of the floor.
    fn walked(numbers: &[i64]) -> Vec<i64> {
        let placed =
            |(at, &number): (usize, &i64)| (AssignmentId(number), Place::new("Hall", format!("A{at}")));
        let mut tasks: Vec<(AssignmentId, Place)> = numbers.iter().enumerate().map(placed).collect();
        in_walking_order(&mut tasks, |(_, place)| place, |(number, _)| *number);
        tasks.into_iter().map(|(number, _)| number.0).collect()
    }

    #[test]
    fn a_round_is_walked_as_it_was_dealt_from_any_start_and_either_way() {
        for start in 0..11 {
            let mut floor: Vec<i64> = (1..=11).collect();
            floor.rotate_right(start);
            assert_eq!(walked(&floor), (1..=11).collect::<Vec<_>>(), "from {start}");
            floor.reverse();
            assert_eq!(walked(&floor), (1..=11).collect::<Vec<_>>(), "backward from {start}");
        }
    }

    #[test]
    fn what_comes_later_turns_no_round() {
        for (before, after) in [
            (vec![3, 4, 5, 1, 2], vec![3, 9, 4, 5, 8, 1, 7, 2]),
            (vec![2, 1, 5, 4, 3], vec![9, 2, 1, 8, 5, 4, 7, 3]),
            (vec![1, 2, 3], vec![1, 7, 6, 2, 9, 3, 8]),
        ] {
            let kept: Vec<i64> =
                walked(&after).into_iter().filter(|number| before.contains(number)).collect();
            assert_eq!(kept, walked(&before));
            assert_eq!(kept, (1..=before.len() as i64).collect::<Vec<_>>());
        }
        // Of two, the first stays first whatever comes.
        assert_eq!(walked(&[2, 1]), [1, 2]);
        assert_eq!(walked(&[2, 3, 1]), [1, 2, 3]);
        assert_eq!(walked(&[3, 2, 1]), [1, 2, 3]);
    }

    #[test]
    fn what_has_no_place_comes_last_as_it_was_assigned() {
        let places = [("", ""), ("Hall", "A10"), ("Hall", "A2"), ("Attic", ""), ("Attic", "9"), ("", "")];
        let numbers = [5, 3, 4, 2, 1, 0];
        let mut tasks: Vec<(i64, Place)> =
            numbers.iter().zip(places).map(|(n, (room, place))| (*n, Place::new(room, place))).collect();
        in_walking_order(&mut tasks, |(_, place)| place, |(number, _)| AssignmentId(*number));
        let order: Vec<i64> = tasks.iter().map(|(number, _)| *number).collect();
        // On the floor: Attic 9 (1), Attic (2), Hall A2 (4), Hall A10 (3): from 1 the second comes before the third.
        assert_eq!(order, [1, 2, 4, 3, 0, 5]);
        assert_eq!(walked(&[]), Vec::<i64>::new());
        assert_eq!(walked(&[7]), [7]);
    }
}
