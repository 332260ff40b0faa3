//! `/judge/assignments/<id>`: one project, one judge, one review.

use super::list::window_words;
use crate::components::{
    Area, Button, ErrorSummary, FormErrors, HostLink, Icon, Kind, Notice, Paragraphs, PostForm, Sign, Time,
    Tone, words,
};
use crate::islands::{Attempt, ReviewDraft, ReviewForm, fault, scoring};
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
    /// The page follows a save that went well (`?saved=1` after the redirect).
    pub just_saved: bool,
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

fn path(assignment: AssignmentId) -> String {
    format!("/judge/assignments/{assignment}")
}

fn steps(model: &ReviewPage) -> AnyView {
    let step = |to: Option<AssignmentId>, sign: Sign, label: &'static str, rel: &'static str| match to {
        Some(to) => view! { <a href=path(to) rel=rel aria-label=label><Icon sign/></a> }.into_any(),
        None => view! { <span class="end"><Icon sign/></span> }.into_any(),
    };
    let left = model.judging.close.filter(|_| model.judging.is_open(model.now)).map(|close| {
        let time = words::short_stamp(close, model.now);
        view! { <time datetime=words::iso(close) title=format!("Judging closes {time} UTC")>
            {words::span(close - model.now)}" left"
        </time> }
    });
    view! {
        <nav class="steps" aria-label="Your projects">
            {step(model.previous, Sign::Back, "Previous project", "prev")}
            <a href="/judge">{model.position}" of "{model.of}</a>
            {step(model.next, Sign::Onward, "Next project", "next")}
            {left}
        </nav>
    }
    .into_any()
}

fn head(model: &ReviewPage) -> AnyView {
    let project = model.project.clone();
    let from =
        [project.team, project.track].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(" · ");
    let link = |label: &'static str, url: String| {
        (!url.is_empty()).then(|| view! { <HostLink label url/> }.into_any())
    };
    let tagline = (!project.tagline.is_empty()).then(|| view! { <p class="lead">{project.tagline}</p> });
    let texts: Vec<_> = [project.summary, project.description]
        .into_iter()
        .filter(|text| !text.is_empty())
        .map(|text| view! { <Paragraphs text/> })
        .collect();
    // Folded away, so that the scores come first on a phone.
    let about = (tagline.is_some() || !texts.is_empty()).then(|| {
        view! {
            <details class="more">
                <summary>"About"</summary>
                <div class="prose stack">{tagline}{texts}</div>
            </details>
        }
    });
    view! {
        <header>
            <h1><a href=format!("/projects/{}", project.id)>{project.title}</a></h1>
            <div class="from"><p>{from}</p>{about}</div>
            <p class="ways">{link("Demo", project.demo_url)}{link("Code", project.repo_url)}</p>
        </header>
    }
    .into_any()
}

/// What happened just now, or why nothing can be saved.
fn notice(model: &ReviewPage) -> AnyView {
    if let Some((_, refusal)) = &model.refused {
        if !refusal.fields.0.is_empty() {
            return ().into_any();
        }
        let (detail, kept) = (refusal.detail.clone(), kept(model));
        return view! { <Notice tone=Tone::Bad title="This was not saved."><p>{detail}</p>{kept}</Notice> }
            .into_any();
    }
    if let Saving::Refused(sentence) = &model.saving {
        let kept = kept(model);
        return view! { <Notice tone=Tone::Note title=sentence.clone()>{kept}</Notice> }.into_any();
    }
    if !model.just_saved {
        return ().into_any();
    }
    let onward = model.next_to_score.clone().map_or_else(
        || view! { <p><a href="/judge">"All your projects"</a></p> }.into_any(),
        |next| {
            let href = path(next.assignment);
            view! { <p>"Next: "<a href=href>{next.title}</a></p> }.into_any()
        },
    );
    let title = if model.submitted_at.is_some() { "Review submitted." } else { "Draft saved." };
    view! { <Notice tone=Tone::Good title>{onward}</Notice> }.into_any()
}

/// What the portal holds of this review.
fn kept(model: &ReviewPage) -> AnyView {
    match (model.submitted_at, model.saved_at) {
        (Some(at), _) => {
            view! { <p>"Your review, submitted "<Time at/>", stands as it is below."</p> }.into_any()
        }
        (None, Some(at)) => {
            view! { <p>"Your last draft, saved "<Time at/>", is kept, but it was not submitted."</p> }
                .into_any()
        }
        (None, None) => view! { <p>"Nothing was saved for this project."</p> }.into_any(),
    }
}

fn errors(model: &ReviewPage) -> FormErrors {
    let Some((_, refusal)) = &model.refused else { return FormErrors::none() };
    // In the order of the form, then whatever names no field of it.
    let place = |key: &str| model.criteria.iter().position(|c| c.key == key);
    let mut all: Vec<(usize, String, String)> = Vec::new();
    for (key, messages) in &refusal.fields.0 {
        let (at, field) = match (place(key), key.as_str()) {
            (Some(at), _) => (at, format!("score_{key}")),
            (None, "comment") => (model.criteria.len(), "comment".to_owned()),
            _ => (usize::MAX, String::new()),
        };
        for message in messages {
            // A score that is no number is told under "scores": here it belongs to its criterion.
            let here = (key == "scores").then(|| blamed(model, message)).flatten();
            let (at, field) = here.unwrap_or_else(|| (at, field.clone()));
            all.push((at, field, message.clone()));
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
    let same_day = |at: DateTime<Utc>| at.date_naive() == model.now.date_naive();
    let submitted = match model.submitted_at {
        Some(at) if same_day(at) => at.format("%H:%M UTC").to_string(),
        Some(at) => format!("{} UTC", words::short_stamp(at, model.now)),
        None => String::new(),
    };
    let attempt = match model.refused {
        Some((true, _)) => Attempt::Submit,
        Some((false, _)) => Attempt::Draft,
        None => Attempt::None,
    };
    let draft = ReviewDraft { criteria: model.criteria, typed, comment: model.comment, submitted, attempt };
    match model.saving {
        // Nothing to fill in, so nothing to wake: no island.
        Saving::Refused(_) => scoring(draft, true).into_any(),
        Saving::Open => {
            view! { <PostForm action=path(model.assignment) csrf=model.csrf><ReviewForm draft/></PostForm> }
                .into_any()
        }
    }
}

fn recuse(model: &ReviewPage) -> AnyView {
    match &model.recusal {
        Recusal::Closed => ().into_any(),
        Recusal::Done { reason } => {
            let reason = (!reason.is_empty()).then(|| format!(" Your reason: {reason}"));
            view! {
                <p class="quiet small">
                    "You stepped aside from this project. An organizer can give it back to you."{reason}
                </p>
            }
            .into_any()
        }
        Recusal::Open { reason, error } => {
            let (reason, error, wrong) = (reason.clone(), error.clone(), !error.is_empty());
            let submitted = model.submitted_at.is_some();
            let action = format!("{}/recuse", path(model.assignment));
            view! {
                <details class="more aside" open=wrong>
                    <summary>"Step aside from this project"</summary>
                    <PostForm action csrf=model.csrf.clone() class="form">
                        <p>
                            "For a conflict of interest. You will not score this project, and only an organizer can give it back to you."
                            {submitted.then_some(" Your submitted review will no longer count.")}
                        </p>
                        <Area
                            name="reason"
                            label="Reason"
                            hint="Organizers read it; the team does not."
                            optional=true
                            limit=2000
                            rows=2
                            value=reason
                            error=error
                        />
                        <Button kind=Kind::Danger>"Step aside"</Button>
                    </PostForm>
                    <p class="quiet small">{window_words(model.judging, model.now)}</p>
                </details>
            }
            .into_any()
        }
    }
}
