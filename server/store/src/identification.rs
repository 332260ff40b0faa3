//! Who calls: the account of a session or a token. The same statement counts the requests against their persons' limits, since
//! every request that counts is a request of somebody.

use super::assignment::{Columns, listed_assignments};
use crate::prelude::*;
use engine::shared_read::Question;
use shared::rules::Actor;
use std::sync::atomic::{AtomicU64, Ordering};

struct Row {
    hash: Vec<u8>,
    id: i64,
    name: String,
    email: String,
    is_staff: bool,
    demo: bool,
    confirmed: bool,
    passkey: bool,
    judges: bool,
    on_panel: bool,
    stale: bool,
    /// None where no link opened it.
    links: Option<Json<Vec<SessionLink>>>,
    limited: bool,
    limit: Option<String>,
    count: Option<i32>,
    window_start: Option<DateTime<Utc>>,
    now: Option<DateTime<Utc>>,
}

/// Passes to a macro the accounts of the sessions whose identifiers have the hashes `$1`.
macro_rules! session_account {
    ($select:ident, $($value:expr),+) => {
        $select!(
            r#"select s.id_hash as "hash!", p.id as "id!", p.name as "name!", p.email as "email!",
                      p.is_staff as "is_staff!", p.demo as "demo!",
                      p.confirmed_at is not null as "confirmed!", s.passkey as "passkey!",
                      exists (select from membership m join event e on e.id = m.event_id
                          where m.person_id = p.id and m.role = 'judge'
                              and (not e.draft or sees_draft(e.id, p.id))) as "judges!",
                      exists (select from prize_panellist l join prize z on z.id = l.prize_id join event e on e.id = z.event_id
                          where l.person_id = p.id and z.awarded_at is null
                              and (not e.draft or sees_draft(e.id, p.id))) as "on_panel!",
                      s.seen_at < now() - interval '1 minute' as "stale!",
                      case when s.by_link then coalesce((select json_agg(json_build_object('event', l.event_id, 'slug', e.slug,
                              'role', l.role, 'made_by', l.made_by) order by l.opened_at)
                          from session_link l join event e on e.id = l.event_id where l.id_hash = s.id_hash), '[]') end
                          as "links?: Json<Vec<SessionLink>>",
                      case when s.by_link then has_more_than_links(p.id, s.id_hash) else false end as "limited!"
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
                      t.passkey as "passkey!",
                      exists (select from membership m join event e on e.id = m.event_id
                          where m.person_id = p.id and m.role = 'judge'
                              and (not e.draft or sees_draft(e.id, p.id))) as "judges!",
                      exists (select from prize_panellist l join prize z on z.id = l.prize_id join event e on e.id = z.event_id
                          where l.person_id = p.id and z.awarded_at is null
                              and (not e.draft or sees_draft(e.id, p.id))) as "on_panel!",
                      coalesce(t.last_used_at < now() - interval '1 minute', true) as "stale!",
                      case when t.by_link then coalesce((select json_agg(json_build_object('event', l.event_id, 'slug', e.slug,
                              'role', l.role, 'made_by', l.made_by) order by l.opened_at)
                          from token_link l join event e on e.id = l.event_id where l.id_hash = t.token_hash), '[]') end
                          as "links?: Json<Vec<SessionLink>>",
                      case when t.by_link then has_more_than_links(p.id, t.token_hash) else false end as "limited!"
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
            r#"select k.*, null::text as "limit?", null::int as "count?", null::timestamptz as "window_start?",
                      null::timestamptz as "now?" from ("# + $account + ") k",
            $hashes
        )
    };
}

/// The accounts, each with its first `$2` assignments over all events.
macro_rules! select_account_with_assignments {
    ($account:tt, $hashes:expr, $most:expr) => {
        listed_assignments!(
            [r#"select c.*, l.ids as "ids?: Vec<AssignmentId>", l.events as "events?: Vec<String>",
                       l.projects as "projects?: Vec<ProjectId>", l.titles as "titles?: Vec<String>",
                       l.statuses as "statuses?: Vec<AssignmentStatus>"
                from ("#
                + $account
                + r#") c
                cross join lateral (select c."id!" as judge, 0::bigint as after, $2::bigint as most) k"#],
            $hashes,
            $most,
        )
    };
}

/// Counts requests: `$2`, `$3` and `$4` are the hash, the limit's name and the length of its window in seconds of each. Windows begin
/// at multiples of that. Returns each account with each of its counts.
macro_rules! count_account {
    ($account:tt, $hashes:expr, $of:expr, $names:expr, $windows:expr) => {
        sqlx::query_as!(
            Row,
            "with k as materialized (" + $account
                + r#"), counted as (
                insert into rate_count as r (limit_name, subject, window_start, count)
                select l.name, 'person ' || k."id!",
                       date_bin(make_interval(secs => l.seconds), clock_timestamp(), 'epoch'), count(*)
                from k join unnest($2::bytea[], $3::text[], $4::int[]) l (hash, name, seconds) on l.hash = k."hash!"
                group by l.name, k."id!", l.seconds
                -- All who count lock the counters in this order.
                order by 1, 2
                on conflict (limit_name, subject, window_start) do update set count = r.count + excluded.count
                returning r.limit_name, r.subject, r.count, r.window_start)
            select k.*, c.limit_name as "limit?", c.count as "count?", c.window_start as "window_start?", clock_timestamp() as "now?"
            from k left join counted c on c.subject = 'person ' || k."id!""#,
            $hashes,
            $of,
            $names,
            $windows
        )
    };
}

/// The question whom sessions or tokens belong to, by the hashes of their identifiers, and the one that counts the requests besides.
macro_rules! ask_accounts {
    ($asked:ident, $counted:ident: $account:ident) => {
        pub(super) struct $asked;

        impl Question for $asked {
            type Key = Vec<u8>;
            type Found = IdentifiedAccount;

            async fn read(conn: &mut Conn, hashes: &[Vec<u8>]) -> Outcome<HashMap<Self::Key, Self::Found>> {
                let rows = $account!(select_account, hashes).fetch_all(conn).await?.into_iter();
                Ok(rows.map(|row| (row.hash.clone(), identified(&row))).collect())
            }
        }

        pub(super) struct $counted;

        impl Question for $counted {
            type Key = CountedKey;
            type Found = IdentifiedAccount;

            async fn read(conn: &mut Conn, keys: &[CountedKey]) -> Outcome<HashMap<Self::Key, Self::Found>> {
                let (hashes, (of, names, windows)) = (hashes(keys), columns(keys));
                let rows = $account!(count_account, &hashes, &of as _, &names as _, &windows);
                Ok(counted(keys, rows.fetch_all(conn).await?))
            }
        }
    };
}

ask_accounts! { Sessions, CountedSessions: session_account }
ask_accounts! { Tokens, CountedTokens: token_account }

/// Asks who tokens belong to, and for the first part of their assignments over all events.
pub(super) struct TokensWithAssignments;

impl Question for TokensWithAssignments {
    type Key = Vec<u8>;
    type Found = (IdentifiedAccount, Vec<ListedAssignment>);

    async fn read(conn: &mut Conn, hashes: &[Vec<u8>]) -> Outcome<HashMap<Vec<u8>, Self::Found>> {
        let most = ListPage::part(0).rows();
        let rows = token_account!(select_account_with_assignments, hashes, most).fetch_all(conn).await?;
        let mut found = HashMap::with_capacity(rows.len());
        for r in rows {
            let columns = object! { Columns from r: ids, events, projects, titles, statuses };
            let row = object! { Row from r:
                hash, id, name, email, is_staff, demo, confirmed, passkey, judges, on_panel, stale, links, limited;
                limit: None, count: None, window_start: None, now: None
            };
            let account = identified(&row);
            found.insert(row.hash, (account, columns.rows()));
        }
        Ok(found)
    }
}

/// A request that counts against limits of its person. No two are equal, so each counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CountedKey {
    hash: Vec<u8>,
    limits: Vec<PersonLimit>,
    request: u64,
}

impl CountedKey {
    /// A request by the session or token with this hash.
    pub(super) fn new(hash: &[u8], limits: Vec<PersonLimit>) -> Self {
        static REQUESTS: AtomicU64 = AtomicU64::new(0);
        Self { hash: hash.to_vec(), limits, request: REQUESTS.fetch_add(1, Ordering::Relaxed) }
    }
}

/// Who a session belongs to; `None` for an unknown one or a deactivated person. A session ends after 14 idle days or 90 days.
pub async fn by_session(conn: &mut Conn, id_hash: &[u8]) -> Outcome<Option<IdentifiedAccount>> {
    Ok(Sessions::read(conn, &[id_hash.to_vec()]).await?.remove(id_hash))
}

/// Who a token belongs to; `None` for an unknown or revoked one, or a deactivated person.
pub async fn by_token(conn: &mut Conn, token_hash: &[u8]) -> Outcome<Option<IdentifiedAccount>> {
    Ok(Tokens::read(conn, &[token_hash.to_vec()]).await?.remove(token_hash))
}

fn hashes(keys: &[CountedKey]) -> Vec<Vec<u8>> {
    let mut hashes: Vec<Vec<u8>> = keys.iter().map(|key| key.hash.clone()).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// Hash, name and window of each limit of each request.
fn columns(keys: &[CountedKey]) -> (Vec<&[u8]>, Vec<&str>, Vec<i32>) {
    let all = keys.iter().flat_map(|key| key.limits.iter().map(move |limit| (&key.hash, limit)));
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for (hash, limit) in all {
        columns.0.push(hash.as_slice());
        columns.1.push(limit.name);
        columns.2.push(limit.window);
    }
    columns
}

/// What each request found. The statement counted all of them at once, so the first of three has a count that is two less.
fn counted(keys: &[CountedKey], rows: Vec<Row>) -> HashMap<CountedKey, IdentifiedAccount> {
    let mut accounts: HashMap<&[u8], IdentifiedAccount> = HashMap::new();
    let mut counts: HashMap<(PersonId, &str), (i32, i32)> = HashMap::new();
    for row in &rows {
        accounts.entry(&row.hash).or_insert_with(|| identified(row));
        if let (Some(limit), Some(count), Some(start), Some(now)) =
            (&row.limit, row.count, row.window_start, row.now)
        {
            let passed = i32::try_from((now - start).num_seconds()).unwrap_or(i32::MAX);
            counts.insert((PersonId(row.id), limit), (count, passed));
        }
    }
    let mut found = HashMap::with_capacity(keys.len());
    for key in keys.iter().rev() {
        let Some(mut account) = accounts.get(key.hash.as_slice()).cloned() else { continue };
        for limit in &key.limits {
            if let Some((count, passed)) = counts.get_mut(&(account.account.actor.person, limit.name)) {
                let left = limit.window.saturating_sub(*passed);
                account.counted.push(CountedRequest { limit: limit.name.to_owned(), count: *count, left });
                *count -= 1;
            }
        }
        found.insert(key.clone(), account);
    }
    found
}

fn identified(row: &Row) -> IdentifiedAccount {
    let who = object! { Actor from row:
        confirmed, demo, passkey;
        person: PersonId(row.id),
        staff: row.is_staff
    };
    let account = object! { KnownAccount from row:
        judges, on_panel, demo, limited;
        actor: who,
        name: row.name.clone(),
        email: row.email.clone(),
        by_link: row.links.is_some(),
        links: row.links.as_ref().map(|links| links.0.clone()).unwrap_or_default()
    };
    IdentifiedAccount { account, counted: Vec::new(), stale: row.stale }
}
