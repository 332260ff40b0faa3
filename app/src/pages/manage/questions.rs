//! Questions about the results, a part of the page that publishes: what was asked, and the forms of who answers.

use crate::components::long_lists::{FEW, LongTable};
use crate::pages::questions::{one_question, state_pill};
use crate::prelude::*;
use model::results_question::{QuestionsFound, ResultsQuestion};
use shared::results_question::{ANSWER, REASON};

pub struct QuestionsPart {
    pub found: QuestionsFound,
    /// Until when questions are taken, on the clocks of the event's place.
    pub until: String,
    pub zone: String,
    /// The question that is open, with what its forms show.
    pub open: Option<QuestionForms>,
}

pub struct QuestionForms {
    pub question: ResultsQuestion,
    /// When an answer is due, on the clocks of the event's place.
    pub answer_by: String,
    /// The publications that can have corrected the results.
    pub publications: Vec<Choice>,
}

/// The address below which its forms post: `until`, and `<number>/answer`, `/own` and `/remove`.
fn acts() -> String {
    format!("/events/{}/manage/questions", this_event().slug)
}

fn not_yours(may: &Result<(), Refusal>) -> Option<AnyView> {
    let why = words::refusal(may.as_ref().err()?);
    Some(view! { <Notice tone=Tone::Note title=capital(&why)/> })
}

/// The list, and until when questions are taken.
pub(super) fn questions_part(model: &QuestionsPart) -> AnyView {
    let QuestionsFound { at, questions, may_answer, .. } = &model.found;
    let hint = format!("Time zone: {}. Leave it empty to take no questions.", model.zone);
    let value = typed_or("questions_until", &model.until);
    let log = ManageTab::Audit.href(&this_event().slug);
    let until = may_answer.is_ok().then(|| {
        view! {
            <PostForm action=format!("{}/until", acts()) class="form">
                <Field name="questions_until" label="Questions are taken until" kind="datetime-local" value hint/>
                <Button>"Save the time"</Button>
            </PostForm>
        }
    });
    let part = view! {
        <p class="prose">
            "Once results are published, members of teams, judges and organizers can ask about them. Everyone reads questions and answers with the results. The log and the next signed results hold a fingerprint of each. After the last answer, save a signed head of "<a href=log>"the log"</a>", and then the bundle. With these two and the signed results, anybody can check all answers offline."
        </p>
        {not_yours(may_answer)}
        {list(questions, &ManageTab::Publish.href(&this_event().slug), at.now)}
        {until}
    };
    let heading = "Questions about the results";
    // Nobody can ask before. The check list leads here once they are published.
    if at.facts.event.published || !questions.is_empty() {
        return section("questions", heading).of(part);
    }
    let open = !refused("questions_until").is_empty();
    disclosure(view! { <h2 id="questions">{heading}</h2> })
        .open(open)
        .of(view! { <div class="stack">{part}</div> })
}

/// One question with its forms, in place of what the page has else.
pub(super) fn question_page(forms: QuestionForms, found: &QuestionsFound) -> AnyView {
    let (may, now) = (&found.may_answer, found.at.now);
    let above = vec![(
        ManageTab::Publish.label().to_owned(),
        format!("{}#questions", ManageTab::Publish.href(&this_event().slug)),
    )];
    let title = format!("Question {}", forms.question.number);
    let open = opened(forms, &acts(), now, may.is_ok());
    ManageTab::Publish.page(view! {
        <Crumbs above/>
        <h1>{title}</h1>
        <ErrorSummary heading="Nothing was changed"/>
        {one_part_at_a_time()}
        {not_yours(may)}
        {open}
    })
}

fn list(questions: &[ResultsQuestion], base: &str, now: DateTime<Utc>) -> AnyView {
    if questions.is_empty() {
        return view! { <p class="quiet">"Nobody has asked yet."</p> };
    }
    // What waits for somebody comes first.
    let waiting: Vec<_> = questions.iter().filter(|asked| asked.outcome.is_none()).collect();
    let few = waiting.len().min(FEW);
    let rows = each(
        waiting.into_iter().chain(questions.iter().rev().filter(|asked| asked.outcome.is_some())),
        |asked| {
            let about = asked.title.clone().unwrap_or_else(|| "the ranking".to_owned());
            let owner = asked.owner_name.clone().unwrap_or_else(|| "nobody".to_owned());
            view! {
                <tr>
                    <th scope="row"><a href=format!("{base}?of={}", asked.number)>{format!("Question {}", asked.number)}</a></th>
                    <td data-label="About"><bdi>{about}</bdi></td>
                    <td data-label="State">{state_pill(asked, now)}</td>
                    <td data-label="Answered by"><bdi>{owner}</bdi></td>
                    <td data-label="Answer due"><Time at=asked.answer_by/></td>
                </tr>
            }
        },
    );
    view! {
        <LongTable rows few labels=("Questions", "Other questions") counted=("question", "questions") columns=[text_column("Question"), text_column("About"), text_column("State"), text_column("Answered by"), text_column("Answer due")]/>
    }
}

fn opened(forms: QuestionForms, base: &str, now: DateTime<Utc>, may: bool) -> AnyView {
    let base = format!("{base}/{}", forms.question.number);
    let shown = one_question(&forms.question, now);
    let answer = (may && forms.question.outcome.is_none()).then(|| answer_form(forms, &base));
    view! { <section class="stack">{shown}{answer}{may.then(|| remove_form(&base))}</section> }
}

fn answer_form(forms: QuestionForms, base: &str) -> AnyView {
    let outcomes = vec![
        Choice::new("", "Choose one"),
        Choice::new("accepted", "Accepted: the question is right"),
        Choice::new("rejected", "Rejected: the results stay as they are"),
        Choice::new("corrected", "Corrected: a publication corrected the results"),
    ];
    view! {
        <PostForm action=format!("{base}/answer") class="form">
            <Select name="outcome" label="What the answer comes to" choices=outcomes value=typed_into("outcome")/>
            <Area name="answer" label="Answer" value=typed_into("answer") limit=ANSWER hint="Everyone reads it, and it stays as it is. Name nobody."/>
            <Select name="publication" label="Publication that corrected the results" choices=forms.publications value=typed_into("publication") optional=true/>
            <Button kind=Kind::Main>"Publish the answer"</Button>
        </PostForm>
        {disclosure("Take it on, or set another time").of(view! {
            <PostForm action=format!("{base}/own") class="form">
                <Field name="answer_by" label="You answer it until" kind="datetime-local" value=typed_or("answer_by", forms.answer_by)/>
                <Button>"Answer it yourself"</Button>
            </PostForm>
        })}
    }
}

fn remove_form(base: &str) -> AnyView {
    let open = !refused("part").is_empty() || !refused("reason").is_empty();
    let parts = vec![
        Choice::new("", "Choose one"),
        Choice::new("question", "The question"),
        Choice::new("answer", "The answer"),
    ];
    disclosure("Remove a text that breaks the law or names a person").open(open).of(view! {
        <PostForm action=format!("{base}/remove") class="form">
            <Select name="part" label="What is removed" choices=parts value=typed_into("part")/>
            <Area name="reason" label="Why" value=typed_into("reason") limit=REASON rows=2 hint="Everyone reads it. Number, time and fingerprint stay. The text cannot come back."/>
            <Button kind=Kind::Danger>"Remove the text"</Button>
        </PostForm>
    })
}
