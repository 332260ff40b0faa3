//! Competition ranks of values at 6 decimals.

/// A value in millionths, rounded half away from zero.
pub fn micro(value: f64) -> i64 {
    (value * 1e6).round() as i64
}

/// A value at 6 decimals; never negative zero.
pub fn round6(value: f64) -> f64 {
    micro(value) as f64 / 1e6
}

/// Ranks of `values`, the highest first, equal at 6 decimals sharing a rank: 1, 2, 2, 4.
pub fn competition_ranks(values: &[f64]) -> Vec<u32> {
    let keys: Vec<i64> = values.iter().map(|&v| micro(v)).collect();
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(keys[i]));
    let mut ranks = vec![0; keys.len()];
    let mut rank = 0;
    let mut last = None;
    for (place, &i) in (1_u32..).zip(&order) {
        if last != Some(keys[i]) {
            rank = place;
            last = Some(keys[i]);
        }
        ranks[i] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_rank_and_the_next_one_is_skipped() {
        assert_eq!(competition_ranks(&[0.5, 0.9, 0.5, 0.1]), [2, 1, 2, 4]);
        assert_eq!(competition_ranks(&[]), [0_u32; 0]);
    }

    #[test]
    fn what_differs_beyond_the_sixth_decimal_is_a_tie() {
        assert_eq!(competition_ranks(&[0.500_000_1, 0.5, 0.500_001]), [2, 2, 1]);
    }

    #[test]
    fn zero_is_never_negative() {
        assert!(round6(-1e-9).is_sign_positive());
    }
}
