//! What was typed and is not stored by the server yet, kept in this browser: for one person, one assignment and one tab.
//! A save forgets the copy; signing out asks about it (`style/assets/device.js`).
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
    /// When it was typed, in milliseconds since 1970; 0 where that is not known.
    pub(super) at: u64,
    /// The digest of what was sent last without an answer; empty for nothing.
    pub(super) trying: String,
    /// The button that was pressed and not answered: to submit, or to save a draft.
    pub(super) wish: Option<bool>,
    /// What was typed.
    pub(super) typed: Typed,
}

/// The first line of a copy; a copy without it was written before there were wishes.
const FORMAT: &str = "2";

impl Kept {
    /// A line each for the format, the save, the time, what was tried and the wish, then what was typed.
    /// `style/assets/device.js` reads the wish.
    fn write(&self) -> String {
        let wish = match self.wish {
            None => "",
            Some(true) => "true",
            Some(false) => "false",
        };
        [FORMAT, &self.upon, &self.at.to_string(), &self.trying, wish, &self.typed.write()].join("\n")
    }

    fn read(text: &str) -> Option<Self> {
        let Some(text) = text.strip_prefix(FORMAT).and_then(|rest| rest.strip_prefix('\n')) else {
            return Self::read_first_format(text);
        };
        let mut lines = text.splitn(5, '\n');
        let mut line = || lines.next().map(str::to_owned);
        let (upon, at, trying, wish) = (line()?, line()?.parse().ok()?, line()?, line()?);
        let wish = match wish.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        Some(Self { upon, at, trying, wish, typed: Typed::read(&line()?)? })
    }

    /// The time was a phrase.
    fn read_first_format(text: &str) -> Option<Self> {
        let mut lines = text.splitn(4, '\n');
        let mut line = || lines.next().map(str::to_owned);
        let (upon, _, trying) = (line()?, line()?, line()?);
        Some(Self { upon, at: 0, trying, wish: None, typed: Typed::read(&line()?)? })
    }

    /// Whether the newest save, and what it holds, is the one this was typed upon: the same, or one that was sent from
    /// here and whose answer was lost.
    pub(super) fn fits(&self, upon: &str, stored: &Typed) -> bool {
        self.upon == upon || self.trying == stored.digest()
    }

    /// Whether the server holds all of it: then nothing is lost with the copy.
    pub(super) fn is_saved(&self, stored: &Typed, submitted: bool) -> bool {
        self.typed == *stored && self.wish.is_none_or(|wish| wish == submitted)
    }
}

/// A copy and the name it is kept under. Each tab writes under a name of its own, so that no tab overwrites or forgets
/// what was typed in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Copy {
    /// The name in the storage.
    pub(super) name: String,
    /// What is kept under it.
    pub(super) kept: Kept,
}

/// What the names of a person's copies for an assignment begin with. Before each tab had a name of its own, this was the
/// whole name.
pub(super) fn prefix(person: &str, assignment: &str) -> String {
    ["evenhand-review-", person, "-", assignment].concat()
}

/// The name under which a tab keeps its copy.
pub(super) fn name(prefix: &str, tab: &str) -> String {
    [prefix, "-", tab].concat()
}

/// Whether a name is one of those that begin with this prefix. Assignment 12 has no part in the copies of 1.
pub(super) fn belongs(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The tab's own copy first, then the others, the newest first.
fn in_order(mut copies: Vec<Copy>, own: &str) -> Vec<Copy> {
    copies.sort_by_key(|copy| std::cmp::Reverse((copy.name == own, copy.kept.at)));
    copies
}

/// Every copy of a person for an assignment: the tab's own first, then the newest.
pub(super) fn all(prefix: &str, own: &str) -> Vec<Copy> {
    let names = Store::Device.names(prefix).into_iter().filter(|name| belongs(name, prefix));
    in_order(names.filter_map(|name| read(&name).map(|kept| Copy { name, kept })).collect(), own)
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
        let upon = "2026-11-20T18:00:00.000001Z".into();
        Kept { upon, at: 1_795_197_780_000, trying: String::new(), wish: None, typed }
    }

    #[test]
    fn a_kept_draft_is_read_as_it_was_written() {
        for typed in [typed("-2", "two\n\nlines\t=."), typed("", ""), Typed::default()] {
            for wish in [None, Some(true), Some(false)] {
                let kept = Kept { wish, ..kept(typed.clone()) };
                assert_eq!(Kept::read(&kept.write()), Some(kept));
            }
        }
        assert_eq!(Kept::read("non\nsense"), None);
        assert_eq!((typed("4", "").score("quality"), typed("4", "").score("polish")), ("4", ""));
    }

    #[test]
    fn a_draft_that_was_kept_before_tabs_had_names_is_still_read() {
        let old = "none\nat 18:03 (20 Nov 2026 17:03 UTC)\n1f\nquality=4\treach=\t\nMine\n2";
        let read = Kept { upon: "none".into(), at: 0, trying: "1f".into(), ..kept(typed("4", "Mine\n2")) };
        assert_eq!(Kept::read(old), Some(read));
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
    fn a_copy_is_needed_until_the_server_has_its_text_and_did_what_was_wished() {
        let mine = kept(typed("4", "Mine"));
        let wished = Kept { wish: Some(true), ..mine.clone() };
        assert!(mine.is_saved(&typed("4", "Mine"), false) && mine.is_saved(&typed("4", "Mine"), true));
        assert!(!mine.is_saved(&typed("3", "Mine"), true));
        assert!(wished.is_saved(&typed("4", "Mine"), true) && !wished.is_saved(&typed("4", "Mine"), false));
    }

    #[test]
    fn what_is_kept_belongs_to_one_person_and_one_assignment() {
        let copies = [prefix("1", "12"), prefix("11", "2"), prefix("1", "2"), name(&prefix("1", "2"), "a")];
        let of = |person, assignment| {
            let mine = prefix(person, assignment);
            copies.iter().filter(|name| belongs(name, &mine)).count()
        };
        assert_eq!([of("1", "12"), of("11", "2"), of("1", "2"), of("1", "1")], [1, 1, 2, 0]);
    }

    #[test]
    fn a_tab_finds_its_own_copy_before_newer_ones_of_others() {
        let copy = |name: &str, at| Copy { name: name.into(), kept: Kept { at, ..kept(Typed::default()) } };
        let order = |own| {
            let copies = in_order(vec![copy("r", 0), copy("r-a", 1), copy("r-b", 3), copy("r-c", 2)], own);
            copies.into_iter().map(|copy| copy.name).collect::<Vec<_>>()
        };
        assert_eq!(order("r-a"), ["r-a", "r-b", "r-c", "r"]);
        assert_eq!(order("r-d"), ["r-b", "r-c", "r-a", "r"]);
    }
}
