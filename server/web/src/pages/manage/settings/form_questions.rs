//! An event's own questions in the form of a project: a part of the page of its rubric.

use crate::pages::manage::lines::with_blanks;
use crate::pages::prelude::*;
use app::pages::manage::settings::{AroundLines, FormQuestionsPart, QuestionLine, UnsavedReason};
use portal::organize::form_questions::FormQuestionsFound;
use shared::form_question::MOST_QUESTIONS;
use shared::question_form::TypedQuestion;

/// Most lines that are read: more than an event may ask, so that its organizer is told.
pub(super) const LINES: usize = 2 * MOST_QUESTIONS;

/// The part, with its form if that came back.
pub(super) fn part(
    found: &FormQuestionsFound,
    came: Option<(&Form, UnsavedReason)>,
    around: AroundLines,
    open: bool,
) -> FormQuestionsPart {
    let typed = match came {
        Some((form, _)) => TypedQuestion::lines_of_form(form, LINES),
        None => found.questions.iter().enumerate().map(|(n, q)| TypedQuestion::of(n, q)).collect(),
    };
    let lines: Vec<QuestionLine> = typed
        .into_iter()
        .map(|line| {
            // One that another organizer removed meanwhile would be a new one.
            let id = line.id.filter(|id| found.questions.iter().any(|q| q.key == *id));
            let answered = id.as_ref().is_some_and(|id| found.answered.contains(id));
            QuestionLine { typed: TypedQuestion { id, ..line }, answered }
        })
        .collect();
    let most = lines.len().max(MOST_QUESTIONS);
    let why = came.map(|(_, why)| why);
    FormQuestionsPart { open, questions: with_blanks(lines, why, (1, most), QuestionLine::default), around }
}
