//! Seeded swaps: two projects exchange a judge where that lowers Σ N_jk² + weight·cost. Loads stay as they are.

use super::deal::Deal;
use super::dice::Dice;

/// Swaps tried for each dealt review.
const TRIES_EACH: usize = 200;
const MOST_TRIES: usize = 6_000_000;

/// Tries swaps, and makes those that do not raise the sum.
pub(super) fn improve(deal: &mut Deal<'_>, weight: u32, dice: &mut Dice) {
    let dealt = deal.dealt();
    for _ in 0..(dealt.len() * TRIES_EACH).min(MOST_TRIES) {
        let (one, other) = (dealt[dice.below(dealt.len())], dealt[dice.below(dealt.len())]);
        if fits(deal, one, other) && change(deal, weight, one, other) <= 0 {
            swap(deal, one, other);
        }
    }
}

/// Whether the two may exchange their judges.
pub(super) fn fits(deal: &Deal<'_>, one: (usize, usize), other: (usize, usize)) -> bool {
    let (a, b) = (deal.panels[one.0][one.1], deal.panels[other.0][other.1]);
    one.0 != other.0 && a != b && deal.allows(one.0, b) && deal.allows(other.0, a)
}

/// Exchanges their judges.
pub(super) fn swap(deal: &mut Deal<'_>, one: (usize, usize), other: (usize, usize)) {
    let (a, b) = (deal.panels[one.0][one.1], deal.panels[other.0][other.1]);
    deal.replace(one.0, one.1, b);
    deal.replace(other.0, other.1, a);
}

/// By how much the sum would grow. (N+1)² − N² = 2N + 1, and (N−1)² − N² = −(2N − 1). Somebody who is on both panels
/// meets the two as often as before.
fn change(deal: &Deal<'_>, weight: u32, one: (usize, usize), other: (usize, usize)) -> i64 {
    let (a, b) = (deal.panels[one.0][one.1], deal.panels[other.0][other.1]);
    let cost = deal.cost_of_exchange(one.0, a, b) + deal.cost_of_exchange(other.0, b, a);
    let (of_a, of_b) = (deal.meets(a), deal.meets(b));
    let met = |panel: usize, elsewhere: usize, leaves: usize, gone: &[u16], come: &[u16]| -> i64 {
        let stays =
            deal.panels[panel].iter().filter(|&&p| p != leaves && !deal.panels[elsewhere].contains(&p));
        stays.map(|&p| 2 * (i64::from(come[p]) - i64::from(gone[p])) + 2).sum()
    };
    i64::from(weight) * cost + met(one.0, other.0, a, of_a, of_b) + met(other.0, one.0, b, of_b, of_a)
}
