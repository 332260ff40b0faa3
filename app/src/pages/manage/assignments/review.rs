//! One judge's review as organizers see it: setting it aside, and entering it from paper.

use super::scores::{Entering, score_preview};
use super::{Side, crumbs};
use crate::prelude::*;
use model::assignment::Assignment;
use model::review::ReviewFound;
use shared::rules::AssignmentStatus;
use shared::score_file::{ScoreLine, ScoreList};

pub struct ReviewDeskPage {
    pub found: ReviewFound,
    /// The scores that were typed into a refused form, one for each criterion.
    pub scores: Vec<String>,
    /// The comment, likewise.
    pub comment: String,
    /// The box was ticked that confirms a replacement.
    pub replaces: bool,
    /// Why it is set aside, as typed.
    pub reason: String,
    /// What entering the sheet would do, and the fields that enter it; none before it was checked.
    pub preview: Option<(ScoreLine, Vec<(String, String)>)>,
}

impl ReviewDeskPage {
    fn saved_at(&self) -> Option<DateTime<Utc>> {
        self.found.review.as_ref().and_then(|review| review.saved_at)
    }
}

/// The page. Its forms post to `<path>/enter` (`score_<key>`, `comment`, `base_version`; after the preview with `shown` and `replace`),
/// `<path>/void` (`reason`) and `<path>/restore`.
pub fn review_desk_page(mut model: ReviewDeskPage) -> AnyView {
    let slug = this_event().slug;
    let base = ManageTab::Assignments.href(&slug);
    let ReviewFound { project, assignment: Assignment { id, judge, .. }, .. } = &model.found;
    let here = format!("{base}/{id}");
    let (judge_name, title) = (model.found.judge.clone(), project.title.clone());
    let (judge, project) = (Side::Judge.href(&slug, judge.0), Side::Project.href(&slug, project.id.0));
    let enter = format!("{here}/enter");
    let previewed = model.preview.is_some();
    let preview = model.preview.take().map(|(line, fields)| {
        let list = ScoreList { lines: vec![line], unused: Vec::new() };
        let sends = Entering { to: &enter, fields, large: false };
        score_preview((list, &model.found.criteria), &Ok(()), sends, [model.replaces, false])
    });
    ManageTab::Assignments.page(view! {
        {crumbs(&slug)}
        <h1>"Review of "{title.clone()}</h1>
        <ErrorSummary heading="Nothing was changed"/>
        {one_part_at_a_time()}
        <p>"By "<a href=judge>{judge_name}</a>". All judges of "<a href=project>{title}</a>"."</p>
        {preview}
        {stored(&model)}
        {paper(&here, &model, previewed)}
        {aside(&here, &model)}
    })
}

fn stored(model: &ReviewDeskPage) -> AnyView {
    let ReviewFound { assignment, review, criteria, .. } = &model.found;
    let (review, saved_at) = (review.as_ref(), model.saved_at());
    let (tone, sign, word) = match (assignment.status, assignment.voided_at.is_some(), saved_at.is_some()) {
        (_, true, _) => (Tone::Warn, Sign::Alert, "Set aside"),
        (AssignmentStatus::Done, ..) => (Tone::Good, Sign::Check, "Submitted"),
        (AssignmentStatus::Recused, ..) => (Tone::Plain, Sign::Lock, "Recused"),
        (AssignmentStatus::Pending, _, true) => (Tone::Note, Sign::Pencil, "Draft"),
        (AssignmentStatus::Pending, _, false) => (Tone::Plain, Sign::Clock, "Not begun"),
    };
    let submitted_at = review.and_then(|review| review.submitted_at);
    let when = match (assignment.voided_at, submitted_at, saved_at) {
        (Some(at), ..) => {
            let submitted = review.and_then(|review| review.voided_submitted_at);
            let submitted = submitted.map(|at| view! { "It had been submitted "<Time at/>". " });
            view! { <p>{submitted}"It was set aside "<Time at/>" and counts nowhere. Reason: "<q>{assignment.recused_reason.clone()}</q></p> }
        }
        (None, Some(at), _) => view! { <p>"Submitted "<Time at/>". It counts."</p> },
        (None, None, Some(at)) => view! { <p>"Last saved "<Time at/>". A draft counts nowhere."</p> },
        (None, None, None) => view! { <p>"The judge has not begun this review."</p> },
    };
    let entered = review.and_then(|review| review.entered_by.as_ref()).filter(|by| !by.is_empty());
    let entered = entered
        .map(|by| view! { <p>{format!("{by} entered it from paper. The judge may correct it while judging is open.")}</p> });
    let rows = review.map(|review| {
        let score = |criterion: &Criterion| {
            let score = review.scores.get(&criterion.key).map(ToString::to_string);
            let score = score.unwrap_or_else(|| "not scored".to_owned());
            view! { <tr><th scope="row">{criterion.name.clone()}</th><td class="cell-num">{score}</td></tr> }
        };
        let rows: Vec<_> = criteria.iter().map(score).collect();
        view! {
            <Table label="Scores" columns=[text_column("Criterion"), number_column("Score")]>{rows}</Table>
        }
    });
    let comment = review.map(|review| &review.comment).filter(|comment| !comment.is_empty());
    let comment = comment.map(|comment| view! { <blockquote>{comment.clone()}</blockquote> });
    section("stored", "What is stored").of(view! {
        <p><Pill tone sign word/></p>
        {when}
        {entered}
        {rows}
        {comment}
    })
}

fn paper(here: &str, model: &ReviewDeskPage, previewed: bool) -> AnyView {
    let form = match &model.found.enter_refused {
        Some(why) => why_not(why),
        // The preview enters what it shows, not what is changed here after it.
        None if previewed => disclosure("Change what was typed").of(view! {
            <div class="stack">{paper_form(here, model)}</div>
        }),
        None => paper_form(here, model),
    };
    section("paper", "Enter from paper").of(form)
}

fn why_not(refusal: &Refusal) -> AnyView {
    view! { <Notice tone=Tone::Note title=words::refusal(refusal)/> }
}

fn paper_form(here: &str, model: &ReviewDeskPage) -> AnyView {
    let fields = each(model.found.criteria.iter().zip(&model.scores), |(criterion, typed)| {
        let Criterion { key, name, guidance, min_value, max_value, .. } = criterion;
        let label = format!("{name} ({min_value} to {max_value})");
        let (name, hint, value) = (format!("score_{key}"), guidance.clone(), typed.clone());
        view! { <Field name label hint kind="number" short=true value/> }
    });
    let judge = model.found.judge.clone();
    let comment = model.comment.clone();
    let (base_version, submit) = (model.found.tag.clone(), format!("Check the review by {judge}"));
    let hint = "As written on the paper. Organizers read it; the team does only if you release feedback.";
    view! {
        <p class="prose">
            "Type what "{judge.clone()}" wrote. A preview shows what it would do before anything is entered. The log, this page and the judge’s page say that you entered it."
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
            <Button>{submit}</Button>
        </PostForm>
    }
}

fn aside(here: &str, model: &ReviewDeskPage) -> AnyView {
    if model.found.assignment.voided_at.is_some() {
        let form = match &model.found.restore_refused {
            Some(why) => why_not(why),
            None => view! {
                <ActButton action=format!("{here}/restore") kind=Kind::Main>"Restore the review, so that it counts"</ActButton>
            },
        };
        return section("aside", "Restore").of(form);
    }
    let reason = model.reason.clone();
    let form = match &model.found.void_refused {
        Some(why) => why_not(why),
        None => view! {
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
    section("aside", "Set aside").of(form)
}
