//! What a connection is doing, and until when it may go on like that.

use axum::http::Version;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;
use tokio::time::Instant;

/// How long a client may take for a request's head: for the first from the connection's start, later from a head's first
/// byte.
pub(super) const HEAD: Duration = Duration::from_secs(10);
/// How long a connection may be without a request. Proxies keep theirs for 60 s: one that we closed earlier would now and
/// then take a request with it.
pub const IDLE: Duration = Duration::from_secs(80);
/// How old an HTTP/2 connection gets before its client is asked to open another.
pub(super) const AGE: Duration = Duration::from_hours(1);
/// How long a client may stop reading.
pub(super) const PAUSE: Duration = Duration::from_secs(30);
/// The slowest that a client may read, in bytes a second, but for pauses. A slower reader would keep the answer in memory for too long.
const SLOWEST: usize = 16 * 1024;

/// What a connection that comes to a deadline has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Answer what was asked, then close.
    Close,
    /// End at once.
    End,
}

/// Shared by a connection, its socket and its answers.
#[derive(Debug)]
pub(super) struct Activity(Mutex<State>);

#[derive(Debug)]
struct State {
    opened: Instant,
    /// The version of the requests; none before the first.
    version: Option<Version>,
    /// Requests that are not answered in full.
    requests: usize,
    /// When the last answer was sent.
    idle_since: Instant,
    /// When the first byte of a head came that is not complete.
    head_since: Option<Instant>,
    /// Until when the client has to read on, for each answer that waits for its client.
    answers: BTreeMap<u64, Instant>,
    /// The number of the last answer.
    last: u64,
    /// Until when the client has to read on, where the socket takes no more.
    socket: Option<Instant>,
    /// It closes when what was asked is answered.
    closing: bool,
}

impl Activity {
    pub(super) fn new() -> Arc<Self> {
        let now = Instant::now();
        Arc::new(Self(Mutex::new(State {
            opened: now,
            version: None,
            requests: 0,
            idle_since: now,
            head_since: None,
            answers: BTreeMap::new(),
            last: 0,
            socket: None,
            closing: false,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request's head is complete.
    pub(super) fn begin(self: &Arc<Self>, version: Version) -> UnderWay {
        let mut state = self.state();
        state.version = Some(version);
        state.requests += 1;
        state.head_since = None;
        state.last += 1;
        UnderWay { activity: Arc::clone(self), number: state.last }
    }

    /// Bytes came from the client. In HTTP/2 they may be pings, which are no beginning of a request.
    pub(super) fn received(&self) {
        let mut state = self.state();
        if state.requests == 0 && state.version.is_some_and(|v| v < Version::HTTP_2) {
            state.head_since.get_or_insert_with(Instant::now);
        }
    }

    /// The socket was given so many bytes.
    pub(super) fn wrote(&self, given: usize, taken: &Poll<std::io::Result<usize>>) {
        let mut state = self.state();
        state.socket = match (taken, state.socket) {
            (Poll::Ready(Ok(taken)), Some(until)) if *taken < given => Some(extended(until, *taken)),
            (Poll::Ready(_), _) => None,
            (Poll::Pending, until) => Some(until.unwrap_or_else(|| Instant::now() + PAUSE)),
        };
    }

    /// The connection was asked to close.
    pub(super) fn close(&self) {
        self.state().closing = true;
    }

    /// The next deadline, and what it means.
    pub(super) fn due(&self) -> (Instant, Step) {
        let state = self.state();
        let idle = state.requests == 0;
        let asked = state.version.is_some();
        let end = |at| (at, Step::End);
        [
            state.socket.map(end),
            state.answers.values().min().copied().map(end),
            (idle && !asked).then(|| end(state.opened + HEAD)),
            state.head_since.filter(|_| idle).map(|at| end(at + HEAD)),
            (idle && state.closing).then(|| end(state.idle_since + IDLE + HEAD)),
            (idle && asked && !state.closing).then(|| (state.idle_since + IDLE, Step::Close)),
            (state.version == Some(Version::HTTP_2) && !state.closing)
                .then(|| (state.opened + AGE, Step::Close)),
        ]
        .into_iter()
        .flatten()
        .min_by_key(|(at, _)| *at)
        .unwrap_or_else(|| (Instant::now() + AGE, Step::Close))
    }
}

/// The deadline of a client that has read so much more.
fn extended(until: Instant, bytes: usize) -> Instant {
    let earned = Duration::from_secs_f64(bytes as f64 / SLOWEST as f64);
    (until + earned).min(Instant::now() + PAUSE + earned)
}

/// A request that is not answered in full.
#[derive(Debug)]
pub(super) struct UnderWay {
    activity: Arc<Activity>,
    number: u64,
}

impl UnderWay {
    /// So many bytes of the answer are on their way: the client has to read on.
    pub(super) fn sends(&self, bytes: usize) {
        let mut state = self.activity.state();
        let until = state.answers.entry(self.number).or_insert_with(|| Instant::now() + PAUSE);
        *until = extended(*until, bytes);
    }

    /// The answer goes on later, which is not the client's fault.
    pub(super) fn waits(&self) {
        self.activity.state().answers.remove(&self.number);
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut state = self.activity.state();
        state.answers.remove(&self.number);
        state.requests -= 1;
        state.idle_since = Instant::now();
    }
}
