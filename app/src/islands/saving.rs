//! When what is typed is sent, and what is said of it. Nothing here touches the browser, so all of it is tested.
//!
//! One request at a time; the latest state wins. What was sent and not answered is sent again first, as it was: the
//! server knows it from a save made elsewhere only by that. A submitted review is never sent by itself.

use super::keep::Typed;

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    /// What it sends.
    pub(super) typed: Typed,
    /// Whether it submits.
    pub(super) submit: bool,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Saved; the save's name.
    Saved(String),
    /// No answer, so nobody knows.
    Lost,
    /// The server has no time now.
    Busy,
    /// Whoever sends this is signed out.
    SignedOut,
    /// Nothing of whoever is signed in.
    NotTheirs,
    /// Too late, or set aside: the sentence.
    Over(String),
    /// There is a newer save from elsewhere.
    Elsewhere,
    /// The values don't do: the sentence.
    Refused(String),
}

/// Why nothing is sent any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Halt {
    /// It is.
    #[default]
    None,
    /// Until somebody signs in.
    SignedOut,
    /// Until the right person signs in.
    NotTheirs,
    /// For good: the sentence.
    Over(String),
    /// Until the page is loaded again.
    Elsewhere,
}

/// Between two tries: seconds, growing.
const PAUSES: [i32; 6] = [1, 2, 4, 8, 16, 30];

/// How many seconds to wait after so many tries in a row without an answer; 0 after none.
pub(super) fn pause(failed: usize) -> i32 {
    let last = PAUSES.len() - 1;
    failed.checked_sub(1).map_or(0, |tries| PAUSES[tries.min(last)])
}

/// Where saving stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Saving {
    /// The newest save that is known of.
    pub(super) upon: String,
    /// What it holds; none where the page does not tell.
    pub(super) stored: Option<Typed>,
    /// It is submitted.
    pub(super) submitted: bool,
    /// What was sent and not answered.
    pub(super) trying: Option<Attempt>,
    /// It is on its way.
    pub(super) busy: bool,
    /// A button was pressed: to submit, or to make it a draft.
    pub(super) wanted: Option<bool>,
    /// Why nothing is sent any more.
    pub(super) halt: Halt,
    /// Two versions stand, and the judge has not chosen yet.
    pub(super) choosing: bool,
    /// Why the server refused the values, until they change.
    pub(super) refused: String,
    /// Tries in a row without an answer.
    failed: usize,
    /// The server answered the last of them.
    crowded: bool,
}

impl Saving {
    /// What to send now, if anything. `fault` says why the values would be refused; empty where they would not.
    pub(super) fn next(&self, typed: &Typed, fault: &str) -> Option<Attempt> {
        if self.busy || self.choosing || self.halt != Halt::None {
            return None;
        }
        if self.trying.is_some() {
            return self.trying.clone();
        }
        if !fault.is_empty() || !self.refused.is_empty() {
            return None;
        }
        let submit = match self.wanted {
            Some(submit) => submit,
            None if self.submitted || !self.changed(typed) => return None,
            None => false,
        };
        Some(Attempt { typed: typed.clone(), submit })
    }

    /// Something stands in the form that the newest save does not hold.
    pub(super) fn changed(&self, typed: &Typed) -> bool {
        self.stored.as_ref() != Some(typed)
    }

    /// Whether nothing would be lost with the page: the newest save holds all that is typed, as it was wished. After a
    /// save from elsewhere that is never so, since the form then holds the only copy of what it shows.
    pub(super) fn all_saved(&self, typed: &Typed) -> bool {
        !self.changed(typed) && self.trying.is_none() && self.wanted.is_none() && self.halt != Halt::Elsewhere
    }

    /// What becomes of `typed` after the close.
    pub(super) fn words_after_close(&self, typed: &Typed) -> &'static str {
        if self.changed(typed) {
            " Your text is still here to copy. It was not sent."
        } else if self.submitted {
            " Your review is submitted."
        } else if self.upon == "none" {
            ""
        } else {
            " Your draft was not submitted, so it does not count."
        }
    }

    /// A request goes out.
    pub(super) fn sent(&mut self, attempt: Attempt) {
        self.busy = true;
        self.trying = Some(attempt);
    }

    /// A request came back. Whether what the judge pressed a button for is done: `typed` stands in the form now.
    pub(super) fn answered(&mut self, answer: Answer, typed: &Typed) -> bool {
        self.busy = false;
        match answer {
            Answer::Lost | Answer::Busy => {
                self.crowded = answer == Answer::Busy;
                self.failed += 1;
                return false;
            }
            Answer::Saved(upon) => {
                self.failed = 0;
                let Some(attempt) = self.trying.take() else { return false };
                self.upon = upon;
                self.submitted = attempt.submit;
                let done = self.wanted == Some(attempt.submit) && attempt.typed == *typed;
                self.stored = Some(attempt.typed);
                if done {
                    self.wanted = None;
                }
                return done;
            }
            // Sent again as it is, once the right person has signed in: to submit is still wished.
            Answer::SignedOut | Answer::NotTheirs => {
                self.failed = 0;
                self.halt = if answer == Answer::SignedOut { Halt::SignedOut } else { Halt::NotTheirs };
                return false;
            }
            Answer::Over(sentence) => self.halt = Halt::Over(sentence),
            Answer::Elsewhere => self.halt = Halt::Elsewhere,
            Answer::Refused(sentence) => self.refused = sentence,
        }
        (self.failed, self.trying, self.wanted) = (0, None, None);
        false
    }

    /// Somebody may have signed in meanwhile, or the network is back: the next try is now.
    pub(super) fn back(&mut self) {
        self.failed = self.failed.min(1);
        if matches!(self.halt, Halt::SignedOut | Halt::NotTheirs) {
            self.halt = Halt::None;
        }
    }

    /// How long to wait before the next try, in seconds; 0 where the last one was answered.
    pub(super) fn pause(&self) -> i32 {
        pause(self.failed)
    }

    /// What is said of `typed`. `kept` is whether this device keeps it, `clean` what is said of the newest save.
    pub(super) fn words(&self, typed: &Typed, fault: &str, kept: bool, online: bool, clean: &str) -> String {
        let changed = self.changed(typed);
        let here =
            if kept { "Kept on this device." } else { "Not kept on this device: leave this page open." };
        let text = match &self.halt {
            _ if self.choosing => "Two versions: choose one above",
            Halt::None => "",
            _ if self.wanted == Some(true) => "Not submitted yet.",
            _ if !changed => clean,
            _ => "Not saved.",
        };
        if !text.is_empty() {
            return if self.halt == Halt::None || text == clean {
                text.into()
            } else {
                [text, here].join(" ")
            };
        }
        let fault = if self.refused.is_empty() { fault } else { &self.refused };
        let submitting = self.wanted == Some(true);
        if self.trying.is_none() && self.wanted.is_none() {
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
        let what = if submitting { "Not submitted yet. " } else { "" };
        if self.failed > 0 && self.crowded && online {
            return [what, here, " The server is busy: sent again soon."].concat();
        }
        if self.failed > 0 || !online {
            return [what, here, " Sent when the network is back."].concat();
        }
        if submitting { "Submitting…".into() } else { "Saving…".into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Typed {
        Typed { scores: vec![("quality".into(), text.into())], comment: String::new() }
    }

    fn draft(text: &str) -> Option<Attempt> {
        Some(Attempt { typed: typed(text), submit: false })
    }

    fn fresh() -> Saving {
        Saving { upon: "none".into(), stored: Some(typed("")), ..Saving::default() }
    }

    /// Sends what is due; panics where nothing is.
    fn send(saving: &mut Saving, text: &str) {
        let attempt = saving.next(&typed(text), "").unwrap();
        saving.sent(attempt);
    }

    fn says(saving: &Saving, text: &str) -> String {
        saving.words(&typed(text), "", true, true, "Draft saved")
    }

    #[test]
    fn a_change_is_sent_once_and_the_latest_follows_when_it_is_answered() {
        let mut saving = fresh();
        assert_eq!(saving.next(&typed(""), ""), None);
        assert_eq!(saving.next(&typed("1"), ""), draft("1"));
        send(&mut saving, "1");
        assert_eq!((saving.next(&typed("2"), ""), says(&saving, "2").as_str()), (None, "Saving…"));
        saving.answered(Answer::Saved("a".into()), &typed("2"));
        assert_eq!((saving.upon.as_str(), saving.next(&typed("2"), "")), ("a", draft("2")));
        send(&mut saving, "2");
        saving.answered(Answer::Saved("b".into()), &typed("2"));
        assert_eq!((saving.next(&typed("2"), ""), says(&saving, "2").as_str()), (None, "Draft saved"));
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
        saving.back();
        assert_eq!(saving.pause(), 1);
        send(&mut saving, "2");
        saving.answered(Answer::Saved("a".into()), &typed("2"));
        assert_eq!((saving.pause(), saving.next(&typed("2"), "")), (0, draft("2")));
        saving.answered(Answer::Busy, &typed("2"));
        assert_eq!(says(&saving, "2"), "Kept on this device. The server is busy: sent again soon.");
    }

    #[test]
    fn a_submitted_review_is_not_sent_until_the_judge_presses_update() {
        let mut saving = Saving { submitted: true, ..fresh() };
        assert_eq!(saving.next(&typed("1"), ""), None);
        assert_eq!(
            says(&saving, "1"),
            "Changed since you submitted: press Update review. Kept on this device."
        );
        saving.wanted = Some(true);
        assert_eq!(saving.next(&typed("1"), ""), Some(Attempt { typed: typed("1"), submit: true }));
        send(&mut saving, "1");
        assert!(saving.answered(Answer::Saved("a".into()), &typed("1")));
        assert!(saving.submitted && saving.next(&typed("2"), "").is_none());
    }

    #[test]
    fn a_press_stands_until_what_is_typed_is_what_was_sent() {
        let mut saving = Saving { wanted: Some(true), ..fresh() };
        send(&mut saving, "1");
        saving.answered(Answer::Lost, &typed("1"));
        assert_eq!(
            says(&saving, "1"),
            "Not submitted yet. Kept on this device. Sent when the network is back."
        );
        send(&mut saving, "1");
        assert!(!saving.answered(Answer::Saved("a".into()), &typed("2")), "typed on meanwhile");
        assert_eq!(saving.next(&typed("2"), ""), Some(Attempt { typed: typed("2"), submit: true }));
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
    fn who_was_signed_out_goes_on_after_signing_in_and_after_the_close_nobody_does() {
        let mut saving = fresh();
        for (answer, again) in [
            (Answer::SignedOut, true),
            (Answer::NotTheirs, true),
            (Answer::Elsewhere, false),
            (Answer::Over("Closed.".into()), false),
        ] {
            saving.halt = Halt::None;
            send(&mut saving, "1");
            saving.answered(answer, &typed("1"));
            assert_eq!(saving.next(&typed("1"), ""), None);
            assert_eq!(says(&saving, "1"), "Not saved. Kept on this device.");
            saving.back();
            assert_eq!(saving.next(&typed("1"), "").is_some(), again);
        }
    }

    #[test]
    fn nothing_is_sent_while_two_versions_stand() {
        let saving = Saving { choosing: true, ..fresh() };
        assert_eq!(saving.next(&typed("1"), ""), None);
        assert_eq!(says(&saving, "1"), "Two versions: choose one above");
    }
}
