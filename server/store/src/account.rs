//! People, sessions and tokens.

use crate::prelude::*;

/// The active account with this address, compared without the case of ASCII letters.
pub async fn by_email(conn: &mut Conn, email: &str) -> Outcome<Option<Account>> {
    maybe_row!(conn, Account, r#"select id as person, email, password_hash, demo from person
           where lower(email collate "C") = lower($1 collate "C") and deactivated_at is null"#; email)
}

/// A new confirmed account.
/// Errors: 409 where the address has an account.
pub async fn insert(
    conn: &mut Conn,
    email: &str,
    name: &str,
    password_hash: Option<&str>,
    staff: bool,
) -> Outcome<PersonId> {
    value!(conn, "insert into person (email, name, password_hash, is_staff, confirmed_at)
         values ($1, $2, $3, $4, clock_timestamp()) returning id"; email, name, password_hash, staff)
    .map(PersonId)
}

/// Whether the portal has no account at all; deactivated ones count as accounts.
pub async fn none_exists(conn: &mut Conn) -> Outcome<bool> {
    value!(conn, r#"select not exists (select from person) as "none!""#)
}

/// Makes those who make the first account wait for each other until the transaction ends. Without this, two who hold the
/// code could both become site admins, each seeing an empty portal.
pub async fn one_first_account_at_a_time(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "select pg_advisory_xact_lock(hashtext('evenhand: first account'))")
}

/// The portal's first account: confirmed, and a site admin.
/// Errors: 409 where the address has an account.
pub async fn insert_first(
    conn: &mut Conn,
    _: &Permit<act::MakeFirstAccount>,
    email: &str,
    name: &str,
    password_hash: &str,
) -> Outcome<PersonId> {
    insert(conn, email, name, Some(password_hash), true).await
}

/// A new account whose address nobody has confirmed: its owner holds the link of an invitation.
/// Errors: 409 where the address has an account.
pub async fn insert_invited(conn: &mut Conn, email: &str, name: &str) -> Outcome<PersonId> {
    value!(conn, "insert into person (email, name) values ($1, $2) returning id"; email, name).map(PersonId)
}

/// Marks the person's address as confirmed. The first time, the tokens end that were made before, and the links and cards of the
/// invitation that made the account: somebody else may hold them.
pub async fn confirm(conn: &mut Conn, person: PersonId) -> Outcome<()> {
    run!(conn, "with confirmed as (
             update person set confirmed_at = clock_timestamp() where id = $1 and confirmed_at is null returning id),
             parted as (update invitation set link_ended_at = coalesce(link_ended_at, clock_timestamp()), card_hash = null
                 where created_person_id in (select id from confirmed))
         update api_token set revoked_at = clock_timestamp()
         where revoked_at is null and person_id in (select id from confirmed)"; person.0)
}

/// The person's password hash, where one was set.
pub async fn password_hash(conn: &mut Conn, person: PersonId) -> Outcome<Option<String>> {
    maybe_value!(conn, "select password_hash from person where id = $1"; person.0).map(Option::flatten)
}

/// Whether this is still the person's password hash (`None`: they have no password), and keeps it from changing until
/// the transaction ends. Without this, a password that was checked before the transaction could have been changed
/// since.
pub async fn still_has_password(conn: &mut Conn, person: PersonId, hash: Option<&str>) -> Outcome<bool> {
    maybe_value!(conn, "select id from person
         where id = $1 and password_hash is not distinct from $2 and deactivated_at is null for no key update";
        person.0, hash)
    .map(|found| found.is_some())
}

/// Sets the person's password. Links that were sent to sign in stop working.
pub async fn set_password(conn: &mut Conn, person: PersonId, hash: &str) -> Outcome<()> {
    run!(conn, "update person set password_hash = $2 where id = $1"; person.0, hash)?;
    run!(conn, "delete from one_time_link where person_id = $1"; person.0)
}

/// Ends every session of a person.
pub async fn delete_sessions(conn: &mut Conn, person: PersonId) -> Outcome<()> {
    run!(conn, "delete from session where person_id = $1"; person.0)
}

/// Deletes the sessions that ended.
pub async fn forget_old_sessions(conn: &mut Conn) -> Outcome<()> {
    run!(
        conn,
        "delete from session where seen_at < now() - interval '14 days' or created_at < now() - interval '90 days'"
    )
}

/// Opens a session; false where the account is deactivated, is a demo account while the
/// demo is off, or has another password by now. The same statement locks the person's row: a change of the
/// password either finds this session and ends it, or comes first, and then this session is not opened.
pub async fn open_session(conn: &mut Conn, session: &NewSession) -> Outcome<bool> {
    let done = affected!(conn, "insert into session (id_hash, person_id, mailed, by_link, passkey)
         select $1, id, $5, $6, $7 from person
         where id = $2 and deactivated_at is null and ($3::text is null or password_hash = $3) and ($4 or not demo)
         for share";
        session.id_hash, session.person.0, session.password_hash, session.demo, session.mailed,
        session.link.is_some(), session.passkey)?;
    if done != 1 {
        return Ok(false);
    }
    if let Some(link) = &session.link {
        add_link(conn, &session.id_hash, link).await?;
    }
    Ok(true)
}

/// Notes that a link was opened in a session that a link opened; in a session of the account's own there is nothing to note.
pub async fn add_link(conn: &mut Conn, id_hash: &[u8], link: &InvitationOpening) -> Outcome<()> {
    run!(conn, "insert into session_link (id_hash, event_id, role, made_by)
         select id_hash, $2, $3, $4 from session where id_hash = $1 and by_link
         on conflict (id_hash, event_id, role) do update set made_by = excluded.made_by, opened_at = excluded.opened_at";
        id_hash, link.event.0, link.role, link.made_by as _)
}

/// Whether a mailed link opened this session less than a quarter of an hour ago: who follows it holds the mailbox.
pub async fn holds_mailbox(conn: &mut Conn, id_hash: &[u8]) -> Outcome<bool> {
    value!(conn, r#"select exists (select from session where id_hash = $1 and mailed
               and created_at > clock_timestamp() - interval '15 minutes') as "fresh!""#; id_hash)
}

pub async fn delete_session(conn: &mut Conn, id_hash: &[u8]) -> Outcome<()> {
    run!(conn, "delete from session where id_hash = $1"; id_hash)
}

/// The person's tokens, newest first.
pub async fn tokens(conn: &mut Conn, person: PersonId) -> Outcome<Vec<AccessToken>> {
    rows!(conn, AccessToken,
        r#"select t.id, t.name, t.created_at, t.last_used_at, t.revoked_at, t.by_link,
                  array(select e.name from event e where e.id in (
                      select l.event_id from token_link l where l.id_hash = t.token_hash) order by e.name) as "events!"
           from api_token t where t.person_id = $1 order by t.id desc"#;
        person.0)
}

/// The person's sessions that have not ended, the latest first. `own` is the hash of the one that asks.
pub async fn sessions(conn: &mut Conn, person: PersonId, own: &[u8]) -> Outcome<Vec<OpenSession>> {
    rows!(conn, OpenSession, r#"select created_at, seen_at, by_link, id_hash = $2 as "own!" from session
         where person_id = $1 and seen_at > now() - interval '14 days' and created_at > now() - interval '90 days'
         order by seen_at desc, created_at desc"#; person.0, own)
}

/// How many of the person's tokens work.
pub async fn working_tokens(conn: &mut Conn, person: PersonId) -> Outcome<i64> {
    value!(conn, r#"select count(*) as "count!" from api_token where person_id = $1 and revoked_at is null"#; person.0)
}

/// Keeps a new token by its SHA-256. `demo`: it is one of the demo's; `passkey`: its session was opened with one. One that is made in a
/// session that a link opened knows what this session knows, for good.
pub async fn insert_token(
    conn: &mut Conn,
    person: PersonId,
    name: &str,
    hash: &[u8],
    (demo, passkey): (bool, bool),
    session: Option<&[u8]>,
) -> Outcome<i64> {
    value!(conn, r#"with made as (
             insert into api_token (person_id, name, token_hash, demo, by_link, passkey)
             values ($1, $2, $3, $4, exists (select from session s where s.id_hash = $5 and s.by_link), $6)
             returning id, token_hash, by_link),
         kept as (
             insert into token_link (id_hash, event_id, role, made_by, opened_at)
             select m.token_hash, l.event_id, l.role, l.made_by, l.opened_at
             from made m join session_link l on l.id_hash = $5 where m.by_link)
         select id as "id!" from made"#;
        person.0, name, hash, demo, session, passkey)
}

/// Revokes one of the person's own tokens; false where no such token works.
pub async fn revoke_token(conn: &mut Conn, person: PersonId, id: i64) -> Outcome<bool> {
    changed!(conn,
        "update api_token set revoked_at = clock_timestamp() where id = $1 and person_id = $2 and revoked_at is null";
        id, person.0)
}
