//! Reading projects: submitted ones are public, drafts are their team's and the organizers'.

use super::evidence::{self, OwnEvidence};
use super::feedback;
use super::looks;
use crate::kept::{KeptByVersion, KeptValue, MOST_LINES};
use crate::prelude::*;
use crate::publish::results;
use shared::feedback::FeedbackChoice;
use shared::form_question::{GivenAnswers, ShownTo};
use shared::rules::{answers_seen, drafts_seen, sees_teams};
use store::{event, freshness, gallery, project, team, visit};

/// Gives a page of the event's projects that the caller may see, in id order, each as it comes from the database.
/// Errors: 404 where there is no such event.
pub async fn list(
    call: &mut Call<'_>,
    page: Sent<ListPage>,
    mut each: impl FnMut(VisibleProject),
) -> Outcome<()> {
    let at = call.context().await?;
    let drafts = drafts_seen(call.caller.actor.as_ref(), &at.facts);
    let show = |mut project: Project| {
        hide_teams(call.caller, &at, [&mut project]);
        each(visible(call.caller, &at, project));
    };
    project::list(call.conn, at.event, drafts, page?, show).await
}

/// A project as the caller reads it, without what only its page shows.
fn visible(caller: &Caller, at: &Context, project: Project) -> VisibleProject {
    VisibleProject {
        duplicate_reason: duplicate_reason(caller, at, &project),
        answers: answers(caller, at, &project),
        members: None,
        looks: None,
        code_at_close: None,
        project,
    }
}

/// Why a project is flagged: for organizers alone.
fn duplicate_reason(caller: &Caller, at: &Context, project: &Project) -> Option<String> {
    project.duplicate_of?;
    caller.ask::<act::Manage>(at).ok()?;
    project.duplicate_reason.clone()
}

/// The answers that the caller reads, by the keys of their questions.
fn answers(caller: &Caller, at: &Context, project: &Project) -> GivenAnswers {
    let reader = answers_seen(caller.actor.as_ref(), &at.facts, project.team_id);
    let shown = project.answers.shown_to(reader).into_iter();
    shown.map(|(question, answer)| (question.key.clone(), answer.to_owned())).collect()
}

/// Projects on one page of the gallery.
pub const PER_PAGE: i64 = 24;
/// Tags offered as filters, most of them folded away.
const TAGS: i64 = 60;

/// What the galleries of events can be filtered by, as far as it is kept.
pub type KeptFacets = KeptByVersion<GalleryFacets>;

impl KeptValue for GalleryFacets {
    const MOST: u64 = MOST_LINES;

    fn weight(&self) -> usize {
        self.tags.len() + self.tracks.len()
    }
}

/// A page of the projects that the caller may see, with what they can be filtered by.
pub async fn gallery(
    call: &mut Call<'_>,
    at: &Context,
    kept: &KeptFacets,
    filter: &GalleryFilter,
    page: i64,
) -> Outcome<(Gallery, Arc<GalleryFacets>)> {
    let drafts = drafts_seen(call.caller.actor.as_ref(), &at.facts);
    let without_teams = !sees_teams(call.caller.actor.as_ref(), &at.facts);
    let filter = GalleryFilter { without_teams, ..filter.clone() };
    let mut found = gallery::page(call.conn, at.event, drafts, &filter, (page, PER_PAGE)).await?;
    hide_teams(call.caller, at, &mut found.projects);
    let version = freshness::version(call.conn, at.event).await?;
    let facets = kept.of_event(at.event, version, gallery::facets(call.conn, at.event, TAGS)).await?;
    Ok((found, facets))
}

/// One project, and the event's context with it. Whose it is, is left out where the caller may not know.
/// Errors: 404 where there is none, or it is another team's draft.
pub async fn read(call: &mut Call<'_>, id: ProjectId) -> Outcome<(Context, Project)> {
    let mut at = context(call, EventKey::Project(id)).await?;
    let mut project = project::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.project = Some(project.facts());
    call.ask::<act::ReadProject>(&at)?;
    hide_teams(call.caller, &at, [&mut project]);
    Ok((at, project))
}

/// One project with its team's members.
/// Errors: as [`read`].
pub async fn read_with_members(call: &mut Call<'_>, id: ProjectId) -> Outcome<VisibleProject> {
    let (at, project) = read(call, id).await?;
    let members = members(call, &at, &project).await?;
    let may = call.ask::<act::ReadAssignments>(&at).is_ok();
    let looks = if may { looks::read(call.conn, &at).await?.remove(&id) } else { None };
    let code_at_close = results::code_at_close(call.conn, &at, id).await?;
    Ok(VisibleProject { members, looks, code_at_close, ..visible(call.caller, &at, project) })
}

/// Display names of the team's members, in the order they joined; none where the caller may not know them.
async fn members(call: &mut Call<'_>, at: &Context, project: &Project) -> Outcome<Option<Vec<String>>> {
    if !sees_team(call.caller.actor.as_ref(), &at.facts, project.id) {
        return Ok(None);
    }
    team::member_names(call.conn, at.event, project.team_id).await.map(Some)
}

#[derive(Clone, Debug)]
pub struct ProjectDetails {
    pub at: Context,
    pub project: Project,
    /// Display names of the team's members, in the order they joined; none where the caller may not know them.
    pub members: Vec<String>,
    pub repeats: Option<Original>,
    /// Whether the caller sees the organizers' pages.
    pub organizes: bool,
    /// For the project's own team: whether it may be edited now, and why not.
    pub edit: Option<Result<(), Refusal>>,
    /// Whether the caller may remove its pictures as an organizer, who is not on its team.
    pub takes_pictures_down: bool,
    /// Its place, once everybody may read the results.
    pub standing: Option<PublishedPlace>,
    /// Where HEAD of its repository was at the close, once everybody may read the results.
    pub code_at_close: Option<String>,
    /// What judges wrote and scored, for the project's own team, as far as the organizers show it.
    pub feedback: Option<TeamFeedback>,
    /// The visits of judges, for the project's own team once judging has opened.
    pub visits: Option<ProjectVisits>,
    /// What is found about it, for its own team.
    pub evidence: Option<OwnEvidence>,
    /// Which answers to the event's own questions the caller reads.
    pub reader: ShownTo,
}
model::in_event!(ProjectDetails);

/// One project, with all that its page shows.
/// Errors: as [`read`].
pub async fn open(call: &mut Call<'_>, id: ProjectId) -> Outcome<ProjectDetails> {
    let (at, project) = read(call, id).await?;
    let members = members(call, &at, &project).await?.unwrap_or_default();
    let repeats = find_original(call, &at, &project).await?;
    let organizes = call.ask::<act::Manage>(&at).is_ok();
    let own = at.facts.own_project();
    let edit = own.then(|| call.ask::<act::EditProject>(&at).map(drop));
    let takes_pictures_down = !own && call.ask::<act::RemovePicture>(&at).is_ok();
    let standing = results::published_place(call.conn, &at, id).await?;
    let code_at_close = results::code_at_close(call.conn, &at, id).await?;
    let feedback = feedback::for_team(call, &at).await?;
    let visits = match call.ask::<act::SeeOwnVisits>(&at) {
        Ok(permit) if project.withdrawal.is_none() => Some(visit::of_project(call.conn, &permit).await?),
        _ => None,
    };
    let evidence = evidence::of_team(call, &at, id).await?;
    Ok(ProjectDetails {
        reader: answers_seen(call.caller.actor.as_ref(), &at.facts, project.team_id),
        at,
        project,
        members,
        repeats,
        organizes,
        edit,
        takes_pictures_down,
        standing,
        code_at_close,
        feedback,
        visits,
        evidence,
    })
}

/// The feedback on a project. Organizers read all of it, whatever they show to teams.
/// Errors: 401; 404 where the caller cannot see the project, or its team sees nothing; 403 for another team's project.
pub async fn read_feedback(call: &mut Call<'_>, id: ProjectId) -> Outcome<TeamFeedback> {
    call.caller.signed_in()?;
    let (at, _) = read(call, id).await?;
    call.ask::<act::ReadFeedback>(&at)?;
    let all = FeedbackChoice { comments: true, criteria: true };
    let choice = if at.facts.own_project() { at.facts.event.feedback } else { all };
    feedback::chosen(call.conn, &at, id, choice).await
}

/// How far the visits of judges to a project are, for its team.
/// Errors: 401; 404 where the caller cannot see the project, before judging opens and once results are published; 403 for another team's
/// project.
pub async fn read_visits(call: &mut Call<'_>, id: ProjectId) -> Outcome<ProjectVisits> {
    call.caller.signed_in()?;
    let (at, _) = read(call, id).await?;
    let permit = call.ask::<act::SeeOwnVisits>(&at)?;
    visit::of_project(call.conn, &permit).await
}

/// The project that this one repeats, where the caller may see it.
pub async fn find_original(
    call: &mut Call<'_>,
    at: &Context,
    project: &Project,
) -> Outcome<Option<Original>> {
    let Some(of) = project.duplicate_of else { return Ok(None) };
    let Ok((_, first)) = or_refused(read(call, of).await)? else { return Ok(None) };
    let own = at.facts.own_project();
    let ask = if own { event::organizer_names(call.conn, at.event).await? } else { Vec::new() };
    let contact = if own { event::contact(call.conn, at.event).await? } else { None };
    Ok(Some(Original {
        id: first.id,
        title: first.title,
        why: duplicate_reason(call.caller, at, project),
        ask,
        contact,
    }))
}
