//! The page of an event's rubric, which is one form: its criteria, with what judges will see beside them; its tracks; and its own
//! questions in the form of a project.

use super::form_questions::{FormQuestionsPart, questions_part};
use super::lines::{AroundLines, LinesForm, UnsavedReason, line_legend, named_errors};
use super::tracks::{TracksPart, tracks_part};
use super::{Fold, FormLine, SAVE, form_line, theirs_notice};
use crate::pages::review_fields::{Attempt, ReviewFields, review_fields};
use crate::prelude::*;
use shared::event_settings::propose_key;
use shared::percent::percents;
use shared::rubric_form::TypedCriterion;
use words::usual_rubrics::USUAL;

pub struct CriteriaPage {
    /// The criteria in their order, then an empty line for a new one.
    pub criteria: Vec<TypedCriterion>,
    /// The rubric as far as the form can be read, for the preview.
    pub preview: Vec<Criterion>,
    /// Why criteria, keys, weights and ranges stay as they are; empty where they can change.
    pub locked: String,
    /// Since when reviews lock them.
    pub since: Option<DateTime<Utc>>,
    /// It can start from a usual rubric: none is stored.
    pub starts: bool,
    pub around: AroundLines,
    pub tracks: TracksPart,
    pub questions: FormQuestionsPart,
}

pub fn criteria_page(model: CriteriaPage) -> AnyView {
    needs(Sheet::Judge);
    let page = format!("/events/{}/manage/settings/criteria", this_event().slug);
    let refresh = format!("{page}#preview-title");
    let locked = !model.locked.is_empty();
    let lock = locked.then(|| {
        let since = model
            .since
            .map(|at| view! { <p>"Since "<Time at/>". Names, guidance and order can still change."</p> });
        view! { <Notice tone=Tone::Note title=model.locked.clone()>{since}</Notice> }
    });
    let shares = shares(&model.preview);
    let names: Vec<String> = model.criteria.iter().map(|line| line.name.clone()).collect();
    let tracks: Vec<String> = model.tracks.tracks.iter().map(|line| line.typed.name.clone()).collect();
    let questions: Vec<String> =
        model.questions.questions.iter().map(|line| line.typed.label.clone()).collect();
    let errors = named_errors(&[
        ("criteria", "Criterion", &names[..]),
        ("tracks", "Track", &tracks[..]),
        ("questions", "Question", &questions[..]),
    ]);
    let usual = USUAL.iter().filter(|_| model.starts).map(|usual| (usual.code, usual.title)).collect();
    let added = model.around.added(model.criteria.len());
    let lines: Vec<_> = model
        .criteria
        .into_iter()
        .enumerate()
        .filter(|(_, line)| !locked || line.id.is_some())
        .map(|(n, line)| criterion_line(n, line, &shares, locked, added == Some(n)))
        .collect();
    let form = LinesForm {
        list: "criteria",
        save: SAVE,
        more: (!locked).then_some("Add a line"),
        usual,
        beside: Some(
            view! { <Button name="do" value="preview" formaction=refresh>"Refresh the preview"</Button> },
        ),
        ..LinesForm::default()
    };
    let parts = form.of(&model.around, lines);
    let (tracks, questions) = (tracks_part(model.tracks), questions_part(model.questions));
    let preview = preview(model.preview, model.around.unsaved == Some(UnsavedReason::Previewed));
    ManageTab::Criteria.page(view! {
        <h1>"Rubric"</h1>
        <ErrorSummary errors/>
        {lock}
        {theirs_notice(model.around.theirs, &page)}
        <div class="criteria-columns">
            <PostForm action=page.clone() fresh=true>
                <div class="form criteria-lines">
                    <p class="prose">"The first review fixes weights and ranges. An empty line is left out."</p>
                    {parts}
                </div>
                {tracks}
                {questions}
            </PostForm>
            {preview}
        </div>
    })
}

/// Each criterion's share of the total in percent, by key.
fn shares(criteria: &[Criterion]) -> Vec<(String, i64)> {
    let weights: Vec<i64> = criteria.iter().map(|c| c.weight.ten_thousandths()).collect();
    criteria.iter().map(|c| c.key.clone()).zip(percents(&weights)).collect()
}

fn criterion_line(
    n: usize,
    line: TypedCriterion,
    shares: &[(String, i64)],
    locked: bool,
    focused: bool,
) -> FormLine {
    let field = |name: &str| format!("criteria_{n}_{name}");
    let legend =
        line.id.map_or_else(|| "New criterion".to_owned(), |_| line_legend("Criterion", n, &line.name));
    let key = match line.key.trim() {
        "" => propose_key(&line.name),
        key => Some(key.to_owned()),
    };
    let share = shares.iter().find(|(of, _)| Some(of) == key.as_ref());
    let share = share.map_or_else(|| "–".to_owned(), |(_, share)| format!("{share}\u{a0}%"));
    let id = line.id.map(|id| view! { <input type="hidden" name=field("id") value=id.to_string()/> });
    let place = line.id.map(
        |_| view! { <Field name=field("place") label="Place" kind="number" short=true value=line.place/> },
    );
    let remove = (line.id.is_some() && !locked)
        .then(|| view! { <Check name=field("remove") label="Remove this criterion" checked=line.remove/> });
    let cells = view! {
        {id}
        <Field name=field("name") label="Name" value=line.name focused=focused/>
        <Field name=field("weight") label="Weight" value=line.weight readonly=locked/>
        <div class="field"><small class="settings-label">"Share"</small><p class="criteria-share">{share}</p></div>
        <Field name=field("min_value") label="Lowest score" kind="number" value=line.min_value readonly=locked/>
        <Field name=field("max_value") label="Highest score" kind="number" value=line.max_value readonly=locked/>
    };
    let fields = view! {
        <Area name=field("guidance") label="What good looks like" value=line.guidance limit=2000 rows=2 optional=true/>
        <div class="criteria-order">
            {place}
            <Field name=field("key") label="Key" value=line.key hint="Names the column in exports. If empty, it is made from the name." readonly=locked optional=true/>
        </div>
        {remove}
    };
    let summary = if line.id.is_some() { "Guidance, place, key" } else { "Guidance, key" };
    let fold = Fold::of(summary, &[&field("guidance"), &field("key")], fields);
    let open = fold.open || line.remove;
    form_line("criteria-cells", &legend, cells, Some(Fold { open, ..fold }))
}

/// The very form that judges fill in, outside any form, so that nothing can be sent, and inert: the way through the page by keys does not
/// lead into what is only looked at. Where there is no room beside, it is folded unless it was asked for.
fn preview(criteria: Vec<Criterion>, open: bool) -> AnyView {
    let fields = if criteria.is_empty() {
        view! { <EmptyState title="Nothing to score yet" text="Add a criterion, then refresh the preview."/> }
    } else {
        let typed = vec![String::new(); criteria.len()];
        review_fields(ReviewFields {
            criteria,
            typed,
            comment: String::new(),
            stored: "",
            stored_at: None,
            submitted: false,
            assignment: 0,
            person: 0,
            base_version: "none".to_owned(),
            attempt: Attempt::None,
            locked: false,
            onward: None,
            lead_on: None,
        })
    };
    view! {
        <section class="criteria-preview" aria-labelledby="preview-title" tabindex="0">
            <h2 id="preview-title">"What judges see"</h2>
            {disclosure("Show their form").class("disclosure criteria-fold").open(open).of(view! {
                <div id="criteria-preview" class="review" inert=true>{fields}</div>
            })}
        </section>
    }
}
