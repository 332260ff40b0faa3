//! A file's bytes as text. UTF-8 and UTF-16 with its mark are read. Anything else would have to be guessed, and a wrong guess
//! changes people's names unseen, so it is refused with the first line that shows it.

use super::ListFault;
use crate::ensure;
use crate::text::without_mark;
use std::borrow::Cow;

/// Where a file stops to be text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText {
    /// The line, from 1.
    pub line: usize,
    /// Whether the file begins with the mark of UTF-16.
    pub utf16: bool,
}

/// Beginnings of files that programs pack: spreadsheets (ZIP, and the older compound files), PDF, gzip.
const PACKED: [&[u8]; 4] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x1f\x8b"];
/// Beginnings of texts that are no tables, in lower case and without blanks: pages, which some sites call `.xls`, XML, RTF, JSON.
const NO_TABLE: [&[u8]; 7] = [b"<!doctype", b"<html", b"<?xml", b"<table", b"{\\rtf", b"[{", b"{\""];
/// Most bytes at the beginning of a file that are looked at for these.
const LOOKED_AT: usize = 200;

/// The text of a file.
///
/// # Errors
/// [`ListFault`] for anything that is not text in UTF-8 or UTF-16.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ListFault> {
    let top = without_mark(bytes).iter().take(LOOKED_AT).filter(|byte| !byte.is_ascii_whitespace());
    let top: Vec<u8> = top.map(u8::to_ascii_lowercase).collect();
    let is_other = PACKED.iter().any(|beginning| bytes.starts_with(beginning))
        || NO_TABLE.iter().any(|beginning| top.starts_with(beginning));
    ensure(!is_other, ListFault::Packed)?;
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => utf8(without_mark(bytes)),
    }
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>, ListFault> {
    let not_text = |at: usize| {
        let before = bytes.get(..at).unwrap_or_default();
        let line = line_ends(&String::from_utf8_lossy(before)) + 1;
        ListFault::NotText(NotText { line, utf16: false })
    };
    // No text has a zero. UTF-16 without its mark has one in every second byte, and would be read as letters with gaps.
    match bytes.iter().position(|byte| *byte == 0) {
        Some(at) => Err(not_text(at)),
        None => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| not_text(error.valid_up_to())),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'_, str>, ListFault> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len() / 2);
    for character in char::decode_utf16(pairs.iter().copied().map(unit)) {
        match character {
            // UTF-32 begins with the same mark, and would be read as letters with gaps.
            Ok('\0') | Err(_) => return Err(broken(&text)),
            Ok(character) => text.push(character),
        }
    }
    if rest.is_empty() { Ok(Cow::Owned(text)) } else { Err(broken(&text)) }
}

fn broken(before: &str) -> ListFault {
    ListFault::NotText(NotText { line: line_ends(before) + 1, utf16: true })
}

/// How many lines end in a text: CRLF is one end, and so is a CR alone, which old spreadsheets write.
pub(super) fn line_ends(text: &str) -> usize {
    text.matches('\n').count() + text.matches('\r').count() - text.matches("\r\n").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_of_either_order_is_read() {
        let units: Vec<u16> = "\u{feff}title\r\nGlühwürmchen".encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [&little, &big] {
            assert_eq!(decode(bytes).unwrap(), "title\r\nGlühwürmchen");
        }
        let cut = decode(&little[..little.len() - 1]);
        assert_eq!(cut, Err(ListFault::NotText(NotText { line: 2, utf16: true })));
        let lonely = decode(b"\xff\xfe\x00\xd8a\x00");
        assert_eq!(lonely, Err(ListFault::NotText(NotText { line: 1, utf16: true })));
    }

    #[test]
    fn other_encodings_are_refused_with_the_line() {
        let refused = decode(b"title\nLamp\nGl\xfchw\xfcrmchen\n");
        assert_eq!(refused, Err(ListFault::NotText(NotText { line: 3, utf16: false })));
        let old = decode(b"title\rLamp\rGl\x9fhw\x9frmchen\r");
        assert_eq!(old, Err(ListFault::NotText(NotText { line: 3, utf16: false })), "lines that end in CR");
        assert_eq!(decode(b"\xef\xbb\xbftitle").unwrap(), "title");
        for other in [
            &b"PK\x03\x04sheet"[..],
            b"\xef\xbb\xbf<HTML>\n<table>",
            b"\n<!DOCTYPE html>",
            b"<?xml version=\"1.0\"?>",
            b"{\\rtf1",
            b"[\n  {\"title\": 1}]",
            b"{ \"title\": 1}",
        ] {
            assert_eq!(decode(other), Err(ListFault::Packed), "{other:?}");
        }
        for list in ["<ada@x.org>, Bo <bo@x.org>", "['ada@x.org', 'bo@x.org']", "{title},team"] {
            assert_eq!(decode(list.as_bytes()).unwrap(), list);
        }
        let unmarked: Vec<u8> = "title\nLamp".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&unmarked), Err(ListFault::NotText(NotText { line: 1, utf16: false })));
        let wide: Vec<u8> = "\u{feff}title".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        assert_eq!(decode(&wide), Err(ListFault::NotText(NotText { line: 1, utf16: true })));
        let zero = decode(b"title\nLamp\nLo\0op\n");
        assert_eq!(zero, Err(ListFault::NotText(NotText { line: 3, utf16: false })));
    }
}
