//! The organizer's page of the calibration, and what is released once results are published.

use super::ceremony::NINETY;
use crate::pages::prelude::*;
use app::pages::manage::calibration::{
    CalibrationPage, Report, SurprisingRow, calibration_page as calibration_view,
};
use app::pages::manage::connections::{DeclareOffer, JoiningRow};
use app::pages::manage::feedback::FeedbackForm;
use app::pages::manage::judges::JudgeRow;
use app::pages::manage::publish::PublishLink;
use app::pages::manage::ranking::RankedRow;
use app::pages::manage::warnings::Names;
use model::run::{ProjectName, StoredRun};
use portal::publish::calibration_page::{self, CalibrationState};
use portal::publish::feedback::{self, ChosenFeedback};
use portal::publish::{calibrate, declare_parts};
use shared::calibration::{ProjectOutcome, SurprisingReview};
use shared::feedback::FeedbackChoice;

pub struct Calibration;

impl Desk for Calibration {
    type Id = ();
    type Found = CalibrationState;
    type Beside = ();
    const PATH: &'static str = "manage/calibration";
    const TITLE: &'static str = "Ranking of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<CalibrationState> {
        calibration_page::read(c, &at.caller, &at.slug).await
    }

    fn draw(desk: CalibrationState, sheet: DeskContext<'_, Self>) -> AnyView {
        let refused = sheet.refused.map(|refused| words::refusal(&refused.refusal));
        // Only the form of the feedback says what was seen.
        let typed = sheet.form().filter(|form| form.sent("seen").is_some()).map(ticked);
        calibration_view(calibration_model(desk, refused, typed))
    }
}

/// `POST …/run`. The numbers are computed on no connection.
pub async fn run(sent: Post<Calibration>) -> PageResult {
    let (at, here) = (&sent.at, Calibration::path(&sent.at));
    let key = sent.form.key(&format!("{here}/run"));
    let done = calibrate::run_once(&at.state.database, &at.caller, &at.slug, key).await;
    sent.after(done, |_, _| here).await
}

/// `POST …/declare-parts`: `run`.
pub async fn declare_parts(sent: Post<Calibration>) -> PageResult {
    let run = sent.get("run").parse().ok();
    sent.act_to("#ties", async |c, at| declare_parts::declare(c, &at.caller, &at.slug, run).await).await
}

/// `POST …/feedback`: `comments` and `criteria` where teams see them, and what was `seen` as chosen.
pub async fn choose_feedback(sent: Post<Calibration>) -> PageResult {
    let choice = ticked(&sent.form);
    let chosen = FeedbackChoice::from_name(sent.get("seen"))
        .map(|seen| ChosenFeedback { seen, choice })
        .ok_or_else(|| Refusal::from(Reason::FeedbackChanged));
    sent.act_to("#feedback", async |c, at| feedback::choose(c, &at.caller, &at.slug, chosen).await).await
}

fn ticked(form: &Form) -> FeedbackChoice {
    let ticked = |name| form.get(name) == "true";
    FeedbackChoice { comments: ticked("comments"), criteria: ticked("criteria") }
}

fn calibration_model(
    desk: CalibrationState,
    refused: Option<String>,
    typed: Option<FeedbackChoice>,
) -> CalibrationPage {
    let feedback = feedback_form(&desk, typed);
    let publish = publish_link(&desk);
    let public = desk.published.as_ref().map(|p| p.run);
    let names = &desk.judge_names;
    let judge = |of: shared::calibration::JudgeOutcome| JudgeRow {
        name: judge_name(names, &of.judge),
        // The run keeps the address of an account that was deleted since, and the page does not show it.
        email: names.contains_key(&of.judge).then(|| of.judge.clone()),
        of,
    };
    let title_of = |id: &ProjectId| desk.titles.get(id).map_or_else(String::new, |p| p.title.clone());
    let joining = desk.joining.reviews.iter().map(|(person, email, project)| JoiningRow {
        judge: judge_name(names, email),
        person: person.0,
        title: title_of(project),
        project: *project,
    });
    let (joining, joining_refused) = (joining.collect(), desk.joining.refused.as_ref().map(words::refusal));
    let latest = desk.latest.map(|stored| Report {
        joining,
        joining_refused,
        run: stored.run,
        surprising: surprising(&stored, names, &desk.titles),
        decisive: decisive(&stored, names),
        beyond: stored.outcome.influence.beyond,
        ranking: stored.outcome.projects.iter().map(|project| ranked(project, &desk.titles)).collect(),
        judges: stored.outcome.judges.into_iter().map(judge).collect(),
        criteria: desk.criteria,
        order: desk.order,
        connectivity: stored.outcome.connectivity,
        fit: stored.outcome.fit,
        preview: public.is_none(),
        declare: desk.parts_offered.then_some(DeclareOffer { run: stored.run }),
        names: Names {
            projects: desk.titles.iter().map(|(id, name)| (*id, name.title.clone())).collect(),
            judges: names.clone(),
        },
    });
    CalibrationPage {
        ready: desk.ready,
        run_refused: desk.run_refused.map(|refusal| words::refusal(&refusal)),
        runs: desk.runs,
        public,
        latest,
        publish,
        feedback,
        saved_since: desk.saved_since,
        refused,
    }
}

/// The form in which an organizer chooses what teams see.
fn feedback_form(desk: &CalibrationState, typed: Option<FeedbackChoice>) -> FeedbackForm {
    let event = &desk.at.facts.event;
    FeedbackForm {
        chosen: event.feedback,
        typed,
        published: event.published,
        judged: event.judging.is_over(desk.at.now),
        counts: desk.feedback,
    }
}

fn ranked(project: &ProjectOutcome, titles: &BTreeMap<ProjectId, ProjectName>) -> RankedRow {
    let name = titles.get(&ProjectId(project.project));
    RankedRow {
        project: project.project,
        title: name.map_or_else(String::new, |name| name.title.clone()),
        team: name.map_or_else(String::new, |name| name.team.clone()),
        rank: project.rank,
        score: project.calibrated,
        interval: [project.calibrated - NINETY * project.se, project.calibrated + NINETY * project.se],
        reviews: project.reviews,
    }
}

/// The reviews that the others do not predict.
fn surprising(
    stored: &StoredRun,
    names: &BTreeMap<String, String>,
    titles: &BTreeMap<ProjectId, ProjectName>,
) -> Vec<SurprisingRow> {
    let rank = |project: i64| stored.outcome.projects.iter().find(|p| p.project == project).map(|p| p.rank);
    let row = |review: &SurprisingReview| {
        Some(SurprisingRow {
            title: titles.get(&ProjectId(review.project)).map_or_else(String::new, |p| p.title.clone()),
            project: ProjectId(review.project),
            judge: judge_name(names, &review.judge),
            residual: review.residual,
            rank: rank(review.project)?,
            rank_without: review.rank_without,
        })
    };
    stored.outcome.influence.reviews.iter().filter_map(row).collect()
}

/// The judges without each of whom another project would be first.
fn decisive(stored: &StoredRun, names: &BTreeMap<String, String>) -> Vec<String> {
    let first = stored.outcome.influence.winners.iter().find(|winners| winners.places == 1);
    first.into_iter().flat_map(|winners| &winners.judges).map(|judge| judge_name(names, judge)).collect()
}

pub(super) fn judge_name(names: &BTreeMap<String, String>, email: &str) -> String {
    names.get(email).cloned().unwrap_or_else(|| "Judge who left".to_owned())
}

/// Whether the latest run can be published. An open vote comes first: what is public is hidden meanwhile.
fn publish_link(desk: &CalibrationState) -> PublishLink {
    if let Some(refusal) = &desk.publish_refused {
        return PublishLink::Refused(words::refusal(refusal));
    }
    let Some(latest) = &desk.latest else { return PublishLink::Nothing };
    match &desk.published {
        Some(public) if public.run == latest.run => {
            PublishLink::Done { run: public.run, since: public.published_at }
        }
        public => PublishLink::Offer { run: latest.run, replaces: public.as_ref().map(|p| p.run) },
    }
}
