//! What answers about an event depend on, read at once.

use super::{Conn, facts};
use crate::failure::Outcome;
use crate::model::context::EventKey;
use crate::model::freshness::{EventMark, Freshness};
use chrono::{DateTime, Utc};
use shared::ids::EventId;
use shared::window::{Phase, Window};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The event's version, and where the clock stands in its windows; `None` where there is no such event or project.
///
/// # Errors
/// A lost database.
pub async fn read(conn: &mut Conn, key: EventKey<'_>) -> Outcome<Option<Freshness>> {
    let (slug, project, assignment) = key.parts();
    let row = sqlx::query!(
        r#"select e.version + coalesce((select sum(o.version)::bigint from event o
                                        where o.finals_of = e.id or o.id = e.finals_of), 0) as "version!",
                  e.submissions_open, e.submissions_close, e.judging_open, e.judging_close, e.voting_open, e.voting_close,
                  clock_timestamp() as "now!"
           from event e
           where e.id = coalesce((select id from event where slug = $1),
                                 (select event_id from project where id = $2),
                                 (select event_id from assignment where id = $3))"#,
        slug,
        project,
        assignment,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|r| {
        let windows = [
            Window { open: r.submissions_open, close: r.submissions_close },
            Window { open: r.judging_open, close: r.judging_close },
            Window { open: r.voting_open, close: r.voting_close },
        ];
        Freshness { version: r.version, phases: windows.map(|window| window.phase(r.now)), read_at: r.now }
    }))
}

/// The version of an event.
///
/// # Errors
/// A lost database.
pub async fn version(conn: &mut Conn, event: EventId) -> Outcome<i64> {
    Ok(sqlx::query_scalar!("select version from event where id = $1", event.0).fetch_one(conn).await?)
}

/// What the public answers about all events depend on: the version of each, and where the clock stands in its windows. The
/// version is a digest of them, so it names a state and has no order.
///
/// # Errors
/// A lost database.
pub async fn read_portal(conn: &mut Conn) -> Outcome<Freshness> {
    let read_at = facts::now(conn).await?;
    let rows = sqlx::query!(
        "select id, version, submissions_open, submissions_close, judging_open, judging_close, voting_open, voting_close
         from event order by id"
    )
    .fetch_all(conn)
    .await?;
    let mut digest = DefaultHasher::new();
    for r in rows {
        let windows = [
            Window { open: r.submissions_open, close: r.submissions_close },
            Window { open: r.judging_open, close: r.judging_close },
            Window { open: r.voting_open, close: r.voting_close },
        ];
        (r.id, r.version, windows.map(|window| window.phase(read_at))).hash(&mut digest);
    }
    let version = i64::from_ne_bytes(digest.finish().to_ne_bytes());
    Ok(Freshness { version, phases: [Phase::NotYet; 3], read_at })
}

/// The mark of the event with this slug, and the database's clock; `None` where there is no such event.
///
/// # Errors
/// A lost database.
pub async fn mark(conn: &mut Conn, slug: &str) -> Outcome<Option<(EventMark, DateTime<Utc>)>> {
    let row = sqlx::query!(
        r#"select coalesce(h.seq, 0) as "seq!", coalesce(h.row_hash, '') as "row_hash!", e.version,
                  clock_timestamp() as "now!"
           from event e left join audit_head h on h.chain = e.slug where e.slug = $1"#,
        slug
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|r| (EventMark { seq: r.seq, row_hash: r.row_hash, version: r.version }, r.now)))
}
