//! The organizer's page of conflicts of interest.

use super::kinds;
use crate::http::form::Form;
use crate::http::path;
use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::components::Choice;
use app::pages::manage::{ConflictRow, ConflictsPage, SuggestionGroup, conflicts_page};
use model::conflict::{Because, Suggestion};
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::judge::conflicts::{self, ConflictsOverview, NewConflict};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::conflict::ConflictKind;
use shared::ids::{PersonId, ProjectId};
use shared::refusal::{Fault, FieldErrors};

/// `GET /events/<slug>/manage/assignments/conflicts`; `?of=` shows those of one judge.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, query.get("of"), None).await?)
}

/// `POST …/conflicts/declare`: `judge`, `project`, `kind`, `reason`.
pub async fn declare(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let sent = declared(&form);
    let done = state.write(async |c| conflicts::declare(c, &caller, &slug, sent).await).await;
    after(&state, &caller, &slug, form, done).await
}

/// `POST …/conflicts/withdraw`: `judge`, `project`.
pub async fn withdraw(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    // What is no number names no conflict, so there is none to take back.
    let number = |field: &str| path::id(form.get(field)).unwrap_or(0);
    let pair = (PersonId(number("judge")), ProjectId(number("project")));
    let done = state.write(async |c| conflicts::withdraw(c, &caller, &slug, pair).await).await;
    after(&state, &caller, &slug, form, done).await
}

/// `POST …/conflicts/settle`: each `pair` is `<judge>-<project>`; `conflict` is `yes` or `no`.
pub async fn settle(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let pairs: Vec<_> = form
        .all("pair")
        .filter_map(|pair| {
            let (judge, project) = pair.split_once('-')?;
            Some((PersonId(path::id(judge).ok()?), ProjectId(path::id(project).ok()?)))
        })
        .collect();
    let yes = form.get("conflict") == "yes";
    let done = state.write(async |c| conflicts::settle(c, &caller, &slug, &pairs, yes).await).await;
    after(&state, &caller, &slug, form, done.map(drop)).await
}

async fn after(state: &State, caller: &Caller, slug: &str, form: Form, done: Outcome<()>) -> PageResult {
    match done {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/assignments/conflicts"))),
        Err(failure) => {
            let again =
                async |refusal| shown(state, caller, slug, "", Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

/// What was chosen; every field that is missing is named.
fn declared(form: &Form) -> Sent<NewConflict> {
    let mut errors = FieldErrors::default();
    let mut number = |field: &str, fault: Fault| {
        path::id(form.get(field)).unwrap_or_else(|_| {
            errors.add(field, fault);
            0
        })
    };
    let judge = PersonId(number("judge", Fault::JudgeMissing));
    let project = ProjectId(number("project", Fault::ProjectMissing));
    let kind = ConflictKind::from_name(form.get("kind"));
    if kind.is_none() {
        errors.add("kind", Fault::ConflictKindMissing);
    }
    errors.into_result()?;
    Ok(NewConflict { judge, project, kind: kind.unwrap_or_default(), reason: form.get("reason").to_owned() })
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    of_judge: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| conflicts::overview(c, caller, slug).await;
    let model = |found: ConflictsOverview, event: &EventView| {
        let title = format!("Conflicts of interest in {}", event.name());
        let frame = Frame::new(title, format!("/events/{slug}/manage/assignments/conflicts"));
        let typed = |field: &str| refused.as_ref().and_then(|r| r.typed(field)).unwrap_or_default();
        let first = |label: &str| std::iter::once(Choice::new("", label));
        let judges = found.judges.iter().map(|j| Choice::new(j.id.to_string(), j.name.clone()));
        let projects =
            found.projects.iter().map(|p| Choice::new(p.id.to_string(), format!("{}, {}", p.title, p.team)));
        let of = path::id(of_judge).ok();
        let wanted = found.conflicts.into_iter().filter(|c| of.is_none_or(|of| c.judge.0 == of));
        let conflicts = wanted.map(|c| ConflictRow {
            judge: c.judge.0,
            judge_name: c.judge_name,
            project: c.project.0,
            title: c.title,
            kind: words::plan::conflict_kind(c.kind),
            reason: c.reason,
            source: words::plan::conflict_source(c.source),
            by: c.by.unwrap_or_default(),
            since: c.since,
        });
        let model = ConflictsPage {
            conflicts: conflicts.collect(),
            of_judge: of.map(|of| of.to_string()).unwrap_or_default(),
            suggestions: groups(found.suggestions),
            judges: first("Choose a judge").chain(judges).collect(),
            projects: first("Choose a project").chain(projects).collect(),
            kinds: kinds(),
            typed: ["judge", "project", "kind", "reason"].map(typed),
            may: found.refused.as_ref().map_or(Ok(()), |refusal| Err(words::refusal(refusal))),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, conflicts_page).await
}

/// Suggestions by why; they come sorted by it.
fn groups(suggestions: Vec<Suggestion>) -> Vec<SuggestionGroup> {
    let mut groups: Vec<SuggestionGroup> = vec![];
    let mut last = None;
    for s in suggestions {
        if last.as_ref() != Some(&s.because) {
            let why = match &s.because {
                Because::FormerTeam => "The judge was on the team".to_owned(),
                Because::Domain(domain) => format!("The judge and a team member use {domain}"),
            };
            groups.push(SuggestionGroup { why, pairs: vec![] });
        }
        if let Some(group) = groups.last_mut() {
            group.pairs.push((s.judge.0, s.project.0, s.judge_name, s.title));
        }
        last = Some(s.because);
    }
    groups
}
