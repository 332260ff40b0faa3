//! What a check found, in sentences.

use serde::Serialize;
use std::fmt;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A signed document.
    Document,
    /// Public keys.
    Keys,
    /// A whole event.
    Bundle,
    /// The export of an audit log.
    Audit,
    /// None of these.
    Unknown,
}

impl Kind {
    /// What to call it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Document => "signed document",
            Self::Keys => "key set",
            Self::Bundle => "bundle",
            Self::Audit => "audit log",
            Self::Unknown => "unknown file",
        }
    }
}

/// How a file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// All that can be checked in it holds.
    Holds,
    /// Something in it is wrong.
    DoesNotHold,
    /// What would decide is not here.
    CannotBeJudged,
}

impl Standing {
    /// What to call it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::CannotBeJudged => "cannot be judged",
        }
    }
}

/// What was found in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file's name as given.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How it stands.
    pub standing: Standing,
    /// The first row or member that breaks: `row 7`, `runs[0].results`, `project 12`.
    pub breaks_at: Option<String>,
    /// What was found, the weightiest first.
    pub sentences: Vec<String>,
}

impl Finding {
    /// A finding without any fault yet.
    pub(super) fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            standing: Standing::Holds,
            breaks_at: None,
            sentences: Vec::new(),
        }
    }

    /// One more sentence.
    pub(super) fn say(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
    }

    /// A fault; the first one's place is kept, and its sentence stands first.
    pub(super) fn fails(&mut self, at: Option<String>, sentence: impl Into<String>) {
        if self.standing == Standing::DoesNotHold {
            self.say(sentence);
            return;
        }
        self.standing = Standing::DoesNotHold;
        self.breaks_at = at;
        self.sentences.insert(0, sentence.into());
    }

    /// What would decide is missing.
    pub(super) fn undecided(&mut self, sentence: impl Into<String>) {
        if self.standing == Standing::Holds {
            self.standing = Standing::CannotBeJudged;
        }
        self.say(sentence);
    }
}

/// What was found in all files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// One entry for each file, in the order given.
    pub files: Vec<Finding>,
}

impl Report {
    /// Whether there is a file, and every one holds.
    #[must_use]
    pub fn all_hold(&self) -> bool {
        !self.files.is_empty() && self.files.iter().all(|file| file.standing == Standing::Holds)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, file) in self.files.iter().enumerate() {
            if at > 0 {
                writeln!(f)?;
            }
            write!(f, "{} ({}): {}", file.name, file.kind.words(), file.standing.words())?;
            for sentence in &file.sentences {
                write!(f, "\n  {sentence}")?;
            }
        }
        Ok(())
    }
}

/// What serde says, without the line and column that mean nothing in a file of one line.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let said = error.to_string();
    said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said).to_owned()
}
