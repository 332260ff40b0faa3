//! Plays simulated events of many worlds and prints how much closer to the truth the calibration comes than the plain mean:
//! `script/fairness`. The seeds are fixed, so the table is the same on every machine.
//!
//! A number as its argument divides the events of each world, for a quick look: `script/fairness 10`.

#![expect(clippy::print_stdout, reason = "an example that prints")]

mod event;
mod goals;
mod measure;
mod world;

use measure::{HEAD, Measured};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use world::{WORLDS, World};

type Outcome = Result<Measured, Box<dyn Error + Send + Sync>>;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let fewer = std::env::args().nth(1).map_or(Ok(1), |n| n.parse::<usize>())?.max(1);
    let start = Instant::now();
    let measured = all(fewer).into_iter().collect::<Result<Vec<Measured>, _>>()?;
    println!("{HEAD}");
    for (world, measured) in WORLDS.iter().zip(&measured) {
        println!("{}", measured.row(world));
    }
    println!("\n{}", goals::table(&measured));
    eprintln!("{} worlds in {:.0} s", WORLDS.len(), start.elapsed().as_secs_f64());
    Ok(())
}

/// Every world, on all cores. Seeds are fixed, so the order in which they are played changes nothing.
fn all(fewer: usize) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Outcome)>> = Mutex::default();
    let play = || {
        loop {
            let at = next.fetch_add(1, Ordering::SeqCst);
            let Some(world) = WORLDS.get(at) else { return };
            let world = World { events: (world.events / fewer).max(2), ..*world };
            let outcome = Measured::of(&world, world::seed(at));
            done.lock().unwrap_or_else(PoisonError::into_inner).push((at, outcome));
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(play);
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}
