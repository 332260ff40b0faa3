//! The organizer's pages: overview, calibration, exports.

use super::event::head;
use super::forms::Posted;
use super::render::{Frame, page, see};
use super::shown::{Shown, Unshown};
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::answer;
use crate::portal::publish::calibrate;
use crate::portal::publish::calibration_page::{self, Desk};
use crate::portal::publish::feedback;
use crate::portal::publish::overview::{self, Overview};
use crate::portal::submit::event_view::{self, EventView};
use crate::state::State;
use crate::store::overview::Attention;
use app::pages::manage::{
    CalibrationPage, ExportsPage, FeedbackOffer, JudgeRow, LastRun, OverviewPage, PublishLink, Ready, Report,
    RunLine, calibration_page as calibration_view, exports_page, overview_page,
};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use shared::refusal::Refusal;
use shared::rules::VotingMode;

/// `GET /events/<slug>/manage`.
pub async fn overview(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Shown {
    let (who, name) = (caller.clone(), slug.clone());
    let (found, event) = state
        .read(async |c| {
            let found = overview::overview(c, &who, &name).await?;
            let event = event_view::around(c, &who, &found.at).await?;
            Ok((found, event))
        })
        .await?;
    let frame = Frame::new(format!("Manage {}", event.event.name), format!("/events/{slug}/manage"));
    let model = overview_model(&event, found);
    Ok(page(&state, &caller, StatusCode::OK, frame, || overview_page(model)))
}

fn overview_model(event: &EventView, found: Overview) -> OverviewPage {
    let without_own_team = found.at.facts.team_left_out().is_some();
    let (times, counts) = (found.at.facts.event, found.counts);
    let public = found.published.as_ref().map(|p| p.run);
    let listed = |which: fn(&Attention) -> bool| {
        let chosen = found.attention.iter().filter(|p| which(p));
        chosen.map(|p| (p.id.0, p.title.clone())).collect()
    };
    OverviewPage {
        now: found.at.now,
        head: head(event),
        submissions: times.submissions,
        judging: times.judging,
        voting: (times.voting_mode != VotingMode::Off).then_some(times.voting),
        published_at: found.published.map(|p| p.published_at),
        submitted: counts.submitted,
        drafts: counts.drafts,
        flagged: listed(|p| p.flagged),
        teams_without_project: counts.teams_without_project,
        judges: counts.judges,
        judges_silent: counts.judges_silent,
        judges_idle: counts.judges_idle,
        assigned: counts.pending + counts.done,
        done: counts.done,
        done_last_hour: counts.done_last_hour,
        reviews_per_project: counts.reviews_per_project,
        short_of_judges: listed(|p| p.short),
        unreviewed: listed(|p| p.unreviewed),
        last_run: found.last_run.map(|l| LastRun {
            run: l.run,
            at: l.at,
            fresh: l.fresh,
            published: public == Some(l.run),
        }),
        withheld: found.withheld.map(|r| r.detail),
        without_own_team,
    }
}

/// `GET /events/<slug>/manage/exports`.
pub async fn exports(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Shown {
    let (who, name) = (caller.clone(), slug.clone());
    let (found, event) = state
        .read(async |c| {
            let found = overview::exports(c, &who, &name).await?;
            let event = event_view::around(c, &who, &found.at).await?;
            Ok((found, event))
        })
        .await?;
    let frame =
        Frame::new(format!("Exports of {}", event.event.name), format!("/events/{slug}/manage/exports"));
    let model = ExportsPage {
        head: head(&event),
        without_own_team: found.at.facts.team_left_out().is_some(),
        withheld: found.withheld.map(|r| r.detail),
        last_run: found.last_run,
    };
    Ok(page(&state, &caller, StatusCode::OK, frame, || exports_page(model)))
}

/// `GET /events/<slug>/manage/calibration`.
pub async fn calibration(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Shown {
    Ok(calibration_shown(&state, &caller, &slug, StatusCode::OK, None).await?)
}

/// `POST /events/<slug>/manage/calibration`: `act` is `run` or `feedback`.
pub async fn calibration_post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> Shown {
    let done = match form.get("act") {
        "run" => {
            let run = calibrate::run(&state.pool, &caller, &slug).await;
            run.map(|_| format!("/events/{slug}/manage/calibration"))
        }
        "feedback" => {
            let (who, name, on) = (caller.clone(), slug.clone(), form.get("released") == "on");
            let released = state.write(async |c| feedback::release(c, &who, &name, on).await).await;
            released.map(|()| format!("/events/{slug}/manage/calibration#feedback"))
        }
        _ => Err(Refusal::field("act", "Say run or feedback.").into()),
    };
    match done {
        Ok(path) => Ok(see(&path)),
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 400 | 409 | 422) => {
            let status = answer::status(&refusal);
            Ok(calibration_shown(&state, &caller, &slug, status, Some(refusal)).await?)
        }
        Err(failure) => Err(Unshown(failure)),
    }
}

async fn calibration_shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    status: StatusCode,
    refused: Option<Refusal>,
) -> Outcome<Response> {
    let (who, name) = (caller.clone(), slug.to_owned());
    let (desk, event) = state
        .read(async |c| {
            let desk = calibration_page::desk(c, &who, &name).await?;
            let event = event_view::around(c, &who, &desk.at).await?;
            Ok((desk, event))
        })
        .await?;
    let frame = Frame {
        error: refused.is_some(),
        wide: true,
        ..Frame::new(
            format!("Calibration of {}", event.event.name),
            format!("/events/{slug}/manage/calibration"),
        )
    };
    let model = calibration_model(caller, &event, desk, refused);
    Ok(page(state, caller, status, frame, || calibration_view(model)))
}

fn calibration_model(
    caller: &Caller,
    event: &EventView,
    desk: Desk,
    refused: Option<Refusal>,
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
    let names = desk.judge_names;
    let judge = |j: shared::calibration::JudgeOutcome| JudgeRow {
        name: names.get(&j.judge).cloned().unwrap_or_else(|| "Judge who left".to_owned()),
        // The run keeps the address of an account that was deleted since, and the page does not show it.
        email: names.contains_key(&j.judge).then_some(j.judge),
        reviews: j.reviews,
        offset: j.offset,
        scale: j.scale,
        noise: j.noise,
        flags: j.flags,
    };
    let latest = desk.latest.map(|stored| Report {
        run: stored.run,
        judges: stored.outcome.judges.into_iter().map(judge).collect(),
        connectivity: stored.outcome.connectivity,
        fit: stored.outcome.fit,
        preview: public.is_none(),
    });
    CalibrationPage {
        head: head(event),
        csrf: caller.csrf().to_owned(),
        ready,
        run_refused: desk.run_refused.map(|r| r.detail),
        runs: runs.collect(),
        latest,
        publish,
        feedback: desk.feedback.map(|(comments, projects)| FeedbackOffer {
            released: desk.at.facts.event.feedback,
            comments,
            projects,
        }),
        saved_since: desk.saved_since,
        refused: refused.map(|refusal| refusal.detail),
    }
}

/// Whether the latest run can be published. An open vote comes first: what is public is hidden meanwhile.
fn publish_link(desk: &Desk) -> PublishLink {
    if let Some(refusal) = &desk.publish_refused {
        return PublishLink::Refused(refusal.detail.clone());
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
