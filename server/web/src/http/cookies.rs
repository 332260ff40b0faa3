//! The cookies: `sessionid`, which scripts can't read, `csrftoken`, which they can, and for an hour after a sign-up
//! `signup`, and for a day `guest`, and for ten minutes `sign-on`, which they can't.

use axum::http::{HeaderMap, HeaderValue, header};

/// Name of the session cookie; on https browsers hold it to this host.
#[must_use]
pub fn session_name(https: bool) -> &'static str {
    if https { "__Host-sessionid" } else { "sessionid" }
}

/// The value of a cookie.
#[must_use]
pub fn get<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(n, _)| *n == name)
        .map(|(_, value)| value)
}

/// Sets the cookies of a new session: 90 days at most; the server ends it after 14 idle days.
pub fn set_session(headers: &mut HeaderMap, https: bool, id: &str, csrf: &str) {
    let secure = if https { "; Secure" } else { "" };
    let name = session_name(https);
    append(headers, &format!("{name}={id}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax{secure}"));
    set_csrf(headers, https, csrf);
}

/// Sets the readable cookie that forms and API calls repeat.
pub fn set_csrf(headers: &mut HeaderMap, https: bool, csrf: &str) {
    let secure = if https { "; Secure" } else { "" };
    append(headers, &format!("csrftoken={csrf}; Path=/; Max-Age=7776000; SameSite=Lax{secure}"));
}

/// Name of the cookie of a browser in which somebody signed up.
#[must_use]
pub fn sign_up_name(https: bool) -> &'static str {
    if https { "__Host-signup" } else { "signup" }
}

/// Sets the cookie of a sign-up, for an hour: on a computer that several people use, the next one chooses for themselves.
pub fn set_sign_up(headers: &mut HeaderMap, https: bool, secret: &str) {
    let secure = if https { "; Secure" } else { "" };
    let name = sign_up_name(https);
    append(headers, &format!("{name}={secret}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax{secure}"));
}

/// Clears the cookie of a sign-up.
pub fn clear_sign_up(headers: &mut HeaderMap, https: bool) {
    let secure = if https { "; Secure" } else { "" };
    append(headers, &format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}", sign_up_name(https)));
}

/// Name of the cookie of a browser that signs in through a provider.
#[must_use]
pub fn sign_on_name(https: bool) -> &'static str {
    if https { "__Host-sign-on" } else { "sign-on" }
}

/// Sets the cookie of a sign-in through a provider, for ten minutes. Lax: the provider's site leads back here.
pub fn set_sign_on(headers: &mut HeaderMap, https: bool, secret: &str) {
    let secure = if https { "; Secure" } else { "" };
    let name = sign_on_name(https);
    append(headers, &format!("{name}={secret}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax{secure}"));
}

/// Clears the cookie of a sign-in through a provider.
pub fn clear_sign_on(headers: &mut HeaderMap, https: bool) {
    let secure = if https { "; Secure" } else { "" };
    append(headers, &format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}", sign_on_name(https)));
}

/// Name of the cookie of a browser in which a guest judge waits.
#[must_use]
pub fn guest_name(https: bool) -> &'static str {
    if https { "__Host-guest" } else { "guest" }
}

/// Sets the cookie of a guest, for a day.
pub fn set_guest(headers: &mut HeaderMap, https: bool, secret: &str) {
    let secure = if https { "; Secure" } else { "" };
    let name = guest_name(https);
    append(headers, &format!("{name}={secret}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax{secure}"));
}

/// Clears both cookies of a session.
pub fn clear(headers: &mut HeaderMap, https: bool) {
    let secure = if https { "; Secure" } else { "" };
    append(headers, &format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}", session_name(https)));
    append(headers, &format!("csrftoken=; Path=/; Max-Age=0; SameSite=Lax{secure}"));
}

fn append(headers: &mut HeaderMap, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        headers.append(header::SET_COOKIE, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=1; sessionid=x=y; b=2"));
        assert_eq!(get(&headers, "sessionid"), Some("x=y"));
        assert_eq!(get(&headers, "session"), None);
    }
}
