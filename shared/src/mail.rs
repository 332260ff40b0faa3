//! What became of a mail.

use serde::{Deserialize, Serialize};

/// Why a mail was not delivered, and will not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailFailure {
    /// It is of the demo, which writes to nobody.
    Held,
    /// Its link ended before it was sent.
    LinkEnded,
    /// The address does not exist.
    Address,
    /// The mail server takes no address with letters beyond a to z.
    Letters,
    /// The mailbox takes no more.
    MailboxFull,
    /// The mail server refused it for another reason.
    Refused,
    /// The mail server was asked for two days and never took it.
    GaveUp,
}

named! { MailFailure:
    Held = "held", LinkEnded = "link_ended", Address = "address", Letters = "letters",
    MailboxFull = "mailbox_full", Refused = "refused", GaveUp = "gave_up",
}

impl MailFailure {
    /// Whether a mail server refused it: the person waits for a mail that does not come.
    pub fn is_undelivered(self) -> bool {
        !matches!(self, Self::Held | Self::LinkEnded)
    }
}

/// Waits before the next try of a mail that was not taken, in seconds: from 5 minutes to 24 hours. After the last one the mail
/// is given up.
const WAITS: [u32; 7] = [300, 900, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, 24 * 3_600];

/// How long a mail waits after so many tries, in seconds; none where it is given up.
pub fn wait_after(tries: u32) -> Option<u32> {
    let at = usize::try_from(tries.checked_sub(1)?).ok()?;
    WAITS.get(at).copied()
}

/// Why a mail server's final refusal of a recipient or a message came, from its code and its words: the enhanced status code
/// (RFC 3463) where there is one, as `550 5.1.1 no such user`.
pub fn refusal(code: u16, words: &str) -> MailFailure {
    let enhanced = words.split_whitespace().next().unwrap_or_default();
    let parts: Vec<&str> = enhanced.split('.').collect();
    match (parts.as_slice(), code) {
        (["5", "1", _], _) => MailFailure::Address,
        (["5", "2", "2"], _) => MailFailure::MailboxFull,
        (["5", "2", "1"], _) => MailFailure::Address,
        (["5", _, _], _) => MailFailure::Refused,
        (_, 550 | 551 | 553) => MailFailure::Address,
        (_, 552) => MailFailure::MailboxFull,
        _ => MailFailure::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_tried_for_two_days_and_then_given_up() {
        let waits: Vec<_> = (1..).map_while(wait_after).collect();
        assert_eq!((waits.first(), waits.last()), (Some(&300), Some(&86_400)));
        let hours = waits.iter().sum::<u32>() / 3_600;
        assert!((46..=48).contains(&hours), "{hours}");
        assert_eq!(wait_after(0), None);
        assert_eq!(wait_after(8), None);
    }

    #[test]
    fn the_enhanced_code_says_more_than_the_plain_one() {
        for (code, words, failure) in [
            (550, "5.1.1 no such user", MailFailure::Address),
            (550, "No such user here", MailFailure::Address),
            (550, "5.7.1 message looks like spam", MailFailure::Refused),
            (552, "5.2.2 over quota", MailFailure::MailboxFull),
            (552, "quota exceeded", MailFailure::MailboxFull),
            (554, "no", MailFailure::Refused),
            (550, "5.2.1 the account is disabled", MailFailure::Address),
            (550, "", MailFailure::Address),
        ] {
            assert_eq!(refusal(code, words), failure, "{code} {words}");
        }
    }
}
