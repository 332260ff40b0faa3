//! Percentages that sum to 100.

/// The parts' percentages of their sum, whole numbers that sum to 100: each is rounded down, and the missing points go
/// to the largest remainders, the earlier of equal ones first. All are 0 if the sum is 0; negative parts count as 0.
pub fn percents(parts: &[i64]) -> Vec<i64> {
    let parts: Vec<i128> = parts.iter().map(|part| i128::from((*part).max(0))).collect();
    let sum: i128 = parts.iter().sum();
    if sum == 0 {
        return vec![0; parts.len()];
    }
    let mut percents: Vec<i64> =
        parts.iter().map(|part| i64::try_from(part * 100 / sum).unwrap_or(100)).collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    // A stable sort keeps the earlier of equal remainders first.
    order.sort_by_key(|at| std::cmp::Reverse(parts[*at] * 100 % sum));
    let missing = 100 - percents.iter().sum::<i64>();
    for at in order.into_iter().take(usize::try_from(missing).unwrap_or(0)) {
        percents[at] += 1;
    }
    percents
}

#[cfg(test)]
mod tests {
    use super::percents;

    #[test]
    fn shares_sum_to_a_hundred() {
        // Weights of the demo's rubrics, which plain rounding shows as 99 %.
        assert_eq!(percents(&[50_000, 30_000, 20_000, 10_000]), [46, 27, 18, 9]);
        assert_eq!(percents(&[20_000, 15_000, 5_000]), [50, 38, 12], "plain rounding makes 101");
        assert_eq!(percents(&[1, 1, 1]), [34, 33, 33]);
        for parts in [vec![7, 7, 7, 7, 7, 7], vec![1, 999], vec![i64::MAX, 1, i64::MAX], vec![5]] {
            assert_eq!(percents(&parts).iter().sum::<i64>(), 100, "{parts:?}");
        }
        assert_eq!(percents(&[0, 0]), [0, 0]);
        assert!(percents(&[]).is_empty());
    }
}
