//! A signed record as its certificate shows it.

use super::{judge, keys, participant, signer::Signer};
use crate::event::event_view::{self, EventView};
use crate::prelude::*;
use shared::provenance::{DocumentCheck, link, verify};

/// The certificate of the caller, or of the judge whom an organizer names, as [`judge::read`] gives the record.
/// Errors: as [`judge::read`].
pub async fn of_judge(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    named: Option<&str>,
    signer: &Signer,
) -> Outcome<(EventView, Certificate)> {
    // The salt, which only the judge's own record has, stays behind: a certificate is made to be shown to others.
    let judge::SignedRecord { document, salt } = judge::read(conn, caller, slug, named, signer).await?;
    opened(conn, caller, slug, document, salt.is_some()).await
}

/// The caller's certificate of participation, as [`participant::read`] gives the record.
/// Errors: as [`participant::read`].
pub async fn of_participant(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    signer: &Signer,
) -> Outcome<(EventView, Certificate)> {
    let document = participant::read(conn, caller, slug, signer).await?;
    opened(conn, caller, slug, document, true).await
}

async fn opened(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    document: String,
    own: bool,
) -> Outcome<(EventView, Certificate)> {
    let keys = keys::all(conn).await?;
    let DocumentCheck::Valid { about, payload } = verify(document.as_bytes(), &keys) else {
        return Err(Failure::broken("a record that was just signed does not verify"));
    };
    let fingerprint = keys.find(&about.key_id).map(|key| key.fingerprint()).unwrap_or_default();
    let link = link::write(payload.issuer(), document.as_bytes());
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let event = event_view::of_context(conn, caller, &at).await?;
    Ok((event, Certificate { document, payload: *payload, fingerprint, link, own }))
}
