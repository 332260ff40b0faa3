//! The scoring island: a rubric to fill in, with its total. Rendered on the server it is a whole form;
//! awake in the browser it says at each tap what the server would say, and moves the total.
//!
//! It is given the judge's own values and nothing else, and asks the network for nothing.

use super::verdict::{Verdict, comment_fault, comment_length, height, missing, shares, tally, verdict};
use crate::components::{Icon, Sign, typed};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::rubric::Criterion;
use shared::text::REVIEW_COMMENT;

/// What the judge last asked for, where it was refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Attempt {
    /// Nothing was refused.
    #[default]
    None,
    /// Saving a draft.
    Draft,
    /// Submitting: what is missing is then an error.
    Submit,
}

/// The form's content: this judge's own values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDraft {
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// One text for each criterion, as typed; empty for none.
    pub typed: Vec<String>,
    /// The comment as typed.
    pub comment: String,
    /// `18:03 UTC`, when the stored review was submitted; empty while it is a draft.
    pub submitted: String,
    /// What was refused just now.
    pub attempt: Attempt,
}

/// The form's fields and its foot bar, awake in the browser.
#[island]
pub fn ReviewForm(
    /// What it holds.
    draft: ReviewDraft,
) -> impl IntoView {
    scoring(draft, false)
}

/// The fields of the form and the bar at its foot; `locked` shows the values without a way to change
/// them.
pub(crate) fn scoring(draft: ReviewDraft, locked: bool) -> impl IntoView {
    let ReviewDraft { criteria, typed, comment, submitted, attempt } = draft;
    let now = Typed { scores: RwSignal::new(typed), comment: RwSignal::new(comment) };
    let rubric = StoredValue::new(criteria);
    let fields: Vec<_> =
        (0..rubric.with_value(Vec::len)).map(|index| criterion_field(rubric, index, now, attempt)).collect();
    view! {
        <div class="scoring">
            <fieldset disabled=locked>
                {fields}
                {comment_field(now)}
            </fieldset>
            <div class="tally">
                {figures(rubric, now, submitted.clone())}
                {(!locked).then(|| actions(!submitted.is_empty()))}
            </div>
        </div>
    }
}

/// What stands in the form at this moment.
#[derive(Clone, Copy)]
struct Typed {
    scores: RwSignal<Vec<String>>,
    comment: RwSignal<String>,
}

impl Typed {
    fn score(self, index: usize) -> String {
        self.scores.with(|scores| scores.get(index).cloned().unwrap_or_default())
    }

    fn set_score(self, index: usize, text: String) {
        self.scores.update(|scores| {
            if let Some(score) = scores.get_mut(index) {
                *score = text;
            }
        });
    }
}

/// Ranges up to eleven values are a row of radio buttons; wider ones a number.
const MOST_RADIOS: i64 = 10;

fn criterion_field(
    rubric: StoredValue<Vec<Criterion>>,
    index: usize,
    now: Typed,
    attempt: Attempt,
) -> Option<AnyView> {
    let criterion = rubric.with_value(|all| all.get(index).cloned())?;
    let share = rubric.with_value(|all| shares(all).get(index).map_or(0.0, |(_, width)| *width));
    let name = format!("score_{}", criterion.key);
    let message_id = format!("{name}-error");
    let verdict = Memo::new(move |_| {
        let text = now.score(index);
        rubric.with_value(|all| match all.get(index) {
            Some(criterion) => match verdict(criterion, &text) {
                Verdict::Empty if attempt == Attempt::Submit => Verdict::Wrong(missing(criterion)),
                other => other,
            },
            None => Verdict::Empty,
        })
    });
    let wrong = move || matches!(verdict.get(), Verdict::Wrong(_));
    let guide = (!criterion.guidance.is_empty()).then(|| {
        view! {
            <details class="guidance">
                <summary>"Guide"</summary>
                <p>{criterion.guidance.clone()}</p>
            </details>
        }
    });
    let control = if criterion.max_value - criterion.min_value <= MOST_RADIOS {
        radios(&criterion, &name, index, now).into_any()
    } else {
        number(&criterion, &name, index, now, wrong).into_any()
    };
    let described_by = message_id.clone();
    let field = view! {
        <fieldset class="criterion" aria-describedby=described_by>
            <legend>{criterion.name.clone()}" "<small>{format!("{share:.0} %")}</small></legend>
            {guide}
            <span class="verdict" hidden=move || !matches!(verdict.get(), Verdict::Good(_))>
                <Icon sign=Sign::Check/>
                <span class="sr">"scored"</span>
            </span>
            {control}
            <p class="wrong" id=message_id hidden=move || !wrong()>
                <Icon sign=Sign::Alert/>
                <span>
                    {move || match verdict.get() {
                        Verdict::Wrong(message) => message,
                        _ => String::new(),
                    }}
                </span>
            </p>
        </fieldset>
    };
    Some(field.into_any())
}

/// A native radio group. Its first button carries the id that an error summary leads to.
fn radios(criterion: &Criterion, name: &str, index: usize, now: Typed) -> impl IntoView {
    let chosen = now.scores.with_untracked(|scores| scores.get(index).cloned().unwrap_or_default());
    let buttons: Vec<_> = (criterion.min_value..=criterion.max_value)
        .map(|score| {
            let id = (score == criterion.min_value).then(|| name.to_owned());
            let checked = chosen.trim() == score.to_string();
            view! {
                <label>
                    <input
                        type="radio"
                        id=id
                        name=name.to_owned()
                        value=score.to_string()
                        checked=checked
                        on:change=move |_| now.set_score(index, score.to_string())
                    />
                    <span>{score}</span>
                </label>
            }
        })
        .collect();
    let columns = if buttons.len() > 6 { "scale many" } else { "scale" };
    view! { <div class=columns>{buttons}</div> }
}

fn number(
    criterion: &Criterion,
    name: &str,
    index: usize,
    now: Typed,
    wrong: impl Fn() -> bool + Copy + Send + 'static,
) -> impl IntoView {
    let typed = now.scores.with_untracked(|scores| scores.get(index).cloned().unwrap_or_default());
    let range = format!("{} to {}", criterion.min_value, criterion.max_value);
    view! {
        <div class="stepper">
            <input
                type="number"
                inputmode="numeric"
                id=name.to_owned()
                name=name.to_owned()
                min=criterion.min_value.to_string()
                max=criterion.max_value.to_string()
                step="1"
                value=typed
                aria-label=format!("{}, {range}", criterion.name)
                aria-invalid=move || wrong().then_some("true")
                on:input=move |event| now.set_score(index, event_target_value(&event))
            />
            <span class="hint">{range}</span>
        </div>
    }
}

fn comment_field(now: Typed) -> impl IntoView {
    // As inner HTML and not as a child: the browser keeps no text node of an empty textarea, and waking
    // the island would look for one.
    let text = now.comment.with_untracked(|comment| typed(comment));
    let fault = Memo::new(move |_| now.comment.with(|comment| comment_fault(comment)));
    view! {
        <div class="field comment">
            <label for="comment">"Comment for the organizers"</label>
            <span class="hint" id="comment-hint">
                {move || now.comment.with(|comment| comment_length(comment))}
                {format!("/{REVIEW_COMMENT}")}
            </span>
            <textarea
                id="comment"
                name="comment"
                rows="2"
                aria-describedby="comment-hint comment-error"
                aria-invalid=move || (!fault.get().is_empty()).then_some("true")
                on:input=move |event| now.comment.set(event_target_value(&event))
                inner_html=text
            ></textarea>
            <p class="wrong" id="comment-error" hidden=move || fault.get().is_empty()>
                <Icon sign=Sign::Alert/>
                <span>{move || fault.get()}</span>
            </p>
        </div>
    }
}

/// The total, a bar for each criterion (as wide as its weight, as high as its score: the filled share
/// of the drawing is the total), and how far along the review is.
fn figures(rubric: StoredValue<Vec<Criterion>>, now: Typed, submitted: String) -> impl IntoView {
    let sum = Memo::new(move |_| now.scores.with(|typed| rubric.with_value(|all| tally(all, typed))));
    let all = rubric.with_value(Vec::len);
    let bars: Vec<_> = rubric
        .with_value(|criteria| shares(criteria))
        .into_iter()
        .enumerate()
        .map(|(index, share)| bar(rubric, index, share, now))
        .collect();
    view! {
        <div class="figures">
            <output aria-label="Weighted total">
                {move || match sum.get() {
                    (_, 0) => "–".to_owned(),
                    (total, _) => format!("{:.2}", total.as_f64()),
                }}
            </output>
            <svg class="share" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">{bars}</svg>
            <p>
                {(!submitted.is_empty()).then(|| format!("Submitted {submitted} · "))}
                {move || format!("{} of {all} scored", sum.get().1)}
            </p>
        </div>
    }
}

fn bar(
    rubric: StoredValue<Vec<Criterion>>,
    index: usize,
    (start, width): (f64, f64),
    now: Typed,
) -> impl IntoView {
    let filled = Memo::new(move |_| {
        let text = now.score(index);
        rubric.with_value(|all| match all.get(index).map(|c| (c, verdict(c, &text))) {
            Some((criterion, Verdict::Good(score))) => height(criterion, score) * 22.0 + 2.0,
            _ => 0.0,
        })
    });
    let (x, width) = (format!("{:.1}", start + 1.0), format!("{:.1}", width - 2.0));
    view! {
        <rect class="room" x=x.clone() y="0" width=width.clone() height="24"/>
        <rect
            x=x
            width=width
            y=move || format!("{:.1}", 24.0 - filled.get())
            height=move || format!("{:.1}", filled.get())
        />
    }
}

fn actions(submitted: bool) -> impl IntoView {
    let (main, quiet) = if submitted {
        ("Update review", view! { "Save as draft"<small>"withdraws the review"</small> }.into_any())
    } else {
        ("Submit review", view! { "Save draft" }.into_any())
    };
    view! {
        <div class="actions">
            <button class="button main" name="submit" value="true">{main}</button>
            <button class="button" name="submit" value="false">{quiet}</button>
        </div>
    }
}
