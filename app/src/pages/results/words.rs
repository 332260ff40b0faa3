//! The three sentences above a ranking.

use crate::components::words::plural;
use shared::wire::{ResultEntry, Results};

/// Who judged what.
pub(super) fn made_from(results: &Results) -> String {
    let reviews: i64 = results.projects.iter().map(|p| i64::from(p.reviews)).sum();
    let projects = i64::try_from(results.projects.len()).unwrap_or(i64::MAX);
    format!(
        "{} gave {} to {}.",
        plural(results.judges.into(), "judge", "judges"),
        plural(reviews, "review", "reviews"),
        plural(projects, "project", "projects"),
    )
}

/// How many places count as a move.
const MOVE: u32 = 3;

/// What calibration changed at the top, against the plain means.
pub(super) fn changed(results: &Results) -> String {
    if results.method.starts_with("raw-mean/") {
        return "There are too few reviews to calibrate, so the places follow the plain means.".to_owned();
    }
    let top: Vec<&ResultEntry> = results.projects.iter().filter(|p| p.rank <= 10).collect();
    let moved = top.iter().filter(|p| p.rank.abs_diff(p.raw_rank) >= MOVE).count();
    let any = top.iter().any(|p| p.rank != p.raw_rank);
    let among = if results.projects.len() <= 10 { "the" } else { "the first" };
    let among = format!("{among} {}", top.len());
    match moved {
        0 if !any => format!("Calibration changed no place among {among}: the plain means say the same."),
        0 => format!("Against the plain means, calibration moved none of {among} by {MOVE} places or more."),
        n => format!("Against the plain means, calibration moved {n} of {among} by {MOVE} places or more."),
    }
}

/// How sure the first place is.
pub(super) fn how_sure(results: &Results) -> String {
    let reach: Vec<&ResultEntry> = results.projects.iter().filter(|p| p.rank_interval[0] == 1).collect();
    match reach.as_slice() {
        [] | [_] if results.projects.len() < 2 => "There is nothing to compare it with.".to_owned(),
        [] | [_] => "The first place is clear: no other project’s 90 % range reaches it.".to_owned(),
        [..] if reach.len() == results.projects.len() => {
            "Every project’s 90 % range reaches first place, so the order says little.".to_owned()
        }
        [..] => {
            format!("The first place is not certain: the 90 % ranges of {} projects reach it.", reach.len())
        }
    }
}

/// `Ranks 2 to 5 are too close to call.`
pub(super) fn close(group: &[ResultEntry]) -> String {
    match group {
        [first, .., last] if first.rank < last.rank => {
            format!("Ranks {} to {} are too close to call.", first.rank, last.rank)
        }
        [first, ..] => format!("These {} share rank {}.", group.len(), first.rank),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::ids::ProjectId;

    fn results(places: &[(u32, u32, [u32; 2])]) -> Results {
        let entry = |&(rank, raw_rank, rank_interval): &(u32, u32, [u32; 2])| ResultEntry {
            rank,
            raw_rank,
            project: ProjectId(i64::from(rank)),
            title: String::new(),
            team: String::new(),
            calibrated: 0.5,
            se: 0.1,
            raw_mean: 0.5,
            reviews: 4,
            rank_interval,
        };
        Results {
            event: "demo".into(),
            published_at: None,
            run: 1,
            input_digest: String::new(),
            method: "crossed-eb/v1".into(),
            reason: None,
            supersedes: None,
            judges: 8,
            duplicates: 0,
            unreviewed: 0,
            projects: places.iter().map(entry).collect(),
        }
    }

    #[test]
    fn the_sentences_count_judges_reviews_and_projects() {
        assert_eq!(
            made_from(&results(&[(1, 1, [1, 1]), (2, 2, [2, 2])])),
            "8 judges gave 8 reviews to 2 projects."
        );
    }

    #[test]
    fn what_calibration_changed_counts_moves_of_three_places_in_the_first_ten() {
        let same: Vec<_> = (1..=12).map(|r| (r, r, [r, r])).collect();
        assert_eq!(
            changed(&results(&same)),
            "Calibration changed no place among the first 10: the plain means say the same."
        );
        let mut moved = same.clone();
        (moved[0].1, moved[3].1, moved[11].1) = (4, 1, 1);
        assert_eq!(
            changed(&results(&moved)),
            "Against the plain means, calibration moved 2 of the first 10 by 3 places or more."
        );
        assert!(changed(&results(&[(1, 2, [1, 2]), (2, 1, [1, 2])])).contains("none of the 2 by"));
    }

    #[test]
    fn the_first_place_is_as_sure_as_the_ranges_say() {
        assert!(how_sure(&results(&[(1, 1, [1, 1]), (2, 2, [2, 3]), (3, 3, [2, 3])])).contains("is clear"));
        let open = results(&[(1, 1, [1, 2]), (2, 2, [1, 3]), (3, 3, [2, 3])]);
        assert!(how_sure(&open).contains("of 2 projects reach it"));
        assert!(how_sure(&results(&[(1, 1, [1, 2]), (2, 2, [1, 2])])).contains("says little"));
        assert!(how_sure(&results(&[(1, 1, [1, 1])])).contains("nothing to compare"));
    }

    #[test]
    fn a_bracket_says_which_ranks_it_holds() {
        let all = results(&[(2, 2, [1, 3]), (3, 3, [2, 4])]).projects;
        assert_eq!(close(&all), "Ranks 2 to 3 are too close to call.");
        let tied = results(&[(2, 2, [1, 3]), (2, 3, [2, 4])]).projects;
        assert_eq!(close(&tied), "These 2 share rank 2.");
    }
}
