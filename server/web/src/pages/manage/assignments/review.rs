//! One judge's review, for organizers.

use crate::http::form::Form;
use crate::http::path;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::components::FormErrors;
use app::pages::manage::{Deed, ManagedReview, PaperField, ReviewDeskPage, review_desk_page};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::judge::review_desk::{self, ReviewDesk};
use portal::judge::{NOTHING_SAVED, save_review};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::ids::AssignmentId;
use shared::refusal::{Fault, Refusal};
use shared::review::ReviewChanges;
use shared::rubric::Criterion;

/// `GET /events/<slug>/manage/assignments/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    Ok(shown(&state, &caller, &slug, AssignmentId(path::id(&id)?), None).await?)
}

/// `POST /events/<slug>/manage/assignments/<id>/enter`: submits what the judge wrote on paper.
pub async fn enter(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = AssignmentId(path::id(&id)?);
    let base = form.get("base_version").to_owned();
    // Nothing is stored under `none`, so there is nothing to replace.
    let confirmed = base == NOTHING_SAVED || form.get("replace") == "true";
    let sent = if confirmed {
        Ok(changes(&form))
    } else {
        Err(Refusal::field("replace", Fault::ReplacementUnconfirmed))
    };
    let done =
        state.write(async |c| save_review::enter(c, &caller, &slug, id, Some(vec![base]), sent).await).await;
    after(&state, &caller, &slug, id, form, done.map(drop)).await
}

/// `POST /events/<slug>/manage/assignments/<id>/void`: sets the review aside for `reason`.
pub async fn void(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = AssignmentId(path::id(&id)?);
    let reason = Ok(form.get("reason").to_owned());
    let done = state.write(async |c| review_desk::void(c, &caller, &slug, id, reason).await).await;
    after(&state, &caller, &slug, id, form, done).await
}

/// `POST /events/<slug>/manage/assignments/<id>/restore`.
pub async fn restore(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = AssignmentId(path::id(&id)?);
    let done = state.write(async |c| review_desk::restore(c, &caller, &slug, id).await).await;
    after(&state, &caller, &slug, id, form, done).await
}

/// The whole set of scores: an empty field is none.
fn changes(form: &Form) -> ReviewChanges {
    let scores = form
        .with_prefix("score_")
        .map(|(key, score)| (key.to_owned(), score.trim().to_owned()))
        .filter(|(_, score)| !score.is_empty());
    ReviewChanges {
        scores: Some(scores.collect()),
        comment: Some(form.get("comment").to_owned()),
        submit: true,
    }
}

async fn after(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: AssignmentId,
    form: Form,
    done: Outcome<()>,
) -> PageResult {
    let next = format!("/events/{slug}/manage/assignments/{id}");
    let again = async |refused| shown(state, caller, slug, id, Some(refused)).await;
    forms::answer(done, &next, form, again).await
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: AssignmentId,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| review_desk::read(c, caller, slug, id).await;
    let model = |found: ReviewDesk, _: &EventView| {
        let frame = Frame::new(
            format!("Review of {}", found.project.title),
            format!("/events/{slug}/manage/assignments/{id}"),
        );
        let deed = |refused: &Option<Refusal>| {
            refused.as_ref().map_or(Deed::Open, |r| Deed::Refused(words::refusal(r)))
        };
        let stored = found.review.as_ref();
        let score = |criterion: &Criterion| {
            stored.and_then(|review| review.scores.get(&criterion.key)).map(ToString::to_string)
        };
        let typed = |name: &str| refused.as_ref().and_then(|refused| refused.typed(name));
        let fields = found.criteria.iter().map(|criterion| PaperField {
            key: criterion.key.clone(),
            name: criterion.name.clone(),
            range: (criterion.min_value, criterion.max_value),
            guidance: criterion.guidance.clone(),
            value: typed(&format!("score_{}", criterion.key)).unwrap_or_default(),
        });
        let scores = found
            .criteria
            .iter()
            .map(|c| (c.name.clone(), score(c).unwrap_or_else(|| "not scored".to_owned())));
        let model = ReviewDeskPage {
            enter: deed(&found.enter_refused),
            void: deed(&found.void_refused),
            restore: deed(&found.restore_refused),
            fields: fields.collect(),
            comment: typed("comment").unwrap_or_default(),
            replaces: typed("replace").is_some(),
            reason: typed("reason").unwrap_or_default(),
            base_version: found.tag.clone(),
            review: ManagedReview {
                assignment: id.0,
                judge: found.assignment.judge.0,
                judge_name: found.judge.clone(),
                project: found.project.id.0,
                title: found.project.title.clone(),
                status: found.assignment.status,
                voided: found
                    .assignment
                    .voided_at
                    .map(|at| (at, stored.and_then(|review| review.voided_submitted_at))),
                reason: found.assignment.recused_reason.clone(),
                scores: stored.map(|_| scores.collect()),
                comment: stored.map(|review| review.comment.clone()).unwrap_or_default(),
                submitted_at: stored.and_then(|review| review.submitted_at),
                saved_at: stored.and_then(|review| review.saved_at),
                entered_by: stored.and_then(|review| review.entered_by.clone()).unwrap_or_default(),
            },
        };
        let errors = errors(refused.as_ref(), &found.criteria);
        (frame.refused_form(refused.as_ref()).errors(errors), model)
    };
    event_page(state, caller, operation, model, review_desk_page).await
}

/// What was refused, at the fields of the form: a criterion's is called `score_<key>`.
fn errors(refused: Option<&RefusedForm>, criteria: &[Criterion]) -> FormErrors {
    let Some(RefusedForm { refusal, .. }) = refused else { return FormErrors::none() };
    if refusal.fields.0.is_empty() {
        return forms::errors(refusal);
    }
    let field = |key: &str| {
        if criteria.iter().any(|c| c.key == key) { format!("score_{key}") } else { key.to_owned() }
    };
    let all = refusal.fields.0.iter();
    all.flat_map(|(key, faults)| words::faults(faults).into_iter().map(move |words| (field(key), words)))
        .collect()
}
