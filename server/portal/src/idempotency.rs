//! Requests that act once, however often they are sent. A client names a request with a key; the transaction that acts
//! stores the key with its answer, and the same request sent again gets that answer and changes nothing.

use crate::prelude::*;
use serde::de::{DeserializeOwned, Deserializer, IgnoredAny};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};
use store::idempotency;

/// Longest key, in characters.
pub const LONGEST_KEY: usize = 200;

/// A request's key, and the SHA-256 of the request that it names.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    key: String,
    request_hash: Vec<u8>,
}

impl IdempotencyKey {
    /// The key of a request, which is hashed part by part; none where the key is not 1 to 200 visible ASCII characters.
    pub fn new<'p>(key: &str, request: impl IntoIterator<Item = &'p [u8]>) -> Option<Self> {
        if key.is_empty() || key.len() > LONGEST_KEY || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return None;
        }
        let mut hash = Sha256::new();
        for part in request {
            // With its length before each part, two requests with other borders between parts have other hashes.
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        Some(Self { key: key.to_owned(), request_hash: hash.finalize().to_vec() })
    }
}

/// A secret that the first answer shows and that is never stored: a repeated request gets `ShownOnce(None)`.
#[derive(Debug)]
pub struct ShownOnce<T>(pub Option<T>);

impl<T> Serialize for ShownOnce<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de, T> Deserialize<'de> for ShownOnce<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self(None))
    }
}

/// Runs an operation for the first request under this key, and stores its answer with what it writes. The same request
/// sent again gets that answer.
/// Errors: the operation's; 422 where the key named another request; unknown where a stored answer cannot be read any more.
pub async fn act_once<T: Serialize + DeserializeOwned>(
    conn: &mut Conn,
    person: PersonId,
    key: &IdempotencyKey,
    job: impl AsyncFnOnce(&mut Conn) -> Acted<T>,
) -> Acted<T> {
    match idempotency::take(conn, person, &key.key, &key.request_hash).await? {
        None => {
            let done = job(&mut *conn).await?;
            let answer = serde_json::to_string(done.value())?;
            idempotency::set_answer(conn, person, &key.key, &answer).await?;
            Ok(done)
        }
        Some(earlier) if earlier.request_hash == key.request_hash => {
            // An older version of the portal may have stored it in another form. The act was done then, so the caller
            // must not send it anew.
            let answer = serde_json::from_str(&earlier.answer)
                .map_err(|error| Failure::Unknown(format!("the answer stored under a key: {error}")))?;
            Ok(Done::unlogged(answer))
        }
        Some(_) => {
            // Who may do what, and when, comes before the values: the operation's own refusal goes first, and what it
            // writes is rolled back.
            drop(job(&mut *conn).await?);
            Err(Reason::KeyReused.into())
        }
    }
}

impl By<'_> {
    /// Runs a writing operation at most once for each key: a request that came before under the same key gets the answer it
    /// got then. Without a key, and for a caller who is nobody, every request acts.
    /// Errors: as [`Self::write`]; 422 for a key that named another request, unless the operation refuses for another reason.
    pub async fn write_once<T: Serialize + DeserializeOwned>(
        self,
        key: Option<IdempotencyKey>,
        job: impl AsyncFnOnce(&mut Call<'_>) -> Acted<T>,
    ) -> Outcome<T> {
        let job = async |c: &mut Conn| job(&mut self.call(c)).await;
        match key.zip(self.caller.person()) {
            Some((key, person)) => write_once(self.database, person, &key, job).await,
            None => self.database.write(job).await,
        }
    }
}

/// Runs an operation as [`act_once`] in a transaction of its own. Where the commit's outcome is unknown, the same request settles it.
/// Errors: as [`act_once`] and [`Database::write`].
pub async fn write_once<T: Serialize + DeserializeOwned>(
    database: &Database,
    person: PersonId,
    key: &IdempotencyKey,
    job: impl AsyncFnOnce(&mut Conn) -> Acted<T>,
) -> Outcome<T> {
    let mut acted = false;
    let written = database.write(async |c| {
        let done = act_once(c, person, key, job).await?;
        acted = true;
        Ok(done)
    });
    let written = written.await;
    // What the operation itself can't tell is not told by sending it again.
    written.map_err(|failure| if acted { failure.settled_by_the_same_request() } else { failure })
}

/// What the request under this key was answered, whatever it asked.
pub async fn answered<T: DeserializeOwned>(
    conn: &mut Conn,
    person: PersonId,
    key: &IdempotencyKey,
) -> Outcome<Option<T>> {
    let earlier = idempotency::find(conn, person, &key.key).await?;
    Ok(earlier.and_then(|earlier| serde_json::from_str(&earlier.answer).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str, request: &[&str]) -> Option<IdempotencyKey> {
        IdempotencyKey::new(text, request.iter().map(|part| part.as_bytes()))
    }

    #[test]
    fn a_key_is_1_to_200_visible_characters() {
        assert!(
            key("8e03978e-40d5-43dd-bc93-6894a57f9324", &[]).is_some()
                && key(&"k".repeat(200), &[]).is_some()
        );
        for bad in ["", "a b", "ü", "a\n", &"k".repeat(201)] {
            assert!(key(bad, &[]).is_none(), "{bad}");
        }
    }

    #[test]
    fn requests_with_other_parts_have_other_hashes() {
        let hash = |request: &[&str]| key("k", request).unwrap().request_hash;
        assert_eq!(hash(&["a", "bc"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["a", "bc"]), hash(&["ab", "c"]));
        assert_ne!(hash(&["a", ""]), hash(&["a"]));
    }

    #[test]
    fn a_secret_is_not_in_the_stored_answer() {
        let stored = serde_json::to_string(&ShownOnce(Some("evh_secret"))).unwrap();
        assert_eq!(stored, "null");
        assert!(serde_json::from_str::<ShownOnce<String>>(&stored).unwrap().0.is_none());
    }
}
