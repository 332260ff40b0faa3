//! One read for all who ask at the same moment.
//!
//! A request has to see the database as it is after it came. So one that comes while a read is under way waits for the next
//! read, which answers all that came meanwhile. Under load, many requests cost one statement; a lone one is read at once. Where several
//! asked, the next read lets go first what is ready to run: a statement is over so soon that few would have come.

use super::lane::Lane;
use super::sync::{Instant, mpsc, oneshot, spawn};
use super::wait_budget;
use crate::prelude::*;
use std::hash::Hash;

/// Most requests that one read answers.
const AT_ONCE: usize = 256;
/// A read that fails faster than this waited for nothing, and is made once more.
const FAILED_FAST: Duration = Duration::from_millis(200);
/// Requests that may wait for the next read.
const MOST_WAITING: usize = 4096;

/// A question that can be put for many keys in one statement.
pub trait Question: Send + 'static {
    /// What is asked for.
    type Key: Clone + Eq + Hash + Send + Sync + 'static;
    /// What is found under a key.
    type Found: Clone + Send + 'static;

    /// What is found under these keys, each of which is there once. What is not found is left out.
    fn read(
        conn: &mut Conn,
        keys: &[Self::Key],
    ) -> impl Future<Output = Outcome<HashMap<Self::Key, Self::Found>>> + Send;
}

/// Where a question is read: a lane, and in a test a model of the database.
pub trait Reader<Q: Question>: Send + Sync + 'static {
    /// What is found under these keys, as [`Question::read`] says.
    fn read_keys(&self, keys: &[Q::Key]) -> impl Future<Output = Outcome<HashMap<Q::Key, Q::Found>>> + Send;
}

impl<Q: Question> Reader<Q> for Lane {
    async fn read_keys(&self, keys: &[Q::Key]) -> Outcome<HashMap<Q::Key, Q::Found>> {
        self.read(async |conn| Q::read(conn, keys).await).await
    }
}

type Reply<Q> = oneshot::Sender<Option<<Q as Question>::Found>>;

/// The reads of one question.
pub struct SharedRead<Q: Question>(mpsc::Sender<(Q::Key, Reply<Q>)>);

impl<Q: Question> Clone for SharedRead<Q> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q: Question> std::fmt::Debug for SharedRead<Q> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedRead").field("free", &self.0.capacity()).finish()
    }
}

impl<Q: Question> SharedRead<Q> {
    /// Reads on connections of a lane, in a task that ends with the last clone.
    pub fn new(reader: impl Reader<Q>) -> Self {
        let (ask, asked) = mpsc::channel(MOST_WAITING);
        spawn(answer::<Q, _>(reader, asked));
        Self(ask)
    }

    /// What is found under this key, in a read that begins after this is called.
    /// Errors: busy where the database does not answer in time, or too many requests wait.
    pub async fn get(&self, key: Q::Key) -> Outcome<Option<Q::Found>> {
        let (reply, replied) = oneshot::channel();
        self.0.try_send((key, reply)).map_err(|_| busy())?;
        wait_budget::wait(replied).await.ok_or_else(busy)?.map_err(|_| busy())
    }
}

fn busy() -> Failure {
    Failure::Busy("the database did not answer what many requests ask".into())
}

/// Reads for one batch after the other. Where a read fails, its replies are dropped, which says so.
async fn answer<Q: Question, R: Reader<Q>>(reader: R, mut asked: mpsc::Receiver<(Q::Key, Reply<Q>)>) {
    let mut batch = Vec::new();
    // Whether several asked at once the last time.
    let mut several = false;
    while asked.recv_many(&mut batch, AT_ONCE).await > 0 {
        if several {
            // More are about to ask: those who were answered go first, and what came meanwhile is read with these.
            tokio::task::yield_now().await;
            while batch.len() < AT_ONCE
                && let Ok(more) = asked.try_recv()
            {
                batch.push(more);
            }
        }
        several = batch.len() > 1;
        let mut waiting: HashMap<Q::Key, Vec<Reply<Q>>> = HashMap::new();
        // A client that hung up waits for nothing.
        for (key, reply) in batch.drain(..).filter(|(_, reply)| !reply.is_closed()) {
            waiting.entry(key).or_default().push(reply);
        }
        if waiting.is_empty() {
            continue;
        }
        let keys: Vec<_> = waiting.keys().cloned().collect();
        let begun = Instant::now();
        let mut found = reader.read_keys(&keys).await;
        if found.is_err() && begun.elapsed() < FAILED_FAST {
            // Its connection was lost, most likely: the next one was tested.
            found = reader.read_keys(&keys).await;
        }
        match found {
            Ok(found) => tell::<Q>(waiting, found),
            Err(failure) => {
                log(&failure, keys.len());
                // The database does not want one of the keys, most likely. The others must not fail with it.
                let one_by_one = keys.len() > 1 && !is_busy(&failure) && begun.elapsed() < 2 * FAILED_FAST;
                if one_by_one {
                    answer_each::<Q, R>(&reader, waiting).await;
                }
            }
        }
    }
}

/// Tells everybody what was found under their key.
fn tell<Q: Question>(waiting: HashMap<Q::Key, Vec<Reply<Q>>>, mut found: HashMap<Q::Key, Q::Found>) {
    for (key, replies) in waiting {
        let found = found.remove(&key);
        for reply in replies {
            let _ = reply.send(found.clone());
        }
    }
}

/// Reads key by key, so that only those fail that the database does not want. Ends where the database is busy.
async fn answer_each<Q: Question, R: Reader<Q>>(reader: &R, waiting: HashMap<Q::Key, Vec<Reply<Q>>>) {
    for (key, replies) in waiting {
        let found = reader.read_keys(std::slice::from_ref(&key)).await;
        match found {
            Ok(found) => tell::<Q>(HashMap::from([(key, replies)]), found),
            Err(failure) => {
                log(&failure, 1);
                if is_busy(&failure) {
                    return;
                }
            }
        }
    }
}

fn is_busy(failure: &Failure) -> bool {
    matches!(failure, Failure::Busy(_))
}

/// Being busy passes, and everybody is told to try again. All else has a cause that somebody has to find.
fn log(failure: &Failure, keys: usize) {
    if is_busy(failure) {
        tracing::debug!(%failure, "a read for {keys} keys failed");
    } else {
        tracing::error!(%failure, "a read for {keys} keys failed");
    }
}

#[cfg(all(test, feature = "shuttle"))]
mod schedule_tests;
