//! The bar at the foot of the scoring form.

use super::review_form::Typed;
use super::verdict::{Verdict, height, shares, tally, verdict};
use super::wake::Keeping;
use leptos::prelude::*;
use shared::rubric::Criterion;

/// The total, a bar for each criterion (as wide as its weight, as high as its score: the filled share
/// of the drawing is the total), and how far along the review is.
pub(super) fn figures(
    rubric: StoredValue<Vec<Criterion>>,
    now: Typed,
    stored: String,
    keeping: RwSignal<Keeping>,
) -> impl IntoView {
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
                {move || format!("{} of {all} scored", sum.get().1)}
                <span role="status">
                    {move || match keeping.get() {
                        Keeping::Nothing => stored.clone(),
                        other => other.words().to_owned(),
                    }}
                </span>
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

/// The one main action, and the quiet one. Their names and values are the form's `submit`.
pub(super) fn actions(submitted: bool) -> impl IntoView {
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
