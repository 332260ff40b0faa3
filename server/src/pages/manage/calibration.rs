//! The organizer's page of the calibration, and what is released once results are published.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::run::{ProjectName, StoredRun};
use crate::pages::event::head;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::portal::event::event_view::EventView;
use crate::portal::publish::calibrate;
use crate::portal::publish::calibration_page::{self, CalibrationState};
use crate::portal::publish::{declare_parts, feedback};
use crate::portal::secrets;
use crate::state::State;
use app::pages::manage::{
    CalibrationPage, DeclareOffer, FeedbackOffer, JoiningRow, JudgeRow, Names, PublishLink, Ready, Report,
    RunLine, SurprisingRow, calibration_page as calibration_view,
};
use app::words;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::calibration::SurprisingReview;
use shared::ids::ProjectId;
use shared::refusal::Refusal;
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
            forms::show_again(failure, async |refusal| show_page(&state, &caller, &slug, Some(refusal)).await)
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
            forms::show_again(failure, async |refusal| show_page(&state, &caller, &slug, Some(refusal)).await)
                .await
        }
    }
}

/// `POST /events/<slug>/manage/calibration/release-feedback`.
pub async fn release_feedback(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, .. }: Posted,
) -> PageResult {
    set_feedback(&state, &caller, &slug, true).await
}

/// `POST /events/<slug>/manage/calibration/withdraw-feedback`.
pub async fn withdraw_feedback(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, .. }: Posted,
) -> PageResult {
    set_feedback(&state, &caller, &slug, false).await
}

async fn set_feedback(state: &State, caller: &Caller, slug: &str, released: bool) -> PageResult {
    match state.write(async |c| feedback::release(c, caller, slug, released).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/calibration#feedback"))),
        Err(failure) => {
            forms::show_again(failure, async |refusal| show_page(state, caller, slug, Some(refusal)).await)
                .await
        }
    }
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<Refusal>,
) -> Outcome<Response> {
    let once = secrets::random()?;
    let operation = async |c: &mut _| calibration_page::read(c, caller, slug).await;
    let model = |desk, event: &EventView| {
        let title = format!("Calibration of {}", event.name());
        let frame = Frame { wide: true, ..Frame::new(title, format!("/events/{slug}/manage/calibration")) };
        (frame.refused(refused.as_ref()), calibration_model(caller, event, desk, (once, refused)))
    };
    event_page(state, caller, operation, model, calibration_view).await
}

fn calibration_model(
    caller: &Caller,
    event: &EventView,
    desk: CalibrationState,
    (once, refused): (String, Option<Refusal>),
) -> CalibrationPage {
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
        declare: desk.parts_offered.then(|| DeclareOffer { run: stored.run, csrf: caller.csrf().to_owned() }),
        names: Names {
            projects: desk.titles.iter().map(|(id, name)| (*id, name.title.clone())).collect(),
            judges: names.clone(),
        },
    });
    CalibrationPage {
        head: head(event),
        csrf: caller.csrf().to_owned(),
        once,
        ready,
        run_refused: desk.run_refused.map(|refusal| words::refusal(&refusal)),
        runs: runs.collect(),
        latest,
        publish,
        feedback: desk.feedback.map(|(comments, projects)| FeedbackOffer {
            released: desk.at.facts.event.feedback,
            comments,
            projects,
        }),
        saved_since: desk.saved_since,
        refused: refused.map(|refusal| words::refusal(&refusal)),
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
