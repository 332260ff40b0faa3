//! One read for many, under schedules that shuttle chooses.

use super::*;
use crate::sync::AtomicU64;
use crate::sync::simulation::{JoinHandle, Waits, ended, explore, some_dropped, yield_now};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A key that the database does not want.
const UNWANTED: u64 = 7;

/// Asks how far the model of a database has come.
struct HowFar;

impl Question for HowFar {
    type Key = u64;
    type Found = u64;

    async fn read(_: &mut Conn, _: &[u64]) -> Outcome<HashMap<u64, u64>> {
        Err(Failure::broken("a model has no connection"))
    }
}

/// A database that comes further all the time.
#[derive(Clone, Default)]
struct Model(Arc<AtomicU64>);

impl Model {
    fn reached(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl Reader<HowFar> for Model {
    async fn read_keys(&self, keys: &[u64]) -> Outcome<HashMap<u64, u64>> {
        yield_now().await;
        if keys.contains(&UNWANTED) {
            return Err(Failure::broken("not this key"));
        }
        let reached = self.reached();
        yield_now().await;
        Ok(keys.iter().map(|key| (*key, reached)).collect())
    }
}

/// Five ask, of whom one asks for `odd`. Each that is answered is told of nothing older than what was there when it asked.
fn all_ask(model: &Model, odd: u64) -> Vec<JoinHandle<bool>> {
    let read = SharedRead::<HowFar>::new(model.clone());
    let ask = |key: u64| {
        let (read, model) = (read.clone(), model.clone());
        spawn(async move {
            let before = model.reached();
            model.0.fetch_add(1, Ordering::SeqCst);
            let found = read.get(key).await;
            if let Ok(Some(found)) = &found {
                // What it did itself before it asked is among it.
                assert!(*found > before, "the read began before it was asked for");
            }
            matches!(found, Ok(Some(_)))
        })
    };
    [1, 2, odd, 2, 1].into_iter().map(ask).collect()
}

#[test]
fn who_asks_is_answered_by_a_read_that_began_later() {
    explore(Waits::LastLongEnough, || async {
        assert_eq!(ended(all_ask(&Model::default(), 3)).await, [true; 5]);
    });
}

#[test]
fn one_key_that_fails_fails_for_nobody_else() {
    explore(Waits::LastLongEnough, || async {
        assert_eq!(ended(all_ask(&Model::default(), UNWANTED)).await, [true, true, false, true, true]);
    });
}

#[test]
fn who_hangs_up_or_waits_too_long_spoils_nothing() {
    for waits in [Waits::LastLongEnough, Waits::MayEndEarly] {
        explore(waits, || async {
            let model = Model::default();
            some_dropped(all_ask(&model, UNWANTED)).await;
        });
    }
}
