//! Mails.

use crate::prelude::*;
use shared::mail::MailFailure;

#[derive(Debug)]
pub struct NewMail<'a> {
    /// `confirm`, `sign_in` or `notice`.
    pub kind: &'a str,
    pub to: &'a str,
    pub subject: &'a str,
    pub body: &'a str,
    /// The code in its link, where it has one.
    pub code: Option<&'a str>,
}

/// A mail that invites somebody, to queue.
#[derive(Debug)]
pub struct InvitationMail {
    pub invitation: InvitationId,
    pub to: String,
    pub subject: String,
    pub body: String,
    pub code: String,
}

#[derive(Clone, Debug, Default)]
pub struct MailDelivery {
    pub sent_at: Option<DateTime<Utc>>,
    /// Why it was not delivered, and will not be.
    pub failure: Option<MailFailure>,
    /// What the mail server said last, where it did not take the mail.
    pub error: Option<String>,
    /// When it is tried again; none before the first try, and where no more tries follow.
    pub next_try: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct ListedMail {
    pub id: i64,
    pub to_address: String,
    pub subject: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    pub delivery: MailDelivery,
    /// What became of its link: `waiting`, `used`, `expired`, or `ended` where the link is no longer kept. None without one.
    pub link: Option<String>,
}

#[derive(Debug)]
pub struct MailList {
    /// Newest first.
    pub mails: Vec<ListedMail>,
    /// There are older ones.
    pub more: bool,
    /// How many of the last week could not be delivered.
    pub undelivered: i64,
    /// The database's clock.
    pub now: DateTime<Utc>,
}

#[derive(Clone, Debug)]
pub struct Mail {
    pub to_address: String,
    pub subject: String,
    pub body: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    pub delivery: MailDelivery,
}

/// A mail that a sender has taken to deliver.
#[derive(Clone, Debug)]
pub struct LeasedMail {
    pub id: i64,
    /// Proves that the mail is still this sender's.
    pub lease: String,
    pub to: String,
    pub subject: String,
    pub body: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// How often it was tried before.
    pub tries: u32,
}
