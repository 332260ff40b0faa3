//! Accounts as site admins look after them: found, deactivated, and made site admins.

use crate::prelude::*;
use store::{confirmation, event, managed_account, personal};

/// Accounts on a page of the list.
pub const PAGE: i64 = 50;

/// Asks whether the caller looks after accounts.
pub(super) async fn permit(call: &mut Call<'_>) -> Outcome<Permit<act::ManageAccounts>> {
    call.ask_portal().await
}

/// Refuses a caller who is no site admin.
/// Errors: 401; 403.
pub async fn require(call: &mut Call<'_>) -> Outcome<()> {
    permit(call).await.map(drop)
}

#[derive(Clone, Debug)]
pub struct AccountList {
    /// The accounts, newest first.
    pub accounts: Vec<ManagedAccount>,
    /// There are older ones.
    pub more: bool,
}

/// Accounts whose name or address holds a text.
/// Errors: 401; 403 for a caller who is no site admin.
pub async fn list(call: &mut Call<'_>, search: &str, before: Option<PersonId>) -> Outcome<AccountList> {
    let permit = permit(call).await?;
    // No stored text holds what a text of the database cannot.
    if search.contains('\0') {
        return Ok(AccountList { accounts: Vec::new(), more: false });
    }
    let mut accounts = managed_account::list(call.conn, &permit, search.trim(), before, PAGE + 1).await?;
    let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let more = accounts.len() > page;
    accounts.truncate(page);
    Ok(AccountList { accounts, more })
}

/// Reads one account.
/// Errors: 401; 403 for a caller who is no site admin; 404.
pub async fn open(call: &mut Call<'_>, person: PersonId) -> Outcome<AccountFound> {
    let permit = permit(call).await?;
    let account = found(call.conn, &permit, person).await?;
    Ok(AccountFound {
        account,
        roles: event::roles_of(call.conn, person).await?,
        numbers: personal::numbers(call.conn, person).await?,
        deactivate: needed(call.conn, person).await?.map_or(Ok(()), Err),
        falls_short: confirmation::falls_short(call.conn, person, None, None).await?,
        take_staff: last_admin(call.conn, person).await?.map_or(Ok(()), Err),
    })
}

/// The account, or 404.
pub(super) async fn found(
    conn: &mut Conn,
    permit: &Permit<act::ManageAccounts>,
    person: PersonId,
) -> Outcome<ManagedAccount> {
    Ok(managed_account::find(conn, permit, person).await?.ok_or_else(Refusal::not_found)?)
}

async fn last_admin(conn: &mut Conn, person: PersonId) -> Outcome<Option<Refusal>> {
    let last = personal::is_last_admin(conn, person).await?;
    Ok(last.then(|| Reason::LastAdmin.into()))
}

/// Why the portal cannot do without somebody.
pub(super) async fn needed(conn: &mut Conn, person: PersonId) -> Outcome<Option<Refusal>> {
    if let Some(refusal) = last_admin(conn, person).await? {
        return Ok(Some(refusal));
    }
    let alone = personal::organizes_alone(conn, person).await?;
    if !alone.is_empty() {
        return Ok(Some(Reason::OnlyOrganizer { events: alone }.into()));
    }
    let alone = personal::organizes_freely_alone(conn, person, None).await?;
    Ok((!alone.is_empty()).then(|| Reason::LastFreeOrganizer { events: alone }.into()))
}

/// Deactivates an account, or activates it again. Nothing that it did goes away.
/// Errors: 401; 403; 404; 409 for the last site admin, and for the only organizer of an event.
pub async fn set_active(call: &mut Call<'_>, person: PersonId, active: bool) -> Acted {
    let permit = permit(call).await?;
    // Without this, two site admins could deactivate each other at once.
    personal::one_leaves_at_a_time(call.conn).await?;
    let account = found(call.conn, &permit, person).await?;
    if account.is_deleted() {
        return Err(Reason::AccountDeleted.into());
    }
    if account.deactivated_at.is_none() == active {
        return Ok(Done::unlogged(()));
    }
    if !active && let Some(refusal) = needed(call.conn, person).await? {
        return Err(refusal.into());
    }
    managed_account::set_active(call.conn, &permit, person, active).await?;
    let action = if active { "person.activated" } else { "person.deactivated" };
    Ok(Done::logged((), call.entry_outside(action, "person", person)))
}

/// Makes somebody a site admin, or takes that back.
/// Errors: 401; 403; 404; 409 for the last site admin, and for an account that is not active.
pub async fn set_staff(call: &mut Call<'_>, person: PersonId, staff: bool) -> Acted {
    let permit = permit(call).await?;
    personal::one_leaves_at_a_time(call.conn).await?;
    let account = found(call.conn, &permit, person).await?;
    if account.staff == staff {
        return Ok(Done::unlogged(()));
    }
    if staff && (account.deactivated_at.is_some() || account.demo || !account.confirmed) {
        return Err(Reason::NoAdminAccount.into());
    }
    if !staff && let Some(refusal) = last_admin(call.conn, person).await? {
        return Err(refusal.into());
    }
    managed_account::set_staff(call.conn, &permit, person, staff).await?;
    let entry = call.entry_outside("person.changed", "person", person);
    Ok(Done::logged((), entry.before(json!({ "staff": !staff })).after(json!({ "staff": staff }))))
}
