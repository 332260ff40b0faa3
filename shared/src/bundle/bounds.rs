//! What no bundle of a real event exceeds, looked at before anything of it is kept: the reading after this takes no more
//! memory than a few times the file's own size, whatever the file.

use crate::refusal::EntryFault;

/// Deepest nesting.
pub(super) const DEPTH: usize = 64;
/// Most bytes of one entry, in MiB: a project's longest texts, every character escaped, are less.
const ENTRY_MEBIBYTES: usize = 1;
/// The same in bytes.
const ENTRY: usize = ENTRY_MEBIBYTES * 1024 * 1024;
/// Most values in one entry.
const VALUES: usize = 10_000;
/// Most values in all: three times those of an event of 10,000 projects and 50,000 reviews.
const ALL_VALUES: usize = 4_000_000;
/// Most bytes of a name or text at the top.
const NAME: usize = 200;

/// How far the look at the file has come.
#[derive(Default)]
struct Look<'b> {
    depth: usize,
    /// The last text at the top; as something opens, that is its name.
    text: &'b [u8],
    /// The list or object at the top that is open.
    member: &'b [u8],
    /// It is a list, of which this is the entry; an object is one entry.
    entry: Option<usize>,
    /// Where the entry begins.
    began: usize,
    values: usize,
    all_values: usize,
}

/// Looks at the file's structure alone; what is no JSON is left to the reading.
///
/// # Errors
/// The place that is too deep or too large, and the bound.
pub(super) fn within(bytes: &[u8]) -> Result<(), (String, EntryFault)> {
    let mut look = Look::default();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = end_of_text(bytes, at + 1);
                if look.depth == 1 {
                    look.text = bytes.get(at + 1..end).unwrap_or_default();
                    if look.text.len() > NAME {
                        return Err(("bundle".into(), EntryFault::LongName));
                    }
                }
                at = end;
            }
            b'{' | b'[' => look.open(byte, at)?,
            b'}' | b']' => look.close(at)?,
            b',' => look.next(at)?,
            _ => {}
        }
        at += 1;
    }
    // A text without an end.
    look.sized(bytes.len())
}

/// Where the text ends that begins here.
pub(super) fn end_of_text(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

impl Look<'_> {
    fn open(&mut self, byte: u8, at: usize) -> Result<(), (String, EntryFault)> {
        self.depth += 1;
        if self.depth == 2 {
            self.member = self.text;
            self.entry = (byte == b'[').then_some(0);
            (self.began, self.values) = (at, 0);
        }
        if self.depth > DEPTH {
            return self.fault(EntryFault::Deep { most: DEPTH });
        }
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), (String, EntryFault)> {
        self.sized(at)?;
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }

    fn next(&mut self, at: usize) -> Result<(), (String, EntryFault)> {
        if self.depth < 2 || self.left_aside() {
            return Ok(());
        }
        self.sized(at)?;
        self.all_values += 1;
        if self.all_values > ALL_VALUES {
            return Err(("bundle".into(), EntryFault::ManyValuesInAll { most: ALL_VALUES }));
        }
        match &mut self.entry {
            Some(entry) if self.depth == 2 => {
                *entry += 1;
                (self.began, self.values) = (at, 0);
            }
            _ => self.values += 1,
        }
        if self.values > VALUES {
            return self.fault(EntryFault::ManyValues { most: VALUES });
        }
        Ok(())
    }

    /// Runs and log are passed over, so they may be as long as they are.
    fn left_aside(&self) -> bool {
        matches!(self.member, b"runs" | b"audit")
    }

    fn sized(&self, at: usize) -> Result<(), (String, EntryFault)> {
        if self.depth >= 2 && !self.left_aside() && at - self.began > ENTRY {
            return self.fault(EntryFault::Large { mebibytes: ENTRY_MEBIBYTES });
        }
        Ok(())
    }

    fn fault(&self, fault: EntryFault) -> Result<(), (String, EntryFault)> {
        let member = String::from_utf8_lossy(self.member);
        let place = match self.entry {
            // Nothing at the top has a name yet.
            _ if member.is_empty() => "bundle".into(),
            Some(entry) => format!("{member}[{entry}]"),
            None => member.into_owned(),
        };
        Err((place, fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(file: &str) -> String {
        within(file.as_bytes()).err().map(|(place, fault)| format!("{place}: {fault:?}")).unwrap_or_default()
    }

    #[test]
    fn what_is_too_deep_is_named_by_its_entry() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let runs = |levels| format!(r#"{{"format":"x","people":[{{}}],"runs":[1,{}]}}"#, nested(levels));
        assert_eq!(fault(&runs(62)), "");
        assert_eq!(fault(&runs(63)), "runs[0]: Deep { most: 64 }");
        let event = format!(r#"{{"event":{{"name":{}}}}}"#, nested(100_000));
        assert_eq!(fault(&event), "event: Deep { most: 64 }");
        assert_eq!(fault(&"[".repeat(100_000)), "bundle: Deep { most: 64 }");
        assert_eq!(
            fault(&format!(r#"{{"event":"{}"}}"#, "[".repeat(150))),
            "",
            "brackets in a text open nothing"
        );
        assert_eq!(
            fault(&format!(r#"{{"a":"\"{}"}}"#, "{".repeat(150))),
            "",
            "nor after a quote that is escaped"
        );
    }

    #[test]
    fn what_is_too_large_is_named_by_its_entry() {
        let long = "a".repeat(ENTRY);
        assert_eq!(
            fault(&format!(r#"{{"people":[{{}},{{"name":"{long}"}}]}}"#)),
            "people[1]: Large { mebibytes: 1 }"
        );
        assert_eq!(fault(&format!(r#"{{"event":{{"{long}":1}}}}"#)), "event: Large { mebibytes: 1 }");
        assert_eq!(fault(&format!(r#"{{"event":{{"name":"{long}"#)), "event: Large { mebibytes: 1 }");
        assert_eq!(fault(&format!(r#"{{"{long}":1}}"#)), "bundle: LongName");
        assert_eq!(
            fault(&format!(r#"{{"audit":[{{"after":"{long}"}}],"runs":["{long}"]}}"#)),
            "",
            "left aside"
        );
    }

    #[test]
    fn what_holds_too_much_is_named_by_its_entry() {
        let many = |n: usize, value: &str| vec![value; n].join(",");
        let choices = |n| format!(r#"{{"ballots":[1,{{"choices":[{}]}}]}}"#, many(n, r#""""#));
        assert_eq!(fault(&choices(VALUES)), "");
        assert_eq!(fault(&choices(VALUES + 2)), "ballots[1]: ManyValues { most: 10000 }");
        assert_eq!(fault(&format!(r#"{{"people":[{}]}}"#, many(1_000_000, "0"))), "");
        let all = format!(r#"{{"people":[{}]}}"#, many(ALL_VALUES + 2, "0"));
        assert_eq!(fault(&all), "bundle: ManyValuesInAll { most: 4000000 }");
        assert_eq!(fault(&format!(r#"{{"audit":[{}]}}"#, many(ALL_VALUES + 2, "0"))), "", "left aside");
    }
}
