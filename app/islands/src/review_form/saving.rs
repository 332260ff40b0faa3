//! When a review is sent, and what is said of it. Nothing here touches the browser, so all of it is tested.
//!
//! A draft is sent as soon as the judge pauses. A submitted review is sent only when a button was pressed.

use super::values::ReviewValues;
use crate::saving::{End, Halt, Requests, kept_words};
use std::ops::{Deref, DerefMut};

/// What is said of a submitted review, before the moment of its submission.
pub const SUBMITTED: &str = "Submitted";
/// What is said of a draft, before the moment of its save.
pub const DRAFT_SAVED: &str = "Draft saved";
/// What is said of a draft that was a submitted review, before the moment when its judge withdrew it.
pub const WITHDRAWN: &str = "Withdrawn";
/// What is said of a review that an organizer set aside, before that moment.
pub const SET_ASIDE: &str = "Set aside";

/// Whether these words are followed by the time since when they are so.
pub fn names_moment(words: &str) -> bool {
    [SUBMITTED, DRAFT_SAVED, WITHDRAWN, SET_ASIDE].contains(&words)
}

/// The answer to a request; a save is answered with its tag.
pub(super) type Answer = crate::saving::Answer<String>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Attempt {
    /// What it sends.
    pub(super) values: ReviewValues,
    pub(super) submit: bool,
}

/// How far saving is: the requests, and the newest save that this page knows of.
#[derive(Clone, Debug, Default)]
pub(super) struct ReviewSaving {
    pub(super) requests: Requests<Attempt>,
    /// The newest save's tag, which the next one names in `If-Match`; `none` before the first.
    pub(super) base_version: String,
    /// What the newest save holds; none where the page was refused and shows something else.
    pub(super) stored: Option<ReviewValues>,
    /// The newest save is submitted.
    pub(super) submitted: bool,
    /// There are two versions, and the judge has not chosen yet.
    pub(super) choosing: bool,
    /// The digests of what earlier pages of this form sent without an answer, with blanks between them. The server may have any of it:
    /// this page can be older than that, where it was kept for want of a network.
    pub(super) earlier: String,
}

impl Deref for ReviewSaving {
    type Target = Requests<Attempt>;

    fn deref(&self) -> &Self::Target {
        &self.requests
    }
}

impl DerefMut for ReviewSaving {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.requests
    }
}

impl ReviewSaving {
    /// What to send now, if anything. `fault` is why the server would refuse the values; empty where it would not.
    pub(super) fn next(&self, values: &ReviewValues, fault: &str) -> Option<Attempt> {
        if self.choosing || !self.may_send() {
            return None;
        }
        if self.trying.is_some() {
            return self.trying.clone();
        }
        if !fault.is_empty() || !self.refused.is_empty() {
            return None;
        }
        let submit = match self.wish {
            Some(submit) => submit,
            None if self.submitted || !self.changed(values) => return None,
            None => false,
        };
        Some(Attempt { values: values.clone(), submit })
    }

    /// Whether the form holds something that the newest save does not.
    pub(super) fn changed(&self, values: &ReviewValues) -> bool {
        self.stored.as_ref() != Some(values)
    }

    /// Whether nothing would be lost with the page: the newest save holds all that is typed, as it was wished. After a
    /// save from elsewhere this is always false, since the form then holds the only copy of what it shows.
    pub(super) fn all_saved(&self, values: &ReviewValues) -> bool {
        let elsewhere = matches!(self.halt, Halt::Conflict(_));
        !self.changed(values) && self.trying.is_none() && self.wish.is_none() && !elsewhere
    }

    /// The digests of all that was sent without an answer.
    pub(super) fn unanswered(&self) -> String {
        let last = self.trying.as_ref().map(|attempt| attempt.values.digest()).unwrap_or_default();
        if self.earlier.split(' ').any(|digest| digest == last) {
            return self.earlier.clone();
        }
        [self.earlier.as_str(), &last].join(" ").trim().to_owned()
    }

    /// Whether the newer save that the server holds may be this device's own: then a fresh page tells.
    pub(super) fn is_perhaps_own(&self) -> bool {
        matches!(self.halt, Halt::Conflict(_)) && !self.earlier.is_empty()
    }

    /// What is said of the text once judging has closed.
    pub(super) fn words_after_close(&self, values: &ReviewValues) -> &'static str {
        if self.changed(values) {
            " Your text is still here to copy. It was not sent."
        } else if self.submitted {
            " Your review is submitted."
        } else if self.base_version == "none" {
            ""
        } else {
            " Your draft was not submitted, so it does not count."
        }
    }

    /// Records the end of a request; a save is answered with its tag. True where that did what a button was pressed for,
    /// with all that is in the form now.
    pub(super) fn answered(&mut self, answer: Answer, values: &ReviewValues) -> bool {
        match self.requests.end(answer) {
            End::Saved(attempt, version) => {
                self.base_version = version;
                self.submitted = attempt.submit;
                let done = self.wish == Some(attempt.submit) && attempt.values == *values;
                self.stored = Some(attempt.values);
                self.earlier.clear();
                if done {
                    self.wish = None;
                }
                done
            }
            // A wish to submit outlasts a lost answer and a new sign-in.
            End::Unknown | End::SignIn => false,
            End::Refused => {
                if !self.is_perhaps_own() {
                    self.wish = None;
                }
                false
            }
        }
    }

    /// The line about saving; [`names_moment`] says whether the time of the newest save follows it. `kept` is whether this
    /// device keeps the text, `clean` the words for the newest save.
    pub(super) fn words(
        &self,
        values: &ReviewValues,
        fault: &str,
        kept: bool,
        online: bool,
        clean: &str,
    ) -> String {
        let changed = self.changed(values);
        let here = kept_words(kept);
        if self.choosing {
            let words = "Two versions: choose one above";
            return if self.halt == Halt::None { words.into() } else { [words, here].join(" ") };
        }
        let submitting = self.wish == Some(true);
        if self.halt != Halt::None {
            return match (submitting, changed) {
                (true, _) => ["Not submitted yet.", here].join(" "),
                (false, true) => ["Not saved.", here].join(" "),
                (false, false) => clean.into(),
            };
        }
        if self.trying.is_none() && self.wish.is_none() {
            let fault = if self.refused.is_empty() { fault } else { &self.refused };
            if !changed {
                return clean.into();
            }
            if !fault.is_empty() {
                return ["Not saved: ", fault.trim_end_matches('.'), ". ", here].concat();
            }
            if self.submitted {
                return ["Changed since you submitted: press Update review. ", here].concat();
            }
        }
        self.waiting_words(kept, online)
            .unwrap_or_else(|| if submitting { "Submitting…" } else { "Saving…" }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(submit: bool) -> ReviewSaving {
        let mut saving = fresh();
        saving.wish = Some(submit);
        saving
    }

    fn typed(text: &str) -> ReviewValues {
        ReviewValues { scores: vec![("quality".into(), text.into())], comment: String::new() }
    }

    fn draft(text: &str) -> Option<Attempt> {
        Some(Attempt { values: typed(text), submit: false })
    }

    fn fresh() -> ReviewSaving {
        ReviewSaving { base_version: "none".into(), stored: Some(typed("")), ..ReviewSaving::default() }
    }

    /// Sends what is due; panics where nothing is.
    fn send(saving: &mut ReviewSaving, text: &str) {
        let attempt = saving.next(&typed(text), "").unwrap();
        saving.begin(attempt);
    }

    fn says(saving: &ReviewSaving, text: &str) -> String {
        saving.words(&typed(text), "", true, true, DRAFT_SAVED)
    }

    #[test]
    fn a_change_is_sent_once_and_the_latest_follows_when_it_is_answered() {
        let mut saving = fresh();
        assert_eq!(saving.next(&typed(""), ""), None);
        assert_eq!(saving.next(&typed("1"), ""), draft("1"));
        send(&mut saving, "1");
        assert_eq!((saving.next(&typed("2"), ""), says(&saving, "2").as_str()), (None, "Saving…"));
        saving.answered(Answer::Saved("a".into()), &typed("2"));
        assert_eq!((saving.base_version.as_str(), saving.next(&typed("2"), "")), ("a", draft("2")));
        send(&mut saving, "2");
        saving.answered(Answer::Saved("b".into()), &typed("2"));
        assert_eq!((saving.next(&typed("2"), ""), says(&saving, "2").as_str()), (None, DRAFT_SAVED));
    }

    #[test]
    fn without_an_answer_the_same_is_sent_again_before_the_latest_after_growing_pauses() {
        let mut saving = fresh();
        let mut pauses = Vec::new();
        for _ in 0..7 {
            send(&mut saving, "1");
            saving.answered(Answer::Lost, &typed("2"));
            assert_eq!(saving.next(&typed("2"), ""), draft("1"));
            pauses.push(saving.pause());
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 30, 30]);
        assert_eq!(says(&saving, "2"), "Kept on this device. Sent when the network is back.");
        saving.resume();
        assert_eq!(saving.pause(), 1);
        send(&mut saving, "2");
        saving.answered(Answer::Saved("a".into()), &typed("2"));
        assert_eq!((saving.pause(), saving.next(&typed("2"), "")), (0, draft("2")));
        saving.answered(Answer::Busy, &typed("2"));
        assert_eq!(says(&saving, "2"), "Kept on this device. The server is busy: sent again soon.");
        for _ in 0..7 {
            saving.answered(Answer::Busy, &typed("2"));
        }
        assert_eq!(saving.pause(), 8, "a server that answers is back soon");
        saving.answered(Answer::Lost, &typed("2"));
        assert_eq!(saving.pause(), 30);
    }

    #[test]
    fn a_submitted_review_is_not_sent_until_the_judge_presses_update() {
        let mut saving = ReviewSaving { submitted: true, ..fresh() };
        assert_eq!(saving.next(&typed("1"), ""), None);
        assert_eq!(
            says(&saving, "1"),
            "Changed since you submitted: press Update review. Kept on this device."
        );
        saving.wish = Some(true);
        assert_eq!(saving.next(&typed("1"), ""), Some(Attempt { values: typed("1"), submit: true }));
        send(&mut saving, "1");
        assert!(saving.answered(Answer::Saved("a".into()), &typed("1")));
        assert!(saving.submitted && saving.next(&typed("2"), "").is_none());
    }

    #[test]
    fn a_press_lasts_until_all_that_is_typed_was_sent() {
        let mut saving = pressed(true);
        send(&mut saving, "1");
        saving.answered(Answer::Lost, &typed("1"));
        assert_eq!(
            says(&saving, "1"),
            "Not submitted yet. Kept on this device. Sent when the network is back."
        );
        send(&mut saving, "1");
        assert!(!saving.answered(Answer::Saved("a".into()), &typed("2")), "typed on meanwhile");
        assert_eq!(saving.next(&typed("2"), ""), Some(Attempt { values: typed("2"), submit: true }));
        send(&mut saving, "2");
        assert!(saving.answered(Answer::Saved("b".into()), &typed("2")));
    }

    #[test]
    fn what_would_be_refused_is_not_sent_and_what_was_refused_not_sent_again() {
        let mut saving = fresh();
        let fault = "Polish must be between 0 and 100";
        assert_eq!(saving.next(&typed("140"), fault), None);
        let words = saving.words(&typed("140"), fault, true, true, "");
        assert_eq!(words, "Not saved: Polish must be between 0 and 100. Kept on this device.");
        send(&mut saving, "1");
        saving.answered(Answer::Refused("No.".into()), &typed("1"));
        assert_eq!(saving.next(&typed("1"), ""), None);
        assert_eq!(says(&saving, "1"), "Not saved: No. Kept on this device.");
        let words = saving.words(&typed("1"), "", false, true, "");
        assert_eq!(words, "Not saved: No. Not kept on this device: leave this page open.");
    }

    #[test]
    fn after_signing_in_it_is_sent_and_after_the_close_it_is_not() {
        let mut saving = fresh();
        for (answer, again) in [
            (Answer::SignedOut, true),
            (Answer::NotTheirs("No.".into()), true),
            (Answer::Conflict("Newer.".into()), false),
            (Answer::Over("Closed.".into()), false),
        ] {
            saving.halt = Halt::None;
            send(&mut saving, "1");
            saving.answered(answer, &typed("1"));
            assert_eq!(saving.next(&typed("1"), ""), None);
            assert_eq!(says(&saving, "1"), "Not saved. Kept on this device.");
            saving.resume();
            assert_eq!(saving.next(&typed("1"), "").is_some(), again);
        }
    }

    #[test]
    fn a_newer_save_may_be_one_whose_answer_an_earlier_page_lost() {
        let conflict = || Answer::Conflict("Newer.".into());
        let mut plain = pressed(true);
        send(&mut plain, "2");
        assert_eq!(plain.unanswered(), typed("2").digest());
        plain.answered(conflict(), &typed("2"));
        assert!(!plain.is_perhaps_own() && plain.wish.is_none());

        let mut saving = ReviewSaving { earlier: typed("1").digest(), ..pressed(true) };
        send(&mut saving, "2");
        assert_eq!(saving.unanswered(), [typed("1").digest(), typed("2").digest()].join(" "));
        saving.answered(conflict(), &typed("2"));
        assert!(saving.is_perhaps_own());
        assert_eq!(
            (saving.wish, saving.unanswered()),
            (Some(true), typed("1").digest()),
            "the press is kept"
        );
        saving.halt = Halt::None;
        send(&mut saving, "2");
        saving.answered(Answer::Saved("b".into()), &typed("2"));
        assert_eq!(saving.unanswered(), "", "this page knows the newest save");
    }

    #[test]
    fn nothing_is_sent_while_there_are_two_versions() {
        let saving = ReviewSaving { choosing: true, ..fresh() };
        assert_eq!(saving.next(&typed("1"), ""), None);
        assert_eq!(says(&saving, "1"), "Two versions: choose one above");
    }
}
