//! Who calls: the account of a session or a token. The same statement counts the request against the person's limits, since
//! every request that counts is a request of somebody.

use super::Conn;
use super::shared_read::Question;
use crate::failure::Outcome;
use crate::model::account::{IdentifiedAccount, KnownAccount};
use crate::model::rate::{CountedRequest, PersonLimit};
use serde::Deserialize;
use shared::ids::PersonId;
use shared::rules::Actor;
use sqlx::types::Json;
use std::collections::HashMap;

struct Row {
    hash: Vec<u8>,
    id: i64,
    name: String,
    email: String,
    is_staff: bool,
    demo: bool,
    confirmed: bool,
    judges: bool,
    on_panel: bool,
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

/// Passes to a macro the accounts of the sessions whose identifiers have the hashes `$1`.
macro_rules! session_account {
    ($select:ident, $($value:expr),+) => {
        $select!(
            r#"select s.id_hash as "hash!", p.id as "id!", p.name as "name!", p.email as "email!",
                      p.is_staff as "is_staff!", p.demo as "demo!",
                      p.confirmed_at is not null as "confirmed!",
                      exists (select from membership m where m.person_id = p.id and m.role = 'judge') as "judges!",
                      exists (select from prize_panellist l join prize z on z.id = l.prize_id
                          where l.person_id = p.id and z.awarded_at is null) as "on_panel!",
                      s.seen_at < now() - interval '1 minute' as "stale!"
               from session s join person p on p.id = s.person_id
               where s.id_hash = any($1) and p.deactivated_at is null
                 and s.seen_at > now() - interval '14 days' and s.created_at > now() - interval '90 days'"#,
            $($value),+
        )
    };
}

/// Passes to a macro the accounts of the tokens with the hashes `$1`.
macro_rules! token_account {
    ($select:ident, $($value:expr),+) => {
        $select!(
            r#"select t.token_hash as "hash!", p.id as "id!", p.name as "name!", p.email as "email!",
                      p.is_staff as "is_staff!", (p.demo or t.demo) as "demo!", p.confirmed_at is not null as "confirmed!",
                      exists (select from membership m where m.person_id = p.id and m.role = 'judge') as "judges!",
                      exists (select from prize_panellist l join prize z on z.id = l.prize_id
                          where l.person_id = p.id and z.awarded_at is null) as "on_panel!",
                      coalesce(t.last_used_at < now() - interval '1 minute', true) as "stale!"
               from api_token t join person p on p.id = t.person_id
               where t.token_hash = any($1) and t.revoked_at is null and p.deactivated_at is null"#,
            $($value),+
        )
    };
}

macro_rules! select_account {
    ($account:tt, $hashes:expr) => {
        sqlx::query_as!(
            Row,
            r#"select k.*, '[]'::json as "counted!: Json<Vec<Count>>" from ("# + $account + ") k",
            $hashes
        )
    };
}

/// `$2` and `$3` are the names of limits and the lengths of their windows in seconds, which begin at multiples of it.
macro_rules! count_account {
    ($account:tt, $hashes:expr, $names:expr, $windows:expr) => {
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
            $hashes,
            $names,
            $windows
        )
    };
}

/// Asks who sessions belong to, by the hashes of their identifiers.
pub(super) struct Sessions;

impl Question for Sessions {
    type Key = Vec<u8>;
    type Found = IdentifiedAccount;

    async fn read(conn: &mut Conn, hashes: &[Vec<u8>]) -> Outcome<HashMap<Vec<u8>, IdentifiedAccount>> {
        Ok(by_hash(session_account!(select_account, hashes).fetch_all(conn).await?))
    }
}

/// Asks who tokens belong to, by their hashes.
pub(super) struct Tokens;

impl Question for Tokens {
    type Key = Vec<u8>;
    type Found = IdentifiedAccount;

    async fn read(conn: &mut Conn, hashes: &[Vec<u8>]) -> Outcome<HashMap<Vec<u8>, IdentifiedAccount>> {
        Ok(by_hash(token_account!(select_account, hashes).fetch_all(conn).await?))
    }
}

/// Who a session belongs to; `None` for an unknown one or a deactivated person. A session ends after 14 idle days or 90 days.
/// Counts the request against these limits of the person.
///
/// # Errors
/// A lost database.
pub async fn by_session(
    conn: &mut Conn,
    id_hash: &[u8],
    limits: &[PersonLimit],
) -> Outcome<Option<IdentifiedAccount>> {
    let hashes = [id_hash.to_vec()];
    if limits.is_empty() {
        return Ok(Sessions::read(conn, &hashes).await?.remove(id_hash));
    }
    let (names, windows) = columns(limits);
    let rows = session_account!(count_account, &hashes, &names, &windows).fetch_all(conn).await?;
    Ok(by_hash(rows).remove(id_hash))
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
    let hashes = [token_hash.to_vec()];
    if limits.is_empty() {
        return Ok(Tokens::read(conn, &hashes).await?.remove(token_hash));
    }
    let (names, windows) = columns(limits);
    let rows = token_account!(count_account, &hashes, &names, &windows).fetch_all(conn).await?;
    Ok(by_hash(rows).remove(token_hash))
}

fn by_hash(rows: Vec<Row>) -> HashMap<Vec<u8>, IdentifiedAccount> {
    rows.into_iter().map(|row| (row.hash.clone(), identified(row))).collect()
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
        stale: row.stale,
    }
}
