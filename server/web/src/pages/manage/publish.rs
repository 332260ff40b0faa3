//! The page that publishes a run, with what is asked about the results.

use super::questions::part;
use crate::pages::prelude::*;
use app::pages::manage::publish::publish_page;
use model::results_question::QuestionsFound;
use model::run::PublicationOffer;
use portal::publish::{publication_page, publish, results_questions};
use shared::publish::Wish;
use shared::results_question::{NewAnswer, TextRemoval};

/// `?of=` opens a question by its number.
pub struct Publishing;

impl Desk for Publishing {
    /// The question of an act.
    type Id = Option<i64>;
    /// With what can be published, unless a question is shown in place of it.
    type Found = (QuestionsFound, Option<PublicationOffer>);
    type Beside = ();
    const PATH: &'static str = "manage/calibration/publish";
    const TITLE: &'static str = "Publish results of";

    async fn read(call: &mut Call<'_>, at: &At<Option<i64>>) -> Outcome<Self::Found> {
        let questions = results_questions::for_organizers(call).await?;
        let of = at.shown();
        let one = questions.questions.iter().any(|question| of == Some(question.number.into()));
        let offer = if one { None } else { Some(publication_page::offer(call).await?) };
        Ok((questions, offer))
    }

    fn title((_, offer): &Self::Found, event: &EventView) -> String {
        let of = if offer.is_some() { Self::TITLE } else { "Question about the results of" };
        format!("{of} {}", event.name())
    }

    fn draw((questions, offer): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        publish_page(offer.as_ref(), part(questions, &sheet))
    }
}

/// `POST …/publish`: `run`, `reason` where one is needed, `consent` to warnings that need it; `provisional` with `until`, on the clocks of
/// the event's place, and `owed`, one thing a line.
pub async fn post(sent: Post<Publishing>) -> PageResult {
    let next = format!("/events/{}/results?published=1", sent.at.slug);
    let mut wish = Wish::of_form(&sent.form);
    if let Ok(Wish { provisional: Some(provisional), .. }) = &mut wish {
        match sent.time("until").await? {
            Ok(until) => provisional.until = until,
            Err(refusal) => wish = Err(refusal),
        }
    }
    sent.lead_or_wait(&next, async |call, at| publish::publish(call, wish, &at.state.signer).await).await
}

/// `POST …/questions/until`: `questions_until` on the clocks of the event's place; empty for no questions.
pub async fn set_questions_until(sent: Post<Publishing>) -> PageResult {
    let until = sent.time("questions_until").await?;
    sent.did(ActDone::QuestionTimeSaved, "#questions", async |call, _| {
        results_questions::set_until(call, until).await
    })
    .await
}

/// `POST …/questions/<number>/own`: `answer_by`.
pub async fn own_question(sent: Post<Publishing>) -> PageResult {
    let (number, by) = (sent.at.one()?, sent.time("answer_by").await?);
    let own = async |call: &mut Call<'_>, _: &PageRequest<Publishing>| {
        results_questions::own(call, number, by).await
    };
    sent.did(ActDone::QuestionTaken, &format!("?of={number}"), own).await
}

/// `POST …/questions/<number>/answer`: `outcome`, `answer`, and for a correction `publication`.
pub async fn answer_question(sent: Post<Publishing>) -> PageResult {
    let (number, new) = (sent.at.one()?, NewAnswer::read(&*sent.form));
    let answer = async |call: &mut Call<'_>, at: &PageRequest<Publishing>| {
        results_questions::answer(call, &at.state.base_url, number, new).await
    };
    sent.did(ActDone::QuestionAnswered, &format!("?of={number}"), answer).await
}

/// `POST …/questions/<number>/remove`: `part`, which is `question` or `answer`, and `reason`.
pub async fn remove_text(sent: Post<Publishing>) -> PageResult {
    let (number, removal) = (sent.at.one()?, TextRemoval::read(&*sent.form));
    let remove = async |call: &mut Call<'_>, _: &PageRequest<Publishing>| {
        results_questions::remove(call, number, removal).await
    };
    sent.did(ActDone::QuestionTextRemoved, &format!("?of={number}"), remove).await
}
