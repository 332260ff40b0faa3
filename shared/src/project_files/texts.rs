//! Texts of a row, as they are kept.

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
}
