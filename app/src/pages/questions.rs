//! `/events/<slug>/questions`: a form to ask about published results, and what was asked.

use super::event_head::{EventTab, event_head};
use crate::prelude::*;
use model::results_question::{QuestionsFound, ResultsQuestion};
use shared::results_question::{MOST_WAITING, QUESTION, QuestionOutcome};

/// How many questions are shown before the fold.
const SHOWN: usize = 5;

/// The page. Its form posts `project`, `question` and `named`.
pub fn questions_page(found: QuestionsFound) -> AnyView {
    let QuestionsFound { at, questions, may_ask, projects, .. } = found;
    let form = match may_ask {
        Err(refusal) => view! { <Notice tone=Tone::Note title=capital(&words::refusal(&refusal))/> },
        Ok(()) => {
            let projects = projects
                .iter()
                .map(|(id, title, team)| Choice::new(id.to_string(), words::with_team(title, team)));
            let whole = Choice::new("", "The ranking as a whole");
            let subjects: Vec<_> = std::iter::once(whole).chain(projects).collect();
            let until = at.facts.event.questions_until.map(|at| view! { " You can ask until "<Time at/>"." });
            view! {
                <p class="prose">
                    "Everyone reads your question with the results. An organizer who takes no part answers it in public, as a rule within a week."
                    {until}
                </p>
                <PostForm class="form" once=true>
                    <Select name="project" label="What it is about" choices=subjects value=typed_into("project")/>
                    <Area name="question" label="Your question" value=typed_into("question") limit=QUESTION hint=format!("Say what you saw, and where. Name nobody. You can have {MOST_WAITING} questions without an answer.")/>
                    <Check name="named" label="Show my name with the question." checked=was_ticked("named") hint="Otherwise only the event’s log knows who asked, and its organizers read that."/>
                    <Button kind=Kind::Main>"Ask the question"</Button>
                </PostForm>
            }
        }
    };
    let asked = question_list(&questions, at.now).map(|list| view! { <h2>"What was asked"</h2>{list} });
    view! {
        {event_head(Some(EventTab::Results))}
        <div class="stack">
            <Crumbs above=vec![("Results".to_owned(), event_path("/results"))]/>
            <h1>"Ask about the results"</h1>
            <ErrorSummary heading="Nothing was asked"/>
            {form}
            {asked}
        </div>
    }
}

/// The part of the results' page with what was asked, and the way to ask.
pub(super) fn questions_section(
    questions: &[ResultsQuestion],
    now: DateTime<Utc>,
    (until, may): (Option<DateTime<Utc>>, bool),
) -> Option<AnyView> {
    let until = until.filter(|until| *until > now);
    if questions.is_empty() && until.is_none() {
        return None;
    }
    let taken = until.map(|at| {
        let link = may.then(|| view! { " "<a href=event_path("/questions")>"Ask a question"</a> });
        view! { <p class="prose">"Members of teams, judges and organizers can ask until "<Time at/>"."{link}</p> }
    });
    Some(section("questions", "Questions").class("stack results-questions").of(view! {
        {question_list(questions, now)}
        {taken}
    }))
}

/// The newest first; those before the first few are folded.
fn question_list(questions: &[ResultsQuestion], now: DateTime<Utc>) -> Option<AnyView> {
    let row = |asked: &ResultsQuestion| {
        view! { <li class="stack" id=format!("question-{}", asked.number)>{one_question(asked, now)}</li> }
    };
    let (first, rest): (Vec<_>, Vec<_>) =
        questions.iter().rev().map(row).enumerate().partition(|(at, _)| *at < SHOWN);
    let list = |rows: Vec<(usize, AnyView)>| {
        view! { <ul class="said-list" role="list">{each(rows, |(_, row)| row)}</ul> }
    };
    let more = (!rest.is_empty()).then(|| {
        let summary = plural(rest.len(), "earlier question", "earlier questions");
        disclosure(summary).of(view! { {list(rest)} })
    });
    (!first.is_empty()).then(|| view! { {list(first)}{more} })
}

/// A question, its state, and its answer.
pub(super) fn one_question(asked: &ResultsQuestion, now: DateTime<Utc>) -> AnyView {
    let about = match (asked.project, asked.title.clone()) {
        (Some(id), Some(title)) => view! { <a href=format!("/projects/{id}")><bdi>{title}</bdi></a> },
        _ => view! { "the ranking" },
    };
    let by = asked.asked_by.clone().map(|name| view! { " by "<bdi>{name}</bdi> });
    let due = asked.outcome.is_none().then(|| view! { ". An answer is due by "<Time at=asked.answer_by/> });
    let answer = asked.answered_at.map(|at| {
        let publication =
            asked.publication.map(|number| format!(" Publication {number} corrected the results."));
        view! {
            <p class="quiet">"Answered "<Time at/>"."{publication}</p>
            {said(asked.answer.clone(), "The answer")}
        }
    });
    let removed = asked.removed.clone().map(|why| {
        view! { <p class="quiet">"An organizer removed a text. Why: "<bdi>{why}</bdi></p> }
    });
    view! {
        <p>
            <strong>{format!("Question {}", asked.number)}</strong>" "{state_pill(asked, now)}" "
            <span class="quiet">"About "{about}", asked "<Time at=asked.raised_at/>{by}{due}"."</span>
        </p>
        {said(asked.question.clone(), "The question")}
        {answer}
        {removed}
    }
}

pub(super) fn state_pill(asked: &ResultsQuestion, now: DateTime<Utc>) -> AnyView {
    let (tone, sign, word) = match asked.outcome {
        None if now < asked.answer_by => (Tone::Note, Sign::Clock, "open"),
        None => (Tone::Warn, Sign::Alert, "late"),
        Some(QuestionOutcome::Accepted) => (Tone::Good, Sign::Check, "accepted"),
        Some(QuestionOutcome::Rejected) => (Tone::Plain, Sign::Cross, "rejected"),
        Some(QuestionOutcome::Corrected) => (Tone::Good, Sign::Pencil, "results corrected"),
    };
    view! { <Pill tone sign word/> }
}

fn said(text: Option<String>, what: &str) -> AnyView {
    match text {
        Some(text) => view! { <div class="prose" dir="auto"><Paragraphs text/></div> },
        None => {
            view! { <p class="quiet">{format!("{what} was removed. Its fingerprint stays in the log and in the signed results.")}</p> }
        }
    }
}
