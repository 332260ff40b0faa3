//! Reading projects: submitted ones are public, drafts are their team's and the organizers'.

use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::portal::publish::results::{self, Standing};
use crate::portal::{Sent, context};
use crate::store::facts::{Context, Of};
use crate::store::project::{Listed, Stored};
use crate::store::{Conn, Page, event, feedback, project, team};
use shared::ids::ProjectId;
use shared::refusal::Refusal;
use shared::rules::{act, drafts_seen, may};
use shared::wire;

/// A page of the event's projects that the caller may see, in id order.
///
/// # Errors
/// 404 where there is no such event.
pub async fn list(conn: &mut Conn, caller: &Caller, slug: &str, page: Sent<Page>) -> Outcome<Vec<Stored>> {
    let at = context(conn, caller, Of::Slug(slug)).await?;
    let mut found =
        project::list(conn, at.event, drafts_seen(caller.actor.as_ref(), &at.facts), page?).await?;
    for stored in &mut found {
        stored.project.duplicate_reason = reason(caller, &at, stored);
    }
    Ok(found)
}

/// Why a project is flagged: for organizers alone.
fn reason(caller: &Caller, at: &Context, stored: &Stored) -> Option<String> {
    may::<act::Manage>(caller.actor.as_ref(), &at.facts, at.now).ok()?;
    stored.project.duplicate_of.and(stored.duplicate_reason.clone())
}

/// As [`list`], in few words; with the long texts where they are to be searched.
///
/// # Errors
/// A lost database.
pub async fn listed(conn: &mut Conn, caller: &Caller, at: &Context, long: bool) -> Outcome<Vec<Listed>> {
    project::listed(conn, at.event, drafts_seen(caller.actor.as_ref(), &at.facts), long).await
}

/// One project, and the event's context with it.
///
/// # Errors
/// 404 where there is none, or it is another team's draft.
pub async fn read(conn: &mut Conn, caller: &Caller, id: ProjectId) -> Outcome<(Context, Stored)> {
    let mut at = context(conn, caller, Of::Project(id)).await?;
    let stored = project::find(conn, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.project = Some(stored.facts());
    may::<act::ReadProject>(caller.actor.as_ref(), &at.facts, at.now)?;
    Ok((at, stored))
}

/// As [`read`], for a program: the project with its team's members.
///
/// # Errors
/// As [`read`].
pub async fn read_whole(conn: &mut Conn, caller: &Caller, id: ProjectId) -> Outcome<wire::Project> {
    let (at, stored) = read(conn, caller, id).await?;
    let members = Some(team::member_names(conn, at.event, stored.team).await?);
    let duplicate_reason = reason(caller, &at, &stored);
    Ok(wire::Project { members, duplicate_reason, ..stored.project })
}

/// A project with all that its page shows.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The event, and the project in it.
    pub at: Context,
    /// The project.
    pub project: wire::Project,
    /// Display names of the team's members, in the order they joined.
    pub members: Vec<String>,
    /// The project that it repeats.
    pub repeats: Option<Repeats>,
    /// Whether the caller sees the organizers' pages.
    pub organizes: bool,
    /// For the project's own team: whether it may be edited now, and why not.
    pub edit: Option<Result<(), Refusal>>,
    /// Its place, once everybody may read the results.
    pub standing: Option<Standing>,
    /// What judges wrote, for the project's own team where that is released.
    pub feedback: Option<Vec<String>>,
}

/// One project, with all that its page shows.
///
/// # Errors
/// As [`read`].
pub async fn open(conn: &mut Conn, caller: &Caller, id: ProjectId) -> Outcome<Opened> {
    let (at, stored) = read(conn, caller, id).await?;
    let members = team::member_names(conn, at.event, stored.team).await?;
    let repeats = repeated_by(conn, caller, &at, &stored).await?;
    let organizes = may::<act::Manage>(caller.actor.as_ref(), &at.facts, at.now).is_ok();
    let project = stored.project;
    let own = at.facts.own_project();
    let edit = own.then(|| may::<act::EditProject>(caller.actor.as_ref(), &at.facts, at.now).map(drop));
    let standing = results::standing(conn, &at, id).await?;
    let released = own && may::<act::ReadFeedback>(caller.actor.as_ref(), &at.facts, at.now).is_ok();
    let feedback = if released { Some(feedback::comments(conn, at.event, id).await?) } else { None };
    Ok(Opened { at, project, members, repeats, organizes, edit, standing, feedback })
}

/// The earlier project that a flagged one repeats, as its page tells.
#[derive(Clone, Debug)]
pub struct Repeats {
    /// The earlier project.
    pub id: ProjectId,
    /// Its title.
    pub title: String,
    /// Why the flag was set; for organizers only.
    pub why: Option<String>,
    /// Display names of the organizers, whom the project's own team can ask.
    pub ask: Vec<String>,
}

/// The project that this one repeats, where the caller may see it.
///
/// # Errors
/// A lost database.
pub async fn repeated_by(
    conn: &mut Conn,
    caller: &Caller,
    at: &Context,
    stored: &Stored,
) -> Outcome<Option<Repeats>> {
    let Some(of) = stored.project.duplicate_of else { return Ok(None) };
    let first = match read(conn, caller, of).await {
        Ok((_, first)) => first.project,
        Err(Failure::Refused(_)) => return Ok(None),
        Err(broken) => return Err(broken),
    };
    let own = at.facts.own_project();
    let ask = if own { event::organizer_names(conn, at.event).await? } else { Vec::new() };
    Ok(Some(Repeats { id: first.id, title: first.title, why: reason(caller, at, stored), ask }))
}
