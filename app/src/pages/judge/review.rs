//! `/judge/assignments/<id>`: one project, one judge, one review.

use super::list::path;
use super::parts::{head, notice, recuse, steps, withdraw};
use crate::components::{ErrorSummary, FormErrors, PostForm, words};
use crate::islands::{Attempt, ReviewFields, ReviewIsland, fault, review_fields};
use crate::layout::{Sheet, needs};
use chrono::{DateTime, Utc};
use leptos::prelude::*;
use shared::ids::{AssignmentId, ProjectId};
use shared::refusal::Refusal;
use shared::rubric::Criterion;
use shared::window::Window;
use std::collections::BTreeMap;

/// One review as its judge sees it.
#[derive(Clone, Debug)]
pub struct ReviewPage {
    /// The page's present, on the database's clock.
    pub now: DateTime<Utc>,
    /// The session's form token.
    pub csrf: String,
    /// The assignment.
    pub assignment: AssignmentId,
    /// The event's slug.
    pub event_slug: String,
    /// The event's name.
    pub event_name: String,
    /// When reviews may be saved.
    pub judging: Window,
    /// This task's place among the judge's tasks in the event, from 1.
    pub position: usize,
    /// How many tasks the judge has in the event.
    pub of: usize,
    /// The task before this one, by assignment id.
    pub previous: Option<AssignmentId>,
    /// The task after this one.
    pub next: Option<AssignmentId>,
    /// The next pending task other than this one, going round.
    pub next_to_score: Option<Neighbour>,
    /// What is judged.
    pub project: ReviewedProject,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// Scores by criterion key, as the text to show: what is stored, or what was typed into a refused
    /// form.
    pub scores: BTreeMap<String, String>,
    /// The comment, likewise.
    pub comment: String,
    /// When the stored review was submitted; none for a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// When anything was last stored; none for an untouched task.
    pub saved_at: Option<DateTime<Utc>>,
    /// Whether it can be saved now.
    pub saving: Saving,
    /// The save that was refused just now: whether it was to submit, and why.
    pub refused: Option<(bool, Refusal)>,
    /// Stepping aside.
    pub recusal: Recusal,
    /// What the save that led here did.
    pub answer: Answer,
    /// The event's results are published.
    pub published: bool,
    /// With nothing left to do in the event, the judge may take another project.
    pub may_pull: bool,
    /// The judge, for whom alone this browser keeps what is typed.
    pub person: i64,
    /// Names the newest save, as the API's `If-Match` takes it; `none` for an untouched task.
    pub upon: String,
    /// After a refused save: the scores and the comment that were saved elsewhere in the meantime.
    pub elsewhere: Option<(BTreeMap<String, String>, String)>,
}

/// What the save that led to the page did, by the `saved` in its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No save led here.
    None,
    /// It saved a draft or submitted.
    Saved,
    /// It made a draft of a submitted review.
    Withdrawn,
}

/// A task to go to.
#[derive(Clone, Debug)]
pub struct Neighbour {
    /// The assignment.
    pub assignment: AssignmentId,
    /// Its project's title.
    pub title: String,
}

/// The project, as its judge reads it. Texts may be empty.
#[derive(Clone, Debug)]
pub struct ReviewedProject {
    /// Identifier.
    pub id: ProjectId,
    /// Title.
    pub title: String,
    /// Team's name.
    pub team: String,
    /// Track's name.
    pub track: String,
    /// One line.
    pub tagline: String,
    /// A paragraph.
    pub summary: String,
    /// The whole story.
    pub description: String,
    /// Where the code is.
    pub repo_url: String,
    /// Where it can be tried.
    pub demo_url: String,
}

/// Whether a review can be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saving {
    /// Judging is open and the judge has not stepped aside.
    Open,
    /// The refusal's sentence.
    Refused(String),
}

/// Whether the judge can step aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recusal {
    /// Until judging closes; the reason as typed into a refused form, and why it was refused.
    Open {
        /// As typed.
        reason: String,
        /// Why it was refused; empty if it was not.
        error: String,
    },
    /// The judge stepped aside; only an organizer can undo it. The reason may be empty.
    Done {
        /// As given.
        reason: String,
    },
    /// Too late, or nothing to step aside from: nothing is shown.
    Closed,
}

/// The page. Its form fields: `score_<key>`, `comment`, `submit` (`true` or `false`); the form to step
/// aside posts `reason` to `<path>/recuse`.
#[must_use]
pub fn review_page(model: ReviewPage) -> AnyView {
    needs(Sheet::Judge);
    let errors = errors(&model);
    let notice = notice(&model);
    let (steps, head) = (steps(&model), head(&model));
    let recuse = recuse(&model);
    let form = form(model);
    view! {
        <div class="review">
            {steps}
            {notice}
            <ErrorSummary errors/>
            {head}
            {form}
            {recuse}
        </div>
    }
    .into_any()
}

fn errors(model: &ReviewPage) -> FormErrors {
    let Some((_, refusal)) = &model.refused else { return FormErrors::none() };
    // In the order of the form, then whatever names no field of it.
    let place = |key: &str| model.criteria.iter().position(|c| c.key == key);
    let mut all: Vec<(usize, String, String)> = Vec::new();
    for (key, faults) in &refusal.fields.0 {
        let (at, field) = match (place(key), key.as_str()) {
            (Some(at), _) => (at, format!("score_{key}")),
            (None, "comment") => (model.criteria.len(), "comment".to_owned()),
            _ => (usize::MAX, String::new()),
        };
        for message in crate::words::faults(faults) {
            // A score that is no number is told under "scores": here it belongs to its criterion.
            let here = (key == "scores").then(|| blamed(model, &message)).flatten();
            let (at, field) = here.unwrap_or_else(|| (at, field.clone()));
            all.push((at, field, message));
        }
    }
    all.sort_by_key(|(at, ..)| *at);
    all.into_iter().map(|(_, field, message)| (field, message)).collect()
}

fn blamed(model: &ReviewPage, message: &str) -> Option<(usize, String)> {
    let says = |c: &Criterion| fault(c, model.scores.get(&c.key)?).filter(|fault| fault == message);
    let at = model.criteria.iter().position(|c| says(c).is_some())?;
    Some((at, format!("score_{}", model.criteria.get(at)?.key)))
}

fn form(model: ReviewPage) -> AnyView {
    let typed =
        model.criteria.iter().map(|c| model.scores.get(&c.key).cloned().unwrap_or_default()).collect();
    let time = |at: DateTime<Utc>| {
        if at.date_naive() == model.now.date_naive() {
            at.format("%H:%M UTC").to_string()
        } else {
            format!("{} UTC", words::short_stamp(at, model.now))
        }
    };
    let stored = match (model.submitted_at, model.saved_at) {
        _ if model.refused.is_some() => "Not saved".to_owned(),
        (Some(at), _) => format!("Submitted {}", time(at)),
        (None, Some(at)) => format!("Draft saved {}", time(at)),
        (None, None) => String::new(),
    };
    let attempt = match model.refused {
        Some((true, _)) => Attempt::Submit,
        Some((false, _)) => Attempt::Draft,
        None => Attempt::None,
    };
    let locked = model.saving != Saving::Open;
    let withdraw = withdraw(&model);
    let fields = review_fields(ReviewFields {
        criteria: model.criteria,
        typed,
        comment: model.comment,
        stored,
        submitted: model.submitted_at.is_some(),
        assignment: model.assignment.0,
        person: model.person,
        base_version: model.upon,
        attempt,
        locked,
    });
    if locked {
        // Nothing to fill in, but the island shows what this device still keeps.
        return view! { <ReviewIsland>{fields}</ReviewIsland> }.into_any();
    }
    view! {
        <ReviewIsland>
            <PostForm action=path(model.assignment) csrf=model.csrf fresh=true>{fields}{withdraw}</PostForm>
        </ReviewIsland>
    }
    .into_any()
}
