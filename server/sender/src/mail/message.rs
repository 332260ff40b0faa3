//! A mail as it goes over the wire: the text, and the same as plain HTML. The same mail gives the same bytes at every try.

use crate::prelude::*;
use lettre::Address;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::extension::ClientId;
use shared::names::{is_deleted_address, is_guest_address};
use std::time::SystemTime;
use url::{Host, Url};

/// Marks a mail that no person wrote by hand, so that nobody's holiday answers it (RFC 3834).
const AUTO_SUBMITTED: HeaderName = HeaderName::new_from_ascii_str("Auto-Submitted");

/// Who writes: the portal.
#[derive(Debug)]
pub(super) struct Site {
    from: Mailbox,
    /// The host of the public address, as mail writes it.
    host: String,
    hello: ClientId,
}

impl Site {
    /// From the public address and `EVENHAND_MAIL_FROM`.
    pub(super) fn new(base_url: &str, from: Option<&str>) -> Outcome<Self> {
        let host = Url::parse(base_url).ok().and_then(|url| url.host().map(|h| h.to_owned()));
        let host: Host<String> = host.ok_or_else(|| Failure::broken("the public address has no host"))?;
        let (host, hello) = match host {
            Host::Domain(name) => (name.clone(), ClientId::Domain(name)),
            Host::Ipv4(ip) => (format!("[{ip}]"), ClientId::Ipv4(ip)),
            Host::Ipv6(ip) => (format!("[IPv6:{ip}]"), ClientId::Ipv6(ip)),
        };
        let from = match from.map(str::trim).filter(|from| !from.is_empty()) {
            Some(from) if names_a_number(from) => {
                return Err(Failure::broken(
                    "EVENHAND_MAIL_FROM has a number in brackets for its domain, which other mail servers refuse: \
                     use a name, such as Judging <judging@example.org>",
                ));
            }
            Some(from) => from.parse().ok(),
            // Programs that write mail do not all read an address with a number for its domain.
            None => Address::new("evenhand", if host.starts_with('[') { "localhost" } else { host.as_str() })
                .ok()
                .map(|address| Mailbox::new(Some("Evenhand".into()), address)),
        };
        let from = from.ok_or_else(|| {
            Failure::broken("EVENHAND_MAIL_FROM is no sender of mail, such as Judging <judging@example.org>")
        })?;
        Ok(Self { from, host, hello })
    }

    pub(super) fn hello(&self) -> &ClientId {
        &self.hello
    }

    pub(super) fn sender_address(&self) -> Address {
        self.from.email.clone()
    }
}

/// Whether the domain of a sender is an address literal, such as `[192.0.2.1]`.
fn names_a_number(from: &str) -> bool {
    from.trim_end_matches('>').rsplit_once('@').is_some_and(|(_, domain)| domain.trim().starts_with('['))
}

/// A mail, ready to be sent.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) to: Address,
    pub(super) bytes: Vec<u8>,
}

impl Message {
    pub(super) fn to_is_ascii(&self) -> bool {
        self.to.user().is_ascii() && self.to.domain().is_ascii()
    }
}

/// Puts a mail together; none where its address is none that mail can be sent to.
pub(super) fn compose(site: &Site, mail: &LeasedMail) -> Option<Message> {
    if is_guest_address(&mail.to) || is_deleted_address(&mail.to) {
        return None;
    }
    // The address is parsed again: a line break in it would be a header, or a command, of its writer's own.
    let to: Address = in_ascii(&mail.to).parse().ok()?;
    let subject: String = mail.subject.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mark = format!("{}-{}", mail.id, mail.created_at.timestamp_micros());
    let text = mail.body.replace("\r\n", "\n");
    let parts = MultiPart::alternative()
        .boundary(format!("evenhand-{mark}"))
        .singlepart(SinglePart::plain(text.clone()))
        .singlepart(SinglePart::html(html(&subject, &text)));
    let message = lettre::Message::builder()
        .from(site.from.clone())
        .to(Mailbox::new(None, to.clone()))
        .subject(subject)
        .date(SystemTime::from(mail.created_at))
        .message_id(Some(format!("<mail-{mark}@{}>", site.host)))
        .raw_header(HeaderValue::new(AUTO_SUBMITTED, "auto-generated".into()))
        .multipart(parts)
        .ok()?;
    Some(Message { to, bytes: message.formatted() })
}

/// An address with its domain in ASCII, as each mail server takes it: `ana@müller.example` is `ana@xn--mller-kva.example`.
fn in_ascii(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((local, domain)) if !domain.is_ascii() => match url::Host::parse(domain) {
            Ok(domain) => format!("{local}@{domain}"),
            Err(_) => address.to_owned(),
        },
        _ => address.to_owned(),
    }
}

/// The text as HTML: its paragraphs, and its links to press. No pictures, nothing that is loaded.
fn html(subject: &str, text: &str) -> String {
    let paragraphs: String = text
        .split("\n\n")
        .map(str::trim)
        .filter(|paragraph| !paragraph.is_empty())
        .map(|paragraph| {
            let lines: Vec<String> = paragraph.lines().map(linked).collect();
            format!("<p>{}</p>\n", lines.join("<br>\n"))
        })
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{}</title></head>\n\
         <body style=\"font: 16px/1.5 system-ui, sans-serif; max-width: 36em\">\n{paragraphs}</body>\n</html>\n",
        escaped(subject)
    )
}

/// A line with its addresses as links.
fn linked(line: &str) -> String {
    let word = |word: &str| {
        let end = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '”', '’']).len();
        let (address, rest) = word.split_at(end);
        if address.starts_with("https://") || address.starts_with("http://") {
            let address = escaped(address);
            format!("<a href=\"{address}\">{address}</a>{}", escaped(rest))
        } else {
            escaped(word)
        }
    };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    fn mail(to: &str, subject: &str, body: &str) -> LeasedMail {
        LeasedMail {
            id: 7,
            lease: String::new(),
            to: to.into(),
            subject: subject.into(),
            body: body.into(),
            created_at: DateTime::from_timestamp_micros(1_700_000_000_000_001).unwrap(),
            tries: 0,
        }
    }

    fn site() -> Site {
        Site::new("https://judging.example:8443", None).unwrap()
    }

    fn sent(mail: &LeasedMail) -> String {
        String::from_utf8(compose(&site(), mail).unwrap().bytes).unwrap()
    }

    #[test]
    fn a_mail_is_the_same_at_every_try() {
        let mail =
            mail("ada@x.example", "Your link", "Hello,\n\nopen it:\nhttps://judging.example/links/abc\n");
        let first = sent(&mail);
        assert_eq!(first, sent(&mail));
        for line in [
            "From: Evenhand <evenhand@judging.example>",
            "To: ada@x.example",
            "Subject: Your link",
            "Message-ID: <mail-7-1700000000000001@judging.example>",
            "Auto-Submitted: auto-generated",
            "Date: Tue, 14 Nov 2023 22:13:20 +0000",
        ] {
            assert!(first.lines().any(|l| l == line), "{line} is not in {first}");
        }
        assert!(first.contains("<a href=3D\"https://judging.example/links/abc\">"), "{first}");
    }

    #[test]
    fn a_domain_is_written_in_ascii() {
        for (to, expected) in [
            ("ana@müller.example", "ana@xn--mller-kva.example"),
            ("Ana@X.example", "Ana@X.example"),
            ("jürgen@x.example", "jürgen@x.example"),
        ] {
            assert_eq!(compose(&site(), &mail(to, "Hello", "Hi")).unwrap().to.to_string(), expected);
        }
    }

    #[test]
    fn no_subject_and_no_address_adds_a_header() {
        let plain = sent(&mail("ada@x.example", "Hello", "Hi"));
        for subject in [
            "Hi\r\nBcc: eve@x.example",
            "Hi\nX-Evil: 1",
            "Hi\u{0}\u{b}x",
            "\r\n\r\n<script>",
            "Ünï\r\nBcc: x",
        ] {
            let sent = sent(&mail("ada@x.example", subject, "Hi"));
            let heads = |text: &str| {
                let head = text.split("\r\n\r\n").next().unwrap_or_default();
                let names = head.split("\r\n").filter(|l| !l.starts_with([' ', '\t']));
                names.map(|l| l.split(':').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
            };
            assert_eq!(heads(&sent), heads(&plain), "{subject:?}: {sent}");
        }
        for to in [
            "ada@x.example\r\nRCPT TO:<eve@x.example>",
            "ada@x.example>\r\nDATA",
            "ada@x.example, eve@x.example",
            "ada",
            "guest-1@guest.invalid",
        ] {
            assert!(compose(&site(), &mail(to, "Hi", "Hi")).is_none(), "{to:?}");
        }
    }

    #[test]
    fn the_html_shows_the_text_and_nothing_else() {
        let text = "Hello <b>Ada</b>,\n\n\"A & B\" (see https://x.example/a?b=1&c=2).\nnext\n\n<img src=https://evil.example>";
        let shown = html("S <i>", text);
        assert!(shown.contains("<title>S &lt;i&gt;</title>"), "{shown}");
        assert!(shown.contains("<p>Hello &lt;b&gt;Ada&lt;/b&gt;,</p>"), "{shown}");
        assert!(
            shown.contains(
                "<a href=\"https://x.example/a?b=1&amp;c=2\">https://x.example/a?b=1&amp;c=2</a>).<br>\nnext"
            ),
            "{shown}"
        );
        assert!(!shown.contains("<img") && !shown.contains("<script"), "{shown}");
    }

    #[test]
    fn the_sender_has_a_sensible_default() {
        for (base, from, address) in [
            ("https://judging.example", None, "evenhand@judging.example"),
            ("http://127.0.0.1:8080", None, "evenhand@localhost"),
            ("https://judging.example", Some(""), "evenhand@judging.example"),
            ("https://judging.example", Some("Jury <jury@mail.example>"), "jury@mail.example"),
        ] {
            let site = Site::new(base, from).unwrap();
            assert_eq!(site.sender_address().to_string(), address);
        }
        assert!(Site::new("https://judging.example", Some("nobody")).is_err());
        for number in ["jury@[192.0.2.1]", "Jury <jury@[IPv6:2001:db8::1]>"] {
            let why = Site::new("https://judging.example", Some(number)).unwrap_err();
            assert!(why.to_string().contains("number in brackets"), "{why}");
        }
        assert!(Site::new("https://judging.example", Some("a@b.example\r\nBcc: c@d.example")).is_err());
    }
}
