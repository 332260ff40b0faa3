//! Why a project has its rank: what its judges' strictness did, in words. Single judges stay unnamed, and single scores unsaid.

use crate::prelude::*;
use shared::moves::Move;
use shared::strictness::{FEWEST_JUDGES, FEWEST_REVIEWS, Strictness};
use shared::wire::ResultEntry;

/// A difference of less than this is not worth a sentence.
const SEEN: f64 = 0.005;

/// What the model of a ranking has besides the judges' offsets. How many reviews a project has always counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelParts {
    /// Judges differ in how consistent they are.
    pub noises: bool,
    /// Judges differ in how much of the scale they use.
    pub scales: bool,
    /// Tracks, or parts that share no judge, differ in their level.
    pub levels: bool,
    /// Generous or strict judges saw the better projects, and the ranking takes it into account.
    pub panels: bool,
}

/// The sentences about an entry, in the order of the calculation. `judges` is how many the event has.
pub(super) fn story(entry: &ResultEntry, moved: Move, judges: u32, modelled: ModelParts) -> Vec<String> {
    let mut said = vec![from(entry, moved)];
    match &entry.strictness {
        Some(strictness) => said.extend(own_judges(entry, *strictness, modelled)),
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

/// How strict its judges are together, and what else the correction is made of.
fn own_judges(entry: &ResultEntry, strictness: Strictness, modelled: ModelParts) -> Vec<String> {
    let of = plural(i64::from(entry.reviews), "judge", "judges");
    let are = match strictness {
        Strictness::Stricter => "stricter than average. Correcting for that raises its score",
        Strictness::Average => "about as strict as average",
        Strictness::MoreGenerous => "more generous than average. Correcting for that lowers its score",
    };
    let by = entry.calibrated - entry.raw_mean;
    let seen = by.abs() >= SEEN;
    let does = match strictness {
        Strictness::Average => seen.then_some("changes its score too"),
        _ if !seen => Some("undoes about as much"),
        Strictness::Stricter if by > 0.0 => Some("counts too"),
        Strictness::MoreGenerous if by < 0.0 => Some("counts too"),
        Strictness::Stricter => Some("takes more than that"),
        Strictness::MoreGenerous => Some("adds more than that"),
    };
    let rest = does.map(|does| format!("The rest of the model {does}: {}.", and_list(&causes(modelled))));
    std::iter::once(format!("Its {of} together are {are}.")).chain(rest).collect()
}

/// What changes a score besides the offsets of its judges.
fn causes(modelled: ModelParts) -> Vec<String> {
    let ModelParts { noises, scales, levels, panels } = modelled;
    let all = [
        (true, "how many reviews it has"),
        (noises, "how consistent its judges are"),
        (scales, "how much of the scale its judges use"),
        (levels, "the level of its track or part"),
        (panels, "which judges saw the better projects"),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, cause)| cause.to_owned()).collect()
}

/// Why its judges are not spoken of.
fn unsaid(judges: u32) -> String {
    if usize::try_from(judges).is_ok_and(|judges| judges < FEWEST_JUDGES) {
        format!("With fewer than {FEWEST_JUDGES} judges, more detail would reveal how one of them scores.")
    } else {
        format!("With fewer than {FEWEST_REVIEWS} reviews, more detail would reveal how one judge scores.")
    }
}

fn to(entry: &ResultEntry, moved: Move) -> String {
    let by = entry.calibrated - entry.raw_mean;
    let change = match by {
        by if by <= -0.000_5 => format!("Overall, the correction takes {:.3}", -by),
        by if by >= 0.000_5 => format!("Overall, the correction adds {by:.3}"),
        _ => "Overall, the correction changes nothing".to_owned(),
    };
    let places = plural(moved.places.unsigned_abs(), "place", "places");
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
    use crate::pages::results::sample;

    fn entry() -> ResultEntry {
        let strictness = Some(Strictness::Stricter);
        ResultEntry { raw_rank: 5, calibrated: 0.66, raw_mean: 0.612, strictness, ..sample::entry(3) }
    }

    const NONE: ModelParts = ModelParts { noises: false, scales: false, levels: false, panels: false };
    const SCALES: ModelParts = ModelParts { scales: true, ..NONE };

    #[test]
    fn a_move_is_told_from_the_plain_mean_to_the_rank() {
        let said = story(&entry(), Move { places: -2, sharing: 0 }, 8, SCALES).join(" ");
        assert_eq!(
            said,
            "By its plain mean of 0.612 it would have rank 5. \
             Its 4 judges together are stricter than average. Correcting for that raises its score. \
             The rest of the model counts too: how many reviews it has and how much of the scale its judges use. \
             Overall, the correction adds 0.048: 0.660, rank 3, 2 places up."
        );
    }

    #[test]
    fn what_is_left_is_said_of_all_that_the_model_has() {
        let of = |strictness, calibrated, modelled| {
            let entry = ResultEntry { strictness: Some(strictness), calibrated, ..entry() };
            story(&entry, Move { places: 0, sharing: 0 }, 8, modelled).join(" ")
        };
        let all = ModelParts { noises: true, scales: true, levels: true, panels: true };
        let said = of(Strictness::Stricter, 0.6, all);
        assert!(
            said.contains(
                "The rest of the model takes more than that: how many reviews it has, how consistent its judges are, \
                 how much of the scale its judges use, the level of its track or part and which judges saw the better projects."
            ),
            "{said}"
        );
        assert!(
            of(Strictness::MoreGenerous, 0.63, NONE)
                .contains("adds more than that: how many reviews it has.")
        );
        assert!(of(Strictness::MoreGenerous, 0.61, NONE).contains("undoes about as much: "));
        assert!(of(Strictness::Average, 0.63, NONE).contains("changes its score too: "));
        assert!(!of(Strictness::Average, 0.612, all).contains("The rest"));
    }

    #[test]
    fn a_broken_tie_is_named_as_one() {
        let said = story(&entry(), Move { places: 0, sharing: 2 }, 8, SCALES).join(" ");
        assert!(
            said.starts_with(
                "By its plain mean of 0.612 it would have rank 5, shared with 2 other projects."
            )
        );
        assert!(said.ends_with("rank 3, the tie is broken."), "{said}");
        let stays = ResultEntry { rank: 5, ..entry() };
        assert!(
            story(&stays, Move { places: 0, sharing: 0 }, 8, SCALES)
                .join(" ")
                .ends_with("rank 5, its place stays.")
        );
    }

    #[test]
    fn where_one_judge_could_be_worked_out_only_the_sum_is_told() {
        let few = ResultEntry { reviews: 2, strictness: None, ..entry() };
        let said = story(&few, Move { places: 1, sharing: 0 }, 8, SCALES);
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(
            said[1].starts_with("With fewer than 3 reviews,") && said[2].ends_with("1 place down."),
            "{said:?}"
        );
        assert!(
            story(&few, Move { places: 1, sharing: 0 }, 4, SCALES)[1]
                .starts_with("With fewer than 5 judges,")
        );
    }
}
