//! The prizes that a list names and the event does not have.

use super::preview;
use crate::prelude::*;
use crate::prizes::define;
use shared::project_files::RowNote;
use shared::text::name_key;

/// The names of prizes that rows of a list opt into and the event does not have, each once.
pub fn missing_prizes(rows: &[DecidedRow]) -> Vec<String> {
    let names = rows.iter().flat_map(|row| &row.notes).flat_map(|note| match note {
        RowNote::UnknownPrizes(names) => names.as_slice(),
        _ => &[],
    });
    let once: BTreeMap<String, &String> = names.map(|name| (name_key(name), name)).collect();
    once.into_values().cloned().collect()
}

/// Adds them, as prizes that teams ask for.
/// Errors: as [`preview()`]; 403 for who may not define prizes.
pub async fn add_prizes(conn: &mut Conn, caller: &Caller, slug: &str, sha256: &str) -> Acted {
    let rows = preview(conn, caller, slug, sha256).await?.rows;
    define::add_named(conn, caller, slug, missing_prizes(&rows)).await
}
