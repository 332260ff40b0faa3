//! The report of a check, as codes and facts. `words` says it in English.

use super::documents::Payload;
use super::messages::{Headline, Message};
use super::verified::VerifiedDocument;
use super::visible::escape_hidden;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A signed document.
    Document,
    /// An Open Badge.
    Badge,
    /// A list that says which badges were corrected.
    StatusList,
    /// Public keys.
    Keys,
    /// A whole event.
    Bundle,
    /// The export of an audit log.
    Audit,
    /// The export of the scores.
    Scores,
    /// The export of the projects.
    Projects,
    /// The export of the assignments.
    Assignments,
    /// One of these exports, or an event, that cannot be read.
    Export,
    /// An event, as the API gives it.
    Event,
    /// A proof that a row is in a log.
    Proof,
    /// Which logs and witnesses count.
    Policy,
    /// None of these.
    Unknown,
}

/// The verdict on a file, or on one thing that was checked in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that can be checked in it holds.
    Holds,
    /// Something in it is wrong.
    DoesNotHold,
    /// Something that would decide is missing.
    CannotBeJudged,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its verdict; none for a remark that decides nothing.
    pub verdict: Option<Verdict>,
    /// What was found.
    pub message: Message,
}

/// What was found in one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The file's name as given, with hidden characters shown by their number.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The verdict on the whole file.
    pub verdict: Verdict,
    /// The first row or member that breaks: `row 7`, `runs[0].results`, `project 12`.
    pub breaks_at: Option<String>,
    /// What was found, the first fault before everything else.
    pub lines: Vec<Line>,
    /// The contents of a document, if its signature is valid.
    pub statement: Option<Box<Payload>>,
    /// One sentence for this file, if there is a better one than its name and verdict.
    pub headline: Option<Headline>,
}

impl Finding {
    /// A finding without any fault yet.
    pub(super) fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: escape_hidden(name.to_owned()),
            kind,
            verdict: Verdict::Holds,
            breaks_at: None,
            lines: Vec::new(),
            statement: None,
            headline: None,
        }
    }

    /// What is reported of a file of this kind.
    pub(super) fn of(name: &str, kind: Kind, report: impl FnOnce(&mut Self)) -> Self {
        let mut finding = Self::new(name, kind);
        report(&mut finding);
        finding
    }

    fn add(&mut self, verdict: Option<Verdict>, message: Message) {
        self.lines.push(Line { verdict, message });
    }

    /// Adds a remark. It decides nothing.
    pub(super) fn note(&mut self, message: impl Into<Message>) {
        self.add(None, message.into());
    }

    /// Adds what a row of the log changed after a publication. Without a signed head that covers the row, anybody can have written it.
    pub(super) fn changed_since(&mut self, is_signed: bool, message: impl Into<Message>) {
        if is_signed {
            self.note(message);
        } else {
            self.cannot_tell(message);
        }
    }

    /// Adds a check that was passed.
    pub(super) fn pass(&mut self, message: impl Into<Message>) {
        self.add(Some(Verdict::Holds), message.into());
    }

    /// Adds something that cannot be judged. The verdict on the rest of the file stays.
    pub(super) fn leave_open(&mut self, message: impl Into<Message>) {
        self.add(Some(Verdict::CannotBeJudged), message.into());
    }

    /// Adds once for each document with which this file was compared that its key is not trusted, or that it is in doubt itself.
    pub(super) fn rest_on(&mut self, document: &VerifiedDocument<'_>) {
        let file = || document.name.to_owned();
        let (untrusted, in_doubt) =
            (Message::UntrustedKey { file: file() }, Message::InDoubt { file: file() });
        if !document.trusted && !self.says(&untrusted) {
            self.leave_open(untrusted);
        }
        if document.doubted && !self.says(&in_doubt) {
            self.cannot_tell(in_doubt);
        }
    }

    fn says(&self, message: &Message) -> bool {
        self.lines.iter().any(|line| line.message == *message)
    }

    /// Adds a fault. The place of the first fault is kept, and its message comes first.
    pub(super) fn fail(&mut self, at: Option<String>, message: impl Into<Message>) {
        if self.verdict == Verdict::DoesNotHold {
            return self.add(Some(Verdict::DoesNotHold), message.into());
        }
        self.verdict = Verdict::DoesNotHold;
        self.headline = None;
        self.breaks_at = at.map(escape_hidden);
        self.lines.insert(0, Line { verdict: Some(Verdict::DoesNotHold), message: message.into() });
    }

    /// Adds that something is missing, without which the file cannot be judged.
    pub(super) fn cannot_tell(&mut self, message: impl Into<Message>) {
        if self.verdict == Verdict::Holds {
            self.verdict = Verdict::CannotBeJudged;
            self.headline = None;
        }
        self.leave_open(message);
    }

    /// Adds that something is missing, with a headline if nothing else is wrong with the file.
    pub(super) fn cannot_judge_because(&mut self, headline: Headline, message: impl Into<Message>) {
        let first = self.verdict == Verdict::Holds;
        self.cannot_tell(message);
        if first {
            self.headline = Some(headline);
        }
    }

    /// Whether the file holds and nothing in it is left open.
    pub fn is_whole(&self) -> bool {
        let open = |line: &Line| line.verdict == Some(Verdict::CannotBeJudged);
        self.verdict == Verdict::Holds && !self.lines.iter().any(open)
    }
}

/// What was found in all files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// One entry for each file, in the order given.
    pub files: Vec<Finding>,
}

impl Report {
    /// Whether there is a file, and every file holds.
    pub fn all_hold(&self) -> bool {
        !self.files.is_empty() && self.files.iter().all(|file| file.verdict == Verdict::Holds)
    }

    /// The verdict on all files together: [`Verdict::CannotBeJudged`] also if all hold and something is left open.
    pub fn verdict(&self) -> Verdict {
        if self.files.iter().any(|file| file.verdict == Verdict::DoesNotHold) {
            Verdict::DoesNotHold
        } else if !self.files.is_empty() && self.files.iter().all(Finding::is_whole) {
            Verdict::Holds
        } else {
            Verdict::CannotBeJudged
        }
    }
}
