//! Two judges before and after the correction, as one drawing. Its numbers are made up.

use crate::prelude::*;

/// Projects that both judges saw: a name, the generous judge's total, the strict one's.
const SHARED: [(&str, f64, f64); 3] = [("A", 0.66, 0.38), ("B", 0.76, 0.48), ("C", 0.88, 0.60)];
/// Seen by the generous judge alone, and by the strict one alone.
const ALONE: [(&str, f64); 2] = [("Lamp", 0.71), ("Kite", 0.54)];
/// How far the two lie from the average judge.
const OFFSET: f64 = 0.14;

pub(super) fn drawing() -> AnyView {
    view! {
        <figure class="how-drawing">
            <div>
                {panel("As the judges scored", 0.0)}
                {panel("After the correction", OFFSET)}
            </div>
            <figcaption>
                "Two judges of a made-up event. Both saw A, B and C, and one gave 0.28 more to each of them: that judge is generous. Lamp was seen by the generous judge alone, Kite by the strict one alone. By plain mean Lamp (0.71) is ahead of Kite (0.54). With both judges moved to the middle, Kite (0.68) is ahead of Lamp (0.57)."
            </figcaption>
        </figure>
    }
}

/// Where a total lies, in units of the drawing.
fn at(total: f64) -> f64 {
    16.0 + total.clamp(0.3, 0.95) * 400.0 - 120.0
}

/// Both judges' totals on one axis, the generous judge's moved down and the strict one's up by `moved`.
fn panel(title: &'static str, moved: f64) -> impl IntoView {
    let (upper, lower) = (|total: f64| at(total - moved), |total: f64| at(total + moved));
    let shared = SHARED.map(|(name, generous, strict)| {
        let (from, to) = (upper(generous), lower(strict));
        view! {
            <line x1=from y1="62" x2=to y2="112"/>
            <circle cx=from cy="62" r="5"/>
            <circle cx=to cy="112" r="5"/>
            <text x=from y="50">{name}</text>
            <text x=to y="132">{name}</text>
        }
    });
    let [(lamp, generous), (kite, strict)] = ALONE;
    let (lamp_at, kite_at) = (upper(generous), lower(strict));
    view! {
        <svg viewBox="0 0 300 160" aria-hidden="true">
            <text class="how-drawing-title" x="0" y="14">{title}</text>
            <text class="how-drawing-judge" x="0" y="36">"generous judge"</text>
            <text class="how-drawing-judge" x="0" y="152">"strict judge"</text>
            {shared}
            <g class="how-drawing-alone">
                <circle cx=lamp_at cy="62" r="5"/>
                <text x=lamp_at y="80">{lamp}</text>
                <circle cx=kite_at cy="112" r="5"/>
                <text x=kite_at y="102">{kite}</text>
            </g>
        </svg>
    }
}
