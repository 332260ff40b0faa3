//! Codes for the community vote. Only their prints are stored, from which nobody finds a code without the signing key.

use crate::prelude::*;

/// Adds codes and returns how many were new to the event.
pub async fn insert(conn: &mut Conn, permit: &Permit<act::ManageCodes>, hashes: &[Vec<u8>]) -> Outcome<u64> {
    affected!(conn, "insert into voting_code (event_id, code_hash) select $1, unnest($2::bytea[])
         on conflict (event_id, code_hash) do nothing"; permit.ids().0, hashes)
}

/// Withdraws the codes that no ballot was cast with, and returns how many. The codes are locked first: a ballot that is
/// being cast with one of them either comes before, and its code counts as used, or is refused.
pub async fn withdraw_unused(conn: &mut Conn, permit: &Permit<act::ManageCodes>) -> Outcome<u64> {
    let event = permit.ids();
    rows!(conn, "select id from voting_code where event_id = $1 and withdrawn_at is null order by id for no key update";
        event.0)?;
    affected!(conn, "update voting_code c set withdrawn_at = clock_timestamp()
         where event_id = $1 and withdrawn_at is null and not exists (select from ballot b where b.code_id = c.id)";
        event.0)
}

/// The code with this print, unless it was withdrawn.
pub async fn find(conn: &mut Conn, event: EventId, hash: &[u8]) -> Outcome<Option<CodeId>> {
    let id = maybe_value!(conn, "select id from voting_code where event_id = $1 and code_hash = $2 and withdrawn_at is null";
        event.0, hash)?;
    Ok(id.map(CodeId))
}

pub async fn counts(conn: &mut Conn, event: EventId) -> Outcome<CodeCounts> {
    row!(conn, CodeCounts, r#"select count(*) as "made!", count(b.id) as "used!", count(c.withdrawn_at) as "withdrawn!"
           from voting_code c left join ballot b on b.code_id = c.id where c.event_id = $1"#; event.0)
}
