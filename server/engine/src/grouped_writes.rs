//! Acts of one kind that come at the same moment are written in one transaction.
//!
//! A save of a review takes PostgreSQL much less time as one of sixteen in a statement than alone. An act that comes while nothing is
//! written is written at once, and by itself. What comes meanwhile gathers for the next transaction. That one begins beside the first once
//! [`ENOUGH`] have gathered, or else when the first has committed.
//!
//! Nobody pays for another's mistake or slowness. A rule refuses one act and the others go on. Of two acts on one row, the second comes
//! with a later transaction. An act whose row somebody else holds leaves the group and waits alone. If the database refuses the group,
//! nothing of it was written, and each act is tried by itself.

use super::sync::{
    AtomicBool, Instant, Mutex, MutexGuard, OwnedSemaphorePermit, Semaphore, mpsc, oneshot, spawn, timeout,
    timeout_at,
};
use super::wait_budget;
use crate::prelude::*;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// Most acts of one transaction. The head of the log is locked for all of them.
const AT_ONCE: usize = 64;
/// Transactions at the same time: while one commits, the next one reads.
const GROUPS: usize = ALL_GROUPS as usize;
const ALL_GROUPS: u32 = 2;
/// So many begin a transaction beside another one. Fewer would cost nearly as much, and wait for the same head of the log.
const ENOUGH: usize = 8;
/// Acts that may wait for their turn.
const MOST_WAITING: usize = 4096;
/// Time that is kept for locks and the flush: a save whose turn has not come by then is refused. A request that begins with less waits
/// [`wait_budget::SHORTEST`].
const LEFT_FOR_WRITING: Duration = Duration::from_secs(1);
/// How long a lone act keeps a place. If somebody holds its row, it waits on without one.
const PLACE_OF_A_LONE_ACT: Duration = Duration::from_millis(50);

/// An act that can be written with others of its kind.
pub trait GroupedAct: Send + Sync + Sized + 'static {
    /// What it returns.
    type Value: Send + 'static;

    /// The assignment whose row it needs for itself.
    fn assignment(&self) -> AssignmentId;
}

/// Answers for acts, by what each of them holds.
pub type Answers<A> = HashMap<AssignmentId, Outcome<<A as GroupedAct>::Value>>;

/// Where acts are written: the store's database, and in a test a model of one.
pub trait Books<A: GroupedAct>: Clone + Send + Sync + 'static {
    /// Where a write that has committed waits until it is on the disk.
    type Place: Send;

    /// Writes those of these acts whose rows are free, in one transaction, and answers for them. The others are left out.
    fn write_together(&self, acts: &[&A]) -> impl Future<Output = Outcome<(Answers<A>, Self::Place)>> + Send;

    /// Writes an act in a transaction of its own, which locks its row as it begins.
    fn write_one(&self, act: &A) -> impl Future<Output = Outcome<(A::Value, Self::Place)>> + Send;

    /// Returns once what has committed is on the disk.
    fn flushed(&self, place: Self::Place) -> impl Future<Output = Outcome<()>> + Send;
}

/// Writes acts of one kind, for all requests of this process.
#[derive(Debug)]
pub struct GroupedWrites<A: GroupedAct>(mpsc::Sender<Asked<A>>);

impl<A: GroupedAct> Clone for GroupedWrites<A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<A: GroupedAct> GroupedWrites<A> {
    /// Writes to this database, in a task that ends with the last clone.
    ///
    /// # Panics
    /// Outside of tokio's runtime.
    pub fn new(books: impl Books<A>) -> Self {
        let (ask, asked) = mpsc::channel(MOST_WAITING);
        spawn(write_groups(books, asked));
        Self(ask)
    }

    /// Does this act and returns once it is on the disk.
    /// Errors: the act's, the database's refusal, or a lost database; busy where its turn or its row does not come in time.
    pub async fn write(&self, act: A) -> Outcome<A::Value> {
        let begun = Instant::now();
        let answer = self.ask(act, begun).await;
        // It waited for its turn or for a lock. What the request still reads, to say so, must not wait as long again.
        if matches!(answer, Err(Failure::Busy(_))) {
            wait_budget::spend(begun.elapsed());
        }
        answer
    }

    async fn ask(&self, act: A, begun: Instant) -> Outcome<A::Value> {
        let (reply, mut replied) = oneshot::channel();
        let turn = Turn::default();
        let until = begun + wait_budget::left();
        let turn_by = (until - LEFT_FOR_WRITING).max(begun + wait_budget::SHORTEST);
        self.0.try_send(Asked { act, until, turn: turn.clone(), reply }).map_err(|_| busy())?;
        let answer = match timeout_at(turn_by, &mut replied).await {
            Ok(answer) => answer,
            Err(_) if turn.take() => return Err(busy()),
            // It is being written. If the request stopped waiting now, it could not say whether it was saved.
            Err(_) => replied.await,
        };
        answer.unwrap_or_else(|_| Err(Failure::Unknown("the task that writes has ended".into())))
    }
}

fn busy() -> Failure {
    Failure::Busy("too many writes wait for the database".into())
}

/// Whether an act may be written or has been withdrawn. The writer and the waiting request both try to take it; the first one wins.
#[derive(Clone, Debug, Default)]
struct Turn(Arc<AtomicBool>);

impl Turn {
    fn take(&self) -> bool {
        !self.0.swap(true, Ordering::Relaxed)
    }
}

/// An act whose request waits.
#[derive(Debug)]
struct Asked<A: GroupedAct> {
    act: A,
    /// When the request has waited long enough.
    until: Instant,
    turn: Turn,
    reply: oneshot::Sender<Outcome<A::Value>>,
}

impl<A: GroupedAct> Asked<A> {
    /// Whether the act may be written now: its request still waits and has not withdrawn it. Afterwards it can no longer withdraw it.
    fn take_turn(&self) -> bool {
        !self.reply.is_closed() && self.turn.take()
    }

    /// Whether it leaves a group enough time for locks.
    fn has_time(&self) -> bool {
        self.until.saturating_duration_since(Instant::now()) >= LEFT_FOR_WRITING / 2
    }

    fn assignment(&self) -> AssignmentId {
        self.act.assignment()
    }

    fn answer(self, answer: Outcome<A::Value>) {
        let _ = self.reply.send(answer);
    }
}

/// A place of a transaction, and the rows that it writes. Both come free once it has committed.
struct Place {
    rows: Vec<AssignmentId>,
    /// The rows of all places.
    taken: Arc<Mutex<HashSet<AssignmentId>>>,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    /// Takes a row; false where a transaction that is under way has it.
    fn take(&mut self, row: AssignmentId) -> bool {
        let free = rows(&self.taken).insert(row);
        if free {
            self.rows.push(row);
        }
        free
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = rows(&self.taken);
        for row in &self.rows {
            taken.remove(row);
        }
    }
}

fn rows(taken: &Mutex<HashSet<AssignmentId>>) -> MutexGuard<'_, HashSet<AssignmentId>> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forms groups of what waits, as long as somebody can ask. Of two saves of one review, the second has to find what the first wrote, so it
/// comes with a later group. If it went by itself, it would wait for the first with a connection, and take as much as a group.
async fn write_groups<A: GroupedAct, B: Books<A>>(books: B, mut asked: mpsc::Receiver<Asked<A>>) {
    let (places, taken) = (Arc::new(Semaphore::new(GROUPS)), Arc::default());
    let mut batch = Vec::with_capacity(AT_ONCE);
    // Nobody closes the semaphore.
    while let Ok(permit) = Arc::clone(&places).acquire_owned().await {
        if batch.is_empty() && asked.recv_many(&mut batch, AT_ONCE).await == 0 {
            return;
        }
        gather(&places, &mut asked, &mut batch).await;
        let mut place = Place { rows: Vec::new(), taken: Arc::clone(&taken), _permit: permit };
        let (wanted, later): (Vec<_>, Vec<_>) =
            batch.drain(..).partition(|asked| place.take(asked.assignment()));
        batch = later;
        let wanted = wanted.into_iter().filter(Asked::take_turn);
        // An act with little time left must not shorten the group's.
        let (group, hurried): (Vec<_>, Vec<_>) = wanted.partition(Asked::has_time);
        hurried.into_iter().for_each(|asked| write_apart(&books, asked));
        if let Some(until) = group.iter().map(|asked| asked.until).min() {
            spawn(within(until, write_group(books.clone(), group, place)));
        } else if !batch.is_empty() {
            // All of them wait for what is under way.
            drop(place);
            drop(places.acquire_many(ALL_GROUPS).await);
        }
    }
}

/// Adds what has come to the batch, and waits for more where a transaction is under way and the batch is small.
async fn gather<A: GroupedAct>(
    places: &Semaphore,
    asked: &mut mpsc::Receiver<Asked<A>>,
    batch: &mut Vec<Asked<A>>,
) {
    while batch.len() < AT_ONCE
        && let Ok(next) = asked.try_recv()
    {
        batch.push(next);
    }
    while batch.len() < ENOUGH && places.available_permits() == 0 {
        tokio::select! {
            biased;
            come = asked.recv_many(batch, AT_ONCE - batch.len()) => if come == 0 { return },
            _ = places.acquire() => return,
        }
    }
}

/// Gives work what a request has left of its time.
async fn within<F: Future>(until: Instant, work: F) -> F::Output {
    wait_budget::with_left(until.saturating_duration_since(Instant::now()), work).await
}

/// Writes acts together. The place is free for the next group as soon as this one has committed.
async fn write_group<A: GroupedAct, B: Books<A>>(books: B, mut group: Vec<Asked<A>>, place: Place) {
    if group.len() == 1
        && let Some(lone) = group.pop()
    {
        return write_alone(books, lone, Some(place)).await;
    }
    let acts: Vec<&A> = group.iter().map(|asked| &asked.act).collect();
    let written = books.write_together(&acts).await;
    drop(place);
    match written {
        Ok((mut answers, flush)) => {
            let flushed = books.flushed(flush).await;
            for asked in group {
                match answers.remove(&asked.assignment()) {
                    Some(answer) => asked.answer(answer.and_then(|value| flushed.clone().map(|()| value))),
                    None => write_apart(&books, asked),
                }
            }
        }
        // Most likely one act caused this. Nothing was written, so each is tried by itself.
        Err(Failure::Refused(_) | Failure::Broken(_)) => {
            group.drain(..).for_each(|asked| write_apart(&books, asked));
        }
        Err(failure) => group.drain(..).for_each(|asked| asked.answer(Err(failure.clone()))),
    }
}

/// Writes an act by itself, beside the groups.
fn write_apart<A: GroupedAct, B: Books<A>>(books: &B, asked: Asked<A>) {
    spawn(write_alone(books.clone(), asked, None));
}

/// Writes an act by itself, in a transaction that locks its row as it begins.
async fn write_alone<A: GroupedAct, B: Books<A>>(books: B, asked: Asked<A>, place: Option<Place>) {
    let act = &asked.act;
    let written = within(asked.until, async {
        let mut writing = Box::pin(books.write_one(act));
        let written = match timeout(PLACE_OF_A_LONE_ACT, &mut writing).await {
            Ok(written) => {
                drop(place);
                written
            }
            Err(_) => {
                drop(place);
                writing.await
            }
        };
        let (value, flush) = written?;
        books.flushed(flush).await.map(|()| value)
    });
    let answer = written.await;
    asked.answer(answer);
}

#[cfg(all(test, feature = "shuttle"))]
mod schedule_tests;
