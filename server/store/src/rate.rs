//! Counters of the rate limits. They are in the database so that several processes share them, and are counted on a
//! connection of their own, so that a refused request counts too.

use crate::prelude::*;

/// Counts one request and returns the subject's count. Windows begin at multiples of `window`
/// seconds of the database's clock.
pub async fn count(conn: &mut Conn, limit: &str, subject: &str, window: i32) -> Outcome<RateCount> {
    row!(conn, RateCount, r#"insert into rate_count as r (limit_name, subject, window_start, count)
           values ($1, $2, date_bin(make_interval(secs => $3::int), clock_timestamp(), 'epoch'), 1)
           on conflict (limit_name, subject, window_start) do update set count = r.count + 1
           returning count,
               ceil(extract(epoch from window_start + make_interval(secs => $3::int) - clock_timestamp()))::int
                   as "left!""#; limit, subject, window)
}

/// Counts several requests of each subject at once, and returns the highest count. The subjects are in order, so that two who count
/// the same ones do not wait for each other.
pub async fn count_all(
    conn: &mut Conn,
    limit: &str,
    subjects: &BTreeMap<String, i32>,
    window: i32,
) -> Outcome<Option<RateCount>> {
    let names: Vec<_> = subjects.keys().cloned().collect();
    let counts: Vec<_> = subjects.values().copied().collect();
    let counted = rows!(conn, RateCount, r#"insert into rate_count as r (limit_name, subject, window_start, count)
           select $1, s.subject, date_bin(make_interval(secs => $4::int), clock_timestamp(), 'epoch'), s.count
           from unnest($2::text[], $3::int[]) s (subject, count)
           on conflict (limit_name, subject, window_start) do update set count = r.count + excluded.count
           returning count,
               ceil(extract(epoch from window_start + make_interval(secs => $4::int) - clock_timestamp()))::int
                   as "left!""#; limit, &names, &counts, window)?;
    Ok(counted.into_iter().max_by_key(|counted| counted.count))
}

/// Takes one request off the count, where its window still runs.
pub async fn give_back(conn: &mut Conn, limit: &str, subject: &str, window: i32) -> Outcome<()> {
    run!(conn, "update rate_count set count = count - 1
         where limit_name = $1 and subject = $2 and count > 0
             and window_start = date_bin(make_interval(secs => $3::int), clock_timestamp(), 'epoch')";
        limit, subject, window)
}

pub async fn read(conn: &mut Conn, limit: &str, subject: &str, window: i32) -> Outcome<RateCount> {
    row!(conn, RateCount, r#"select coalesce((select r.count from rate_count r where r.limit_name = $1 and r.subject = $2
                            and r.window_start = w.start), 0) as "count!",
               ceil(extract(epoch from w.start + make_interval(secs => $3::int) - clock_timestamp()))::int as "left!"
           from (select date_bin(make_interval(secs => $3::int), clock_timestamp(), 'epoch') as start) w"#;
        limit, subject, window)
}

/// Forgets windows that ended a while ago.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "delete from rate_count where window_start < clock_timestamp() - interval '2 days'")
}
