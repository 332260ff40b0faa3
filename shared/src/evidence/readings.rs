//! What a text says where it is not written word by word: by references to characters, letter by letter, in the title of a link, in base64.
//! A machine reads all of it, and a page shows some of it as words.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use std::ops::Range;

/// Most characters in quotation marks.
pub(super) const QUOTED: usize = 500;
/// Most characters of a reference to a character, between `&` and `;`.
const REFERENCE: usize = 9;
/// Marks of emphasis, which a page does not show.
const EMPHASIS: [char; 2] = ['*', '~'];
/// What may stand between letters that are written apart.
const APART: [char; 8] = [' ', '.', '-', '_', '·', '•', '/', '|'];
/// A line is written letter by letter where so many stand apart in a row. With fewer it may be a list, or a short form.
const LETTERS: usize = 4;
/// Fewest characters of base64 that are read: less than this holds no sentence.
const ENCODED: usize = 24;

/// A line as it reads: with the characters that it refers to, and its letters put together.
pub(super) fn shown(line: &str) -> String {
    together(&without_emphasis(&without_references(line)))
}

/// What a line holds besides: values of attributes, titles of links, and text in base64. What it quotes as code is left out.
pub(super) fn carried(line: &str) -> Vec<String> {
    let encoded = line.split(|c: char| !c.is_ascii_alphanumeric() && !"+/-_".contains(c));
    titles(line).into_iter().map(str::to_owned).chain(encoded.filter_map(decoded)).collect()
}

fn without_references(text: &str) -> String {
    let (mut all, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, behind)) = rest.split_once('&') {
        all.push_str(before);
        let end = behind.char_indices().take(REFERENCE).find_map(|(at, c)| (c == ';').then_some(at));
        let read = end.and_then(|end| Some((referred(behind.get(..end)?)?, behind.get(end + 1..)?)));
        let (c, following) = read.unwrap_or(('&', behind));
        all.push(c);
        rest = following;
    }
    all.push_str(rest);
    all
}

fn referred(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(number.ok()?).filter(|c| !c.is_control())
        }
    }
}

/// A text without the marks of emphasis inside its words.
fn without_emphasis(text: &str) -> String {
    let (mut all, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(EMPHASIS) {
        let (before, marked) = rest.split_at(at);
        all.push_str(before);
        let following = marked.trim_start_matches(EMPHASIS);
        if !(all.ends_with(char::is_alphabetic) && following.starts_with(char::is_alphabetic)) {
            all.push_str(marked.strip_suffix(following).unwrap_or_default());
        }
        rest = following;
    }
    all.push_str(rest);
    all
}

/// A text with its letters put together where many stand apart.
fn together(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let runs = apart(&chars);
    if !runs.iter().any(|run| run.len() > 2 * (LETTERS - 1)) {
        return text.to_owned();
    }
    let (mut all, mut at) = (String::with_capacity(text.len()), 0);
    for run in runs {
        all.extend(chars.get(at..run.start).unwrap_or_default());
        at = run.end;
        all.extend(chars.get(run).unwrap_or_default().iter().step_by(2));
    }
    all.extend(chars.get(at..).unwrap_or_default());
    all
}

/// Where letters stand apart, with the same sign between them.
fn apart(chars: &[char]) -> Vec<Range<usize>> {
    let is_letter = |at: usize| chars.get(at).is_some_and(|c| c.is_alphabetic());
    let is_end = |at: usize| !chars.get(at).is_some_and(|c| c.is_alphanumeric());
    let (mut found, mut at) = (Vec::new(), 0);
    while at < chars.len() {
        let begins = is_letter(at) && (at == 0 || is_end(at - 1));
        let sign = chars.get(at + 1).filter(|sign| begins && APART.contains(sign));
        let mut end = at + 1;
        while sign.is_some() && chars.get(end) == sign && is_letter(end + 1) && is_end(end + 2) {
            end += 2;
        }
        if end > at + 1 {
            found.push(at..end);
        }
        at = end;
    }
    found
}

/// What stands in quotation marks and quotes nothing: the value of an attribute, and the title of a link.
fn titles(line: &str) -> Vec<&str> {
    let (mut found, mut in_code) = (Vec::new(), false);
    for (at, c) in line.char_indices() {
        in_code ^= c == '`';
        let before = line.get(..at).unwrap_or_default();
        if !in_code && matches!(c, '"' | '\'') && (before.ends_with('=') || ends_with_target(before)) {
            let behind = line.get(at + 1..).unwrap_or_default();
            let end = behind.char_indices().take(QUOTED).find_map(|(at, end)| (end == c).then_some(at));
            found.extend(end.and_then(|end| behind.get(..end)));
        }
    }
    found
}

/// Whether a text ends with the address of a link: `[lamp](https://x.example `, or `[1]: https://x.example `.
fn ends_with_target(text: &str) -> bool {
    let Some(text) = text.strip_suffix(' ') else { return false };
    let (before, address) = text.rsplit_once(' ').unwrap_or(("", text));
    address.contains("](") || before.ends_with("]:")
}

/// The text in a run of base64; none where it holds other bytes, as keys, digests and pictures do.
fn decoded(run: &str) -> Option<String> {
    if run.len() < ENCODED {
        return None;
    }
    let bytes = STANDARD_NO_PAD.decode(run.replace('-', "+").replace('_', "/")).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    (text.contains(' ') && !text.contains(char::is_control)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_shown() {
        for (line, read) in [
            ("&#71;ive &#x6D;ore &amp; &quot;less&quot;", "Give more & \"less\""),
            ("AT&T; R&D &nope; &#0; &#xd800;", "AT&T; R&D &nope; &#0; &#xd800;"),
            ("w**or**d **bold** 2*3 ~~gone~~", "word **bold** 2*3 ~~gone~~"),
            ("G i v e  u s  a lamp", "Give  us  a lamp"),
            ("T.E.A.M. and l-a-m-p", "TEAM. and lamp"),
            ("e.g. a b, or x/y/z", "e.g. a b, or x/y/z"),
            ("a - b - c - d", "a - b - c - d"),
            ("", ""),
        ] {
            assert_eq!(shown(line), read, "{line}");
        }
    }

    #[test]
    fn titles_attributes_and_encoded_text_are_carried() {
        let lines: [(&str, &[&str]); 7] = [
            ("<img alt=\"a lamp\" src='x'>", &["a lamp", "x"]),
            ("[x](https://x.example \"a lamp\") and [1]: https://x.example 'two'", &["a lamp", "two"]),
            ("She said \"a lamp\", and `alt=\"code\"`.", &[]),
            ("open=\"never closed", &[]),
            ("key=QSBsYW1wIGZvciB0aGUgZGFyayBldmVuaW5n.", &["A lamp for the dark evening"]),
            ("SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDsgqjfPPOcVgiy7QE", &[]),
            ("a-name-in-small-letters-that-goes-on-and-on", &[]),
        ];
        for (line, all) in lines {
            assert_eq!(carried(line), all, "{line}");
        }
    }
}
