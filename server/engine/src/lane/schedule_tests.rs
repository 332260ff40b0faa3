//! The lane under schedules that shuttle chooses: places, connections, and who waits.

use super::*;
use crate::sync::simulation::{JoinHandle, Waits, ended, explore, one_of, some_dropped, yield_now};
use crate::sync::spawn;
use std::future::poll_fn;
use std::pin::pin;

/// Places of the lane.
const MOST: usize = 2;
/// Who asks for one.
const ASKING: usize = 5;

/// A pool without a database. It fails now and then.
struct Connections {
    fails: bool,
}

/// A connection of it, and whether something is under way on it.
struct Connection {
    under_way: bool,
}

impl Source for Connections {
    type Connection = Connection;

    async fn open(&self) -> Outcome<Connection> {
        yield_now().await;
        if self.fails && one_of(4) { Err(busy()) } else { Ok(Connection { under_way: false }) }
    }

    async fn is_alive(_: &mut Connection) -> bool {
        yield_now().await;
        !one_of(4)
    }

    fn is_shut(&self) -> bool {
        false
    }
}

/// Uses a place. Whether it got one.
async fn use_one(lane: Arc<Lane<Connections>>, using: Arc<AtomicUsize>) -> bool {
    let Ok(mut taken) = lane.take().await else { return false };
    assert!(!taken.kept.connection.under_way, "somebody else's work is under way on it");
    // Counted until it is dropped, wherever that happens.
    let counted = Counted::of(&using);
    assert!(counted.with_this <= MOST, "more use connections than there are places");
    taken.kept.connection.under_way = true;
    yield_now().await;
    taken.kept.connection.under_way = false;
    drop(counted);
    if one_of(2) {
        taken.keep();
    }
    true
}

struct Counted<'u> {
    using: &'u AtomicUsize,
    with_this: usize,
}

impl<'u> Counted<'u> {
    fn of(using: &'u AtomicUsize) -> Self {
        Self { using, with_this: using.fetch_add(1, Ordering::SeqCst) + 1 }
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.using.fetch_sub(1, Ordering::SeqCst);
    }
}

fn all_ask(lane: &Arc<Lane<Connections>>) -> Vec<JoinHandle<bool>> {
    let using = Arc::new(AtomicUsize::new(0));
    (0..ASKING).map(|_| spawn(use_one(Arc::clone(lane), Arc::clone(&using)))).collect()
}

fn nothing_is_left(lane: &Lane<Connections>) {
    assert_eq!(lane.free(), MOST, "a place was not given back");
    assert_eq!(lane.0.waiting.load(Ordering::SeqCst), 0, "somebody is counted who waits no more");
    assert!(lane.0.idle().iter().all(|kept| !kept.connection.under_way), "a connection is kept in mid-use");
}

#[test]
fn everybody_gets_a_place_and_each_is_given_back() {
    explore(Waits::LastLongEnough, || async {
        let lane = Arc::new(Lane::new(Connections { fails: false }, MOST));
        let got = ended(all_ask(&lane)).await;
        assert_eq!(got, [true; ASKING]);
        nothing_is_left(&lane);
    });
}

fn some_leave(waits: Waits) {
    explore(waits, || async {
        let lane = Arc::new(Lane::new(Connections { fails: true }, MOST));
        some_dropped(all_ask(&lane)).await;
        nothing_is_left(&lane);
    });
}

#[test]
fn who_hangs_up_or_finds_no_connection_leaves_nothing_behind() {
    some_leave(Waits::LastLongEnough);
}

#[test]
fn who_waited_too_long_leaves_nothing_behind() {
    some_leave(Waits::MayEndEarly);
}

#[test]
fn who_came_later_does_not_go_before_who_waits() {
    explore(Waits::LastLongEnough, || async {
        let lane = Arc::new(Lane::new(Connections { fails: false }, 1));
        let turns = Arc::new(AtomicUsize::new(0));
        let greedy = |_| {
            let (lane, turns) = (Arc::clone(&lane), Arc::clone(&turns));
            spawn(async move {
                for _ in 0..4 {
                    let taken = lane.take().await.ok();
                    turns.fetch_add(1, Ordering::SeqCst);
                    yield_now().await;
                    taken.into_iter().for_each(LanePlace::keep);
                }
            })
        };
        let greedy: Vec<_> = (0..3).map(greedy).collect();
        yield_now().await;
        let mut queue = pin!(lane.queue(wait_budget::LONGEST));
        let mut before = None;
        let place = poll_fn(|cx| {
            let polled = queue.as_mut().poll(cx);
            // From here on it is in the queue.
            before.get_or_insert_with(|| turns.load(Ordering::SeqCst));
            polled.map(Result::ok)
        });
        let place = place.await;
        assert!(place.is_some());
        let passed = turns.load(Ordering::SeqCst) - before.unwrap_or_default();
        assert!(passed <= greedy.len(), "{passed} turns went before who was in the queue");
        drop(place);
        ended(greedy).await;
        assert_eq!(lane.free(), 1);
    });
}
