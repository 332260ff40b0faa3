//! Public halves of the signing keys.

use crate::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use shared::provenance::{KeySet, KeyStatus, PublicKey, thumbprint};

/// All keys, the current one first, then the latest retired.
pub async fn all(conn: &mut Conn) -> Outcome<KeySet> {
    let rows = rows!(
        conn,
        "select x, status, created_at, retired_at from signing_key
         order by status <> 'current', retired_at desc, kid"
    )?;
    let mut keys = Vec::with_capacity(rows.len());
    for row in rows {
        let bytes: [u8; 32] = URL_SAFE_NO_PAD
            .decode(&row.x)
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or_else(|| Failure::broken("a stored public key is no 32 bytes"))?;
        let status = match row.status.as_str() {
            "current" => KeyStatus::Current,
            "revoked" => KeyStatus::Revoked,
            _ => KeyStatus::Retired,
        };
        keys.push(PublicKey::new(&bytes, status, Some(row.created_at), row.retired_at));
    }
    Ok(KeySet { keys })
}

pub async fn current(conn: &mut Conn) -> Outcome<Option<String>> {
    maybe_value!(conn, "select kid from signing_key where status = 'current'")
}

/// Holds the current key against a rotation until the transaction ends, so that what is signed and stored in it is
/// stored before the key is retired. A document that is only answered needs no lock: a lock would make a GET write.
pub async fn hold_current(conn: &mut Conn) -> Outcome<()> {
    maybe_row!(conn, "select kid from signing_key where status = 'current' for share")?;
    Ok(())
}

/// Makes a key known as the current one, unless there is one already: then false.
pub async fn insert_first(conn: &mut Conn, public: &[u8; 32]) -> Outcome<bool> {
    changed!(conn, "insert into signing_key (kid, x, status)
         select $1, $2, 'current' where not exists (select from signing_key where status = 'current')
         on conflict do nothing"; thumbprint(public), URL_SAFE_NO_PAD.encode(public))
}

/// The events whose public results each key signed, by the key's name: slug and name.
pub async fn results(
    conn: &mut Conn,
    _: &Permit<act::Administer>,
) -> Outcome<BTreeMap<String, Vec<(String, String)>>> {
    let rows = rows!(
        conn,
        r#"select p.signed_document::json #>> '{signature,key_id}' as "kid!", e.slug, e.name
           from event e
           join lateral (select signed_document from publication where event_id = e.id order by id desc limit 1) p
               on p.signed_document is not null
           order by e.slug"#
    )?;
    let mut signed: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for row in rows {
        signed.entry(row.kid).or_default().push((row.slug, row.name));
    }
    Ok(signed)
}

/// Revokes a key that signs no more. False where there is no such key, or it is the current one, or revoked already.
pub async fn revoke(conn: &mut Conn, _: &Permit<act::Administer>, kid: &str) -> Outcome<bool> {
    changed!(conn, "update signing_key set status = 'revoked' where kid = $1 and status = 'retired'"; kid)
}

/// Retires the current key, and makes another one current. The name of the retired one.
pub async fn rotate(conn: &mut Conn, public: &[u8; 32]) -> Outcome<Option<String>> {
    let old = maybe_value!(
        conn,
        "update signing_key set status = 'retired', retired_at = clock_timestamp() where status = 'current' returning kid"
    )?;
    run!(conn, "insert into signing_key (kid, x, status, created_at) values ($1, $2, 'current', clock_timestamp())";
        thumbprint(public), URL_SAFE_NO_PAD.encode(public))?;
    Ok(old)
}
