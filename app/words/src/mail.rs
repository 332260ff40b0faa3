//! What became of a mail.

use shared::mail::MailFailure;

/// `the address does not exist`: why a mail was not delivered, for a sentence.
pub fn failure(failure: MailFailure) -> &'static str {
    match failure {
        MailFailure::Held => "mails of the demo are never sent",
        MailFailure::LinkEnded => "its link had already ended",
        MailFailure::Address => "the address does not exist",
        MailFailure::Letters => "this mail server takes no address with letters beyond a to z",
        MailFailure::MailboxFull => "the mailbox is full",
        MailFailure::Refused => "the mail server refused it",
        MailFailure::GaveUp => "the mail server did not take it for two days",
    }
}
