//! The organizer's page of the calibration, and what is released once results are published.

use crate::pages::prelude::*;
use app::pages::manage::calibration::{CalibrationPage, calibration_page as calibration_view};
use model::run::CalibrationState;
use portal::publish::feedback::{self, ChosenFeedback};
use portal::publish::{calibrate, calibration_page, declare_parts};
use shared::feedback::FeedbackChoice;

/// `?feedback=` asks for what teams see of their reviews.
pub struct Calibration;

impl Desk for Calibration {
    type Id = ();
    type Found = CalibrationState;
    type Beside = ();
    const PATH: &'static str = "manage/calibration";
    const TITLE: &'static str = "Ranking of";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<CalibrationState> {
        calibration_page::read(call).await
    }

    fn draw(found: CalibrationState, sheet: DeskContext<'_, Self>) -> AnyView {
        calibration_view(CalibrationPage {
            found,
            asks_feedback: sheet.at.query.asked("feedback").is_some(),
            // Only the form of the feedback says what was seen.
            typed: sheet.form().filter(|form| form.sent("seen").is_some()).map(ticked),
            refused: sheet.refused.map(|refused| words::refusal(&refused.refusal)),
        })
    }
}

/// `POST …/run`. The numbers are computed on no connection.
pub async fn run(sent: Post<Calibration>) -> PageResult {
    let (at, here) = (&sent.at, Calibration::path(&sent.at));
    let key = sent.form.key(&format!("{here}/run"));
    let done = calibrate::run_once(at.by(), key).await;
    sent.after(done, |_, _| ActDone::CalibrationRun.at(&here)).await
}

/// `POST …/declare-parts`: `run`.
pub async fn declare_parts(sent: Post<Calibration>) -> PageResult {
    let run = sent.get("run").parse().ok();
    sent.did(ActDone::PartsDeclared, "#ties", async |call, _| declare_parts::declare(call, run).await).await
}

/// `POST …/feedback`: `comments` and `criteria` where teams see them, and what was `seen` as chosen.
pub async fn choose_feedback(sent: Post<Calibration>) -> PageResult {
    let choice = ticked(&sent.form);
    let chosen = FeedbackChoice::from_name(sent.get("seen"))
        .map(|seen| ChosenFeedback { seen, choice })
        .ok_or_else(|| Refusal::from(Reason::FeedbackChanged));
    let sent = sent.asking("feedback", "1");
    sent.did(ActDone::FeedbackChosen, "?feedback=1#feedback", async |call, _| {
        feedback::choose(call, chosen).await
    })
    .await
}

fn ticked(form: &Form) -> FeedbackChoice {
    let ticked = |name| form.get(name) == "true";
    FeedbackChoice { comments: ticked("comments"), criteria: ticked("criteria") }
}
