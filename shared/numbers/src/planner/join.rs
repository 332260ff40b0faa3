//! Joins a deal that fell into parts: swaps between parts, until judges of all projects can be compared.

use super::deal::Deal;
use super::dice::Dice;
use super::swaps::{fits, swap};
use super::ties::parts;

/// Swaps tried before the parts are left as they are.
const TRIES: usize = 500;

/// Swaps reviews between parts as long as that leaves fewer parts.
pub(super) fn join_parts(deal: &mut Deal<'_>, dice: &mut Dice) {
    let dealt = deal.dealt();
    let (mut part, mut count) = parts(deal);
    for _ in 0..TRIES {
        if count < 2 || dealt.is_empty() {
            return;
        }
        let (one, other) = (dealt[dice.below(dealt.len())], dealt[dice.below(dealt.len())]);
        if part[one.0] == part[other.0] || !fits(deal, one, other) {
            continue;
        }
        swap(deal, one, other);
        let after = parts(deal);
        if after.1 < count {
            (part, count) = after;
        } else {
            swap(deal, one, other);
        }
    }
}
