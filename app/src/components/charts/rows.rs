//! The mark in the rows of a table.

use super::Axis;
use crate::prelude::*;

/// The mark in one row of a table: an estimate with its interval, on the axis that all rows share. Screen readers skip it,
/// since the row has the same numbers.
#[component]
pub fn RowMark(
    /// The axis of all rows.
    axis: Axis,
    /// The estimate.
    value: f64,
    /// Lower end of the interval.
    low: f64,
    /// Upper end.
    high: f64,
    /// A value to compare with, as a ring.
    #[prop(optional)]
    ring: Option<f64>,
    /// A value to measure from, as a line through all rows.
    #[prop(optional)]
    from: Option<f64>,
) -> impl IntoView {
    // An interval that goes beyond the axis has no end to mark there.
    let end =
        |x: f64| axis.holds(x).then(|| view! { <line x1=axis.place(x) x2=axis.place(x) y1="5" y2="15"/> });
    let ring = ring.map(|ring| view! { <circle class="row-mark-ring" cx=axis.place(ring) cy="10" r="3.5"/> });
    let from = from
        .map(|x| view! { <line class="row-mark-from" x1=axis.place(x) x2=axis.place(x) y1="-12" y2="32"/> });
    view! {
        <svg class="row-mark" aria-hidden="true">
            {from}
            <line x1=axis.place(low) x2=axis.place(high) y1="10" y2="10"/>
            {end(low)}
            {end(high)}
            {ring}
            <circle cx=axis.place(value) cy="10" r="4.5"/>
        </svg>
    }
}

/// The axis above the rows, with its ticks.
#[component]
pub fn RowScale(
    /// The axis of all rows.
    axis: Axis,
) -> impl IntoView {
    let all = axis.ticks();
    let last = all.len().saturating_sub(1);
    let ticks = each(all.into_iter().enumerate(), |(index, (value, label))| {
        let anchor = match index {
            0 => "start",
            _ if index == last => "end",
            _ => "middle",
        };
        let x = axis.place(value);
        view! {
            <text x=x.clone() y="9" text-anchor=anchor>{label}</text>
            <line x1=x.clone() x2=x y1="13" y2="18"/>
        }
    });
    view! { <svg class="row-scale" aria-hidden="true"><line x1="0" x2="100%" y1="18" y2="18"/>{ticks}</svg> }
}
