//! When a project's form is sent, and what is said of it. Nothing here touches the browser, so all of it is tested.
//!
//! A draft is saved as soon as its editor pauses. It is submitted, and what is public is changed, only when a button was
//! pressed. A new project is sent under a key, so that it is made once.

use super::merge::{Fields, Text};
use crate::saving::{End, Halt, Requests, kept_words};
use std::ops::{Deref, DerefMut};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Attempt {
    /// The fields that it sends, each with what the server held.
    pub(super) values: Vec<(String, String, String)>,
    pub(super) submit: bool,
}

impl Attempt {
    /// The fields that it sends.
    pub(super) fn sent(&self) -> Vec<Text> {
        self.values.iter().map(|(name, text, _)| (name.clone(), text.clone())).collect()
    }
}

pub(super) type Answer = crate::saving::Answer<()>;

/// What to do after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing more than what is due anyway.
    Go,
    /// What the button was pressed for is done: leave for the project's page.
    Leave,
    /// Send the form as a page: the server shows what is wrong, with the form as it was typed.
    Post,
    /// Load the page again: what the server holds may be this device's own.
    Reload,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Saving {
    requests: Requests<Attempt>,
    /// The first save makes the project.
    pub(super) new: bool,
    /// What is typed is saved without a button: it is a draft.
    pub(super) quiet: bool,
    /// The server has saved something from this page.
    saved: bool,
    /// What earlier pages of this form sent without an answer. The server may have read it after it rendered this page.
    pub(super) earlier: Option<Attempt>,
}

impl Deref for Saving {
    type Target = Requests<Attempt>;

    fn deref(&self) -> &Self::Target {
        &self.requests
    }
}

impl DerefMut for Saving {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.requests
    }
}

impl Saving {
    /// Nothing was sent yet.
    pub(super) fn begin_form(new: bool, quiet: bool) -> Self {
        Self { new, quiet, ..Self::default() }
    }

    /// What to send now, if anything.
    pub(super) fn next(&self, fields: &Fields) -> Option<Attempt> {
        if !self.may_send() {
            return None;
        }
        if self.trying.is_some() {
            return self.trying.clone();
        }
        let changed = fields.changed();
        let quietly = self.quiet && self.refused.is_empty() && !changed.is_empty() && titled(fields);
        if self.wish.is_none() && !quietly {
            return None;
        }
        let value = |(name, text): Text| {
            let was = fields.was(&name).to_owned();
            (name, text, was)
        };
        Some(Attempt { values: changed.into_iter().map(value).collect(), submit: self.wish == Some(true) })
    }

    /// All that was sent without an answer: by this page, and by earlier ones.
    pub(super) fn unanswered(&self) -> Option<Attempt> {
        let (Some(trying), Some(earlier)) = (&self.trying, &self.earlier) else {
            return self.trying.clone().or_else(|| self.earlier.clone());
        };
        let mut all = trying.clone();
        all.values.extend(earlier.values.iter().filter(|value| !trying.values.contains(value)).cloned());
        Some(all)
    }

    /// Records the end of a request. Where it was saved, `fields` has taken it already.
    pub(super) fn answered(&mut self, answer: Answer, fields: &Fields) -> Next {
        match self.requests.end(answer) {
            End::Unknown => Next::Go,
            End::Saved(attempt, ()) => {
                (self.new, self.saved, self.earlier) = (false, true, None);
                if self.wish == Some(attempt.submit) && fields.changed().is_empty() {
                    self.wish = None;
                    return Next::Leave;
                }
                Next::Go
            }
            // A fresh page tells whether the other text was sent from here. The press is kept with what was typed.
            End::Refused if matches!(self.halt, Halt::Conflict(_)) && self.earlier.is_some() => Next::Reload,
            End::SignIn | End::Refused => {
                let over = matches!(self.halt, Halt::Over(_));
                if self.wish.take().is_some() && !over { Next::Post } else { Next::Go }
            }
        }
    }

    pub(super) fn typed(&mut self) {
        self.refused.clear();
    }

    /// A button was pressed. False where the form is to be sent as a page instead: the request under way takes too long
    /// for somebody who presses twice, and where two texts conflict the server's page lets a person choose.
    pub(super) fn pressed(&mut self, submit: bool) -> bool {
        let again = self.busy && self.wish.is_some();
        if again || !matches!(self.halt, Halt::None) {
            return false;
        }
        self.wish = Some(submit);
        self.refused.clear();
        self.hurry();
        true
    }

    /// Whether the server holds all that is typed.
    pub(super) fn all_saved(&self, fields: &Fields) -> bool {
        fields.changed().is_empty() && self.trying.is_none() && self.wish.is_none()
    }

    /// What is said about saving. `kept` is whether this device keeps what is typed.
    pub(super) fn words(&self, fields: &Fields, kept: bool, online: bool) -> String {
        if self.all_saved(fields) && self.halt == Halt::None {
            return if self.saved { "Draft saved.".into() } else { String::new() };
        }
        let here = kept_words(kept);
        if self.halt != Halt::None {
            return ["Not saved. ", here].concat();
        }
        if !self.refused.is_empty() {
            return ["Not saved: ", self.refused.trim_end_matches('.'), ". ", here].concat();
        }
        let sending = self.trying.is_some() || self.wish.is_some();
        if !sending && !self.quiet {
            return ["Not saved yet. ", here, " Press Save changes to publish them."].concat();
        }
        if !sending && !titled(fields) {
            return [here, " Add a title to save it as a draft."].concat();
        }
        if let Some(words) = self.waiting_words(kept, online) {
            return words;
        }
        match (self.busy, self.wish) {
            (true, Some(true)) => "Submitting…".into(),
            (true, _) => "Saving…".into(),
            _ => ["Not saved yet. ", here].concat(),
        }
    }
}

/// A project without a title is not saved.
fn titled(fields: &Fields) -> bool {
    !fields.typed("title").trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::merge::Field;
    use super::*;

    /// A form with this title, of which the server holds "Lamp".
    fn form(title: &str) -> Fields {
        let mut field = Field::rendered("title".into(), "Lamp".into());
        field.typed = title.into();
        Fields(vec![field])
    }

    fn draft() -> Saving {
        Saving::begin_form(false, true)
    }

    fn attempt(title: &str, submit: bool) -> Attempt {
        Attempt { values: vec![("title".into(), title.into(), "Lamp".into())], submit }
    }

    fn send(saving: &mut Saving, title: &str) -> Attempt {
        let attempt = saving.next(&form(title)).unwrap();
        saving.begin(attempt.clone());
        attempt
    }

    fn saved(saving: &mut Saving, title: &str) -> Next {
        let mut fields = form(title);
        let sent = saving.trying.as_ref().map(Attempt::sent).unwrap_or_default();
        let stored = sent.first().map_or("Lamp", |(_, text)| text).to_owned();
        fields.take(&sent, move |_| stored.clone());
        saving.answered(Answer::Saved(()), &fields)
    }

    fn says(saving: &Saving, title: &str) -> String {
        saving.words(&form(title), true, true)
    }

    #[test]
    fn a_draft_is_saved_quietly_one_request_at_a_time() {
        let mut saving = draft();
        assert_eq!((saving.next(&form("Lamp")), says(&saving, "Lamp").as_str()), (None, ""));
        assert_eq!(says(&saving, "Torch"), "Not saved yet. Kept on this device.");
        assert_eq!(send(&mut saving, "Torch"), attempt("Torch", false));
        assert_eq!((saving.next(&form("Torch!")), says(&saving, "Torch!").as_str()), (None, "Saving…"));
        assert_eq!(saved(&mut saving, "Torch"), Next::Go);
        assert_eq!(says(&saving, "Lamp"), "Draft saved.");
        assert_eq!(saving.next(&form(" ")), None);
        assert_eq!(says(&saving, " "), "Kept on this device. Add a title to save it as a draft.");
    }

    #[test]
    fn without_an_answer_the_same_is_sent_again_after_growing_pauses() {
        let mut saving = Saving::begin_form(true, true);
        let mut pauses = Vec::new();
        for _ in 0..7 {
            assert_eq!(send(&mut saving, "Torch!"), attempt("Torch!", false));
            assert_eq!(saving.answered(Answer::Lost, &form("Torch!")), Next::Go);
            pauses.push(saving.pause());
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 30, 30]);
        assert_eq!(saving.next(&form("Other")), Some(attempt("Torch!", false)), "as it was, not as it is");
        assert_eq!(says(&saving, "Other"), "Kept on this device. Sent when the network is back.");
        saving.resume();
        assert_eq!(saving.pause(), 1);
        saving.answered(Answer::Busy, &form("Other"));
        assert_eq!(says(&saving, "Other"), "Kept on this device. The server is busy: sent again soon.");
        assert_eq!(saved(&mut saving, "Other"), Next::Go);
        assert!(!saving.new && saving.pause() == 0);
    }

    #[test]
    fn what_is_public_waits_for_the_button_and_nothing_is_submitted_without_it() {
        let mut saving = Saving::default();
        assert_eq!(saving.next(&form("Torch")), None);
        assert_eq!(
            says(&saving, "Torch"),
            "Not saved yet. Kept on this device. Press Save changes to publish them."
        );
        assert!(saving.pressed(false));
        assert_eq!(send(&mut saving, "Torch"), attempt("Torch", false));
        assert_eq!(saved(&mut saving, "Torch"), Next::Leave);
    }

    #[test]
    fn a_press_lasts_until_all_that_is_typed_is_submitted() {
        let mut saving = draft();
        send(&mut saving, "Torch");
        assert!(saving.pressed(true), "a quiet save is under way: submitted after it");
        assert_eq!(says(&saving, "Torch"), "Submitting…");
        assert!(!saving.pressed(true), "who presses twice does not wait for it");
        assert_eq!(saved(&mut saving, "Torch"), Next::Go);
        let nothing = saving.next(&form("Lamp")).unwrap();
        assert_eq!(nothing, Attempt { values: Vec::new(), submit: true });
        saving.begin(nothing);
        saving.answered(Answer::Lost, &form("Lamp"));
        assert_eq!(
            says(&saving, "Lamp"),
            "Not submitted yet. Kept on this device. Sent when the network is back."
        );
        assert!(saving.pressed(true), "no request is under way: the press is the next try");
        assert_eq!(saved(&mut saving, "Torch"), Next::Go, "typed on meanwhile");
        assert_eq!(send(&mut saving, "Torch"), attempt("Torch", true));
        assert_eq!(saved(&mut saving, "Torch"), Next::Leave);
        assert!(saving.all_saved(&form("Lamp")), "nothing is kept any more");
    }

    #[test]
    fn what_is_refused_after_a_press_is_shown_by_the_server_and_else_waits_for_another_text() {
        for answer in [
            Answer::Refused("Too long.".into()),
            Answer::Conflict("Both.".into()),
            Answer::SignedOut,
            Answer::NotTheirs("No.".into()),
        ] {
            let mut saving = draft();
            send(&mut saving, "Torch");
            assert_eq!(saving.answered(answer.clone(), &form("Torch")), Next::Go);
            assert_eq!(saving.next(&form("Torch")), None);
            let mut saving = draft();
            saving.pressed(true);
            send(&mut saving, "Torch");
            assert_eq!(saving.answered(answer, &form("Torch")), Next::Post);
        }
        let mut saving = draft();
        send(&mut saving, "Torch");
        saving.answered(Answer::Refused("Too long.".into()), &form("Torch"));
        assert_eq!(says(&saving, "Torch"), "Not saved: Too long. Kept on this device.");
        saving.typed();
        assert_eq!(saving.next(&form("T")), Some(attempt("T", false)));
    }

    #[test]
    fn a_conflict_may_be_with_a_save_whose_answer_an_earlier_page_lost() {
        let mut saving = draft();
        saving.earlier = Some(attempt("Lantern", false));
        saving.pressed(true);
        send(&mut saving, "Torch");
        let sent: Vec<String> =
            saving.unanswered().unwrap().sent().into_iter().map(|(_, text)| text).collect();
        assert_eq!(sent, ["Torch", "Lantern"]);
        assert_eq!(saving.answered(Answer::Conflict("Both.".into()), &form("Torch")), Next::Reload);
        assert_eq!((saving.wish, saving.unanswered()), (Some(true), Some(attempt("Lantern", false))));

        let mut saving = draft();
        saving.earlier = Some(attempt("Lantern", false));
        send(&mut saving, "Torch");
        saved(&mut saving, "Torch");
        assert_eq!(saving.unanswered(), None, "this page knows what the server holds");
    }

    #[test]
    fn after_the_close_nothing_is_sent_again_and_after_signing_in_it_is() {
        for (answer, again) in [
            (Answer::SignedOut, true),
            (Answer::NotTheirs("No.".into()), true),
            (Answer::Over("Closed.".into()), false),
            (Answer::Conflict("Both.".into()), false),
        ] {
            let mut saving = draft();
            send(&mut saving, "Torch");
            saving.answered(answer, &form("Torch"));
            saving.typed();
            assert_eq!(saving.next(&form("Torch!")), None);
            assert_eq!(says(&saving, "Torch!"), "Not saved. Kept on this device.");
            assert!(!saving.pressed(true), "the server's page says what can be done");
            saving.resume();
            assert_eq!(saving.next(&form("Torch!")).is_some(), again);
        }
        let mut saving = draft();
        saving.pressed(true);
        send(&mut saving, "Torch");
        assert_eq!(saving.answered(Answer::Over("Closed.".into()), &form("Torch")), Next::Go);
    }
}
