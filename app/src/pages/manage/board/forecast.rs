//! Finished reviews over time, with the line that they follow at the present pace.

use super::EveningBoard;
use crate::components::charts::{OverTime, Progression};
use crate::prelude::*;
use chrono::TimeDelta;
use shared::board::Point;

pub(super) fn forecast(board: &EveningBoard) -> AnyView {
    let Some(last) = board.numbers.evening.timeline.last().copied() else {
        let text = "The line begins once judging is open.";
        return section("board-forecast-title", "Reviews over time").plain().id("board-forecast").of(view! {
            <p class="quiet">{text}</p>
        });
    };
    let of = Progression {
        now: board.numbers.now,
        line: board.numbers.evening.timeline.clone(),
        // Some projects may have more than was planned, so the goal is what they have and what the others are short of.
        goal: board.numbers.evening.finished.saturating_add(board.numbers.evening.missing),
        open: board.judging.open,
        close: board.judging.close,
        ahead: ahead(board, last),
    };
    // The line ends at the close, and reviews from a spreadsheet may have come since.
    let finished = words::plural(board.numbers.evening.finished, "review is", "reviews are");
    let left = if board.judging.is_over(board.numbers.now) { "missing" } else { "to go" };
    let mut said = vec![format!("{finished} finished, {} {left}.", board.numbers.evening.missing)];
    said.extend(of.ahead.map(|ahead| {
        let at = words::stamp(ahead.at);
        format!("At the judges’ own pace {} are finished at {at}.", ahead.finished)
    }));
    said.extend(of.against_plan().filter(|_| board.numbers.evening.missing > 0));
    let said = said.join(" ");
    let lead = show_moments(&said);
    let drawing = view! { <OverTime of title=said table="board-forecast-table"/> };
    // After the close it is a record.
    let drawing = if board.judging.is_over(board.numbers.now) {
        disclosure("Show the drawing").id("board-forecast-drawing").of(drawing)
    } else {
        drawing
    };
    section("board-forecast-title", "Reviews over time").plain().id("board-forecast").of(view! {
        <p class="prose">{lead}</p>
        {drawing}
    })
}

/// Where the judges' paces lead: to the close, or to the last missing review that a judge has, where that comes first.
fn ahead(board: &EveningBoard, last: Point) -> Option<Point> {
    let evening = &board.numbers.evening;
    let to_come = evening.missing.saturating_sub(evening.nobody);
    let all = evening.finished.saturating_add(to_come);
    let end = evening.minutes_left.map(|left| last.at + TimeDelta::minutes(left.into()));
    if to_come == 0 {
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
