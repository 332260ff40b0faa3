//! The Merkle trees beside the events' logs, and the tiles that they are served as.

use crate::prelude::*;

/// The tree of an event, locked until the transaction ends; an empty one under this name where there was none.
pub async fn hold(conn: &mut Conn, event: EventId, origin: &str) -> Outcome<LogTree> {
    run!(conn, "insert into log_tree (event_id, origin) values ($1, $2) on conflict (event_id) do nothing"; event.0, origin)?;
    row!(conn, LogTree, "select origin, secret, key, size, root from log_tree where event_id = $1 for update"; event.0)
}

/// The tree of an event, if its log has one.
pub async fn find(conn: &mut Conn, event: EventId) -> Outcome<Option<LogTree>> {
    maybe_row!(conn, LogTree, "select origin, secret, key, size, root from log_tree where event_id = $1"; event.0)
}

/// The tree of an event that everybody may see.
pub async fn public(conn: &mut Conn, slug: &str) -> Outcome<Option<LogTree>> {
    maybe_row!(conn, LogTree, "select t.origin, t.secret, t.key, t.size, t.root
         from log_tree t join event e on e.id = t.event_id where e.slug = $1 and not e.draft"; slug)
}

/// Name and signing seed of every tree that everybody may see, also those of before a log got another name.
pub async fn keys(conn: &mut Conn) -> Outcome<Vec<(String, Vec<u8>)>> {
    rows!(
        conn,
        r#"select k.origin as "origin!", k.key as "key!" from (
               select event_id, origin, key from log_tree union all select event_id, origin, key from log_origin) k
           join event e on e.id = k.event_id where not e.draft order by k.origin"#
    )
    .each(|row| (row.origin, row.key))
}

/// The tiles of a tree that are not full, at most one in each level.
pub async fn partial_tiles(conn: &mut Conn, event: EventId) -> Outcome<Vec<LogTile>> {
    rows!(conn, LogTile, "select level, place, hashes from log_tile
         where event_id = $1 and octet_length(hashes) < 8192"; event.0)
}

pub async fn tiles(conn: &mut Conn, event: EventId) -> Outcome<Vec<LogTile>> {
    rows!(conn, LogTile, "select level, place, hashes from log_tile where event_id = $1"; event.0)
}

/// One tile of a tree, as wide as it is.
pub async fn tile(conn: &mut Conn, slug: &str, level: i32, place: i64) -> Outcome<Option<Vec<u8>>> {
    maybe_value!(conn, "select l.hashes from log_tile l join event e on e.id = l.event_id
         where e.slug = $1 and l.level = $2 and l.place = $3"; slug, level, place)
}

/// The hashes of the rows after one, up to another, in their order.
pub async fn row_hashes(conn: &mut Conn, chain: &str, after: i64, last: i64) -> Outcome<Vec<Vec<u8>>> {
    values!(conn, r#"select decode(row_hash, 'hex') as "hash!" from audit_log
         where chain = $1 and seq > $2 and seq <= $3 order by seq"#; chain, after, last)
}

/// Stores the size and root that a tree has come to, with the tiles that were added or became wider.
pub async fn grow(
    conn: &mut Conn,
    event: EventId,
    (size, root): (i64, &[u8]),
    tiles: &[LogTile],
) -> Outcome<()> {
    let levels: Vec<i32> = tiles.iter().map(|tile| tile.level).collect();
    let places: Vec<i64> = tiles.iter().map(|tile| tile.place).collect();
    let hashes: Vec<&[u8]> = tiles.iter().map(|tile| tile.hashes.as_slice()).collect();
    run!(conn, "with tiles as (
             insert into log_tile (event_id, level, place, hashes)
             select $1, t.level, t.place, t.hashes
             from unnest($4::int[], $5::bigint[], $6::bytea[]) t (level, place, hashes)
             on conflict (event_id, level, place) do update set hashes = excluded.hashes)
         update log_tree set size = $2, root = $3, advanced_at = clock_timestamp() where event_id = $1";
        event.0, size, root, &levels, &places, &hashes as &[&[u8]])
}

/// An open event whose log has grown since its last checkpoint, which is an hour old or from before a window opened or closed.
pub async fn next_due(conn: &mut Conn) -> Outcome<Option<(EventId, String)>> {
    let row = maybe_row!(conn, "select e.id, e.slug from event e join audit_head h on h.chain = e.slug
             left join log_tree t on t.event_id = e.id
         where not e.draft and h.seq > coalesce(t.size, 0)
             and (t.advanced_at is null or t.advanced_at <= clock_timestamp() - interval '1 hour'
                 or exists (select from unnest(array[e.submissions_open, e.submissions_close, e.judging_open, e.judging_close,
                     e.voting_open, e.voting_close]) edge where edge > t.advanced_at and edge <= clock_timestamp()))
         order by e.id limit 1")?;
    Ok(row.map(|row| (EventId(row.id), row.slug)))
}

/// The name under which the log of an event began.
pub async fn first_origin(conn: &mut Conn, event: EventId) -> Outcome<Option<String>> {
    maybe_value!(conn, r#"select coalesce((select o.origin from log_origin o where o.event_id = t.event_id order by o.left_at limit 1),
               t.origin) as "origin!"
         from log_tree t where t.event_id = $1"#; event.0)
}

/// Gives a tree that is held another name and a new key, and keeps the old ones. What witnesses said of the old name is theirs.
pub async fn rename(conn: &mut Conn, event: EventId, origin: &str) -> Outcome<()> {
    run!(conn, "insert into log_origin (event_id, origin, key, size, root)
         select event_id, origin, key, size, root from log_tree where event_id = $1"; event.0)?;
    run!(conn, "update log_tree set origin = $2, advanced_at = clock_timestamp(),
             key = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) where event_id = $1";
        event.0, origin)?;
    run!(conn, "delete from log_witness where event_id = $1"; event.0)
}
