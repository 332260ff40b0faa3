//! The cookies. No script reads them, but for the one that forms and API calls repeat.

use axum::http::{HeaderMap, HeaderValue, header};

/// 90 days.
const LONG: u32 = 7_776_000;

#[derive(Clone, Copy, Debug)]
pub struct Cookie {
    name: &'static str,
    /// Its name on https, where browsers then hold it to this host.
    on_https: &'static str,
    seconds: u32,
    scripts_read: bool,
}

/// A session: 90 days at most; the server ends it after 14 idle days.
pub const SESSION: Cookie = Cookie::hidden("sessionid", "__Host-sessionid", LONG);
/// What forms and API calls repeat.
pub const CSRF: Cookie =
    Cookie { name: "csrftoken", on_https: "csrftoken", seconds: LONG, scripts_read: true };
/// The browser in which somebody signed up, for an hour: on a computer that several people use, the next one chooses for themselves.
pub const SIGN_UP: Cookie = Cookie::hidden("signup", "__Host-signup", 3_600);
/// The browser that signs in through a provider, for ten minutes. Lax: the provider's site leads back here.
pub const SIGN_ON: Cookie = Cookie::hidden("sign-on", "__Host-sign-on", 600);
/// The browser in which a guest judge waits, for a day.
pub const GUEST: Cookie = Cookie::hidden("guest", "__Host-guest", 86_400);

impl Cookie {
    const fn hidden(name: &'static str, on_https: &'static str, seconds: u32) -> Self {
        Self { name, on_https, seconds, scripts_read: false }
    }

    fn name(self, https: bool) -> &'static str {
        if https { self.on_https } else { self.name }
    }

    /// What a request brings of it.
    pub fn get(self, headers: &HeaderMap, https: bool) -> Option<&str> {
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|v| v.to_str().ok())
            .flat_map(|v| v.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, _)| *name == self.name(https))
            .map(|(_, value)| value)
    }

    pub fn set(self, headers: &mut HeaderMap, https: bool, value: &str) {
        self.append(headers, https, value, self.seconds);
    }

    /// Takes it away.
    pub fn clear(self, headers: &mut HeaderMap, https: bool) {
        self.append(headers, https, "", 0);
    }

    fn append(self, headers: &mut HeaderMap, https: bool, value: &str, seconds: u32) {
        let name = self.name(https);
        let hidden = if self.scripts_read { "" } else { "; HttpOnly" };
        let secure = if https { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}{hidden}; SameSite=Lax{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
}

/// What a request brings of the readable cookie.
pub fn csrf(headers: &HeaderMap) -> Option<&str> {
    CSRF.get(headers, false)
}

/// Sets both cookies of a new session.
pub fn set_session(headers: &mut HeaderMap, https: bool, id: &str, csrf: &str) {
    SESSION.set(headers, https, id);
    CSRF.set(headers, https, csrf);
}

/// Takes both cookies of a session away.
pub fn clear(headers: &mut HeaderMap, https: bool) {
    SESSION.clear(headers, https);
    CSRF.clear(headers, https);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=1; sessionid=x=y; b=2"));
        assert_eq!(SESSION.get(&headers, false), Some("x=y"));
        assert_eq!(SESSION.get(&headers, true), None);
        assert_eq!(GUEST.get(&headers, false), None);
    }

    #[test]
    fn scripts_read_no_cookie_but_the_one_that_forms_repeat() {
        let mut headers = HeaderMap::new();
        set_session(&mut headers, true, "x", "y");
        GUEST.clear(&mut headers, false);
        let set: Vec<&str> =
            headers.get_all(header::SET_COOKIE).iter().map(|v| v.to_str().unwrap()).collect();
        let told = [
            "__Host-sessionid=x; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure",
            "csrftoken=y; Path=/; Max-Age=7776000; SameSite=Lax; Secure",
            "guest=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
        ];
        assert_eq!(set, told);
    }
}
