//! The mail server, from the settings.

use super::connection::{Connection, Login};
use super::message::Site;
use crate::prelude::*;
use lettre::transport::smtp::client::{Certificate, TlsParameters};
use percent_encoding::percent_decode_str;
use settings::{Hidden, MailSettings, NO_MAIL_ADDRESS, mail_address};
use url::Host;

/// The longest that a connection takes to be ready: name look-up, TLS and sign-in.
const CONNECTING: Duration = Duration::from_secs(20);

/// How the connection is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protection {
    /// TLS from the first byte (`smtps://`).
    Tls,
    /// STARTTLS, without which nothing is sent.
    StartTls,
    /// None: the server is this machine, and no authority is named for its certificate.
    Loopback,
}

pub(super) struct MailServer {
    host: String,
    port: u16,
    protection: Protection,
    login: Option<Login>,
    tls: TlsParameters,
}

impl std::fmt::Debug for MailServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} {:?}", self.host, self.port, self.protection)
    }
}

/// Where a mail server is: host, port, how the connection is protected, and how it is signed in to.
type Place = (String, u16, Protection, Option<Login>);

/// Reads `smtp://` and `smtps://`. `authority`: one is named for the server's certificate, so that it must show it.
fn place(text: &str, authority: bool) -> Option<Place> {
    let url = mail_address(text)?;
    // The scheme is none that the `url` crate knows, so it leaves addresses as they are written.
    let host = url.host_str()?;
    let loopback = match Host::parse(host).ok()? {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
    };
    let (port, protection) = match url.scheme() {
        "smtps" => (465, Protection::Tls),
        "smtp" if loopback && !authority => (25, Protection::Loopback),
        "smtp" => (587, Protection::StartTls),
        _ => return None,
    };
    let read = |text: &str| percent_decode_str(text).decode_utf8().map(|t| t.into_owned()).ok();
    let login = match (url.username(), url.password()) {
        ("", None) => None,
        (user, password) => Some(Login { user: read(user)?, password: read(password.unwrap_or_default())? }),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    Some((host, url.port().unwrap_or(port), protection, login))
}

impl MailServer {
    /// Reads the settings; none where no mail server is set.
    pub(super) fn new(settings: &MailSettings) -> Outcome<Option<Self>> {
        let Some(text) = settings.smtp_url.as_ref().and_then(Hidden::given) else { return Ok(None) };
        // The address is not repeated: a password may be in it.
        let authority = settings.smtp_ca.as_deref().filter(|file| !file.is_empty());
        let (host, port, protection, login) =
            place(text, authority.is_some()).ok_or_else(|| Failure::broken(NO_MAIL_ADDRESS))?;
        let mut tls = TlsParameters::builder(host.clone());
        if let Some(file) = authority {
            let said =
                |error: &dyn std::fmt::Display| Failure::broken(format!("EVENHAND_SMTP_CA, {file}: {error}"));
            let pem = std::fs::read(file).map_err(|e| said(&e))?;
            tls = tls.add_root_certificate(Certificate::from_pem(&pem).map_err(|e| said(&e))?);
        }
        let tls = tls.build().map_err(Failure::broken)?;
        Ok(Some(Self { host, port, protection, login, tls }))
    }

    /// Opens a connection that is ready to send; else says in words why there is none.
    pub(super) async fn connect(&self, site: &Site) -> Result<Connection, String> {
        let connecting = async {
            let tls = (self.protection == Protection::Tls).then(|| self.tls.clone());
            let mut connection = Connection::open((&self.host, self.port), site, tls).await?;
            // Without this, somebody on the network could remove STARTTLS from the server's answer and read every link.
            if self.protection == Protection::StartTls {
                connection.protect(self.tls.clone(), site).await?;
            }
            if let Some(login) = &self.login {
                connection.sign_in(login).await?;
            }
            Ok(connection)
        };
        let opened: Result<Connection, lettre::transport::smtp::Error> =
            tokio::time::timeout(CONNECTING, connecting)
                .await
                .map_err(|_| self.said("it did not answer in time"))?;
        opened.map_err(|error| self.said(error))
    }

    fn said(&self, what: impl std::fmt::Display) -> String {
        format!("the mail server {} can not be used: {what}", self.host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, u16, Protection)> {
        place(text, false).map(|(host, port, protection, _)| (host, port, protection))
    }

    #[test]
    fn an_address_says_where_and_how() {
        for (text, host, port, protection) in [
            ("smtp://mail.example.org", "mail.example.org", 587, Protection::StartTls),
            ("smtp://mail.example.org:25", "mail.example.org", 25, Protection::StartTls),
            ("smtps://mail.example.org", "mail.example.org", 465, Protection::Tls),
            ("smtp://127.0.0.1:1025/", "127.0.0.1", 1025, Protection::Loopback),
            ("smtp://localhost", "localhost", 25, Protection::Loopback),
            ("smtp://[::1]:1025", "::1", 1025, Protection::Loopback),
            ("smtps://localhost:1465", "localhost", 1465, Protection::Tls),
            ("smtp://localhost.example.org", "localhost.example.org", 587, Protection::StartTls),
            ("smtp://10.0.0.1", "10.0.0.1", 587, Protection::StartTls),
        ] {
            assert_eq!(read(text), Some((host.to_owned(), port, protection)), "{text}");
        }
        for bad in [
            "",
            "mail.example.org:587",
            "http://mail.example.org",
            "smtp://",
            "smtp://h/x",
            "smtp://h?tls=off",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn user_and_password_are_decoded() {
        let login =
            place("smtps://judging%40example.org:p%3Aw%2F%C3%BC@mail.example.org", false).and_then(|p| p.3);
        let login = login.map(|l| (l.user, l.password));
        assert_eq!(login, Some(("judging@example.org".to_owned(), "p:w/ü".to_owned())));
    }
}
