//! The bar at the foot of the scoring form.

use super::review_form::Typed;
use super::verdict::{Share, Verdict, height, shares, tally, two_places, verdict};
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
                    (total, _) => two_places(total),
                }}
            </output>
            <svg class="share" viewBox="0 0 1000 240" preserveAspectRatio="none" aria-hidden="true">{bars}</svg>
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

/// The height of the drawing, in its own units.
const HIGH: i64 = 240;

fn bar(rubric: StoredValue<Vec<Criterion>>, index: usize, share: Share, now: Typed) -> impl IntoView {
    let filled = Memo::new(move |_| {
        let text = now.score(index);
        rubric.with_value(|all| match all.get(index).map(|c| (c, verdict(c, &text))) {
            // The lowest score keeps a hairline, so that it is told from none.
            Some((criterion, Verdict::Good(score))) => 20 + height(criterion, score, HIGH - 20),
            _ => 0,
        })
    });
    let (x, width) = ((share.start + 10).to_string(), (share.width - 20).max(10).to_string());
    view! {
        <rect class="room" x=x.clone() y="0" width=width.clone() height=HIGH.to_string()/>
        <rect
            x=x
            width=width
            y=move || (HIGH - filled.get()).to_string()
            height=move || filled.get().to_string()
        />
    }
}

/// The one main action, and the quiet one. Their names and values are the form's `submit`.
pub(super) fn actions(submitted: bool) -> impl IntoView {
    let (main, quiet) =
        if submitted { ("Update review", "Save as draft") } else { ("Submit review", "Save draft") };
    view! {
        <div class="actions">
            <button class="button main" name="submit" value="true">{main}</button>
            <button class="button" name="submit" value="false">
                {quiet}
                {submitted.then(|| view! { <small>"withdraws the review"</small> })}
            </button>
        </div>
    }
}
