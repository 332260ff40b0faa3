//! Idempotency keys: one row for each request that acted and may come again.

use crate::prelude::*;

/// Takes a key for this transaction, or reads what an earlier request stored under it. Two requests at once cannot both
/// take it: the second waits in the unique index until the first one commits or fails.
/// Errors: a lost database; busy where the key expired at this moment.
pub async fn take(
    conn: &mut Conn,
    person: PersonId,
    key: &str,
    request_hash: &[u8],
) -> Outcome<Option<StoredAnswer>> {
    let taken = affected!(conn, "insert into idempotency_key (person_id, key, request_hash) values ($1, $2, $3)
         on conflict (person_id, key) do nothing"; person.0, key, request_hash)?;
    if taken == 1 {
        return Ok(None);
    }
    match find(conn, person, key).await? {
        Some(earlier) => Ok(Some(earlier)),
        None => Err(Failure::Busy("an idempotency key expired while it was read".to_owned())),
    }
}

/// What an earlier request stored under a key, if there was one.
pub async fn find(conn: &mut Conn, person: PersonId, key: &str) -> Outcome<Option<StoredAnswer>> {
    maybe_row!(conn, StoredAnswer, "select request_hash, answer from idempotency_key where person_id = $1 and key = $2";
        person.0, key)
}

/// Stores the answer under a key that this transaction took.
pub async fn set_answer(conn: &mut Conn, person: PersonId, key: &str, answer: &str) -> Outcome<()> {
    run!(conn, "update idempotency_key set answer = $3 where person_id = $1 and key = $2"; person.0, key, answer)
}

/// Deletes keys that are older than a day.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "delete from idempotency_key where created_at < clock_timestamp() - interval '1 day'")
}
