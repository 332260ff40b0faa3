//! Accounts as site admins look after them.

use super::audit_log::patterns;
use crate::prelude::*;

/// Accounts whose name and address have all the words of this text, newest first, at most `limit` of those before `before`.
pub async fn list(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    search: &str,
    before: Option<PersonId>,
    limit: i64,
) -> Outcome<Vec<ManagedAccount>> {
    let words = patterns(search);
    rows!(conn, ManagedAccount,
        r#"select p.id as person, p.email, p.name, p.is_staff as staff, p.confirmed_at is not null as "confirmed!", p.deactivated_at,
                  p.demo, p.created_at,
                  (select count(distinct m.event_id) from membership m where m.person_id = p.id) as "events!"
           from person p
           where ($1::text[] = '{}' or search_key(p.name || ' ' || p.email) like all ($1))
             and ($2::bigint is null or p.id < $2)
           order by p.id desc limit $3"#; &words, before as _, limit)
}

/// One account; `None` where there is none.
pub async fn find(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    person: PersonId,
) -> Outcome<Option<ManagedAccount>> {
    maybe_row!(conn, ManagedAccount,
        r#"select p.id as person, p.email, p.name, p.is_staff as staff, p.confirmed_at is not null as "confirmed!", p.deactivated_at,
                  p.demo, p.created_at,
                  (select count(distinct m.event_id) from membership m where m.person_id = p.id) as "events!"
           from person p where p.id = $1"#; person.0)
}

/// Deactivates an account, which ends its sessions and the links sent to it, or activates it again.
pub async fn set_active(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    person: PersonId,
    active: bool,
) -> Outcome<()> {
    run!(conn, "update person set deactivated_at = case when $2 then null else clock_timestamp() end where id = $1";
        person.0, active)?;
    if !active {
        run!(conn, "delete from session where person_id = $1"; person.0)?;
        run!(conn, "delete from one_time_link where person_id = $1"; person.0)?;
        // Otherwise they would work again as soon as the account is activated again.
        run!(conn, "update api_token set revoked_at = clock_timestamp() where person_id = $1 and revoked_at is null";
            person.0)?;
    }
    Ok(())
}

/// Makes somebody a site admin, or takes that back.
pub async fn set_staff(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    person: PersonId,
    staff: bool,
) -> Outcome<()> {
    run!(conn, "update person set is_staff = $2 where id = $1"; person.0, staff)
}
