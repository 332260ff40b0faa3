//! One judge's review as organizers see it: setting it aside, and entering it from paper.

use super::{Side, crumbs};
use crate::prelude::*;
use model::assignment::Assignment;
use model::review::{PaperAct, PaperPreview, ReviewFound};
use shared::rubric::Scores;
use shared::rules::AssignmentStatus;

/// The form leads to its preview, where the answer has one.
const PREVIEW: &str = "preview";

pub struct ReviewDeskPage {
    pub found: ReviewFound,
    /// The scores that were typed, one for each criterion.
    pub scores: Vec<String>,
    /// The comment, likewise.
    pub comment: String,
    /// The box was ticked that confirms a replacement.
    pub replaces: bool,
    /// Why it is set aside, as typed.
    pub reason: String,
    /// What entering that would do; none before it was checked.
    pub preview: Option<PaperPreview>,
}

impl ReviewDeskPage {
    fn saved_at(&self) -> Option<DateTime<Utc>> {
        self.found.review.as_ref().and_then(|review| review.saved_at)
    }
}

/// The page. Its forms post to `<path>/enter` (`score_<key>`, `comment`, `base_version`; after the preview `shown`, its digest, and
/// `replace`), `<path>/void` (`reason`) and `<path>/restore`.
pub fn review_desk_page(model: ReviewDeskPage) -> AnyView {
    let slug = this_event().slug;
    let base = ManageTab::Assignments.href(&slug);
    let ReviewFound { project, assignment: Assignment { id, judge, .. }, .. } = &model.found;
    let here = format!("{base}/{id}");
    let (judge_name, title) = (model.found.judge.clone(), project.title.clone());
    let (judge, project) = (Side::Judge.href(&slug, judge.0), Side::Project.href(&slug, project.id.0));
    ManageTab::Assignments.page(view! {
        {crumbs(&slug)}
        <h1>"Review of "{title.clone()}</h1>
        <ErrorSummary heading="Nothing was changed"/>
        {one_part_at_a_time()}
        <p>"By "<a href=judge>{judge_name}</a>". All judges of "<a href=project>{title}</a>"."</p>
        {stored(&model)}
        {paper(&here, &model)}
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
    let aside = (assignment.status == AssignmentStatus::Recused && assignment.voided_at.is_none())
        .then(|| why_aside(assignment));
    let entered = review.and_then(|review| review.entered_by.as_ref()).filter(|by| !by.is_empty());
    let entered = entered
        .map(|by| view! { <p>{format!("{by} entered it from paper. The judge may correct it while judging is open.")}</p> });
    let rows = review.map(|review| score_table("Scores", criteria, &review.scores));
    let comment = review.map(|review| &review.comment).filter(|comment| !comment.is_empty());
    let comment = comment.map(|comment| view! { <blockquote>{comment.clone()}</blockquote> });
    section("stored", "What is stored").of(view! {
        <p><Pill tone sign word/></p>
        {aside}
        {when}
        {entered}
        {rows}
        {comment}
    })
}

/// Who took the judge off the project, and why: giving it back is to be decided with that in view.
fn why_aside(assignment: &Assignment) -> AnyView {
    let who = match assignment {
        Assignment { ended_with_project: true, .. } => return view! { <p>"The project was withdrawn."</p> },
        Assignment { taken_off: true, .. } => "An organizer took the judge off this project.",
        _ => "The judge stepped aside from this project.",
    };
    let reason = Some(&assignment.recused_reason).filter(|reason| !reason.is_empty());
    let reason = reason.map(|reason| view! { " Reason: "<q>{reason.clone()}</q> });
    view! { <p>{who}{reason}</p> }
}

fn score_table(label: &'static str, criteria: &[Criterion], scores: &Scores) -> AnyView {
    let rows = each(criteria, |criterion| {
        let score = scores.get(&criterion.key).map(ToString::to_string);
        let score = score.unwrap_or_else(|| "not scored".to_owned());
        view! { <tr><th scope="row">{criterion.name.clone()}</th><td class="cell-num">{score}</td></tr> }
    });
    view! { <Table label columns=[text_column("Criterion"), number_column("Score")]>{rows}</Table> }
}

fn paper(here: &str, model: &ReviewDeskPage) -> AnyView {
    let form = match &model.found.enter_refused {
        Some(why) => why_not(why),
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
    let base_version = model.found.tag.clone();
    let action = format!("{here}/enter#{PREVIEW}");
    let end = match &model.preview {
        Some(preview) => previewed(preview, model),
        None => view! { <Button>{format!("Check the review by {judge}")}</Button> },
    };
    let hint = "As written on the paper. Organizers read it; the team does only if you release feedback.";
    view! {
        <p class="prose">
            "Type what "{judge.clone()}" wrote. A preview shows what it would do before anything is entered. The log, this page and the judge’s page say that you entered it."
        </p>
        <PostForm action class="form" fresh=true>
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
            {end}
        </PostForm>
    }
}

/// What entering the review would do, and the buttons below that: what is in the fields above is what they send.
fn previewed(preview: &PaperPreview, model: &ReviewDeskPage) -> AnyView {
    let PaperPreview { review, act, digest } = preview;
    let stored = model.found.review.as_ref();
    let comment = match (review.comment.as_str(), stored.is_some_and(|stored| !stored.comment.is_empty())) {
        ("", false) => view! { <p>"No comment."</p> },
        ("", true) => view! { <p>"No comment. The stored comment is removed."</p> },
        (comment, _) => view! { <blockquote>{comment.to_owned()}</blockquote> },
    };
    let does = match act {
        PaperAct::New => view! { <p>"The review is submitted at once, and counts."</p> },
        PaperAct::Replaces => view! {
            <p>"The review replaces what is stored. It is submitted at once, and counts."</p>
            <Check name="replace" label="Replace what is stored" hint="The log keeps the scores that are replaced." checked=model.replaces/>
        },
        PaperAct::Same => view! { <Notice tone=Tone::Note title="The same review is stored already"/> },
    };
    let enter = (*act != PaperAct::Same).then(|| {
        view! { <Button kind=Kind::Main name="shown" value=digest.clone()>"Enter the review"</Button> }
    });
    let parts = view! {
        {score_table("Scores to enter", &model.found.criteria, &review.scores)}
        {comment}
        {does}
        <div class="row">{enter}<Button>"Check again"</Button></div>
    };
    subsection(PREVIEW, "What would be entered").of(parts)
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
