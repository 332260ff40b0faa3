//! One judge's review as organizers see it: setting it aside, and entering it from paper.

use super::crumbs;
use crate::components::{
    Area, Button, Check, ErrorSummary, Field, Kind, Notice, Pill, PostForm, Sign, Table, Time, Tone,
};
use crate::pages::manage::tabs::{ManageTab, manage_head};
use crate::prelude::*;
use chrono::{DateTime, Utc};
use shared::rules::AssignmentStatus;

#[derive(Clone, Debug)]
pub struct ReviewDeskPage {
    pub review: ManagedReview,
    /// `Ok` if it can be entered from paper now, or the sentence why not; the next two likewise.
    pub enter: Result<(), String>,
    pub void: Result<(), String>,
    pub restore: Result<(), String>,
    /// One field for each criterion, as stored or as typed into a refused form.
    pub fields: Vec<PaperField>,
    /// The comment, likewise.
    pub comment: String,
    /// The box was ticked that confirms a replacement.
    pub replaces: bool,
    /// Why it is set aside, as typed.
    pub reason: String,
    /// Names the stored version.
    pub base_version: String,
}

/// A judge's review.
#[derive(Clone, Debug)]
pub struct ManagedReview {
    pub assignment: i64,
    pub judge: i64,
    pub judge_name: String,
    pub project: i64,
    /// Its title.
    pub title: String,
    /// How far it got.
    pub status: AssignmentStatus,
    /// When it was set aside, and when it had been submitted, where an organizer set it aside.
    pub voided: Option<(DateTime<Utc>, Option<DateTime<Utc>>)>,
    /// Why the judge stepped aside, or why it was set aside; may be empty.
    pub reason: String,
    /// The stored scores, as criterion and score; none where nothing is stored.
    pub scores: Option<Vec<(String, String)>>,
    /// The stored comment.
    pub comment: String,
    /// When it was submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// When it was last saved.
    pub saved_at: Option<DateTime<Utc>>,
    /// The organizer who entered it; empty where the judge saved it.
    pub entered_by: String,
}

/// A criterion of the form for paper.
#[derive(Clone, Debug)]
pub struct PaperField {
    pub key: String,
    pub name: String,
    /// Lowest and highest score.
    pub range: (i64, i64),
    /// What good looks like; may be empty.
    pub guidance: String,
    /// As stored or typed.
    pub value: String,
}

/// The page. Its forms post to `<path>/enter` (`score_<key>`, `comment`, `replace`, `base_version`), `<path>/void` (`reason`)
/// and `<path>/restore`.
#[must_use]
pub fn review_desk_page(model: ReviewDeskPage) -> AnyView {
    let head = manage_head(ManageTab::Assignments);
    let slug = this_event().slug;
    let base = ManageTab::Assignments.href(&slug);
    let here = format!("{base}/{}", model.review.assignment);
    let review = &model.review;
    let (judge, project) =
        (format!("{base}/judges/{}", review.judge), format!("{base}/projects/{}", review.project));
    let (judge_name, title) = (review.judge_name.clone(), review.title.clone());
    let stored = stored(review);
    let paper = paper(&here, &model);
    let aside = aside(&here, &model);
    view! {
        {head}
        <div class="manage">
            {crumbs(&slug)}
            <h1>"Review of "{title.clone()}</h1>
            <ErrorSummary heading="Nothing was changed"/>
            <p>"By "<a href=judge>{judge_name}</a>". All judges of "<a href=project>{title}</a>"."</p>
            {stored}
            {paper}
            {aside}
        </div>
    }
}

fn stored(review: &ManagedReview) -> AnyView {
    let (tone, sign, word) = match (review.status, review.voided.is_some(), review.saved_at.is_some()) {
        (_, true, _) => (Tone::Warn, Sign::Alert, "Set aside"),
        (AssignmentStatus::Done, ..) => (Tone::Good, Sign::Check, "Submitted"),
        (AssignmentStatus::Recused, ..) => (Tone::Plain, Sign::Lock, "Recused"),
        (AssignmentStatus::Pending, _, true) => (Tone::Note, Sign::Pencil, "Draft"),
        (AssignmentStatus::Pending, _, false) => (Tone::Plain, Sign::Clock, "Not begun"),
    };
    let when = match (review.voided, review.submitted_at, review.saved_at) {
        (Some((at, submitted)), ..) => {
            let submitted = submitted.map(|at| view! { "It had been submitted "<Time at/>". " });
            view! { <p>{submitted}"It was set aside "<Time at/>" and counts nowhere. Reason: "<q>{review.reason.clone()}</q></p> }
        }
        (None, Some(at), _) => view! { <p>"Submitted "<Time at/>". It counts."</p> },
        (None, None, Some(at)) => view! { <p>"Last saved "<Time at/>". A draft counts nowhere."</p> },
        (None, None, None) => view! { <p>"The judge has not begun this review."</p> },
    };
    let entered = (!review.entered_by.is_empty())
        .then(|| view! { <p>{format!("{} entered it from paper. The judge may correct it while judging is open.", review.entered_by)}</p> });
    let rows = review.scores.clone().map(|scores| {
        let rows: Vec<_> = scores
            .into_iter()
            .map(|(name, score)| view! { <tr><th scope="row">{name}</th><td class="cell-num">{score}</td></tr> })
            .collect();
        view! {
            <Table label="Scores">
                <thead><tr><th scope="col">"Criterion"</th><th scope="col" class="cell-num">"Score"</th></tr></thead>
                <tbody>{rows}</tbody>
            </Table>
        }
    });
    let comment =
        (!review.comment.is_empty()).then(|| view! { <blockquote>{review.comment.clone()}</blockquote> });
    view! {
        <section class="stack" aria-labelledby="stored">
            <h2 id="stored">"What is stored"</h2>
            <p><Pill tone sign word/></p>
            {when}
            {entered}
            {rows}
            {comment}
        </section>
    }
}

fn paper(here: &str, model: &ReviewDeskPage) -> AnyView {
    let form = match &model.enter {
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence.clone()/> },
        Ok(()) => paper_form(here, model),
    };
    view! {
        <section class="stack" aria-labelledby="paper">
            <h2 id="paper">"Enter from paper"</h2>
            {form}
        </section>
    }
}

fn paper_form(here: &str, model: &ReviewDeskPage) -> AnyView {
    let fields: Vec<_> = model
        .fields
        .iter()
        .map(|field| {
            let name = format!("score_{}", field.key);
            let (least, most) = field.range;
            let label = format!("{} ({least} to {most})", field.name);
            let value = field.value.clone();
            let hint = field.guidance.clone();
            view! { <Field name label hint kind="number" short=true value/> }
        })
        .collect();
    let judge = model.review.judge_name.clone();
    let replace = model.review.saved_at.map(|_| {
        let label = format!("This replaces the review that is stored for {judge}");
        view! {
            <Check
                name="replace"
                label
                hint="The stored scores and comment are shown above. The log keeps the scores."
                checked=model.replaces

            />
        }
    });
    let comment = model.comment.clone();
    let (base_version, submit) = (model.base_version.clone(), format!("Submit the review for {judge}"));
    let hint = "As written on the paper. Organizers read it; the team does only if you release feedback.";
    view! {
        <p class="prose">
            "Type what "{judge.clone()}" wrote. The review is submitted at once and counts. The log, this page and the judge’s page say that you entered it."
        </p>
        <PostForm action=format!("{here}/enter") class="form" fresh=true>
            <input type="hidden" name="base_version" value=base_version/>
            {fields}
            <Area
                name="comment"
                label="Comment"
                hint
                optional=true
                limit=5000
                rows=4
                value=comment

            />
            {replace}
            <Button kind=Kind::Main>{submit}</Button>
        </PostForm>
    }
}

fn aside(here: &str, model: &ReviewDeskPage) -> AnyView {
    if model.review.voided.is_some() {
        let form = match &model.restore {
            Err(sentence) => view! { <Notice tone=Tone::Note title=sentence.clone()/> },
            Ok(()) => view! {
                <PostForm action=format!("{here}/restore")>
                    <Button kind=Kind::Main>"Restore the review, so that it counts"</Button>
                </PostForm>
            },
        };
        return view! {
            <section class="stack" aria-labelledby="aside"><h2 id="aside">"Restore"</h2>{form}</section>
        };
    }
    let reason = model.reason.clone();
    let form = match &model.void {
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence.clone()/> },
        Ok(()) => view! {
            <p class="prose">
                "A review that is set aside counts nowhere, and its judge cannot change it. You can restore it until the results are published."
            </p>
            <PostForm action=format!("{here}/void") class="form">
                <Area
                    name="reason"
                    label="Reason"
                    hint="The judge and the organizers read it."
                    limit=500
                    rows=2
                    value=reason

                />
                <Button kind=Kind::Danger>"Set the review aside"</Button>
            </PostForm>
        },
    };
    view! {
        <section class="stack" aria-labelledby="aside"><h2 id="aside">"Set aside"</h2>{form}</section>
    }
}
