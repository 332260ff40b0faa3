//! The projects of the event that a newer list no longer has or leaves out.

use super::rows::LISTED;
use crate::components::long_lists::{folded, have_words};
use crate::pages::manage::projects::withdrawal_reason;
use crate::pages::manage::tabs::Moment;
use crate::prelude::*;
use model::project_import::{DecidedRow, GoneProject};
use shared::project_files::RowNote;
use std::collections::HashMap;
use words::project_files as say;

/// Which of these projects are withdrawn, and why.
#[derive(Clone, Debug)]
pub struct GoneChoice {
    /// Their numbers, as the form has them.
    pub projects: Vec<String>,
    /// A usual reason.
    pub why: String,
    /// The organizer's own words.
    pub reason: String,
}

/// Why one leaves, unless an organizer says something else. It is so of both kinds.
const NO_LONGER_LISTED: &str = "According to the list of projects, it no longer takes part.";

impl Default for GoneChoice {
    fn default() -> Self {
        Self { projects: Vec::new(), why: NO_LONGER_LISTED.to_owned(), reason: String::new() }
    }
}

/// What the list says of the projects that take part and that it leaves out.
pub(super) fn left_out(rows: &[DecidedRow]) -> HashMap<ProjectId, String> {
    let still_here = rows.iter().filter(|row| row.notes.contains(&RowNote::StillTakesPart));
    still_here
        .filter_map(|row| {
            let status = row.notes.iter().find(|note| matches!(note, RowNote::Status(_)));
            let said = status.map_or_else(|| "The file leaves it out.".to_owned(), say::note);
            Some((row.project?, said))
        })
        .collect()
}

/// Projects of earlier lists that this one no longer has, and those that it has `left_out`. An import leaves them; the form can withdraw
/// those that nobody reviews.
pub(super) fn gone_projects(
    gone: Vec<GoneProject>,
    left_out: &HashMap<ProjectId, String>,
    (chosen, asked): (&GoneChoice, &str),
    here: &str,
) -> Option<AnyView> {
    if gone.is_empty() {
        return None;
    }
    let number = gone.len();
    let published = this_event().moment == Moment::Publish;
    let may = !published && gone.iter().any(|project| !project.reviewed);
    let (heading, which) = if gone.iter().any(|project| left_out.contains_key(&project.id)) {
        ("In the event, not in this file or left out of it", "These projects take part in the event.")
    } else {
        ("In the event, not in this file", "Earlier lists brought these projects.")
    };
    let stay = if published {
        "They stay, since the results are published."
    } else {
        "The import leaves them as they are."
    };
    let is_ticked = |project: &GoneProject| chosen.projects.contains(&project.id.to_string());
    let is_drawn = |project: &GoneProject| have_words(&[&project.title, &project.team], asked);
    let (drawn, others): (Vec<_>, Vec<_>) = gone.into_iter().partition(is_drawn);
    let unseen = each(
        others.iter().chain(drawn.iter().skip(LISTED)).filter(|project| is_ticked(project)),
        |project| {
            view! { <input type="hidden" name="gone" value=project.id.to_string()/> }
        },
    );
    let (found, open) = (drawn.len(), !asked.is_empty() || drawn.iter().any(is_ticked));
    let rows = each(drawn.into_iter().take(LISTED), |project| {
        let said = left_out.get(&project.id).map(String::as_str);
        gone_project(&project, said, (!published, is_ticked(&project)))
    });
    let list = match (found, open) {
        (0, _) => view! { <p class="quiet">"None of these projects has these words."</p> },
        (_, true) => view! { <ul>{rows}</ul> },
        (_, false) => folded(found, "project", "projects", view! { <ul>{rows}</ul> }),
    };
    let act = may.then(|| {
        view! {
            <div class="form">
                {withdrawal_reason(Some(NO_LONGER_LISTED), (chosen.why.clone(), chosen.reason.clone()))}
                <Button kind=Kind::Danger formaction=format!("{here}/withdraw") hint="They are no longer listed, and judges don’t visit them. You can restore each until the results are published. The file is not imported yet.">"Withdraw the ticked projects"</Button>
            </div>
        }
    });
    let error = filled(refused("gone")).map(|why| view! { <p class="field-error"><span>{why}</span></p> });
    Some(section("gone", format!("{heading} ({number})")).of(view! {
            <p class="quiet">{which}" "{stay}</p>
            {error}
            {unseen}
            {list}
            {act}
    }))
}

/// A project, with what the list `said` of it and a box to withdraw it where it `may` be, unless judges have begun to review it.
fn gone_project(
    GoneProject { id, title, team, reviewed }: &GoneProject,
    said: Option<&str>,
    (may, ticked): (bool, bool),
) -> AnyView {
    let by = team_beside(team, title).map(|team| view! { " by "<bdi>{team}</bdi> });
    let said = said.map(|said| view! { <small class="quiet" dir="auto">{said.to_owned()}</small>" " });
    let href = format!("/projects/{id}");
    if !may {
        return view! { <li><a href=href dir="auto">{title.clone()}</a>{by}" "{said}</li> };
    }
    if *reviewed {
        let href = format!("{}/{id}", ManageTab::Projects.href(&this_event().slug));
        return view! { <li><a href=href dir="auto">{title.clone()}</a>{by}" "{said}"Judges have begun to review it, so it is withdrawn on its own page only."</li> };
    }
    view! {
        <li>
            <label class="check">
                <input type="checkbox" id=format!("gone-{id}") name="gone" value=id.to_string() checked=ticked/>
                <span><bdi>{title.clone()}</bdi>{by}</span>
            </label>
            {said}
            <a href=href>"Open"<span class="sr-only">" "{title.clone()}</span></a>
        </li>
    }
}
