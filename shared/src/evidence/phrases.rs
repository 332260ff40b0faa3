//! How people write to whoever scores: the phrases in `phrases.txt`, in words that are [folded](super::text::fold).
//!
//! A slot is one of the words between its `|`; `_` joins words, `*` ends the beginning of one, and capitals name a list of `words.txt`.
//! `..` lets a few words stand before the next slot. `^` asks for an order: nothing stands before it but what people say before one
//! (`OPENINGS`), since "our tool tells attackers to ignore all instructions" is no order.

pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    include_str!("phrases.txt").lines().filter(|line| !line.starts_with('#'))
}

pub(super) fn words_of(list: &str) -> Option<&'static str> {
    include_str!("words.txt").lines().find_map(|line| line.strip_prefix(list)?.strip_prefix(' '))
}
