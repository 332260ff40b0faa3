//! A form that was sent without a session, carried through signing in, so that nothing typed is lost.

use super::csrf;
use super::form::Form;
use axum::http::{HeaderMap, header};
use portal::caller::Caller;
use portal::records::signer::Signer;
use portal::secrets;
use url::form_urlencoded;

/// Most bytes of a form that is carried: sealed, with the sign-in form around it, it fits into a body again.
const MOST_BYTES: usize = 700 * 1024;
/// Most fields of a form that is carried.
const MOST_FIELDS: usize = 500;
/// The field of the sign-in form that holds it, sealed: whoever signs in could read it in the page otherwise.
const FIELD: &str = "kept";
/// What it is sealed for.
const PURPOSE: &[u8] = b"evenhand kept forms";

/// A form on its way through signing in: its address, whose it is and its fields, without tokens and passwords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResumedForm {
    pub path: String,
    /// Whose it is, as its token says; empty where nobody was signed in as it was opened.
    pub whose: String,
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
        let (proof, whose) = csrf::parts(token);
        let proven = secrets::same(session, proof);
        if !proven && !csrf::is_from_here(headers, base_url, token) {
            return None;
        }
        let fields = form.with_prefix("").filter(|(name, _)| worth_keeping(name)).map(owned);
        let fields: Vec<_> = fields.collect();
        (fields.len() <= MOST_FIELDS).then(|| Self { path: path.to_owned(), whose: whose.to_owned(), fields })
    }

    /// Whether the caller may read it: it is theirs, or nobody's.
    pub fn is_of(&self, caller: &Caller) -> bool {
        self.whose.is_empty() || self.whose == csrf::whose(caller)
    }

    /// Whether it holds nothing worth sending again. `once` is no value: it names the drawing of the form.
    pub fn is_empty(&self) -> bool {
        self.fields.iter().all(|(name, value)| name == "once" || value.trim().is_empty())
    }

    /// The form that the sign-in form carries, if any. Whether its path is one of this site, the caller checks.
    pub fn carried(form: &Form, signer: &Signer) -> Option<Self> {
        let text = signer.unseal(PURPOSE, form.sent(FIELD)?)?;
        let mut fields = form_urlencoded::parse(&text).into_owned();
        let (path, whose) = (fields.next()?.1, fields.next()?.1);
        Some(Self { path, whose, fields: fields.collect() })
    }

    /// The field by which the sign-in form carries it on.
    pub fn to_carry(&self, signer: &Signer) -> Vec<(String, String)> {
        let head = [("path", self.path.as_str()), ("whose", self.whose.as_str())];
        let mut text = form_urlencoded::Serializer::new(String::new());
        let text = text.extend_pairs(head).extend_pairs(&self.fields).finish();
        signer.seal(PURPOSE, text.into_bytes()).map(|sealed| (FIELD.to_owned(), sealed)).into_iter().collect()
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
    use portal::records::secret::Secret;

    const HERE: &str = "http://a.example";

    fn headers(origin: &'static str) -> HeaderMap {
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        let origin = HeaderValue::from_static(origin);
        [(header::CONTENT_TYPE, kind), (header::ORIGIN, origin)].into_iter().collect()
    }

    #[test]
    fn what_was_typed_is_carried_sealed_and_comes_out_again() {
        let body = b"csrfmiddlewaretoken=t.0f&score_a=3&old_password=secret&comment=a%0D%0Ab&tag=x&tag=y";
        let kept = ResumedForm::of_request("/judge/assignments/3", &headers(HERE), HERE, "", body).unwrap();
        let pair = |n: &str, v: &str| (n.to_owned(), v.to_owned());
        let fields = [pair("score_a", "3"), pair("comment", "a\r\nb"), pair("tag", "x"), pair("tag", "y")];
        assert_eq!((kept.whose.as_str(), &kept.fields[..]), ("0f", &fields[..]));
        let signer = |byte| Signer::of(Secret::from_bytes([byte; 32]), HERE);
        let carried = Form::of_fields(kept.to_carry(&signer(7)));
        assert_eq!(ResumedForm::carried(&carried, &signer(7)), Some(kept));
        assert_eq!(ResumedForm::carried(&carried, &signer(8)), None);
        let forged = |text: &str| Form::of_fields(vec![(FIELD.to_owned(), text.to_owned())]);
        for text in ["", "x", "path=%2Fme&whose=", &"A".repeat(60)] {
            assert_eq!(ResumedForm::carried(&forged(text), &signer(7)), None, "{text}");
        }
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
