//! A form to ask about published results.

use crate::pages::prelude::*;
use app::pages::questions::{QuestionsPage, questions_page};
use portal::publish::results_questions::{self, QuestionsFound};
use shared::results_question::NewQuestion;

pub struct Questions;

impl Desk for Questions {
    type Id = ();
    type Found = QuestionsFound;
    type Beside = ();
    const PATH: &'static str = "questions";
    const TITLE: &'static str = "Ask about the results of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<QuestionsFound> {
        results_questions::read(c, &at.caller, &at.slug).await
    }

    fn draw(found: QuestionsFound, around: DeskContext<'_, Self>) -> AnyView {
        let projects = found.projects.into_iter().map(|(id, title)| Choice::new(id.0.to_string(), title));
        questions_page(QuestionsPage {
            now: found.at.now,
            subjects: std::iter::once(Choice::new("", "The ranking as a whole")).chain(projects).collect(),
            subject: around.typed("project").unwrap_or_default(),
            question: around.typed("question").unwrap_or_default(),
            named: around.typed("named").as_deref() == Some("true"),
            until: found.at.facts.event.questions_until,
            may: forms::allowed(found.may_ask.err()),
            questions: found.questions,
        })
    }
}

/// `POST …/questions`: `project`, an id or nothing, `question` and `named`. Leads to the question among the results.
pub async fn ask(sent: Post<Questions>) -> PageResult {
    let new = NewQuestion::read(&*sent.form);
    let ask = async |c: &mut Conn, at: &At| {
        results_questions::raise(c, &at.caller, &at.state.base_url, &at.slug, new).await
    };
    sent.once(ask, async |at, number| Ok(see(&format!("/events/{}/results#question-{number}", at.slug))))
        .await
}
