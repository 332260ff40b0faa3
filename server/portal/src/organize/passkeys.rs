//! Whether the organizers of an event need a passkey.

use crate::prelude::*;
use store::passkey;

/// Chooses whether the event's organizers, and site admins in it, act only in a session that was opened with a passkey or a recovery code.
/// Errors: 401, 404, 403 for a caller who does not organize, and for one whose session was opened without a passkey.
pub async fn require(call: &mut Call<'_>, required: bool) -> Acted {
    let (at, permit) = call.open::<act::RequirePasskeys>().await?;
    if !passkey::require(call.conn, &permit, required).await? {
        return Ok(Done::unlogged(()));
    }
    let said = |required: bool| json!({ "organizers_need_passkey": required });
    let entry = call.entry(&at, "event.passkeys_required", "event", at.event);
    Ok(Done::logged((), entry.before(said(!required)).after(said(required))))
}
