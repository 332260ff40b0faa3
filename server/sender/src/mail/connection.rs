//! One SMTP connection, step by step, so that each answer is laid at the right door: the server's, the recipient's, the message's.

use super::message::{Message, Site};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailParameter};
use shared::mail::{MailFailure, refusal};
use std::error::Error as _;
use std::fmt::Display;
use std::time::Duration;

pub(super) struct Login {
    pub(super) user: String,
    pub(super) password: String,
}

/// What the mail server said to a mail.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It is delivered from here on.
    Taken,
    /// It will never be taken, for this reason and in the server's words.
    Refused(MailFailure, String),
    /// It was not taken this time.
    Later(String),
    /// The connection was lost, perhaps after the mail was taken.
    Lost(String),
    /// The server takes no mail from us now, whatever the mail.
    Server(String),
}

/// The step that an answer belongs to.
#[derive(Clone, Copy)]
enum Step {
    /// Beginning a mail: about us and the server.
    Begin,
    /// The recipient, or the text: about this mail.
    Mail,
}

pub(super) struct Connection(AsyncSmtpConnection);

/// How long closing takes at most: the server may be gone.
const GOODBYE: Duration = Duration::from_secs(2);

impl Connection {
    pub(super) async fn open(
        at: (&str, u16),
        site: &Site,
        tls: Option<TlsParameters>,
    ) -> Result<Self, Error> {
        AsyncSmtpConnection::connect_tokio1(at, None, site.hello(), tls, None).await.map(Self)
    }

    pub(super) async fn protect(&mut self, tls: TlsParameters, site: &Site) -> Result<(), Error> {
        self.0.starttls(tls, site.hello()).await
    }

    pub(super) async fn sign_in(&mut self, login: &Login) -> Result<(), Error> {
        let credentials = Credentials::new(login.user.clone(), login.password.clone());
        self.0.auth(DEFAULT_MECHANISMS, &credentials).await.map(drop)
    }

    pub(super) async fn send(&mut self, site: &Site, message: &Message) -> Verdict {
        match self.exchange(site, message).await {
            Ok(verdict) => verdict,
            // The next mail begins afresh. A server that does not answer even that shows with the next mail.
            Err(verdict) => {
                if matches!(verdict, Verdict::Refused(..) | Verdict::Later(_)) {
                    let _ = self.0.command(Rset).await;
                }
                verdict
            }
        }
    }

    async fn exchange(&mut self, site: &Site, message: &Message) -> Result<Verdict, Verdict> {
        let mut parameters = Vec::new();
        if !message.to_is_ascii() {
            if !self.0.server_info().supports_feature(Extension::SmtpUtfEight) {
                let words = "the mail server takes no addresses with letters beyond a to z".to_owned();
                return Err(Verdict::Refused(MailFailure::Letters, words));
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        self.step(Step::Begin, Mail::new(Some(site.sender_address()), parameters)).await?;
        self.step(Step::Mail, Rcpt::new(message.to.clone(), Vec::new())).await?;
        self.step(Step::Mail, Data).await?;
        match self.0.message(&message.bytes).await {
            Ok(_) => Ok(Verdict::Taken),
            Err(error) => Err(verdict(Step::Mail, &error)),
        }
    }

    async fn step(&mut self, step: Step, command: impl Display) -> Result<(), Verdict> {
        self.0.command(command).await.map(drop).map_err(|error| verdict(step, &error))
    }

    /// Ends the connection politely.
    pub(super) async fn close(mut self) {
        let _ = tokio::time::timeout(GOODBYE, self.0.quit()).await;
    }
}

/// What an error means for the mail.
fn verdict(step: Step, error: &Error) -> Verdict {
    let Some(code) = error.status().map(u16::from) else {
        return Verdict::Lost(format!("the connection to the mail server was lost: {error}"));
    };
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    let words = format!("{code} {said}");
    match step {
        // 421: the server closes the connection.
        _ if code == 421 => Verdict::Server(words),
        Step::Begin => Verdict::Server(words),
        Step::Mail if error.is_permanent() => Verdict::Refused(refusal(code, &said), words),
        Step::Mail => Verdict::Later(words),
    }
}
