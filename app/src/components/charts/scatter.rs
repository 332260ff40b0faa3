//! One number against another.

use super::{Axis, number};
use crate::prelude::*;

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

/// One number against another. Points to look at have their names; a table beside it has the numbers of all.
#[component]
pub fn Scatter(
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
    /// The ordinary value, as a line across.
    y_from: f64,
    /// A line from one point to another.
    #[prop(optional)]
    line: Option<[(f64, f64); 2]>,
) -> impl IntoView {
    let ends = || line.into_iter().flatten();
    let xs = Axis::over(dots.iter().map(|dot| dot.x).chain([0.0]).chain(ends().map(|end| end.0)), 5.0);
    let ys =
        Axis::over(dots.iter().map(|dot| dot.y).chain([0.0, y_from]).chain(ends().map(|end| end.1)), 4.0);
    let across = move |value: f64| LEFT + xs.share(value) * (WIDTH - LEFT - RIGHT);
    let up = move |value: f64| HEIGHT - BOTTOM - ys.share(value) * (HEIGHT - TOP - BOTTOM);
    let x_ticks = each(xs.ticks(), |(value, label)| {
        let x = number(across(value));
        view! { <text x=x y=number(HEIGHT - BOTTOM + 16.0) text-anchor="middle">{label}</text> }
    });
    let y_ticks = each(ys.ticks(), |(value, label)| {
        let y = up(value);
        view! {
            <line class="scatter-grid" x1=number(LEFT) x2=number(WIDTH - RIGHT) y1=number(y) y2=number(y)/>
            <text x=number(LEFT - 6.0) y=number(y + 4.0) text-anchor="end">{label}</text>
        }
    });
    let places: Vec<(f64, f64, String)> =
        dots.into_iter().map(|dot| (across(dot.x), up(dot.y), dot.name)).collect();
    let names = names(&places);
    let points = each(places, |(x, y, name)| {
        let class = if name.is_empty() { "scatter-dot" } else { "scatter-dot scatter-named" };
        view! { <circle class=class cx=number(x) cy=number(y) r="4.5"/> }
    });
    let line = line.map(|[(x1, y1), (x2, y2)]| {
        view! { <line class="scatter-line" x1=number(across(x1)) x2=number(across(x2)) y1=number(up(y1)) y2=number(up(y2))/> }
    });
    let from = number(up(y_from));
    let label = title.clone();
    view! {
        <svg class="scatter" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label>
            <title>{title}</title>
            {y_ticks}
            {x_ticks}
            <line class="scatter-from" x1=number(LEFT) x2=number(WIDTH - RIGHT) y1=from.clone() y2=from/>
            <text class="scatter-label" x=number(WIDTH - RIGHT) y=number(HEIGHT - 6.0) text-anchor="end">{x_label}</text>
            <text class="scatter-label" x="0" y="9">{y_label}</text>
            {line}
            {points}
            {names}
        </svg>
    }
}

/// Height of a name's line, and width of a letter, in the drawing's units; a little more than either is.
const LINE: f64 = 13.0;
const LETTER: f64 = 6.6;

/// A rectangle: left, top, right, bottom.
type Area = [f64; 4];

fn overlap(a: &Area, b: &Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Where a name goes, and how it is anchored there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Label {
    x: f64,
    y: f64,
    anchor: &'static str,
    area: Area,
}

/// The place of each name: beside, above or below its point, inside the drawing, and where it covers no other name and no
/// point. None for a name without such a place: the table has them all.
fn labels(places: &[(f64, f64, String)]) -> Vec<Option<Label>> {
    let dots: Vec<Area> = places.iter().map(|(x, y, _)| [x - 4.5, y - 4.5, x + 4.5, y + 4.5]).collect();
    let mut taken: Vec<Area> = Vec::new();
    let mut place = |at: usize, (x, y, name): &(f64, f64, String)| {
        let width = name.chars().count() as f64 * LETTER;
        let label = |left: f64, x: f64, baseline: f64, anchor: &'static str| Label {
            x,
            y: baseline,
            anchor,
            area: [left, baseline - LINE + 3.0, left + width, baseline + 3.0],
        };
        let ways = [
            label(x + 8.0, x + 8.0, y + 4.0, "start"),
            label(x - 8.0 - width, x - 8.0, y + 4.0, "end"),
            label(x - width / 2.0, *x, y - 8.0, "middle"),
            label(x - width / 2.0, *x, y + 17.0, "middle"),
        ];
        let free = |l: &Label| {
            let [left, top, right, bottom] = l.area;
            left >= LEFT
                && right <= WIDTH
                && top >= TOP - LINE
                && bottom <= HEIGHT - BOTTOM + 3.0
                && taken.iter().all(|other| !overlap(other, &l.area))
                && dots.iter().enumerate().all(|(of, dot)| of == at || !overlap(dot, &l.area))
        };
        let found = ways.into_iter().find(free)?;
        taken.push(found.area);
        Some(found)
    };
    places.iter().enumerate().map(|(at, dot)| if dot.2.is_empty() { None } else { place(at, dot) }).collect()
}

fn names(places: &[(f64, f64, String)]) -> Vec<AnyView> {
    labels(places)
        .into_iter()
        .zip(places)
        .filter_map(|(label, (.., name))| {
            let Label { x, y, anchor, .. } = label?;
            Some(
                view! { <text class="scatter-name" x=number(x) y=number(y) text-anchor=anchor>{name.clone()}</text> },
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cover_neither_one_another_nor_points_and_stay_inside() {
        // Thirteen flagged judges close together in a corner.
        let places: Vec<(f64, f64, String)> = (0..13)
            .map(|n| {
                (300.0 + f64::from(n % 4) * 22.0, 190.0 + f64::from(n) * 2.0, format!("Judge Number {n}"))
            })
            .collect();
        let labels = labels(&places);
        let areas: Vec<Area> = labels.iter().flatten().map(|label| label.area).collect();
        assert!(areas.len() >= 2, "some have a place: {}", areas.len());
        for (at, area) in areas.iter().enumerate() {
            assert!(area[0] >= LEFT && area[2] <= WIDTH && area[3] <= HEIGHT - BOTTOM + 3.0, "{area:?}");
            assert!(areas[at + 1..].iter().all(|other| !overlap(area, other)), "{area:?}");
        }
    }

    #[test]
    fn a_name_with_room_is_right_of_its_point() {
        let alone = [(100.0, 100.0, "Ada".to_owned()), (200.0, 100.0, String::new())];
        let found = labels(&alone);
        assert_eq!(found[0].map(|label| (label.x, label.anchor)), Some((108.0, "start")));
        assert_eq!(found[1], None);
    }
}
