//! Two texts side by side: which of their words both have, in the same order.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashMap;

/// Share of common words below which a comparison word by word would mark nearly everything.
const ALIKE: f64 = 0.3;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The words, with the blanks between and after them.
    pub text: String,
    /// Whether the other text has them too.
    pub common: bool,
}

/// Two texts in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDifference {
    /// The first text.
    pub left: Vec<Piece>,
    /// The other one.
    pub right: Vec<Piece>,
    /// Whether words are marked; texts that share little are one piece each.
    pub marked: bool,
}

/// Compares two texts word by word.
pub fn compare(left: &str, right: &str) -> TextDifference {
    let (mine, theirs) = (words(left), words(right));
    if left != right && !are_alike(&mine, &theirs) {
        let whole = |text: &str| Piece { text: text.to_owned(), common: false };
        return TextDifference { left: vec![whole(left)], right: vec![whole(right)], marked: false };
    }
    let trimmed = |words: &[&str]| words.iter().map(|word| key(word)).collect::<Vec<_>>();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for step in capture_diff_slices(Algorithm::Myers, &trimmed(&mine), &trimmed(&theirs)) {
        let common = matches!(step, DiffOp::Equal { .. });
        extend(&mut a, mine.get(step.old_range()).unwrap_or_default(), common);
        extend(&mut b, theirs.get(step.new_range()).unwrap_or_default(), common);
    }
    TextDifference { left: a, right: b, marked: true }
}

/// Words with the blanks after them; in scripts without blanks, each character.
fn words(text: &str) -> Vec<&str> {
    let wide = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c) || ('\u{e00}'..='\u{eff}').contains(&c);
    let mut words = Vec::new();
    let mut begin = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let ends = characters.peek().is_none_or(|(_, next)| {
            (c.is_whitespace() && !next.is_whitespace()) || (wide(c) && !next.is_whitespace()) || wide(*next)
        });
        if ends {
            words.extend(text.get(begin..at + c.len_utf8()));
            begin = at + c.len_utf8();
        }
    }
    words
}

/// What is compared of a word: blanks and case do not matter.
fn key(word: &str) -> String {
    word.trim().to_lowercase()
}

/// Whether two texts share enough words, wherever these are. Without this look, comparing two long and different texts would
/// take seconds and show nothing.
fn are_alike(mine: &[&str], theirs: &[&str]) -> bool {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in mine {
        *counts.entry(key(word)).or_default() += 1;
    }
    let mut common = 0;
    for word in theirs {
        if let Some(count) = counts.get_mut(&key(word)).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    common as f64 >= ALIKE * mine.len().max(theirs.len()) as f64
}

fn extend(pieces: &mut Vec<Piece>, words: &[&str], common: bool) {
    if words.is_empty() {
        return;
    }
    match pieces.last_mut().filter(|last| last.common == common) {
        Some(last) => last.text.push_str(&words.concat()),
        None => pieces.push(Piece { text: words.concat(), common }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(pieces: &[Piece]) -> String {
        let piece =
            |piece: &Piece| if piece.common { piece.text.clone() } else { format!("[{}]", piece.text) };
        pieces.iter().map(piece).collect()
    }

    fn shown(left: &str, right: &str) -> (String, String) {
        let TextDifference { left, right, .. } = compare(left, right);
        (marked(&left), marked(&right))
    }

    #[test]
    fn words_that_only_one_text_has_are_marked() {
        let (left, right) = shown(
            "A lamp that turns itself off when\nnobody is there.",
            "A lamp that turns on  when nobody is here, ever.",
        );
        assert_eq!(left, "A lamp that turns [itself off ]when\nnobody is [there.]");
        assert_eq!(right, "A lamp that turns [on  ]when nobody is [here, ever.]");
        assert_eq!(shown("Solar Kiosk", "solar  kiosk"), ("Solar Kiosk".into(), "solar  kiosk".into()));
        assert_eq!(shown("", ""), (String::new(), String::new()));
    }

    #[test]
    fn in_scripts_without_blanks_characters_are_words() {
        assert_eq!(
            shown("这盏灯在房间变暗", "这盏灯在屋里变暗"),
            ("这盏灯在[房间]变暗".into(), "这盏灯在[屋里]变暗".into())
        );
    }

    #[test]
    fn texts_that_share_little_are_not_compared_word_by_word() {
        let text = |word: &str| (0..10_000).map(|n| format!("{word}{n} ")).collect::<String>();
        let found = compare(&text("a"), &text("b"));
        assert!(!found.marked && found.left.len() == 1 && !found.left[0].common);
        assert!(!compare("", "Something").marked);
        let moved = compare(&text("a"), &format!("new {}", text("a")));
        assert_eq!((moved.marked, moved.right.len()), (true, 2));
    }
}
