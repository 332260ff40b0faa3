//! Recognising a caller by a session or a token.

use crate::caller::Via;
use crate::limits::{ExceededLimit, PersonQuotas};
use crate::prelude::*;
use shared::rules::Actor;
use store::identification;

/// A caller, and the limit that their request exceeds, if it does.
#[derive(Debug)]
pub struct IdentifiedCaller {
    pub caller: Caller,
    /// The first limit that is used up.
    pub exceeded: Option<ExceededLimit>,
}

/// The caller of a session; `None` where it ended, or is a demo account's while the demo is off.
pub async fn by_session(conn: &mut Conn, id: &str, demo: bool) -> Outcome<Option<Caller>> {
    let via = session(id);
    let known = identification::by_session(conn, &secrets::hash(id)).await?;
    Ok(identified(known, demo, &PersonQuotas::default(), via).map(|found| found.caller))
}

/// As [`by_session`], and counts the request.
/// Errors: a lost database; busy.
pub async fn by_session_counted(
    database: &Database,
    id: &str,
    demo: bool,
    quotas: &PersonQuotas,
) -> Outcome<Option<IdentifiedCaller>> {
    let known = database.questions().account_of_session(&secrets::hash(id), quotas.limits()).await?;
    Ok(identified(known, demo, quotas, session(id)))
}

/// The way in by this session, before it is known whose it is.
pub fn session(id: &str) -> Via {
    Via::Session { csrf: secrets::csrf_token(id), id_hash: secrets::hash(id) }
}

/// A caller who was recognised by a session before; `None` as in [`by_session`], and for whoever came another way.
pub async fn again(conn: &mut Conn, known: &Caller, demo: bool) -> Outcome<Option<Caller>> {
    let Via::Session { id_hash, .. } = &known.via else { return Ok(None) };
    let found = identification::by_session(conn, id_hash).await?;
    let found = identified(found, demo, &PersonQuotas::default(), known.via.clone());
    Ok(found.map(|found| found.caller))
}

/// The caller of a bearer token; `None` where it is unknown, revoked, its person deactivated, or a demo
/// token while the demo is off.
pub async fn by_token(conn: &mut Conn, token: &str, demo: bool) -> Outcome<Option<Caller>> {
    let known = identification::by_token(conn, &secrets::hash(token)).await?;
    Ok(identified(known, demo, &PersonQuotas::default(), Via::Bearer).map(|found| found.caller))
}

/// As [`by_token`], and counts the request.
/// Errors: a lost database; busy.
pub async fn by_token_counted(
    database: &Database,
    token: &str,
    demo: bool,
    quotas: &PersonQuotas,
) -> Outcome<Option<IdentifiedCaller>> {
    let known = database.questions().account_of_token(&secrets::hash(token), quotas.limits()).await?;
    Ok(identified(known, demo, quotas, Via::Bearer))
}

/// The caller of a token whose request counts against no limit, and the first part of their assignments over all events.
/// Errors: a lost database; busy.
pub async fn by_token_with_assignments(
    database: &Database,
    token: &str,
    demo: bool,
) -> Outcome<Option<(IdentifiedCaller, Vec<ListedAssignment>)>> {
    let found = database.questions().account_of_token_with_assignments(&secrets::hash(token)).await?;
    let none = PersonQuotas::default();
    Ok(found.and_then(|(known, listed)| Some((identified(Some(known), demo, &none, Via::Bearer)?, listed))))
}

fn identified(
    known: Option<IdentifiedAccount>,
    demo: bool,
    quotas: &PersonQuotas,
    via: Via,
) -> Option<IdentifiedCaller> {
    let known = known.filter(|known| demo || !known.account.demo)?;
    Some(IdentifiedCaller { exceeded: quotas.exceeded(&known.counted), caller: caller(known.account, via) })
}

/// Who made a link can open it, so no session or token of links is a site admin's, whenever the account became one.
fn caller(known: KnownAccount, way: Via) -> Caller {
    object! { Caller from known:
        email, name, judges, on_panel, by_link, links, limited;
        actor: Some(Actor { staff: known.actor.staff && !known.by_link, ..known.actor }),
        ip: None,
        via: way,
        confirms: false,
        proposed: None
    }
}
