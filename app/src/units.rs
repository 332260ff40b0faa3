//! A number and its unit stay on one line: the blank between them does not break. Sentences are made with a plain one, since a blank that
//! cannot be seen is easily forgotten, and the API's and the command line's have no lines.

use crate::texts::{Inside, rewrite};

/// What a number may count; each ends at the end of its word.
const UNITS: [&str; 11] = ["%", "min", "h", "d", "s", "ms", "kB", "MB", "KiB", "MiB", "mm"];

/// A document in which no line ends between a number and its unit. What people typed stays as it is, and so do the texts of options, which
/// may be their values.
#[must_use]
pub(crate) fn join_units(html: String) -> String {
    if !html.match_indices(' ').any(|(at, _)| begins_with_unit(&html[at + 1..])) {
        return html;
    }
    // A number may end the text before a comment, as a view leaves one between its parts.
    let mut number = false;
    let write = |text: &str, inside, out: &mut String| {
        if matches!(inside, Inside::Characters | Inside::Code) {
            return out.push_str(text);
        }
        for (at, letter) in text.char_indices() {
            let joins = letter == ' ' && number && begins_with_unit(&text[at + 1..]);
            out.push(if joins { '\u{a0}' } else { letter });
            number = letter.is_ascii_digit();
        }
    };
    rewrite(&html, write, |tag, out| out.push_str(tag))
}

fn begins_with_unit(text: &str) -> bool {
    UNITS.iter().any(|unit| {
        let rest = text.strip_prefix(unit);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "’'-/=".contains(c)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_its_unit_stay_together_and_nothing_else_is_changed() {
        for (html, expected) in [
            ("<p>a chance of 65 %.</p>", "<p>a chance of 65\u{a0}%.</p>"),
            ("<code>{\"name\":\"5 min\"}</code>", "<code>{\"name\":\"5 min\"}</code>"),
            ("<p>30<!> %</p>", "<p>30<!>\u{a0}%</p>"),
            ("<p>in 3 h 12 min</p>", "<p>in 3\u{a0}h 12\u{a0}min</p>"),
            ("<p>at most 8 MiB, 3 days, 4 hours</p>", "<p>at most 8\u{a0}MiB, 3 days, 4 hours</p>"),
            ("<p>Team 3 d’Or scored 7 h-x</p>", "<p>Team 3 d’Or scored 7 h-x</p>"),
            ("<p dir=\"auto\">about 9 %</p><b>9 %</b>", "<p dir=\"auto\">about 9 %</p><b>9\u{a0}%</b>"),
            (
                "<option>5 min</option><textarea>5 min</textarea>",
                "<option>5 min</option><textarea>5 min</textarea>",
            ),
            (
                "<input value=\"5 min\"><svg><path d=\"M 1 s\"/></svg>",
                "<input value=\"5 min\"><svg><path d=\"M 1 s\"/></svg>",
            ),
        ] {
            assert_eq!(join_units(html.to_owned()), expected);
        }
    }
}
