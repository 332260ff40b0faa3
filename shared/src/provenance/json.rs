//! JSON read strictly (I-JSON, RFC 7493): what two readers could understand differently is refused.

use std::collections::BTreeMap;
use std::fmt;

/// Deepest nesting that is read.
const DEEPEST: usize = 64;

/// Most bytes of a text. A ranking of 10,000 projects, signed, has 6 MB.
const LONGEST: usize = 16 * 1024 * 1024;

/// What a text may hold: a value counts one, an object twelve more, and each of its members four more. A reader holds about
/// 50 bytes for each, so that a text of brackets and commas takes no more memory than one of words. A ranking of 10,000
/// projects counts 600,000.
const MOST: usize = 2_000_000;
const OBJECT: usize = 12;
const MEMBER: usize = 4;

/// Integers from here on are not told apart by every reader (RFC 7493, 2.2): 2^53.
const BEYOND: f64 = 9_007_199_254_740_992.0;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A finite number, as the nearest double.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object; no key stands twice.
    Object(BTreeMap<String, Json>),
}

/// Why a text is not read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Bytes before the place.
    pub at: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.what, self.at)
    }
}

impl std::error::Error for JsonError {}

/// Reads one JSON value. Refused besides what is no JSON: a key that stands twice, an integer beyond 2^53−1, a number
/// that no double holds, half a surrogate pair, nesting deeper than 64, bytes that are no UTF-8, and more than any record
/// holds.
///
/// # Errors
/// The first fault, with its place.
pub fn parse(bytes: &[u8]) -> Result<Json, JsonError> {
    if bytes.len() > LONGEST {
        return Err(JsonError { at: LONGEST, what: "it is longer than any record".into() });
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|e| JsonError { at: e.valid_up_to(), what: "the bytes are no UTF-8".into() })?;
    let mut reader = Reader { text, at: 0, count: 0 };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.at < text.len() {
        return reader.fault("something follows the value");
    }
    Ok(value)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// What was read so far, as [`MOST`] counts it.
    count: usize,
}

type Read<T> = Result<T, JsonError>;

impl Reader<'_> {
    fn fault<T>(&self, what: impl Into<String>) -> Read<T> {
        Err(JsonError { at: self.at, what: what.into() })
    }

    fn counts(&mut self, more: usize) -> Read<()> {
        self.count += more;
        if self.count > MOST { self.fault("it holds more values than any record") } else { Ok(()) }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes the byte where it stands next.
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Read<Json> {
        if depth > DEEPEST {
            return self.fault(format!("it is nested deeper than {DEEPEST}"));
        }
        self.counts(1)?;
        self.blanks();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Read<Json> {
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))]
        {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        self.fault("a JSON value should stand here")
    }

    fn list(&mut self, depth: usize) -> Read<Json> {
        self.at += 1;
        let mut items = Vec::new();
        self.blanks();
        if self.takes(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.blanks();
            if self.takes(b']') {
                return Ok(Json::List(items));
            }
            if !self.takes(b',') {
                return self.fault("a comma or ] should stand here");
            }
        }
    }

    fn object(&mut self, depth: usize) -> Read<Json> {
        self.at += 1;
        let mut members = BTreeMap::new();
        self.blanks();
        if self.takes(b'}') {
            return Ok(Json::Object(members));
        }
        self.counts(OBJECT)?;
        loop {
            self.counts(MEMBER)?;
            self.blanks();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return self.fault("a key in quotes should stand here");
            }
            let key = self.string()?;
            if members.contains_key(&key) {
                let what = format!("the key {key:?} stands twice in one object");
                return Err(JsonError { at: start, what });
            }
            self.blanks();
            if !self.takes(b':') {
                return self.fault("a colon should stand here");
            }
            let value = self.value(depth + 1)?;
            members.insert(key, value);
            self.blanks();
            if self.takes(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.takes(b',') {
                return self.fault("a comma or } should stand here");
            }
        }
    }

    fn digits(&mut self) -> Read<()> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return self.fault("a digit should stand here");
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Read<Json> {
        let start = self.at;
        self.takes(b'-');
        if !self.takes(b'0') {
            self.digits()?;
        }
        if self.takes(b'.') {
            self.digits()?;
        }
        if self.takes(b'e') || self.takes(b'E') {
            let _ = self.takes(b'+') || self.takes(b'-');
            self.digits()?;
        }
        let literal = &self.text[start..self.at];
        let refused = |what: &str| Err(JsonError { at: start, what: format!("{literal:.40} {what}") });
        let Some(value) = literal.parse::<f64>().ok().filter(|v| v.is_finite()) else {
            return refused("is too large for a number");
        };
        // From 1e21 on the canonical form is no integer any more; below, it would be one that was refused.
        let integer = !literal.contains(['.', 'e', 'E']);
        if value.abs() >= BEYOND && (integer || value.abs() < 1e21) {
            return refused("is an integer beyond 2^53−1");
        }
        Ok(Json::Number(value))
    }

    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(|c: char| c == '"' || c == '\\' || c < ' ').unwrap_or(rest.len());
            string.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                Some(_) => return self.fault("a control character stands unescaped in a string"),
                None => return self.fault("the text ends inside a string"),
            }
        }
    }

    fn escape(&mut self) -> Read<char> {
        let start = self.at;
        self.at += 2;
        Ok(match self.text.as_bytes().get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => return Err(JsonError { at: start, what: "this escape is unknown".into() }),
        })
    }

    /// The character of `\uXXXX`, or of two of them that make a surrogate pair.
    fn unicode(&mut self, start: usize) -> Read<char> {
        let first = self.four_digits()?;
        let code = if (0xD800..0xDC00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let second = self.four_digits()?;
            match second.checked_sub(0xDC00) {
                Some(low) if low < 0x400 => 0x1_0000 + ((first - 0xD800) << 10) + low,
                _ => first,
            }
        } else {
            first
        };
        char::from_u32(code)
            .ok_or_else(|| JsonError { at: start, what: "half a surrogate pair stands alone".into() })
    }

    fn four_digits(&mut self) -> Read<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).unwrap_or_default();
        let mut code = 0;
        for digit in digits {
            match char::from(*digit).to_digit(16) {
                Some(value) => code = code * 16 + value,
                None => return self.fault("four hexadecimal digits should stand here"),
            }
        }
        if digits.len() < 4 {
            return self.fault("four hexadecimal digits should stand here");
        }
        self.at += 4;
        Ok(code)
    }
}
