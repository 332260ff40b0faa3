//! The keys that documents are checked with: listing, replacing and revoking them.

use super::secret::Secret;
use super::signer::Signer;
use crate::prelude::*;
use shared::provenance::{KeyStatus, PageKeys};
pub use store::signing_key::all;
use store::{audit_log, publication, signing_key};

/// The same with the portal's address and what it has published, for a page that checks by them.
pub async fn of_page(conn: &mut Conn, issuer: String) -> Outcome<PageKeys> {
    let published = Some(publication::newest_of_all(conn).await?);
    Ok(PageKeys { set: all(conn).await?.of_site(&issuer), issuer: Some(issuer), current: true, published })
}

/// Makes the portal's first key the current one, where there is none yet; the log holds it as it holds every later one.
pub async fn register(call: &mut Call<'_>, signer: &Signer) -> Acted {
    if !signer.register(call.conn).await? {
        return Ok(Done::unlogged(()));
    }
    let kid = signer.kid();
    let after = Some(json!({ "kid": kid }));
    Ok(Done::logged((), call.entry_outside("key.created", "signing_key", &kid).after(after)))
}

/// Makes a key the current one; the one before is kept for checking. The command line alone does this, where the
/// private half is.
pub async fn rotate(call: &mut Call<'_>, next: &Secret) -> Acted {
    let old = signing_key::rotate(call.conn, &next.public()).await?;
    let kid = next.kid();
    let entry = call.entry_outside("key.rotated", "signing_key", &kid);
    Ok(Done::logged((), entry.before(json!({ "kid": old })).after(json!({ "kid": kid }))))
}

/// Revokes a key that was replaced: nothing that it signed holds any more. The command line alone does this. The events
/// whose public results it signed, by their slugs.
/// Errors: 404 for a key that is none of the portal's; 409 for the current one, which is replaced first, and for one that is revoked
/// already.
pub async fn revoke(call: &mut Call<'_>, kid: &str) -> Acted<Vec<String>> {
    let permit = call.ask_portal::<act::Administer>().await?;
    if !signing_key::revoke(call.conn, &permit, kid).await? {
        let known = signing_key::all(call.conn).await?;
        return Err(match known.find(kid).map(|key| key.status) {
            None => Reason::KeyUnknown,
            Some(KeyStatus::Current) => Reason::KeyCurrent,
            Some(_) => Reason::KeyRevoked,
        }
        .into());
    }
    let signed = signing_key::results(call.conn, &permit).await?.remove(kid).unwrap_or_default();
    let entry = call
        .entry_outside("key.revoked", "signing_key", kid)
        .before(json!({ "status": "retired" }))
        .after(json!({ "status": "revoked" }));
    Ok(Done::logged(signed.into_iter().map(|(slug, _)| slug).collect(), entry))
}

/// Reads the keys for a site admin.
/// Errors: 401; 403 for a caller who is no site admin.
pub async fn overview(call: &mut Call<'_>, signer: &Signer) -> Outcome<KeyOverview> {
    let permit = call.ask_portal::<act::Administer>().await?;
    let (own, signs) = signer.standing(call.conn).await?;
    Ok(KeyOverview {
        keys: signing_key::all(call.conn).await?,
        signed: signing_key::results(call.conn, &permit).await?,
        place: signer.place(),
        own,
        signs,
        rows: audit_log::head(call.conn, "").await?.map_or(0, |head| head.seq),
    })
}
