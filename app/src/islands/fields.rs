//! The fields of the scoring form: one for each criterion, and the comment.

use super::review_form::{Attempt, Typed};
use super::verdict::{Verdict, comment_fault, comment_length, missing, shares, verdict};
use crate::components::{Icon, Sign, typed};
use leptos::either::Either;
use leptos::prelude::*;
use shared::rubric::Criterion;
use shared::text::REVIEW_COMMENT;

/// Ranges up to eleven values are a row of radio buttons; wider ones a number.
const MOST_RADIOS: i64 = 10;

/// One criterion: its name and share, what good looks like, the scores, and what is to be said of it.
pub(super) fn criterion_field(
    rubric: StoredValue<Vec<Criterion>>,
    index: usize,
    now: Typed,
    attempt: Attempt,
) -> Option<impl IntoView> {
    let criterion = rubric.with_value(|all| all.get(index).cloned())?;
    let share = rubric.with_value(|all| shares(all).get(index).map_or(0, |share| share.percent));
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
        Either::Left(radios(&criterion, &name, index, now))
    } else {
        Either::Right(number(&criterion, &name, index, now, wrong))
    };
    let described_by = message_id.clone();
    Some(view! {
        <fieldset class="criterion" aria-describedby=described_by>
            <legend>{criterion.name.clone()}" "<small>{format!("{share} %")}</small></legend>
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
    })
}

/// A native radio group. Its first button carries the id that an error summary leads to.
fn radios(criterion: &Criterion, name: &str, index: usize, now: Typed) -> impl IntoView + use<> {
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

fn number<W: Fn() -> bool + Copy + Send + 'static>(
    criterion: &Criterion,
    name: &str,
    index: usize,
    now: Typed,
    wrong: W,
) -> impl IntoView + use<W> {
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

/// The comment; `locked` shows it to be read and copied.
pub(super) fn comment_field(now: Typed, locked: bool) -> impl IntoView {
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
                readonly=locked
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
