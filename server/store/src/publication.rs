//! Publications: which run is public, since when, and why it replaced another. Rows are added and never change.

use crate::prelude::*;
use shared::provenance::{Published, PublishedResults, SignedMoreTime};

/// The newest publication, without the document that was signed of it; `None` before the first.
pub async fn newest(conn: &mut Conn, event: EventId) -> Outcome<Option<Publication>> {
    maybe_row!(conn, Publication,
        r#"select p.number, r.run, p.published_at, p.reason, p.signed_document is not null as "signed!",
                  p.provisional_until, p.owed, p.final_of,
                  (select er.run from publication e join calibration_run er on er.id = e.run_id
                   where e.event_id = p.event_id and e.id < p.id and p.final_of is null order by e.id desc limit 1) as supersedes
           from publication p join calibration_run r on r.id = p.run_id
           where p.event_id = $1 order by p.id desc limit 1"#; event.0)
}

/// When results were first published as provisional, and until when; `None` where they never were.
pub async fn first_provisional(
    conn: &mut Conn,
    event: EventId,
) -> Outcome<Option<(DateTime<Utc>, DateTime<Utc>)>> {
    let first = maybe_row!(conn, r#"select published_at, provisional_until as "until!" from publication
           where event_id = $1 and provisional_until is not null order by id limit 1"#; event.0)?;
    Ok(first.map(|first| (first.published_at, first.until)))
}

/// The document that was signed of the newest publication, byte for byte; `None` before the first, and where nothing was signed.
pub async fn signed_document(conn: &mut Conn, event: EventId) -> Outcome<Option<String>> {
    let newest = maybe_value!(conn, "select signed_document from publication where event_id = $1 order by id desc limit 1";
        event.0)?;
    Ok(newest.flatten())
}

/// The log's row that the newest publication's signed document names, or this row if an earlier one names it; `None` where none does.
pub async fn signed_row(conn: &mut Conn, event: EventId, row: Option<i64>) -> Outcome<Option<i64>> {
    maybe_value!(conn, r#"select s.seq as "seq!" from publication p,
             lateral (select (p.signed_document::json #>> '{payload,audit_head,seq}')::bigint as seq) s
         where p.event_id = $1 and s.seq = coalesce($2, s.seq) order by p.id desc limit 1"#; event.0, row)
}

/// The teams with more time that the newest publication names; `None` where nothing signed is published.
pub async fn more_time(conn: &mut Conn, event: EventId) -> Outcome<Option<Vec<SignedMoreTime>>> {
    let named = maybe_value!(conn,
        r#"select coalesce(signed_document::json #> '{payload,results,more_time}', '[]') as "named!: Json<Vec<SignedMoreTime>>"
           from publication where event_id = $1 and signed_document is not null order by id desc limit 1"#; event.0)?;
    Ok(named.map(|Json(named)| named))
}

/// The run that is public, without the document that was signed of it; `None` before the first publication.
pub async fn public_run(conn: &mut Conn, event: EventId) -> Outcome<Option<PublicRun>> {
    maybe_row!(conn, PublicRun, "select r.run, p.published_at from publication p join calibration_run r on r.id = p.run_id
         where p.event_id = $1 order by p.id desc limit 1"; event.0)
}

/// A project's place in the newest publication; `None` where it is not ranked.
pub async fn place(conn: &mut Conn, event: EventId, project: ProjectId) -> Outcome<Option<PublishedPlace>> {
    let row = maybe_row!(conn, "select l.rank, l.low, l.high, l.ranked from published_place l
         where l.publication_id = (select p.id from publication p where p.event_id = $1 order by p.id desc limit 1)
           and l.project_id = $2"; event.0, project.0)?;
    Ok(row.map(|r| PublishedPlace { rank: r.rank, range: (r.low, r.high), of: r.ranked }))
}

/// Every place that was ever published of an event, by project, in an order that only grows, and whether the newest publication
/// says another.
pub async fn places_ever(conn: &mut Conn, slug: &str) -> Outcome<Vec<(ProjectId, bool)>> {
    rows!(conn, r#"select l.project_id as "project_id!", (n.rank, n.ranked) is distinct from (l.rank, l.ranked) as "replaced!"
           from event e
           join lateral (select max(id) as id from publication where event_id = e.id) newest on true
           join publication p on p.event_id = e.id
           join published_place l on l.publication_id = p.id
           left join published_place n on n.publication_id = newest.id and n.project_id = l.project_id
           where e.slug = $1 order by l.publication_id, l.project_id"#; slug)
    .each(|row| (ProjectId(row.project_id), row.replaced))
}

/// The publications that replaced an earlier one, the newest first.
pub async fn corrections(conn: &mut Conn, event: EventId) -> Outcome<Vec<Correction>> {
    rows!(conn, Correction, r#"select r.run, p.published_at, coalesce(p.reason, '') as "reason!"
           from publication p join calibration_run r on r.id = p.run_id
           where p.event_id = $1 and p.id > (select min(id) from publication where event_id = $1) and p.final_of is null
           order by p.id desc"#; event.0)
}

/// The numbers of the publications that corrected an earlier one, and since when, the newest first. One that made results final
/// corrected nothing.
pub async fn correcting(conn: &mut Conn, event: EventId) -> Outcome<Vec<(i32, DateTime<Utc>)>> {
    rows!(conn, "select number, published_at from publication
         where event_id = $1 and number > 1 and final_of is null order by number desc"; event.0)
    .each(|row| (row.number, row.published_at))
}

/// Makes a run public, with its signed document.
/// Errors: the database's refusal: the vote is open, a reason missing or too much, an earlier run, one that is provisional or final and may
/// not be.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::Publish>,
    run_id: i64,
    publication: &Publication,
    signed_document: &str,
) -> Outcome<()> {
    let event = permit.ids();
    run!(conn, "insert into publication (event_id, number, run_id, reason, published_at, signed_document, provisional_until, owed, final_of)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        event.0, publication.number, run_id, publication.reason, publication.published_at, signed_document,
        publication.provisional_until, &publication.owed, publication.final_of)
}

/// What an event has published, as everybody may read it now; `None` where the event does not exist, has published nothing, or
/// hides its results while the community votes.
pub async fn newest_of(conn: &mut Conn, slug: &str) -> Outcome<Option<Published>> {
    Ok(published(conn, Some(slug)).await?.remove(slug))
}

/// The same of every event, by slug.
pub async fn newest_of_all(conn: &mut Conn) -> Outcome<PublishedResults> {
    published(conn, None).await
}

async fn published(conn: &mut Conn, slug: Option<&str>) -> Outcome<PublishedResults> {
    let rows = rows!(conn, r#"select e.slug, r.run, p.published_at, p.final_of,
                  array(select l.project_id from published_place l
                        where l.publication_id = p.id and p.number > 1 order by l.project_id) as "projects!",
                  array(select l.rank from published_place l
                        where l.publication_id = p.id and p.number > 1 order by l.project_id) as "ranks!",
                  array(select c.place
                        from (select row_number() over (order by l.publication_id, l.project_id) - 1 as place,
                                     (n.rank, n.ranked) is distinct from (l.rank, l.ranked) as corrected
                              from publication q join published_place l on l.publication_id = q.id
                              left join published_place n on n.publication_id = p.id and n.project_id = l.project_id
                              where q.event_id = e.id and p.number > 1) c
                        where c.corrected order by c.place) as "corrected!"
           from event e
           join lateral (select * from publication p where p.event_id = e.id order by p.id desc limit 1) p on true
           join calibration_run r on r.id = p.run_id
           where ($1::text is null or e.slug = $1) and not vote_is_open(e)"#; slug)?;
    let rank = |rank: i32| u32::try_from(rank).unwrap_or(u32::MAX);
    let published = rows.into_iter().map(|row| {
        let ranks = row.projects.into_iter().zip(row.ranks.into_iter().map(rank)).collect();
        // In the order of `places_ever`, which is that of the status list of badges.
        let corrected = row.corrected.into_iter().filter_map(|place| usize::try_from(place).ok()).collect();
        let (run, published_at, final_of) = (row.run, row.published_at, row.final_of);
        (row.slug, Published { run, published_at, final_of, ranks, corrected })
    });
    Ok(published.collect())
}
