//! Whether scores rise or fall from a judge's first review to their last.

use std::collections::BTreeMap;

/// Below so many reviews more than projects and judges, a slope says nothing.
const LEAST_SPARE: usize = 10;
/// Parts of the lists whose means are drawn.
const PARTS: usize = 5;
/// Rounds in which projects' and judges' means are taken out by turns, and the change after which nothing is left of them.
const MOST_ROUNDS: usize = 500;
const SETTLED: f64 = 1e-10;

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
    let spread: f64 = x.iter().map(|x| x * x).sum();
    if spread < SETTLED {
        return None;
    }
    let slope = x.iter().zip(&y).map(|(x, y)| x * y).sum::<f64>() / spread;
    let errors: Vec<f64> = x.iter().zip(&y).map(|(x, y)| y - slope * x).collect();
    let variance = errors.iter().map(|e| e * e).sum::<f64>() / spare as f64;
    if variance < SETTLED * SETTLED {
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

    /// What projects and judges leave unexplained of these values: their means are taken out by turns until nothing moves.
    fn left_over(&self, mut values: Vec<f64>) -> Vec<f64> {
        for _ in 0..MOST_ROUNDS {
            let moved = center(&mut values, &self.project, self.projects).max(center(
                &mut values,
                &self.judge,
                self.judges,
            ));
            if moved < SETTLED {
                break;
            }
        }
        values
    }
}

/// Takes the mean of each group out, and returns the largest.
fn center(values: &mut [f64], group: &[usize], groups: usize) -> f64 {
    let mut sums = vec![(0.0, 0_u32); groups];
    for (value, &g) in values.iter().zip(group) {
        sums[g] = (sums[g].0 + value, sums[g].1 + 1);
    }
    let means: Vec<f64> = sums.iter().map(|(sum, n)| sum / f64::from((*n).max(1))).collect();
    for (value, &g) in values.iter_mut().zip(group) {
        *value -= means[g];
    }
    means.iter().fold(0.0, |most, mean| most.max(mean.abs()))
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
}
