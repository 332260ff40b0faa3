//! The organizer's page of an event's criteria.

use crate::http::form::Form;
use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm, TypedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{CriteriaPage, criteria_page};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::organize::criteria::{self, CriteriaDesk};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::refusal::{FieldErrors, Reason, Refusal};
use shared::rubric::Criterion;
use shared::rubric_form::{StoredCriterion, TypedCriterion, read_rubric, rubric_version};

/// Most lines of the form.
const LINES: usize = 60;

/// `GET /events/<slug>/manage/settings/criteria`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, query.asked("saved").is_some(), None).await?)
}

/// `POST /events/<slug>/manage/settings/criteria`.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    if matches!(form.get("do"), "more" | "preview") {
        return Ok(shown(&state, &caller, &slug, false, Some(TypedForm::Unsaved(form))).await?);
    }
    let version = form.get("version").to_owned();
    let save = async |c: &mut _| criteria::save(c, &caller, &slug, lines(&form), &version).await;
    match state.write(save).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/settings/criteria?saved=1"))),
        Err(failure) => {
            let again = async |refusal: Refusal| {
                let typed = TypedForm::Refused(RefusedForm { form, refusal });
                shown(&state, &caller, &slug, false, Some(typed)).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// The lines of a form.
fn lines(form: &Form) -> Vec<TypedCriterion> {
    let line = |n: usize| {
        let sent = |field: &str| form.sent(&format!("criteria_{n}_{field}"));
        let get = |field: &str| sent(field).unwrap_or_default().to_owned();
        Some(TypedCriterion {
            name: sent("name")?.to_owned(),
            id: sent("id").and_then(|id| id.parse().ok()),
            key: get("key"),
            weight: get("weight"),
            min_value: get("min_value"),
            max_value: get("max_value"),
            guidance: get("guidance").replace("\r\n", "\n"),
            place: get("place"),
            remove: sent("remove").is_some(),
        })
    };
    (0..LINES).map_while(line).collect()
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    saved: bool,
    typed: Option<TypedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| criteria::open(c, caller, slug).await;
    let model = |desk: CriteriaDesk, event: &EventView| {
        let refused = typed.as_ref().and_then(TypedForm::refused);
        let stale = refused.is_some_and(|r| r.refusal.reason == Reason::SettingsChanged);
        let title = format!("Criteria of {}", event.name());
        let frame = Frame {
            script: Some("organize.js"),
            ..Frame::new(title, format!("/events/{slug}/manage/settings/criteria"))
        };
        let mut rows = match &typed {
            Some(typed) => known_lines(lines(typed.form()), &desk.criteria),
            None => desk.criteria.iter().enumerate().map(|(n, c)| TypedCriterion::of(n, c)).collect(),
        };
        let preview = readable(&rows);
        let blank = match &typed {
            Some(TypedForm::Unsaved(form)) => form.get("do") == "more" || rows.is_empty(),
            Some(TypedForm::Refused(_)) => false,
            None => true,
        };
        if blank && rows.len() < LINES {
            rows.push(TypedCriterion::blank());
        }
        let unsaved = typed.as_ref().and_then(TypedForm::unsaved);
        let version =
            unsaved.map_or_else(|| rubric_version(&desk.criteria), |form| form.get("version").to_owned());
        let model = CriteriaPage {
            criteria: rows,
            preview,
            locked: desk.locked.as_ref().map(words::refusal).unwrap_or_default(),
            since: desk.since,
            version,
            theirs: if stale { theirs(&desk.criteria) } else { Vec::new() },
            saved,
            unsaved: typed.is_some(),
        };
        (frame.refused_form(refused), model)
    };
    event_page(state, caller, operation, model, criteria_page).await
}

/// The lines, where one that another organizer removed meanwhile is a new one.
fn known_lines(lines: Vec<TypedCriterion>, stored: &[StoredCriterion]) -> Vec<TypedCriterion> {
    let known = |id: &i64| stored.iter().any(|c| c.id == *id);
    lines.into_iter().map(|line| TypedCriterion { id: line.id.filter(known), ..line }).collect()
}

/// The criteria of the lines that can be read, each by itself, so that one slip does not empty the preview.
fn readable(rows: &[TypedCriterion]) -> Vec<Criterion> {
    let mut errors = FieldErrors::default();
    let whole = read_rubric(rows, &mut errors);
    if errors.0.is_empty() {
        return whole.into_iter().map(|c| c.criterion).collect();
    }
    let alone = |row: &TypedCriterion| {
        let mut errors = FieldErrors::default();
        let read = read_rubric(std::slice::from_ref(row), &mut errors);
        read.into_iter().next().filter(|_| errors.0.is_empty()).map(|c| c.criterion)
    };
    rows.iter().filter_map(alone).collect()
}

/// Another organizer's rubric, in words.
fn theirs(stored: &[StoredCriterion]) -> Vec<(String, String)> {
    let line = |c: &StoredCriterion| {
        let c = &c.criterion;
        let numbers = format!("Weight {}, scores {} to {}.", c.weight, c.min_value, c.max_value);
        (c.name.clone(), format!("{numbers}\n{}", c.guidance).trim().to_owned())
    };
    stored.iter().map(line).collect()
}
