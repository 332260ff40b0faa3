//! Reviews over time: what came in, what was planned, and where it leads.

use super::{Axis, number};
use crate::prelude::*;
use chrono::{DurationRound, TimeDelta};
use shared::board::Point;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 28.0;
/// Rows of the table that has the same numbers.
const ROWS: usize = 9;
/// At most so many times are written below the line.
const TIMES: i64 = 6;

/// Reviews over time, in numbers.
pub struct Progression {
    pub now: DateTime<Utc>,
    /// How many were finished at each moment.
    pub line: Vec<Point>,
    /// How many there should be in the end.
    pub goal: u32,
    /// When they can be submitted from.
    pub open: Option<DateTime<Utc>>,
    /// When they can be submitted until.
    pub close: Option<DateTime<Utc>>,
    /// Where the present pace leads.
    pub ahead: Option<Point>,
}

impl Progression {
    /// How many would be finished at this moment, were they spread evenly from the opening to the close; none without both.
    pub fn planned(&self, at: DateTime<Utc>) -> Option<u32> {
        let (open, close) = (self.open?, self.close?);
        let share = (seconds(at - open) / seconds(close - open).max(1.0)).clamp(0.0, 1.0);
        let planned = (f64::from(self.goal) * share).round() as u32;
        Some(planned)
    }

    /// The last moment of the drawing: the close, unless that is so far off that the line would be a dot.
    fn end(&self, first: Point, last: Point) -> DateTime<Utc> {
        let far = last.at + (last.at - first.at) * 4 + TimeDelta::hours(1);
        let ends = [Some(last.at), self.ahead.map(|ahead| ahead.at), self.close];
        ends.into_iter().flatten().max().unwrap_or(last.at).min(far)
    }

    /// Where the line of the present pace ends in a drawing that ends at this moment: a line that leads further is cut, and keeps its slope.
    fn ahead_until(&self, last: Point, end: DateTime<Utc>) -> Option<Point> {
        let ahead = self.ahead?;
        if ahead.at <= end {
            return Some(ahead);
        }
        let share = seconds(end - last.at) / seconds(ahead.at - last.at).max(1.0);
        let more = f64::from(ahead.finished.saturating_sub(last.finished)) * share.clamp(0.0, 1.0);
        Some(Point { at: end, finished: last.finished + more.round() as u32 })
    }

    /// The plan at the present, in a sentence; none without a plan, and after the close.
    pub fn against_plan(&self) -> Option<String> {
        let last = self.line.last()?;
        let planned = self.planned(self.now).filter(|_| self.close.is_some_and(|close| self.now < close))?;
        let reviews = |n: u32| words::plural(n, "review", "reviews");
        Some(match last.finished.cmp(&planned) {
            std::cmp::Ordering::Less => format!("{} behind an even pace.", reviews(planned - last.finished)),
            std::cmp::Ordering::Equal => "Exactly at an even pace.".to_owned(),
            std::cmp::Ordering::Greater => {
                format!("{} ahead of an even pace.", reviews(last.finished - planned))
            }
        })
    }
}

/// A drawing of reviews over time, with its key and the same numbers as a table folded below it.
#[component]
pub fn OverTime(
    /// The numbers.
    of: Progression,
    /// What it shows, in a sentence, for those who do not see the drawing.
    #[prop(into)]
    title: String,
    /// The id of the folded table.
    #[prop(into)]
    table: String,
) -> impl IntoView {
    drawing(&of, title).map(|drawing| {
        view! {
            <div class="over-time">
                {key(&of)}
                {drawing}
                {disclosure("The same as a table").id(table).of(view! {
                    {numbers(&of)}
                })}
            </div>
        }
    })
}

/// What each line means, with a piece of it.
fn key(of: &Progression) -> AnyView {
    let entry = |class: &'static str, words: &'static str| {
        view! {
            <li>
                <svg class="over-time-key" viewBox="0 0 28 8" aria-hidden="true"><line class=class x1="1" x2="27" y1="4" y2="4"/></svg>
                {words}
            </li>
        }
    };
    let pace = (of.open.is_some() && of.close.is_some()).then(|| entry("over-time-even", "even pace"));
    view! {
        <ul class="over-time-keys" role="list">
            {entry("over-time-line", "finished")}
            {of.ahead.is_some().then(|| entry("over-time-ahead", "at the present pace"))}
            {pace}
            {entry("over-time-goal", "goal")}
        </ul>
    }
}

fn drawing(of: &Progression, title: String) -> Option<AnyView> {
    let (first, last) = (*of.line.first()?, *of.line.last()?);
    let (begin, end) = (first.at, of.end(first, last));
    let length = seconds(end - begin).max(1.0);
    let across =
        |at: DateTime<Utc>| LEFT + (seconds(at - begin) / length).clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT);
    let most = of.goal.max(last.finished).max(4);
    let axis = Axis::over([0.0, f64::from(most)], 4.0);
    let floor = HEIGHT - BOTTOM;
    let up = |reviews: u32| floor - axis.share(f64::from(reviews)) * (floor - TOP);
    let line = |class: &'static str, [from, to]: [Point; 2]| {
        let [x1, x2] = [from, to].map(|point| number(across(point.at)));
        let [y1, y2] = [from, to].map(|point| number(up(point.finished)));
        view! { <line class=class x1=x1 x2=x2 y1=y1 y2=y2/> }
    };
    let points: Vec<String> = of
        .line
        .iter()
        .map(|point| format!("{},{}", number(across(point.at)), number(up(point.finished))))
        .collect();
    let points = points.join(" ");
    let ground = number(floor);
    let area = format!("{},{ground} {points} {},{ground}", number(across(begin)), number(across(last.at)));
    let goal = [begin, end].map(|at| Point { at, finished: of.goal });
    let even = of.planned(begin).zip(of.planned(end)).map(|(from, to)| {
        line("over-time-even", [Point { at: begin, finished: from }, Point { at: end, finished: to }])
    });
    let ahead = of.ahead_until(last, end).map(|ahead| line("over-time-ahead", [last, ahead]));
    let close = of.close.filter(|close| *close <= end && *close >= begin).map(|close| {
        let x = across(close);
        // To the left of a line that is near the right edge.
        let (beside, anchor) = if x > WIDTH - 150.0 { (x - 5.0, "end") } else { (x + 5.0, "start") };
        let at = number(x);
        view! {
            <line class="over-time-close" x1=at.clone() x2=at y1=number(TOP - 12.0) y2=number(floor)/>
            <text class="over-time-label" x=number(beside) y=number(TOP - 6.0) text-anchor=anchor>"judging closes"</text>
        }
    });
    let levels = each(axis.ticks(), |(value, label)| level(&axis, value, label));
    let times = each(times(begin, end), |(at, label)| {
        let x = number(across(at));
        view! {
            <line class="over-time-tick" x1=x.clone() x2=x.clone() y1=number(floor) y2=number(floor + 4.0)/>
            <text x=x y=number(HEIGHT - 8.0) text-anchor="middle">{label}</text>
        }
    });
    let (x, y) = (number(across(last.at)), number(up(last.finished)));
    Some(view! {
        <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=title>
            {levels}
            {times}
            <polygon class="over-time-area" points=area/>
            {line("over-time-goal", goal)}
            {even}
            {close}
            {ahead}
            <polyline class="over-time-line" points=points/>
            <circle class="over-time-now" cx=x cy=y r="4.5"/>
        </svg>
    })
}

/// A round number of reviews, with its line across.
fn level(axis: &Axis, value: f64, label: String) -> AnyView {
    let at = HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - BOTTOM - TOP);
    let (y, text) = (number(at), number(at + 4.0));
    view! {
        <line class="over-time-level" x1=number(LEFT) x2=number(WIDTH - RIGHT) y1=y.clone() y2=y/>
        <text x=number(LEFT - 6.0) y=text text-anchor="end">{label}</text>
    }
}

/// Round times between two moments, as they are written below the line, on the clocks of the event's place. Near the edges there is no room for them.
fn times(begin: DateTime<Utc>, end: DateTime<Utc>) -> Vec<(DateTime<Utc>, String)> {
    const MINUTES: [i64; 14] = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080, 43_200, 525_600];
    let length = (end - begin).num_minutes();
    let minutes = MINUTES.into_iter().find(|step| length / step < TIMES).unwrap_or(525_600);
    let step = TimeDelta::minutes(minutes);
    let Ok(mut at) = begin.duration_trunc(step) else { return Vec::new() };
    let mut times = Vec::new();
    let edge = (end - begin) / 40;
    while at <= end - edge {
        if at >= begin + edge {
            let (local, _) = on_the_clock(at);
            let midnight = local.format("%H:%M").to_string() == "00:00";
            let form = if minutes >= 1_440 || (midnight && length > 1_440) { "%-d %b" } else { "%H:%M" };
            times.push((at, local.format(form).to_string()));
        }
        at += step;
    }
    times
}

fn numbers(of: &Progression) -> AnyView {
    let step = (of.line.len() / (ROWS - 1)).max(1);
    let mut points: Vec<(Point, &str)> =
        of.line.iter().rev().step_by(step).map(|point| (*point, "")).collect();
    points.reverse();
    points.extend(of.ahead.map(|ahead| (ahead, " at the present pace")));
    let planned = of.open.is_some() && of.close.is_some();
    let rows = each(points, |(point, note)| {
        let even = planned.then(|| {
            view! { <td class="cell-num">{of.planned(point.at).map(words::thousands)}</td> }
        });
        view! {
            <tr>
                <th scope="row"><Time at=point.at form=TimeForm::Short(of.now)/></th>
                <td class="cell-num">{words::thousands(point.finished)}{note}</td>
                {even}
            </tr>
        }
    });
    view! {
        <Table label="Reviews over time" columns=[text_column("Time"), number_column("Finished reviews"), number_column("At an even pace").when(planned)]>{rows}</Table>
    }
}

fn seconds(length: TimeDelta) -> f64 {
    f64::from(i32::try_from(length.num_seconds()).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: i64) -> DateTime<Utc> {
        // 18:00 UTC.
        DateTime::from_timestamp(1_795_284_000, 0).unwrap() + TimeDelta::minutes(minute)
    }

    fn half_way(finished: u32) -> Progression {
        Progression {
            now: at(60),
            line: vec![Point { at: at(0), finished: 0 }, Point { at: at(60), finished }],
            goal: 30,
            open: Some(at(0)),
            close: Some(at(120)),
            ahead: None,
        }
    }

    #[test]
    fn the_plan_is_an_even_pace_from_the_opening_to_the_close() {
        let of = half_way(12);
        assert_eq!([at(-9), at(40), at(120), at(500)].map(|at| of.planned(at)), [0, 10, 30, 30].map(Some));
        assert_eq!(of.against_plan().as_deref(), Some("3 reviews behind an even pace."));
        assert_eq!(half_way(15).against_plan().as_deref(), Some("Exactly at an even pace."));
        assert_eq!(half_way(16).against_plan().as_deref(), Some("1 review ahead of an even pace."));
        assert_eq!(Progression { close: None, ..half_way(16) }.against_plan(), None);
        assert_eq!(Progression { now: at(120), ..half_way(16) }.against_plan(), None, "judging is over");
    }

    #[test]
    fn times_are_round_few_and_not_at_the_edges() {
        let labels = |minutes| -> Vec<String> {
            times(at(0), at(minutes)).into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(120), ["18:30", "19:00", "19:30"]);
        assert_eq!(labels(25), ["18:05", "18:10", "18:15", "18:20"]);
        assert_eq!(labels(2 * 1_440), ["22 Nov", "12:00", "23 Nov", "12:00"]);
        for minutes in [1, 59, 600, 5_000, 90_000, 3_000_000] {
            assert!(labels(minutes).len() <= 6, "{minutes}: {:?}", labels(minutes));
        }
    }

    #[test]
    fn a_close_far_ahead_does_not_press_the_line_into_a_corner() {
        let far = Progression { close: Some(at(60 * 24 * 30)), ..half_way(3) };
        assert_eq!(far.end(far.line[0], far.line[1]), at(360));
        let near = half_way(3);
        assert_eq!(near.end(near.line[0], near.line[1]), at(120));
    }

    #[test]
    fn a_pace_that_leads_out_of_the_drawing_keeps_its_slope() {
        let ahead = |minute, finished| Some(Point { at: at(minute), finished });
        let of = Progression { ahead: ahead(660, 23), close: Some(at(660)), ..half_way(3) };
        let end = of.end(of.line[0], of.line[1]);
        assert_eq!(of.ahead_until(of.line[1], end), ahead(360, 13));
        let near = Progression { ahead: ahead(120, 6), ..half_way(3) };
        assert_eq!(near.ahead_until(near.line[1], at(120)), ahead(120, 6));
    }
}
