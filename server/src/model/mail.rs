//! Mails.

use chrono::{DateTime, Utc};
use shared::ids::InvitationId;

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
    /// Whether it was sent.
    pub sent: bool,
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
    /// When it was sent, where it was.
    pub sent_at: Option<DateTime<Utc>>,
}
