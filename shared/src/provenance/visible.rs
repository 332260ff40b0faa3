//! Makes the hidden characters of other people's texts visible.

/// Writes hidden characters by their number, as `\u{202e}`: those that end a line, control a terminal, change the reading
/// direction, or have no width. Without this, a name in a file could add a line to a report, or reverse one.
pub fn escape_hidden(text: String) -> String {
    if !text.chars().any(is_hidden) {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}

/// Control characters, line and paragraph separators, the signs that set a direction (Unicode's Bidi_Control), and characters
/// without width. The joiners of emoji and of Indic and Persian words are not among them, because they change what is seen.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_shown_by_their_number() {
        let shown = |text: &str| escape_hidden(text.into());
        assert_eq!(shown("Ada 日本 é 👩‍🚀 شبکه‌ها"), "Ada 日本 é 👩‍🚀 شبکه‌ها");
        assert_eq!(shown("a\nb\r\t\u{1b}[32m"), "a\\u{a}b\\u{d}\\u{9}\\u{1b}[32m");
        assert_eq!(shown("\u{9b}1m \u{202e}x\u{2066}\u{2028}"), "\\u{9b}1m \\u{202e}x\\u{2066}\\u{2028}");
    }
}
