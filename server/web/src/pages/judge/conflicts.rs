//! A judge's own conflicts of interest.

use crate::pages::manage::assignments::kinds;
use crate::pages::prelude::*;
use app::pages::judge::{ConflictChoice, ConflictSearch, OwnConflictsPage, own_conflicts_page};
use model::conflict::JudgeableProject;
use portal::judge::conflicts;

use shared::conflict::OwnDeclaration;
use shared::text::search_key;

/// Up to so many projects are found by reading: among more there is a search.
const FEW: usize = 20;
/// Most projects that are shown to be ticked at a time.
const SHOWN: usize = 200;

/// `GET /events/<slug>/judge/conflicts`; `?q=` searches among many projects.
pub async fn show(At { state, caller, slug, query, .. }: At) -> PageResult {
    Ok(show_page(&state, &caller, &slug, query.get("q"), Sent::Nothing).await?)
}

/// `POST …/conflicts/search`: shows the projects that have the words `q`, and those that are ticked.
pub async fn search(At { state, caller, slug, .. }: At, Posted { form, .. }: Posted) -> PageResult {
    let searched = form.get("q").to_owned();
    Ok(show_page(&state, &caller, &slug, &searched, Sent::Searched(form)).await?)
}

/// What came with the request for the page.
enum Sent {
    Nothing,
    /// The form, which asked for other projects.
    Searched(Form),
    Refused(RefusedForm),
}

impl Sent {
    fn form(&self) -> Option<&Form> {
        match self {
            Self::Nothing => None,
            Self::Searched(form) => Some(form),
            Self::Refused(refused) => Some(&refused.form),
        }
    }

    fn refused(&self) -> Option<&RefusedForm> {
        match self {
            Self::Refused(refused) => Some(refused),
            _ => None,
        }
    }
}

/// `POST …/conflicts/declare`: each `project`, `kind`, `reason`.
pub async fn declare(At { state, caller, slug, .. }: At, Posted { form, .. }: Posted) -> PageResult {
    let sent = OwnDeclaration::of_form(&form);
    let done = state.write(async |c| conflicts::declare_own(c, &caller, &slug, sent).await).await;
    after(&state, &caller, &slug, form, done).await
}

/// `POST …/conflicts/withdraw`: `project`.
pub async fn withdraw(At { state, caller, slug, .. }: At, Posted { form, .. }: Posted) -> PageResult {
    // What is no number names no conflict, so there is none to take back.
    let project = ProjectId(path::id(form.get("project")).unwrap_or(0));
    let done = state.write(async |c| conflicts::withdraw_own(c, &caller, &slug, project).await).await;
    after(&state, &caller, &slug, form, done).await
}

async fn after(state: &State, caller: &Caller, slug: &str, form: Form, done: Outcome<()>) -> PageResult {
    match done {
        Ok(()) => Ok(see(&format!("/events/{slug}/judge/conflicts"))),
        Err(failure) => {
            let searched = form.get("q").to_owned();
            let again = async |refusal| {
                let sent = Sent::Refused(RefusedForm { form, refusal });
                show_page(state, caller, slug, &searched, sent).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    searched: &str,
    sent: Sent,
) -> Outcome<Response> {
    let found = state.read(async |c| conflicts::own(c, caller, slug).await).await?;
    let typed = |field: &str| sent.form().map(|form| form.get(field).to_owned()).unwrap_or_default();
    let ticked = |id: ProjectId| {
        let id = id.to_string();
        sent.form().is_some_and(|form| form.all("project").any(|sent| sent == id))
    };
    let event = found.at.facts.event.name.clone();
    let frame = Frame::new(
        format!("Your conflicts of interest in {event}"),
        format!("/events/{slug}/judge/conflicts"),
    );
    let frame = frame.refused_form(sent.refused());
    let mut projects: Vec<ConflictChoice> = found
        .projects
        .into_iter()
        .map(|p| ConflictChoice {
            id: p.id.0,
            ticked: ticked(p.id),
            from: from(&p, found.people.get(&p.id)),
            title: p.title,
        })
        .collect();
    let search = (projects.len() > FEW).then(|| {
        let wanted = search_key(searched.trim());
        let is_wanted = |text: &str| search_key(text).contains(&wanted);
        projects.retain(|p| p.ticked || is_wanted(&p.title) || is_wanted(&p.from));
        let found = i64::try_from(projects.len()).unwrap_or(i64::MAX);
        // What was ticked stays so, and stands first.
        projects.sort_by_key(|p| !p.ticked);
        projects.truncate(SHOWN);
        ConflictSearch { words: searched.to_owned(), found }
    });
    let model = OwnConflictsPage {
        slug: slug.to_owned(),
        event,
        conflicts: found.conflicts,
        projects,
        search,
        kinds: kinds(),
        typed: ["kind", "reason"].map(typed),
        may: forms::allowed(found.refused),
    };
    Ok(page(state, caller, frame, || own_conflicts_page(model)))
}

/// Whose project it is, as a judge may know them: team, people, track. Lists of other portals name no team: then it is called like its
/// project.
fn from(project: &JudgeableProject, people: Option<&Vec<String>>) -> String {
    let team = if project.team == project.title { "" } else { project.team.as_str() };
    let people = people.map(|names| words::and_list(names)).unwrap_or_default();
    words::joined(&[team, &people, &project.track], " · ")
}
