//! Where a JSON text is broken, as editors count: lines and characters, and not bytes.

use serde::Serialize;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct JsonPlace {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl Default for JsonPlace {
    fn default() -> Self {
        Self { line: 1, column: 1 }
    }
}

impl JsonPlace {
    /// The place behind the first `before` bytes of a text.
    pub(crate) fn of(text: &[u8], before: usize) -> Self {
        let mut place = Self::default();
        place.pass(text.get(..before).unwrap_or(text));
        place
    }

    /// Goes on behind these bytes.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' => *self = Self { line: self.line + 1, column: 1 },
                // Such a byte goes on with a character.
                0x80..0xc0 => {}
                _ => self.column += 1,
            }
        }
    }
}

/// Why a text is no JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonBreak {
    /// Its last character, or the first that does not fit.
    pub place: JsonPlace,
    /// It ends before all that it opens is closed.
    pub is_cut: bool,
}

impl JsonBreak {
    /// What serde_json found in a text.
    pub(crate) fn of(json: &[u8], error: &serde_json::Error) -> Self {
        let place = JsonPlace::of(json, stopped(json, error).saturating_sub(1));
        Self { place, is_cut: error.is_eof() }
    }
}

/// How many bytes serde_json had looked at when it stopped. Its line counts from 1, its column from 0.
pub(crate) fn stopped(json: &[u8], error: &serde_json::Error) -> usize {
    let starts = json.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let line = error.line();
    let start = if line > 1 { starts.into_iter().nth(line - 2).unwrap_or(json.len()) } else { 0 };
    start + error.column()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_counted_as_editors_do() {
        for (json, line, column, is_cut) in [
            ("", 1, 1, true),
            ("{\"a\": [1,\n 2", 2, 2, true),
            ("{\"a\": \"cut", 1, 10, true),
            ("{\"a\": [1\n", 1, 9, true),
            ("{\"Glühwürmchen\" 1}", 1, 17, false),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, false),
            ("{\n  \"a\": 1,\n}", 3, 1, false),
            ("{} {}", 1, 4, false),
        ] {
            let error = serde_json::from_str::<serde_json::Value>(json).unwrap_err();
            let found = JsonBreak::of(json.as_bytes(), &error);
            assert_eq!(found, JsonBreak { place: JsonPlace { line, column }, is_cut }, "{json}: {error}");
        }
    }
}
