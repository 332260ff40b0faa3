//! What the caller does next over all events: as a judge, on a team, as an organizer.

use crate::judge::assignments::{self, NextReview};
use crate::prelude::*;
use crate::publish::overview::{self, EventAttention, KeptOverviews};
use shared::window::Phase;
use store::project;

/// An organizer of more events than these finds the others in the list below.
const ORGANIZED: usize = 3;

/// The steps of the caller as a judge and on a team. `events` are those that are not over.
pub(super) async fn own(
    call: &mut Call<'_>,
    events: &[&Event],
    roles: &[EventRole],
    now: DateTime<Utc>,
) -> Outcome<Vec<HomeStep>> {
    if call.caller.actor.is_none() {
        return Ok(Vec::new());
    }
    let open = events.iter().filter_map(|event| {
        let role = roles.iter().find(|role| role.slug == event.slug && role.role == "participant")?;
        let submissions = event.submissions.extended(role.more_time);
        (!event.draft && submissions.is_open(now)).then_some((*event, submissions.close))
    });
    let reviews = assignments::next(call).await?;
    let mut team = Vec::new();
    for (event, closes) in open {
        let work = team_work(call, event).await?;
        team.extend(work.map(|work| HomeStep {
            slug: event.slug.clone(),
            event: event.name.clone(),
            closes,
            work,
        }));
    }
    team.sort_by_key(|step| (step.closes.is_none(), step.closes));
    Ok(reviews.into_iter().map(review).chain(team).collect())
}

fn review(NextReview { event, task, done, of }: NextReview) -> HomeStep {
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let (done, of) = (count(done), count(of));
    let work = match task {
        Some(JudgeTask { id, title, team, place, .. }) => {
            StepWork::Review(ReviewStep { id, title, team, place, done, of })
        }
        None => StepWork::TakeReview { done },
    };
    HomeStep { slug: event.slug, event: event.name, closes: event.judging.close, work }
}

async fn team_work(call: &mut Call<'_>, event: &Event) -> Outcome<Option<StepWork>> {
    let at = context(call, EventKey::Slug(&event.slug)).await?;
    let Some(team) = at.facts.standing.team else {
        let may_found = call.ask::<act::CreateTeam>(&at).is_ok();
        return Ok(may_found.then_some(StepWork::FindTeam));
    };
    if call.ask::<act::CreateProject>(&at).is_err() {
        return Ok(None);
    }
    let projects = project::of_team(call.conn, at.event, team).await?;
    if projects.is_empty() {
        return Ok(Some(StepWork::Start));
    }
    let draft = projects.into_iter().find(TeamProject::is_draft);
    Ok(draft.map(|draft| StepWork::Finish(draft, !event.tracks.is_empty())))
}

/// The first of these events that somebody with these roles organizes: those that are judged now before the others.
pub(super) fn to_organize(events: &[&Event], roles: &[EventRole], now: DateTime<Utc>) -> Vec<String> {
    let organizes = |event: &&Event| roles.iter().any(|r| r.slug == event.slug && r.role == "organizer");
    let mut events: Vec<&Event> = events.iter().copied().filter(organizes).collect();
    events.sort_by_key(|event| event.judging.close.is_none() || !event.judging.is_open(now));
    events.into_iter().take(ORGANIZED).map(|event| event.slug.clone()).collect()
}

/// What needs the caller's attention in these events. The counts of a large event are waited for without a connection.
pub(super) async fn organized(
    by: By<'_>,
    kept: &KeptOverviews,
    slugs: Vec<String>,
) -> Outcome<Vec<HomeStep>> {
    let mut all = Vec::new();
    for slug in slugs {
        // An organizer who may not act now, such as one whose address is not confirmed, has no step.
        if let Ok(found) = or_refused(overview::attention(by.at(&slug), kept).await)? {
            all.push(organizer(by.caller, &found));
        }
    }
    Ok(all)
}

fn organizer(caller: &Caller, EventAttention { at, numbers, latest }: &EventAttention) -> HomeStep {
    let event = &at.facts.event;
    let (counts, setup) = (&numbers.counts, &numbers.setup);
    let unreviewed = numbers.attention.iter().filter(|project| project.unreviewed).count();
    let may_submit = |project: &&ProjectToCheck| {
        event.phase(event.submissions_of(project.more_time), at.now) == Phase::Open
    };
    let drafts = numbers.attention.iter().filter(|project| project.draft).filter(may_submit).count();
    let (submissions, judging) = (event.phase(event.submissions, at.now), event.phase(event.judging, at.now));
    let step = OrganizerStep {
        submissions,
        judging,
        submitted: counts.submitted,
        drafts: i64::try_from(drafts).unwrap_or(i64::MAX),
        judges: counts.judges,
        silent: counts.judges_silent,
        criteria: setup.criteria,
        undecided: setup.undecided,
        assigned: counts.pending + counts.done,
        done: counts.done,
        unreviewed: i64::try_from(unreviewed).unwrap_or(i64::MAX),
        undelivered: numbers.undelivered,
        run: latest.as_ref().map(|run| run.run),
        published: event.published,
        board: judging == Phase::Open && caller.ask::<act::WatchBoard>(at).is_ok(),
        calibrates: caller.ask::<act::Calibrate>(at).is_ok(),
    };
    let closes = match (submissions, judging) {
        (_, Phase::Open) => event.judging.close,
        (Phase::Open, _) => event.submissions.close,
        _ => None,
    };
    let work = StepWork::Organize(Box::new(step));
    HomeStep { slug: at.slug.clone(), event: event.name.clone(), closes, work }
}
