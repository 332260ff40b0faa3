//! Specimens of what shows data: lists, tables, an event's stages, charts.

use super::{LONG, Specimen, at, now};
use crate::components::charts::{Axis, Dot, OverTime, Progression, RowMark, RowScale, Scatter};
use crate::prelude::*;
use shared::board::Point;

pub(super) fn sections() -> AnyView {
    view! { {lists()}{tables()}{stages()}{charts()} }
}

fn lists() -> AnyView {
    let way = || Some("#lists".to_owned());
    section("lists", "Lists").of(view! {
        <Specimen name="Things to open">
            <ul class="item-list">
                <li><h3><a href="#lists">"Late Tram Ledger"</a></h3><p class="byline">"Tramontana"<span class="quiet">"Moving around"</span></p></li>
                <li><h3><a href="#lists">{LONG}</a></h3><p class="byline">"Gutter Club"</p></li>
            </ul>
        </Specimen>
        <Specimen name="Labels and values">
            <dl class="facts"><dt>"Team"</dt><dd>"Tramontana"</dd><dt>"Track"</dt><dd>{LONG}</dd></dl>
        </Specimen>
        <Specimen name="Links in columns">
            <ul class="link-columns"><li><a href="#lists">"Moving around"</a></li><li><a href="#lists">"Heat and water"</a></li></ul>
        </Specimen>
        <Specimen name="The first page"><Pager words="Projects 1–50 of 214" previous=None next=way()/></Specimen>
        <Specimen name="A page between"><Pager words="Projects 51–100 of 214" previous=way() next=way()/></Specimen>
    })
}

fn columns() -> [Column; 3] {
    [text_column("Project"), text_column("Team"), number_column("Reviews")]
}

fn rows() -> AnyView {
    view! {
        <tr><th scope="row">"Late Tram Ledger"</th><td data-label="Team">"Tramontana"</td><td class="cell-num" data-label="Reviews">"3"</td></tr>
        <tr><th scope="row">{LONG}</th><td data-label="Team">"Gutter Club"</td><td class="cell-num" data-label="Reviews">"12 400"</td></tr>
    }
}

fn tables() -> AnyView {
    section("tables", "Tables").of(view! {
        <Specimen name="Scrolls where it is narrow"><Table label="Projects" columns=columns()>{rows()}</Table></Specimen>
        <Specimen name="Becomes blocks where it is narrow">
            <Table label="Projects in blocks" stacks=true columns=columns()>{rows()}</Table>
        </Specimen>
    })
}

fn stages() -> AnyView {
    use Phase::{Closed as Done, NotYet as Ahead, Open as Now};
    let kinds = [StageKind::Submit, StageKind::Judge, StageKind::Vote, StageKind::Publish];
    let of = |states: [Phase; 4]| -> Vec<Stage> {
        let stages = kinds.into_iter().zip(states).zip([-72, -24, 24, 48]);
        each(stages, |((kind, state), open)| Stage {
            kind,
            state,
            open: Some(at(open)),
            close: Some(at(open + 48)),
        })
    };
    let (ahead, open, published) =
        ([Ahead, Ahead, Ahead, Ahead], [Done, Now, Ahead, Ahead], [Done, Done, Done, Done]);
    let lines = [("Nothing open yet", ahead), ("One open", open), ("Published", published)];
    let lines = each(lines, |(name, states)| {
        let stages = of(states);
        view! { <Specimen name><Stages stages now=now()/></Specimen> }
    });
    let marks =
        [("Small: nothing open yet", ahead), ("Small: one open", open), ("Small: published", published)];
    let marks = each(marks, |(name, states)| {
        let stages = of(states);
        view! { <Specimen name><StageMark stages/></Specimen> }
    });
    section("stages", "Stages of an event").of(view! { {lines}{marks} })
}

fn charts() -> AnyView {
    let axis = Axis::over([0.2, 1.0], 4.0);
    let row = |(name, value, half): (&'static str, f64, f64)| {
        view! {
            <tr><th scope="row">{name}</th><td class="cell-drawn"><RowMark axis value low=value - half high=value + half ring=value + 0.03/></td></tr>
        }
    };
    let rows = each([("Late Tram Ledger", 0.8, 0.06), ("Glare Check", 0.45, 0.2)], row);
    let dot = |x, y, name: &str| Dot { x, y, name: name.into() };
    let dots = vec![dot(0.1, 1.1, ""), dot(0.15, 0.9, ""), dot(0.2, 1.0, ""), dot(0.5, 0.4, "Ada Okafor")];
    section("charts", "Charts").of(view! {
        <Specimen name="Marks in a table’s rows">
            <table>
                <thead><tr><th scope="col">"Project"</th><th scope="col" class="cell-drawn"><span>"90\u{a0}% interval, ○ plain mean"</span><RowScale axis/></th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </Specimen>
        <Specimen name="Reviews over time">
            <OverTime of=progression() title="32 reviews are finished, 16 to go." table="charts-over-time"/>
        </Specimen>
        <Specimen name="One number against another">
            <Scatter dots title="Judges: scale against noise" x_label="Noise" y_label="Scale" y_from=1.0/>
        </Specimen>
    })
}

/// Two thirds of an evening.
fn progression() -> Progression {
    let point = |hours, finished| Point { at: at(hours), finished };
    Progression {
        now: at(0),
        line: vec![point(-4, 0), point(-3, 9), point(-2, 13), point(-1, 26), point(0, 32)],
        goal: 48,
        open: Some(at(-4)),
        close: Some(at(2)),
        ahead: Some(point(2, 46)),
    }
}
