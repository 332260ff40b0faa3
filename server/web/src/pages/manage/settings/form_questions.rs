//! The organizer's page of an event's own questions in the form of a project.

use crate::pages::manage::lines::{LineDesk, around, came_back, with_blanks};
use crate::pages::prelude::*;
use app::pages::manage::settings::{FormQuestionsPage, QuestionLine, form_questions_page};
use portal::Done;
use portal::organize::form_questions::{self, FormQuestionsFound};
use shared::form_question::MOST_QUESTIONS;
use shared::question_form::{TypedQuestion, questions_version};

/// Most lines that are read: more than an event may ask, so that its organizer is told.
const LINES: usize = 2 * MOST_QUESTIONS;

pub struct FormQuestions;

impl Desk for FormQuestions {
    type Id = ();
    type Found = FormQuestionsFound;
    /// A form that is not saved. What it holds was made from the version that it names.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/settings/form-questions";
    const TITLE: &'static str = "Questions of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<FormQuestionsFound> {
        form_questions::open(c, &at.caller, &at.slug).await
    }

    fn draw(desk: FormQuestionsFound, sheet: DeskContext<'_, Self>) -> AnyView {
        let came = came_back(&sheet);
        let why = came.map(|(_, why)| why);
        let typed = match came {
            Some((form, _)) => TypedQuestion::lines_of_form(form, LINES),
            None => desk.questions.iter().enumerate().map(|(n, q)| TypedQuestion::of(n, q)).collect(),
        };
        let lines: Vec<QuestionLine> = typed
            .into_iter()
            .map(|line| {
                // One that another organizer removed meanwhile would be a new one.
                let id = line.id.filter(|id| desk.questions.iter().any(|q| q.key == *id));
                let answered = id.as_ref().is_some_and(|id| desk.answered.contains(id));
                QuestionLine { typed: TypedQuestion { id, ..line }, answered }
            })
            .collect();
        let most = lines.len().max(MOST_QUESTIONS);
        let stored = || questions_version(&desk.questions);
        let labels = || desk.questions.iter().map(|q| q.label.as_str()).collect::<Vec<_>>().join("\n");
        let theirs = sheet.is_stale().then(|| ("Questions".to_owned(), labels())).into_iter().collect();
        form_questions_page(FormQuestionsPage {
            questions: with_blanks(lines, why, (1, most), QuestionLine::default),
            around: around(&sheet, stored, theirs, None),
        })
    }
}

impl LineDesk for FormQuestions {
    async fn save(c: &mut Conn, at: &At, form: &Form) -> Outcome<Done<()>> {
        let lines = TypedQuestion::lines_of_form(form, LINES);
        form_questions::save(c, &at.caller, &at.slug, lines, form.get("version")).await
    }
}
