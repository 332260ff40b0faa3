//! The keys that documents are checked with, and a new one in place of the current.

use super::secret::Secret;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::entry_outside;
use crate::store::audit::{self, Entry};
use crate::store::{Conn, signing_key};
use serde_json::json;
use shared::provenance::KeySet;

/// Every key that ever signed.
///
/// # Errors
/// A lost database.
pub async fn all(conn: &mut Conn) -> Outcome<KeySet> {
    signing_key::all(conn).await
}

/// Makes a key the current one; the one before is kept for checking. The command line alone does this, where the
/// private half is.
///
/// # Errors
/// A lost database.
pub async fn rotate(conn: &mut Conn, caller: &Caller, next: &Secret) -> Outcome<()> {
    let old = signing_key::rotate(conn, &next.public()).await?;
    let kid = next.kid();
    let entry = Entry {
        before: Some(json!({ "kid": old })),
        after: Some(json!({ "kid": kid })),
        ..entry_outside(caller, "key.rotated", "signing_key", &kid)
    };
    audit::append(conn, entry).await
}
