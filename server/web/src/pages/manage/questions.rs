//! Questions about the results, a part of the page that publishes.

use crate::pages::prelude::*;
use app::pages::manage::questions::{QuestionForms, QuestionsPart};
use model::results_question::{QuestionsFound, ResultsQuestion};

pub(super) fn part<D>(found: QuestionsFound, around: &DeskContext<'_, D>) -> QuestionsPart
where
    D: Desk<Id = Option<i64>>,
{
    let zone = around.event.zone();
    let asked = around.at.shown();
    let open = found.questions.iter().find(|question| asked == Some(question.number.into()));
    let open = open.cloned().map(|question| question_forms(question, &found.corrections, zone));
    let until = found.at.facts.event.questions_until.map(|at| zone.field(at));
    QuestionsPart { until: until.unwrap_or_default(), zone: zone.name().to_owned(), found, open }
}

fn question_forms(
    question: ResultsQuestion,
    corrections: &[(i32, DateTime<Utc>)],
    zone: Zone,
) -> QuestionForms {
    let later = corrections.iter().filter(|(_, since)| *since > question.raised_at);
    let publications =
        later.map(|(number, _)| Choice::new(number.to_string(), format!("Publication {number}")));
    QuestionForms {
        answer_by: zone.field(question.answer_by),
        publications: std::iter::once(Choice::new("", "None")).chain(publications).collect(),
        question,
    }
}
