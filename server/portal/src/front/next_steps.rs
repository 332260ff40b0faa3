//! What the caller does next over all events: as a judge, on a team, as an organizer.

use crate::judge::assignments::{self, NextReview};
use crate::prelude::*;
use crate::publish::overview::{self, EventAttention, KeptOverviews};
use store::project;

/// An organizer of more events than these finds the others in the list below.
const ORGANIZED: usize = 3;

/// The steps, by role.
#[derive(Clone, Debug, Default)]
pub struct NextSteps {
    /// The next review in each event that is judged now.
    pub reviews: Vec<NextReview>,
    /// What the caller's team has to do, or that one is needed.
    pub team: Vec<TeamStep>,
    /// What needs attention in the events that the caller organizes.
    pub organized: Vec<EventToOrganize>,
}

/// What somebody who takes part does next in one event.
#[derive(Clone, Debug)]
pub struct TeamStep {
    pub slug: String,
    /// Event's name.
    pub event: String,
    /// When submissions close.
    pub closes: Option<DateTime<Utc>>,
    pub work: TeamWork,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum TeamWork {
    /// Create or join a team.
    FindTeam,
    Start,
    /// Submit a draft. With it: whether the event has tracks.
    Submit(TeamProject, bool),
}

/// What needs an organizer's attention in one event.
#[derive(Clone, Debug)]
pub struct EventToOrganize {
    /// The counts.
    pub found: EventAttention,
    /// The organizer may see the board now.
    pub board: bool,
    pub calibrates: bool,
}

/// The steps of the caller as a judge and on a team. `events` are those that are not over.
pub(super) async fn own(
    conn: &mut Conn,
    caller: &Caller,
    events: &[&Event],
    roles: &[EventRole],
    now: DateTime<Utc>,
) -> Outcome<NextSteps> {
    if caller.actor.is_none() {
        return Ok(NextSteps::default());
    }
    let mut steps = NextSteps { reviews: assignments::next(conn, caller).await?, ..NextSteps::default() };
    let open = events.iter().filter_map(|event| {
        let role = roles.iter().find(|role| role.slug == event.slug && role.role == "participant")?;
        let submissions = event.submissions.extended(role.more_time);
        (!event.draft && submissions.is_open(now)).then_some((*event, submissions.close))
    });
    for (event, closes) in open {
        let work = team_work(conn, caller, event).await?;
        steps.team.extend(work.map(|work| TeamStep {
            slug: event.slug.clone(),
            event: event.name.clone(),
            closes,
            work,
        }));
    }
    steps.team.sort_by_key(|step| (step.closes.is_none(), step.closes));
    Ok(steps)
}

async fn team_work(conn: &mut Conn, caller: &Caller, event: &Event) -> Outcome<Option<TeamWork>> {
    let at = context(conn, caller, EventKey::Slug(&event.slug)).await?;
    let Some(team) = at.facts.standing.team else {
        let may_found = caller.ask::<act::CreateTeam>(&at).is_ok();
        return Ok(may_found.then_some(TeamWork::FindTeam));
    };
    if caller.ask::<act::CreateProject>(&at).is_err() {
        return Ok(None);
    }
    let projects = project::of_team(conn, at.event, team).await?;
    if projects.is_empty() {
        return Ok(Some(TeamWork::Start));
    }
    let draft = projects.into_iter().find(TeamProject::is_draft);
    Ok(draft.map(|draft| TeamWork::Submit(draft, !event.tracks.is_empty())))
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
    database: &Database,
    kept: &KeptOverviews,
    caller: &Caller,
    slugs: Vec<String>,
) -> Outcome<Vec<EventToOrganize>> {
    let mut all = Vec::new();
    for slug in slugs {
        let found = match overview::attention(database, kept, caller, &slug).await {
            Ok(found) => found,
            // An organizer who may not act now, such as one whose address is not confirmed.
            Err(Failure::Refused(_)) => continue,
            Err(failure) => return Err(failure),
        };
        let board = caller.ask::<act::WatchBoard>(&found.at).is_ok();
        let calibrates = caller.ask::<act::Calibrate>(&found.at).is_ok();
        all.push(EventToOrganize { found, board, calibrates });
    }
    Ok(all)
}
