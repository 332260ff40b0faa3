//! An event's own questions in the form of a project, at the end of the page of its rubric, in its form.

use super::lines::{AroundLines, LinesForm, line_legend};
use super::{Fold, FormLine, SAVE, form_line, theirs_notice};
use crate::prelude::*;
use shared::form_question::{MOST_QUESTIONS, QuestionKind, ShownTo};
use shared::question_form::TypedQuestion;

#[derive(Clone, Debug, Default)]
pub struct FormQuestionsPart {
    /// They were asked for.
    pub open: bool,
    /// The questions in their order, then an empty line for a new one.
    pub questions: Vec<QuestionLine>,
    pub around: AroundLines,
}

#[derive(Clone, Debug, Default)]
pub struct QuestionLine {
    /// As stored or typed.
    pub typed: TypedQuestion,
    pub answered: bool,
}

/// The section, folded unless it was asked for, in the form of the page.
pub(super) fn questions_part(model: FormQuestionsPart) -> AnyView {
    let slug = this_event().slug;
    let page = format!("{}?questions=#questions", ManageTab::Criteria.href(&slug));
    let around = &model.around;
    let asked = model.questions.iter().filter(|line| line.typed.id.is_some()).count();
    let what = if asked == 0 { "Questions".to_owned() } else { plural(asked, "question", "questions") };
    let open = model.open || around.unsaved.is_some();
    let added = around.added(model.questions.len());
    let lines = model.questions.into_iter().enumerate();
    let lines: Vec<_> = lines.map(|(n, line)| question_line(n, line, added == Some(n))).collect();
    // They are at the end of a long page.
    let form = LinesForm {
        list: "questions",
        save: SAVE,
        more: Some("Add a question"),
        whole: Some(4),
        ..LinesForm::default()
    };
    let parts = form.of(&model.around, lines);
    disclosure(view! { {what}" in the form of a project" }).id("questions").open(open).of(view! {
        <div class="stack">
            <p class="prose">
                "Up to "{MOST_QUESTIONS}" questions that teams answer when they submit a project. The form says who reads each answer. Once submissions open, an answer can be shown to fewer people, never to more. An empty line is left out."
            </p>
            {theirs_notice(model.around.theirs, &page)}
            <div class="form settings-wide">{parts}</div>
        </div>
    })
}

fn question_line(n: usize, line: QuestionLine, focused: bool) -> FormLine {
    let field = |name: &str| format!("questions_{n}_{name}");
    let QuestionLine { typed, answered } = line;
    let new = typed.id.is_none();
    let legend = if new { "New question".to_owned() } else { line_legend("Question", n, &typed.label) };
    let id = typed.id.map(|id| view! { <input type="hidden" name=field("id") value=id/> });
    let kinds: Vec<Choice> = QuestionKind::ALL.map(|kind| Choice::new(kind.name(), kind_words(kind))).into();
    let readers: Vec<Choice> =
        ShownTo::ALL.map(|shown_to| Choice::new(shown_to.name(), reader_words(shown_to))).into();
    let place = (!new).then(
        || view! { <Field name=field("place") label="Place" kind="number" short=true value=typed.place/> },
    );
    let remove = match (new, answered) {
        (true, _) => None,
        (false, true) => Some(view! { <p class="field-hint">"Teams have answered it, so it stays."</p> }),
        (false, false) => {
            Some(view! { <Check name=field("remove") label="Remove this question" checked=typed.remove/> })
        }
    };
    let key = typed.key;
    let key = if new {
        view! { <Field name=field("key") label="Key" value=key hint="Names the column in exports. If empty, it is made from the question." optional=true/> }
    } else {
        view! { <p class="field-hint">"Its key in exports: "<code>{key}</code></p> }
    };
    let open = typed.remove || (new && typed.kind == QuestionKind::Choice.name());
    let cells = view! {
        {id}
        <Field name=field("label") label="Question" value=typed.label focused=focused/>
        <Select name=field("kind") label="Answer" choices=kinds value=typed.kind/>
        <Select name=field("shown_to") label="Who reads it" choices=readers value=typed.shown_to/>
    };
    let fields = view! {
        <Check name=field("required") label="Needed to submit a project" checked=typed.required/>
        <Area name=field("choices") label="Choices" value=typed.choices hint="One on each line, for “One of several”." rows=3 optional=true/>
        {place}
        {key}
        {remove}
    };
    let fold =
        Fold::of("Needed, choices, key", &[&field("choices"), &field("key"), &field("remove")], fields);
    let open = fold.open || open;
    form_line("settings-cells-question", &legend, cells, Some(Fold { open, ..fold }))
}

/// A way to answer, in words.
fn kind_words(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Text => "Text",
        QuestionKind::Choice => "One of several",
        QuestionKind::Tick => "Yes, or empty",
    }
}

/// Readers of an answer, in words.
fn reader_words(shown_to: ShownTo) -> &'static str {
    match shown_to {
        ShownTo::Organizers => "Organizers",
        ShownTo::Judges => "Judges, too",
        ShownTo::All => "Everyone",
    }
}
