//! Accounts as site admins look after them.

use crate::prelude::*;
use shared::names::is_deleted_address;

struct Row {
    id: i64,
    email: String,
    name: String,
    is_staff: bool,
    confirmed: bool,
    deactivated_at: Option<DateTime<Utc>>,
    demo: bool,
    created_at: DateTime<Utc>,
    events: i64,
}

impl From<Row> for ManagedAccount {
    fn from(r: Row) -> Self {
        object! { Self from r:
            email, name, confirmed, deactivated_at, demo, created_at, events;
            person: PersonId(r.id),
            deleted: r.deactivated_at.is_some() && is_deleted_address(&r.email),
            staff: r.is_staff
        }
    }
}

/// Accounts whose name or address holds this text, newest first, at most `limit` of those before `before`.
pub async fn list(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    search: &str,
    before: Option<PersonId>,
    limit: i64,
) -> Outcome<Vec<ManagedAccount>> {
    let rows = rows!(conn, Row,
        r#"select p.id, p.email, p.name, p.is_staff, p.confirmed_at is not null as "confirmed!", p.deactivated_at,
                  p.demo, p.created_at,
                  (select count(distinct m.event_id) from membership m where m.person_id = p.id) as "events!"
           from person p
           where ($1 = '' or strpos(search_key(p.name), search_key($1)) > 0 or strpos(search_key(p.email), search_key($1)) > 0)
             and ($2::bigint is null or p.id < $2)
           order by p.id desc limit $3"#; search, before as _, limit)?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// One account; `None` where there is none.
pub async fn find(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    person: PersonId,
) -> Outcome<Option<ManagedAccount>> {
    let row = maybe_row!(conn, Row,
        r#"select p.id, p.email, p.name, p.is_staff, p.confirmed_at is not null as "confirmed!", p.deactivated_at,
                  p.demo, p.created_at,
                  (select count(distinct m.event_id) from membership m where m.person_id = p.id) as "events!"
           from person p where p.id = $1"#; person.0)?;
    Ok(row.map(Into::into))
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
