//! The sentences above a ranking.

use crate::prelude::*;
use shared::calibration::PlainMeans;
use shared::moves::moves;
use shared::wire::{ResultEntry, Results};

/// Counts judges, reviews and projects.
pub(super) fn made_from(results: &Results) -> String {
    let reviews: i64 = results.projects.iter().map(|p| i64::from(p.reviews)).sum();
    format!(
        "{} gave {} to {}.",
        plural(results.judges, "judge", "judges"),
        plural(reviews, "review", "reviews"),
        plural(results.projects.len(), "project", "projects"),
    )
}

/// Why a ranking is that of the plain means.
pub(crate) fn plain_means(why: PlainMeans) -> &'static str {
    match why {
        PlainMeans::OneJudge => {
            "One judge gave all reviews, so there is nobody to compare with. The ranking follows the plain means."
        }
        PlainMeans::FewReviews => {
            "There are fewer than three reviews, so the ranking follows the plain means."
        }
        PlainMeans::EqualTotals => "All reviews have the same total, so the ranking follows the plain means.",
    }
}

/// What nobody can know of three judges.
pub(crate) const THREE_JUDGES: &str =
    "With three judges, scores can’t show whether one of them is wrong or the other two are.";

/// How many places count as a move.
const MOVE: u32 = 3;

/// Why the ranking is that of the plain means; none where judges were compared.
pub(super) fn uncorrected(results: &Results) -> Option<PlainMeans> {
    PlainMeans::of(&results.method, results.judges, results.projects.iter().map(|p| p.reviews).sum())
}

/// What calibration changed at the top, against the plain means.
pub(super) fn changed(results: &Results) -> String {
    if let Some(why) = uncorrected(results) {
        return plain_means(why).to_owned();
    }
    let all = results.projects.iter().zip(moves(&results.projects));
    let moves: Vec<u64> =
        all.filter(|(p, _)| p.rank <= 10).map(|(_, moved)| moved.places.unsigned_abs()).collect();
    let far = moves.iter().filter(|by| **by >= u64::from(MOVE)).count();
    let among = if results.projects.len() <= 10 {
        plural(moves.len(), "project", "projects")
    } else {
        format!("the top {}", moves.len())
    };
    let correcting = "Correcting for strict and generous judges";
    match far {
        0 if moves.iter().all(|by| *by == 0) => format!("{correcting} changed no place of {among}."),
        0 => format!("{correcting} moved none of {among} by three or more places."),
        n => format!("{correcting} moved {n} of {among} by three or more places."),
    }
}

/// How sure the first place is: by the chances where there are any, else by the ranges.
pub(super) fn how_sure(results: &Results) -> String {
    if results.projects.len() > 1
        && let Some(first) = results.projects.first()
        && let Some(chance) = first.chances.first()
    {
        return format!("{} {}", chance_of_first(results, first, chance.chance), firmness(results));
    }
    by_ranges(results)
}

/// `Stop by Touch is first with a chance of 62 %. The best project is one of these 2 (95 %): Stop by Touch and Lamp.`
fn chance_of_first(results: &Results, first: &ResultEntry, chance: f64) -> String {
    let percent = percent(chance);
    let share = results.projects.iter().filter(|p| p.rank == 1).count();
    let first = match share {
        1 => format!("{} is first with a chance of {percent}\u{a0}%.", first.title),
        n => format!(
            "{n} projects share the first place; {} is best with a chance of {percent}\u{a0}%.",
            first.title
        ),
    };
    let title = |id: &ProjectId| results.projects.iter().find(|p| p.project == *id).map(|p| p.title.clone());
    let titles: Vec<String> = results.contenders.iter().filter_map(title).collect();
    match titles.len() {
        0 | 1 => first,
        n @ 2..=NAMED => {
            format!("{first} The best project is one of these {n} (95\u{a0}%): {}.", and_list(&titles))
        }
        n => format!("{first} With a chance of 95\u{a0}%, the best project is one of {n}."),
    }
}

/// More contenders than this are counted, not named.
const NAMED: usize = 5;

/// A chance in whole percent. What is not certain is not shown as 0 or 100.
fn percent(chance: f64) -> u32 {
    let rounded = (chance * 100.0).round();
    let whole = rounded as u32;
    if chance >= 1.0 { 100 } else { whole.clamp(1, 99) }
}

/// Whether the first place rests on one review or one judge; empty where that is not known. It is about who is at the top of this
/// ranking, which may be firm while another project could well be the best: so it does not say "stay first" beside a chance.
pub(super) fn firmness(results: &Results) -> String {
    let Some(without) = results.winners_without.first().filter(|without| without.places == 1) else {
        return String::new();
    };
    let which = |number: u32, one: &str, many: &str| match number {
        1 => format!("one particular {one}"),
        n => format!("any one of {}", plural(i64::from(n), one, many)),
    };
    let reviews = which(without.reviews, "review", "reviews");
    let judges = which(without.judges, "judge", "judges");
    match (without.reviews, without.judges) {
        (0, 0) => {
            "The same project would still be at the top without any one review, or any one judge.".to_owned()
        }
        (_, 0) => format!("Another project would be at the top without {reviews}."),
        (0, _) => format!("Another project would be at the top without {judges}."),
        _ => format!("Another project would be at the top without {reviews}, or without {judges}."),
    }
}

/// How sure the first place is, by the ranges of ranks.
fn by_ranges(results: &Results) -> String {
    let reach = results.projects.iter().filter(|p| p.rank_interval[0] == 1).count();
    match reach {
        0 | 1 if results.projects.len() < 2 => "There is nothing to compare it with.".to_owned(),
        0 | 1 => "First place is clear: no other project’s 90\u{a0}% range reaches it.".to_owned(),
        n if n == results.projects.len() => {
            "Any project could be first. The order is not reliable.".to_owned()
        }
        n => format!("First place is not certain: any of {n} projects could be first."),
    }
}

/// `Ranks 2 to 5 are too close to call.`
pub(super) fn close(group: &[ResultEntry]) -> String {
    match group {
        [first, .., last] if first.rank < last.rank => {
            let to = if first.rank + 1 == last.rank { "and" } else { "to" };
            format!("Ranks {} {to} {} are too close to call.", first.rank, last.rank)
        }
        [first, ..] => format!("These {} share rank {}.", group.len(), first.rank),
        [] => String::new(),
    }
}

/// The warning about a calculation that was stopped at its maximum of rounds.
pub(super) const NOT_CONVERGED: &str =
    "The calculation was stopped before it finished, so scores and ranks are less exact than they look.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::results::sample;
    use shared::calibration::Chance;
    use shared::wire::WinnersWithout;

    fn results(places: &[(u32, u32, [u32; 2])]) -> Results {
        let placed = |&(rank, raw_rank, rank_interval): &(u32, u32, [u32; 2])| ResultEntry {
            raw_rank,
            rank_interval,
            ..sample::entry(rank)
        };
        Results {
            event: "demo".into(),
            published_at: None,
            publication: None,
            run: 1,
            input_digest: String::new(),
            method: shared::calibration::METHOD.into(),
            reason: None,
            supersedes: None,
            provisional_until: None,
            owed: vec![],
            final_of: None,
            converged: true,
            panels: None,
            judges: 8,
            duplicates: 0,
            unreviewed: 0,
            contenders: vec![],
            winners_without: vec![],
            prizes: vec![],
            corrections: Vec::new(),
            more_time: Vec::new(),
            projects: places.iter().map(placed).collect(),
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
        let same: Vec<_> = (1..=14).map(|r| (r, r, [r, r])).collect();
        assert_eq!(
            changed(&results(&same)),
            "Correcting for strict and generous judges changed no place of the top 10."
        );
        let mut moved = same.clone();
        (moved[0].1, moved[3].1, moved[10].1, moved[13].1) = (4, 1, 14, 11);
        assert_eq!(
            changed(&results(&moved)),
            "Correcting for strict and generous judges moved 2 of the top 10 by three or more places."
        );
        assert!(changed(&results(&[(1, 2, [1, 2]), (2, 1, [1, 2])])).contains("none of 2 projects by"));
    }

    #[test]
    fn a_broken_tie_is_no_move() {
        let tied = results(&[(1, 1, [1, 1]), (2, 2, [2, 5]), (3, 2, [2, 5]), (4, 2, [2, 5]), (5, 2, [2, 5])]);
        assert!(changed(&tied).ends_with("changed no place of 5 projects."), "{}", changed(&tied));
    }

    #[test]
    fn plain_means_are_explained_by_what_was_there() {
        let mut alone = results(&[(1, 1, [1, 2]), (2, 2, [1, 2])]);
        alone.method = "raw-mean/v1".into();
        // Eight judges and eight reviews: what is left is that all totals are equal.
        assert!(changed(&alone).starts_with("All reviews have the same total"), "{}", changed(&alone));
        alone.judges = 1;
        assert!(changed(&alone).starts_with("One judge gave all reviews"), "{}", changed(&alone));
        alone.judges = 2;
        alone.projects.iter_mut().for_each(|p| p.reviews = 1);
        assert!(changed(&alone).starts_with("There are fewer than three reviews"), "{}", changed(&alone));
    }

    #[test]
    fn the_first_place_is_as_sure_as_the_ranges_say() {
        assert!(how_sure(&results(&[(1, 1, [1, 1]), (2, 2, [2, 3]), (3, 3, [2, 3])])).contains("is clear"));
        let open = results(&[(1, 1, [1, 2]), (2, 2, [1, 3]), (3, 3, [2, 3])]);
        assert!(how_sure(&open).contains("any of 2 projects could be first"));
        assert!(how_sure(&results(&[(1, 1, [1, 2]), (2, 2, [1, 2])])).contains("not reliable"));
        assert!(how_sure(&results(&[(1, 1, [1, 1])])).contains("nothing to compare"));
    }

    #[test]
    fn chances_are_named_in_words() {
        let mut run = results(&[(1, 1, [1, 2]), (2, 2, [1, 3]), (3, 3, [2, 3])]);
        for (project, (title, chance)) in
            run.projects.iter_mut().zip([("Lamp", 0.62), ("Kettle", 0.36), ("Bell", 0.02)])
        {
            project.title = title.into();
            project.chances = vec![Chance { places: 1, chance }];
        }
        run.contenders = vec![ProjectId(1), ProjectId(2)];
        run.winners_without = vec![WinnersWithout { places: 1, reviews: 0, judges: 0 }];
        assert_eq!(
            how_sure(&run),
            "Lamp is first with a chance of 62\u{a0}%. The best project is one of these 2 (95\u{a0}%): Lamp and Kettle. \
             The same project would still be at the top without any one review, or any one judge."
        );
        run.winners_without = vec![WinnersWithout { places: 1, reviews: 2, judges: 0 }];
        assert!(
            how_sure(&run).ends_with("Another project would be at the top without any one of 2 reviews.")
        );
        run.winners_without = vec![WinnersWithout { places: 1, reviews: 1, judges: 1 }];
        let one = "Another project would be at the top without one particular review, or without one particular judge.";
        assert!(how_sure(&run).ends_with(one), "{}", how_sure(&run));
        assert_eq!((percent(0.999), percent(1.0), percent(0.0)), (99, 100, 1));
    }

    #[test]
    fn a_bracket_says_which_ranks_it_holds() {
        let all = results(&[(2, 2, [1, 4]), (3, 3, [2, 4]), (4, 4, [2, 4])]).projects;
        assert_eq!(close(&all), "Ranks 2 to 4 are too close to call.");
        assert_eq!(close(&all[..2]), "Ranks 2 and 3 are too close to call.");
        let tied = results(&[(2, 2, [1, 3]), (2, 3, [2, 4])]).projects;
        assert_eq!(close(&tied), "These 2 share rank 2.");
    }
}
