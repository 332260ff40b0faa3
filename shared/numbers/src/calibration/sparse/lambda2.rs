//! λ₂ of `R − NᵀK⁻¹N` (R the judges' loads, N who reviewed what, K the reviews per project) by the locally optimal gradient
//! method (Knyazev 2001), whose every step multiplies by the matrix once. The vector of ones, whose eigenvalue is 0, is taken
//! out of everything.

use crate::calibration::design::Design;
use crate::calibration::linear::{add_scaled, dot};
use crate::calibration::normals::Normals;

/// Ends the steps: the smallest relative change of λ₂.
const STILL: f64 = 1e-7;
/// Most steps.
const STEPS: u32 = 2_000;
/// A residual of less than this share of the largest load is rounding.
const EXACT: f64 = 1e-10;

/// λ₂ of a connected design with two judges or more, and its eigenvector: an entry for each judge.
pub(in crate::calibration) fn fiedler(design: &Design) -> (f64, Vec<f64>) {
    let judges = design.judges.len();
    let mut normals = Normals::new(&[0; 32], 0);
    let mut x: Vec<f64> = (0..judges).map(|_| normals.next()).collect();
    prepare(&mut x);
    let mut ax = multiply(design, &x);
    let mut value = dot(&x, &ax);
    let largest = design.load.iter().copied().max().unwrap_or(0) as f64;
    let (mut p, mut ap) = (vec![0.0; judges], vec![0.0; judges]);
    for _ in 0..STEPS {
        // Two or three judges are solved for exactly in a step or two. A direction made of rounding would then lead away.
        let residual: Vec<f64> = ax.iter().zip(&x).map(|(ax, x)| ax - value * x).collect();
        if dot(&residual, &residual).sqrt() <= EXACT * largest {
            break;
        }
        // The residual, scaled by the loads.
        let mut w: Vec<f64> = residual.iter().zip(&design.load).map(|(r, &load)| r / load as f64).collect();
        centre(&mut w);
        remove(&mut w, None, &x, &[]);
        if !normalise(&mut w, None) {
            break;
        }
        let mut aw = multiply(design, &w);
        remove(&mut p, Some(&mut ap), &x, &ax);
        remove(&mut p, Some(&mut ap), &w, &aw);
        let with_p = normalise(&mut p, Some(&mut ap));
        let basis = [(&x, &ax), (&w, &aw), (&p, &ap)];
        let mut small = [[0.0; 3]; 3];
        for (a, (v, _)) in basis.iter().enumerate() {
            for (b, (_, av)) in basis.iter().enumerate() {
                small[a][b] = dot(v, av);
            }
        }
        if !with_p {
            small[2] = [0.0, 0.0, f64::MAX];
            small[0][2] = 0.0;
            small[1][2] = 0.0;
        }
        let by = lowest(&small, with_p);
        // The next direction is the step without x.
        for (v, f) in [(&mut w, by[1]), (&mut aw, by[1])] {
            for entry in v.iter_mut() {
                *entry *= f;
            }
        }
        for (v, w) in [(&mut p, &w), (&mut ap, &aw)] {
            for (entry, w) in v.iter_mut().zip(w) {
                *entry = *entry * by[2] + w;
            }
        }
        for (v, p) in [(&mut x, &p), (&mut ax, &ap)] {
            for (entry, p) in v.iter_mut().zip(p) {
                *entry = *entry * by[0] + p;
            }
        }
        centre(&mut x);
        normalise(&mut x, Some(&mut ax));
        let next = dot(&x, &ax);
        let still = (value - next).abs() <= STILL * value.abs();
        value = next;
        if still {
            break;
        }
    }
    (value.max(0.0), x)
}

/// `(R − NᵀK⁻¹N) x`.
fn multiply(design: &Design, x: &[f64]) -> Vec<f64> {
    let mut out: Vec<f64> = x.iter().zip(&design.load).map(|(x, &load)| x * load as f64).collect();
    for i in 0..design.projects.len() {
        let panel = &design.judge_of[design.reviews_of(i)];
        let mean = panel.iter().map(|&j| x[j]).sum::<f64>() / panel.len() as f64;
        for &j in panel {
            out[j] -= mean;
        }
    }
    out
}

fn prepare(x: &mut [f64]) {
    centre(x);
    normalise(x, None);
}

/// Takes the vector of ones out.
fn centre(x: &mut [f64]) {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    for entry in x {
        *entry -= mean;
    }
}

/// Takes the unit vector `u` out of `v`, and the same multiple of `au` out of `av`.
fn remove(v: &mut [f64], av: Option<&mut [f64]>, u: &[f64], au: &[f64]) {
    let share = dot(v, u);
    add_scaled(v, -share, u);
    if let Some(av) = av {
        add_scaled(av, -share, au);
    }
}

/// Makes `v` a unit vector, and divides `av` by the same; false for a vector of almost nothing.
fn normalise(v: &mut [f64], av: Option<&mut [f64]>) -> bool {
    let length = dot(v, v).sqrt();
    if length <= 1e-150 {
        return false;
    }
    for entry in v.iter_mut().chain(av.into_iter().flatten()) {
        *entry /= length;
    }
    true
}

/// The unit vector of the lowest eigenvalue of a small symmetric matrix, by Jacobi's rotations; of its first two rows alone
/// without `three`.
fn lowest(matrix: &[[f64; 3]; 3], three: bool) -> [f64; 3] {
    let n = if three { 3 } else { 2 };
    let mut a = *matrix;
    let mut v = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..12 {
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] == 0.0 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let sign = if theta < 0.0 { -1.0 } else { 1.0 };
                let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                let (above, below) = a.split_at_mut(q);
                for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
                    (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                }
                for row in &mut v {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
            }
        }
    }
    let low = (0..n).min_by(|&p, &q| a[p][p].total_cmp(&a[q][q])).unwrap_or(0);
    [v[0][low], v[1][low], if three { v[2][low] } else { 0.0 }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Input, Review, connectivity};

    #[test]
    fn it_is_the_dense_methods_value() {
        // A ring of 40 judges, each project seen by two neighbours, and some further ties.
        let pair = |i: i64, j: i64| Review {
            project: i,
            track: None,
            judge: format!("judge{:02}", j % 40),
            total_micro: 1,
        };
        let mut reviews: Vec<Review> = (0..80).flat_map(|i| [pair(i, i), pair(i, i + 1)]).collect();
        reviews.extend((0..9).map(|i| pair(i * 3, i * 7 + 11)));
        let input = Input::new(reviews, false).unwrap();
        let design = Design::of(&input);
        let dense = connectivity::describe(&input, &design).lambda2_over_load.unwrap();
        let sparse = fiedler(&design).0 * 40.0 / design.n();
        assert!((dense - sparse).abs() < 1e-6, "{dense} {sparse}");
    }

    /// Two panels, and some projects of the first that a judge of the second saw, too.
    #[test]
    fn few_judges_are_parted_by_their_panels() {
        for (judges, across) in (2..=8_i64).flat_map(|judges| (1..=3_i64).map(move |across| (judges, across)))
        {
            let half = judges / 2;
            let panel = |i: i64| if i < 40 { 0..half } else { half..judges };
            let mut pairs: Vec<(i64, i64)> = (0..80).flat_map(|i| panel(i).map(move |j| (i, j))).collect();
            pairs.extend((0..across).map(|i| (i, half + i % (judges - half))));
            let review = |(project, judge): (i64, i64)| Review {
                project,
                track: None,
                judge: format!("judge{judge}"),
                total_micro: 1,
            };
            let input = Input::new(pairs.into_iter().map(review).collect(), false).unwrap();
            let design = Design::of(&input);
            let (value, vector) = fiedler(&design);
            let connectivity = connectivity::describe(&input, &design);
            let dense = connectivity.lambda2_over_load.unwrap();
            let found = value * judges as f64 / design.n();
            assert!((dense - found).abs() < 1e-6, "{judges} judges, {across} across: {dense} {found}");
            let first = vector[0] >= 0.0;
            let parted = (0..judges).zip(&vector).all(|(j, entry)| (j < half) == ((*entry >= 0.0) == first));
            assert!(parted, "{judges} judges, {across} across: {vector:?}");
            let named: usize = connectivity.weak_parts.iter().map(|part| part.projects.len()).sum();
            assert_eq!(named, if dense < connectivity::WEAK_CONNECTIVITY { 80 } else { 0 });
        }
    }
}
