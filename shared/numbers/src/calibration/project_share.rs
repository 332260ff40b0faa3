//! How much of what totals differ by comes from the projects.
//!
//! Two reviews of one project, each less what its judge gives on average, have nothing in common but the project. So the mean of
//! their products is the projects' variance. No prior has a part in it: where totals say nothing of the projects, a prior would
//! keep their share at a fifth in an event of ten projects, and at a tenth in one of fifty.

use super::design::Design;
use super::fit::DENSE;
use super::input::Input;
use super::raw_mean;

/// The share's standard error is about 1/√pairs. From fewer pairs of reviews, nothing is said.
const LEAST_PAIRS: f64 = 40.0;

/// How much of what the totals differ by comes from the projects, 0 to 1 at 3 decimals: the rest comes from strict and generous judges
/// and from chance. None where too few reviews tell.
pub fn project_share(input: &Input) -> Option<f64> {
    if input.reviews().is_empty() {
        return None;
    }
    let design = Design::of(input);
    if raw_mean::applies(&design) {
        return None;
    }
    let mut mean = vec![0.0; design.judges.len()];
    for (&j, y) in design.judge_of.iter().zip(&design.y) {
        mean[j] += y / design.load[j] as f64;
    }
    // Sums over both orders of each pair: the products, and how much of the projects' variance they hold. A judge's mean takes
    // a part of the project along.
    let (mut products, mut held) = (0.0, in_common(&design));
    for i in 0..design.projects.len() {
        let reviews = design.reviews_of(i);
        let others = (reviews.len() - 1) as f64;
        let (mut sum, mut squares) = (0.0, 0.0);
        for k in reviews {
            let j = design.judge_of[k];
            let left = design.y[k] - mean[j];
            sum += left;
            squares += left * left;
            held += others * (1.0 - 2.0 / design.load[j] as f64);
        }
        products += sum * sum - squares;
    }
    if held < 2.0 * LEAST_PAIRS {
        return None;
    }
    let share = (products / held / design.variance).clamp(0.0, 1.0);
    Some((1000.0 * share).round() / 1000.0)
}

/// What the means of two judges have in common, summed over the pairs of reviews: Σ m²/(n·n') over judges with n and n' reviews who
/// met on m projects. Above [`DENSE`] judges it is left out: two of so many meet too seldom for it to count.
fn in_common(design: &Design) -> f64 {
    let judges = design.judges.len();
    if judges > DENSE {
        return 0.0;
    }
    let mut met = vec![0_u32; judges * judges];
    for i in 0..design.projects.len() {
        let panel = &design.judge_of[design.reviews_of(i)];
        for &a in panel {
            for &b in panel {
                met[a * judges + b] += u32::from(a != b);
            }
        }
    }
    let of_pair = |(at, met): (usize, &u32)| {
        let loads = design.load[at / judges] as f64 * design.load[at % judges] as f64;
        f64::from(*met) * f64::from(*met) / loads
    };
    met.iter().enumerate().map(of_pair).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::Review;
    use crate::calibration::normals::Normals;

    /// An event by lot: each project goes to so many of the judges with the fewest reviews. Projects, offsets and chance have these
    /// standard deviations.
    fn event(seed: u8, [projects, judges, each]: [usize; 3], spread: f64) -> Input {
        let mut normals = Normals::new(&[seed; 32], 0);
        let offsets: Vec<f64> = (0..judges).map(|_| 0.06 * normals.next()).collect();
        let mut load = vec![0.0; judges];
        let mut reviews = vec![];
        for project in 0..projects {
            let worth = 0.5 + spread * normals.next();
            let mut order: Vec<(f64, usize)> =
                (0..judges).map(|j| (load[j] + 0.3 * normals.next(), j)).collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0));
            for &(_, j) in &order[..each] {
                load[j] += 1.0;
                let total = (worth + offsets[j] + 0.1 * normals.next()).clamp(0.0, 1.0);
                reviews.push(Review {
                    project: project as i64,
                    track: None,
                    judge: format!("judge{j:03}"),
                    total_micro: (total * 1e6) as i64,
                });
            }
        }
        Input::new(reviews, true).unwrap()
    }

    /// Shares of 60 such events.
    fn shares(size: [usize; 3], spread: f64) -> Vec<f64> {
        (0..60).map(|seed| project_share(&event(seed, size, spread)).unwrap()).collect()
    }

    fn mean(shares: &[f64]) -> f64 {
        shares.iter().sum::<f64>() / shares.len() as f64
    }

    #[test]
    fn scores_that_say_nothing_of_the_projects_have_hardly_a_share() {
        for size in [[20, 6, 3], [30, 8, 3], [12, 5, 5], [60, 15, 4]] {
            let shares = shares(size, 0.0);
            let below = shares.iter().filter(|share| **share < 0.10).count();
            assert!(below >= 36, "{size:?}: {below} of 60 below a tenth");
            assert!(mean(&shares) < 0.08, "{size:?}: {}", mean(&shares));
        }
    }

    #[test]
    fn the_share_is_that_of_the_projects() {
        // 0.10² of 0.10² + 0.06² + 0.10².
        for size in [[20, 6, 3], [30, 8, 3], [12, 5, 5], [60, 15, 4]] {
            let shares = shares(size, 0.1);
            assert!((mean(&shares) - 0.42).abs() < 0.07, "{size:?}: {}", mean(&shares));
            let below = shares.iter().filter(|share| **share < 0.10).count();
            assert!(below <= 5, "{size:?}: {below} of 60 below a tenth");
        }
    }

    #[test]
    fn too_few_reviews_say_nothing() {
        for size in [[8, 3, 3], [12, 4, 2], [40, 10, 1], [2, 30, 30]] {
            let found = project_share(&event(1, size, 0.1));
            assert_eq!(found.is_some(), size == [2, 30, 30], "{size:?}: {found:?}");
        }
        assert_eq!(project_share(&Input::new(vec![], true).unwrap()), None);
    }
}
