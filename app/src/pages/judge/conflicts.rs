//! `/events/<slug>/judge/conflicts`: a judge says which projects they should not judge.

use crate::components::long_lists::{FEW, first_few};
use crate::prelude::*;
use model::conflict::OwnConflict;
use words::plan::conflict_kind;

pub struct OwnConflictsPage {
    pub slug: String,
    /// Event's name.
    pub event: String,
    pub conflicts: Vec<OwnConflict>,
    /// The other projects, or those of them that were searched for.
    pub projects: Vec<ConflictChoice>,
    /// What was searched for; none where the projects are few.
    pub search: Option<ConflictSearch>,
    /// The kinds to choose from.
    pub kinds: Vec<Choice>,
    /// The kind and the reason, as typed.
    pub typed: [String; 2],
    /// `Ok` if conflicts can change, or the sentence why not.
    pub may: Result<(), String>,
}

/// A search among many projects.
#[derive(Clone, Debug)]
pub struct ConflictSearch {
    /// Part of a title, a team, a person's name or a track.
    pub words: String,
    /// How many projects match.
    pub found: i64,
}

/// A project that can be ticked.
#[derive(Clone, Debug)]
pub struct ConflictChoice {
    pub id: i64,
    pub title: String,
    /// Team, its people and track; may be empty.
    pub from: String,
    /// Ticked before the form was refused, or the search.
    pub ticked: bool,
}

pub fn own_conflicts_page(model: OwnConflictsPage) -> AnyView {
    needs(Sheet::Judge);
    provide_context(NamedEvents(vec![model.event.clone()]));
    let here = format!("/events/{}/judge/conflicts", model.slug);
    let may = model.may.is_ok();
    let note = model.may.clone().err().map(|sentence| view! { <Notice tone=Tone::Note title=sentence/> });
    let form = may.then(|| form(&here, &model));
    view! {
        <div class="judge-list">
            <Crumbs above=vec![("Judging".to_owned(), "/judge".to_owned())]/>
            <h1>"Your conflicts of interest in "{model.event.clone()}</h1>
            <ErrorSummary heading="Nothing was changed"/>
            <p class="prose">"Tick every project that you should not judge: your own team’s, your employer’s, one that you mentored, one of family or friends. You will not get it, and if you have it, you step aside from it."</p>
            {note}
            {declared(&here, &model, may)}
            {form}
        </div>
    }
}

fn declared(here: &str, model: &OwnConflictsPage, may: bool) -> AnyView {
    if model.conflicts.is_empty() {
        return view! {};
    }
    let rows = each(model.conflicts.iter(), |row| {
        let who = if row.own { "You declared it" } else { "An organizer declared it" };
        let reason = (!row.reason.is_empty()).then(|| view! { <p class="small">{row.reason.clone()}</p> });
        let act = (may && row.own).then(|| {
                let (project, title) = (row.project.to_string(), row.title.clone());
                view! {
                    <PostForm action=format!("{here}/withdraw")>
                        <input type="hidden" name="project" value=project/>
                        <Button tight=true>"Take back"<span class="sr-only">" the conflict with "{title}</span></Button>
                    </PostForm>
                }
            });
        let team = words::other_team(&row.team, &row.title).to_owned();
        view! {
            <li>
                <p><strong>{row.title.clone()}</strong>" "<span class="quiet">{team}</span></p>
                <p class="small quiet">{conflict_kind(row.kind)}". "{who}"."</p>
                {reason}
                {act}
            </li>
        }
    });
    let labels = ("Declared", "Others declared");
    let list = first_few(
        rows,
        FEW,
        labels,
        ("conflict", "conflicts"),
        |label, rows| view! { <ul class="own-conflicts" aria-label=label>{rows}</ul> },
    );
    section("declared", "Declared").plain().of(view! {
        {list}
        <p class="small quiet">"If you stepped aside for a conflict, taking it back does not return the project. An organizer can give it back to you."</p>
    })
}

/// Finds projects among many. Its button is the first of the form, and sends what is ticked along: that stays ticked.
fn search_fields(here: &str, search: &ConflictSearch, shown: usize) -> AnyView {
    let found = words::plural(search.found, "project", "projects");
    let said = if i64::try_from(shown).is_ok_and(|shown| shown < search.found) {
        format!("{found}. These are the first {shown}. Search for the others.")
    } else {
        format!("{found}.")
    };
    view! {
        <search>
            <div class="row">
                <Field name="q" label="Search" kind="search" value=search.words.clone() hint="A part of a title, a team, a name or a track. What you ticked stays ticked."/>
                <Button formaction=format!("{here}/search")>"Show"</Button>
            </div>
            <p class="quiet">{said}</p>
        </search>
    }
}

/// What can be ticked. Among many projects, those that are ticked and the first that a search found are in view.
fn choices(model: &OwnConflictsPage) -> AnyView {
    let ticked = model.projects.iter().filter(|project| project.ticked).count();
    let in_view = match &model.search {
        None => model.projects.len(),
        Some(search) if search.words.trim().is_empty() => ticked,
        Some(_) => ticked + FEW,
    };
    let projects = each(model.projects.iter(), |project| {
        let id = format!("project-{}", project.id);
        let from = (!project.from.is_empty())
            .then(|| view! { " "<small class="quiet">{project.from.clone()}</small> });
        view! {
            <li>
                <label class="check">
                    <input type="checkbox" id=id name="project" value=project.id.to_string() checked=project.ticked/>
                    <span>{project.title.clone()}{from}</span>
                </label>
            </li>
        }
    });
    let labels = ("Projects", "Other projects");
    first_few(
        projects,
        in_view,
        labels,
        ("project", "projects"),
        |label, rows| view! { <ul class="own-conflicts-choices" aria-label=label>{rows}</ul> },
    )
}

fn form(here: &str, model: &OwnConflictsPage) -> AnyView {
    let search = model.search.as_ref().map(|search| search_fields(here, search, model.projects.len()));
    if model.projects.is_empty() && search.is_none() {
        return view! { <EmptyState title="No other projects" text="Submitted projects appear here."/> };
    }
    let choices = choices(model);
    let [kind, reason] = model.typed.clone();
    let missing = refused("project");
    let missing = (!missing.is_empty()).then(|| view! { <p class="field-error">{missing}</p> });
    let kinds = model.kinds.clone();
    section("declare", "Declare conflicts").plain().of(view! {
        <PostForm action=format!("{here}/declare") class="form">
            {search}
            <fieldset id="project">
                <legend>"Projects"</legend>
                {missing}
                {choices}
            </fieldset>
            <Select name="kind" label="Kind" choices=kinds value=kind short=true/>
            <Field name="reason" label="Reason" value=reason optional=true hint="Organizers read it. Teams and other judges do not."/>
            <Button kind=Kind::Main>"Declare those ticked"</Button>
        </PostForm>
    })
}
