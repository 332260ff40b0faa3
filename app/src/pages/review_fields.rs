//! The scoring form as the server renders it: one field for each criterion, the comment, and the bar at the foot. Attributes
//! that begin with `data-` are for `page_form.rs`.

use crate::prelude::*;
use islands::review_form::{
    AddsText, CommentFault, CommentLengthText, CriterionMark, ReviewHalt, ReviewNotices, SavingText,
    ScoredText, ShareBars, TotalText, begin_form, comment_fault, names_moment, percents, report,
};
use leptos::either::Either;
use shared::text::REVIEW_COMMENT;

/// What the judge last asked for, where it was refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// Nothing was refused.
    #[default]
    None,
    /// Saving a draft.
    Draft,
    /// Submitting: what is missing is then an error.
    Submit,
}

/// The form's content: this judge's own values.
pub(crate) struct ReviewFields {
    /// The rubric, in its order.
    pub(crate) criteria: Vec<Criterion>,
    /// One text for each criterion, as typed; empty for none.
    pub(crate) typed: Vec<String>,
    pub(crate) comment: String,
    /// What the server holds, in words: `Submitted`; empty for nothing.
    pub(crate) stored: &'static str,
    /// When that was saved, if it was, and the page's present; none where nothing can be saved.
    pub(crate) stored_at: Option<(Option<DateTime<Utc>>, DateTime<Utc>)>,
    /// The stored review is submitted.
    pub(crate) submitted: bool,
    /// The assignment, whose copies this browser keeps.
    pub(crate) assignment: i64,
    /// The judge. What one person typed is never shown to another.
    pub(crate) person: i64,
    /// The newest save's tag, which the next one names in `If-Match`; `none` before the first.
    pub(crate) base_version: String,
    /// What was refused just now.
    pub(crate) attempt: Attempt,
    /// Shows the values without a way to change them.
    pub(crate) locked: bool,
    /// Where a judge goes on to once the review is submitted: the address, and the words of the button.
    pub(crate) onward: Option<(String, String)>,
    /// Where a judge is led as soon as a draft is submitted; none stays.
    pub(crate) lead_on: Option<String>,
}

/// The fields of the form and the bar at its foot.
pub(crate) fn review_fields(model: ReviewFields) -> AnyView {
    let submit = model.attempt == Attempt::Submit;
    // The islands take their texts from here.
    begin_form(&model.criteria, &model.typed, &model.comment, submit, model.stored.to_owned());
    let percents = percents(&model.criteria);
    let fields =
        each(model.criteria.iter().zip(&model.typed).zip(&percents), |((criterion, typed), percent)| {
            criterion_field(criterion, typed, *percent, submit)
        });
    // Each a type of its own, which is compiled for itself.
    let notices = view! { <ReviewNotices/> };
    let halt = view! { <ReviewHalt/> };
    let figures = figures(&model);
    let sum = sum(&model, &percents);
    let comment = comment_field(&model.comment, model.locked);
    view! {
        <div
            class="review-scoring"
            id="scoring"
            data-person=model.person.to_string()
            data-assignment=model.assignment.to_string()
            data-base-version=model.base_version.clone()
            data-submit=submit.then_some("")
            data-unsaved=(model.attempt != Attempt::None).then_some("")
            data-submitted=model.submitted.then_some("")
            data-lead-on=model.lead_on.clone()
            data-locked=model.locked.then_some("")
        >
            {notices}
            // Without scripting the form says which save it was filled in over.
            {(!model.locked).then(|| view! { <input type="hidden" name="base_version" value=model.base_version.clone()/> })}
            {(!model.locked && model.criteria.iter().any(has_radios)).then(|| keys_hint(&model.criteria))}
            <fieldset disabled=model.locked>{fields}</fieldset>
            {comment}
            {sum}
            <div class="review-tally">
                // Written by `style/assets/times.js` ten and two minutes before the close.
                <p class="review-closing" role="status" data-warn=""></p>
                {halt}
                {figures}
                {(!model.locked).then(|| actions(model.submitted, model.onward.clone()))}
            </div>
        </div>
    }
}

/// How the total comes about: what each criterion adds.
fn sum(model: &ReviewFields, percents: &[i64]) -> impl IntoView + use<> {
    let rows = each(model.criteria.iter().zip(percents), |(criterion, percent)| {
        view! {
            <tr>
                <th scope="row">{criterion.name.clone()}</th>
                <td class="cell-num">{format!("{} to {}", criterion.min_value, criterion.max_value)}</td>
                <td class="cell-num">{*percent}"\u{a0}%"</td>
                <td class="cell-num"><AddsText/></td>
            </tr>
        }
    });
    disclosure("How the total comes about").class("disclosure review-sum").of(view! {
        <p>
            "Each score counts by how far up its range it lies, times the criterion’s share. Criteria you have not scored are left out of the total."
        </p>
        <table>
            <thead>
                <tr>
                    <th scope="col">"Criterion"</th>
                    <th scope="col" class="cell-num">"Range"</th>
                    <th scope="col" class="cell-num">"Share"</th>
                    <th scope="col" class="cell-num">"Adds"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    })
}

/// Ranges up to eleven values are a row of radio buttons; wider ones a number.
const MOST_RADIOS: i64 = 10;

/// One criterion: its name and share, what good looks like, the scores, and what is said of it.
fn criterion_field(criterion: &Criterion, typed: &str, percent: i64, submit: bool) -> AnyView {
    let name = format!("score_{}", criterion.key);
    let wrong = !report(criterion, typed, submit).wrong.is_empty();
    let (sentence, rest) = criterion.guide();
    let guide = (!sentence.is_empty()).then(|| {
        let rest = (!rest.is_empty()).then(|| view! { <p>{rest.to_owned()}</p> });
        view! {
            <details class="review-guidance">
                <summary>{sentence.to_owned()}</summary>
                {rest}
            </details>
        }
    });
    let control = if has_radios(criterion) {
        Either::Left(radios(criterion, &name, typed))
    } else {
        Either::Right(number(criterion, &name, typed, wrong))
    };
    view! {
        // Not a fieldset: engines lay a legend out in their own ways, and in some it takes a line more for each criterion.
        <div
            role="group"
            aria-labelledby=format!("{name}-name")
            class="review-criterion"
            data-key=criterion.key.clone()
            data-name=criterion.name.clone()
            data-weight=criterion.weight.to_string()
            data-min=criterion.min_value.to_string()
            data-max=criterion.max_value.to_string()
            aria-describedby=format!("{name}-error")
        >
            <span class="review-name" id=format!("{name}-name")>{criterion.name.clone()}" "<small>{percent}"\u{a0}%"</small></span>
            {guide}
            {control}
            <CriterionMark/>
        </div>
    }
}

fn has_radios(criterion: &Criterion) -> bool {
    criterion.max_value - criterion.min_value <= MOST_RADIOS
}

/// The words at the ends of a scale whose guide names none.
const ENDS: [&str; 2] = ["weak", "strong"];

/// A native radio group. Its first button carries the id that an error summary leads to. The words at its ends are for the eye:
/// a screen reader names a score by its number, and reads the guide.
fn radios(criterion: &Criterion, name: &str, typed: &str) -> impl IntoView + use<> {
    let [low, high] = criterion.ends().unwrap_or(ENDS);
    let buttons = each(criterion.min_value..=criterion.max_value, |score| {
        let id = (score == criterion.min_value).then(|| name.to_owned());
        let checked = typed.trim() == score.to_string();
        let end = if score == criterion.min_value {
            Some(low)
        } else {
            (score == criterion.max_value).then_some(high)
        };
        let end = end.map(|word| view! { <small aria-hidden="true">{word.to_owned()}</small> });
        view! {
            <label>
                <input type="radio" id=id name=name.to_owned() value=score.to_string() checked=checked/>
                <span>{score}{end}</span>
            </label>
        }
    });
    let columns = if buttons.len() > 6 { "scale scale-many" } else { "scale" };
    view! { <div class=columns>{buttons}</div> }
}

/// What `style/assets/scales.js` does. The sheet shows it where there is a keyboard and the script runs.
fn keys_hint(criteria: &[Criterion]) -> impl IntoView + use<> {
    needs_script("scales.js");
    let two_digits = criteria.iter().any(|c| has_radios(c) && c.max_value > 9);
    view! {
        <p class="review-keys">
            "In a scale: a digit chooses the score, "{two_digits.then_some("two within a second one above 9, ")}<kbd>"Tab"</kbd>" goes on, "<kbd>"Backspace"</kbd>" takes it back, "<kbd>"Enter"</kbd>" submits the review."
        </p>
    }
}

fn number(criterion: &Criterion, name: &str, typed: &str, wrong: bool) -> impl IntoView + use<> {
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
                value=typed.to_owned()
                aria-label=format!("{}, {range}", criterion.name)
                aria-invalid=wrong.then_some("true")
            />
            <span class="field-hint">{range}</span>
        </div>
    }
}

/// The comment; `locked` shows it to be read and copied.
fn comment_field(comment: &str, locked: bool) -> impl IntoView + use<> {
    let fault = comment_fault(comment);
    let invalid = (!fault.is_empty()).then_some("true");
    view! {
        <div class="field review-comment">
            <label for="comment">"Comment "<small>"(organizers read it and may show it to the team, without your name)"</small></label>
            <p class="field-hint" id="comment-hint"><span id="comment-length"><CommentLengthText/></span>{format!("/{REVIEW_COMMENT}")}</p>
            <textarea
                dir="auto"
                id="comment"
                name="comment"
                rows="2"
                readonly=locked
                aria-describedby="comment-hint comment-error"
                aria-invalid=invalid
            >
                {typed(comment)}
            </textarea>
            <CommentFault/>
        </div>
    }
}

/// The total with its bars, and how far along the review is.
fn figures(model: &ReviewFields) -> impl IntoView + use<> {
    view! {
        <div class="review-figures">
            <output aria-label="Weighted total"><TotalText/></output>
            <ShareBars/>
            <p>
                <span class="review-count">
                    <span class="scored"><ScoredText/></span>
                    {format!(" of {} scored", model.criteria.len())}
                </span>
                <span class="review-saved">
                    <span role="status" id="review-status" data-stored=model.stored><SavingText/></span>
                    {model.stored_at.map(|at| saved_at(model.stored, at))}
                </span>
            </p>
        </div>
    }
}

/// The moment behind the words that name it. `page_form` writes it anew at each save, on the same clocks.
fn saved_at(words: &str, (at, now): (Option<DateTime<Utc>>, DateTime<Utc>)) -> AnyView {
    let (here, zone) = on_the_clock(now);
    let today = |at| on_the_clock(at).0.date_naive() == here.date_naive();
    let form = |at| if today(at) { TimeForm::Minute } else { TimeForm::Short(now) };
    let time = match at {
        Some(at) => view! { <Time at form=form(at)/> },
        None => view! { <time></time> },
    };
    view! {
        <span id="saved-at" data-zone=zone data-offset=here.format("%:z").to_string() hidden=!names_moment(words)>" "{time}</span>
    }
}

/// The one main action, and the quiet one. Their names and values are the form's `submit`. Once the review is submitted, the
/// way on is the main one; `page_form` swaps them when something was changed since. A submitted review is withdrawn
/// elsewhere: under the thumb, one tap would do it unnoticed.
fn actions(submitted: bool, onward: Option<(String, String)>) -> AnyView {
    let update = if onward.is_some() { "button review-update" } else { "button main review-update" };
    let onward = onward.map(|(href, words)| {
        view! { <a class="button main review-onward" href=href><span>{words}</span></a> }
    });
    let buttons = if submitted {
        view! { {onward}<button class=update name="submit" value="true">"Update review"</button> }
    } else {
        view! {
            <button class="button main" name="submit" value="true">"Submit review"</button>
            <button class="button" name="submit" value="false">"Save draft"</button>
        }
    };
    view! { <div class="review-actions">{buttons}</div> }
}
