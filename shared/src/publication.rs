//! What an organizer should know before a run is published, and what of it they must confirm.

use crate::brackets::close_groups_by;
use crate::calibration::{Flag, Level, Outcome, PlainMeans};
use crate::prelude::*;
use crate::prize::{FIRST_THREE, TallyLine};

/// The warnings: each with its name, the check that it answers, and whether it needs consent.
macro_rules! warnings {
    ($(
        $(#[$doc:meta])*
        $warning:ident $(($of:ty))? $({ $($fact:ident: $type:ty),+ })? => $kind:literal, $check:ident, $consent:literal;
    )+) => {
        /// Something that a reader of the published ranking would want the organizer to have known.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the names say it, and words says it in English")]
        pub enum Warning { $($(#[$doc])* $warning $(($of))? $({ $($fact: $type),+ })?,)+ }

        impl Warning {
            /// Its name, by which the form says which warnings it showed.
            pub fn kind(&self) -> &'static str {
                match self { $(Self::$warning { .. } => $kind,)+ }
            }

            /// What it answers.
            pub fn check(&self) -> PublicationCheck {
                match self { $(Self::$warning { .. } => PublicationCheck::$check,)+ }
            }

            /// Whether it may only be published once the organizer has confirmed this. A ranking always has close places and
            /// often a flagged judge, so asking for those would teach people to tick without reading.
            pub fn needs_consent(&self) -> bool {
                match self { $(Self::$warning { .. } => $consent,)+ }
            }
        }
    };
}

warnings! {
    /// Judging is not over: reviews can still be submitted, changed and withdrawn.
    JudgingOpen { close: Option<DateTime<Utc>> } => "judging_open", Judging, true;
    /// Assigned reviews that were not submitted.
    ReviewsMissing { missing: i64, assigned: i64 } => "reviews_missing", Reviews, false;
    /// Reviews that organizers set aside, each with its project.
    ReviewsSetAside(Vec<(AssignmentId, ProjectId)>) => "reviews_set_aside", SetAside, false;
    /// Reviews or projects changed after the run read them.
    ReviewsChanged => "reviews_changed", UpToDate, true;
    /// The fit stopped at its cap on rounds before its numbers came to rest.
    NotConverged { rounds: u32 } => "not_converged", Finished, true;
    /// Groups of projects that share no judge, so that they cannot be compared.
    Unconnected { parts: usize } => "unconnected", Comparable, true;
    /// All projects can be compared, but through few reviews.
    WeaklyConnected => "weakly_connected", Comparable, false;
    /// Submitted projects that the ranking leaves out because nobody reviewed them.
    Unreviewed(Vec<ProjectId>) => "unreviewed", Reviews, true;
    /// Ranked projects with one review.
    OneReview(Vec<ProjectId>) => "one_review", Reviews, true;
    /// Nothing was fitted: the ranking is that of the plain means.
    PlainMeans(PlainMeans) => "plain_means", Finished, false;
    /// Addresses of judges whose scores somebody should look at.
    FlaggedJudges(Vec<String>) => "flagged_judges", Judges, false;
    /// Projects that judges put among their first three most often, and that are not among the first three of the ranking.
    FirstThreeDiffer { judges: usize, projects: Vec<(ProjectId, Option<u32>)> }
        => "first_three_differ", FirstThree, false;
    /// Places that are too close to call. `projects` are in a bracket with others, `first` could be first: `by_chance`, they hold the best one
    /// with a chance of 95 %; else their ranges reach the first rank.
    TooClose { projects: usize, first: usize, by_chance: bool } => "too_close", Places, false;
    /// Projects that are equal at the last winning place of a prize, of which only some can win.
    PrizeTied { prize: String, projects: Vec<ProjectId>, places: usize } => "prize_tied", PrizeLines, false;
    /// Projects around the last winning place of a prize by rank whose order is too close to call.
    PrizeClose { prize: String, projects: Vec<ProjectId> } => "prize_close", PrizeLines, false;
    /// A panel of a prize is not through.
    PanelUnfinished { prize: String, confirmed: bool, ranked: i64, panel: i64 } => "panel_unfinished", Panels, false;
    /// Prizes whose winners nobody confirmed.
    PrizesOpen(Vec<String>) => "prizes_open", Winners, false;
    /// A prize by rank whose confirmed winners are no longer the first of the ranking, and nobody chose them instead. `first` is empty
    /// where the ranking alone does not decide.
    PrizeOutdated { id: PrizeId, prize: String, won: Vec<ProjectId>, first: Vec<ProjectId> }
        => "prize_outdated", Winners, true;
    /// The community vote has not begun: while it is open, published results are hidden again.
    VoteAhead { open: Option<DateTime<Utc>> } => "vote_ahead", Vote, false;
    /// Pairs of judge and project that look like a conflict of interest, which nobody settled.
    ConflictsOpen(usize) => "conflicts_open", Conflicts, false;
}

/// What an organizer checks before a run is published. Each warning answers one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicationCheck {
    /// Is judging over?
    Judging,
    /// Is every project reviewed, by everybody who was asked?
    Reviews,
    /// Were reviews set aside?
    SetAside,
    /// Does the run hold the latest reviews?
    UpToDate,
    /// Did the calculation finish?
    Finished,
    /// Can all projects be compared?
    Comparable,
    /// Are judges flagged?
    Judges,
    /// Are conflicts of interest settled?
    Conflicts,
    /// How close are the places?
    Places,
    /// Do the judges' first three agree with the ranking?
    FirstThree,
    /// Do the rules of the prizes decide?
    PrizeLines,
    /// Are the panels through?
    Panels,
    /// Is the vote closed?
    Vote,
    /// Has each prize its winners?
    Winners,
}

impl PublicationCheck {
    /// What is checked in every event.
    pub const ALWAYS: [Self; 9] = [
        Self::Judging,
        Self::Reviews,
        Self::SetAside,
        Self::UpToDate,
        Self::Finished,
        Self::Comparable,
        Self::Judges,
        Self::Conflicts,
        Self::Places,
    ];
}

/// What a run says by itself. `unreviewed` are the projects that it left out for want of a review.
pub fn warnings_of(run: &Outcome, unreviewed: Vec<ProjectId>) -> Vec<Warning> {
    let mut all = Vec::new();
    if !run.fit.converged {
        all.push(Warning::NotConverged { rounds: run.fit.rounds });
    }
    match run.connectivity.level {
        Level::Alarm => all.push(Warning::Unconnected { parts: run.connectivity.components.len() }),
        Level::Warning => all.push(Warning::WeaklyConnected),
        Level::Sound => {}
    }
    if !unreviewed.is_empty() {
        all.push(Warning::Unreviewed(unreviewed));
    }
    let single: Vec<ProjectId> =
        run.projects.iter().filter(|p| p.reviews == 1).map(|p| ProjectId(p.project)).collect();
    if !single.is_empty() {
        all.push(Warning::OneReview(single));
    }
    all.extend(PlainMeans::of(&run.method, run.fit.judges, run.fit.reviews).map(Warning::PlainMeans));
    let flagged = run.judges.iter().filter(|judge| judge.flags.iter().any(|flag| *flag != Flag::Few));
    let flagged: Vec<String> = flagged.map(|judge| judge.judge.clone()).collect();
    if !flagged.is_empty() {
        all.push(Warning::FlaggedJudges(flagged));
    }
    let groups = close_groups_by(&run.projects, |p| (p.rank, p.rank_interval));
    let projects = groups.iter().map(std::ops::Range::len).filter(|size| *size > 1).sum();
    // The results page goes by the contenders where there are any. Without this, the two would give different numbers.
    let by_chance = !run.contenders.is_empty();
    let in_range = run.projects.iter().filter(|p| p.rank_interval[0] == 1).count();
    let first = if by_chance { run.contenders.len() } else { in_range };
    if projects > 0 || first > 1 {
        all.push(Warning::TooClose { projects, first, by_chance });
    }
    all
}

/// The projects at the top of the tally of judges' first three that are not among the first three of the run, if there are any. Who
/// is equal with the third of the tally belongs to the top.
pub fn first_three_differ(judges: usize, tally: &[TallyLine], run: &Outcome) -> Option<Warning> {
    let key = |line: &TallyLine| (line.points, line.wins, line.firsts);
    let last = tally.get(FIRST_THREE - 1).map(key);
    let top = tally.iter().filter(|line| last.is_none_or(|last| key(line) >= last));
    let rank = |line: &TallyLine| run.projects.iter().find(|p| p.project == line.project.0).map(|p| p.rank);
    let first = |rank: &Option<u32>| rank.is_some_and(|rank| rank as usize <= FIRST_THREE);
    let projects: Vec<_> =
        top.map(|line| (line.project, rank(line))).filter(|(_, rank)| !first(rank)).collect();
    (!projects.is_empty()).then_some(Warning::FirstThreeDiffer { judges, projects })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Input, Review, calibrate};
    use crate::prize::first_three_tally;

    fn run(reviews: &[(i64, &str, i64)]) -> Outcome {
        let review = |&(project, judge, total_micro): &(i64, &str, i64)| Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro,
        };
        calibrate(&Input::new(reviews.iter().map(review).collect(), false).unwrap()).unwrap()
    }

    #[test]
    fn a_run_names_what_weakens_it() {
        // Two pairs of projects that share no judge, and one project that only one judge saw.
        let run = run(&[
            (1, "a", 900_000),
            (1, "b", 800_000),
            (2, "a", 300_000),
            (2, "b", 200_000),
            (3, "c", 700_000),
            (3, "d", 600_000),
            (4, "c", 500_000),
        ]);
        let found = warnings_of(&run, vec![ProjectId(9)]);
        assert!(found.contains(&Warning::Unconnected { parts: 2 }), "{found:?}");
        assert!(found.contains(&Warning::Unreviewed(vec![ProjectId(9)])), "{found:?}");
        assert!(found.contains(&Warning::OneReview(vec![ProjectId(4)])), "{found:?}");
        assert!(found.iter().any(|w| matches!(w, Warning::TooClose { .. })), "{found:?}");
    }

    #[test]
    fn who_could_be_first_is_counted_as_on_the_results_page() {
        let mut run = run(&[
            (1, "a", 900_000),
            (1, "b", 800_000),
            (2, "a", 850_000),
            (2, "b", 790_000),
            (3, "a", 100_000),
        ]);
        let first = |run: &Outcome| {
            let found = warnings_of(run, vec![]).into_iter().find_map(|w| match w {
                Warning::TooClose { first, by_chance, .. } => Some((first, by_chance)),
                _ => None,
            });
            found.unwrap()
        };
        for project in &mut run.projects {
            project.rank_interval = [1, 3];
        }
        run.contenders = vec![1, 2];
        assert_eq!(first(&run), (2, true));
        run.contenders.clear();
        assert_eq!(first(&run), (3, false));
    }

    #[test]
    fn what_judges_liked_best_is_compared_with_the_ranking() {
        let scores = [900_000, 800_000, 700_000, 600_000, 500_000];
        let reviews: Vec<(i64, &str, i64)> =
            (1..).zip(scores).flat_map(|(id, total)| [(id, "a", total), (id, "b", total - 10_000)]).collect();
        let run = run(&reviews);
        let tally = |orders: &[&[i64]]| {
            let orders: Vec<Vec<ProjectId>> =
                orders.iter().map(|order| order.iter().copied().map(ProjectId).collect()).collect();
            first_three_differ(orders.len(), &first_three_tally(&orders), &run)
        };
        assert_eq!(tally(&[]), None);
        assert_eq!(tally(&[&[2, 1, 3], &[1, 3, 5]]), None, "5 is the fourth");
        let differs = |projects| Some(Warning::FirstThreeDiffer { judges: 2, projects });
        assert_eq!(tally(&[&[5, 1, 2], &[5, 2, 1]]), differs(vec![(ProjectId(5), Some(5))]));
        let equal = vec![(ProjectId(4), Some(4)), (ProjectId(9), None)];
        assert_eq!(tally(&[&[4, 1], &[9, 2]]), differs(equal), "of those at the top, two have other ranks");
    }

    #[test]
    fn a_fit_that_was_cut_off_needs_consent() {
        let mut run = run(&[(1, "a", 900_000), (1, "b", 800_000), (2, "a", 300_000), (2, "b", 200_000)]);
        let cut_off = |run: &Outcome| {
            warnings_of(run, vec![]).into_iter().find(|w| matches!(w, Warning::NotConverged { .. }))
        };
        assert_eq!(cut_off(&run), None);
        run.fit.converged = false;
        let warning = cut_off(&run).unwrap();
        assert!(warning.needs_consent());
    }

    #[test]
    fn what_every_ranking_has_needs_no_consent() {
        let close = Warning::TooClose { projects: 5, first: 2, by_chance: true };
        let flagged = Warning::FlaggedJudges(vec!["a@x.example".into()]);
        assert!(!close.needs_consent() && !flagged.needs_consent());
        assert!(Warning::JudgingOpen { close: None }.needs_consent());
    }
}
