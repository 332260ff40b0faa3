//! Handing out by need names the winners more often than spreading the same reviews evenly.

use crate::by_need::compare;
use crate::world::{PLAIN, World};

/// 60 projects, 15 judges, four reviews a project on average, of which three are dealt.
const EVENT: World = World { projects: 60, judges: 15, reviews: 4, offset_sd: 0.06, ..PLAIN };

#[test]
fn the_first_three_are_found_more_often_than_by_an_even_spread() {
    let found = compare(&EVENT, 2, 40, 31);
    println!(
        "first three {:.3} and {:.3} ± {:.3}, winner {:.3} and {:.3}, tau {:.3} and {:.3}, coverage {:.3}",
        found.even.three,
        found.need.three,
        found.three_se,
        found.even.winner,
        found.need.winner,
        found.even.tau,
        found.need.tau,
        found.need.coverage
    );
    assert!(found.need.three - found.even.three > 0.08);
    assert!(found.need.winner > found.even.winner);
    // It costs the rest of the field, and not the intervals.
    assert!(found.even.tau - found.need.tau < 0.10);
    assert!((0.85..0.96).contains(&found.need.coverage));
}
