//! A mail server that answers as its recipients' names say. It speaks plain SMTP, STARTTLS and TLS on real sockets.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

const CERTIFICATE: &str = include_str!("../../../../end2end/support/mail/localhost.crt");
const KEY: &str = include_str!("../../../../end2end/support/mail/localhost.key");
/// The certificate's authority, for `--smtp-ca`.
pub(crate) const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../end2end/support/mail/ca.crt");

/// How connections are protected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protection {
    /// Not at all.
    Plain,
    /// By STARTTLS; mail is refused before it.
    StartTls,
    /// From the first byte.
    Tls,
}

/// What a mail server saw.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) connections: usize,
    /// Base64 of what was signed in with.
    pub(crate) logins: Vec<String>,
    /// To whom mails were announced, taken or not.
    pub(crate) asked: Vec<String>,
    /// Recipient and text of the mails that arrived whole.
    pub(crate) mails: Vec<(String, String)>,
}

/// A running mail server; it ends with the test.
///
/// Recipients: `gone` does not exist, `full` has no room, `spam` is refused after the text, `grey` is asked to come again once,
/// `cut` gets its mail, but the connection ends instead of an answer, once. Everybody else gets theirs.
pub(crate) struct SmtpServer {
    /// Its port on 127.0.0.1.
    pub(crate) port: u16,
    seen: Arc<Mutex<Seen>>,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

impl SmtpServer {
    pub(crate) async fn start(protection: Protection) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let shared = seen.clone();
        tokio::spawn(async move {
            let acceptor = acceptor();
            while let Ok((stream, _)) = listener.accept().await {
                let talk = Talk { seen: shared.clone(), protection, acceptor: acceptor.clone() };
                talk.seen(|seen| seen.connections += 1);
                tokio::spawn(async move { talk.serve(stream).await });
            }
        });
        Self { port, seen }
    }

    /// Looks at what it saw.
    pub(crate) fn seen<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The texts that arrived for a recipient.
    pub(crate) fn mails_to(&self, name: &str) -> Vec<String> {
        let to = format!("{name}@x.example");
        self.seen(|seen| {
            seen.mails.iter().filter(|(at, _)| *at == to).map(|(_, text)| text.clone()).collect()
        })
    }
}

fn acceptor() -> TlsAcceptor {
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(KEY.as_bytes()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

/// One connection.
struct Talk {
    seen: Arc<Mutex<Seen>>,
    protection: Protection,
    acceptor: TlsAcceptor,
}

impl Talk {
    fn seen<T>(&self, change: impl FnOnce(&mut Seen) -> T) -> T {
        change(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn serve(&self, stream: TcpStream) -> Option<()> {
        let mut open: BufReader<Box<dyn Stream>> = match self.protection {
            Protection::Tls => BufReader::new(Box::new(self.acceptor.accept(stream).await.ok()?)),
            _ => BufReader::new(Box::new(stream)),
        };
        let mut safe = self.protection != Protection::StartTls;
        let mut to = String::new();
        say(&mut open, "220 test ready").await?;
        loop {
            let line = read(&mut open).await?;
            let command = line.to_ascii_uppercase();
            if command.starts_with("EHLO") {
                let more = if safe { "250 AUTH PLAIN" } else { "250 STARTTLS" };
                say(&mut open, &format!("250-test\r\n250-8BITMIME\r\n{more}")).await?;
            } else if command == "STARTTLS" {
                say(&mut open, "220 go").await?;
                open = BufReader::new(Box::new(self.acceptor.accept(open.into_inner()).await.ok()?));
                safe = true;
            } else if !safe {
                say(&mut open, "530 5.7.0 STARTTLS first").await?;
            } else if let Some(login) = line.strip_prefix("AUTH PLAIN ") {
                self.seen(|seen| seen.logins.push(login.to_owned()));
                let wrong = login == WRONG_LOGIN;
                say(&mut open, if wrong { "535 5.7.8 wrong password" } else { "235 ok" }).await?;
            } else if let Some(rest) = command.strip_prefix("RCPT TO:<") {
                to = rest.trim_end_matches('>').to_lowercase();
                let answer = self.recipient(&to);
                say(&mut open, answer).await?;
            } else if command == "DATA" {
                say(&mut open, "354 go on").await?;
                let text = text(&mut open).await?;
                let again = self.count(&to) > 1;
                self.seen(|seen| seen.mails.push((to.clone(), text)));
                match to.split('@').next() {
                    Some("cut") if !again => return None,
                    Some("spam") => say(&mut open, "554 5.7.1 this looks like spam").await?,
                    _ => say(&mut open, "250 taken").await?,
                }
            } else if command == "QUIT" {
                return say(&mut open, "221 bye").await;
            } else {
                say(&mut open, "250 ok").await?;
            }
        }
    }

    /// How often a recipient was asked for.
    fn count(&self, to: &str) -> usize {
        self.seen(|seen| seen.asked.iter().filter(|asked| *asked == to).count())
    }

    fn recipient(&self, to: &str) -> &'static str {
        self.seen(|seen| seen.asked.push(to.to_owned()));
        let answers = BTreeMap::from([
            ("gone@x.example", "550 5.1.1 no such user"),
            ("full@x.example", "552 5.2.2 the mailbox is over its quota"),
            ("grey@x.example", "450 4.7.1 come again in a moment"),
        ]);
        match answers.get(to) {
            Some(answer) if answer.starts_with('5') || self.count(to) == 1 => answer,
            _ => "250 ok",
        }
    }
}

/// Base64 of user `portal` with the password `wrong`.
const WRONG_LOGIN: &str = "AHBvcnRhbAB3cm9uZw==";

async fn say(open: &mut BufReader<Box<dyn Stream>>, words: &str) -> Option<()> {
    open.get_mut().write_all(format!("{words}\r\n").as_bytes()).await.ok()?;
    open.get_mut().flush().await.ok()
}

async fn read(open: &mut BufReader<Box<dyn Stream>>) -> Option<String> {
    let mut line = String::new();
    let length = open.read_line(&mut line).await.ok()?;
    (length > 0).then(|| line.trim_end().to_owned())
}

async fn text(open: &mut BufReader<Box<dyn Stream>>) -> Option<String> {
    let mut text = String::new();
    loop {
        let line = read(open).await?;
        if line == "." {
            return Some(text);
        }
        text.push_str(&line);
        text.push('\n');
    }
}
