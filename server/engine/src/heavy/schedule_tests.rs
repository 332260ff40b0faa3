//! The pool for the processor under schedules that shuttle chooses.

use super::*;
use crate::sync::AtomicUsize;
use crate::sync::simulation::{JoinHandle, Waits, ended, explore, some_dropped, yield_now};
use crate::sync::spawn;
use std::sync::atomic::Ordering;

/// Places, and how many of them long jobs may take.
const PLACES: (usize, usize) = (2, 1);
const ASKING: [Class; 6] =
    [Class::Event, Class::Answer, Class::Visitor, Class::Password, Class::Event, Class::Answer];

#[derive(Default)]
struct AtWork {
    all: AtomicUsize,
    long: AtomicUsize,
}

/// Jobs under way, of which this is one until it is dropped.
struct Working<'w>(&'w AtomicUsize);

impl<'w> Working<'w> {
    fn one_more(working: &'w AtomicUsize, most: usize) -> Self {
        let working = Self(working);
        assert!(working.0.fetch_add(1, Ordering::SeqCst) < most, "more work than there are places");
        working
    }
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn all_ask(pool: &Arc<Pool>) -> Vec<JoinHandle<bool>> {
    let at_work = Arc::new(AtWork::default());
    let ask = |class: Class| {
        let (pool, at_work) = (Arc::clone(pool), Arc::clone(&at_work));
        spawn(async move {
            let Ok(place) = pool.place(class).await else { return false };
            let all = Working::one_more(&at_work.all, PLACES.0);
            let long = class.is_long().then(|| Working::one_more(&at_work.long, PLACES.1));
            yield_now().await;
            drop((all, long));
            drop(place);
            true
        })
    };
    ASKING.into_iter().map(ask).collect()
}

fn nothing_is_left(pool: &Pool) {
    let places = pool.places();
    assert_eq!((places.free, places.free_for_long), PLACES, "a place was not given back");
    assert!(
        places.waiting.iter().flatten().all(oneshot::Sender::is_closed),
        "somebody waits for a free place"
    );
}

#[test]
fn everybody_gets_a_place() {
    explore(Waits::LastLongEnough, || async {
        let pool = Pool::new(PLACES.0, PLACES.1);
        assert_eq!(ended(all_ask(&pool)).await, [true; ASKING.len()]);
        nothing_is_left(&pool);
    });
}

#[test]
fn who_hangs_up_or_waits_too_long_takes_no_place_along() {
    for waits in [Waits::LastLongEnough, Waits::MayEndEarly] {
        explore(waits, || async {
            let pool = Pool::new(PLACES.0, PLACES.1);
            some_dropped(all_ask(&pool)).await;
            nothing_is_left(&pool);
        });
    }
}

#[test]
fn a_job_keeps_its_place_although_its_request_is_gone() {
    explore(Waits::LastLongEnough, || async {
        let (pool, working) = (Pool::new(1, 1), Arc::new(AtomicUsize::new(0)));
        let ask = |_| {
            let (pool, working) = (Arc::clone(&pool), Arc::clone(&working));
            spawn(async move {
                let job = move || {
                    // Others may run before it is dropped: that is a step of its own.
                    drop(Working::one_more(&working, 1));
                };
                pool.run(Class::Answer, job).await.is_ok()
            })
        };
        some_dropped((0..4).map(ask).collect()).await;
        // Its turn comes after theirs, whose jobs may still be under way.
        assert!(pool.place(Class::Event).await.is_ok());
        assert_eq!(working.load(Ordering::SeqCst), 0, "a job is under way without a place");
    });
}
