//! Scores without names. Rows are added and never change.

use crate::prelude::*;
use shared::open_data::OpenData;

pub async fn find(conn: &mut Conn, event: EventId) -> Outcome<Option<PublishedData>> {
    maybe_row!(conn, PublishedData, "select r.run, o.statement, o.projects, o.judges, o.reviews, o.left_out, o.published_at
         from open_data o join calibration_run r on r.id = o.run_id where o.event_id = $1"; event.0)
}

/// The file that an event has published.
pub async fn file(conn: &mut Conn, event: EventId) -> Outcome<Option<String>> {
    maybe_value!(conn, "select csv from open_data where event_id = $1"; event.0)
}

/// Makes the scores public.
/// Errors: the database's refusal: they are public already.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::PublishOpenData>,
    run_id: i64,
    statement: &str,
    data: &OpenData,
) -> Outcome<()> {
    let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    run!(conn, "insert into open_data (event_id, run_id, statement, csv, projects, judges, reviews, left_out)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";
        permit.ids().0, run_id, statement, data.csv(), count(data.projects), count(data.judges),
        count(data.rows.len()), count(data.left_out))
}
