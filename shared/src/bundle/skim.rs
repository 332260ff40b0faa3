//! Taking a bundle in by parts. An import leaves the runs and the log aside: their entries are checked to be JSON and
//! forgotten, so that a log of a million rows takes no memory.

use super::bounds::DEPTH;
use super::json_check::{JsonCheck, Step};
use crate::json_place::JsonPlace;
use crate::refusal::{EntryFault, Refusal};

/// Lists that an import leaves aside.
const LEFT_ASIDE: [&[u8]; 2] = [b"runs", b"audit"];
/// Levels of a file around an entry of such a list: the file itself, and the list.
const AROUND: usize = 2;

/// A bundle that comes in by parts: what an import reads of it, in which `runs` and `audit` are empty lists.
#[derive(Debug)]
pub struct Skim {
    /// Most MiB that are kept.
    most: usize,
    kept: Vec<u8>,
    /// The place behind what was kept or left aside.
    place: JsonPlace,
    depth: usize,
    text: Text,
    /// The last text at the top; as something opens, that is its name. No more of it than the longest name needs.
    name: Vec<u8>,
    /// The list that is being left aside.
    aside: Option<Aside>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    Outside,
    Inside,
    Escaped,
}

#[derive(Debug)]
struct Aside {
    check: JsonCheck,
    entry: usize,
}

impl Skim {
    /// Keeps at most so many MiB.
    pub fn new(most: usize) -> Self {
        let (kept, name, text) = (Vec::new(), Vec::new(), Text::Outside);
        Self { most, kept, place: JsonPlace::default(), depth: 0, text, name, aside: None }
    }

    /// Takes the next part.
    ///
    /// # Errors
    /// 400 where an entry that is left aside is no JSON or nested too deep, and where more than the bound is left to keep.
    pub fn take(&mut self, part: &[u8]) -> Result<(), Refusal> {
        let mut rest = part;
        while !rest.is_empty() {
            let taken = if self.aside.is_some() { self.pass_over(rest)? } else { self.keep(rest)? };
            rest = rest.get(taken..).unwrap_or_default();
        }
        Ok(())
    }

    /// Bytes that are kept so far.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// What an import reads. Whether that is a whole bundle, the reading finds out.
    pub fn finish(self) -> Vec<u8> {
        self.kept
    }

    /// Keeps what comes before the next list that is left aside, and says how much that was.
    fn keep(&mut self, part: &[u8]) -> Result<usize, Refusal> {
        let aside = part.iter().position(|byte| self.opens_aside(*byte)).map(|at| at + 1);
        let kept = part.get(..aside.unwrap_or(part.len())).unwrap_or_default();
        self.place.pass(kept);
        if aside.is_some() {
            let check = JsonCheck::of_list(DEPTH - AROUND, self.place);
            self.aside = Some(Aside { check, entry: 0 });
        }
        if self.kept.len() + kept.len() > self.most * 1024 * 1024 {
            let fault = EntryFault::LargeWithoutLog { mebibytes: self.most };
            return Err(Refusal::field("bundle", fault));
        }
        self.kept.extend_from_slice(kept);
        Ok(kept.len())
    }

    /// Follows the file's structure; whether this byte opens a list that is left aside.
    fn opens_aside(&mut self, byte: u8) -> bool {
        match (self.text, byte) {
            (Text::Escaped, _) => self.text = Text::Inside,
            (Text::Inside, b'"') => self.text = Text::Outside,
            (Text::Inside, b'\\') => self.text = Text::Escaped,
            (Text::Outside, b'"') => {
                self.text = Text::Inside;
                if self.depth == 1 {
                    self.name.clear();
                }
                return false;
            }
            (Text::Outside, b'{' | b'[') => {
                self.depth += 1;
                return self.depth == 2 && byte == b'[' && LEFT_ASIDE.contains(&self.name.as_slice());
            }
            (Text::Outside, b'}' | b']') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        // A name with an escape in it, or a longer one, is none of ours.
        if self.depth == 1 && self.text != Text::Outside && self.name.len() < 8 {
            self.name.push(byte);
        }
        false
    }

    /// Checks the entries of a list and forgets them, up to its end, which is kept.
    fn pass_over(&mut self, part: &[u8]) -> Result<usize, Refusal> {
        let Some(aside) = &mut self.aside else { return Ok(0) };
        for (at, byte) in part.iter().enumerate() {
            match aside.check.step(*byte) {
                Ok(Step::Inside) => {}
                Ok(Step::NextEntry) => aside.entry += 1,
                Ok(Step::End) => {
                    self.place = aside.check.behind();
                    self.aside = None;
                    self.depth = self.depth.saturating_sub(1);
                    self.kept.push(b']');
                    return Ok(at + 1);
                }
                Err(fault) => {
                    let name = String::from_utf8_lossy(&self.name);
                    return Err(Refusal::field(&format!("{name}[{}]", aside.entry), fault));
                }
            }
        }
        Ok(part.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept of a file that comes in parts of this size, or the fault.
    fn skimmed(file: &str, size: usize) -> Result<String, String> {
        let mut skim = Skim::new(1);
        for part in file.as_bytes().chunks(size) {
            skim.take(part).map_err(|refusal| format!("{:?}", refusal.fields.0))?;
        }
        Ok(String::from_utf8(skim.finish()).unwrap())
    }

    #[test]
    fn runs_and_log_become_empty_lists_however_the_file_is_cut() {
        for (file, kept) in [
            (
                r#"{"event":{"name":"A"},"runs":[{"run":1,"x":[1,[2]]}],"audit":[]}"#,
                r#"{"event":{"name":"A"},"runs":[],"audit":[]}"#,
            ),
            (
                r#"{"audit" : [ 1, -2.5e3, "a\"]\\", null, {"]":"}"} ] , "people":[]}"#,
                r#"{"audit" : [] , "people":[]}"#,
            ),
            // Only lists at the top are left aside, and only under these very names.
            (
                r#"{"event":{"runs":[1]},"a\"udit":[1],"audits":[1],"audit":{"x":[1]},"runs":7}"#,
                r#"{"event":{"runs":[1]},"a\"udit":[1],"audits":[1],"audit":{"x":[1]},"runs":7}"#,
            ),
            (r#"["audit",[1]]"#, r#"["audit",[]]"#),
            (r#"{"format":"audit","people":[{"ref":"a"}]}"#, r#"{"format":"audit","people":[{"ref":"a"}]}"#),
            // What has no end is left to the reading.
            (r#"{"audit":[1,"#, r#"{"audit":["#),
            (r#"{"name":"audit"#, r#"{"name":"audit"#),
        ] {
            for size in [1, 2, 3, 7, 1000] {
                assert_eq!(skimmed(file, size).as_deref(), Ok(kept), "{file} in parts of {size}");
            }
        }
    }

    #[test]
    fn faults_in_what_is_left_aside_are_named_by_their_entry() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(skimmed(&format!(r#"{{"runs":[1,{}]}}"#, nested(62)), 5).is_ok());
        for (list, said) in [
            (format!("1,{}", nested(63)), "runs[1]\": [File(Deep { most: 64 })]"),
            (nested(1_000_000), "runs[0]\": [File(Deep { most: 64 })]"),
            (
                "1,2,\n oops".into(),
                "runs[2]\": [File(NotJson(JsonBreak { place: JsonPlace { line: 2, column: 6 }, is_cut: false }))]",
            ),
            (
                r#"{"a" 1}"#.into(),
                "runs[0]\": [File(NotJson(JsonBreak { place: JsonPlace { line: 1, column: 15 }, is_cut: false }))]",
            ),
        ] {
            let said_of = skimmed(&format!(r#"{{"runs":[{list}]}}"#), 1000).unwrap_err();
            assert!(said_of.contains(said), "{said_of}");
        }
    }

    #[test]
    fn what_is_kept_has_a_bound_and_what_is_left_aside_has_none() {
        let long = "a".repeat(1024 * 1024);
        assert!(skimmed(&format!(r#"{{"audit":["{long}","{long}"]}}"#), 4096).is_ok());
        let fault = skimmed(&format!(r#"{{"event":"{long}"}}"#), 4096).unwrap_err();
        assert!(fault.contains("LargeWithoutLog { mebibytes: 1 }"), "{fault}");
    }
}
