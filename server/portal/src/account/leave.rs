//! One's own data as a file, and leaving: the account is deactivated, and name and address go.

use super::ways_in;
use crate::prelude::*;
use shared::names::deleted_address;
use store::personal;
use store::{account, confirmation, project_import, sign_up};

/// What is typed to leave where there is no password.
pub const WORD: &str = "leave";

/// Everything that the portal holds about the caller: also which other events invited them, and from where they acted. A link can be in
/// others' hands. Only a guest has no address to which a sign-in link could go, and no other event.
/// Errors: 401 for nobody; 403 for a session that a link opened, unless it is a guest's.
pub async fn data(call: &mut Call<'_>) -> Outcome<Value> {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    require(!call.caller.by_link || names::is_guest_address(&call.caller.email), Reason::OpenedByLink)?;
    personal::data(call.conn, person, &call.caller.email).await
}

/// What leaving would do.
#[derive(Clone, Debug)]
pub struct Leaving {
    pub numbers: AccountNumbers,
    /// The account has a password that is used, and is asked for; otherwise [`WORD`] is.
    pub has_password: bool,
    /// Events in which too few organizers could confirm for each other without the caller.
    pub falls_short: Vec<String>,
    pub refused: Option<Refusal>,
}

/// What leaving would do, before it is done. `sign_on_only`: passwords are not used.
/// Errors: 401 for nobody; 403 for a session that others' links opened, where the account has more than they stand for.
pub async fn look(call: &mut Call<'_>, sign_on_only: bool) -> Outcome<Leaving> {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    let stored = account::password_hash(call.conn, person).await?;
    let mut refused = needed(call).await?;
    if refused.is_none() && stored.is_none() {
        refused = or_refused(ways_in::may_leave(call).await)?.err();
    }
    let numbers = personal::numbers(call.conn, person).await?;
    let falls_short = confirmation::falls_short(call.conn, person, None, None).await?;
    Ok(Leaving { numbers, has_password: !sign_on_only && stored.is_some(), falls_short, refused })
}

/// Somebody whom an event or the site cannot do without.
async fn needed(call: &mut Call<'_>) -> Outcome<Option<Refusal>> {
    let person = call.caller.account()?;
    if personal::is_last_admin(call.conn, person).await? {
        return Ok(Some(Reason::LastAdmin.into()));
    }
    let alone = personal::organizes_alone(call.conn, person).await?;
    if !alone.is_empty() {
        return Ok(Some(Reason::LastOrganizer { events: alone }.into()));
    }
    let alone = personal::organizes_freely_alone(call.conn, person, None).await?;
    Ok((!alone.is_empty()).then(|| Reason::LastFreeOrganizer { events: alone }.into()))
}

/// Refuses somebody whom an event or the site cannot do without.
/// Errors: 401; 409 for the last organizer of an event or the last site admin.
pub(super) async fn check(call: &mut Call<'_>) -> Outcome<()> {
    needed(call).await?.map_or(Ok(()), |refusal| Err(refusal.into()))
}

/// What a wrong password says.
pub(super) fn wrong() -> Refusal {
    Reason::PasswordWrong.into()
}

/// Refuses anything but [`WORD`].
pub(super) fn check_word(typed: &str) -> Result<(), Refusal> {
    if typed.trim().eq_ignore_ascii_case(WORD) {
        return Ok(());
    }
    Err(Reason::TypeWord { word: WORD }.into())
}

/// Deactivates and anonymises the caller's account. The log of each event in which they reviewed or entered reviews says which number had their
/// address, since the event's file has another address from then on. `verified` is the hash that the typed password was checked against.
/// Errors: 401; 403 as [`look`]; 409 as [`check`]; 422 where the password was changed since it was checked.
pub(super) async fn leave(call: &mut Call<'_>, verified: Option<String>) -> Acted {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    personal::one_leaves_at_a_time(call.conn).await?;
    if !account::still_has_password(call.conn, person, verified.as_deref()).await? {
        return Err(wrong().into());
    }
    check(call).await?;
    let judged = personal::reviewed_events(call.conn, person).await?;
    sign_up::forget(call.conn, &call.caller.email).await?;
    project_import::forget(call.conn, person).await?;
    let gone = deleted_address(person.0, &secrets::nonce()?);
    personal::anonymise(call.conn, person, &call.caller.email, &gone).await?;
    let row = || call.entry_outside("person.left", "person", person);
    let of_events = judged.into_iter().map(|event| Entry { event: Some(event), ..row() });
    Ok(of_events.fold(Done::logged((), row()), |done, row| done.and(Done::logged((), row))))
}
