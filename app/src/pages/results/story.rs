//! Why a project has its rank: what its judges' strictness did, in words. Single judges stay unnamed, and single scores unsaid.

use crate::components::words::{and_list, plural};
use shared::moves::Move;
use shared::strictness::{FEWEST_JUDGES, FEWEST_REVIEWS, Strictness};
use shared::wire::ResultEntry;

/// A difference of less than this is not seen in two decimals.
const SEEN: f64 = 0.005;

/// The sentences about an entry, in the order of the calculation. `judges` is how many the event has.
pub(super) fn story(entry: &ResultEntry, moved: Move, judges: u32) -> Vec<String> {
    let mut said = vec![from(entry, moved)];
    match &entry.strictness {
        Some(strictness) => said.extend(own_judges(entry, *strictness)),
        None => said.push(unsaid(judges)),
    }
    said.push(to(entry, moved));
    said
}

fn from(entry: &ResultEntry, moved: Move) -> String {
    let shared = match moved.sharing {
        0 => String::new(),
        n => format!(", shared with {}", plural(n, "other project", "other projects")),
    };
    format!("By its plain mean of {:.3} it would have rank {}{shared}.", entry.raw_mean, entry.raw_rank)
}

/// Its judges by kind, and what taking their offsets out does.
fn own_judges(entry: &ResultEntry, strictness: Strictness) -> Vec<String> {
    let Strictness { strict, ordinary, generous, offset } = strictness;
    let kinds = [(strict, "strict"), (ordinary, "near the average"), (generous, "generous")];
    let kinds: Vec<String> =
        kinds.into_iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{n} {kind}")).collect();
    let of = plural(i64::from(entry.reviews), "judge", "judges");
    let counted = format!("Its {of}: {}.", and_list(&kinds));
    let without = |by: f64, word: &str| {
        let left = entry.raw_mean - offset;
        format!("Together they score {by:.2} {word} than average judges. Without that it has {left:.2}.")
    };
    let without = match offset {
        low if low <= -SEEN => without(-low, "lower"),
        high if high >= SEEN => without(high, "higher"),
        _ => "Together they score like average judges.".to_owned(),
    };
    let rest = entry.calibrated - (entry.raw_mean - offset);
    let rest = (rest.abs() >= 2.0 * SEEN).then(|| {
        let way = if rest < 0.0 { "take" } else { "add" };
        format!("How many reviews it has and how consistent its judges are {way} {:.2}.", rest.abs())
    });
    [counted, without].into_iter().chain(rest).collect()
}

/// Why its judges are not spoken of.
fn unsaid(judges: u32) -> String {
    if usize::try_from(judges).is_ok_and(|judges| judges < FEWEST_JUDGES) {
        format!("With fewer than {FEWEST_JUDGES} judges, more detail would show how one of them scores.")
    } else {
        format!("With fewer than {FEWEST_REVIEWS} reviews, more detail would show how one judge scores.")
    }
}

fn to(entry: &ResultEntry, moved: Move) -> String {
    let by = entry.calibrated - entry.raw_mean;
    let change = match by {
        by if by <= -0.000_5 => format!("In all, the correction takes {:.3}", -by),
        by if by >= 0.000_5 => format!("In all, the correction adds {by:.3}"),
        _ => "In all, the correction changes nothing".to_owned(),
    };
    let places = plural(i64::try_from(moved.places.unsigned_abs()).unwrap_or(i64::MAX), "place", "places");
    let moved = match moved.places {
        0 if moved.sharing > 0 && entry.rank != entry.raw_rank => "the tie is broken".to_owned(),
        0 => "its place stays".to_owned(),
        up if up < 0 => format!("{places} up"),
        _ => format!("{places} down"),
    };
    format!("{change}: {:.3}, rank {}, {moved}.", entry.calibrated, entry.rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::ids::ProjectId;

    fn entry() -> ResultEntry {
        ResultEntry {
            rank: 3,
            raw_rank: 5,
            project: ProjectId(1),
            title: String::new(),
            team: String::new(),
            calibrated: 0.66,
            se: 0.1,
            raw_mean: 0.612,
            reviews: 4,
            rank_interval: [2, 7],
            chances: vec![],
            better_than_next: None,
            strictness: Some(Strictness { strict: 2, ordinary: 1, generous: 1, offset: -0.06 }),
        }
    }

    #[test]
    fn a_move_is_told_from_the_plain_mean_to_the_rank() {
        let said = story(&entry(), Move { places: -2, sharing: 0 }, 8).join(" ");
        assert_eq!(
            said,
            "By its plain mean of 0.612 it would have rank 5. Its 4 judges: 2 strict, 1 near the average and 1 generous. \
             Together they score 0.06 lower than average judges. Without that it has 0.67. \
             How many reviews it has and how consistent its judges are take 0.01. \
             In all, the correction adds 0.048: 0.660, rank 3, 2 places up."
        );
    }

    #[test]
    fn a_broken_tie_is_named_as_one() {
        let said = story(&entry(), Move { places: 0, sharing: 2 }, 8).join(" ");
        assert!(
            said.starts_with(
                "By its plain mean of 0.612 it would have rank 5, shared with 2 other projects."
            )
        );
        assert!(said.ends_with("rank 3, the tie is broken."), "{said}");
        let stays = ResultEntry { rank: 5, ..entry() };
        assert!(
            story(&stays, Move { places: 0, sharing: 0 }, 8).join(" ").ends_with("rank 5, its place stays.")
        );
    }

    #[test]
    fn where_one_judge_could_be_worked_out_only_the_sum_is_told() {
        let few = ResultEntry { reviews: 2, strictness: None, ..entry() };
        let said = story(&few, Move { places: 1, sharing: 0 }, 8);
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(
            said[1].starts_with("With fewer than 3 reviews,") && said[2].ends_with("1 place down."),
            "{said:?}"
        );
        assert!(story(&few, Move { places: 1, sharing: 0 }, 4)[1].starts_with("With fewer than 5 judges,"));
    }
}
