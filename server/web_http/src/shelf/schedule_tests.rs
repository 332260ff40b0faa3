//! The shelf under schedules that shuttle chooses: an event changes while many ask for a page about it, and some hang up.

use super::*;
use crate::answer::public;
use axum::body::to_bytes;
use axum::http::{HeaderMap, Method};
use axum::response::IntoResponse;
use chrono::{DateTime, Utc};
use model::freshness::ReadSpan;
use portal::sync::simulation::{JoinHandle, Waits, ended, explore, some_dropped, yield_now};
use portal::sync::{AtomicU64, spawn};
use shared::window::Phase;
use std::sync::LazyLock;
use std::sync::atomic::Ordering;

/// The beginning of this process's clock in these tests.
static BEGINNING: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);

/// An event that changes, the process's clock, and the latest version that anybody was told of.
#[derive(Default)]
struct Event {
    version: AtomicU64,
    clock: AtomicU64,
    told: AtomicU64,
}

impl Event {
    fn now(&self) -> std::time::Instant {
        *BEGINNING + Duration::from_millis(self.clock.fetch_add(1, Ordering::SeqCst))
    }

    /// What answers depend on, as a request reads it.
    async fn read(&self) -> Freshness {
        let began = self.now();
        yield_now().await;
        let version = i64::try_from(self.version.load(Ordering::SeqCst)).unwrap_or_default();
        yield_now().await;
        let read = ReadSpan { began, ended: self.now(), clock: DateTime::<Utc>::UNIX_EPOCH };
        Freshness { version, phases: [Phase::Open; 3], read }
    }

    /// A page that says of which version it is.
    async fn page(&self) -> Response {
        yield_now().await;
        let version = self.version.load(Ordering::SeqCst);
        yield_now().await;
        public(version.to_string().into_response())
    }
}

/// Asks for the page. Whether it came.
async fn ask(shelf: Shelf, event: Arc<Event>) -> bool {
    let told = event.told.load(Ordering::SeqCst);
    let place = Place::new("/", "", Keep::UntilChanged, event.read().await);
    let asked = Preconditions::of(&Method::GET, &HeaderMap::new());
    let renew = async { Some(event.read().await) };
    let Ok(response) = shelf.answer(place, &asked, renew, event.page()).await else { return false };
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
    let version: Option<u64> = std::str::from_utf8(&bytes).ok().and_then(|said| said.parse().ok());
    assert!(version.is_some_and(|version| version >= told), "{version:?} after somebody was told of {told}");
    event.told.fetch_max(version.unwrap_or_default(), Ordering::SeqCst);
    true
}

fn all_ask() -> (Vec<JoinHandle<bool>>, JoinHandle<bool>) {
    let (shelf, event) = (Shelf::new(1), Arc::new(Event::default()));
    let asking = (0..4).map(|_| spawn(ask(shelf.clone(), Arc::clone(&event)))).collect();
    let changing = spawn(async move {
        for _ in 0..3 {
            let version = event.version.fetch_add(1, Ordering::SeqCst) + 1;
            // Who changed it sees it on the page that comes next.
            event.told.fetch_max(version, Ordering::SeqCst);
            yield_now().await;
        }
        true
    });
    (asking, changing)
}

#[test]
fn nobody_is_shown_anything_older_than_what_somebody_was_told() {
    explore(Waits::LastLongEnough, || async {
        let (asking, changing) = all_ask();
        assert_eq!(ended(asking).await, [true; 4]);
        ended(vec![changing]).await;
    });
}

#[test]
fn where_the_one_who_makes_a_page_hangs_up_another_one_does() {
    explore(Waits::LastLongEnough, || async {
        let (asking, changing) = all_ask();
        let asked = some_dropped(asking).await;
        assert!(asked.into_iter().all(|came| came), "who stayed was left without");
        ended(vec![changing]).await;
    });
}

#[test]
fn who_waits_too_long_is_told_so_and_the_others_are_answered_as_ever() {
    explore(Waits::MayEndEarly, || async {
        let (asking, changing) = all_ask();
        some_dropped(asking).await;
        ended(vec![changing]).await;
    });
}
