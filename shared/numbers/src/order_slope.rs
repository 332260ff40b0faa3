//! Whether scores rise or fall from a judge's first review to their last.

use crate::calibration::linear::{dot, solve_by_steps};
use std::collections::BTreeMap;

/// Below so many reviews more than projects and judges, a slope says nothing.
const LEAST_SPARE: usize = 10;
/// Parts of the lists whose means are drawn.
const PARTS: usize = 5;
/// Rounds in which the judges' parts are solved for, and the share of the values below which an error is nothing but rounding.
const MOST_ROUNDS: usize = 2_000;
const SOLVED: f64 = 1e-12;
/// The least share of the places' squares that projects and judges leave to a slope.
const LEAST_LEFT: f64 = 0.01;
/// A variance of totals below this is nothing but rounding.
const NOTHING: f64 = 1e-20;

/// A review, in the order in which its judge gave it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderedReview<'a> {
    /// The project.
    pub project: i64,
    /// The judge's address.
    pub judge: &'a str,
    /// The weighted total.
    pub total: f64,
}

/// How totals change along the judges' lists, with all else equal.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderSlope {
    /// So much higher is the total of the last project of a list than that of the first.
    pub slope: f64,
    /// The slope in standard errors.
    pub z: f64,
    /// How many reviews it rests on.
    pub reviews: usize,
    /// For each fifth of the lists how far totals lie above what project and judge explain.
    pub fifths: Vec<f64>,
}

/// The slope of these reviews; each judge's are in their order. With x from −½ for a judge's first review to ½ for their last, it is
/// the least-squares β of total = project + judge + βx: what a project gains from strict or generous judges, and what a judge's
/// projects are worth, does not enter it. None where too few reviews are left over, or nothing varies.
pub fn order_slope(reviews: &[OrderedReview<'_>]) -> Option<OrderSlope> {
    let sides = Sides::of(reviews);
    let places = places(&sides.judge, sides.judges);
    let spare = reviews.len().checked_sub(sides.projects + sides.judges)?;
    if spare < LEAST_SPARE {
        return None;
    }
    let x = sides.left_over(places.clone());
    let y = sides.left_over(reviews.iter().map(|review| review.total).collect());
    let spread = dot(&x, &x);
    // Where nearly all walk the same way along the same tables, projects and judges explain nearly each place.
    if spread <= LEAST_LEFT * dot(&places, &places) {
        return None;
    }
    let slope = dot(&x, &y) / spread;
    let errors: Vec<f64> = x.iter().zip(&y).map(|(x, y)| y - slope * x).collect();
    let variance = errors.iter().map(|e| e * e).sum::<f64>() / spare as f64;
    if variance < NOTHING {
        return None;
    }
    let mut fifths = [(0.0, 0_u32); PARTS];
    for (place, error) in places.iter().zip(&errors) {
        let part = (((place + 0.5) * PARTS as f64) as usize).min(PARTS - 1);
        fifths[part] = (fifths[part].0 + slope * place + error, fifths[part].1 + 1);
    }
    Some(OrderSlope {
        slope,
        z: slope / (variance / spread).sqrt(),
        reviews: reviews.len(),
        fifths: fifths.iter().map(|(sum, n)| if *n == 0 { 0.0 } else { sum / f64::from(*n) }).collect(),
    })
}

/// For each review its place among those of its judge, from −½ to ½; 0 where it is the only one.
fn places(judge: &[usize], judges: usize) -> Vec<f64> {
    let mut given = vec![0_usize; judges];
    for &j in judge {
        given[j] += 1;
    }
    let mut seen = vec![0_usize; judges];
    let place = |&j: &usize| {
        seen[j] += 1;
        if given[j] > 1 { (seen[j] - 1) as f64 / (given[j] - 1) as f64 - 0.5 } else { 0.0 }
    };
    judge.iter().map(place).collect()
}

/// Project and judge of each review, numbered.
struct Sides {
    project: Vec<usize>,
    projects: usize,
    judge: Vec<usize>,
    judges: usize,
}

impl Sides {
    fn of(reviews: &[OrderedReview<'_>]) -> Self {
        let (mut by_project, mut by_judge) = (BTreeMap::new(), BTreeMap::new());
        let (mut project, mut judge) = (vec![], vec![]);
        for review in reviews {
            let next = by_project.len();
            project.push(*by_project.entry(review.project).or_insert(next));
            let next = by_judge.len();
            judge.push(*by_judge.entry(review.judge).or_insert(next));
        }
        Self { project, projects: by_project.len(), judge, judges: by_judge.len() }
    }

    /// What projects and judges leave unexplained of these values, by least squares: with the projects taken out, the judges' parts are
    /// solved for. Taking out means by turns would need a hundred thousand rounds where each judge shares projects with the next one
    /// only.
    fn left_over(&self, mut values: Vec<f64>) -> Vec<f64> {
        self.take_projects_out(&mut values);
        let times = |parts: &[f64]| {
            let mut of_review: Vec<f64> = self.judge.iter().map(|&j| parts[j]).collect();
            self.take_projects_out(&mut of_review);
            self.sums_of_judges(&of_review)
        };
        // No share of the first error: where every judge sees every project, it is nothing but rounding, and solving for that diverges.
        let enough = dot(&values, &values) * SOLVED * SOLVED;
        let given = self.sums_of_judges(&vec![1.0; values.len()]);
        let parts = solve_by_steps(times, &self.sums_of_judges(&values), &given, (enough, MOST_ROUNDS));
        for (value, &j) in values.iter_mut().zip(&self.judge) {
            *value -= parts[j];
        }
        self.take_projects_out(&mut values);
        values
    }

    /// Takes each project's mean out.
    fn take_projects_out(&self, values: &mut [f64]) {
        let mut sums = vec![(0.0, 0_u32); self.projects];
        for (value, &i) in values.iter().zip(&self.project) {
            sums[i] = (sums[i].0 + value, sums[i].1 + 1);
        }
        for (value, &i) in values.iter_mut().zip(&self.project) {
            *value -= sums[i].0 / f64::from(sums[i].1);
        }
    }

    fn sums_of_judges(&self, values: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.judges];
        for (value, &j) in values.iter().zip(&self.judge) {
            sums[j] += value;
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUDGES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

    /// Eight judges give ten projects each, of thirty, in orders of their own. The better ones come later, strict and generous judges
    /// differ, and everybody gives so much more at the end; `noise` is what a review varies by.
    fn reviews(drift: f64, noise: f64) -> Vec<OrderedReview<'static>> {
        let mut reviews = vec![];
        for (j, judge) in JUDGES.into_iter().enumerate() {
            for at in 0..10 {
                let project = (j * 7 + at * (j % 3 + 1)) % 30;
                let chance = ((j * 31 + at * 17) % 13) as f64 / 12.0 - 0.5;
                let place = at as f64 / 9.0 - 0.5;
                let total = 0.5 + project as f64 / 100.0 + j as f64 / 50.0 + drift * place + noise * chance;
                reviews.push(OrderedReview { project: project as i64, judge, total });
            }
        }
        reviews
    }

    #[test]
    fn what_is_added_along_the_list_comes_out_and_nothing_else() {
        let still = order_slope(&reviews(0.0, 0.05)).unwrap();
        for drift in [-0.2, 0.08, 0.16] {
            let found = order_slope(&reviews(drift, 0.05)).unwrap();
            assert!((found.slope - still.slope - drift).abs() < 1e-8, "{drift}: {found:?}");
        }
        assert!(still.z.abs() < 2.0, "{still:?}");
        let found = order_slope(&reviews(0.16, 0.05)).unwrap();
        assert!(found.z > 4.0 && found.reviews == 80, "{found:?}");
        assert!(found.fifths.is_sorted(), "{found:?}");
        let nearly = order_slope(&reviews(0.16, 1e-4)).unwrap();
        assert!((nearly.slope - 0.16).abs() < 1e-3, "better projects late and generous judges are no slope");
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!(order_slope(&[]), None);
        assert_eq!(
            order_slope(&reviews(0.1, 0.05)[..20]),
            None,
            "hardly more reviews than projects and judges"
        );
        let alike: Vec<_> =
            reviews(0.0, 0.0).into_iter().map(|r| OrderedReview { total: 0.5, ..r }).collect();
        assert_eq!(order_slope(&alike), None, "all totals equal");
    }

    /// Sixty judges along a hall, each with ten tables and half of them shared with the next; every third goes backward where `both`. Projects
    /// get better along the hall by `along`, judges more generous by as much.
    fn hall(names: &[String], both: bool, along: f64) -> Vec<OrderedReview<'_>> {
        let table = |j: usize, at: usize| 5 * j + if both && j.is_multiple_of(3) { 9 - at } else { at };
        let visits = (0..names.len()).flat_map(|j| (0..10).map(move |at| (j, at)));
        let review = |(j, at): (usize, usize)| {
            let project = table(j, at);
            let chance = ((j * 31 + project * 17) % 13) as f64 / 12.0 - 0.5;
            let place = project as f64 / 300.0 + j as f64 / 60.0;
            OrderedReview {
                project: project as i64,
                judge: &names[j],
                total: 0.5 + along * place + 0.05 * chance,
            }
        };
        visits.map(review).collect()
    }

    #[test]
    fn where_every_judge_sees_every_project_only_projects_explain_places() {
        for (projects, judges) in [(5, 3), (11, 5), (13, 4), (17, 6), (31, 10)] {
            let names: Vec<String> = (0..judges).map(|j| format!("judge{j:02}")).collect();
            let visits = (0..judges).flat_map(|j| (0..projects).map(move |at| (j, at)));
            let review = |(j, at): (usize, usize)| OrderedReview {
                project: ((at * (j + 1) + 3 * j) % projects) as i64,
                judge: &names[j],
                total: 0.5,
            };
            let reviews: Vec<_> = visits.map(review).collect();
            let sides = Sides::of(&reviews);
            let places = places(&sides.judge, sides.judges);
            let mut expected = places.clone();
            sides.take_projects_out(&mut expected);
            let left = sides.left_over(places);
            let off = left.iter().zip(&expected).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
            assert!(off < 1e-12, "{projects} projects, {judges} judges: {off}");
        }
    }

    #[test]
    fn what_lies_along_a_hall_is_no_slope() {
        let names: Vec<String> = (0..60).map(|j| format!("judge{j:02}")).collect();
        let [still, along] = [0.0, 0.4].map(|along| order_slope(&hall(&names, true, along)).unwrap());
        assert!((still.slope - along.slope).abs() < 1e-8, "{still:?}\n{along:?}");
        assert!((still.z - along.z).abs() < 1e-5, "{still:?}\n{along:?}");
        // All the same way: who sees a table, and which one it is, says when.
        let mut one_way = hall(&names, false, 0.4);
        assert_eq!(order_slope(&one_way), None);
        // One table that its judge left out says no more.
        one_way.remove(70);
        assert_eq!(order_slope(&one_way), None);
    }
}
