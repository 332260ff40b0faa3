//! Texts of a fixed form: slugs, criterion keys, e-mail addresses.

use crate::text::is_invisible;
use std::fmt;

/// Slugs that would collide with a route.
const RESERVED_SLUGS: [&str; 2] = ["import", "new"];

/// Column names of the scores export, which no criterion key may take.
const FIXED_COLUMNS: [&str; 7] =
    ["review_id", "judge_email", "project_id", "project", "submitted_at", "weighted_0_1", "comment"];

/// An event's identifier in paths: `[a-z0-9][a-z0-9-]{0,62}`, not `import` or `new`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(String);

impl Slug {
    /// Reads a slug; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        (Self::has_form(text) && !RESERVED_SLUGS.contains(&text)).then(|| Self(text.to_owned()))
    }

    /// Whether a text has the form of a slug. Which of them are reserved may differ between versions.
    pub fn has_form(text: &str) -> bool {
        (1..=63).contains(&text.len())
            && !text.starts_with('-')
            && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    }

    /// The slug as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether a text can be a criterion key, `[a-z][a-z0-9_]{0,39}`, and not a fixed column's name.
pub fn is_criterion_key(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        && !FIXED_COLUMNS.contains(&text)
}

/// Whether a text looks like one e-mail address: something, one `@`, something with no blanks or
/// control characters, at most 254 bytes (RFC 5321, section 4.5.3.1.3). What mail programs and pages put around an address, such as
/// `<…>` or `?subject=`, is not part of one.
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    text.len() <= 254
        && !local.is_empty()
        && !domain.is_empty()
        && !domain.contains('@')
        && !domain.starts_with('.')
        && !domain.ends_with('.')
        && !domain.contains("..")
        && !text.contains(['<', '>', '(', ')', '[', ']', '"', '\\', ':'])
        && !domain.contains(|c: char| c.is_ascii_punctuation() && !matches!(c, '-' | '.' | '_'))
        && !text
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || is_invisible(c) || c == ',' || c == ';')
}

/// An address as somebody typed or pasted it, without blanks around it, `mailto:`, and the characters that nobody sees. Mail to
/// an address with one of those fails, and two accounts would look the same.
pub fn clean_email(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let text = visible.trim();
    let scheme = text.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
    text.get(scheme.map_or(0, str::len)..).unwrap_or_default().trim().to_owned()
}

/// The end of the addresses of guests: a domain that can never exist (RFC 2606).
const GUESTS: &str = "@guest.invalid";

/// The end of the addresses of deleted accounts.
const DELETED: &str = "@deleted.invalid";

/// The address that stands for a guest, who has none. `nonce` is random. Without it, a bundle of another portal could name
/// the guest with the same number here, whose account would then get the other's roles.
pub fn guest_address(number: i64, nonce: &str) -> String {
    format!("guest-{number}-{nonce}{GUESTS}")
}

/// The address that a deleted account keeps. `nonce` is random, as in [`guest_address`]; without it, somebody could also
/// take the address beforehand, and the account could not be deleted.
pub fn deleted_address(number: i64, nonce: &str) -> String {
    format!("deleted-{number}-{nonce}{DELETED}")
}

/// Whether an address is what a deleted account keeps.
pub fn is_deleted_address(email: &str) -> bool {
    email_key(email).ends_with(DELETED)
}

/// The number of a deleted account, which its address keeps. The stand-ins of a forgotten event have none.
pub fn deleted_number(email: &str) -> Option<i64> {
    let key = email_key(email);
    let (number, _) = key.strip_suffix(DELETED)?.strip_prefix("deleted-")?.split_once('-')?;
    number.parse().ok()
}

/// The address by which a deleted account of another portal is known here, without the number that it had there: it could be the number of
/// a deleted account of this portal. None where it has no number.
pub fn deleted_elsewhere(email: &str) -> Option<String> {
    deleted_number(email)?;
    Some(format!("deleted-elsewhere-{}", email_key(email).strip_prefix("deleted-")?))
}

/// Whether an address only stands for a guest: no mail reaches it.
pub fn is_guest_address(email: &str) -> bool {
    email_key(email).ends_with(GUESTS)
}

/// The form in which addresses are compared: ASCII letters in lower case, every other character as it is. Folding more
/// would take `nikita@gİthub.example` for `nikita@github.example`, which is somebody else's mailbox. The database folds by
/// `lower(email collate "C")`, which is the same.
pub fn email_key(email: &str) -> String {
    clean_email(email).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_lower_case_words_and_dashes() {
        for good in ["a", "demo-2026", "0", &"x".repeat(63)] {
            assert!(Slug::parse(good).is_some(), "{good}");
        }
        for bad in ["", "-a", "A", "a_b", "import", "new", "é", &"x".repeat(64)] {
            assert!(Slug::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_criterion_key_is_no_fixed_column() {
        assert!(is_criterion_key("impact_2"));
        for bad in ["", "2x", "Impact", "comment", "weighted_0_1", &"k".repeat(41)] {
            assert!(!is_criterion_key(bad), "{bad}");
        }
    }

    #[test]
    fn addresses_are_compared_without_the_case_of_ascii_letters_only() {
        assert_eq!(email_key(" Nikita@GitHub.example "), "nikita@github.example");
        for other in ["nikita@gİthub.example", "nikita@githu\u{212a}.example", "nıkita@github.example"] {
            assert_ne!(email_key(other), "nikita@github.example", "{other}");
        }
    }

    #[test]
    fn the_address_of_a_deleted_account_keeps_its_number() {
        assert_eq!(deleted_number(&deleted_address(17, "a-b")), Some(17));
        for other in ["deleted-x-1@deleted.invalid", "deleted-17-x@x.example", "deleted-17@deleted.invalid"] {
            assert_eq!(deleted_number(other), None, "{other}");
        }
    }

    #[test]
    fn a_deleted_account_of_another_portal_has_no_number_here() {
        let there = deleted_elsewhere("Deleted-17-a-b@deleted.invalid").unwrap();
        assert_eq!(there, "deleted-elsewhere-17-a-b@deleted.invalid");
        assert!(is_deleted_address(&there) && deleted_number(&there).is_none());
        for other in [there.as_str(), "deleted-17-x@x.example", "ada@x.example"] {
            assert_eq!(deleted_elsewhere(other), None, "{other}");
        }
    }

    #[test]
    fn an_address_has_one_at_sign_and_no_blanks() {
        assert!(is_email("Ada@demo.example"));
        for good in ["o'brien+x/y@demo.example", "zoë@exämple.example", "x@भारत.example"] {
            assert!(is_email(good), "{good}");
        }
        for around in [
            "<a@x.y>", "(a@x.y)", "[a@x.y]", "\"a\"@x.y", "a@x.y?subject=hi", "a@x.y/b", "a@x.y'", "to:a@x.y",
        ] {
            assert!(!is_email(around), "{around}");
        }
        for bad in ["", "ada", "@x", "a@", "a b@x.y", "a@b@c", "a@x.y,b@x.y", "a@x..y", "a\u{200b}@x.y"] {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn an_address_loses_what_nobody_sees() {
        for pasted in [
            "ana@oak.example\u{200b}",
            "\u{feff}ana@oak.example",
            " ana@oak\u{ad}.example ",
            "MailTo:ana@oak.example",
        ] {
            assert_eq!(clean_email(pasted), "ana@oak.example", "{pasted:?}");
        }
    }
}
