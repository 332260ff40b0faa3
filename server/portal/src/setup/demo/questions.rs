//! What is asked in the demo: questions of its events' own in the form of a project, and one about its published results.

use super::script::Stage;
use crate::account::demo_accounts::DEMO_ACCOUNTS;
use crate::prelude::*;
use shared::form_question::{FormQuestion, GivenAnswers, QuestionKind, TICKED};
use store::{demo, results_question};

/// The project that is asked about.
const ABOUT: &str = "Steady Spoon Jig";
const QUESTION: &str = "The reason says that the jig has two printed parts. The drawing on its page had four when I downloaded it on \
    the first evening. Which of the two did the panel hold in its hands?";
const ANSWER: &str = "The one with two printed parts. The team replaced its drawing on the second day, before submissions closed, and \
    the jig on its table was made from the new one. The prize stays with this team.";

/// What the team of a project in this track answers.
pub(super) fn answers(asked: &[FormQuestion], track: Option<usize>) -> GivenAnswers {
    let answer = |question: &FormQuestion| match question.kind {
        QuestionKind::Choice => {
            track.and_then(|track| question.choices.get(track)).or(question.choices.last()).cloned()
        }
        QuestionKind::Text | QuestionKind::Tick => (track == Some(0)).then(|| TICKED.to_owned()),
    };
    asked.iter().filter_map(|question| Some((question.key.clone(), answer(question)?))).collect()
}

/// Stores the question about the published results with its answer, and the rows of both in the log.
pub(super) async fn seed(conn: &mut Conn) -> Acted {
    let Some((event, about)) = demo::project(conn, Stage::Published.slug(), ABOUT).await? else {
        return Ok(Done::unlogged(()));
    };
    let [organizer, _, _, participant] = DEMO_ACCOUNTS.map(|account| account.email);
    demo::ask(conn, (event, about), [participant, organizer], [QUESTION, ANSWER]).await?;
    let mut done = Done::unlogged(());
    for asked in results_question::of_event(conn, event).await? {
        let row = |actor: &str, actor_role, action| Entry {
            event: Some(event),
            actor: actor.into(),
            actor_role,
            action,
            object_type: "question",
            object_id: asked.number.to_string(),
            ..Entry::default()
        };
        let raised = json!({
            "project": asked.project,
            "question_sha256": asked.question_sha256,
            "owner": asked.owner,
            "answer_by": asked.answer_by,
        });
        let answered = json!({
            "outcome": asked.outcome,
            "answer_sha256": asked.answer_sha256,
            "publication": asked.publication,
        });
        done = done.and(Done::logged((), row(participant, "participant", "question.raised").after(raised)));
        done = done.and(Done::logged((), row(organizer, "organizer", "question.answered").after(answered)));
    }
    Ok(done)
}
