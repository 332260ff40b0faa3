//! Who calls: the account of a session or a token. The same statement counts the request against the person's limits, since
//! every request that counts is a request of somebody.

use super::Conn;
use crate::failure::Outcome;
use crate::model::account::{IdentifiedAccount, KnownAccount};
use crate::model::rate::{CountedRequest, PersonLimit};
use serde::Deserialize;
use shared::ids::PersonId;
use shared::rules::Actor;
use sqlx::types::Json;

struct Row {
    id: i64,
    name: String,
    email: String,
    is_staff: bool,
    demo: bool,
    confirmed: bool,
    judges: bool,
    on_panel: bool,
    token: i64,
    stale: bool,
    counted: Json<Vec<Count>>,
}

/// A count of the person's requests.
#[derive(Deserialize)]
struct Count {
    limit: String,
    count: i32,
    left: i32,
}

/// Passes to a macro the account of the session whose identifier has the hash `$1`.
macro_rules! session_account {
    ($select:ident, $($value:expr),+) => {
        $select!(
            r#"select p.id as "id!", p.name as "name!", p.email as "email!", p.is_staff as "is_staff!", p.demo as "demo!",
                      p.confirmed_at is not null as "confirmed!",
                      exists (select from membership m where m.person_id = p.id and m.role = 'judge') as "judges!",
                      exists (select from prize_panellist l join prize z on z.id = l.prize_id
                          where l.person_id = p.id and z.awarded_at is null) as "on_panel!",
                      0::bigint as "token!", s.seen_at < now() - interval '1 minute' as "stale!"
               from session s join person p on p.id = s.person_id
               where s.id_hash = $1 and p.deactivated_at is null
                 and s.seen_at > now() - interval '14 days' and s.created_at > now() - interval '90 days'"#,
            $($value),+
        )
    };
}

/// Passes to a macro the account of the token with the hash `$1`.
macro_rules! token_account {
    ($select:ident, $($value:expr),+) => {
        $select!(
            r#"select p.id as "id!", p.name as "name!", p.email as "email!", p.is_staff as "is_staff!",
                      (p.demo or t.demo) as "demo!", p.confirmed_at is not null as "confirmed!",
                      exists (select from membership m where m.person_id = p.id and m.role = 'judge') as "judges!",
                      exists (select from prize_panellist l join prize z on z.id = l.prize_id
                          where l.person_id = p.id and z.awarded_at is null) as "on_panel!",
                      t.id as "token!", coalesce(t.last_used_at < now() - interval '1 minute', true) as "stale!"
               from api_token t join person p on p.id = t.person_id
               where t.token_hash = $1 and t.revoked_at is null and p.deactivated_at is null"#,
            $($value),+
        )
    };
}

macro_rules! select_account {
    ($account:tt, $hash:expr) => {
        sqlx::query_as!(
            Row,
            r#"select k.*, '[]'::json as "counted!: Json<Vec<Count>>" from ("# + $account + ") k",
            $hash
        )
    };
}

/// `$2` and `$3` are the names of limits and the lengths of their windows in seconds, which begin at multiples of it.
macro_rules! count_account {
    ($account:tt, $hash:expr, $names:expr, $windows:expr) => {
        sqlx::query_as!(
            Row,
            "with k as materialized (" + $account
                + r#"), counted as (
                insert into rate_count as r (limit_name, subject, window_start, count)
                select l.name, 'person ' || k."id!",
                       date_bin(make_interval(secs => l.seconds), clock_timestamp(), 'epoch'), 1
                from k cross join unnest($2::text[], $3::int[]) l (name, seconds)
                on conflict (limit_name, subject, window_start) do update set count = r.count + 1
                returning r.limit_name, r.count, r.window_start)
            select k.*, (
                select coalesce(json_agg(json_build_object('limit', c.limit_name, 'count', c.count, 'left',
                    ceil(extract(epoch from c.window_start + make_interval(secs => l.seconds) - clock_timestamp()))::int)), '[]')
                from counted c join unnest($2::text[], $3::int[]) l (name, seconds) on l.name = c.limit_name)
                as "counted!: Json<Vec<Count>>"
            from k"#,
            $hash,
            $names,
            $windows
        )
    };
}

/// Who a session belongs to; `None` for an unknown one or a deactivated person. A session ends after 14 idle days or 90 days.
/// When it was last seen is written once a minute at most. Counts the request against these limits of the person.
///
/// # Errors
/// A lost database.
pub async fn by_session(
    conn: &mut Conn,
    id_hash: &[u8],
    limits: &[PersonLimit],
) -> Outcome<Option<IdentifiedAccount>> {
    let row = if limits.is_empty() {
        session_account!(select_account, id_hash).fetch_optional(&mut *conn).await?
    } else {
        let (names, windows) = columns(limits);
        session_account!(count_account, id_hash, &names, &windows).fetch_optional(&mut *conn).await?
    };
    if row.as_ref().is_some_and(|row| row.stale) {
        // Of no worth after a crash, so it waits for no disk.
        sqlx::query!(
            "update session set seen_at = now() where id_hash = $1 returning set_config('synchronous_commit', 'off', true)",
            id_hash
        )
        .fetch_optional(conn)
        .await?;
    }
    Ok(row.map(identified))
}

/// Who a token belongs to; `None` for an unknown or revoked one, or a deactivated person. Counts the request against these
/// limits of the person.
///
/// # Errors
/// A lost database.
pub async fn by_token(
    conn: &mut Conn,
    token_hash: &[u8],
    limits: &[PersonLimit],
) -> Outcome<Option<IdentifiedAccount>> {
    let row = if limits.is_empty() {
        token_account!(select_account, token_hash).fetch_optional(&mut *conn).await?
    } else {
        let (names, windows) = columns(limits);
        token_account!(count_account, token_hash, &names, &windows).fetch_optional(&mut *conn).await?
    };
    if let Some(row) = row.as_ref().filter(|row| row.stale) {
        sqlx::query!(
            "update api_token set last_used_at = now() where id = $1 returning set_config('synchronous_commit', 'off', true)",
            row.token
        )
        .fetch_optional(conn)
        .await?;
    }
    Ok(row.map(identified))
}

fn columns(limits: &[PersonLimit]) -> (Vec<String>, Vec<i32>) {
    limits.iter().map(|limit| (limit.name.to_owned(), limit.window)).unzip()
}

fn identified(row: Row) -> IdentifiedAccount {
    let id = PersonId(row.id);
    let actor = Actor { person: id, staff: row.is_staff, confirmed: row.confirmed, demo: row.demo };
    let count = |c: Count| CountedRequest { limit: c.limit, count: c.count, left: c.left };
    IdentifiedAccount {
        account: KnownAccount {
            actor,
            name: row.name,
            email: row.email,
            judges: row.judges,
            on_panel: row.on_panel,
            demo: row.demo,
        },
        counted: row.counted.0.into_iter().map(count).collect(),
    }
}
