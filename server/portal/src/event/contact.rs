//! Whom teams write to: an address of the organizers, for a team that thinks its flag is wrong.

use crate::prelude::*;
use shared::names::is_email;
use store::event;

/// Sets the address, or takes it away with an empty one. The log says only whether there is one.
/// Errors: 401, 404, 403; 400 for what is no address.
pub async fn set(call: &mut Call<'_>, address: &str) -> Acted {
    let (at, permit) = call.open::<act::SetContact>().await?;
    let address = Some(address.trim()).filter(|address| !address.is_empty());
    require_field(address.is_none_or(is_email), "contact", Fault::Email)?;
    let before = event::set_contact(call.conn, &permit, address).await?;
    if before.as_deref() == address {
        return Ok(Done::unlogged(()));
    }
    let said = |there: bool| Some(json!({ "contact": there }));
    let (before, after) = (said(before.is_some()), said(address.is_some()));
    let entry = call.entry(&at, "event.contact_changed", "event", at.event);
    Ok(Done::logged((), entry.before(before).after(after)))
}
