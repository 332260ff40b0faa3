//! Questions about published results.

use crate::context::Context;
use crate::prelude::*;
use shared::results_question::QuestionOutcome;

/// A question about published results, with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsQuestion {
    /// From 1 in the event.
    pub number: i32,
    /// The project that it is about; none for the ranking.
    pub project: Option<ProjectId>,
    pub title: Option<String>,
    /// Who asked, where they want to be named.
    pub asked_by: Option<String>,
    /// None where it was removed.
    pub question: Option<String>,
    pub question_sha256: String,
    pub raised_at: DateTime<Utc>,
    /// The organizer who answers it; none where all took part as it was raised.
    pub owner: Option<PersonId>,
    pub owner_name: Option<String>,
    pub answer_by: DateTime<Utc>,
    /// None before it is answered.
    pub outcome: Option<QuestionOutcome>,
    /// None before it is answered, and where it was removed.
    pub answer: Option<String>,
    pub answer_sha256: Option<String>,
    /// The publication that corrected the results.
    pub publication: Option<i32>,
    pub answered_at: Option<DateTime<Utc>>,
    /// Why a text was removed.
    pub removed: Option<String>,
}

impl ResultsQuestion {
    /// `open`, `late`, or what the answer came to.
    pub fn state(&self, now: DateTime<Utc>) -> &'static str {
        match self.outcome {
            Some(outcome) => outcome.name(),
            None if now < self.answer_by => "open",
            None => "late",
        }
    }
}

/// Questions, as everybody reads them who reads the results.
#[derive(Clone, Debug)]
pub struct QuestionsFound {
    pub at: Context,
    /// By number.
    pub questions: Vec<ResultsQuestion>,
    /// Whether the caller may ask, or why not.
    pub may_ask: Result<(), Refusal>,
    /// The projects that can be asked about, by title, each with its title and its team.
    pub projects: Vec<(ProjectId, String, String)>,
    /// The publications that corrected an earlier one, and since when, the newest first.
    pub corrections: Vec<(i32, DateTime<Utc>)>,
    /// Whether the caller may answer, or why not.
    pub may_answer: Result<(), Refusal>,
}
crate::in_event!(QuestionsFound);
