//! Whether bytes are JSON, one by one and without keeping them.

use crate::json_place::{JsonBreak, JsonPlace};
use crate::refusal::EntryFault;
use serde::de::IgnoredAny;

/// Most bytes of a number or a literal. None that anybody writes is longer.
const LONGEST: usize = 400;

/// Follows a list that has been opened, to its end.
#[derive(Debug)]
pub(super) struct JsonCheck {
    /// What is open, from the list on: an object, or else a list.
    objects: Vec<bool>,
    /// How many more levels than the list's own there may be.
    deepest: usize,
    expect: Expect,
    token: Token,
    /// The place of the next byte, and that of the one that is looked at.
    next: JsonPlace,
    place: JsonPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// A value, or the end of the list.
    FirstEntry,
    Value,
    /// A name, or the end of the object.
    FirstName,
    Name,
    Colon,
    /// A comma, or the end of what is open.
    Next,
}

#[derive(Debug)]
enum Token {
    None,
    Text,
    /// After a backslash.
    Escape,
    /// So many hex digits follow.
    Hex(u8),
    /// A number, `true`, `false` or `null`.
    Word(Vec<u8>),
}

/// Where a byte leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Into an entry of the list, or between two.
    Inside,
    /// To the next entry.
    NextEntry,
    /// Out of the list.
    End,
}

impl JsonCheck {
    /// A check from behind the bracket that opens a list, whose entries have at most so many levels.
    pub(super) fn of_list(deepest: usize, next: JsonPlace) -> Self {
        let (expect, token) = (Expect::FirstEntry, Token::None);
        Self { objects: vec![false], deepest, expect, token, next, place: next }
    }

    /// The place behind what was looked at.
    pub(super) fn behind(&self) -> JsonPlace {
        self.next
    }

    /// Looks at the next byte.
    ///
    /// # Errors
    /// It is no JSON, or nested too deep.
    pub(super) fn step(&mut self, byte: u8) -> Result<Step, EntryFault> {
        self.place = self.next;
        self.next.pass(&[byte]);
        match &mut self.token {
            Token::Text => match byte {
                b'"' => self.token = Token::None,
                b'\\' => self.token = Token::Escape,
                0..0x20 => return self.fault(),
                _ => {}
            },
            Token::Escape => match byte {
                b'u' => self.token = Token::Hex(4),
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => self.token = Token::Text,
                _ => return self.fault(),
            },
            Token::Hex(left) => {
                if !byte.is_ascii_hexdigit() {
                    return self.fault();
                }
                self.token = if *left == 1 { Token::Text } else { Token::Hex(*left - 1) };
            }
            Token::Word(word) => {
                if !ends_word(byte) {
                    word.push(byte);
                    return if word.len() > LONGEST { self.fault() } else { Ok(Step::Inside) };
                }
                if serde_json::from_slice::<IgnoredAny>(word).is_err() {
                    return self.fault();
                }
                self.token = Token::None;
                return self.between(byte);
            }
            Token::None => return self.between(byte),
        }
        Ok(Step::Inside)
    }

    /// Looks at a byte outside of texts and words.
    fn between(&mut self, byte: u8) -> Result<Step, EntryFault> {
        let value = matches!(self.expect, Expect::FirstEntry | Expect::Value);
        let in_object = self.objects.last() == Some(&true);
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b'"' if value => (self.token, self.expect) = (Token::Text, Expect::Next),
            b'"' if matches!(self.expect, Expect::FirstName | Expect::Name) => {
                (self.token, self.expect) = (Token::Text, Expect::Colon);
            }
            b'{' | b'[' if value => {
                if self.objects.len() > self.deepest {
                    return Err(EntryFault::Deep { most: super::bounds::DEPTH });
                }
                self.objects.push(byte == b'{');
                self.expect = if byte == b'{' { Expect::FirstName } else { Expect::FirstEntry };
            }
            b'}' if in_object && matches!(self.expect, Expect::FirstName | Expect::Next) => self.close(),
            b']' if !in_object && matches!(self.expect, Expect::FirstEntry | Expect::Next) => {
                self.close();
                if self.objects.is_empty() {
                    return Ok(Step::End);
                }
            }
            b',' if self.expect == Expect::Next => {
                self.expect = if in_object { Expect::Name } else { Expect::Value };
                if self.objects.len() == 1 {
                    return Ok(Step::NextEntry);
                }
            }
            b':' if self.expect == Expect::Colon => self.expect = Expect::Value,
            b'-' | b'0'..=b'9' | b'a'..=b'z' if value => {
                (self.token, self.expect) = (Token::Word(vec![byte]), Expect::Next);
            }
            _ => return self.fault(),
        }
        Ok(Step::Inside)
    }

    fn close(&mut self) {
        self.objects.pop();
        self.expect = Expect::Next;
    }

    fn fault<T>(&self) -> Result<T, EntryFault> {
        Err(EntryFault::NotJson(JsonBreak { place: self.place, is_cut: false }))
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a list, given without its first bracket, is one to its last byte.
    fn is_list(rest: &str) -> bool {
        let mut check = JsonCheck::of_list(62, JsonPlace::default());
        let steps: Vec<_> =
            rest.bytes().map(|byte| check.step(byte)).take_while(Result::is_ok).flatten().collect();
        steps.len() == rest.len() && steps.iter().position(|step| *step == Step::End) == Some(rest.len() - 1)
    }

    #[test]
    fn lists_are_told_from_what_is_none_as_serde_tells_them() {
        let pieces = [
            "1", "-0.5e+7", "01", "1.", "-", "true", "nul", "null", "\"\"", "\"a\\u00e9\\n\"", "\"\\x\"",
            "\"\\u12g4\"", "\"\t\"", "[]", "[1,]", "[,]", "[1 2]", "{}", "{\"a\":1}", "{\"a\"}", "{\"a\":}",
            "{\"a\":1,}", "{a:1}", "{\"a\":[{\"b\":null}]}", " \n[ 1 , 2 ] ", "]", "}", ":", "", "+1", "NaN",
            "{\"a\":1]", "[1}",
        ];
        let mut both = [0, 0];
        for a in pieces {
            for b in pieces {
                for rest in
                    [format!("{a}]"), format!("{a},{b}]"), format!(" {a} , {b} ]"), format!("{a}{b}]")]
                {
                    let whole = format!("[{rest}");
                    let wanted = serde_json::from_str::<IgnoredAny>(&whole).is_ok();
                    assert_eq!(is_list(&rest), wanted, "{whole}");
                    both[usize::from(wanted)] += 1;
                }
            }
        }
        assert!(both.iter().all(|n| *n > 100), "{both:?}");
    }
}
