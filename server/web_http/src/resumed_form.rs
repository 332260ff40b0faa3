//! A form that was sent without a session, carried through signing in, so that nothing typed is lost.

use super::csrf;
use super::form::Form;
use axum::http::{HeaderMap, header};
use portal::secrets;

/// Most bytes of a form that is carried: with the names of the sign-in form around it, it fits into a body again.
const MOST_BYTES: usize = 900 * 1024;
/// Most fields of a form that is carried.
const MOST_FIELDS: usize = 500;
/// What the names of carried fields begin with.
const PREFIX: &str = "kept-";
/// The field that holds where the form was sent.
const PATH: &str = "kept_path";

/// A form on its way through signing in: its address and its fields, without tokens and passwords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResumedForm {
    /// The path that it was sent to.
    pub path: String,
    /// Its fields, in the order sent.
    pub fields: Vec<(String, String)>,
}

impl ResumedForm {
    /// The form of a request that could not be acted on, where it comes from one of our pages: another site must not have its
    /// words sent in the name of who signs in. `session` is the token of the open session; empty without one.
    pub fn of_request(
        path: &str,
        headers: &HeaderMap,
        base_url: &str,
        session: &str,
        bytes: &[u8],
    ) -> Option<Self> {
        let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
        let form = kind.split(';').next().unwrap_or_default().trim();
        if !form.eq_ignore_ascii_case("application/x-www-form-urlencoded") || bytes.len() > MOST_BYTES {
            return None;
        }
        let form = Form::unproven(bytes).ok()?;
        let token = form.sent("csrfmiddlewaretoken");
        let proven = !session.is_empty() && secrets::same(session, token.unwrap_or_default());
        if !proven && !csrf::is_from_here(headers, base_url, token) {
            return None;
        }
        let fields = form.with_prefix("").filter(|(name, _)| worth_keeping(name)).map(owned);
        let fields: Vec<_> = fields.collect();
        (fields.len() <= MOST_FIELDS).then(|| Self { path: path.to_owned(), fields })
    }

    /// Whether it holds nothing worth sending again. `once` is no value: it names the drawing of the form.
    pub fn is_empty(&self) -> bool {
        self.fields.iter().all(|(name, value)| name == "once" || value.trim().is_empty())
    }

    /// The form that the sign-in form carries, if any. Whether its path is one of this site, the caller checks.
    pub fn carried(form: &Form) -> Option<Self> {
        let path = form.sent(PATH)?.to_owned();
        let fields = form.with_prefix(PREFIX).filter(|(name, _)| worth_keeping(name)).map(owned);
        Some(Self { path, fields: fields.take(MOST_FIELDS).collect() })
    }

    /// The fields by which the sign-in form carries it on.
    pub fn to_carry(&self) -> Vec<(String, String)> {
        let fields = self.fields.iter().map(|(name, value)| (format!("{PREFIX}{name}"), value.clone()));
        std::iter::once((PATH.to_owned(), self.path.clone())).chain(fields).collect()
    }
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// A token belongs to the session that ended; a password is typed anew.
fn worth_keeping(name: &str) -> bool {
    name != "csrfmiddlewaretoken" && !name.contains("password")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    const HERE: &str = "http://a.example";

    fn headers(origin: &'static str) -> HeaderMap {
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        let origin = HeaderValue::from_static(origin);
        [(header::CONTENT_TYPE, kind), (header::ORIGIN, origin)].into_iter().collect()
    }

    #[test]
    fn what_was_typed_is_carried_and_comes_out_again() {
        let body = b"csrfmiddlewaretoken=t&score_a=3&old_password=secret&comment=a%0D%0Ab&tag=x&tag=y";
        let kept = ResumedForm::of_request("/judge/assignments/3", &headers(HERE), HERE, "", body).unwrap();
        let pair = |n: &str, v: &str| (n.to_owned(), v.to_owned());
        let fields = [pair("score_a", "3"), pair("comment", "a\r\nb"), pair("tag", "x"), pair("tag", "y")];
        assert_eq!(kept.fields, fields);
        let carried =
            url::form_urlencoded::Serializer::new(String::new()).extend_pairs(kept.to_carry()).finish();
        assert_eq!(ResumedForm::carried(&Form::unproven(carried.as_bytes()).unwrap()), Some(kept));
    }

    #[test]
    fn the_words_of_another_site_are_not_kept() {
        assert_eq!(ResumedForm::of_request("/x", &headers("http://b.example"), HERE, "", b"comment=x"), None);
        let mut silent = headers(HERE);
        silent.remove(header::ORIGIN);
        assert_eq!(ResumedForm::of_request("/x", &silent, HERE, "", b"comment=x"), None);
        silent.insert(header::COOKIE, HeaderValue::from_static("csrftoken=mine"));
        assert!(
            ResumedForm::of_request("/x", &silent, HERE, "", b"comment=x&csrfmiddlewaretoken=mine").is_some()
        );
    }

    #[test]
    fn what_is_too_large_is_not_kept() {
        let many = "a=1&".repeat(MOST_FIELDS + 1);
        assert_eq!(ResumedForm::of_request("/x", &headers(HERE), HERE, "", many.as_bytes()), None);
        let long = format!("a={}", "x".repeat(MOST_BYTES));
        assert_eq!(ResumedForm::of_request("/x", &headers(HERE), HERE, "", long.as_bytes()), None);
    }
}
