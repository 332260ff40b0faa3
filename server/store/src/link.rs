//! Links in mails to people who have an account: they sign in, or confirm an address, once.

use crate::prelude::*;

/// Stores a link for this many minutes, by the SHA-256 of its code. Without a person it stores nothing but takes as
/// long, so that the time does not tell whether an address has an account.
pub async fn insert(
    conn: &mut Conn,
    person: Option<PersonId>,
    purpose: &str,
    code_hash: &[u8],
    next_path: &str,
    minutes: i32,
) -> Outcome<()> {
    run!(conn, "insert into one_time_link (person_id, purpose, token_hash, next_path, expires_at)
         select id, $2, $3, $4, clock_timestamp() + make_interval(mins => $5) from person where id = $1";
        person.map_or(0, |p| p.0), purpose, code_hash, next_path, minutes)
}

/// The link with this code, while it works.
pub async fn find(conn: &mut Conn, code_hash: &[u8]) -> Outcome<Option<OneTimeLink>> {
    maybe_row!(conn, OneTimeLink,
        r#"select l.person_id as person, l.purpose, l.next_path, p.email, p.name, p.confirmed_at is not null as "confirmed!"
           from one_time_link l join person p on p.id = l.person_id
           where l.token_hash = $1 and l.used_at is null and l.expires_at > clock_timestamp()
               and p.deactivated_at is null"#; code_hash)
}

/// Marks a link as used; false where another request did so first.
pub async fn spend(conn: &mut Conn, code_hash: &[u8]) -> Outcome<bool> {
    changed!(conn, "update one_time_link set used_at = clock_timestamp()
         where token_hash = $1 and used_at is null and expires_at > clock_timestamp()"; code_hash)
}

/// Deletes the links that ended a day ago.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "delete from one_time_link where expires_at < clock_timestamp() - interval '1 day'")
}
