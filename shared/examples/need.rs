//! Prints what handing out by need finds beside an even spread of the same number of reviews:
//! `cargo run --release -p shared --example need`. Each line is the mean over so many events (an argument, 200 without one).

#![expect(clippy::print_stdout, reason = "an example that prints")]
#![expect(clippy::unwrap_used, dead_code, reason = "the simulation is the tests' own")]

#[path = "../tests/calibration_model/by_need.rs"]
mod by_need;
#[path = "../tests/calibration_model/support.rs"]
mod support;
#[path = "../tests/calibration_model/world.rs"]
mod world;

use by_need::compare;
use world::{PLAIN, World};

const NORMAL: World = World { offset_sd: 0.06, ..PLAIN };

fn main() {
    let events = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
    let small = |world: World| World { projects: 60, judges: 15, reviews: 4, ..world };
    let skewed = small(World { skewed: true, ..NORMAL });
    let erratic = small(World { erratic: 0.15, ..NORMAL });
    let large = World { projects: 200, judges: 40, reviews: 3, ..NORMAL };
    let rows = [
        ("normal, 60 × 15, 4 reviews", small(NORMAL), 2),
        ("normal, 60 × 15, 4 reviews", small(NORMAL), 3),
        ("skewed, 60 × 15, 4 reviews", skewed, 2),
        ("skewed, 60 × 15, 4 reviews", skewed, 3),
        ("erratic, 60 × 15, 4 reviews", erratic, 2),
        ("erratic, 60 × 15, 4 reviews", erratic, 3),
        ("normal, 100 × 25, 5 reviews", NORMAL, 2),
        ("normal, 100 × 25, 5 reviews", NORMAL, 3),
        ("normal, 100 × 25, 5 reviews", NORMAL, 4),
        ("normal, 200 × 40, 3 reviews", large, 2),
    ];
    println!(
        "| world | floor | first three, even | by need (± se) | first ten | winner | tau | coverage | most reviews |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, world, floor) in rows {
        let found = compare(&world, floor, events, 20_261_122);
        let (even, need) = (found.even, found.need);
        println!(
            "| {name} | {floor} | {:.3} | {:+.3} ± {:.3} | {:.3} {:+.3} | {:.3} {:+.3} | {:.3} {:+.3} | {:.3} | {:.0} |",
            even.three,
            need.three - even.three,
            found.three_se,
            even.ten,
            need.ten - even.ten,
            even.winner,
            need.winner - even.winner,
            even.tau,
            need.tau - even.tau,
            need.coverage,
            need.most,
        );
    }
}
