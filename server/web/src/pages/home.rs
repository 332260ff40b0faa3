//! The home page.

use super::event::stages;
use super::first_run;
use crate::pages::prelude::*;
use app::pages::{
    DraftToFinish, EventCard, HomePage, HomeStep, OrganizerStep, ReviewStep, StepWork, home_page, place_words,
};
use model::person::EventRole;
use portal::front::next_steps::{EventToOrganize, NextSteps, TeamStep, TeamWork};
use portal::front::{self, FrontEvent};
use portal::judge::assignments::NextReview;
use shared::window::Phase;

/// `GET /`.
pub async fn show(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    if first_run::leads_there(&state, &caller).await? {
        return Ok(see(first_run::PATH));
    }
    let anyone = state.settings.events.anyone();
    let front = front::read(&state.database, &state.overviews, &caller, anyone).await?;
    let (now, roles) = (front.now, front.roles);
    let cards = |events: Vec<FrontEvent>| -> Vec<EventCard> {
        events.into_iter().map(|event| card(event, &roles, now)).collect()
    };
    let model = HomePage {
        now,
        signed_in: caller.actor.is_some(),
        steps: steps(front.steps),
        current: cards(front.current),
        past: cards(front.past),
        may_create: front.may_create,
    };
    Ok(public(page(&state, &caller, Frame::new("Events", "/"), || home_page(model))))
}

fn card(front: FrontEvent, roles: &[EventRole], now: DateTime<Utc>) -> EventCard {
    let FrontEvent { event, projects, prizes, pictures } = front;
    EventCard {
        stages: stages(&event, now),
        roles: roles.iter().filter(|r| r.slug == event.slug).map(|r| r.role.clone()).collect(),
        event,
        projects,
        prizes,
        pictures,
    }
}

/// The steps in the order in which the page shows them.
fn steps(steps: NextSteps) -> Vec<HomeStep> {
    let reviews = steps.reviews.into_iter().map(review);
    let team = steps.team.into_iter().map(team);
    reviews.chain(team).chain(steps.organized.into_iter().map(organizer)).collect()
}

fn review(next: NextReview) -> HomeStep {
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let (done, of) = (count(next.done), count(next.of));
    let work = match next.task {
        Some(task) => StepWork::Review(ReviewStep {
            id: task.id.0,
            title: task.title,
            team: task.team,
            place: place_words(&task.place),
            done,
            of,
        }),
        None => StepWork::TakeReview { done },
    };
    HomeStep { slug: next.event.slug, event: next.event.name, closes: next.event.judging.close, work }
}

fn team(step: TeamStep) -> HomeStep {
    let work = match step.work {
        TeamWork::FindTeam => StepWork::FindTeam,
        TeamWork::Start => StepWork::Start,
        TeamWork::Submit(project, tracks) => StepWork::Finish(DraftToFinish {
            id: project.id.0,
            title: project.title,
            tagline: project.tagline,
            summary: project.summary,
            link: project.link,
            track: project.track || !tracks,
        }),
    };
    HomeStep { slug: step.slug, event: step.event, closes: step.closes, work }
}

fn organizer(organized: EventToOrganize) -> HomeStep {
    let EventToOrganize { found, board, calibrates } = organized;
    let (event, now) = (&found.at.facts.event, found.at.now);
    let (counts, setup) = (&found.numbers.counts, &found.numbers.setup);
    let unreviewed = found.numbers.attention.iter().filter(|project| project.unreviewed).count();
    let phase = |window| event.phase(window, now);
    let judging = phase(event.judging);
    let step = OrganizerStep {
        submissions: phase(event.submissions),
        judging,
        submitted: counts.submitted,
        drafts: counts.drafts,
        judges: counts.judges,
        silent: counts.judges_silent,
        criteria: setup.criteria,
        undecided: setup.undecided,
        assigned: counts.pending + counts.done,
        done: counts.done,
        unreviewed: i64::try_from(unreviewed).unwrap_or(i64::MAX),
        undelivered: found.numbers.undelivered,
        run: found.latest.as_ref().map(|run| run.run),
        published: event.published,
        board: board && judging == Phase::Open,
        calibrates,
    };
    let closes = match (phase(event.submissions), judging) {
        (_, Phase::Open) => event.judging.close,
        (Phase::Open, _) => event.submissions.close,
        _ => None,
    };
    HomeStep {
        slug: found.at.slug.clone(),
        event: event.name.clone(),
        closes,
        work: StepWork::Organize(Box::new(step)),
    }
}
