//! What the public answers about an event depend on, read at once.

use super::Conn;
use crate::failure::Outcome;
use crate::model::context::EventKey;
use crate::model::freshness::Freshness;
use shared::window::Window;

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
