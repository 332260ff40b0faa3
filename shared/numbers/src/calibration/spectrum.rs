//! The second smallest eigenvalue of a symmetric matrix: Householder's reduction to three diagonals,
//! then bisection on Sturm counts (Golub & Van Loan, chapter 8).

use super::linear::{add_scaled, dot};

/// λ₂ of the positive semidefinite `a` (`n`², row-major, both triangles), whose eigenvalues are at
/// most `bound`. Needs `n ≥ 2`.
pub(crate) fn second_smallest(a: Vec<f64>, n: usize, bound: f64) -> f64 {
    let (diagonal, off) = tridiagonal(a, n);
    nth_smallest(&diagonal, &off, bound, 2)
}

/// The smallest eigenvalue of a positive semidefinite matrix of three diagonals, at most `bound`.
pub(crate) fn smallest_of_three_diagonals(diagonal: &[f64], off: &[f64], bound: f64) -> f64 {
    nth_smallest(diagonal, off, bound, 1)
}

fn nth_smallest(diagonal: &[f64], off: &[f64], bound: f64, nth: usize) -> f64 {
    let (mut low, mut high) = (0.0, bound);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if below(diagonal, off, middle) >= nth {
            high = middle;
        } else {
            low = middle;
        }
    }
    0.5 * (low + high)
}

/// How many eigenvalues lie below `x`.
fn below(diagonal: &[f64], off: &[f64], x: f64) -> usize {
    let mut count = 0;
    let mut q = 1.0;
    for (i, d) in diagonal.iter().enumerate() {
        let coupling = if i == 0 { 0.0 } else { off[i - 1] * off[i - 1] / q };
        q = d - x - coupling;
        if q == 0.0 {
            q = 1e-300;
        }
        count += usize::from(q < 0.0);
    }
    count
}

/// Diagonal and off-diagonal of an orthogonally similar matrix.
fn tridiagonal(mut a: Vec<f64>, n: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut diagonal, mut off) = (vec![], vec![]);
    for k in 0..n {
        diagonal.push(a[k * n + k]);
        if k + 1 == n {
            break;
        }
        let mut v = a[k * n + k + 1..(k + 1) * n].to_vec();
        let norm = dot(&v, &v).sqrt();
        let alpha = if v[0] > 0.0 { -norm } else { norm };
        off.push(alpha);
        v[0] -= alpha;
        let length = dot(&v, &v);
        if length <= 0.0 {
            continue;
        }
        // A ← (I − βvvᵀ)A(I − βvvᵀ) as a rank-two update.
        let beta = 2.0 / length;
        let mut p: Vec<f64> = (k + 1..n).map(|i| beta * dot(&a[i * n + k + 1..(i + 1) * n], &v)).collect();
        let half = 0.5 * beta * dot(&p, &v);
        add_scaled(&mut p, -half, &v);
        for i in k + 1..n {
            let row = &mut a[i * n + k + 1..(i + 1) * n];
            add_scaled(row, -v[i - k - 1], &p);
            add_scaled(row, -p[i - k - 1], &v);
        }
    }
    (diagonal, off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_has_its_known_second_eigenvalue() {
        let n = 11;
        let mut a = vec![0.0; n * n];
        for i in 0..n {
            a[i * n + i] = 2.0;
            a[i * n + (i + 1) % n] = -1.0;
            a[((i + 1) % n) * n + i] = -1.0;
        }
        let known = 2.0 - 2.0 * (2.0 * std::f64::consts::PI / n as f64).cos();
        assert!((second_smallest(a, n, 4.0) - known).abs() < 1e-12);
    }

    #[test]
    fn two_separate_pairs_have_zero() {
        let a = vec![1., -1., 0., 0., -1., 1., 0., 0., 0., 0., 1., -1., 0., 0., -1., 1.];
        assert!(second_smallest(a, 4, 2.0) < 1e-12);
    }
}
