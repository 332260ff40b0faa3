//! `/events/<slug>/manage/evidence`: the projects about which something is found, and who looked at it.

use crate::components::long_lists::{FEW, first_few, found, have_words};
use crate::pages::evidence::fact_list;
use crate::prelude::*;
use model::evidence::EvidenceProject;
use std::collections::BTreeSet;
use words::evidence;

/// So many projects are open at once; the others show their title and what kinds of facts there are.
const OPEN: usize = 2;

pub struct EvidencePage {
    /// The event collects evidence.
    pub on: bool,
    /// Those with facts.
    pub projects: Vec<EvidenceProject>,
    /// The words searched for (`q`), the kind of fact (`kind`), and whether only what waits is listed (`waiting`).
    pub q: String,
    pub kind: String,
    pub waiting: bool,
    /// `Ok` if this organizer can write, or the sentence why not.
    pub may: Result<(), String>,
    /// The project whose form was refused, and what was typed.
    pub refused: Option<(ProjectId, String)>,
}

/// The page. What waits comes first, and of many projects the others are folded.
pub fn evidence_page(model: EvidencePage) -> AnyView {
    let base = ManageTab::Evidence.href(&this_event().slug);
    let parts = (model.on && model.may.is_ok()).then(one_part_at_a_time);
    let body = if model.on { desk(&model, &base) } else { off() };
    ManageTab::Evidence.page(view! {
        <h1>"Evidence"</h1>
        <ErrorSummary heading="Nothing was written"/>
        {parts}
        <p class="prose">"Facts about projects, each with its source. None is a verdict, and none changes a score. Judges see those of a project after they first save its review, and its team sees them, too."</p>
        {body}
    })
}

fn off() -> AnyView {
    let href = ManageTab::Settings.href(&this_event().slug);
    view! {
        <EmptyState title="This event collects no evidence" text="You can switch it on until submissions close. The submit page then says so.">
            <ButtonLink href>"Event settings"</ButtonLink>
        </EmptyState>
    }
}

fn desk(model: &EvidencePage, base: &str) -> AnyView {
    let withheld = model.may.clone().err().map(|sentence| {
        view! { <Notice tone=Tone::Note title=words::capital(&sentence) text="You see what the portal found, but nothing that people wrote. Facts about projects that you judge appear once you have saved their review."/> }
    });
    let waiting = model.projects.iter().filter(|project| project.waits).count();
    let has = plural(model.projects.len(), "project has facts", "projects have facts");
    let waits = plural(waiting, "project waits", "projects wait");
    let mut shown: Vec<&EvidenceProject> =
        model.projects.iter().filter(|project| fits(model, project)).collect();
    // The one whose form was refused is never folded.
    let refused = |project: &EvidenceProject| model.refused.as_ref().is_some_and(|(of, _)| *of == project.id);
    shown.sort_by_key(|project| (!refused(project), !project.waits));
    let asked = !model.q.is_empty() || !model.kind.is_empty() || model.waiting;
    let first = shown.iter().filter(|project| project.waits || refused(project)).count();
    let few = if asked { FEW } else { first.min(FEW) };
    let said = found(&model.q, shown.len(), few, ("project", "projects"));
    let rows: Vec<_> =
        shown.iter().enumerate().map(|(nth, project)| row(model, base, project, nth < OPEN)).collect();
    let list = match (model.projects.is_empty(), rows.is_empty()) {
        (true, _) => {
            view! { <EmptyState title="No facts to show" text="The portal looks at texts, links and public repositories around the close of submissions. Judges can flag projects while they review."/> }
        }
        (_, true) => {
            view! { <EmptyState title="No project found" text="Search with other words, or show all."/> }
        }
        _ => {
            let list = |label: &'static str, rows: Vec<AnyView>| {
                view! { <ul role="list" class="item-list" aria-label=label>{rows}</ul> }
            };
            let labels = ("Projects with facts", "Other projects with facts");
            view! { {said}{first_few(rows, few, labels, ("project", "projects"), list)} }
        }
    };
    view! { {withheld}<p>{format!("{has}. {waits} to be looked at.")}</p>{filters(model, base, asked)}{list} }
}

fn fits(model: &EvidencePage, project: &EvidenceProject) -> bool {
    let kind = |seen: &shared::wire::ProjectFact| seen.fact.kind() == model.kind;
    have_words(&[&project.title, &project.team], &model.q)
        && (model.kind.is_empty() || project.facts.iter().any(kind))
        && (!model.waiting || project.waits)
}

fn filters(model: &EvidencePage, base: &str, asked: bool) -> AnyView {
    let facts = model.projects.iter().flat_map(|project| &project.facts);
    let kinds: BTreeSet<&str> = facts.map(|seen| seen.fact.kind()).collect();
    let choices = kinds.into_iter().map(|kind| Choice::new(kind, evidence::kind(kind)));
    let choices: Vec<Choice> = std::iter::once(Choice::new("", "All kinds")).chain(choices).collect();
    let all = asked.then(|| view! { <a href=base.to_owned()>"Show all"</a> });
    view! {
        <search class="filters">
            <form class="row" action=base.to_owned()>
                <Field name="q" label="Project or team" kind="search" value=model.q.clone()/>
                <Select name="kind" label="Kind" choices value=model.kind.clone()/>
                <Check name="waiting" label="Only facts that nobody has looked at" checked=model.waiting/>
                <Button>"Search"</Button>
                {all}
            </form>
        </search>
    }
}

fn row(model: &EvidencePage, base: &str, project: &EvidenceProject, first: bool) -> AnyView {
    let typed = model.refused.as_ref().filter(|(of, _)| *of == project.id).map(|(_, typed)| typed.clone());
    let refused = typed.is_some();
    let open = first || refused;
    let state = if project.waits {
        view! { <Pill tone=Tone::Warn sign=Sign::Alert word="Not looked at"/> }
    } else {
        view! { <Pill tone=Tone::Plain sign=Sign::Check word="Nothing waits"/> }
    };
    let kinds = (!open).then(|| {
        let kinds: BTreeSet<&str> =
            project.facts.iter().map(|seen| evidence::kind(seen.fact.kind())).collect();
        view! { " "<span class="quiet small">{kinds.into_iter().collect::<Vec<_>>().join(", ")}</span> }
    });
    // The summary of errors leads to the one that was refused.
    let id = if refused { "sentence".to_owned() } else { format!("sentence-{}", project.id) };
    let form = model.may.is_ok().then(|| {
        let (looked, note) = (format!("{base}/{}/looked-at", project.id), format!("{base}/{}/note", project.id));
        disclosure(view! { "Write about "{project.title.clone()} }).open(refused).of(view! {
            <PostForm action=looked once=true class="form">
                <Field name="sentence" id label="What did you see?" hint="In a sentence. Only organizers read it." value=typed.unwrap_or_default()/>
                <p class="row">
                    <Button>"Mark as looked at"</Button>
                    <Button formaction=note>"Add a note"</Button>
                </p>
            </PostForm>
        })
    });
    let of = team_beside(&project.team, &project.title).map(|team| view! { " of "<bdi>{team}</bdi> });
    view! {
        <li id=format!("project-{}", project.id)>
            {disclosure(view! { <span><bdi>{project.title.clone()}</bdi>{kinds}</span> }).open(open).of(view! {
                <div class="stack">
                    <p>{state}" "<a href=format!("/projects/{}", project.id)>"Open the project"</a>{of}</p>
                    {fact_list(&project.facts)}
                    {form}
                </div>
            })}
        </li>
    }
}
