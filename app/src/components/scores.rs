//! One criterion's score.

use super::fields::wrong;
use super::filled;
use leptos::prelude::*;

/// What describes a score's group.
fn described_by(id: &str, hint: &str, error: &str) -> Option<String> {
    let hint = if hint.is_empty() { String::new() } else { format!("{id}-hint") };
    let error = if error.is_empty() { String::new() } else { format!("{id}-error") };
    filled(format!("{hint} {error}").trim().to_owned())
}

/// One criterion's score as a native radio group, one tap a value. For ranges up to about ten values.
#[component]
pub fn ScoreScale(
    /// The name it is sent under, and the group's id.
    #[prop(into)]
    name: String,
    /// The criterion.
    #[prop(into)]
    legend: String,
    /// What good looks like.
    #[prop(optional, into)]
    hint: String,
    /// Why it was refused.
    #[prop(optional, into)]
    error: String,
    /// The lowest score.
    min: i64,
    /// The highest score.
    max: i64,
    /// The score, where there is one.
    value: Option<i64>,
    /// Shown, not to be changed.
    #[prop(optional)]
    disabled: bool,
) -> impl IntoView {
    let describes = described_by(&name, &hint, &error);
    let error = wrong(&name, error);
    let hint_id = format!("{name}-hint");
    let hint = (!hint.is_empty()).then(|| view! { <p class="field-hint" id=hint_id>{hint}</p> });
    let radios: Vec<_> = (min..=max)
        .map(|score| {
            view! {
                <label>
                    <input type="radio" name=name.clone() value=score.to_string() checked=value == Some(score)/>
                    <span>{score}</span>
                </label>
            }
        })
        .collect();
    view! {
        <fieldset id=name aria-describedby=describes disabled=disabled>
            <legend>{legend}</legend>
            {hint}
            {error}
            <div class="scale">{radios}</div>
        </fieldset>
    }
}

/// One criterion's score as a number, for ranges too wide for a scale.
#[component]
pub fn Stepper(
    /// The name it is sent under, and its id.
    #[prop(into)]
    name: String,
    /// The criterion.
    #[prop(into)]
    label: String,
    /// What good looks like.
    #[prop(optional, into)]
    hint: String,
    /// Why it was refused.
    #[prop(optional, into)]
    error: String,
    /// The lowest score.
    min: i64,
    /// The highest score.
    max: i64,
    /// The score, where there is one.
    value: Option<i64>,
    /// Shown, not to be changed.
    #[prop(optional)]
    disabled: bool,
) -> impl IntoView {
    let hint = if hint.is_empty() { format!("{min} to {max}") } else { format!("{hint} {min} to {max}.") };
    let describes = described_by(&name, &hint, &error);
    let invalid = (!error.is_empty()).then_some("true");
    let error = wrong(&name, error);
    view! {
        <div class="field">
            <label for=name.clone()>{label}</label>
            <p class="field-hint" id=format!("{name}-hint")>{hint}</p>
            {error}
            <div class="stepper">
                <input
                    type="number"
                    inputmode="numeric"
                    id=name.clone()
                    name=name
                    min=min.to_string()
                    max=max.to_string()
                    step="1"
                    value=value.map(|v| v.to_string())
                    aria-describedby=describes
                    aria-invalid=invalid
                    disabled=disabled
                />
            </div>
        </div>
    }
}
