//! What a check found, in sentences.

use super::statement::Statement;
use super::visible::escape_hidden;
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
    /// The export of the scores.
    Scores,
    /// The export of the projects.
    Projects,
    /// The export of the assignments.
    Assignments,
    /// One of these exports, or an event, that does not read.
    Export,
    /// An event, as the API gives it.
    Event,
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
            Self::Scores => "scores",
            Self::Projects => "projects",
            Self::Assignments => "assignments",
            Self::Export => "export",
            Self::Event => "event",
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

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// How it stands; none for a remark that nothing hangs on.
    pub standing: Option<Standing>,
    /// The sentence.
    pub sentence: String,
}

/// What was found in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file's name as given; what would steer its reader is shown by its number.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How it stands.
    pub standing: Standing,
    /// The first row or member that breaks: `row 7`, `runs[0].results`, `project 12`.
    pub breaks_at: Option<String>,
    /// What was found, the first fault before all else.
    pub lines: Vec<Line>,
    /// What a document says, member by member, where its signature is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<Statement>,
    /// The verdict on this file in one sentence, where there is a better one than its name and its standing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
}

impl Finding {
    /// A finding without any fault yet.
    pub(super) fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: escape_hidden(name.to_owned()),
            kind,
            standing: Standing::Holds,
            breaks_at: None,
            lines: Vec::new(),
            statement: None,
            headline: None,
        }
    }

    fn line(standing: Option<Standing>, sentence: impl Into<String>) -> Line {
        Line { standing, sentence: escape_hidden(sentence.into()) }
    }

    /// A remark: nothing that was checked.
    pub(super) fn say(&mut self, sentence: impl Into<String>) {
        self.lines.push(Self::line(None, sentence));
    }

    /// Something that was checked, and is so.
    pub(super) fn holds(&mut self, sentence: impl Into<String>) {
        self.lines.push(Self::line(Some(Standing::Holds), sentence));
    }

    /// Something that cannot be judged, beside which the rest of the file stands.
    pub(super) fn open(&mut self, sentence: impl Into<String>) {
        self.lines.push(Self::line(Some(Standing::CannotBeJudged), sentence));
    }

    /// As [`Self::open`], where that is not said already.
    pub(super) fn open_once(&mut self, sentence: String) {
        let sentence = escape_hidden(sentence);
        if !self.lines.iter().any(|line| line.sentence == sentence) {
            self.open(sentence);
        }
    }

    /// A fault; the first one's place is kept, and its sentence stands first.
    pub(super) fn fails(&mut self, at: Option<String>, sentence: impl Into<String>) {
        let line = Self::line(Some(Standing::DoesNotHold), sentence);
        if self.standing == Standing::DoesNotHold {
            self.lines.push(line);
            return;
        }
        self.standing = Standing::DoesNotHold;
        self.headline = None;
        self.breaks_at = at.map(escape_hidden);
        self.lines.insert(0, line);
    }

    /// What would decide is missing.
    pub(super) fn undecided(&mut self, sentence: impl Into<String>) {
        if self.standing == Standing::Holds {
            self.standing = Standing::CannotBeJudged;
            self.headline = None;
        }
        self.open(sentence);
    }

    /// As [`Self::undecided`], where one sentence says what is missing better than the file's name and standing do.
    pub(super) fn undecided_as(&mut self, headline: impl Into<String>, sentence: impl Into<String>) {
        if self.standing == Standing::Holds {
            self.undecided(sentence);
            self.headline = Some(escape_hidden(headline.into()));
        } else {
            self.open(sentence);
        }
    }

    /// Its sentences.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.sentence.as_str())
    }

    /// Whether it holds and nothing in it is left open.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let open = |line: &Line| line.standing == Some(Standing::CannotBeJudged);
        self.standing == Standing::Holds && !self.lines.iter().any(open)
    }

    /// How it stands, in words.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match self.standing {
            Standing::Holds if !self.is_whole() => "holds as far as it can be checked",
            standing => standing.words(),
        }
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

    /// How all files stand together. Where all hold and something is left open, that is [`Standing::CannotBeJudged`].
    #[must_use]
    pub fn standing(&self) -> Standing {
        if self.files.iter().any(|file| file.standing == Standing::DoesNotHold) {
            Standing::DoesNotHold
        } else if !self.files.is_empty() && self.files.iter().all(Finding::is_whole) {
            Standing::Holds
        } else {
            Standing::CannotBeJudged
        }
    }

    /// The answer for all files in one sentence, and where something does not hold, the place that breaks first.
    #[must_use]
    pub fn answer(&self) -> String {
        let of = self.files.len();
        let with = |standing| self.files.iter().filter(move |file| file.standing == standing);
        let failing = with(Standing::DoesNotHold).count();
        if let Some(file) = with(Standing::DoesNotHold).next() {
            let place = match file.breaks_at.as_deref() {
                Some("signature") => ", at its signature".to_owned(),
                Some(place) => format!(", at {place}"),
                None => String::new(),
            };
            return match of {
                1 => format!("{} failed the check{place}.", file.name),
                _ => format!("{} failed the check: {}{place}.", of_files(failing, of), file.name),
            };
        }
        if let [file] = self.files.as_slice() {
            return file.headline.clone().unwrap_or_else(|| format!("{} {}.", file.name, file.words()));
        }
        let unjudged = with(Standing::CannotBeJudged).count();
        let headline = with(Standing::CannotBeJudged)
            .find_map(|file| Some(format!("{}: {}", file.name, file.headline.as_deref()?)));
        match unjudged {
            _ if of == 0 => "There is nothing to check.".into(),
            0 if self.files.iter().all(Finding::is_whole) => format!("{} hold.", of_files(of, of)),
            0 => format!("{} hold as far as they can be checked.", of_files(of, of)),
            _ if headline.is_some() => headline.unwrap_or_default(),
            n if n == of => format!("None of the {of} files can be judged."),
            n => format!("{} cannot be judged. Everything that can be checked holds.", of_files(n, of)),
        }
    }
}

/// So many of all files, as a sentence begins.
fn of_files(count: usize, of: usize) -> String {
    match (count, of) {
        (2, 2) => "Both files".into(),
        (1, 2) => "One of the two files".into(),
        (1, _) => format!("One of the {of} files"),
        _ if count == of => format!("All {of} files"),
        _ => format!("{count} of the {of} files"),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, file) in self.files.iter().enumerate() {
            if at > 0 {
                writeln!(f)?;
            }
            write!(f, "{} ({}): {}", file.name, file.kind.words(), file.words())?;
            if let Some(headline) = &file.headline {
                write!(f, "\n  {headline}")?;
            }
            if let Some(statement) = &file.statement {
                write!(f, "\n{statement}")?;
            }
            for sentence in file.sentences() {
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
