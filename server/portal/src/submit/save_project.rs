//! Creating, editing and submitting a project.

use super::{duplicates, projects, seen, wishes};
use crate::prelude::*;
use serde_json::Map;
use shared::project::{FIELDS, ProjectChanges, ProjectTexts, check, logged_name};
use shared::proposal::values;
use shared::teammates;
use shared::wishes::Wishes;
use store::{duplicate, event, form_question, project, team};

/// Creates a project for the caller's team, as a draft or submitted at once.
/// Errors: 401, 404, 403 without a team, 409 outside the window, 400 for fields that are not valid.
pub async fn create(call: &mut Call<'_>, sent: Sent<ProjectChanges>) -> Acted<VisibleProject> {
    let (mut at, permit) = call.open::<act::CreateProject>().await?;
    let (_, team) = permit.ids();
    call.caller.still(&in_team(&at))?;
    let changes = sent?;
    let submit = changes.submit;
    let tracks = event::track_ids(call.conn, at.event).await?;
    let (asked, _) = form_question::list(call.conn, at.event).await?;
    let texts = check(changes, ProjectTexts::default(), &tracks, &asked, false)?;
    if submit {
        duplicate::lock_submitted_projects(call.conn, at.event).await?;
    }
    let id = project::insert(call.conn, &permit, &texts, submit).await?;
    let mut project = project::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    if submit {
        // The flag is a change of the project that was just made.
        at.facts.project = Some(project.facts());
        let permit = call.ask::<act::EditProject>(&at)?;
        duplicates::check(call.conn, &permit, &at, &mut project, None).await?;
    }
    let action = if submit { "project.submitted" } else { "project.created" };
    let after = logged(&ProjectTexts::default(), &texts, &project);
    let members = Some(team::member_names(call.conn, at.event, team).await?);
    let entry = call.entry(&at, action, "project", id).after(after);
    Ok(Done::logged(own(project, members), entry))
}

/// Of which team a new project would be, as a proposal keeps it.
pub(crate) fn in_team(at: &Context) -> Map<String, Value> {
    values([("team", json!(at.facts.standing.team))])
}

/// A project as its own team reads it.
pub(super) fn own(project: Project, members: Option<Vec<String>>) -> VisibleProject {
    VisibleProject {
        answers: project.answers.given().clone(),
        project,
        members,
        duplicate_reason: None,
        looks: None,
        code_at_close: None,
    }
}

/// A project of the caller's team as its form shows it.
#[derive(Clone, Debug)]
pub struct EditableProject {
    pub at: Context,
    pub project: Project,
    pub refused: Option<Refusal>,
    pub repeats: Option<Original>,
    /// The prizes that one can ask for, in their order.
    pub prizes: Vec<Prize>,
    pub wishes: Wishes,
}
model::in_event!(EditableProject);

/// Opens a project of the caller's team for its form.
/// Errors: 401, 404 where it is not visible, 403 for another team.
pub async fn open(call: &mut Call<'_>, id: ProjectId) -> Outcome<EditableProject> {
    let (at, project) = projects::read(call, id).await?;
    let refused = match call.ask::<act::EditProject>(&at) {
        Ok(_) => None,
        Err(refusal) if refusal.status() == 409 => Some(refusal),
        Err(refusal) => return Err(refusal.into()),
    };
    let repeats = projects::find_original(call, &at, &project).await?;
    let (prizes, wishes) = wishes::asked(call.conn, &at, id).await?;
    Ok(EditableProject { at, project, refused, repeats, prizes, wishes })
}

/// Changes the sent fields of a project of the caller's team, and submits a draft where asked to. Of the
/// fields that the caller said they were shown, only those that the caller changed are written.
/// Errors: 401, 404 where it is not visible, 403 for another team, 409 outside the window or where a teammate changed the same field
/// meanwhile, 400 for fields that are not valid.
pub async fn edit(call: &mut Call<'_>, id: ProjectId, sent: Sent<ProjectChanges>) -> Acted<VisibleProject> {
    call.caller.signed_in()?;
    // Asked before the lock: a caller who may not write does not wait for it, and learns nothing from how long it takes.
    let (first, seen) = projects::read(call, id).await?;
    call.ask::<act::EditProject>(&first)?;
    let locked = sent.as_ref().is_ok_and(|changes| may_repeat(&seen, changes));
    if locked {
        duplicate::lock_submitted_projects(call.conn, first.event).await?;
    }
    project::lock(call.conn, id).await?;
    let mut at = context(call, EventKey::Project(id)).await?;
    let stored = project::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.project = Some(stored.facts());
    let permit = call.ask::<act::EditProject>(&at)?;
    if let Some(sent) = call.caller.proposal() {
        call.caller.still(&seen::edited(&stored, sent))?;
    }
    let mut changes = sent?;
    let before = stored.texts();
    teammates::merge_into(&mut changes, &before)?;
    let submit = changes.submit;
    let tracks = event::track_ids(call.conn, at.event).await?;
    let was_submitted = stored.is_submitted();
    let texts = check(changes, before.clone(), &tracks, stored.answers.asked(), was_submitted)?;
    let submitted_now = submit && !was_submitted;
    if texts == before && !submitted_now {
        let members = Some(team::member_names(call.conn, at.event, stored.team_id).await?);
        return Ok(Done::unlogged(own(stored, members)));
    }
    let check_repeats = submitted_now || (was_submitted && repeats_may_differ(&before, &texts));
    if check_repeats && !locked {
        // A teammate submitted the draft after it was first read. Submissions are never locked after a project: two that
        // wait for each other would both fail.
        return Err(Failure::Busy("the project was submitted while it was edited".into()));
    }
    project::update(call.conn, &permit, &texts, submit).await?;
    let mut saved = project::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    if check_repeats {
        duplicates::check(call.conn, &permit, &at, &mut saved, Some(&stored)).await?;
    }
    let action = if submitted_now { "project.submitted" } else { "project.edited" };
    let entry = call
        .entry(&at, action, "project", id)
        .before(logged(&texts, &before, &stored))
        .after(logged(&before, &texts, &saved));
    let members = Some(team::member_names(call.conn, at.event, saved.team_id).await?);
    Ok(Done::logged(own(saved, members), entry))
}

/// Whether what was sent may make the project repeat another: it submits, or changes a submitted project's texts.
fn may_repeat(seen: &Project, changes: &ProjectChanges) -> bool {
    if !seen.is_submitted() {
        return changes.submit;
    }
    let is = seen.texts();
    let fields = [
        (&changes.title, &is.title),
        (&changes.tagline, &is.tagline),
        (&changes.summary, &is.summary),
        (&changes.description, &is.description),
        (&changes.repo_url, &is.repo_url),
    ];
    fields.into_iter().any(|(sent, is)| sent.as_ref().is_some_and(|sent| sent != is))
}

pub(super) fn repeats_may_differ(a: &ProjectTexts, b: &ProjectTexts) -> bool {
    fn read(t: &ProjectTexts) -> [&str; 5] {
        [&t.title, &t.tagline, &t.summary, &t.description, &t.repo_url].map(String::as_str)
    }
    read(a) != read(b)
}

/// The values of `these` that differ from `others`, as the log keeps them: long texts as their SHA-256.
pub(super) fn logged(others: &ProjectTexts, these: &ProjectTexts, project: &Project) -> Value {
    let mut map = Map::new();
    for (field, _) in FIELDS {
        let [other, this] = [others, these].map(|texts| texts.logged(field));
        if other != this {
            map.insert(logged_name(field).into(), this);
        }
    }
    // What was answered may be for organizers alone, and webhooks send the log on.
    let keys = others.answers.keys().chain(these.answers.keys());
    let answered: BTreeSet<&String> =
        keys.filter(|key| others.answers.get(*key) != these.answers.get(*key)).collect();
    if !answered.is_empty() {
        map.insert("answers".into(), json!(answered));
    }
    map.insert("status".into(), json!(project.status()));
    map.insert("duplicate_of".into(), json!(project.duplicate_of));
    Value::Object(map)
}
