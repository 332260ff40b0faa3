//! What a line says before its people: `Declined: Bo Elm <bo@x.org>`, `[confirmed] Ada <ada@x.org>`, `To: ada@x.org`, and when a message
//! of a chat was sent.

use super::behind::Behind;
use super::remarks::{SEPARATORS, says_name};
use super::shortened;
use crate::list_file::{DASHES, answered, is_among, is_moment, word_in_english};
use crate::text::{is_invisible, search_key};

/// What mail programs write before addresses, in the form in which texts are searched.
const OF_MAIL: &str =
    "to cc bcc from reply sender von an kopie antwort de a para cci da aan van od do кому копия от";
/// How what a team, a track or a place is called begins, in the same form. “Tim”, “Masa” and “Oda” are words for these, too, and names.
const OF_GROUPS: &str =
    "team track room table group equipe equipo equipa squadra zespol csapat команда gruppe raum tisch salle";

/// The label of a line with what it says of all people there, and the rest of the line.
pub(super) fn label(line: &str) -> Option<(Behind, &str)> {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "-–—•*·".contains(c));
    // Struck out.
    if let Some(struck) = line.trim_end().strip_prefix("~~").and_then(|line| line.strip_suffix("~~")) {
        return Some((Behind::Gone(shortened(struck)), struck));
    }
    let (word, rest, sign) = parted(line)?;
    let ends = |c: char| c.is_whitespace() || "<>()[],;|".contains(c);
    let address = rest.split(ends).find(|part| part.contains('@'))?;
    // A dash is also between a name and an address, and names may be any word.
    let is_name = sign.starts_with(' ') && rest.split(ends).find(|part| !part.is_empty()) == Some(address);
    if word.contains('@') || is_name || says_name(address, word) {
        return None;
    }
    // “Attended: no, Bo <bo@x.org>”
    let answer = rest.split_once(SEPARATORS).filter(|(answer, _)| sign == ":" && !answer.contains('@'));
    let answer = answer.map(|(answer, rest)| (format!("{word}: {answer}"), rest));
    if let Some((text, rest)) = answer.filter(|(text, _)| answered(text).is_some()) {
        return Some((Behind::of(&text), rest));
    }
    let said = Behind::of(word);
    let is_header = || sign == ":" && (is_of_mail(word) || is_of_group(word));
    let is_label = !matches!(said, Behind::Nothing) || is_header();
    is_label.then_some((said, rest))
}

/// Whether a word is one that mail programs write before addresses.
fn is_of_mail(word: &str) -> bool {
    let plain = search_key(word);
    is_among(OF_MAIL, &plain) || word_in_english(word) == Some("email")
}

/// Whether a label names a team or the like: `Team Oaks`, `Track 2`.
fn is_of_group(word: &str) -> bool {
    search_key(word).split_whitespace().next().is_some_and(|first| is_among(OF_GROUPS, first))
}

/// A line at its label, and the sign between both.
fn parted(line: &str) -> Option<(&str, &str, &str)> {
    let inside = |open: char, close: char| line.strip_prefix(open)?.split_once(close);
    if let Some((word, rest)) = inside('[', ']').or_else(|| inside('(', ')')) {
        return Some((word, rest, ""));
    }
    let before = line.get(..line.find('@')?)?;
    let found = [":", "："].into_iter().chain(DASHES).filter_map(|sign| Some((before.find(sign)?, sign)));
    let (end, sign) = found.min_by_key(|(end, _)| *end)?;
    Some((line.get(..end)?.trim(), line.get(end + sign.len()..)?, sign))
}

/// A line without the time that chats write before a message, `[01/03/2026, 10:02:11]` or `01.03.26, 10:02 -`, and who sent the message.
pub(super) fn message(line: &str) -> (&str, Option<&str>) {
    let bare = line.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let bracketed = bare.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let parted = bracketed.or_else(|| bare.split_once(" - "));
    let Some((_, rest)) = parted.filter(|(time, _)| time.contains(':') && is_moment(time)) else {
        return (line, None);
    };
    match rest.split_once(": ") {
        Some((sender, text))
            if sender.contains(char::is_alphabetic) && !sender.contains('@') && label(rest).is_none() =>
        {
            (text, Some(sender.trim()))
        }
        _ => (rest, None),
    }
}
