//! Pairs of submitted projects: what repeats are found by among all of an event, and which pairs organizers told apart.

use super::duplicate;
use crate::prelude::*;
use shared::duplicates::Fingerprint;
use shared::likely_pairs::{SKETCH, Sketch};

/// The event's submitted projects whose fingerprints are stored, the earliest first. Of a fingerprint only the beginning is
/// read: all of those of a large event would fill the memory.
pub async fn printed(conn: &mut Conn, event: EventId) -> Outcome<Vec<PrintedProject>> {
    rows!(conn,
        r#"select p.id, p.duplicate_of, p.duplicate_cleared or coalesce(p.duplicate_reason = $3, false) as "decided!",
                  f.repository, octet_length(f.shingles) / 8 as "shingles!",
                  substring(f.shingles for $4) as "beginning!"
           from project p join project_fingerprint f on f.project_id = p.id and f.version = $2
           where p.event_id = $1 and p.status = 'submitted' order by p.submitted_at, p.id"#;
        event.0, Fingerprint::VERSION, duplicate::BY_HAND, i32::try_from(SKETCH * 8).unwrap_or(i32::MAX))
    .each(|r| PrintedProject {
        id: ProjectId(r.id),
        duplicate_of: r.duplicate_of.map(ProjectId),
        decided: r.decided,
        sketch: Sketch::new(r.repository, usize::try_from(r.shingles).unwrap_or_default(), &r.beginning),
    })
}

/// The whole fingerprints of these projects.
pub async fn fingerprints(conn: &mut Conn, ids: &[ProjectId]) -> Outcome<HashMap<ProjectId, Fingerprint>> {
    rows!(conn, "select project_id, repository, words, shingles from project_fingerprint
         where project_id = any($1) and version = $2"; ids as _, Fingerprint::VERSION)
    .each(|r| {
        let words = usize::try_from(r.words).unwrap_or_default();
        (ProjectId(r.project_id), Fingerprint::from_parts(r.repository, words, &r.shingles))
    })
}

/// The pairs that organizers told apart, the latest decision first.
pub async fn told_apart(conn: &mut Conn, event: EventId) -> Outcome<Vec<ToldApart>> {
    rows!(conn,
        r#"select l.id as low, h.id as high, (l.submitted_at, l.id) < (h.submitted_at, h.id) as "low_is_first!",
                  d.decided_at, d.texts_hash is distinct from texts_hash(d.low_id, d.high_id) as "changed!"
           from told_apart d join project l on l.id = d.low_id join project h on h.id = d.high_id
           where d.event_id = $1 order by d.decided_at desc, l.id, h.id"#; event.0)
    .each(|r| {
        let (first, later) = if r.low_is_first { (r.low, r.high) } else { (r.high, r.low) };
        ToldApart { first: ProjectId(first), later: ProjectId(later), at: r.decided_at, changed: r.changed }
    })
}

/// Tells the permit's project and another one apart; false where that is decided already, with these texts.
pub async fn tell_apart(
    conn: &mut Conn,
    permit: &Permit<act::FlagDuplicate>,
    other: ProjectId,
) -> Outcome<bool> {
    changed!(conn, "insert into told_apart (event_id, low_id, high_id, texts_hash)
         select event_id, least(id, $2), greatest(id, $2), texts_hash(id, $2) from project where id = $1
         on conflict (low_id, high_id) do update set decided_at = clock_timestamp(), texts_hash = excluded.texts_hash
             where told_apart.texts_hash <> excluded.texts_hash"; permit.ids().0, other.0)
}

/// Forgets that an organizer told the permit's project and another one apart.
pub async fn forget(conn: &mut Conn, permit: &Permit<act::FlagDuplicate>, other: ProjectId) -> Outcome<()> {
    run!(conn,
        "delete from told_apart where low_id = least($1::bigint, $2::bigint) and high_id = greatest($1::bigint, $2::bigint)";
        permit.ids().0, other.0)
}

/// Flags projects that an import brought, each with the one that it repeats and why.
pub async fn flag_imported(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    flags: &[(ProjectId, ProjectId, &str)],
) -> Outcome<()> {
    let ids: Vec<i64> = flags.iter().map(|(id, _, _)| id.0).collect();
    let originals: Vec<i64> = flags.iter().map(|(_, of, _)| of.0).collect();
    let reasons: Vec<String> = flags.iter().map(|(_, _, why)| (*why).to_owned()).collect();
    run!(conn, "update project p set duplicate_of = f.original, duplicate_reason = f.reason
         from unnest($2::bigint[], $3::bigint[], $4::text[]) f(id, original, reason)
         where p.event_id = $1 and p.id = f.id"; permit.ids().0, &ids, &originals, &reasons)
}
