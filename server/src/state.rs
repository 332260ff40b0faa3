//! What every request shares: the pool, the settings, and the one place that begins and commits.

use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::portal::account::hasher::Hasher;
use crate::portal::idempotency::{self, Begun, IdempotencyKey};
use crate::portal::records::signer::Signer;
use crate::settings::ServeSettings;
use crate::store::refused;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool, Postgres, Transaction};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// How long a write waits for its place, its connection and two locks (a row, then the head of the log) together, before it
/// is answered 503. Few writes take more locks than these two, such as a submission, which first waits for other submissions.
const PATIENCE: Duration = Duration::from_millis(4_500);
/// A wait for a place and a connection that is too short to shorten the wait for locks.
const NO_WAIT: Duration = Duration::from_millis(500);

/// Bounds the writes that hold a connection, so that reads always find one: writers queue for the head of a chain, and would
/// take the whole pool with them while one of them is slow.
#[derive(Clone, Debug)]
pub struct Writers(Arc<Semaphore>);

impl Writers {
    /// Three of five connections of a pool, at least one.
    #[must_use]
    pub fn of_pool(size: u32) -> Self {
        let places = usize::try_from(size).unwrap_or(usize::MAX).saturating_mul(3) / 5;
        Self(Arc::new(Semaphore::new(places.clamp(1, Semaphore::MAX_PERMITS))))
    }

    async fn place(&self) -> Outcome<SemaphorePermit<'_>> {
        let place = tokio::time::timeout(PATIENCE, self.0.acquire()).await;
        place.map_err(|_| Self::busy())?.map_err(Failure::broken)
    }

    fn busy() -> Failure {
        Failure::Busy("too many writes wait".into())
    }
}

/// Shared by all requests.
#[derive(Clone)]
pub struct State {
    /// Connections that have taken the application's role.
    pub pool: PgPool,
    /// Who may write at a time.
    pub writers: Writers,
    /// The settings of `serve`.
    pub settings: Arc<ServeSettings>,
    /// Public address without a trailing slash.
    pub base_url: Arc<str>,
    /// Hashes passwords on threads of its own.
    pub hasher: Hasher,
    /// What signs documents.
    pub signer: Signer,
    /// Whether start-up is over.
    pub ready: Arc<std::sync::atomic::AtomicBool>,
}

impl State {
    /// Runs a reading operation on a connection of its own.
    ///
    /// # Errors
    /// The operation's, or a lost database.
    pub async fn read<T>(&self, job: impl AsyncFnOnce(&mut PgConnection) -> Outcome<T>) -> Outcome<T> {
        let mut connection = self.pool.acquire().await?;
        Box::pin(job(&mut connection)).await
    }

    /// Runs a writing operation in a transaction and commits it; whatever the operation refuses, or the
    /// database refuses at the commit, leaves nothing behind.
    ///
    /// # Errors
    /// The operation's, the database's refusal, or a lost database.
    pub async fn write<T>(&self, job: impl AsyncFnOnce(&mut PgConnection) -> Outcome<T>) -> Outcome<T> {
        let begun = Instant::now();
        let _place = self.writers.place().await?;
        let connection = tokio::time::timeout(PATIENCE.saturating_sub(begun.elapsed()), self.pool.acquire());
        let mut connection = connection.await.map_err(|_| Writers::busy())??;
        let waited = begun.elapsed();
        if waited < NO_WAIT {
            return write_on(&mut connection, job).await;
        }
        let left = (PATIENCE.saturating_sub(waited).max(NO_WAIT) / 2).as_millis();
        let begin = AssertSqlSafe(format!("begin; set local lock_timeout = {left}"));
        let transaction = connection.begin_with(begin).await?;
        finish(transaction, job).await
    }

    /// As [`Self::write`], but a request that came before under the same key gets the answer it got then, and acts no
    /// second time. Without a key every request acts.
    ///
    /// # Errors
    /// As [`Self::write`]; 422 for a key that named another request, unless the operation refuses for another reason.
    pub async fn write_once<T>(
        &self,
        caller: &Caller,
        key: Option<IdempotencyKey>,
        job: impl AsyncFnOnce(&mut PgConnection) -> Outcome<T>,
    ) -> Outcome<T>
    where
        T: Serialize + DeserializeOwned,
    {
        let (Some(key), Some(person)) = (key, caller.person()) else { return self.write(job).await };
        self.write(async |connection| {
            match idempotency::begin(connection, person, &key).await? {
                Begun::Again(answer) => Ok(answer),
                Begun::First => {
                    let answer = job(&mut *connection).await?;
                    idempotency::finish(connection, person, &key, &answer).await?;
                    Ok(answer)
                }
                // Who may do what, and when, comes before the values: the operation's own refusal goes first, and
                // what it writes is rolled back.
                Begun::Reused => {
                    job(&mut *connection).await?;
                    Err(idempotency::reused().into())
                }
            }
        })
        .await
    }

    /// Whether the public address is https, so that cookies are Secure.
    #[must_use]
    pub fn https(&self) -> bool {
        self.base_url.starts_with("https://")
    }
}

/// Runs a writing operation in a transaction on this connection and commits it.
///
/// # Errors
/// The operation's, the database's refusal, or a lost database.
pub async fn write_on<T>(
    connection: &mut PgConnection,
    job: impl AsyncFnOnce(&mut PgConnection) -> Outcome<T>,
) -> Outcome<T> {
    let transaction = connection.begin().await?;
    finish(transaction, job).await
}

async fn finish<T>(
    mut transaction: Transaction<'_, Postgres>,
    job: impl AsyncFnOnce(&mut PgConnection) -> Outcome<T>,
) -> Outcome<T> {
    // On the heap: otherwise each handler's future would hold its operation's, and grow by it.
    let result = Box::pin(job(&mut transaction)).await?;
    transaction.commit().await.map_err(refused::commit_failure)?;
    Ok(result)
}
