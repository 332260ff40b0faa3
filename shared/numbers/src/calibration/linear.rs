//! Dense symmetric linear algebra, in one fixed order of sums.

/// `Σ a_k·b_k` over eight running sums, so that processors may work on them side by side while the
/// order of additions stays the same on all of them.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a, b) = (&a[..n], &b[..n]);
    let mut sums = [0.0_f64; 8];
    let (mut xs, mut ys) = (a.chunks_exact(8), b.chunks_exact(8));
    for (x, y) in (&mut xs).zip(&mut ys) {
        for k in 0..8 {
            sums[k] += x[k] * y[k];
        }
    }
    let mut sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    for (x, y) in xs.remainder().iter().zip(ys.remainder()) {
        sum += x * y;
    }
    sum
}

/// [`dot`] of two vectors with the same third, each summed in the order of [`dot`]: neither waits for the other, and the third is
/// read once.
fn dots(a: [&[f64]; 2], b: &[f64]) -> [f64; 2] {
    let n = b.len();
    let (p, q) = (&a[0][..n], &a[1][..n]);
    let (mut of_p, mut of_q) = ([0.0_f64; 8], [0.0_f64; 8]);
    let (mut ps, mut qs, mut bs) = (p.chunks_exact(8), q.chunks_exact(8), b.chunks_exact(8));
    for ((x, y), z) in (&mut ps).zip(&mut qs).zip(&mut bs) {
        for k in 0..8 {
            of_p[k] += x[k] * z[k];
            of_q[k] += y[k] * z[k];
        }
    }
    let total = |s: [f64; 8]| ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
    let mut sums = [total(of_p), total(of_q)];
    for ((x, y), z) in ps.remainder().iter().zip(qs.remainder()).zip(bs.remainder()) {
        sums[0] += x * z;
        sums[1] += y * z;
    }
    sums
}

/// `y += f·x`.
pub(crate) fn add_scaled(y: &mut [f64], f: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += f * x;
    }
}

/// Solves S·x = b by conjugate gradients, scaled by the diagonal, where `times` gives S·x: nothing of the size of S is built. Ends when
/// rᵀD⁻¹r of what is left is at most `enough`, or after `most` steps.
pub(crate) fn solve_by_steps(
    times: impl Fn(&[f64]) -> Vec<f64>,
    b: &[f64],
    diagonal: &[f64],
    (enough, most): (f64, usize),
) -> Vec<f64> {
    let scaled = |r: &[f64]| r.iter().zip(diagonal).map(|(r, d)| r / d).collect::<Vec<f64>>();
    let (mut x, mut r) = (vec![0.0; b.len()], b.to_vec());
    let mut z = scaled(&r);
    let mut p = z.clone();
    let mut rz = dot(&r, &z);
    for _ in 0..most {
        if rz <= enough {
            break;
        }
        let sp = times(&p);
        let curvature = dot(&p, &sp);
        // A singular S does not move what it cannot tell.
        if curvature <= 0.0 {
            break;
        }
        let step = rz / curvature;
        add_scaled(&mut x, step, &p);
        add_scaled(&mut r, -step, &sp);
        z = scaled(&r);
        let next = dot(&r, &z);
        for (p, z) in p.iter_mut().zip(&z) {
            *p = z + next / rz * *p;
        }
        rz = next;
    }
    x
}

/// Lower Cholesky factor L of a positive definite S = LLᵀ, row by row.
pub(crate) struct Factor {
    size: usize,
    rows: Vec<f64>,
}

impl Factor {
    /// Factorises `s` (`size`², row-major, lower triangle read), two rows at a time.
    pub(crate) fn of(mut s: Vec<f64>, size: usize) -> Self {
        // S is positive definite by its priors; the floor only catches rounding.
        let root = |row: &[f64], i: usize| (row[i] - dot(&row[..i], &row[..i])).max(1e-300).sqrt();
        for i in (0..size).step_by(2) {
            let (above, rest) = s.split_at_mut(i * size);
            let (first, rest) = rest.split_at_mut(size);
            let second = rest.get_mut(..size);
            match second {
                None => {
                    for j in 0..i {
                        let other = &above[j * size..=j * size + j];
                        first[j] = (first[j] - dot(&first[..j], &other[..j])) / other[j];
                    }
                    first[i] = root(first, i);
                }
                Some(second) => {
                    for j in 0..i {
                        let other = &above[j * size..=j * size + j];
                        let [x, y] = dots([&*first, &*second], &other[..j]);
                        first[j] = (first[j] - x) / other[j];
                        second[j] = (second[j] - y) / other[j];
                    }
                    first[i] = root(first, i);
                    second[i] = (second[i] - dot(&second[..i], &first[..i])) / first[i];
                    second[i + 1] = root(second, i + 1);
                    second[i + 2..].fill(0.0);
                }
            }
            first[i + 1..].fill(0.0);
        }
        Self { size, rows: s }
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.rows[i * self.size..=i * self.size + i]
    }

    /// Replaces `b` by `S⁻¹b`.
    pub(crate) fn solve(&self, b: &mut [f64]) {
        for i in 0..self.size {
            let row = self.row(i);
            b[i] = (b[i] - dot(&row[..i], &b[..i])) / row[i];
        }
        self.solve_transposed(b);
    }

    /// Replaces `z` by `L⁻ᵀz`.
    pub(super) fn solve_transposed(&self, z: &mut [f64]) {
        for i in (0..self.size).rev() {
            let row = self.row(i);
            z[i] /= row[i];
            let v = z[i];
            add_scaled(&mut z[..i], -v, row);
        }
    }

    /// `S⁻¹ = L⁻ᵀL⁻¹`, full and row-major.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let p = self.size;
        // Row i of `m` is column i of L⁻¹, from the diagonal on. Some columns side by side: none waits for another.
        let mut m = vec![0.0; p * p];
        for (block, columns) in m.chunks_mut(COLUMNS * p).enumerate() {
            for k in block * COLUMNS..p {
                let row = self.row(k);
                for (i, column) in (block * COLUMNS..=k).zip(columns.chunks_exact_mut(p)) {
                    column[k] = if i == k { 1.0 / row[k] } else { -dot(&row[i..k], &column[i..k]) / row[k] };
                }
            }
        }
        let mut inverse = vec![0.0; p * p];
        for i in 0..p {
            let own = &m[i * p + i..(i + 1) * p];
            let mut set = |j: usize, v: f64| {
                inverse[i * p + j] = v;
                inverse[j * p + i] = v;
            };
            let of = |j: usize| &m[j * p + i..(j + 1) * p];
            for j in (0..i).step_by(2) {
                let pair = dots([of(j), of(j + 1)], own);
                set(j, pair[0]);
                set(j + 1, pair[1]);
            }
            if i.is_multiple_of(2) {
                set(i, dot(own, own));
            }
        }
        inverse
    }
}

/// So many columns of an inverse are computed side by side.
const COLUMNS: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factor_solves_and_inverts() {
        for n in [1_usize, 2, 5, 12, 13, 40] {
            check(n);
        }
    }

    fn check(n: usize) {
        let s: Vec<f64> = (0..n * n)
            .map(|k| if k / n == k % n { 9.0 } else { 1.0 / (1.0 + (k / n).abs_diff(k % n) as f64) })
            .collect();
        let f = Factor::of(s.clone(), n);
        let inv = f.inverse();
        let mut x: Vec<f64> = (0..n).map(|k| k as f64).collect();
        let b = x.clone();
        f.solve(&mut x);
        for i in 0..n {
            assert!((dot(&s[i * n..(i + 1) * n], &x) - b[i]).abs() < 1e-12);
            for j in 0..n {
                let unit = f64::from(u8::from(i == j));
                assert!((dot(&s[i * n..(i + 1) * n], &inv[j * n..(j + 1) * n]) - unit).abs() < 1e-12);
            }
        }
    }

    /// Numbers that are published must not change by how the work is laid out: what is done two by two is done to the last bit as
    /// one by one.
    #[test]
    fn two_sums_at_once_are_the_sums_of_each() {
        let numbers: Vec<f64> = (0..120_u32).map(|k| 1.0 / (1.0 + f64::from(k * k % 37))).collect();
        for n in 0..40 {
            let (a, b, c) = (&numbers[..n], &numbers[40..40 + n], &numbers[80..80 + n]);
            assert_eq!(dots([a, b], c), [dot(a, c), dot(b, c)]);
        }
    }
}
