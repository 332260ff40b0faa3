//! Finished reviews over time, with the line that they follow at the present pace.

use super::EveningBoard;
use crate::components::charts::Axis;
use crate::components::{Table, words};
use chrono::{DateTime, TimeDelta, Utc};
use leptos::prelude::*;
use shared::board::{PACE_MINUTES, Point};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 22.0;
const BOTTOM: f64 = 30.0;
/// Rows of the table.
const ROWS: usize = 9;

pub(super) fn forecast(board: &EveningBoard) -> AnyView {
    let Some(last) = board.evening.timeline.last().copied() else {
        let text = "The line begins once judging is open.";
        return view! {
            <section id="board-forecast" aria-labelledby="board-forecast-title">
                <h2 id="board-forecast-title">"Reviews over time"</h2>
                <p class="quiet">{text}</p>
            </section>
        }
        .into_any();
    };
    let ahead = ahead(board, last);
    let finished = words::plural(last.finished, "review is", "reviews are");
    let said = match ahead {
        Some(ahead) => format!(
            "{finished} finished, {} to go. At the pace of the last {PACE_MINUTES} minutes {} are finished at {}.",
            board.evening.missing,
            ahead.finished,
            ahead.at.format("%H:%M UTC")
        ),
        None => format!("{finished} finished, {} to go.", board.evening.missing),
    };
    view! {
        <section id="board-forecast" aria-labelledby="board-forecast-title">
            <h2 id="board-forecast-title">"Reviews over time"</h2>
            <p class="quiet small">{said.clone()}</p>
            {drawing(board, ahead, said)}
            <details class="disclosure" id="board-forecast-table">
                <summary>"The same as a table"</summary>
                {table(board, ahead)}
            </details>
        </section>
    }
    .into_any()
}

/// Where the pace leads: to the close, or to the last missing review where that comes first.
fn ahead(board: &EveningBoard, last: Point) -> Option<Point> {
    let evening = &board.evening;
    let all = evening.finished.saturating_add(evening.missing);
    let end = evening.minutes_left.map(|left| last.at + TimeDelta::minutes(left.into()));
    if evening.missing == 0 {
        return None;
    }
    match (end, board.judging.close, evening.at_close) {
        (end, Some(close), Some(at_close)) if end.is_none_or(|end| end > close) => {
            Some(Point { at: close, finished: at_close })
        }
        (Some(at), ..) => Some(Point { at, finished: all }),
        _ => None,
    }
}

fn drawing(board: &EveningBoard, ahead: Option<Point>, title: String) -> AnyView {
    let line = &board.evening.timeline;
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return ().into_any() };
    let begin = first.at;
    let end = [Some(last.at), ahead.map(|ahead| ahead.at), board.judging.close]
        .into_iter()
        .flatten()
        .filter(|at| *at <= last.at + (last.at - begin) * 4 + TimeDelta::hours(1))
        .max()
        .unwrap_or(last.at);
    let length = seconds(end - begin).max(1.0);
    let x =
        |at: DateTime<Utc>| LEFT + (seconds(at - begin) / length).clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT);
    // Some projects may have more than was planned, so the goal is what they have and what the others are short of.
    let goal = board.evening.finished.saturating_add(board.evening.missing);
    let axis = Axis::over([0.0, f64::from(goal.max(4))], 4.0);
    let y = |reviews: u32| HEIGHT - BOTTOM - axis.share(f64::from(reviews)) * (HEIGHT - TOP - BOTTOM);
    let points: Vec<String> =
        line.iter().map(|point| format!("{:.1},{:.1}", x(point.at), y(point.finished))).collect();
    let planned = format!("{:.1}", y(goal));
    let dashed = ahead.map(|ahead| {
        let [x1, x2] = [x(last.at), x(ahead.at)].map(|x| format!("{x:.1}"));
        let [y1, y2] = [last.finished, ahead.finished].map(|n| format!("{:.1}", y(n)));
        view! { <line class="board-chart-ahead" x1=x1 y1=y1 x2=x2 y2=y2/> }
    });
    let close = board.judging.close.filter(|close| *close <= end).map(|close| {
        let at = format!("{:.1}", x(close));
        view! { <line class="board-chart-close" x1=at.clone() x2=at y1=TOP.to_string() y2=(HEIGHT - BOTTOM).to_string()/> }
    });
    let ticks: Vec<_> = axis
        .ticks()
        .into_iter()
        .map(|(value, label)| {
            let at = HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - TOP - BOTTOM);
            let [line, text] = [at, at + 4.0].map(|at| format!("{at:.1}"));
            view! {
                <line class="board-chart-grid" x1=LEFT.to_string() x2=(WIDTH - RIGHT).to_string() y1=line.clone() y2=line/>
                <text x=(LEFT - 6.0).to_string() y=text text-anchor="end">{label}</text>
            }
        })
        .collect();
    let days = end - begin > TimeDelta::days(1);
    let stamp = |at: DateTime<Utc>| at.format(if days { "%-d %b, %H:%M" } else { "%H:%M" }).to_string();
    let below = (HEIGHT - 8.0).to_string();
    // Close to either end, the label would cover the other time.
    let room = if days { 170.0 } else { 90.0 };
    let middle = Some(x(last.at)).filter(|at| (LEFT + room..WIDTH - RIGHT - room).contains(at)).map(|at| {
        view! { <text x=format!("{at:.1}") y=below.clone() text-anchor="middle">{format!("now, {}", stamp(last.at))}</text> }
    });
    view! {
        <svg class="board-chart" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=title>
            {ticks}
            <line class="board-chart-plan" x1=LEFT.to_string() x2=(WIDTH - RIGHT).to_string() y1=planned.clone() y2=planned/>
            {close}
            <polyline class="board-chart-line" points=points.join(" ")/>
            {dashed}
            <text x="0" y="9">"finished reviews; dotted: the goal; dashed: at the present pace"</text>
            <text x=LEFT.to_string() y=below.clone()>{stamp(begin)}</text>
            {middle}
            <text x=(WIDTH - RIGHT).to_string() y=below text-anchor="end">{stamp(end)}</text>
        </svg>
    }
    .into_any()
}

fn seconds(length: TimeDelta) -> f64 {
    f64::from(i32::try_from(length.num_seconds()).unwrap_or(i32::MAX))
}

fn table(board: &EveningBoard, ahead: Option<Point>) -> AnyView {
    let line = &board.evening.timeline;
    let step = (line.len() / (ROWS - 1)).max(1);
    let mut points: Vec<(Point, &str)> = line.iter().rev().step_by(step).map(|point| (*point, "")).collect();
    points.reverse();
    points.extend(ahead.map(|ahead| (ahead, " at the present pace")));
    let rows: Vec<_> = points
        .into_iter()
        .map(|(point, note)| {
            view! {
                <tr>
                    <th scope="row">{words::short_stamp(point.at, board.now)}</th>
                    <td class="cell-num">{words::thousands(point.finished.into())}{note}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <Table label="Reviews over time">
            <thead><tr><th scope="col">"Time (UTC)"</th><th scope="col" class="cell-num">"Finished reviews"</th></tr></thead>
            <tbody>{rows}</tbody>
        </Table>
    }
    .into_any()
}
