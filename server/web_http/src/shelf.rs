//! Public answers about an event, kept ready. An answer is taken from here only after one read of the event's version and of the
//! clock, so that nothing is shown that a rule hides by now.

use super::public_answer::{Head, Preconditions, PublicAnswer};
use crate::prelude::*;
use model::freshness::Freshness;
use portal::{sync::Instant, wait_budget};
use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction, EntryResult};
use quick_cache::{OptionsBuilder, Weighter};
use std::hash::RandomState;
use std::sync::Weak;

/// How long a route's public answers are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Until something public changes in the event, or one of its windows opens or closes.
    UntilChanged,
    /// As that, and to the end of the minute: a page that says how long ago something was.
    ForTheMinute,
    /// As that, and to the end of the second: a page that counts down.
    ForTheSecond,
}

impl Keep {
    /// After how many seconds an answer says something that is not true any more; none where no clock shows in it.
    fn seconds(self) -> Option<i64> {
        match self {
            Self::UntilChanged => None,
            Self::ForTheMinute => Some(60),
            Self::ForTheSecond => Some(1),
        }
    }
}

/// What an address may ask to be kept: whoever makes up other names fills nothing.
const ASKED: [&str; 7] = ["after", "limit", "page", "sort", "tag", "track", "view"];
/// A longer query is not kept.
const LONGEST_QUERY: usize = 100;
/// Longer than this, a request has waited for another.
const AT_ONCE: Duration = Duration::from_millis(2);
/// What an entry takes besides its bytes.
const FRAME: usize = 1_024;
/// One answer takes at most this part of the shelf.
const PART: usize = 3;

/// An address on the shelf, and the moment at which it is asked.
#[derive(Clone, Debug)]
pub struct Place {
    address: String,
    keep: Keep,
    fresh: Freshness,
}

impl Place {
    /// The place of an answer to this path and query.
    pub fn new(path: &str, query: &str, keep: Keep, fresh: Freshness) -> Self {
        Self { address: format!("{path}?{query}"), keep, fresh }
    }
}

/// Whether answers to this query are kept.
pub(super) fn keeps_query(query: &str) -> bool {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let mut names = pairs.map(|pair| pair.split('=').next().unwrap_or_default());
    query.len() <= LONGEST_QUERY && names.all(|name| ASKED.contains(&name))
}

#[derive(Clone, Debug)]
struct Kept {
    fresh: Freshness,
    held: Held,
}

#[derive(Clone, Debug)]
enum Held {
    /// The answer.
    Whole(Arc<PublicAnswer>),
    /// Of one that is too large to be kept, what comes before its bytes; and the answer, while it is on its way to anybody.
    WithoutBytes(Arc<Head>, Weak<PublicAnswer>),
}

/// What somebody who asks is answered from.
enum Found {
    Answer(Arc<PublicAnswer>),
    Once(Arc<PublicAnswer>),
    Ready(Response),
}

impl Held {
    /// What answers somebody who asks; none where the answer has to be made again.
    fn find(&self, asked: &Preconditions) -> Option<Found> {
        match self {
            Self::Whole(answer) => Some(Found::Answer(answer.clone())),
            Self::WithoutBytes(head, on_its_way) => match head.alone(asked) {
                Some(ready) => Some(Found::Ready(ready)),
                None => on_its_way.upgrade().map(Found::Once),
            },
        }
    }
}

impl Kept {
    fn serves(&self, place: &Place) -> bool {
        let in_time = place.keep.seconds().is_none_or(|length| self.fresh.same_span(&place.fresh, length));
        self.fresh.serves(&place.fresh) && (in_time || self.fresh.read.follows(&place.fresh.read))
    }
}

#[derive(Clone, Copy, Debug)]
struct Bytewise;

impl Weighter<String, Kept> for Bytewise {
    fn weight(&self, address: &String, kept: &Kept) -> u64 {
        let held = match &kept.held {
            Held::Whole(answer) => answer.bytes(),
            Held::WithoutBytes(..) => 0,
        };
        u64::try_from(held + FRAME + address.len()).unwrap_or(u64::MAX)
    }
}

type Answers = Cache<String, Kept, Bytewise, RandomState, DefaultLifecycle<String, Kept>>;

/// The answers that this process keeps, within a bound of bytes. What was asked for most stays longest.
#[derive(Clone, Debug)]
pub struct Shelf {
    answers: Option<Arc<Answers>>,
    /// Most bytes of an answer that is kept.
    largest: usize,
}

impl Shelf {
    /// A shelf of so many MiB; none keeps nothing.
    pub fn new(mib: u32) -> Self {
        let most = u64::from(mib) * 1024 * 1024;
        // One shard, since each has its part of the bound and a long list would fit into none. The estimate is of 16 KiB an answer.
        let options = OptionsBuilder::new()
            .shards(1)
            .hot_allocation(0.5)
            .estimated_items_capacity(usize::try_from(most / 16_384).unwrap_or(usize::MAX))
            .weight_capacity(most)
            .build();
        let cache = |options| {
            Arc::new(Cache::with_options(options, Bytewise, RandomState::new(), DefaultLifecycle::default()))
        };
        let largest = usize::try_from(most).unwrap_or(usize::MAX) / PART;
        Self { answers: options.ok().filter(|_| mib > 0).map(cache), largest }
    }

    /// Whether it keeps anything.
    pub fn is_open(&self) -> bool {
        self.answers.is_some()
    }

    /// Bytes that it holds now.
    pub fn bytes(&self) -> u64 {
        self.answers.as_ref().map_or(0, |answers| answers.weight())
    }

    /// The answer of this place to who asks. Where there is none, or one that no longer holds, one request of those that ask makes
    /// it, and the others wait for it. A response that is not public goes to who made it, as it is. One that is too large is not
    /// kept, but goes to all who ask while it is on its way to anybody.
    ///
    /// A request that has waited reads with `renew` what the answer depends on before it makes one. Otherwise the answer would count
    /// as of an earlier version than those ask for who wait behind it, and each of them would make it again.
    /// Errors: busy where the one who makes it takes too long.
    pub async fn answer(
        &self,
        mut place: Place,
        asked: &Preconditions,
        renew: impl Future<Output = Option<Freshness>>,
        make: impl Future<Output = Response>,
    ) -> Outcome<Response> {
        let make = async { PublicAnswer::of(make.await).await };
        let Some(answers) = &self.answers else {
            return Ok(make.await.map_or_else(|response| response, |answer| answer.answer(asked)));
        };
        let begun = Instant::now();
        let look = |_: &String, kept: &mut Kept| {
            let found = kept.serves(&place).then(|| kept.held.find(asked)).flatten();
            found.map_or(EntryAction::ReplaceWithGuard, EntryAction::Retain)
        };
        let guard = match wait_budget::wait(answers.entry_async(&place.address, look)).await {
            Some(EntryResult::Retained(Found::Answer(answer))) => return Ok(answer.answer(asked)),
            Some(EntryResult::Retained(Found::Once(answer))) => return Ok(answer.answer_once(asked)),
            Some(EntryResult::Retained(Found::Ready(response))) => return Ok(response),
            Some(EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _)) => guard,
            // Neither of the two is asked for above.
            None | Some(EntryResult::Removed(..) | EntryResult::Timeout) => {
                return Err(Failure::Busy("an answer that many wait for takes long".into()));
            }
        };
        if begun.elapsed() > AT_ONCE
            && let Some(fresh) = renew.await
        {
            place.fresh = fresh;
        }
        let answer = match make.await {
            Ok(answer) => answer,
            Err(response) => return Ok(response),
        };
        let large = answer.bytes() > self.largest;
        let answer = Arc::new(if large { answer } else { answer.packed().await });
        let held = if large {
            Held::WithoutBytes(answer.head(), Arc::downgrade(&answer))
        } else {
            Held::Whole(answer.clone())
        };
        // Refused only where the place was taken away meanwhile, and then nobody misses it.
        drop(guard.insert(Kept { fresh: place.fresh, held }));
        Ok(if large { answer.answer_once(asked) } else { answer.answer(asked) })
    }
}

#[cfg(all(test, feature = "shuttle"))]
mod schedule_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::public;
    use axum::body::HttpBody;
    use chrono::{DateTime, TimeDelta, Utc};
    use futures_util::future::join_all;
    use model::freshness::ReadSpan;
    use shared::window::Phase;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The beginning of this process's clock in these tests.
    static BEGINNING: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);

    fn place(address: &str, version: i64, seconds: u32) -> Place {
        at_clock(address, version, seconds, i64::from(seconds))
    }

    /// A place that is asked for after so many seconds, when the database's clock says something of its own.
    fn at_clock(address: &str, version: i64, seconds: u32, clock: i64) -> Place {
        let began = *BEGINNING + Duration::from_secs(seconds.into());
        let clock = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(clock);
        let read = ReadSpan { began, ended: began + Duration::from_millis(1), clock };
        let fresh = Freshness { version, phases: [Phase::Open; 3], read };
        Place { address: address.to_owned(), keep: Keep::UntilChanged, fresh }
    }

    fn plainly() -> Preconditions {
        Preconditions::of(&Method::GET, &HeaderMap::new())
    }

    /// Asks, and says whether this request made the answer.
    async fn made(shelf: &Shelf, place: Place, bytes: usize) -> bool {
        answered(shelf, place, bytes).await.0
    }

    /// The same, with the answer.
    async fn answered(shelf: &Shelf, place: Place, bytes: usize) -> (bool, Response) {
        let made = AtomicUsize::new(0);
        let make = async {
            made.fetch_add(1, Ordering::Relaxed);
            tokio::task::yield_now().await;
            public("x".repeat(bytes).into_response())
        };
        let answer = shelf.answer(place, &plainly(), async { None }, make).await.unwrap();
        assert_eq!(answer.body().size_hint().exact(), u64::try_from(bytes).ok());
        (made.into_inner() == 1, answer)
    }

    #[tokio::test]
    async fn one_request_makes_an_answer_for_all_who_wait() {
        let shelf = Shelf::new(1);
        let asked = (0..20).map(|_| made(&shelf, place("/a", 1, 0), 5_000));
        let makers = join_all(asked).await;
        assert_eq!(makers.iter().filter(|made| **made).count(), 1);
    }

    #[tokio::test]
    async fn an_answer_serves_its_version_and_whoever_asked_before_it_was_made() {
        let shelf = Shelf::new(1);
        assert!(made(&shelf, place("/a", 2, 10), 10).await);
        assert!(!made(&shelf, place("/a", 2, 70), 10).await);
        assert!(!made(&shelf, place("/a", 1, 9), 10).await, "asked before, answered with what came after");
        assert!(made(&shelf, place("/a", 3, 71), 10).await);
        let closed = Freshness { phases: [Phase::Closed; 3], ..place("/a", 3, 72).fresh };
        assert!(made(&shelf, Place { fresh: closed, ..place("/a", 3, 72) }, 10).await);
    }

    #[tokio::test]
    async fn a_clock_that_is_set_back_shows_nothing_old() {
        let shelf = Shelf::new(1);
        assert!(made(&shelf, at_clock("/a", 1, 1, 600), 10).await);
        assert!(!made(&shelf, at_clock("/a", 1, 2, 0), 10).await, "nothing has changed");
        assert!(made(&shelf, at_clock("/a", 2, 3, 1), 10).await, "a change after the clock was set back");
        let shut = Freshness { phases: [Phase::Closed; 3], ..at_clock("/a", 2, 4, 2).fresh };
        assert!(made(&shelf, Place { fresh: shut, ..place("/a", 2, 4) }, 10).await, "a window that closed");
        // Neither of two reads that overlap is known to be the later one.
        assert!(made(&shelf, at_clock("/a", 3, 4, 900), 10).await);
    }

    #[tokio::test]
    async fn what_tells_the_time_is_kept_to_the_end_of_the_minute_or_second() {
        let shelf = Shelf::new(1);
        let at = |seconds| Place { keep: Keep::ForTheMinute, ..place("/a", 1, seconds) };
        assert!(made(&shelf, at(61), 10).await);
        assert!(!made(&shelf, at(119), 10).await);
        assert!(made(&shelf, at(120), 10).await);
        let at = |seconds| Place { keep: Keep::ForTheSecond, ..place("/b", 1, seconds) };
        assert!(made(&shelf, at(61), 10).await);
        assert!(!made(&shelf, at(61), 10).await);
        assert!(made(&shelf, at(62), 10).await);
    }

    #[tokio::test]
    async fn the_bound_holds_and_what_is_too_large_is_made_once_for_all_who_wait() {
        let shelf = Shelf::new(1);
        for n in 0..100_i64 {
            assert!(made(&shelf, place(&format!("/{n}"), 1, 0), 100_000).await);
            assert!(shelf.bytes() <= 1024 * 1024);
        }
        assert!(shelf.bytes() > 512 * 1024);
        for _ in 0..2 {
            let large = [(); 3].map(|()| answered(&shelf, place("/large", 1, 0), 400_000));
            let answers = join_all(large).await;
            assert_eq!(answers.iter().map(|(made, _)| *made).collect::<Vec<_>>(), [true, false, false]);
            assert!(!made(&shelf, place("/large", 1, 0), 400_000).await, "it is still on its way");
            assert!(shelf.bytes() <= 1024 * 1024);
        }
    }

    #[tokio::test]
    async fn what_is_too_large_is_known_by_its_tag_and_its_length() {
        let shelf = Shelf::new(1);
        let (made_it, first) = answered(&shelf, place("/large", 1, 1), 400_000).await;
        let tag = first.headers()[header::ETAG].clone();
        drop(first);
        assert!(made_it);
        let known = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag.clone())]);
        for (method, headers, status) in
            [(Method::GET, known, StatusCode::NOT_MODIFIED), (Method::HEAD, HeaderMap::new(), StatusCode::OK)]
        {
            let asked = Preconditions::of(&method, &headers);
            let never = std::future::pending::<Response>();
            let answer = shelf.answer(place("/large", 1, 1), &asked, async { None }, never).await.unwrap();
            assert_eq!((answer.status(), &answer.headers()[header::ETAG]), (status, &tag), "{method}");
            let length = answer.headers().get(header::CONTENT_LENGTH);
            assert_eq!(length.is_some_and(|length| length == "400000"), method == Method::HEAD);
        }
        assert!(made(&shelf, place("/large", 1, 1), 400_000).await, "nobody was sending it");
        assert!(made(&shelf, place("/large", 2, 2), 400_000).await, "another version");
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_waited_makes_the_answer_for_all_who_wait() {
        let shelf = Shelf::new(1);
        let makers = AtomicUsize::new(0);
        // The first one's version is old when it is done; the others came meanwhile, each after another change.
        let asked = (1..=5_u32).map(|version| {
            let (shelf, makers) = (&shelf, &makers);
            async move {
                let make = async {
                    makers.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(2 * AT_ONCE).await;
                    public("x".into_response())
                };
                let renew = async { Some(place("/a", 5, 5).fresh) };
                shelf
                    .answer(place("/a", version.into(), version), &plainly(), renew, make)
                    .await
                    .unwrap()
                    .status()
            }
        });
        assert_eq!(join_all(asked).await, [StatusCode::OK; 5]);
        assert_eq!(makers.into_inner(), 2);
    }

    #[tokio::test]
    async fn a_response_that_is_not_public_comes_back_and_is_not_kept() {
        let shelf = Shelf::new(1);
        let (nothing, none) = (plainly(), || async { None });
        let private = async { "mine".into_response() };
        assert_eq!(
            shelf
                .answer(place("/a", 1, 0), &nothing, none(), private)
                .await
                .unwrap()
                .headers()
                .get(header::ETAG),
            None
        );
        let refused = async { public(StatusCode::NOT_FOUND.into_response()) };
        assert_eq!(
            shelf.answer(place("/a", 1, 0), &nothing, none(), refused).await.unwrap().status(),
            StatusCode::NOT_FOUND
        );
        assert!(made(&shelf, place("/a", 1, 0), 10).await);
    }
}
