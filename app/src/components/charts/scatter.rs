//! One number against another.

use super::Axis;
use leptos::prelude::*;

/// One point of a [`Scatter`].
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// Its name, drawn beside it; empty for a point of the crowd.
    pub name: String,
}

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 36.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 40.0;

/// One number against another; points to look at carry their names. The numbers of all stand in a table.
#[component]
pub fn Scatter(
    /// The points.
    dots: Vec<Dot>,
    /// What it shows, in a sentence.
    #[prop(into)]
    title: String,
    /// What goes to the right.
    #[prop(into)]
    x_label: String,
    /// What goes up.
    #[prop(into)]
    y_label: String,
    /// The height that stands for the ordinary, as a line.
    y_from: f64,
) -> impl IntoView {
    let xs = Axis::over(dots.iter().map(|dot| dot.x).chain([0.0]), 5.0);
    let ys = Axis::over(dots.iter().map(|dot| dot.y).chain([0.0, y_from]), 4.0);
    let across = move |value: f64| LEFT + xs.share(value) * (WIDTH - LEFT - RIGHT);
    let up = move |value: f64| HEIGHT - BOTTOM - ys.share(value) * (HEIGHT - TOP - BOTTOM);
    let x_ticks: Vec<_> = xs
        .ticks()
        .into_iter()
        .map(|(value, label)| {
            let x = number(across(value));
            view! { <text x=x y=number(HEIGHT - BOTTOM + 16.0) text-anchor="middle">{label}</text> }
        })
        .collect();
    let y_ticks: Vec<_> = ys
        .ticks()
        .into_iter()
        .map(|(value, label)| {
            let y = up(value);
            view! {
                <line class="grid" x1=number(LEFT) x2=number(WIDTH - RIGHT) y1=number(y) y2=number(y)/>
                <text x=number(LEFT - 6.0) y=number(y + 4.0) text-anchor="end">{label}</text>
            }
        })
        .collect();
    let places: Vec<(f64, f64, String)> =
        dots.into_iter().map(|dot| (across(dot.x), up(dot.y), dot.name)).collect();
    let names = names(&places);
    let points: Vec<_> = places
        .into_iter()
        .map(|(x, y, name)| {
            let class = if name.is_empty() { "dot" } else { "dot named" };
            view! { <circle class=class cx=number(x) cy=number(y) r="4.5"/> }
        })
        .collect();
    let from = number(up(y_from));
    let label = title.clone();
    view! {
        <svg class="scatter" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label>
            <title>{title}</title>
            {y_ticks}
            {x_ticks}
            <line class="from" x1=number(LEFT) x2=number(WIDTH - RIGHT) y1=from.clone() y2=from/>
            <text class="label" x=number(WIDTH - RIGHT) y=number(HEIGHT - 6.0) text-anchor="end">{x_label}</text>
            <text class="label" x="0" y="9">{y_label}</text>
            {points}
            {names}
        </svg>
    }
    .into_any()
}

/// Names beside their points: to the left in the right half, and moved down where they would cover one
/// another.
fn names(places: &[(f64, f64, String)]) -> Vec<AnyView> {
    let mut named: Vec<&(f64, f64, String)> = places.iter().filter(|(.., name)| !name.is_empty()).collect();
    named.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut lowest = [f64::NEG_INFINITY; 2];
    named
        .into_iter()
        .map(|(x, y, name)| {
            let right = *x > WIDTH * 0.6;
            let (x, anchor) = if right { (x - 8.0, "end") } else { (x + 8.0, "start") };
            let floor = &mut lowest[usize::from(right)];
            let y = (y + 4.0).max(*floor + 13.0);
            *floor = y;
            view! { <text class="name" x=number(x) y=number(y) text-anchor=anchor>{name.clone()}</text> }
                .into_any()
        })
        .collect()
}

fn number(value: f64) -> String {
    format!("{value:.1}")
}
