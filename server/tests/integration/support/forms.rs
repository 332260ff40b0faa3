//! Forms with what is changed in them, and those of browsers in which nobody of the event is signed in.

use super::{Reply, Site};
use portal::secrets;

/// The token of the pages of such a browser.
pub(crate) const TOKEN: &str = "a-page-without-a-session-000000000000000000";

/// A form as its page showed it, but for these fields.
pub(crate) fn changed<'f>(
    shown: &'f [(String, String)],
    changes: &[(&'f str, &'f str)],
) -> Vec<(&'f str, &'f str)> {
    let kept = shown.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let kept = kept.filter(|(name, _)| !changes.iter().any(|(other, _)| other == name));
    kept.chain(changes.iter().copied()).collect()
}

/// Sends a form from a browser without a session.
pub(crate) async fn post(site: &Site, path: &str, fields: &[(&str, &str)]) -> Reply {
    post_with(site, (&format!("csrftoken={TOKEN}"), TOKEN), path, fields).await
}

pub(crate) async fn submit_as(site: &Site, session: &str, path: &str, fields: &[(&str, &str)]) -> Reply {
    let cookie = format!("sessionid={session}");
    post_with(site, (&cookie, &secrets::csrf_token(session)), path, fields).await
}

/// Sends a form with these cookies and this token.
pub(crate) async fn post_with(
    site: &Site,
    (cookies, token): (&str, &str),
    path: &str,
    fields: &[(&str, &str)],
) -> Reply {
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    let body = form.append_pair("csrfmiddlewaretoken", token).extend_pairs(fields).finish();
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookies)];
    site.api("").send_with("POST", path, &headers, body).await
}
