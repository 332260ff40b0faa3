//! What was typed and is not stored by the server yet, kept in this browser: for one person and one assignment.
//! Signing out forgets all of it (`style/assets/times.js`), and so does a save.
//!
//! A kept draft names the save it was typed upon. While that save is still the newest it is put back; once the
//! server has another, from another window or device, the judge chooses.

use super::browser::Store;

/// What stands in the form: each criterion's key with its text, in the rubric's order, and the comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    /// Keys and texts; an empty text is no score.
    pub(super) scores: Vec<(String, String)>,
    /// The comment.
    pub(super) comment: String,
}

impl Typed {
    /// What was typed for a criterion; empty for nothing.
    pub(super) fn score(&self, key: &str) -> &str {
        self.scores.iter().find(|(k, _)| k == key).map_or("", |(_, text)| text)
    }

    /// One line for the scores, then the comment.
    fn write(&self) -> String {
        let mut text = String::new();
        for (key, score) in &self.scores {
            text.push_str(key);
            text.push('=');
            text.push_str(score);
            text.push('\t');
        }
        text.push('\n');
        text.push_str(&self.comment);
        text
    }

    fn read(text: &str) -> Option<Self> {
        let (scores, comment) = text.split_once('\n')?;
        let pair = |score: &str| score.split_once('=').map(|(key, text)| (key.to_owned(), text.to_owned()));
        Some(Self { scores: scores.split('\t').filter_map(pair).collect(), comment: comment.to_owned() })
    }

    /// Tells one content from another (FNV-1a).
    pub(super) fn digest(&self) -> String {
        let hash = self.write().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:x}")
    }
}

/// What was typed upon a certain save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// The save it was typed upon.
    pub(super) upon: String,
    /// When it was typed, in words.
    pub(super) at: String,
    /// The digest of what was sent last without an answer; empty for nothing.
    pub(super) trying: String,
    /// What was typed.
    pub(super) typed: Typed,
}

impl Kept {
    /// A line each for the save, the time and what was tried, then what was typed.
    fn write(&self) -> String {
        [self.upon.as_str(), &self.at, &self.trying, &self.typed.write()].join("\n")
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.splitn(4, '\n');
        let mut line = || lines.next().map(str::to_owned);
        Some(Self { upon: line()?, at: line()?, trying: line()?, typed: Typed::read(&line()?)? })
    }

    /// Whether the newest save, and what it holds, is the one this was typed upon: the same, or one that was sent from
    /// here and whose answer was lost.
    pub(super) fn fits(&self, upon: &str, stored: &Typed) -> bool {
        self.upon == upon || self.trying == stored.digest()
    }
}

/// The name under which a person's draft for an assignment is kept.
pub(super) fn name(person: &str, assignment: &str) -> String {
    ["evenhand-review-", person, "-", assignment].concat()
}

/// What is kept under this name, if anything.
pub(super) fn read(name: &str) -> Option<Kept> {
    Kept::read(&Store::Device.get(name)?)
}

/// Keeps it; whether that worked.
pub(super) fn write(name: &str, kept: &Kept) -> bool {
    Store::Device.set(name, &kept.write())
}

/// Forgets what is kept under this name.
pub(super) fn forget(name: &str) {
    Store::Device.remove(name);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(quality: &str, comment: &str) -> Typed {
        let scores = vec![("quality".into(), quality.into()), ("reach".into(), String::new())];
        Typed { scores, comment: comment.into() }
    }

    fn kept(typed: Typed) -> Kept {
        Kept { upon: "2026-11-20T18:00:00.000001Z".into(), at: "18:03".into(), trying: String::new(), typed }
    }

    #[test]
    fn a_kept_draft_is_read_as_it_was_written() {
        for typed in [typed("-2", "two\n\nlines\t=."), typed("", ""), Typed::default()] {
            assert_eq!(Kept::read(&kept(typed.clone()).write()), Some(kept(typed)));
        }
        assert_eq!(Kept::read("non\nsense"), None);
        assert_eq!((typed("4", "").score("quality"), typed("4", "").score("polish")), ("4", ""));
    }

    #[test]
    fn a_kept_draft_fits_the_save_it_was_typed_upon_and_the_one_whose_answer_was_lost() {
        let (mine, other) = (typed("4", "Mine"), typed("2", "Other"));
        let lost = Kept { trying: other.digest(), ..kept(mine.clone()) };
        assert!(kept(mine.clone()).fits("2026-11-20T18:00:00.000001Z", &other));
        assert!(!kept(mine.clone()).fits("2026-11-20T18:03:00.000001Z", &other));
        assert!(lost.fits("2026-11-20T18:03:00.000001Z", &other));
        assert!(!lost.fits("2026-11-20T18:03:00.000001Z", &typed("1", "Third")));
    }

    #[test]
    fn what_is_kept_belongs_to_one_person_and_one_assignment() {
        let names = [name("1", "12"), name("11", "2"), name("1", "2")];
        assert!(names.iter().all(|n| names.iter().filter(|m| *m == n).count() == 1));
    }
}
