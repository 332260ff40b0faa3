//! Public answers about an event, kept ready: the bytes, the same bytes packed, and their tag. An answer is taken from here
//! only after one read of the event's version and of the clock, so that nothing is shown that a rule hides by now.

use super::answer::Public;
use super::compression::{pack, takes_brotli};
use crate::heavy;
use crate::model::freshness::Freshness;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction, EntryResult};
use quick_cache::{OptionsBuilder, Weighter};
use shared::audit::sha256_hex;
use std::hash::RandomState;
use std::sync::Arc;

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
/// Answers shorter than this many bytes fit into a packet as they are.
const SHORT: usize = 1_000;
/// From this many bytes on, packing well would take longer than it saves.
const LONG: usize = 1024 * 1024;
/// What an entry takes besides its bytes.
const FRAME: usize = 1_024;
/// One answer takes at most this part of the shelf.
const PART: u64 = 3;

/// A public answer.
#[derive(Debug)]
pub struct PublicAnswer {
    headers: HeaderMap,
    bytes: Bytes,
    packed: Option<Bytes>,
    tag: HeaderValue,
}

impl PublicAnswer {
    /// Reads a response, if it is public and complete; otherwise it comes back as it was.
    pub async fn of(response: Response) -> Result<Self, Response> {
        let public = response.extensions().get::<Public>().is_some();
        // A page that sets a cookie carries a token of its own.
        let own = response.headers().contains_key(header::SET_COOKIE);
        if response.status() != StatusCode::OK || !public || own {
            return Err(response);
        }
        let (parts, body) = response.into_parts();
        let Ok(bytes) = to_bytes(body, usize::MAX).await else {
            return Err(StatusCode::INTERNAL_SERVER_ERROR.into_response());
        };
        let digested = bytes.clone();
        let Ok(digest) = heavy::run_sized(bytes.len(), move || sha256_hex(&digested)).await else {
            return Err(Response::from_parts(parts, Body::from(bytes)));
        };
        // Weak: the same answer may travel compressed or not.
        let Ok(tag) = HeaderValue::from_str(&format!("W/\"{}\"", digest.get(..32).unwrap_or(&digest))) else {
            return Err(Response::from_parts(parts, Body::from(bytes)));
        };
        let mut headers = parts.headers;
        headers.insert(header::ETAG, tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
        Ok(Self { headers, bytes, packed: None, tag })
    }

    /// The same with its bytes packed, where that is worth it. It takes a thread that may work for long.
    async fn packed(mut self) -> Self {
        if self.bytes.len() < SHORT {
            return self;
        }
        let bytes = self.bytes.clone();
        let quality = if bytes.len() < LONG { 5 } else { 2 };
        // Where too much work waits, it travels as it is.
        let packed = heavy::run(move || pack(&bytes, quality)).await.ok().flatten();
        self.packed = packed.filter(|packed| packed.len() < self.bytes.len());
        if self.packed.is_some() {
            self.headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        }
        self
    }

    fn bytes(&self) -> u64 {
        let packed = self.packed.as_ref().map_or(0, Bytes::len);
        u64::try_from(self.bytes.len() + packed + FRAME).unwrap_or(u64::MAX)
    }

    /// The answer to somebody who has these tags: 304 where theirs is among them.
    #[must_use]
    pub fn answer(&self, asked: &Preconditions) -> Response {
        if asked.knows(&self.tag) {
            let mut unchanged = StatusCode::NOT_MODIFIED.into_response();
            for name in [header::ETAG, header::CACHE_CONTROL, header::VARY] {
                for value in self.headers.get_all(&name) {
                    unchanged.headers_mut().append(&name, value.clone());
                }
            }
            return unchanged;
        }
        let packed = self.packed.as_ref().filter(|_| asked.brotli);
        let mut response = Body::from(packed.unwrap_or(&self.bytes).clone()).into_response();
        *response.headers_mut() = self.headers.clone();
        if packed.is_some() {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        response
    }
}

/// What a request has of an answer already, and how it may travel.
#[derive(Clone, Debug)]
pub struct Preconditions {
    known: Vec<HeaderValue>,
    brotli: bool,
}

impl Preconditions {
    /// Reads a request's headers.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let known = headers.get_all(header::IF_NONE_MATCH).iter().cloned().collect();
        Self { known, brotli: takes_brotli(headers) }
    }

    /// Whether one of the tags that the asker has is this one: the weak comparison of RFC 9110, 8.8.3.2.
    #[must_use]
    pub fn knows(&self, tag: &HeaderValue) -> bool {
        let opaque = |t: &str| t.strip_prefix("W/").unwrap_or(t).to_owned();
        let Ok(tag) = tag.to_str().map(opaque) else { return false };
        let tags = self.known.iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(','));
        tags.map(str::trim).any(|t| t == "*" || opaque(t) == tag)
    }
}

/// An address on the shelf, and the moment at which it is asked.
#[derive(Clone, Debug)]
pub struct Place {
    address: String,
    keep: Keep,
    fresh: Freshness,
}

impl Place {
    /// The place of an answer to this path and query.
    #[must_use]
    pub fn new(path: &str, query: &str, keep: Keep, fresh: Freshness) -> Self {
        Self { address: format!("{path}?{query}"), keep, fresh }
    }
}

/// Whether answers to this query are kept.
#[must_use]
pub fn keeps_query(query: &str) -> bool {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let mut names = pairs.map(|pair| pair.split('=').next().unwrap_or_default());
    query.len() <= LONGEST_QUERY && names.all(|name| ASKED.contains(&name))
}

#[derive(Clone, Debug)]
struct Kept {
    fresh: Freshness,
    /// None where the answer is too large to be kept: then nobody waits for another to make it.
    answer: Option<Arc<PublicAnswer>>,
}

impl Kept {
    fn serves(&self, place: &Place) -> bool {
        let in_time = place.keep.seconds().is_none_or(|length| self.fresh.same_span(&place.fresh, length));
        self.fresh.serves(&place.fresh) && (in_time || self.fresh.read_at > place.fresh.read_at)
    }
}

#[derive(Clone, Copy, Debug)]
struct Bytewise;

impl Weighter<String, Kept> for Bytewise {
    fn weight(&self, address: &String, kept: &Kept) -> u64 {
        let answer = kept.answer.as_ref().map_or(1, |answer| answer.bytes());
        answer + u64::try_from(address.len()).unwrap_or(u64::MAX)
    }
}

type Answers = Cache<String, Kept, Bytewise, RandomState, DefaultLifecycle<String, Kept>>;

/// The answers that this process keeps, within a bound of bytes. What was asked for most stays longest.
#[derive(Clone, Debug)]
pub struct Shelf {
    answers: Option<Arc<Answers>>,
    most: u64,
}

impl Shelf {
    /// A shelf of so many MiB; none keeps nothing.
    #[must_use]
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
        Self { answers: options.ok().filter(|_| mib > 0).map(cache), most }
    }

    /// Whether it keeps anything.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.answers.is_some()
    }

    /// Bytes that it holds now.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.answers.as_ref().map_or(0, |answers| answers.weight())
    }

    /// The answer of this place. Where there is none, or one that holds no more, one request of those that ask makes it, and
    /// the others wait for it. A response that is not public comes back as it is, to who made it.
    ///
    /// # Errors
    /// The response that is not public.
    pub async fn answer(
        &self,
        place: Place,
        make: impl Future<Output = Response>,
    ) -> Result<Arc<PublicAnswer>, Response> {
        let make = async { PublicAnswer::of(make.await).await };
        let Some(answers) = &self.answers else { return make.await.map(Arc::new) };
        let look = |_: &String, kept: &mut Kept| match (&kept.answer, kept.serves(&place)) {
            (Some(answer), true) => EntryAction::Retain(Some(answer.clone())),
            (None, true) => EntryAction::Retain(None),
            (_, false) => EntryAction::ReplaceWithGuard,
        };
        let guard = match answers.entry_async(&place.address, look).await {
            EntryResult::Retained(Some(answer)) => return Ok(answer),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => Some(guard),
            EntryResult::Retained(None) | EntryResult::Removed(..) | EntryResult::Timeout => None,
        };
        // Without a guard it is too large: everybody makes their own.
        let Some(guard) = guard else { return make.await.map(Arc::new) };
        let answer = make.await?;
        let large = answer.bytes() > self.most / PART;
        let answer = Arc::new(if large { answer } else { answer.packed().await });
        let kept = Kept { fresh: place.fresh, answer: (!large).then(|| answer.clone()) };
        // Refused only where the place was taken away meanwhile, and then nobody misses it.
        drop(guard.insert(kept));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::answer::public;
    use chrono::{DateTime, TimeDelta, Utc};
    use shared::window::Phase;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn place(address: &str, version: i64, seconds: i64) -> Place {
        let read_at = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(seconds);
        let fresh = Freshness { version, phases: [Phase::Open; 3], read_at };
        Place { address: address.to_owned(), keep: Keep::UntilChanged, fresh }
    }

    /// Asks, and says whether this request made the answer.
    async fn made(shelf: &Shelf, place: Place, bytes: usize) -> bool {
        let made = AtomicUsize::new(0);
        let make = async {
            made.fetch_add(1, Ordering::Relaxed);
            tokio::task::yield_now().await;
            public("x".repeat(bytes).into_response())
        };
        let answer = shelf.answer(place, make).await.unwrap();
        assert_eq!(answer.bytes.len(), bytes);
        made.into_inner() == 1
    }

    #[tokio::test]
    async fn one_request_makes_an_answer_for_all_who_wait() {
        let shelf = Shelf::new(1);
        let asked = (0..20).map(|_| made(&shelf, place("/a", 1, 0), 5_000));
        let makers = futures_of(asked).await;
        assert_eq!(makers.iter().filter(|made| **made).count(), 1);
    }

    async fn futures_of(asked: impl Iterator<Item = impl Future<Output = bool>>) -> Vec<bool> {
        let mut waiting: Vec<_> = asked.map(Box::pin).collect();
        let mut done = vec![None; waiting.len()];
        std::future::poll_fn(|context| {
            for (future, done) in waiting.iter_mut().zip(&mut done).filter(|(_, done)| done.is_none()) {
                if let std::task::Poll::Ready(made) = future.as_mut().poll(context) {
                    *done = Some(made);
                }
            }
            let all: Option<Vec<bool>> = done.iter().copied().collect();
            all.map_or(std::task::Poll::Pending, std::task::Poll::Ready)
        })
        .await
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
    async fn the_bound_holds_and_what_is_too_large_is_made_by_everybody() {
        let shelf = Shelf::new(1);
        for n in 0..100_i64 {
            assert!(made(&shelf, place(&format!("/{n}"), 1, 0), 100_000).await);
            assert!(shelf.bytes() <= 1024 * 1024);
        }
        assert!(shelf.bytes() > 512 * 1024);
        let large = [(); 3].map(|()| made(&shelf, place("/large", 1, 0), 400_000));
        assert_eq!(futures_of(large.into_iter()).await, [true; 3]);
    }

    #[tokio::test]
    async fn a_response_that_is_not_public_comes_back_and_is_not_kept() {
        let shelf = Shelf::new(1);
        let private = async { "mine".into_response() };
        assert!(shelf.answer(place("/a", 1, 0), private).await.is_err());
        let refused = async { public(StatusCode::NOT_FOUND.into_response()) };
        assert!(shelf.answer(place("/a", 1, 0), refused).await.is_err());
        assert!(made(&shelf, place("/a", 1, 0), 10).await);
    }
}
