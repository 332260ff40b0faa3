//! When sessions and tokens were last used. No request waits until that is written: one statement writes it for all that came
//! within a second. In a hall of 2,000 judges that is one write a second and not one for each of them every minute.

use crate::prelude::*;
use sqlx::PgPool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How long notes are gathered before they are written.
const GATHERED: Duration = Duration::from_secs(1);

/// Hashes of what was used and is not written yet. The database knows all of them, so there are no more than it has.
#[derive(Debug, Default)]
struct Used {
    sessions: HashSet<Vec<u8>>,
    tokens: HashSet<Vec<u8>>,
}

/// What this process notes.
#[derive(Clone, Debug)]
pub(super) struct LastUses {
    pool: PgPool,
    used: Arc<Mutex<Used>>,
}

impl LastUses {
    /// Writes on connections of this pool, for which no request waits.
    pub(super) fn new(pool: PgPool) -> Self {
        Self { pool, used: Arc::default() }
    }

    /// Notes that the session with this hash of its identifier was used now.
    pub(super) fn note_session(&self, id_hash: &[u8]) {
        self.note(|used| used.sessions.insert(id_hash.to_vec()));
    }

    /// Notes that the token with this hash was used now.
    pub(super) fn note_token(&self, token_hash: &[u8]) {
        self.note(|used| used.tokens.insert(token_hash.to_vec()));
    }

    fn note(&self, add: impl FnOnce(&mut Used) -> bool) {
        let is_first = {
            let mut used = self.used();
            let is_first = used.sessions.is_empty() && used.tokens.is_empty();
            add(&mut used);
            is_first
        };
        if is_first {
            let uses = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(GATHERED).await;
                uses.write().await;
            });
        }
    }

    /// Writes what was noted so far. What cannot be written is left to the next request of the same session or token.
    pub(super) async fn write(&self) {
        let used = std::mem::take(&mut *self.used());
        if let Err(failure) = self.try_write(used).await {
            tracing::debug!(%failure, "when sessions and tokens were last used was not written");
        }
    }

    async fn try_write(&self, used: Used) -> Outcome<()> {
        if used.sessions.is_empty() && used.tokens.is_empty() {
            return Ok(());
        }
        let mut conn = self.pool.acquire().await?;
        write_sessions(&mut conn, used.sessions.into_iter().collect()).await?;
        write_tokens(&mut conn, used.tokens.into_iter().collect()).await
    }

    /// No code panics while it holds this.
    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Of no worth after a crash, so it waits for no disk. Nor does it wait for who holds one of the rows: the next request notes it.
async fn write_sessions(conn: &mut Conn, id_hashes: Vec<Vec<u8>>) -> Outcome<()> {
    if !id_hashes.is_empty() {
        rows!(conn, "with s as (select id_hash from session where id_hash = any($1) and seen_at < now() - interval '1 minute'
                        for no key update skip locked)
             update session set seen_at = now() from s where session.id_hash = s.id_hash
             returning set_config('synchronous_commit', 'off', true)"; &id_hashes)?;
    }
    Ok(())
}

async fn write_tokens(conn: &mut Conn, token_hashes: Vec<Vec<u8>>) -> Outcome<()> {
    if !token_hashes.is_empty() {
        rows!(conn, "with t as (select id from api_token where token_hash = any($1)
                            and coalesce(last_used_at < now() - interval '1 minute', true)
                        for no key update skip locked)
             update api_token set last_used_at = now() from t where api_token.id = t.id
             returning set_config('synchronous_commit', 'off', true)"; &token_hashes)?;
    }
    Ok(())
}
