//! The organizers' page of questions about the results: `?of=` opens one by its number.

use crate::pages::prelude::*;
use app::pages::manage::questions::{ManageQuestionsPage, QuestionForms, manage_questions_page};
use model::results_question::ResultsQuestion;
use portal::publish::results_questions::{self, QuestionsFound};
use shared::results_question::{NewAnswer, TextRemoval};

pub struct Questions;

impl Desk for Questions {
    /// The question of an act.
    type Id = Option<i64>;
    type Found = QuestionsFound;
    type Beside = ();
    const PATH: &'static str = "manage/questions";
    const TITLE: &'static str = "Questions about the results of";

    async fn read(c: &mut Conn, at: &At<Option<i64>>) -> Outcome<QuestionsFound> {
        results_questions::for_organizers(c, &at.caller, &at.slug).await
    }

    fn draw(found: QuestionsFound, around: DeskContext<'_, Self>) -> AnyView {
        let zone = around.event.zone();
        let asked = around.at.id.or_else(|| around.at.query.get("of").parse().ok());
        let open = found.questions.iter().find(|question| asked == Some(question.number.into()));
        let open = open.cloned().map(|question| question_forms(question, &found.corrections, zone, &around));
        let until = found.at.facts.event.questions_until.map(|at| zone.field(at));
        manage_questions_page(ManageQuestionsPage {
            now: found.at.now,
            until: around.typed("questions_until").or(until).unwrap_or_default(),
            zone: zone.name().to_owned(),
            may: forms::allowed(found.may_answer.err()),
            questions: found.questions,
            open,
        })
    }
}

fn question_forms(
    question: ResultsQuestion,
    corrections: &[(i32, DateTime<Utc>)],
    zone: Zone,
    around: &DeskContext<'_, Questions>,
) -> QuestionForms {
    let typed = |field: &str| around.typed(field).unwrap_or_default();
    let later = corrections.iter().filter(|(_, since)| *since > question.raised_at);
    let publications =
        later.map(|(number, _)| Choice::new(number.to_string(), format!("Publication {number}")));
    QuestionForms {
        answer_by: around.typed("answer_by").unwrap_or_else(|| zone.field(question.answer_by)),
        outcome: typed("outcome"),
        answer: typed("answer"),
        publications: std::iter::once(Choice::new("", "None")).chain(publications).collect(),
        publication: typed("publication"),
        part: typed("part"),
        reason: typed("reason"),
        question,
    }
}

/// `POST …/until`: `questions_until` on the clocks of the event's place; empty for no questions.
pub async fn set_until(sent: Post<Questions>) -> PageResult {
    let until = sent.time("questions_until").await?;
    sent.act(async |c, at| results_questions::set_until(c, &at.caller, &at.slug, until).await).await
}

/// `POST …/<number>/own`: `answer_by`.
pub async fn own(sent: Post<Questions>) -> PageResult {
    let (number, by) = (number(&sent)?, sent.time("answer_by").await?);
    let own = async |c: &mut Conn, at: &PageRequest<Questions>| {
        results_questions::own(c, &at.caller, &at.slug, number, by).await
    };
    sent.act_to(&format!("?of={number}"), own).await
}

/// `POST …/<number>/answer`: `outcome`, `answer`, and for a correction `publication`.
pub async fn answer(sent: Post<Questions>) -> PageResult {
    let (number, new) = (number(&sent)?, NewAnswer::read(&*sent.form));
    let answer = async |c: &mut Conn, at: &PageRequest<Questions>| {
        results_questions::answer(c, &at.caller, &at.state.base_url, &at.slug, number, new).await
    };
    sent.act_to(&format!("?of={number}"), answer).await
}

/// `POST …/<number>/remove`: `part`, which is `question` or `answer`, and `reason`.
pub async fn remove(sent: Post<Questions>) -> PageResult {
    let (number, removal) = (number(&sent)?, TextRemoval::read(&*sent.form));
    let remove = async |c: &mut Conn, at: &PageRequest<Questions>| {
        results_questions::remove(c, &at.caller, &at.slug, number, removal).await
    };
    sent.act_to(&format!("?of={number}"), remove).await
}

fn number(sent: &Post<Questions>) -> Result<i64, Refusal> {
    sent.at.id.ok_or_else(Refusal::not_found)
}
