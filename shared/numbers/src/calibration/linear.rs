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

/// `y += f·x`.
pub(crate) fn add_scaled(y: &mut [f64], f: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += f * x;
    }
}

/// Lower Cholesky factor L of a positive definite S = LLᵀ, row by row.
pub(crate) struct Factor {
    size: usize,
    rows: Vec<f64>,
}

impl Factor {
    /// Factorises `s` (`size`², row-major, lower triangle read).
    pub(crate) fn of(mut s: Vec<f64>, size: usize) -> Self {
        for i in 0..size {
            let (above, rest) = s.split_at_mut(i * size);
            let row = &mut rest[..size];
            for j in 0..i {
                let other = &above[j * size..=j * size + j];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            // S is positive definite by its priors; the floor only catches rounding.
            row[i] = (row[i] - dot(&row[..i], &row[..i])).max(1e-300).sqrt();
            row[i + 1..].fill(0.0);
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
        // Row i of `m` is column i of L⁻¹, from the diagonal on.
        let mut m = vec![0.0; p * p];
        for i in 0..p {
            let column = &mut m[i * p..(i + 1) * p];
            column[i] = 1.0 / self.row(i)[i];
            for k in i + 1..p {
                let row = self.row(k);
                column[k] = -dot(&row[i..k], &column[i..k]) / row[k];
            }
        }
        let mut inverse = vec![0.0; p * p];
        for i in 0..p {
            for j in 0..=i {
                let v = dot(&m[i * p + i..(i + 1) * p], &m[j * p + i..(j + 1) * p]);
                inverse[i * p + j] = v;
                inverse[j * p + i] = v;
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factor_solves_and_inverts() {
        let n = 13_usize;
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
}
