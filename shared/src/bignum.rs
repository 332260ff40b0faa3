//! Natural numbers of any size, for exact weighted totals: the common denominator of a rubric with many ranges is larger
//! than a machine word.

use std::cmp::Ordering;

/// A natural number: digits to the base 2^64, the lowest first, none of them a leading zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Natural(Vec<u64>);

impl From<u64> for Natural {
    fn from(n: u64) -> Self {
        Self(vec![n]).trimmed()
    }
}

impl Natural {
    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (mut digits, mut carry) = (Vec::with_capacity(self.0.len().max(other.0.len()) + 1), false);
        for at in 0..self.0.len().max(other.0.len()) {
            let digit = |n: &Self| n.0.get(at).copied().unwrap_or(0);
            let (sum, over) = digit(self).overflowing_add(digit(other));
            let (sum, over_again) = sum.overflowing_add(carry.into());
            carry = over || over_again;
            digits.push(sum);
        }
        digits.push(carry.into());
        Self(digits).trimmed()
    }

    /// The product with a small number.
    pub(crate) fn times(&self, factor: u64) -> Self {
        let (mut digits, mut carry) = (Vec::with_capacity(self.0.len() + 1), 0_u128);
        for digit in &self.0 {
            let product = u128::from(*digit) * u128::from(factor) + carry;
            digits.push(low(product));
            carry = product >> 64;
        }
        digits.push(low(carry));
        Self(digits).trimmed()
    }

    pub(crate) fn product(&self, other: &Self) -> Self {
        other.0.iter().rev().fold(Self(Vec::new()), |sum, digit| {
            let shifted = if sum.0.is_empty() { sum } else { Self([&[0], &sum.0[..]].concat()) };
            shifted.plus(&self.times(*digit))
        })
    }
}

fn low(n: u128) -> u64 {
    n as u64
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natural(n: u128) -> Natural {
        Natural(vec![low(n), low(n >> 64)]).trimmed()
    }

    #[test]
    fn it_reckons_as_the_machine_does_where_the_machine_can() {
        let numbers = [0, 1, 2, 999_983, u64::MAX as u128, 1 << 63, (1 << 64) + 5, u64::MAX as u128 * 7];
        for a in numbers {
            for b in numbers {
                assert_eq!(natural(a).plus(&natural(b)), natural(a + b), "{a} + {b}");
                assert_eq!(natural(a).cmp(&natural(b)), a.cmp(&b), "{a} ? {b}");
                if let Some(product) = a.checked_mul(b) {
                    assert_eq!(natural(a).product(&natural(b)), natural(product), "{a} * {b}");
                }
            }
        }
    }

    #[test]
    fn beyond_the_machine_it_still_distributes() {
        let (a, b) = (natural(u128::MAX), natural(u128::MAX - 1));
        let square = a.product(&a);
        assert_eq!(square, a.product(&b).plus(&a));
        assert_eq!(square.times(3), square.plus(&square).plus(&square));
        assert!(square > a.product(&b));
    }
}
