//! Refusing what another site makes a browser send.

use super::cookies;
use axum::http::{HeaderMap, header};
use portal::caller::{Caller, Via};
use portal::secrets;
use shared::refusal::{Reason, Refusal};
use std::sync::atomic::{AtomicBool, Ordering};

/// The log says once that the public address is wrong: anybody can send such headers.
static WARNED: AtomicBool = AtomicBool::new(false);

/// The token in the caller's forms: their session's, and whose form it is; empty without a session.
pub fn form_token(caller: &Caller) -> String {
    owned(caller.csrf(), &whose(caller))
}

/// A form's token with whose form it is, since a form may outlive its session.
pub fn owned(token: &str, whose: &str) -> String {
    if token.is_empty() || whose.is_empty() { token.to_owned() } else { format!("{token}.{whose}") }
}

/// Names the caller in their forms, by the person's id as `layout.rs` does in their pages: a form outlives every key. Empty for who is not
/// signed in.
pub(super) fn whose(caller: &Caller) -> String {
    caller.person().map(|person| person.to_string()).unwrap_or_default()
}

/// What a form sent as its token: the token itself, and whose form it is; empty for nobody's.
pub(super) fn parts(sent: Option<&str>) -> (&str, &str) {
    let sent = sent.unwrap_or_default();
    sent.split_once('.').unwrap_or((sent, ""))
}

/// Checks a writing request made with a cookie: Origin, where sent, is this site, and the token that
/// came in the form or the header is the session's. Without a session (signing in) the token must be the
/// one in the readable cookie.
/// Errors: 403, before anything is looked up.
pub fn check(
    caller: &Caller,
    headers: &HeaderMap,
    base_url: &str,
    sent: Option<&str>,
) -> Result<(), Refusal> {
    if !origin_is_ours(headers, base_url) {
        return Err(Reason::OtherSite.into());
    }
    let expected = match &caller.via {
        Via::Session { csrf, .. } => csrf.as_str(),
        _ => cookies::csrf(headers).unwrap_or_default(),
    };
    if secrets::same(expected, parts(sent).0) { Ok(()) } else { Err(Reason::StaleForm.into()) }
}

/// Refuses a request whose page was opened by somebody else than the person who is signed in now: without this, a page that
/// stays open while its browser changes hands would send one person's words in another's name. `X-Evenhand-Person` names
/// the person; requests without it are not asked.
/// Errors: 403.
pub(super) fn check_person(caller: &Caller, headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(opened_by) = headers.get("x-evenhand-person") else { return Ok(()) };
    let same = caller.person().is_some_and(|person| opened_by.as_bytes() == person.to_string().as_bytes());
    if same { Ok(()) } else { Err(Reason::OtherPerson.into()) }
}

/// Whether a form without a session was sent by one of our pages: its Origin says so, or, where a browser sends none, it
/// carries the token of the readable cookie, which no other site knows.
pub fn is_from_here(headers: &HeaderMap, base_url: &str, sent: Option<&str>) -> bool {
    let cookie = cookies::csrf(headers).unwrap_or_default();
    let said = headers.contains_key(header::ORIGIN);
    origin_is_ours(headers, base_url) && (said || secrets::same(cookie, parts(sent).0))
}

/// Refuses a form that changes nothing, and so needs no token, where its Origin says that another site sent it: what it
/// costs to answer, that site's own visitors shall not be made to ask for.
/// Errors: 403.
pub fn not_from_elsewhere(headers: &HeaderMap, base_url: &str) -> Result<(), Refusal> {
    if origin_is_ours(headers, base_url) {
        return Ok(());
    }
    Err(Reason::OtherSite.into())
}

/// Whether no page of this site led to a request, as its browser says: somebody typed the address, or followed a link from a mail or from
/// another site.
pub fn came_from_elsewhere(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|site| site.as_bytes() != b"same-origin")
}

/// Origin must equal the public address or the scheme and host that the request itself names.
fn origin_is_ours(headers: &HeaderMap, base_url: &str) -> bool {
    let Some(origin) = headers.get(header::ORIGIN).and_then(|o| o.to_str().ok()) else {
        return headers.get(header::ORIGIN).is_none();
    };
    let scheme = base_url.split("://").next().unwrap_or("http");
    let host = headers.get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or_default();
    let ours = origin == base_url || origin == format!("{scheme}://{host}");
    if !ours && has_other_scheme(origin, host) && !WARNED.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            "a form of this site was refused, since it came by another scheme than {base_url} has: say in EVENHAND_BASE_URL which address people use"
        );
    }
    ours
}

/// Whether what is not ours comes from the host that it was sent to: a proxy speaks https, and the settings do not say so.
fn has_other_scheme(origin: &str, host: &str) -> bool {
    origin.split_once("://").is_some_and(|(_, from)| from == host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::ids::PersonId;
    use shared::rules::Actor;

    fn headers(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(n, v)| (n.clone(), header::HeaderValue::from_static(v))).collect()
    }

    fn session() -> Caller {
        Caller { via: Via::Session { csrf: "token".into(), id_hash: Vec::new() }, ..Caller::default() }
    }

    #[test]
    fn another_site_is_refused_whatever_it_sends() {
        let ours = headers(&[(header::ORIGIN, "https://a.example"), (header::HOST, "a.example")]);
        let other = headers(&[(header::ORIGIN, "https://b.example"), (header::HOST, "a.example")]);
        let opaque = headers(&[(header::ORIGIN, "null"), (header::HOST, "a.example")]);
        assert!(check(&session(), &ours, "https://a.example", Some("token")).is_ok());
        assert!(check(&session(), &other, "https://a.example", Some("token")).is_err());
        assert!(check(&session(), &opaque, "https://a.example", Some("token")).is_err());
        assert!(check(&session(), &HeaderMap::new(), "https://a.example", Some("token")).is_ok());
    }

    #[test]
    fn a_form_of_this_site_by_another_scheme_is_told_from_one_of_another_site() {
        for (origin, other_scheme) in [
            ("https://a.example", true),
            ("https://b.example", false),
            ("https://a.example:8443", false),
            ("null", false),
        ] {
            assert_eq!(has_other_scheme(origin, "a.example"), other_scheme, "{origin}");
        }
    }

    #[test]
    fn a_page_that_somebody_else_opened_sends_nothing() {
        let caller = |id| {
            let actor =
                Actor { person: PersonId(id), staff: false, confirmed: true, demo: false, passkey: false };
            Caller { actor: Some(actor), ..session() }
        };
        let mut opened = HeaderMap::new();
        assert!(check_person(&caller(7), &opened).is_ok());
        opened.insert("x-evenhand-person", header::HeaderValue::from_static("7"));
        assert!(check_person(&caller(7), &opened).is_ok());
        assert!(check_person(&caller(8), &opened).is_err());
        assert!(check_person(&Caller::default(), &opened).is_err());
    }

    #[test]
    fn the_token_must_be_the_sessions() {
        for sent in [None, Some(""), Some("Token")] {
            assert!(check(&session(), &HeaderMap::new(), "http://a", sent).is_err(), "{sent:?}");
        }
        // Whose form it is stands behind it.
        assert!(check(&session(), &HeaderMap::new(), "http://a", Some("token.0f")).is_ok());
        assert!(check(&session(), &HeaderMap::new(), "http://a", Some(".0f")).is_err());
        // The cookie cannot be planted to replace the session's own token.
        let planted = headers(&[(header::COOKIE, "csrftoken=mine")]);
        assert!(check(&session(), &planted, "http://a", Some("mine")).is_err());
        assert!(check(&Caller::default(), &planted, "http://a", Some("mine")).is_ok());
        assert!(check(&Caller::default(), &HeaderMap::new(), "http://a", Some("")).is_err());
    }
}
