//! Texts of a row, as they are kept.

use crate::joined_names::one_name;
use crate::text;
use crate::unicode::{Form, normal};

/// Most characters of something broken that a note repeats.
const SHOWN: usize = 80;

/// A text on one line, without characters that show nothing or turn the text around.
pub(super) fn line(text: &str) -> String {
    let visible: String =
        normal(Form::Nfc, text).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    // A mark between two words says which way they run. At an end it came along when the text was copied.
    let edge = |c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{61c}');
    let text: String = words.join(" ").chars().filter(|c| !text::turns_direction(*c)).collect();
    text.trim_matches(edge).to_owned()
}

/// How the address of a page begins that Notion's export puts behind a name: `Oak (https://www.notion.so/…), Elm (https://…)`.
const PAGE: &str = " (https://www.notion.so/";

/// A name, or several, on one line and without such addresses.
pub(super) fn name(text: &str) -> String {
    let text = line(text);
    let mut parts = text.split(PAGE);
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((page, after)) if !page.contains(' ') && (after.is_empty() || after.starts_with(',')) => {
                name.push_str(after);
            }
            _ => [PAGE, part].into_iter().for_each(|kept| name.push_str(kept)),
        }
    }
    name
}

/// A text with its line ends as LF and without control characters.
pub(super) fn paragraphs(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let text = normal(Form::Nfc, text.trim());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\r' => {
                let _ = characters.next_if_eq(&'\n');
                plain.push('\n');
            }
            '\n' | '\t' => plain.push(c),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    plain
}

/// The beginning of a text, for a note.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The names of a cell that quotes them, as programs write a list: `["Health","AI"]`, `"Arts, Music",Health`. None of any other.
pub(super) fn quoted_names(cell: &str) -> Option<Vec<String>> {
    let cell = cell.trim();
    let inside = cell.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let mut rest = inside.unwrap_or(cell).trim();
    // Outside of brackets, a single mark may be an apostrophe.
    let marks = if inside.is_some() { ['"', '\''] } else { ['"', '"'] };
    let (mut names, mut quotes) = (Vec::new(), false);
    while !rest.is_empty() {
        let (found, after) = match rest.chars().next().filter(|c| marks.contains(c)) {
            Some(mark) => {
                quotes = true;
                let (found, after) = rest.strip_prefix(mark)?.split_once(mark)?;
                let after = after.trim_start();
                (one_name(found.trim()), if after.is_empty() { after } else { after.strip_prefix(',')? })
            }
            None => {
                let (found, after) = rest.split_once(',').unwrap_or((rest, ""));
                (found.trim().to_owned(), after)
            }
        };
        names.push(found);
        rest = after.trim_start();
    }
    quotes.then_some(names)
}

/// The first word of a text in which letters were lost when a program read it in another encoding than it was in: `Bj\u{fffd}rn`,
/// `BjÃ¶rn`.
pub(super) fn with_lost_letters(text: &str) -> Option<String> {
    let is_word = |c: char| !c.is_whitespace() && !",;|\"<>".contains(c);
    let at = text.char_indices().zip(text.chars().skip(1).map(Some).chain([None])).find_map(
        |((at, c), next)| {
            let is_lost = matches!(
                (c, next),
                ('\u{fffd}', _)
                    | ('Ã' | 'Â', Some('\u{a1}'..='\u{bf}' | 'Ÿ' | '€' | '„' | '…' | '‡' | '‰' | 'œ' | '–'))
                    | ('â', Some('€'))
            );
            is_lost.then_some(at)
        },
    )?;
    let (before, behind) = text.split_at(at);
    let begins =
        before.rfind(|c: char| !is_word(c)).map_or(before, |end| before.get(end..).unwrap_or_default());
    let begins = begins.trim_start_matches(|c: char| !is_word(c));
    let ends = behind.split(|c: char| !is_word(c)).next().unwrap_or_default();
    Some(shortened(&[begins, ends].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_page_behind_it() {
        assert_eq!(name("Oak (https://www.notion.so/Oak-0123?pvs=21)"), "Oak");
        let page = "(https://www.notion.so/0123?pvs=21)";
        assert_eq!(name(&format!("Oak {page}, Elm, Fir {page}")), "Oak, Elm, Fir");
        for kept in ["Oak (Bern)", "Oak (https://oak.example)", "A (https://www.notion.so/A) B"] {
            assert_eq!(name(kept), kept);
        }
    }

    #[test]
    fn texts_lose_what_cannot_be_stored() {
        assert_eq!(line("\u{200f}مقياس\u{200f} \u{200e}"), "مقياس");
        assert_eq!(line("A\u{200e} (B)"), "A\u{200e} (B)");
        assert_eq!(line(" Solar\u{0}\r\n Kiosk\u{202e} \u{7} "), "Solar Kiosk");
        assert_eq!(paragraphs("a\r\nb\rc\u{b}\u{0}\td\n"), "a\nb\nc\td");
    }

    #[test]
    fn letters_that_were_lost_are_found() {
        for (text, word) in [
            ("title,team\nLamp,Bj\u{fffd}rn Oak", "Bj\u{fffd}rn"),
            ("title,emails\nLamp,BjÃ¶rn <bj@x.org>", "BjÃ¶rn"),
            ("title\nGrÃ¼ÃŸe", "GrÃ¼ÃŸe"),
            ("title\nIt\u{e2}\u{20ac}\u{2122}s", "It\u{e2}\u{20ac}\u{2122}s"),
            ("\u{fffd}", "\u{fffd}"),
        ] {
            assert_eq!(with_lost_letters(text).as_deref(), Some(word), "{text}");
        }
        for whole in ["", "Björn", "NÃO", "Âge «x»", "NÃO – x", "château €5", "25 °C"] {
            assert_eq!(with_lost_letters(whole), None, "{whole}");
        }
    }

    #[test]
    fn names_that_a_cell_quotes_are_read_as_they_are() {
        for (cell, names) in [
            ("[\"Health\",\"AI\"]", vec!["Health", "AI"]),
            ("['Health', 'Arts, Music']", vec!["Health", "Arts, Music;"]),
            ("\"Arts, Music\",Health", vec!["Arts, Music;", "Health"]),
            ("Health, \"Arts, Music\"", vec!["Health", "Arts, Music;"]),
        ] {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            assert_eq!(quoted_names(cell), Some(names), "{cell}");
        }
        for plain in
            ["", "Health, AI", "[]", "Best \"Hack\" ever", "\"Best\" Hack, AI", "'t Hooft, AI", "\"Health"]
        {
            assert_eq!(quoted_names(plain), None, "{plain}");
        }
    }
}
