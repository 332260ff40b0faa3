//! Texts that people type. A module of its own, since the forms say these words in the browser too.

use super::amounts::thousands;
use shared::refusal::{TextFault, TextField};

/// What a text is called: `title`, after `the`.
pub fn name(field: TextField) -> &'static str {
    match field {
        TextField::Title => "title",
        TextField::Tagline => "tagline",
        TextField::Summary => "summary",
        TextField::Description => "description",
        TextField::Track => "track",
        TextField::CodeAddress => "code’s address",
        TextField::DemoAddress => "demo’s address",
        TextField::VideoAddress => "video’s address",
        TextField::PictureAlt => "picture’s description",
        TextField::Tags => "tags",
        TextField::Tag => "tag",
        TextField::Comment => "comment",
        TextField::Remark => "remark",
        TextField::Reason => "reason",
        TextField::Duty => "line",
        TextField::Note => "note",
        TextField::Statement | TextField::Call => "sentence",
        TextField::Notice => "notice",
        TextField::Name => "name",
        TextField::Guidance => "guidance",
        TextField::Question => "question",
        TextField::Choice => "choice",
        TextField::Answer => "answer",
        TextField::Room => "room",
        TextField::Place => "place",
        TextField::Sponsor => "sponsor",
        TextField::Venue => "venue",
    }
}

/// `212 of at most 5000 characters.`; nothing without a limit. A line break counts as one, also where the browser sent two signs
/// for it.
pub fn count_words(text: &str, limit: usize) -> String {
    let breaks = text.as_bytes().windows(2).filter(|pair| pair == b"\r\n").count();
    let used = text.chars().count() - breaks;
    let most = thousands(limit);
    match (limit, used) {
        (0, _) => String::new(),
        (_, 0) => ["At most ", &most, " characters."].concat(),
        _ => [&thousands(used), " of at most ", &most, " characters."].concat(),
    }
}

/// What is wrong with a text, and what to do.
pub fn sentence(field: TextField, fault: &TextFault) -> String {
    let article = if field == TextField::Tag { "A " } else { "The " };
    let subject = [article, name(field)].concat();
    match fault {
        TextFault::Control => subject + " contains a hidden control character. Remove it.",
        TextFault::Long { length, longest } => {
            [&subject, " has ", &length.to_string(), " characters: shorten it to ", &longest.to_string(), "."]
                .concat()
        }
        TextFault::Lines => subject + " must be one line. Remove line breaks and tabs.",
        TextFault::AddressLong { longest } => {
            [&subject, " is longer than ", &longest.to_string(), " characters. Use a shorter address."]
                .concat()
        }
        TextFault::AddressBroken => {
            subject + " contains a space, a backslash or a hidden character. Remove it."
        }
        TextFault::AddressUser => {
            subject + " has a name or a password before its host. Remove it, and the @ behind it."
        }
        TextFault::NoAddress => subject + " must be a web address that begins with http:// or https://.",
        TextFault::NoSecureAddress => subject + " must begin with https://.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_names_its_limit() {
        assert_eq!(count_words("any", 0), "");
        assert_eq!(count_words("", 60_000), "At most 60\u{202f}000 characters.");
        assert_eq!(count_words("\r\nä\n\r\n", 5), "4 of at most 5 characters.");
    }
}
