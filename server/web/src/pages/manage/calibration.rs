//! The organizer's page of the calibration, and what is released once results are published.

use crate::http::form::Form;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{
    CalibrationPage, DeclareOffer, FeedbackForm, JoiningRow, JudgeRow, Names, PublishLink, Ready, Report,
    RunLine, SurprisingRow, calibration_page as calibration_view,
};
use model::run::{ProjectName, StoredRun};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::publish::calibrate;
use portal::publish::calibration_page::{self, CalibrationState};
use portal::publish::declare_parts;
use portal::publish::feedback::{self, ChosenFeedback};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::calibration::SurprisingReview;
use shared::feedback::FeedbackChoice;
use shared::ids::ProjectId;
use shared::refusal::{Reason, Refusal};
use std::collections::BTreeMap;

/// `GET /events/<slug>/manage/calibration`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(show_page(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/calibration/run`.
pub async fn run(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let key = form.key(&format!("/events/{slug}/manage/calibration/run"));
    match calibrate::run_once(&state.database, &caller, &slug, key).await {
        Ok(_) => Ok(see(&format!("/events/{slug}/manage/calibration"))),
        Err(failure) => {
            forms::show_again(failure, async |refusal| {
                show_page(&state, &caller, &slug, Some(refusal.into())).await
            })
            .await
        }
    }
}

/// `POST /events/<slug>/manage/calibration/declare-parts`: `run`.
pub async fn declare_parts(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let run = form.get("run").parse().ok();
    match state.write(async |c| declare_parts::declare(c, &caller, &slug, run).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/calibration#ties"))),
        Err(failure) => {
            forms::show_again(failure, async |refusal| {
                show_page(&state, &caller, &slug, Some(refusal.into())).await
            })
            .await
        }
    }
}

/// `POST /events/<slug>/manage/calibration/feedback`: `comments` and `criteria` where teams see them, and what was `seen` as chosen.
pub async fn choose_feedback(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let seen = FeedbackChoice::from_name(form.get("seen"));
    let choice = ticked(&form);
    let sent = seen
        .map(|seen| ChosenFeedback { seen, choice })
        .ok_or_else(|| Refusal::from(Reason::FeedbackChanged));
    let done = state.write(async |c| feedback::choose(c, &caller, &slug, sent).await).await;
    let page = format!("/events/{slug}/manage/calibration#feedback");
    let again = async |refusal: Refusal| {
        show_page(&state, &caller, &slug, Some(Refused { refusal, feedback: Some(ticked(&form)) })).await
    };
    match done {
        Ok(()) => Ok(see(&page)),
        Err(failure) => forms::show_again(failure, again).await,
    }
}

fn ticked(form: &Form) -> FeedbackChoice {
    let ticked = |name| form.get(name) == "true";
    FeedbackChoice { comments: ticked("comments"), criteria: ticked("criteria") }
}

/// An act of this page that was refused.
struct Refused {
    refusal: Refusal,
    /// What was ticked in the form of the feedback.
    feedback: Option<FeedbackChoice>,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, feedback: None }
    }
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<Refused>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| calibration_page::read(c, caller, slug).await;
    let model = |desk, event: &EventView| {
        let title = format!("Calibration of {}", event.name());
        let frame = Frame::new(title, format!("/events/{slug}/manage/calibration"));
        (frame.refused(refused.as_ref().map(|r| &r.refusal)), calibration_model(desk, refused))
    };
    event_page(state, caller, operation, model, calibration_view).await
}

fn calibration_model(desk: CalibrationState, refused: Option<Refused>) -> CalibrationPage {
    let (refused, typed) = refused.map_or((None, None), |r| (Some(r.refusal), r.feedback));
    let feedback = feedback_form(&desk, typed);
    let publish = publish_link(&desk);
    let public = desk.published.as_ref().map(|p| p.run);
    let ready = Ready {
        reviews: wide(desk.ready.reviews),
        judges: wide(desk.ready.judges),
        projects: wide(desk.ready.projects),
        drafts: desk.ready.drafts,
        unreviewed: wide(desk.ready.unreviewed),
        flagged: wide(desk.ready.flagged),
        same_as: desk.ready.same_as,
    };
    let runs = desk.runs.into_iter().map(|line| RunLine {
        published: public == Some(line.run),
        run: line.run,
        at: line.created_at,
        by: line.by.unwrap_or_default(),
        method: line.method,
        reviews: line.reviews.into(),
        projects: line.projects.into(),
        input_digest: line.input_digest,
    });
    let names = &desk.judge_names;
    let judge = |j: shared::calibration::JudgeOutcome| JudgeRow {
        name: judge_name(names, &j.judge),
        // The run keeps the address of an account that was deleted since, and the page does not show it.
        email: names.contains_key(&j.judge).then_some(j.judge),
        reviews: j.reviews,
        offset: j.offset,
        scale: j.scale,
        noise: j.noise,
        weight: j.weight,
        flags: j.flags,
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
        judges: stored.outcome.judges.into_iter().map(judge).collect(),
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
        ready,
        run_refused: desk.run_refused.map(|refusal| words::refusal(&refusal)),
        runs: runs.collect(),
        latest,
        publish,
        feedback,
        saved_since: desk.saved_since,
        refused: refused.map(|refusal| words::refusal(&refusal)),
    }
}

/// The form in which an organizer chooses what teams see.
fn feedback_form(desk: &CalibrationState, typed: Option<FeedbackChoice>) -> FeedbackForm {
    let (event, counts) = (&desk.at.facts.event, desk.feedback);
    FeedbackForm {
        chosen: event.feedback,
        typed,
        published: event.published,
        judged: event.judging.is_over(desk.at.now),
        comments: counts.comments,
        commented: counts.commented,
        enough: counts.enough,
        too_few: counts.too_few,
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

pub(super) fn wide(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
