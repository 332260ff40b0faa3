//! The people of an evening as the portal knows them: each with a session for pages and a token for the API.

use crate::http::{Answer, Request};
use crate::portal::Portal;
use crate::world::Who;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use url::form_urlencoded;

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

/// Somebody with an account.
pub(crate) struct Login {
    pub(crate) email: String,
    /// The account's number.
    pub(crate) id: i64,
    token: String,
    cookies: BTreeMap<String, String>,
}

/// The portal as people reach it.
pub(crate) struct Site {
    pub(crate) address: String,
    pub(crate) logins: Vec<Login>,
}

impl Site {
    /// Makes an account for each address and signs it in. The first is a site admin's.
    pub(crate) fn of(portal: &Portal, emails: &[String]) -> Result<Self> {
        let mut site = Self { address: portal.address.clone(), logins: Vec::new() };
        for (at, email) in emails.iter().enumerate() {
            let name = email.split('@').next().unwrap_or_default();
            let password = format!("a long password of {email}");
            let mut words = vec!["user", "add", email.as_str(), "--name", name, "--password-stdin"];
            if at == 0 {
                words.push("--staff");
            }
            let id = portal.run(&words, &password)?.parse().context("no number of an account")?;
            let token = portal.run(&["token", "create", email.as_str()], "")?;
            let cookies = site.signed_in(email, &password)?;
            site.logins.push(Login { email: email.clone(), id, token, cookies });
        }
        Ok(site)
    }

    fn signed_in(&self, email: &str, password: &str) -> Result<BTreeMap<String, String>> {
        let mut cookies = BTreeMap::new();
        keep(&mut cookies, &Request::new("GET", "/login").send(&self.address)?);
        let fields = [("email", email), ("password", password), ("next", "/")];
        let answer = filled("/login", &cookies, &fields).send(&self.address)?;
        if answer.status != 303 {
            bail!("{email} cannot sign in: {}", answer.status);
        }
        keep(&mut cookies, &answer);
        Ok(cookies)
    }

    fn login(&self, who: Who) -> Option<&Login> {
        self.logins.get(who)
    }

    /// A request to the API; without a person it is nobody's.
    pub(crate) fn api(&self, who: Option<Who>, method: &'static str, path: &str) -> Request {
        let request = Request::new(method, path);
        match who.and_then(|who| self.login(who)) {
            Some(login) => request.with("Authorization", format!("Bearer {}", login.token)),
            None => request,
        }
    }

    pub(crate) fn sends(&self, who: Option<Who>, method: &'static str, path: &str, body: &str) -> Request {
        self.api(who, method, path).sends(JSON, body.to_owned())
    }

    pub(crate) fn form(&self, who: Who, path: &str, fields: &[(&str, &str)]) -> Request {
        let nobody = BTreeMap::new();
        filled(path, self.login(who).map_or(&nobody, |login| &login.cookies), fields)
    }

    pub(crate) fn page(&self, who: Who, path: &str) -> Request {
        let cookies = self.login(who).map(|login| header_of(&login.cookies)).unwrap_or_default();
        Request::new("GET", path).with("Cookie", cookies)
    }

    pub(crate) fn send(&self, request: &Request) -> Result<Answer> {
        request.send(&self.address)
    }

    /// What the API answers to somebody's reading.
    pub(crate) fn get(&self, who: Who, path: &str) -> Result<Answer> {
        let answer = self.send(&self.api(Some(who), "GET", path))?;
        if answer.status != 200 {
            bail!("GET {path}: {} {}", answer.status, answer.body);
        }
        Ok(answer)
    }
}

fn header_of(cookies: &BTreeMap<String, String>) -> String {
    let pairs: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join("; ")
}

fn filled(path: &str, cookies: &BTreeMap<String, String>, fields: &[(&str, &str)]) -> Request {
    let proof = cookies.get("csrftoken").map(String::as_str).unwrap_or_default();
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("csrfmiddlewaretoken", proof).extend_pairs(fields);
    Request::new("POST", path).with("Cookie", header_of(cookies)).sends(FORM, form.finish())
}

/// Keeps the cookies that an answer sets.
fn keep(cookies: &mut BTreeMap<String, String>, answer: &Answer) {
    let set = answer.all("set-cookie").filter_map(|line| line.split(';').next()?.split_once('='));
    cookies.extend(set.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

/// Every field of the form that is sent there, as a browser sends them that only opened its page.
pub(crate) fn fields(page: &str, action: &str) -> Vec<(String, String)> {
    let form =
        page.split_once(&format!("action=\"{action}\"")).and_then(|(_, form)| form.split_once("</form>"));
    let Some((form, _)) = form else { return Vec::new() };
    let attribute = |tag: &str, name: &str| {
        let (_, value) = tag.split_once(&format!(" {name}=\""))?;
        value.split('"').next().map(plain)
    };
    let (mut fields, mut select) = (Vec::new(), String::new());
    for part in form.split('<') {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let (name, value) = (attribute(tag, "name"), attribute(tag, "value").unwrap_or_default());
        let sent = !tag.contains("type=\"checkbox\"") || tag.contains(" checked");
        match (tag.split(' ').next().unwrap_or_default(), name) {
            ("input", Some(name)) if sent && name != "csrfmiddlewaretoken" => fields.push((name, value)),
            ("textarea", Some(name)) => fields.push((name, plain(text.trim_start_matches('\n')))),
            ("select", Some(name)) => select = name,
            ("option", _) if tag.contains(" selected") => fields.push((select.clone(), value)),
            _ => {}
        }
    }
    fields
}

fn plain(text: &str) -> String {
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.into_iter().fold(text.to_owned(), |text, (coded, sign)| text.replace(coded, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_as_a_browser_sends_it() {
        let page = "<form action=\"/x\"><input name=\"a\" value=\"1 &amp; 2\"><input type=\"checkbox\" name=\"b\" value=\"t\">\
                    <textarea name=\"c\">\nhi</textarea><select name=\"d\"><option value=\"1\"><option value=\"2\" selected>\
                    </select></form>";
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(fields(page, "/x"), [pair("a", "1 & 2"), pair("c", "hi"), pair("d", "2")]);
        assert!(fields(page, "/y").is_empty());
    }
}
