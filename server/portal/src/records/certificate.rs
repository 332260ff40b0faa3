//! A signed record as its certificate shows it.

use super::{judge, keys, participant, signer::Signer};
use crate::event::event_view::{self, EventView};
use crate::prelude::*;
use shared::provenance::{DocumentCheck, link, verify};

/// The certificate of the caller, or of the judge whom an organizer names, as [`judge::read`] gives the record.
/// Errors: as [`judge::read`].
pub async fn of_judge(
    call: &mut Call<'_>,
    named: Option<&str>,
    signer: &Signer,
) -> Outcome<(EventView, Certificate)> {
    // The salt, which only the judge's own record has, stays behind: a certificate is made to be shown to others.
    let judge::SignedRecord { document, salt } = judge::read(call, named, signer).await?;
    opened(call, document, salt.is_some()).await
}

/// The caller's certificate of participation, as [`participant::read`] gives the record.
/// Errors: as [`participant::read`].
pub async fn of_participant(call: &mut Call<'_>, signer: &Signer) -> Outcome<(EventView, Certificate)> {
    let document = participant::read(call, signer).await?;
    opened(call, document, true).await
}

async fn opened(call: &mut Call<'_>, document: String, own: bool) -> Outcome<(EventView, Certificate)> {
    let keys = keys::all(call.conn).await?;
    let DocumentCheck::Valid { about, payload } = verify(document.as_bytes(), &keys) else {
        return Err(Failure::broken("a record that was just signed does not verify"));
    };
    let fingerprint = keys.find(&about.key_id).map(|key| key.fingerprint()).unwrap_or_default();
    let link = link::write(payload.issuer(), document.as_bytes());
    let at = call.context().await?;
    let event = event_view::of_context(call, &at).await?;
    Ok((event, Certificate { document, payload: *payload, fingerprint, link, own }))
}
