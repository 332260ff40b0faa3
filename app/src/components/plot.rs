//! Drawings: the estimate with its interval, and how scores fell.

use leptos::prelude::*;

/// A place on the axis of 0 to 1, as a percentage with two decimals.
fn place(value: f64) -> String {
    let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
    format!("{:.2}%", value * 100.0)
}

/// One row of an interval plot: the mark on an axis of 0 to 1. Rows above one another share the axis.
/// Without an interval (`low` = `high`) it is a score mark. The numbers stand in the table beside it.
#[component]
pub fn IntervalPlot(
    /// The estimate.
    value: f64,
    /// Lower end of the interval.
    low: f64,
    /// Upper end of the interval.
    high: f64,
    /// A second value to compare with, drawn as a ring.
    #[prop(optional)]
    raw: Option<f64>,
    /// What it shows, in words with numbers.
    #[prop(into)]
    title: String,
) -> impl IntoView {
    let whisker = (high > low).then(|| {
        let tick = |x: f64| view! { <line class="whisker" x1=place(x) x2=place(x) y1="5" y2="15"/> };
        view! {
            <line class="whisker" x1=place(low) x2=place(high) y1="10" y2="10"/>
            {tick(low)}
            {tick(high)}
        }
    });
    let raw = raw.map(|raw| view! { <circle class="raw" cx=place(raw) cy="10" r="3.5"/> });
    let label = title.clone();
    view! {
        <svg class="plot" role="img" aria-label=label>
            <title>{title}</title>
            <line class="axis" x1="0%" x2="100%" y1="10" y2="10"/>
            {whisker}
            {raw}
            <circle cx=place(value) cy="10" r="5"/>
        </svg>
    }
}

/// The axis over or under the rows of an interval plot: 0 to 1 in quarters.
#[component]
pub fn PlotScale() -> impl IntoView {
    let ticks: Vec<_> = [
        (0.0, "0", "start"),
        (0.25, ".25", "middle"),
        (0.5, ".5", "middle"),
        (0.75, ".75", "middle"),
        (1.0, "1", "end"),
    ]
    .into_iter()
    .map(|(at, label, anchor)| view! { <text x=place(at) y="14" text-anchor=anchor>{label}</text> })
    .collect();
    view! { <svg class="plot-scale" aria-hidden="true">{ticks}</svg> }
}

/// A distribution strip: how many fell on each value, as bars of one width.
#[component]
pub fn Strip(
    /// How many, from the lowest value to the highest.
    counts: Vec<u32>,
    /// What it shows, in words with numbers.
    #[prop(into)]
    title: String,
) -> impl IntoView {
    let most = f64::from(counts.iter().copied().max().unwrap_or(0).max(1));
    let width = counts.len() * 10;
    let bars: Vec<_> = counts
        .iter()
        .enumerate()
        .map(|(i, &count)| {
            // An empty bar keeps a hairline, so that its place is seen.
            let height = (f64::from(count) / most * 23.0).max(1.0);
            view! {
                <rect x=(i * 10).to_string() y=format!("{:.1}", 24.0 - height) width="8" height=format!("{height:.1}")/>
            }
        })
        .collect();
    let label = title.clone();
    view! {
        <svg class="strip" role="img" viewBox=format!("0 0 {width} 24") aria-label=label>
            <title>{title}</title>
            {bars}
        </svg>
    }
}
