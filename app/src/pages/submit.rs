//! A team's submissions in an event, and the form for a new one.

use super::event_head::{EventTab, event_head};
use super::guides::Guide;
use super::project_form::{ProjectForm, project_form};
use crate::prelude::*;
use model::project::OwnProject;

/// The submissions of the visitor's team, if there is one, and the form for a new one, or the sentence why there is none.
pub fn submit_page(
    team: Option<String>,
    mine: &[OwnProject],
    form: Result<Box<ProjectForm>, String>,
) -> AnyView {
    needs(Sheet::Submit);
    let named = team.clone().map(|team| view! { <p class="lead">{team}</p> });
    let has_some = !mine.is_empty();
    let mine = has_some.then(|| {
        let rows = each(mine.iter(), row);
        view! { <section aria-label="Your projects"><ul class="item-list submit-own">{rows}</ul></section> }
    });
    let form = match (form, team) {
        (Ok(form), _) => new_project(*form, has_some),
        (Err(sentence), None) => view! {
            <EmptyState title="You need a team first" text=words::capital(&sentence)>
                <ButtonLink href=event_path("/team") kind=Kind::Main>"Create or join a team"</ButtonLink>
            </EmptyState>
        },
        (Err(sentence), Some(_)) => view! { <Notice tone=Tone::Note title=sentence/> },
    };
    view! {
        {event_head(Some(EventTab::Submit))}
        <h1>{if has_some { "Your projects" } else { "Submit a project" }}</h1>
        {named}
        {mine}
        {form}
        <p class="quiet small"><a href=Guide::Teams.path()>"How to submit a project"</a>", step by step"</p>
    }
}

/// A second project is rare, so its form is folded unless it was just refused.
fn new_project(form: ProjectForm, has_some: bool) -> AnyView {
    if has_some {
        let (heading, open) = (view! { <h2>"Start another project"</h2> }, form.typed);
        disclosure(heading).class("disclosure submit-another").open(open).of(view! {
            <div class="stack">{project_form(form)}{later()}</div>
        })
    } else {
        view! { {project_form(form)}{later()} }
    }
}

/// A picture belongs to a project that is saved.
fn later() -> AnyView {
    view! { <p class="quiet">"Once the project is saved, you can add pictures."</p> }
}

/// How far a project of the reader's own team is.
pub(super) fn own_status(
    here: &str,
    submitted_at: Option<DateTime<Utc>>,
    [withdrawn, flagged]: [bool; 2],
) -> AnyView {
    let here = here.to_owned();
    match submitted_at {
        Some(_) if flagged => view! {
            <Pill tone=Tone::Warn sign=Sign::Copies word="Flagged as a repeat"/>
            <small class="quiet">"submitted and listed, but not ranked. "<a href=here>"See what it repeats and whom to ask"</a></small>
        },
        Some(at) => view! {
            <Pill tone=Tone::Good sign=Sign::Check word="Submitted"/>
            <small class="quiet"><Time at/></small>
        },
        None if withdrawn => view! {
            <Pill tone=Tone::Warn sign=Sign::Cross word="Withdrawn"/>
            <small class="quiet">"by an organizer. "<a href=here>"See why"</a></small>
        },
        None => view! {
            <Pill tone=Tone::Warn sign=Sign::Pencil word="Draft"/>
            <small class="quiet">"not judged until it is submitted"</small>
        },
    }
}

fn row(project: &OwnProject) -> AnyView {
    let here = format!("/projects/{}", project.id);
    let status = own_status(&here, project.submitted_at, [project.withdrawn, project.flagged]);
    let edit = project.may_edit.then(|| {
        let label = if project.submitted_at.is_some() { "Edit" } else { "Finish and submit" };
        view! { <ButtonLink href=format!("{here}/edit")>{label}</ButtonLink> }
    });
    view! {
        <li class="row">
            <div><h2><a href=here.clone()>{project.title.clone()}</a></h2><p class="row">{status}</p></div>
            {edit}
        </li>
    }
}
