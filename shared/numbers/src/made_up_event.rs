//! A small made-up event whose truth is known, to see what a strict judge, an erratic one and a friend do to plain means and to
//! the calibrated ranking.
//!
//! Eight projects are seen by three of five judges each. What a judge happens to give beside the project's worth is drawn from
//! a seed, the event's *luck*: the same controls and the same luck always give the same event.

use crate::calibration::normals::Normals;
use crate::calibration::{Input, Review, calibrate};

/// What a visitor can turn. All but `luck` are in points of 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Controls {
    /// How many points less [`STRICT`] gives than the others.
    pub strict: u32,
    /// The standard deviation of what [`ERRATIC`] adds at random.
    pub erratic: u32,
    /// How many points more [`FRIEND`] gives to [`FAVOURITE`].
    pub boost: u32,
    /// Which luck the reviews have, from 1.
    pub luck: u32,
}

impl Controls {
    /// The most points of `strict` and `erratic`.
    pub const MOST: u32 = 40;
    /// The most points of `boost`.
    pub const MOST_BOOST: u32 = 60;
    /// How many different lucks there are.
    pub const LUCKS: u32 = 30;

    /// These controls, each moved into its range.
    #[must_use]
    pub fn bounded(self) -> Self {
        Self {
            strict: self.strict.min(Self::MOST),
            erratic: self.erratic.min(Self::MOST),
            boost: self.boost.min(Self::MOST_BOOST),
            luck: self.luck.clamp(1, Self::LUCKS),
        }
    }
}

impl Default for Controls {
    /// A strict judge, and a luck whose figures are near the average of all lucks.
    fn default() -> Self {
        Self { strict: 30, erratic: 0, boost: 0, luck: 10 }
    }
}

/// The projects, from the truly best on, and what an average judge would give them without luck.
pub const PROJECTS: [(&str, u32); 8] = [
    ("Aurora", 80),
    ("Beacon", 75),
    ("Comet", 70),
    ("Delta", 65),
    ("Ember", 60),
    ("Fable", 55),
    ("Grove", 50),
    ("Harbor", 45),
];
/// The judges.
pub const JUDGES: [&str; 5] = ["Ines", "Jonas", "Kim", "Leo", "Mara"];
/// The number of the judge who may be strict.
pub const STRICT: usize = 0;
/// The number of the judge who may be erratic.
pub const ERRATIC: usize = 2;
/// The number of the judge with a friend among the teams.
pub const FRIEND: usize = 4;
/// The number of the friend's project.
pub const FAVOURITE: usize = 6;

/// Who judges each project: any two judges meet at two projects or more.
const PANELS: [[usize; 3]; 8] =
    [[0, 1, 2], [1, 3, 4], [0, 2, 3], [0, 1, 4], [1, 2, 3], [0, 2, 4], [2, 3, 4], [0, 3, 4]];

/// Standard deviations, in points, of what judges and reviews differ by without any control.
const OFFSET: f64 = 3.0;
const NOISE: f64 = 5.0;

/// An event and its two rankings.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeUpEvent {
    /// For each project what each judge gave, in points; none where they did not see it.
    pub scores: Vec<[Option<u32>; 5]>,
    /// The projects, in true order.
    pub projects: Vec<Ranked>,
    /// How many places the projects are away from where they belong in all, by plain means and by the calibration.
    pub away: [u32; 2],
    /// The same on average over all lucks, in hundredths.
    pub away_on_average: [u32; 2],
    /// The favourite's ranks without the friend's points, by plain means and by the calibration.
    pub without_boost: [u32; 2],
    /// The calibration lists the friend's review: it lies far from what the others predict.
    pub boost_listed: bool,
}

/// A project in both rankings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Plain mean, in points.
    pub mean: f64,
    /// Rank by the plain mean.
    pub mean_rank: u32,
    /// What an average judge would give, in points.
    pub calibrated: f64,
    /// Rank by it.
    pub rank: u32,
    /// 90 % range of the rank.
    pub range: [u32; 2],
}

/// Makes the event up and ranks it, with its own luck and with all others.
pub fn make_up(controls: Controls) -> MadeUpEvent {
    let controls = controls.bounded();
    let scores = scores(controls);
    let (projects, boost_listed) = rank(&scores);
    let mut sums = [0; 2];
    for luck in 1..=Controls::LUCKS {
        let away = away(&rank(&self::scores(Controls { luck, ..controls })).0);
        sums = [sums[0] + away[0], sums[1] + away[1]];
    }
    let fair = rank(&self::scores(Controls { boost: 0, ..controls })).0;
    MadeUpEvent {
        without_boost: fair.get(FAVOURITE).map_or([0; 2], |p| [p.mean_rank, p.rank]),
        away: away(&projects),
        away_on_average: sums.map(|sum| (sum * 100 + Controls::LUCKS / 2) / Controls::LUCKS),
        scores,
        projects,
        boost_listed,
    }
}

/// Places away from the true ones, over all projects.
fn away(projects: &[Ranked]) -> [u32; 2] {
    let sum = |rank: fn(&Ranked) -> u32| (1..).zip(projects).map(|(place, p)| rank(p).abs_diff(place)).sum();
    [sum(|p| p.mean_rank), sum(|p| p.rank)]
}

fn scores(controls: Controls) -> Vec<[Option<u32>; 5]> {
    let Controls { strict, erratic, boost, luck } = controls;
    let mut normals = Normals::new(b"a small event that is made up 01", u64::from(luck));
    let mut offsets = JUDGES.map(|_| OFFSET * normals.next());
    offsets[STRICT] -= f64::from(strict);
    let mut scores = vec![];
    for (project, panel) in PANELS.iter().enumerate() {
        let mut given = [None; 5];
        for &judge in panel {
            // Two draws for each review whatever the controls say: turning one control keeps all other luck.
            let (noise, swing) = (normals.next(), normals.next());
            let mut score = f64::from(PROJECTS[project].1) + offsets[judge] + NOISE * noise;
            if judge == ERRATIC {
                score += f64::from(erratic) * swing;
            }
            if judge == FRIEND && project == FAVOURITE {
                score += f64::from(boost);
            }
            given[judge] = Some(score.round().clamp(0.0, 100.0) as u32);
        }
        scores.push(given);
    }
    scores
}

/// Ranks as a published event is ranked, and says whether the friend's review is listed.
fn rank(scores: &[[Option<u32>; 5]]) -> (Vec<Ranked>, bool) {
    let mut reviews = vec![];
    for (project, given) in (1..).zip(scores) {
        for (judge, points) in JUDGES.iter().zip(given) {
            let review = |points: u32| Review {
                project,
                track: None,
                judge: (*judge).to_owned(),
                total_micro: i64::from(points) * 10_000,
            };
            reviews.extend(points.map(review));
        }
    }
    let Some(mut outcome) = Input::new(reviews, true).ok().and_then(|input| calibrate(&input).ok()) else {
        return (vec![], false);
    };
    outcome.projects.sort_by_key(|project| project.project);
    let ranked = outcome.projects.iter().map(|project| Ranked {
        mean: project.raw_mean * 100.0,
        mean_rank: project.raw_rank,
        calibrated: project.calibrated * 100.0,
        rank: project.rank,
        range: project.rank_interval,
    });
    let favourite = |project: i64| usize::try_from(project).is_ok_and(|id| id == FAVOURITE + 1);
    let listed = outcome.influence.reviews.iter();
    let listed = listed.into_iter().any(|r| favourite(r.project) && r.judge == JUDGES[FRIEND]);
    (ranked.collect(), listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_judge_sees_four_projects_or_more_and_meets_all_others() {
        for a in 0..5 {
            assert!(PANELS.iter().filter(|panel| panel.contains(&a)).count() >= 4);
            for b in 0..a {
                assert!(PANELS.iter().filter(|p| p.contains(&a) && p.contains(&b)).count() >= 2, "{a} {b}");
            }
        }
        assert!(PANELS[FAVOURITE].contains(&FRIEND));
    }

    #[test]
    fn a_strict_judge_costs_plain_means_more_places_than_the_calibration() {
        let fair = make_up(Controls { strict: 0, ..Controls::default() });
        let strict = make_up(Controls { strict: 30, ..Controls::default() });
        let [plain, calibrated] = strict.away_on_average;
        assert!(plain > fair.away_on_average[0] + 200, "{plain}");
        assert!(calibrated + 200 < plain, "{calibrated} {plain}");
    }

    #[test]
    fn a_friend_gains_places_under_both() {
        let fair = make_up(Controls { strict: 0, ..Controls::default() });
        let boosted = make_up(Controls { strict: 0, boost: 50, ..Controls::default() });
        let [before, after] = [&fair, &boosted].map(|event| event.projects[FAVOURITE]);
        assert!(after.mean_rank < before.mean_rank && after.rank < before.rank, "{before:?} {after:?}");
        let changed: Vec<_> = fair
            .scores
            .iter()
            .flatten()
            .zip(boosted.scores.iter().flatten())
            .filter(|(a, b)| a != b)
            .collect();
        assert_eq!(changed.len(), 1, "only the friend’s review changes");
    }

    #[test]
    fn controls_are_moved_into_their_ranges() {
        let wild = Controls { strict: 900, erratic: 900, boost: 900, luck: 0 };
        assert_eq!(make_up(wild), make_up(Controls { strict: 40, erratic: 40, boost: 60, luck: 1 }));
    }
}
