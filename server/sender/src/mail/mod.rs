//! Delivering mail over SMTP: leased from the outbox, sent over one connection, and written down.
//!
//! A mail is sent at least once. If this process dies between the mail server's yes and the row that says so, the mail goes again
//! when its lease has ended, with the same `Message-ID`, by which mail programs know the two for one.

mod connection;
mod message;
mod server;

use crate::prelude::*;
use connection::{Connection, Verdict};
use message::Site;
use server::MailServer;
use settings::{MAIL_WITHOUT_SITE, MailSettings};
use shared::mail::{MailFailure, wait_after};
use sqlx::PgPool;
use store::mail_delivery;

/// Most mails of a lease.
const BATCH: i64 = 20;
/// How long a lease lasts, in seconds.
const LEASE: i32 = 120;
/// The longest that one mail takes. A mail is begun only while its lease lasts longer than that.
const ONE_MAIL: Duration = Duration::from_secs(30);
/// How long mails wait where the mail server cannot be reached, in seconds.
const UNREACHABLE: u32 = 60;
/// How long to wait before the codes of links that have expired are looked for again.
const LINKS: Duration = Duration::from_secs(60);

/// Delivers mail, where a mail server is set.
#[derive(Debug)]
pub struct Mailer {
    server: MailServer,
    site: Site,
}

/// What one call did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailRound {
    /// Mails that the mail server took.
    pub sent: usize,
    /// Mails that will not be delivered.
    pub failed: usize,
    /// Mails that wait for another try.
    pub put_back: usize,
}

impl Mailer {
    /// Reads the settings; none where no mail server is set.
    /// Errors: broken, with the setting that cannot be read.
    pub fn new(settings: &MailSettings, base_url: Option<&str>) -> Outcome<Option<Self>> {
        let Some(server) = MailServer::new(settings)? else { return Ok(None) };
        let base_url = base_url.ok_or_else(|| Failure::broken(MAIL_WITHOUT_SITE))?;
        let site = Site::new(base_url, settings.mail_from.as_deref())?;
        Ok(Some(Self { server, site }))
    }

    /// Delivers every mail that is due, until none is left, the mail server fails, or `stopping` says so between two mails.
    /// Errors: a lost database. What was sent by then is sent; what was not goes when its lease has ended.
    pub async fn deliver_due(
        &self,
        pool: &PgPool,
        stopping: &(dyn Fn() -> bool + Sync),
    ) -> Outcome<MailRound> {
        let mut done = MailRound::default();
        let mut connection = None;
        while !stopping() {
            // Nothing may be sent whose link has ended: it would only tell its reader that they came too late.
            mail_delivery::end_links(&mut *pool.acquire().await?, true).await?;
            let begun = Instant::now();
            let mails = mail_delivery::lease(pool, BATCH, LEASE).await?;
            if mails.is_empty() {
                break;
            }
            let round = Round { mailer: self, pool, begun, stopping };
            if round.deliver(mails, &mut connection, &mut done).await?.is_break() {
                break;
            }
        }
        if let Some(connection) = connection {
            connection.close().await;
        }
        Ok(done)
    }
}

/// A batch of leased mails.
struct Round<'a> {
    mailer: &'a Mailer,
    pool: &'a PgPool,
    begun: Instant,
    stopping: &'a (dyn Fn() -> bool + Sync),
}

impl Round<'_> {
    /// Sends the mails one after the other; breaks off where the mail server cannot be used now.
    async fn deliver(
        &self,
        mails: Vec<LeasedMail>,
        connection: &mut Option<Connection>,
        done: &mut MailRound,
    ) -> Outcome<std::ops::ControlFlow<()>> {
        let mut mails = mails.into_iter();
        let lease = Duration::from_secs(LEASE.unsigned_abs().into());
        while let Some(mail) = mails.next() {
            if (self.stopping)() || self.begun.elapsed() + ONE_MAIL * 2 > lease {
                self.put_back(std::iter::once(mail).chain(mails), 0, None, done).await?;
                break;
            }
            let Some(message) = message::compose(&self.mailer.site, &mail) else {
                self.fail(&mail, MailFailure::Address, "this is no address that mail can be sent to", done)
                    .await?;
                continue;
            };
            let open = match connection.take() {
                Some(open) => Ok(open),
                None => self.mailer.server.connect(&self.mailer.site).await,
            };
            let mut open = match open {
                Ok(open) => open,
                Err(trouble) => return self.unreachable(&trouble, mail, mails, done).await,
            };
            let verdict = tokio::time::timeout(ONE_MAIL, open.send(&self.mailer.site, &message)).await;
            let verdict =
                verdict.unwrap_or_else(|_| Verdict::Lost("the mail server did not answer in time".into()));
            match verdict {
                Verdict::Taken => {
                    done.sent +=
                        usize::from(mail_delivery::sent(&mut *self.pool.acquire().await?, &mail).await?);
                    *connection = Some(open);
                }
                Verdict::Refused(why, words) => {
                    self.fail(&mail, why, &words, done).await?;
                    *connection = Some(open);
                }
                Verdict::Later(words) => {
                    self.later(&mail, &words, done).await?;
                    *connection = Some(open);
                }
                // The connection is of no more use; the next mail opens another.
                Verdict::Lost(words) => self.later(&mail, &words, done).await?,
                Verdict::Server(trouble) => return self.unreachable(&trouble, mail, mails, done).await,
            }
        }
        Ok(std::ops::ControlFlow::Continue(()))
    }

    /// The mail server cannot be used now, which is no mail's fault: all of them wait, and none has used up a try.
    async fn unreachable(
        &self,
        trouble: &str,
        mail: LeasedMail,
        others: impl Iterator<Item = LeasedMail>,
        done: &mut MailRound,
    ) -> Outcome<std::ops::ControlFlow<()>> {
        tracing::warn!(%trouble, "mail can not be delivered now");
        self.put_back(std::iter::once(mail).chain(others), UNREACHABLE, Some(trouble), done).await?;
        Ok(std::ops::ControlFlow::Break(()))
    }

    async fn put_back(
        &self,
        mails: impl Iterator<Item = LeasedMail>,
        seconds: u32,
        words: Option<&str>,
        done: &mut MailRound,
    ) -> Outcome<()> {
        let mut connection = self.pool.acquire().await?;
        for mail in mails {
            let back = mail_delivery::put_back(&mut connection, &mail, false, seconds, words).await?;
            done.put_back += usize::from(back);
        }
        Ok(())
    }

    /// The mail server did not take a mail this time: it waits for another try, or is given up.
    async fn later(&self, mail: &LeasedMail, words: &str, done: &mut MailRound) -> Outcome<()> {
        let Some(seconds) = wait_after(mail.tries + 1) else {
            return self.fail(mail, MailFailure::GaveUp, words, done).await;
        };
        let mut connection = self.pool.acquire().await?;
        let back = mail_delivery::put_back(&mut connection, mail, true, seconds, Some(words)).await?;
        done.put_back += usize::from(back);
        Ok(())
    }

    async fn fail(
        &self,
        mail: &LeasedMail,
        why: MailFailure,
        words: &str,
        done: &mut MailRound,
    ) -> Outcome<()> {
        let mut connection = self.pool.acquire().await?;
        done.failed += usize::from(mail_delivery::failed(&mut connection, mail, why, words).await?);
        Ok(())
    }
}

/// Takes the codes of ended links out of their mails, once a minute, also where no mail is sent.
#[derive(Debug, Default)]
pub struct EndedLinks {
    next: Option<Instant>,
}

impl EndedLinks {
    /// Does so if a minute has passed.
    pub async fn round(&mut self, pool: &PgPool) -> Outcome<()> {
        let now = Instant::now();
        if self.next.is_none_or(|next| next <= now) {
            mail_delivery::end_links(&mut *pool.acquire().await?, false).await?;
            self.next = Some(now + LINKS);
        }
        Ok(())
    }
}
