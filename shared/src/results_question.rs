//! Questions about published results, and their public answers.

use crate::prelude::*;

/// Longest question, in characters.
pub const QUESTION: usize = 2_000;
/// Longest answer.
pub const ANSWER: usize = 5_000;
/// Longest reason for which a text is removed.
pub const REASON: usize = 500;
/// Most questions of one person in an event that wait for an answer.
pub const MOST_WAITING: i64 = 3;

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionOutcome {
    /// The objection is right.
    Accepted,
    /// It is not.
    Rejected,
    /// It was right, and a publication corrected the results.
    Corrected,
}

named! { QuestionOutcome: Accepted = "accepted", Rejected = "rejected", Corrected = "corrected" }

/// A question about published results.
#[derive(Clone, Debug, PartialEq, Eq, ToSchema)]
pub struct NewQuestion {
    /// The project that it is about; left out or null for the ranking as a whole.
    #[schema(value_type = Option<i64>)]
    pub project: Option<ProjectId>,
    /// What is asked. Everybody reads it.
    #[schema(min_length = 1, max_length = 2000)]
    pub question: String,
    /// True shows the caller's name with it.
    #[schema(required = false, default = false)]
    pub named: bool,
}

impl NewQuestion {
    /// Reads `project`, `question` and `named`.
    ///
    /// # Errors
    /// 400 for the fields.
    pub fn read(fields: &impl Fields) -> Result<Self, Refusal> {
        let mut errors = fields.faults();
        let project = fields.number("project", Fault::ProjectMissing, &mut errors).flatten().map(ProjectId);
        let question =
            said(fields, "question", (TextField::Question, QUESTION), Unnamed::ResultsQuestion, &mut errors);
        let named = fields.flag("named", &mut errors);
        errors.into_result().map(|()| Self { project, question, named })
    }
}

/// The answer to a question about the results.
#[derive(Clone, Debug, PartialEq, Eq, ToSchema)]
pub struct NewAnswer {
    /// `accepted`, `rejected`, or `corrected` where a publication corrected the results.
    #[schema(value_type = String, pattern = "^(accepted|rejected|corrected)$")]
    pub outcome: QuestionOutcome,
    /// What it says. Everybody reads it.
    #[schema(min_length = 1, max_length = 5000)]
    pub answer: String,
    /// The number of the publication that corrected the results: it came after the question.
    pub publication: Option<i32>,
}

impl NewAnswer {
    /// Reads `outcome`, `answer`, and for a correction `publication`.
    ///
    /// # Errors
    /// 400 for the fields.
    pub fn read(fields: &impl Fields) -> Result<Self, Refusal> {
        let mut errors = fields.faults();
        let word = fields.text("outcome", &mut errors).unwrap_or_default();
        let outcome = QuestionOutcome::from_name(&word);
        let answer = said(fields, "answer", (TextField::Answer, ANSWER), Unnamed::ResultsAnswer, &mut errors);
        let number = fields.number("publication", Fault::PublicationUnknown, &mut errors).flatten();
        let corrected = outcome == Some(QuestionOutcome::Corrected);
        let publication = number.filter(|_| corrected).and_then(|number| i32::try_from(number).ok());
        errors.add_if(corrected && publication.is_none(), "publication", Fault::PublicationUnknown);
        let Some(outcome) = outcome else {
            errors.add("outcome", Fault::OutcomeMissing);
            return Err(Refusal::fields(errors));
        };
        errors.into_result().map(|()| Self { outcome, answer, publication })
    }
}

/// A text that is to go from the page, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRemoval {
    /// The answer goes, not the question.
    pub of_answer: bool,
    /// Why: everybody reads it.
    pub reason: String,
}

impl TextRemoval {
    /// Reads `part`, which is `question` or `answer`, and `reason`.
    ///
    /// # Errors
    /// 400 for the fields.
    pub fn read(fields: &impl Fields) -> Result<Self, Refusal> {
        let mut errors = fields.faults();
        let part = fields.text("part", &mut errors).unwrap_or_default();
        errors.add_if(!["question", "answer"].contains(&part.as_str()), "part", Fault::QuestionPartMissing);
        let reason = said(fields, "reason", (TextField::Reason, REASON), Unnamed::RemovalReason, &mut errors);
        errors.into_result().map(|()| Self { of_answer: part == "answer", reason })
    }
}

/// A text that has to say something.
fn said(
    fields: &impl Fields,
    field: &str,
    (what, longest): (TextField, usize),
    missing: Unnamed,
    errors: &mut FieldErrors,
) -> String {
    let Some(sent) = fields.text(field, errors) else {
        errors.add(field, missing);
        return String::new();
    };
    let said = text::clean(field, what, sent.trim(), longest, errors);
    errors.add_if(text::is_blank(&said), field, missing);
    said
}
