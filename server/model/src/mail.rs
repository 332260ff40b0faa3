//! Mails.

use chrono::{DateTime, Utc};
use shared::ids::InvitationId;
use shared::mail::MailFailure;

/// A mail to queue.
#[derive(Debug)]
pub struct NewMail<'a> {
    /// `confirm`, `sign_in` or `notice`.
    pub kind: &'a str,
    /// To whom.
    pub to: &'a str,
    /// Subject.
    pub subject: &'a str,
    /// The text.
    pub body: &'a str,
    /// The code in its link, where it has one.
    pub code: Option<&'a str>,
}

/// A mail that invites somebody, to queue.
#[derive(Debug)]
pub struct InvitationMail {
    /// The invitation.
    pub invitation: InvitationId,
    /// To whom.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// The text.
    pub body: String,
    /// The code in its link.
    pub code: String,
}

/// What became of a mail.
#[derive(Clone, Debug, Default)]
pub struct MailDelivery {
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// Why it was not delivered, and will not be.
    pub failure: Option<MailFailure>,
    /// What the mail server said last, where it did not take the mail.
    pub error: Option<String>,
    /// When it is tried again; none before the first try, and where no more tries follow.
    pub next_try: Option<DateTime<Utc>>,
}

/// A mail as the list shows it.
#[derive(Clone, Debug)]
pub struct ListedMail {
    /// Identifier.
    pub id: i64,
    /// To whom.
    pub to_address: String,
    /// Subject.
    pub subject: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// What became of it.
    pub delivery: MailDelivery,
    /// What became of its link: `waiting`, `used`, `expired`, or `ended` where the link is no longer kept. None without one.
    pub link: Option<String>,
}

/// A mail with its text.
#[derive(Clone, Debug)]
pub struct Mail {
    /// To whom.
    pub to_address: String,
    /// Subject.
    pub subject: String,
    /// The text.
    pub body: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// What became of it.
    pub delivery: MailDelivery,
}

/// A mail that a sender has taken to deliver.
#[derive(Clone, Debug)]
pub struct LeasedMail {
    /// Identifier.
    pub id: i64,
    /// Proves that the mail is still this sender's.
    pub lease: String,
    /// To whom.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// The text.
    pub body: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// How often it was tried before.
    pub tries: u32,
}
