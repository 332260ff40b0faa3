//! JSON read strictly (I-JSON, RFC 7493): what two readers could understand differently is refused.

use crate::json_place::JsonPlace;
use crate::prelude::*;

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

/// From here on, readers no longer agree on which integer a text means (RFC 7493, 2.2): 2^53.
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
    /// An object; no key occurs twice.
    Object(BTreeMap<String, Json>),
}

/// Why a text is not read, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonError {
    /// The place.
    pub place: JsonPlace,
    /// What is wrong there.
    pub fault: JsonFault,
}

/// What is wrong with a JSON text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum JsonFault {
    TooLong,
    NotUtf8,
    TextAfterValue,
    TooManyValues,
    TooDeep { levels: usize },
    NoValue,
    ListUnfinished,
    ObjectUnfinished,
    NoKey,
    RepeatedKey { key: String },
    NoColon,
    NoDigit,
    NumberTooLarge { literal: String },
    IntegerTooLarge { literal: String },
    ControlCharacter,
    StringUnfinished,
    UnknownEscape,
    HalfSurrogatePair,
    NotFourHexDigits,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at line {}, column {}", self.fault, self.place.line, self.place.column)
    }
}

impl std::error::Error for JsonError {}

/// Reads one JSON value. Also refused, though other readers take them: a key that occurs twice, an integer beyond 2^53−1, a
/// number that no double holds, half a surrogate pair, nesting deeper than 64, and more values than any record holds.
/// A number too small for a double, such as `1e-400`, is read as 0, as every reader does.
///
/// # Errors
/// The first fault, with its place.
pub fn parse(bytes: &[u8]) -> Result<Json, JsonError> {
    read(bytes).map_err(|Stop { at, fault }| JsonError { place: JsonPlace::of(bytes, at), fault })
}

/// What is wrong, and how many bytes come before it.
struct Stop {
    at: usize,
    fault: JsonFault,
}

type Read<T> = Result<T, Stop>;

fn read(bytes: &[u8]) -> Read<Json> {
    if bytes.len() > LONGEST {
        return Err(Stop { at: LONGEST, fault: JsonFault::TooLong });
    }
    let text =
        std::str::from_utf8(bytes).map_err(|e| Stop { at: e.valid_up_to(), fault: JsonFault::NotUtf8 })?;
    let mut reader = Reader { text, at: 0, count: 0 };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.at < text.len() {
        return reader.fail(JsonFault::TextAfterValue);
    }
    Ok(value)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// What was read so far, as [`MOST`] counts it.
    count: usize,
}

impl Reader<'_> {
    fn fail<T>(&self, fault: JsonFault) -> Read<T> {
        Err(Stop { at: self.at, fault })
    }

    fn counts(&mut self, more: usize) -> Read<()> {
        self.count += more;
        if self.count > MOST { self.fail(JsonFault::TooManyValues) } else { Ok(()) }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes the byte if it comes next.
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Read<Json> {
        if depth > DEEPEST {
            return self.fail(JsonFault::TooDeep { levels: DEEPEST });
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
        self.fail(JsonFault::NoValue)
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
                return self.fail(JsonFault::ListUnfinished);
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
                return self.fail(JsonFault::NoKey);
            }
            let key = self.string()?;
            if members.contains_key(&key) {
                return Err(Stop { at: start, fault: JsonFault::RepeatedKey { key } });
            }
            self.blanks();
            if !self.takes(b':') {
                return self.fail(JsonFault::NoColon);
            }
            let value = self.value(depth + 1)?;
            members.insert(key, value);
            self.blanks();
            if self.takes(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.takes(b',') {
                return self.fail(JsonFault::ObjectUnfinished);
            }
        }
    }

    fn digits(&mut self) -> Read<()> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return self.fail(JsonFault::NoDigit);
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
        let shown = || literal.get(..40).unwrap_or(literal).to_owned();
        let Some(value) = literal.parse::<f64>().ok().filter(|v| v.is_finite()) else {
            return Err(Stop { at: start, fault: JsonFault::NumberTooLarge { literal: shown() } });
        };
        // From 1e21 on the canonical form is no integer any more; below, it would be one that was refused.
        let integer = !literal.contains(['.', 'e', 'E']);
        if value.abs() >= BEYOND && (integer || value.abs() < 1e21) {
            return Err(Stop { at: start, fault: JsonFault::IntegerTooLarge { literal: shown() } });
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
                Some(_) => return self.fail(JsonFault::ControlCharacter),
                None => return self.fail(JsonFault::StringUnfinished),
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
            _ => return Err(Stop { at: start, fault: JsonFault::UnknownEscape }),
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
        char::from_u32(code).ok_or(Stop { at: start, fault: JsonFault::HalfSurrogatePair })
    }

    fn four_digits(&mut self) -> Read<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).unwrap_or_default();
        let mut code = 0;
        for digit in digits {
            match char::from(*digit).to_digit(16) {
                Some(value) => code = code * 16 + value,
                None => return self.fail(JsonFault::NotFourHexDigits),
            }
        }
        if digits.len() < 4 {
            return self.fail(JsonFault::NotFourHexDigits);
        }
        self.at += 4;
        Ok(code)
    }
}
