//! An event as one visitor meets it: what is open, what is theirs, what they may do next.

use super::events;
use crate::prelude::*;
use crate::zone::Zone;
use store::{event, finals, notice, project, team};

/// The head of every page of an event.
#[derive(Debug)]
pub struct EventView {
    pub at: Context,
    pub counts: VisitorCounts,
    /// Whether there are results that the visitor may read.
    pub results: bool,
    /// Whether the visitor has a team, or may found or join one now.
    pub team: bool,
    /// Whether the visitor sees the organizers' pages.
    pub organizes: bool,
    /// How it hangs together with its finals.
    pub finals: FinalsLinks,
    /// What organizers wrote to the visitor, who has not marked it as read.
    pub notices: Vec<UnreadNotice>,
}

impl EventView {
    pub fn name(&self) -> &str {
        &self.at.facts.event.name
    }

    /// The clocks of its place.
    pub fn zone(&self) -> Zone {
        Zone::of_event(&self.counts.time_zone)
    }
}

/// Reads the head of the pages of an event, for an operation that has loaded the event's context.
pub async fn of_context(call: &mut Call<'_>, at: &Context) -> Outcome<EventView> {
    let known = call.caller.person().filter(|_| call.caller.knows(at.event));
    let counts = event::counts(call.conn, at.event, known).await?;
    let results = match results_view(call.caller.actor.as_ref(), &at.facts, at.now) {
        Ok(ResultsView::Published) => true,
        Ok(ResultsView::Preview) => counts.has_run,
        Err(_) => false,
    };
    // Who has not shown the passkey that the event asks for is led to where they can.
    let organizes =
        call.ask::<act::Manage>(at).map_or_else(|refusal| refusal.code() == Code::PasskeyNeeded, |_| true);
    let may_enter = call.ask::<act::CreateTeam>(at).is_ok();
    let team = may_enter || at.facts.standing.team.is_some();
    // Panellists have no role, and are written to.
    let notices = match known {
        Some(person) => notice::unread(call.conn, person, Some(at.event)).await?,
        None => Vec::new(),
    };
    let finals = finals::links(call.conn, at.event, call.caller.person()).await?;
    Ok(EventView { at: at.clone(), counts, results, team, organizes, finals, notices })
}

/// The event in full, and what is the visitor's own in it.
#[derive(Debug)]
pub struct OpenedEvent {
    pub at: Context,
    pub event: Event,
    /// The visitor's own.
    pub mine: Mine,
}
model::in_event!(OpenedEvent);

/// Reads the event for a visitor.
/// Errors: 404 where there is no such event.
pub async fn open(call: &mut Call<'_>) -> Outcome<OpenedEvent> {
    let at = call.context().await?;
    let event = events::in_full(call.conn, call.caller.person(), &at).await?;
    let mine = mine(call, &at).await?;
    Ok(OpenedEvent { at, event, mine })
}

/// The visitor's own team in the event, and its projects.
#[derive(Debug, Default)]
pub struct Mine {
    pub team: Option<String>,
    /// The team's projects in id order.
    pub projects: Vec<OwnProject>,
    /// Why no new project may be made now.
    pub create_refused: Option<Refusal>,
}

async fn mine(call: &mut Call<'_>, at: &Context) -> Outcome<Mine> {
    let actor = call.caller.actor.as_ref();
    let create_refused = call.ask::<act::CreateProject>(at).err();
    let Some(id) = at.facts.standing.team else {
        return Ok(Mine { create_refused, ..Mine::default() });
    };
    let projects = project::of_team(call.conn, at.event, id).await?.into_iter().map(|p| {
        let facts = Facts { project: Some(p.facts(id)), ..at.facts.clone() };
        let may_edit = may::<act::EditProject>(actor, &facts, at.now).is_ok();
        let TeamProject { id, title, submitted_at, withdrawn, flagged, .. } = p;
        OwnProject { id, title, submitted_at, withdrawn, may_edit, flagged }
    });
    let projects = projects.collect();
    Ok(Mine { team: team::name(call.conn, id).await?, projects, create_refused })
}

/// Submitted projects of each of the event's tracks that has any.
pub async fn track_counts(conn: &mut Conn, at: &Context) -> Outcome<HashMap<TrackId, i64>> {
    event::track_counts(conn, at.event).await
}
