//! Saving, as both forms do it: one request at a time, when to try again, and what an answer stops. Nothing here touches
//! the browser, so all of it is tested.
//!
//! What was sent and not answered is sent again first, as it was. Only so does the server know it again, where the first
//! try was saved and its answer lost.

/// The answer to a request; `S` is what a save is answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer<S> {
    Saved(S),
    /// There was no answer, so it may or may not be saved.
    Lost,
    /// The server has no time now.
    Busy,
    /// Nobody is signed in any more.
    SignedOut,
    /// The person who is signed in may not save this: the sentence.
    NotTheirs(String),
    /// Something newer is stored: the sentence.
    Conflict(String),
    /// The time for it is over: the sentence.
    Over(String),
    /// The values are wrong: the sentence.
    Refused(String),
}

/// Why the form sends nothing any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Halt {
    /// Nothing stops it.
    #[default]
    None,
    /// Until somebody signs in.
    SignedOut,
    /// Until the right person signs in: the sentence.
    NotTheirs(String),
    /// Until a person chooses between two versions: the sentence.
    Conflict(String),
    /// For good: the sentence.
    Over(String),
}

/// What the end of a request means for the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End<A, S> {
    /// This attempt was saved, with this answer.
    Saved(A, S),
    /// It is sent again after a pause.
    Unknown,
    /// It is sent again once the right person has signed in.
    SignIn,
    /// It is not sent again.
    Refused,
}

/// Seconds between two tries, growing.
const PAUSES: [i32; 6] = [1, 2, 4, 8, 16, 30];
/// The longest of them, where the server answers that it is busy: it asks to be asked again soon, and is back after seconds.
const LONGEST_WHILE_BUSY: i32 = 8;

/// The requests of a form; `A` is what one of them sends.
#[derive(Clone, Debug, Default)]
pub(super) struct Requests<A> {
    /// What was sent and not answered.
    pub(super) trying: Option<A>,
    /// A request is under way.
    pub(super) busy: bool,
    /// The button that was pressed and is not done yet: true submits, false saves.
    pub(super) wish: Option<bool>,
    /// Why nothing is sent any more.
    pub(super) halt: Halt,
    /// Why the server refused the values, until they change.
    pub(super) refused: String,
    /// Tries in a row without a useful answer.
    failed: usize,
    /// The server answered the last of them: it was busy.
    crowded: bool,
}

impl<A: Clone> Requests<A> {
    /// Whether a request may go out now.
    pub(super) fn may_send(&self) -> bool {
        !self.busy && self.halt == Halt::None
    }

    /// Records that a request goes out.
    pub(super) fn begin(&mut self, attempt: A) {
        self.busy = true;
        self.trying = Some(attempt);
    }

    /// Records the end of the request. The wish is left to the form.
    pub(super) fn end<S>(&mut self, answer: Answer<S>) -> End<A, S> {
        self.busy = false;
        let halt = match answer {
            Answer::Lost | Answer::Busy => {
                self.crowded = matches!(answer, Answer::Busy);
                self.failed += 1;
                return End::Unknown;
            }
            Answer::Saved(stored) => {
                self.failed = 0;
                return self.trying.take().map_or(End::Unknown, |attempt| End::Saved(attempt, stored));
            }
            Answer::SignedOut => Halt::SignedOut,
            Answer::NotTheirs(sentence) => Halt::NotTheirs(sentence),
            Answer::Conflict(sentence) => Halt::Conflict(sentence),
            Answer::Over(sentence) => Halt::Over(sentence),
            Answer::Refused(sentence) => {
                self.refused = sentence;
                Halt::None
            }
        };
        self.failed = 0;
        self.halt = halt;
        if matches!(self.halt, Halt::SignedOut | Halt::NotTheirs(_)) {
            return End::SignIn;
        }
        self.trying = None;
        End::Refused
    }

    /// Makes the next pause a short one.
    pub(super) fn hurry(&mut self) {
        self.failed = self.failed.min(1);
    }

    /// Tries again now: the network is back, or somebody who may have signed in.
    pub(super) fn resume(&mut self) {
        self.hurry();
        if matches!(self.halt, Halt::SignedOut | Halt::NotTheirs(_)) {
            self.halt = Halt::None;
        }
    }

    /// How many seconds to wait before the next try; 0 where the last one was answered.
    pub(super) fn pause(&self) -> i32 {
        let last = PAUSES.len() - 1;
        let pause = self.failed.checked_sub(1).map_or(0, |tries| PAUSES[tries.min(last)]);
        if self.crowded { pause.min(LONGEST_WHILE_BUSY) } else { pause }
    }

    /// What is said while something waits for the network or for a busy server; none where nothing does.
    pub(super) fn waiting_words(&self, kept: bool, online: bool) -> Option<String> {
        let why = match (self.failed > 0, online) {
            (true, true) if self.crowded => " The server is busy: sent again soon.",
            (false, true) => return None,
            _ => " Sent when the network is back.",
        };
        let what = if self.wish == Some(true) { "Not submitted yet. " } else { "" };
        Some([what, kept_words(kept), why].concat())
    }
}

/// Whether this device keeps what is not saved.
pub(super) fn kept_words(kept: bool) -> &'static str {
    if kept { "Kept on this device." } else { "Not kept on this device: leave this page open." }
}

/// The same after what stopped the form.
pub(super) fn text_kept_words(kept: bool) -> &'static str {
    if kept {
        " Your text is kept on this device."
    } else {
        " Your text is not kept on this device: leave this page open."
    }
}

/// Where a link of the form opens: it must not replace the only page that holds the text.
pub(super) fn link_target(kept: bool) -> &'static str {
    if kept { "_self" } else { "_blank" }
}
