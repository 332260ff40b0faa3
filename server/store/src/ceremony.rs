//! Ceremonies: one for each event that has set one up.

use crate::prelude::*;
use shared::ceremony::CeremonyTerms;

/// The event's ceremony; `None` where nobody has set one up.
pub async fn find(conn: &mut Conn, event: EventId) -> Outcome<Option<Ceremony>> {
    let row = maybe_row!(conn,
        r#"select prizes as "prizes: Vec<PrizeId>", at_once as "at_once: Vec<PrizeId>", intervals, full_ranking, run, awarded_at, version
           from ceremony where event_id = $1"#; event.0)?;
    Ok(row.map(object! { Ceremony from |r|:
        run, awarded_at, version;
        terms: object! { CeremonyTerms from r: prizes, at_once, intervals, full_ranking }
    }))
}

/// Stores a ceremony instead of the one of the version before it. Says whether that one was still the newest: if not, nothing
/// is stored.
pub async fn set(conn: &mut Conn, permit: &Permit<act::HoldCeremony>, ceremony: &Ceremony) -> Outcome<bool> {
    changed!(conn,
        "insert into ceremony (event_id, prizes, at_once, intervals, full_ranking, run, awarded_at, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (event_id) do update
             set prizes = excluded.prizes, at_once = excluded.at_once, intervals = excluded.intervals,
                 full_ranking = excluded.full_ranking, run = excluded.run, awarded_at = excluded.awarded_at,
                 version = excluded.version
             where ceremony.version = excluded.version - 1";
        permit.ids().0, &ceremony.terms.prizes as _, &ceremony.terms.at_once as _, ceremony.terms.intervals,
        ceremony.terms.full_ranking, ceremony.run, ceremony.awarded_at, ceremony.version)
}

/// Where the event's ceremony is; `None` where nobody moved it.
pub async fn position(conn: &mut Conn, slug: &str) -> Outcome<Option<CeremonyPosition>> {
    maybe_row!(conn, CeremonyPosition,
        "select s.number, s.step, s.blank from ceremony_step s join event e on e.id = s.event_id where e.slug = $1";
        slug)
}

/// Moves the ceremony, and returns the number of the move.
/// Errors: 400 for a step that no ceremony has; a lost database.
pub async fn move_to(
    conn: &mut Conn,
    permit: &Permit<act::HoldCeremony>,
    (step, blank): (i32, bool),
) -> Outcome<i64> {
    value!(conn, "insert into ceremony_step (event_id, step, blank) values ($1, $2, $3)
         on conflict (event_id) do update
             set number = ceremony_step.number + 1, step = excluded.step, blank = excluded.blank
         returning number"; permit.ids().0, step, blank)
}
