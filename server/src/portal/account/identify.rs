//! Recognising a caller by a session or a token.

use crate::caller::{Caller, Via};
use crate::failure::Outcome;
use crate::model::account::KnownAccount;
use crate::portal::secrets;
use crate::store::{Conn, account};

/// The caller of a session; `None` where it ended, or is a demo account's while the demo is off.
///
/// # Errors
/// A lost database.
pub async fn by_session(conn: &mut Conn, id: &str, demo: bool) -> Outcome<Option<Caller>> {
    let id_hash = secrets::hash(id);
    let known = account::by_session(conn, &id_hash).await?.filter(|k| demo || !k.demo);
    let via = Via::Session { csrf: secrets::csrf_token(id), id_hash };
    Ok(known.map(|known| caller(known, via)))
}

/// A caller who was recognised by a session before; `None` as in [`by_session`], and for whoever came another way.
///
/// # Errors
/// A lost database.
pub async fn again(conn: &mut Conn, known: &Caller, demo: bool) -> Outcome<Option<Caller>> {
    let Via::Session { id_hash, .. } = &known.via else { return Ok(None) };
    let found = account::by_session(conn, id_hash).await?.filter(|k| demo || !k.demo);
    Ok(found.map(|found| caller(found, known.via.clone())))
}

/// The caller of a bearer token; `None` where it is unknown, revoked, its person deactivated, or a demo
/// token while the demo is off.
///
/// # Errors
/// A lost database.
pub async fn by_token(conn: &mut Conn, token: &str, demo: bool) -> Outcome<Option<Caller>> {
    let known = account::by_token(conn, &secrets::hash(token)).await?.filter(|k| demo || !k.demo);
    Ok(known.map(|known| caller(known, Via::Bearer)))
}

fn caller(known: KnownAccount, via: Via) -> Caller {
    Caller {
        actor: Some(known.actor),
        email: known.email,
        name: known.name,
        judges: known.judges,
        on_panel: known.on_panel,
        ip: None,
        via,
    }
}
