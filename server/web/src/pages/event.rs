//! An event's own page.

use super::event_page;
use crate::pages::prelude::*;
use app::components::{Stage, StageKind};
use app::pages::event::{self as view, DataKeeping, EventPage, NextStep};
use app::pages::gallery::TrackChoice;
use model::event::Track;
use portal::event::event_view::Mine;
use portal::front::{self, EventGlance};
use portal::vote;
use shared::rules::VotingMode;
use shared::window::{Phase, Window};
use std::collections::HashMap;

/// `GET /events/<slug>`.
pub async fn show(PublicRequest(At { state, caller, slug, .. }): PublicRequest) -> PageResult {
    let operation = async |call: &mut Call<'_>| {
        let opened = event_view::open(call).await?;
        let counts = event_view::track_counts(call.conn, &opened.at).await?;
        let vote = vote::page::next(call, &opened.at).await?;
        let glance = front::glance(call.conn, &opened.at).await?;
        Ok((opened, (counts, vote, glance)))
    };
    let model = |(opened, found): (OpenedEvent, (HashMap<_, _>, _, EventGlance)), view: &EventView| {
        let (counts, vote, glance) = found;
        let OpenedEvent { at, event, mine } = opened;
        let close = || event.submissions.close.map(|at| view.zone().words(at));
        let described = || words::outside::event(&event.description, close(), &event.venue);
        let description = (!event.draft).then(described);
        let model = EventPage {
            now: at.now,
            stages: stages(&event, at.now),
            reopened: reopened(&event),
            next: next_step(&caller, view, &mine, vote),
            more_time: more_time(&at),
            certificates: certificates(view, &mine),
            flagged: mine.projects.iter().filter(|p| p.flagged).map(|p| (p.id.0, p.title.clone())).collect(),
            tracks: tracks(&event, &counts),
            pictures: glance.pictures,
            prizes: glance.prizes,
            keeping: keeping(&event),
            event,
        };
        (Frame { description, ..Frame::new(view.name(), format!("/events/{slug}")) }, model)
    };
    Ok(public(
        event_page::event_page(&state, state.by(&caller).at(&slug), operation, model, view::event_page)
            .await?,
    ))
}

/// What was opened again after it had closed.
fn reopened(event: &Event) -> Vec<(&'static str, DateTime<Utc>)> {
    let stages = [
        ("Submissions were", event.submissions_reopened_at),
        ("Judging was", event.judging_reopened_at),
        ("Voting was", event.voting_reopened_at),
    ];
    stages.into_iter().filter_map(|(stage, at)| Some((stage, at?))).collect()
}

/// Until when personal data are kept.
fn keeping(event: &Event) -> DataKeeping {
    match (event.forgotten_at, event.forget_on) {
        (Some(at), _) => DataKeeping::Removed(at),
        (None, Some(day)) => DataKeeping::Until(day),
        (None, None) => DataKeeping::Open,
    }
}

/// An event's stages: the vote only where there is one.
pub fn stages(event: &Event, now: DateTime<Utc>) -> Vec<Stage> {
    let stage = |kind, window: Window| {
        let Window { open, close } = window;
        match window.phase(now) {
            // It opens with its event.
            Phase::Open if event.draft => Stage { kind, state: Phase::NotYet, open: None, close },
            state => Stage { kind, state, open, close },
        }
    };
    let mut stages =
        vec![stage(StageKind::Submit, event.submissions), stage(StageKind::Judge, event.judging)];
    if event.voting_mode != VotingMode::Off {
        stages.push(stage(StageKind::Vote, event.voting));
    }
    let published = event.results_published_at;
    let state = if published.is_some() { Phase::Closed } else { Phase::NotYet };
    stages.push(Stage { kind: StageKind::Publish, state, open: published, close: None });
    stages
}

/// The end of the visitor's own time to submit, while only more time keeps it open.
fn more_time(at: &Context) -> Option<DateTime<Utc>> {
    let own = at.facts.submissions();
    own.close.filter(|_| own.is_open(at.now) && own.close != at.facts.event.submissions.close)
}

/// The event's tracks with their numbers of submitted projects.
pub fn tracks(event: &Event, projects: &HashMap<TrackId, i64>) -> Vec<TrackChoice> {
    let track = |t: &Track| TrackChoice {
        id: t.id.0,
        name: t.name.clone(),
        projects: projects.get(&t.id).copied().unwrap_or(0),
    };
    event.tracks.iter().map(track).collect()
}

/// What the visitor did in a stage that is over.
fn certificates(view: &EventView, mine: &Mine) -> Vec<&'static str> {
    let over = |window: Window| window.phase(view.at.now) == Phase::Closed;
    let judged = view.counts.done > 0 && over(view.at.facts.event.judging);
    let submitted = mine.projects.iter().any(|p| p.submitted_at.is_some());
    let took_part = submitted && over(view.at.facts.submissions());
    [("judge", judged), ("participant", took_part)].into_iter().filter(|of| of.1).map(|of| of.0).collect()
}

/// The one thing to do next: what is open now comes first.
fn next_step(caller: &Caller, view: &EventView, mine: &Mine, vote: Option<bool>) -> NextStep {
    let (facts, now) = (&view.at.facts, view.at.now);
    let submitting = facts.event.submissions.is_open(now);
    let judging = facts.event.judging.is_open(now);
    if mine.create_refused.is_none() {
        let draft = mine.projects.iter().find(|p| p.submitted_at.is_none() && !p.withdrawn);
        return match (draft, mine.projects.iter().find(|p| !p.withdrawn)) {
            (Some(p), _) => NextStep::FinishDraft { id: p.id.0, title: p.title.clone() },
            (None, Some(p)) => NextStep::Improve { id: p.id.0, title: p.title.clone() },
            (None, None) => NextStep::Submit,
        };
    }
    // Reviews of an event whose results are out change nothing in them.
    let out = view.results && facts.event.published;
    if out && !view.organizes {
        return NextStep::ReadResults;
    }
    let teamless = view.team && facts.standing.team.is_none();
    if teamless && facts.standing.participant {
        return NextStep::MakeTeam;
    }
    if judging && !out && view.counts.pending + view.counts.done > 0 {
        return NextStep::Judge { pending: view.counts.pending, done: view.counts.done };
    }
    if view.organizes {
        return NextStep::Manage;
    }
    if let Some(cast) = vote {
        return NextStep::Vote { cast };
    }
    if view.results {
        return NextStep::ReadResults;
    }
    if teamless {
        return NextStep::MakeTeam;
    }
    if caller.actor.is_none() && (submitting || judging) {
        return NextStep::SignIn;
    }
    NextStep::Browse
}
