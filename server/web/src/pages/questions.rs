//! A form to ask about published results.

use crate::pages::prelude::*;
use app::pages::questions::questions_page;
use model::results_question::QuestionsFound;
use portal::publish::results_questions;
use shared::results_question::NewQuestion;

pub struct Questions;

impl Desk for Questions {
    type Id = ();
    type Found = QuestionsFound;
    type Beside = ();
    const PATH: &'static str = "questions";
    const TITLE: &'static str = "Ask about the results of";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<QuestionsFound> {
        results_questions::read(call).await
    }

    fn draw(found: QuestionsFound, _: DeskContext<'_, Self>) -> AnyView {
        questions_page(found)
    }
}

/// `POST …/questions`: `project`, an id or nothing, `question` and `named`. Leads to the question among the results.
pub async fn ask(sent: Post<Questions>) -> PageResult {
    let new = NewQuestion::read(&*sent.form);
    let ask =
        async |call: &mut Call<'_>, at: &At| results_questions::raise(call, &at.state.base_url, new).await;
    sent.once(ask, async |at, number| Ok(see(&format!("/events/{}/results#question-{number}", at.slug))))
        .await
}
