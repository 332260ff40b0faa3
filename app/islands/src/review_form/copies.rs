//! The copy of a review that this device keeps. It names the save that it was typed over. While that save is the newest, the
//! copy goes back into the form; once the server has another, from another window or device, the judge chooses.

use super::values::ReviewValues;
use crate::local_copy::LocalCopy;

/// What was typed over a certain save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReviewCopy {
    /// The tag of the save it was typed over.
    pub(super) base_version: String,
    /// When it was typed, in milliseconds since 1970.
    pub(super) at: u64,
    /// The digests of what was sent without an answer, with blanks between them; empty for nothing.
    pub(super) trying: String,
    /// The button that was pressed and not answered: to submit, or to save a draft.
    pub(super) wish: Option<bool>,
    /// What was typed.
    pub(super) values: ReviewValues,
}

/// The first line of a copy.
const FORMAT: &str = "2";

impl ReviewCopy {
    /// Whether the newest save is the one this was typed over: the same, or one that was sent from here and whose answer
    /// was lost.
    pub(super) fn fits(&self, version: &str, stored: &ReviewValues) -> bool {
        self.base_version == version || self.trying.split(' ').any(|digest| digest == stored.digest())
    }

    /// Whether the server holds all of it: then nothing is lost with the copy.
    pub(super) fn is_saved(&self, stored: &ReviewValues, submitted: bool) -> bool {
        self.values == *stored && self.wish.is_none_or(|wish| wish == submitted)
    }
}

impl LocalCopy for ReviewCopy {
    /// A line each for the format, the save, the time, what was tried and the wish, then the values.
    /// `style/assets/device.js` reads the wish.
    fn to_text(&self) -> String {
        let wish = match self.wish {
            None => "",
            Some(true) => "true",
            Some(false) => "false",
        };
        let (at, values) = (self.at.to_string(), self.values.to_text());
        [FORMAT, &self.base_version, &at, &self.trying, wish, &values].join("\n")
    }

    fn from_text(text: &str) -> Option<Self> {
        let text = text.strip_prefix(FORMAT)?.strip_prefix('\n')?;
        let mut lines = text.splitn(5, '\n');
        let mut line = || lines.next().map(str::to_owned);
        let (base_version, at, trying, wish) = (line()?, line()?.parse().ok()?, line()?, line()?);
        let wish = match wish.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        Some(Self { base_version, at, trying, wish, values: ReviewValues::from_text(&line()?)? })
    }

    fn typed_at(&self) -> u64 {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(quality: &str, comment: &str) -> ReviewValues {
        let scores = vec![("quality".into(), quality.into()), ("reach".into(), String::new())];
        ReviewValues { scores, comment: comment.into() }
    }

    fn copy(values: ReviewValues) -> ReviewCopy {
        let base_version = "2026-11-20T18:00:00.000001Z".into();
        ReviewCopy { base_version, at: 1_795_197_780_000, trying: String::new(), wish: None, values }
    }

    #[test]
    fn a_copy_is_read_as_it_was_written() {
        for values in [values("-2", "two\n\nlines\t=."), values("", ""), ReviewValues::default()] {
            for wish in [None, Some(true), Some(false)] {
                let copy = ReviewCopy { wish, ..copy(values.clone()) };
                assert_eq!(ReviewCopy::from_text(&copy.to_text()), Some(copy));
            }
        }
        assert_eq!(ReviewCopy::from_text("non\nsense"), None);
        assert_eq!((values("4", "").score("quality"), values("4", "").score("polish")), ("4", ""));
    }

    #[test]
    fn a_copy_fits_the_save_it_was_typed_over_and_the_one_whose_answer_was_lost() {
        let (mine, other) = (values("4", "Mine"), values("2", "Other"));
        let trying = [values("3", "Between").digest(), other.digest()].join(" ");
        let lost = ReviewCopy { trying, ..copy(mine.clone()) };
        assert!(copy(mine.clone()).fits("2026-11-20T18:00:00.000001Z", &other));
        assert!(!copy(mine.clone()).fits("2026-11-20T18:03:00.000001Z", &other));
        assert!(lost.fits("2026-11-20T18:03:00.000001Z", &other));
        assert!(!lost.fits("2026-11-20T18:03:00.000001Z", &values("1", "Third")));
    }

    #[test]
    fn a_copy_is_needed_until_the_server_has_its_text_and_did_what_was_wished() {
        let mine = copy(values("4", "Mine"));
        let wished = ReviewCopy { wish: Some(true), ..mine.clone() };
        assert!(mine.is_saved(&values("4", "Mine"), false) && mine.is_saved(&values("4", "Mine"), true));
        assert!(!mine.is_saved(&values("3", "Mine"), true));
        assert!(wished.is_saved(&values("4", "Mine"), true) && !wished.is_saved(&values("4", "Mine"), false));
    }
}
