//! A judge's own conflicts of interest.

use crate::pages::manage::assignments::kinds;
use crate::pages::prelude::*;
use app::pages::judge::conflicts::{ConflictChoice, ConflictSearch, OwnConflictsPage, own_conflicts_page};
use model::conflict::JudgeableProject;
use portal::judge::conflicts;
use shared::conflict::OwnDeclaration;
use shared::text::finder;

/// Up to so many projects are found by reading: among more there is a search.
const FEW: usize = 20;
/// Most projects that are shown to be ticked at a time.
const SHOWN: usize = 200;

/// `?q=` searches among many projects.
pub struct OwnConflicts;

impl Page for OwnConflicts {
    type Area = String;
    type Id = ();
    /// A form that asked for other projects.
    type Beside = Option<Form>;

    fn address(at: &At) -> String {
        format!("/events/{}/judge/conflicts", at.slug)
    }

    async fn draw(at: &At, refused: Option<&RefusedForm>, searched: Option<Form>) -> Outcome<Response> {
        let found = at.by().read(conflicts::own).await?;
        let form = refused.map(|refused| &refused.form).or(searched.as_ref());
        let typed = |field: &str| form.map(|form| form.get(field).to_owned()).unwrap_or_default();
        let words = form.map_or_else(|| at.query.get("q"), |form| form.get("q")).to_owned();
        let ticked = |id: ProjectId| {
            let id = id.to_string();
            form.is_some_and(|form| form.all("project").any(|sent| sent == id))
        };
        let event = found.at.facts.event.name.clone();
        let title = format!("Your conflicts of interest in {event}");
        let frame = Frame { zone: found.zone, ..Frame::new(title, Self::address(at)) };
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
            let is_wanted = finder(&words);
            projects.retain(|p| p.ticked || is_wanted(&format!("{} {}", p.title, p.from)));
            let found = i64::try_from(projects.len()).unwrap_or(i64::MAX);
            // What was ticked stays so, and stands first.
            projects.sort_by_key(|p| !p.ticked);
            projects.truncate(SHOWN);
            ConflictSearch { words, found }
        });
        let model = OwnConflictsPage {
            slug: at.slug.clone(),
            event,
            conflicts: found.conflicts,
            projects,
            search,
            kinds: kinds(),
            typed: ["kind", "reason"].map(typed),
            may: forms::allowed(found.refused),
        };
        at.page(frame, refused, || own_conflicts_page(model))
    }
}

/// `POST …/conflicts/search`: shows the projects that have the words `q`, and those that are ticked.
pub async fn search(sent: Post<OwnConflicts>) -> PageResult {
    show_with::<OwnConflicts>(&sent.at, Some(sent.form)).await
}

/// `POST …/conflicts/declare`: each `project`, `kind`, `reason`.
pub async fn declare(sent: Post<OwnConflicts>) -> PageResult {
    let new = OwnDeclaration::of_form(&sent.form);
    sent.act(async |call, _| conflicts::declare_own(call, new).await).await
}

/// `POST …/conflicts/withdraw`: `project`.
pub async fn withdraw(sent: Post<OwnConflicts>) -> PageResult {
    // What is no number names no conflict, so there is none to take back.
    let project = ProjectId(path::id(sent.get("project")).unwrap_or(0));
    sent.act(async |call, _| conflicts::withdraw_own(call, project).await).await
}

/// Whose project it is, as a judge may know them: team, people, track.
fn from(project: &JudgeableProject, people: Option<&Vec<String>>) -> String {
    let team = words::other_team(&project.team, &project.title);
    let people = people.map(|names| words::and_list(names)).unwrap_or_default();
    words::joined(&[team, &people, &project.track], " · ")
}
