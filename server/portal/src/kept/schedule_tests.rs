//! What one makes for many, under schedules that shuttle chooses.

use super::*;
use crate::sync::simulation::{JoinHandle, Waits, ended, explore, some_dropped, yield_now};
use crate::sync::{AtomicU64, spawn};
use std::sync::atomic::Ordering;

struct Version(u64);

impl KeptValue for Version {
    const MOST: u64 = 2;
}

/// An event that changes, and the latest version that anybody was told of.
#[derive(Default)]
struct Event {
    version: AtomicU64,
    told: AtomicU64,
}

/// Asks for what is made of the event. Whether that came.
async fn ask(kept: KeptByVersion<Version>, event: Arc<Event>) -> bool {
    let told = event.told.load(Ordering::SeqCst);
    let version = event.version.load(Ordering::SeqCst);
    let make = async {
        yield_now().await;
        let made = Version(event.version.load(Ordering::SeqCst));
        yield_now().await;
        Ok(made)
    };
    let known = i64::try_from(version).unwrap_or_default();
    let Ok(made) = kept.of_event(EventId(1), known, make).await else { return false };
    assert!(made.0 >= told, "version {} after somebody was told of {told}", made.0);
    event.told.fetch_max(made.0, Ordering::SeqCst);
    true
}

fn all_ask(changes: u64) -> (Vec<JoinHandle<bool>>, JoinHandle<bool>) {
    let (kept, event) = (KeptByVersion::<Version>::default(), Arc::new(Event::default()));
    let asking = (0..4).map(|_| spawn(ask(kept.clone(), Arc::clone(&event)))).collect();
    let changing = spawn(async move {
        for _ in 0..changes {
            let version = event.version.fetch_add(1, Ordering::SeqCst) + 1;
            event.told.fetch_max(version, Ordering::SeqCst);
            yield_now().await;
        }
        true
    });
    (asking, changing)
}

#[test]
fn nobody_gets_anything_older_than_what_somebody_was_told() {
    explore(Waits::LastLongEnough, || async {
        let (asking, changing) = all_ask(3);
        assert_eq!(ended(asking).await, [true; 4]);
        ended(vec![changing]).await;
    });
}

#[test]
fn where_the_one_who_makes_it_is_gone_another_one_does() {
    explore(Waits::LastLongEnough, || async {
        let (asking, changing) = all_ask(2);
        let asked = some_dropped(asking).await;
        assert!(asked.into_iter().all(|came| came), "who stayed was left without");
        ended(vec![changing]).await;
    });
}
