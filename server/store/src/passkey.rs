//! Passkeys, recovery codes, and what browsers were asked to sign.

use crate::prelude::*;

/// How long a browser may take to answer, in minutes.
const ATTEMPT_MINUTES: i32 = 10;

/// The person's passkeys, in the order in which they were added.
pub async fn list(conn: &mut Conn, person: PersonId) -> Outcome<Vec<OwnPasskey>> {
    rows!(conn, OwnPasskey,
        "select id, name, created_at, last_used_at from passkey where person_id = $1 order by id"; person.0)
}

/// By what names devices find the person's passkeys.
pub async fn credential_ids(conn: &mut Conn, person: PersonId) -> Outcome<Vec<Vec<u8>>> {
    values!(conn, "select credential_id from passkey where person_id = $1 order by id"; person.0)
}

/// How the person uses passkeys, in the session with this hash of its identifier.
pub async fn usage(conn: &mut Conn, person: PersonId, session: &[u8]) -> Outcome<PasskeyUse> {
    row!(conn, PasskeyUse, r#"select (select count(*) from passkey where person_id = $1) as "passkeys!",
                  (select count(*) from recovery_code where person_id = $1 and used_at is null) as "codes!",
                  (select count(*) from api_token where person_id = $1 and passkey and revoked_at is null) as "tokens!",
                  exists (select from passkey_account where person_id = $1 and asked) as "asked!",
                  exists (select from person where id = $1 and password_hash is not null) as "has_password!",
                  exists (select from session where id_hash = $2
                      and coalesce(proved_at, created_at) > clock_timestamp() - interval '15 minutes') as "proved!",
                  exists (select from session where id_hash = $2 and by_link) as "by_link!""#;
        person.0, session)
}

/// Whether a passkey is asked of the person after every other way in.
pub async fn is_asked(conn: &mut Conn, person: PersonId) -> Outcome<bool> {
    value!(conn, r#"select exists (select from passkey_account a where a.person_id = $1 and a.asked
               and exists (select from passkey k where k.person_id = $1)) as "asked!""#; person.0)
}

/// What the person's account is to devices; `None` where it has had no passkey yet.
pub async fn handle(conn: &mut Conn, person: PersonId) -> Outcome<Option<Vec<u8>>> {
    maybe_value!(conn, "select handle from passkey_account where person_id = $1"; person.0)
}

/// Makes the account known to devices by this handle. False where it has another one, which stays.
pub async fn keep_handle(conn: &mut Conn, person: PersonId, new: &[u8]) -> Outcome<bool> {
    let kept = value!(conn, "insert into passkey_account as a (person_id, handle) values ($1, $2)
         on conflict (person_id) do update set handle = a.handle returning handle"; person.0, new)?;
    Ok(kept == new)
}

/// Keeps a passkey.
/// Errors: 409 where it belongs to an account already.
pub async fn insert(conn: &mut Conn, new: &NewPasskey) -> Outcome<i64> {
    value!(conn, "insert into passkey (person_id, credential_id, credential, name) values ($1, $2, $3, $4) returning id";
        new.person.0, new.credential_id, new.credential, new.name)
}

/// Calls one of the person's passkeys something else; false where they have no such passkey.
pub async fn rename(conn: &mut Conn, person: PersonId, id: i64, name: &str) -> Outcome<bool> {
    changed!(conn, "update passkey set name = $3 where id = $1 and person_id = $2"; id, person.0, name)
}

/// Removes one of the person's passkeys, and returns how many tokens that ends; `None` where they have no such passkey. Every session but
/// the one with this hash ends, and every token that counts as made with a passkey: somebody who has the device may be signed in by it, and
/// may have made the token. Without any passkey, the recovery codes go, none is asked for, and the session that stays no longer counts as
/// opened with one.
pub async fn remove(conn: &mut Conn, person: PersonId, id: i64, session: &[u8]) -> Outcome<Option<u64>> {
    if !changed!(conn, "delete from passkey where id = $1 and person_id = $2"; id, person.0)? {
        return Ok(None);
    }
    run!(conn, "delete from session where person_id = $1 and id_hash <> $2"; person.0, session)?;
    run!(conn, "delete from recovery_code where person_id = $1
         and not exists (select from passkey where person_id = $1)"; person.0)?;
    run!(conn, "update passkey_account set asked = false where person_id = $1
         and not exists (select from passkey where person_id = $1)"; person.0)?;
    run!(conn, "update session set passkey = false where person_id = $1
         and not exists (select from passkey where person_id = $1)"; person.0)?;
    end_tokens(conn, person).await.map(Some)
}

/// Ends the person's tokens that count as made with a passkey, and returns how many.
async fn end_tokens(conn: &mut Conn, person: PersonId) -> Outcome<u64> {
    affected!(conn,
        "update api_token set revoked_at = clock_timestamp() where person_id = $1 and passkey and revoked_at is null";
        person.0)
}

/// Removes all that the person has of passkeys, and ends the tokens that count as made with one. Returns how many passkeys they had.
pub async fn forget(conn: &mut Conn, person: PersonId) -> Outcome<u64> {
    let done = affected!(conn, "delete from passkey where person_id = $1"; person.0)?;
    run!(conn, "delete from recovery_code where person_id = $1"; person.0)?;
    run!(conn, "delete from passkey_attempt where person_id = $1"; person.0)?;
    run!(conn, "delete from passkey_account where person_id = $1"; person.0)?;
    end_tokens(conn, person).await?;
    Ok(done)
}

/// The passkey by the name by which devices find it, locked until the transaction ends: two answers of one passkey are compared with its
/// counter one after the other.
pub async fn find(conn: &mut Conn, credential_id: &[u8]) -> Outcome<Option<StoredPasskey>> {
    maybe_row!(conn, StoredPasskey, "select k.id, k.person_id as person, a.handle, k.credential
         from passkey k join passkey_account a on a.person_id = k.person_id
         where k.credential_id = $1 for no key update of k"; credential_id)
}

/// Notes that a passkey was used, with what is kept of it now.
pub async fn note_use(conn: &mut Conn, id: i64, credential: &Value) -> Outcome<()> {
    run!(conn, "update passkey set credential = $2, last_used_at = clock_timestamp() where id = $1"; id, credential as _)
}

/// Chooses whether a passkey is asked of the person after every other way in. Where it is, sessions without one end.
pub async fn set_asked(conn: &mut Conn, person: PersonId, asked: bool) -> Outcome<()> {
    run!(conn, "update passkey_account set asked = $2 where person_id = $1"; person.0, asked)?;
    run!(conn, "delete from session where person_id = $1 and not passkey and $2"; person.0, asked)
}

/// Replaces the person's recovery codes by new ones, of which these are the hashes.
pub async fn replace_codes(conn: &mut Conn, person: PersonId, hashes: &[Vec<u8>]) -> Outcome<()> {
    run!(conn, "delete from recovery_code where person_id = $1"; person.0)?;
    run!(conn, "insert into recovery_code (person_id, code_hash) select $1, unnest($2::bytea[])"; person.0, hashes)
}

/// Uses a recovery code up; false where the person has no such code that works.
pub async fn use_code(conn: &mut Conn, person: PersonId, hash: &[u8]) -> Outcome<bool> {
    changed!(conn, "update recovery_code set used_at = clock_timestamp()
         where person_id = $1 and code_hash = $2 and used_at is null"; person.0, hash)
}

pub async fn address(conn: &mut Conn, person: PersonId) -> Outcome<String> {
    value!(conn, "select email from person where id = $1"; person.0)
}

/// Keeps what a browser is asked, by the hash of the secret that its page holds.
pub async fn insert_attempt(conn: &mut Conn, secret_hash: &[u8], attempt: &PasskeyAttempt) -> Outcome<()> {
    run!(conn, "insert into passkey_attempt (secret_hash, person_id, session_hash, mailed, password_hash, state, expires_at)
         values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(mins => $7))";
        secret_hash, attempt.person as _, attempt.session, attempt.mailed, attempt.password_hash, attempt.state,
        ATTEMPT_MINUTES)
}

/// Whose attempt this is; `None` where it ended. The inner one is none where the passkey says it.
pub async fn of_attempt(conn: &mut Conn, secret_hash: &[u8]) -> Outcome<Option<Option<PersonId>>> {
    let row = maybe_row!(conn, "select person_id from passkey_attempt
         where secret_hash = $1 and expires_at > clock_timestamp()"; secret_hash)?;
    Ok(row.map(|row| row.person_id.map(PersonId)))
}

/// Keeps what the answer will be compared with.
pub async fn set_state(conn: &mut Conn, secret_hash: &[u8], state: &Value) -> Outcome<()> {
    run!(conn, "update passkey_attempt set state = $2 where secret_hash = $1"; secret_hash, state as _)
}

/// Takes an attempt, which ends by that; `None` where it ended before.
pub async fn take_attempt(conn: &mut Conn, secret_hash: &[u8]) -> Outcome<Option<PasskeyAttempt>> {
    maybe_row!(conn, PasskeyAttempt, r#"delete from passkey_attempt where secret_hash = $1 and expires_at > clock_timestamp()
           returning person_id as "person?: PersonId", session_hash as session, mailed, password_hash, state"#;
        secret_hash)
}

/// Deletes the attempts that ended.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "delete from passkey_attempt where expires_at < clock_timestamp()")
}

/// Notes that the password was typed in a session.
pub async fn prove_session(conn: &mut Conn, id_hash: &[u8]) -> Outcome<()> {
    run!(conn, "update session set proved_at = clock_timestamp() where id_hash = $1"; id_hash)
}

/// Notes that the owner of a session has a passkey at hand.
pub async fn mark_session(conn: &mut Conn, id_hash: &[u8]) -> Outcome<()> {
    run!(conn, "update session set passkey = true where id_hash = $1"; id_hash)
}

/// The organizers of an event by name, each with whether they have a passkey.
pub async fn of_organizers(
    conn: &mut Conn,
    permit: &Permit<act::SeePeople>,
) -> Outcome<Vec<OrganizerPasskey>> {
    rows!(conn, OrganizerPasskey, r#"select p.name, exists (select from passkey k where k.person_id = p.id) as "has_one!"
           from membership m join person p on p.id = m.person_id
           where m.event_id = $1 and m.role = 'organizer' and p.deactivated_at is null order by lower(p.name), p.id"#;
        permit.ids().0)
}

/// Chooses whether the organizers of an event need a passkey; false where that is so already.
pub async fn require(
    conn: &mut Conn,
    permit: &Permit<act::RequirePasskeys>,
    required: bool,
) -> Outcome<bool> {
    changed!(conn,
        "update event set organizers_need_passkey = $2 where id = $1 and organizers_need_passkey <> $2";
        permit.ids().0, required)
}
