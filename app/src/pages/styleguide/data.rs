//! Specimens of what shows data: lists, tables, an event's stages, charts.

use super::{LONG, at, now, section, specimen};
use crate::components::charts::{Axis, Dot, OverTime, Progression, RowMark, RowScale, Scatter};
use crate::prelude::*;
use shared::board::Point;
use shared::window::Phase;

pub(super) fn sections() -> AnyView {
    view! { {lists()}{tables()}{stages()}{charts()} }
}

fn lists() -> AnyView {
    let way = || Some("#lists".to_owned());
    section(
        "lists",
        "Lists",
        vec![
            specimen(
                "Things to open",
                view! {
                    <ul class="item-list">
                        <li><h3><a href="#lists">"Late Tram Ledger"</a></h3><p class="byline">"Tramontana"<span class="quiet">"Moving around"</span></p></li>
                        <li><h3><a href="#lists">{LONG}</a></h3><p class="byline">"Gutter Club"</p></li>
                    </ul>
                },
            ),
            specimen(
                "Labels and values",
                view! { <dl class="facts"><dt>"Team"</dt><dd>"Tramontana"</dd><dt>"Track"</dt><dd>{LONG}</dd></dl> },
            ),
            specimen(
                "Links in columns",
                view! { <ul class="link-columns"><li><a href="#lists">"Moving around"</a></li><li><a href="#lists">"Heat and water"</a></li></ul> },
            ),
            specimen(
                "The first page",
                view! { <Pager words="Projects 1–50 of 214" previous=None next=way()/> },
            ),
            specimen(
                "A page between",
                view! { <Pager words="Projects 51–100 of 214" previous=way() next=way()/> },
            ),
        ],
    )
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
    section(
        "tables",
        "Tables",
        vec![
            specimen(
                "Scrolls where it is narrow",
                view! { <Table label="Projects" columns=columns()>{rows()}</Table> },
            ),
            specimen(
                "Becomes blocks where it is narrow",
                view! { <Table label="Projects in blocks" stacks=true columns=columns()>{rows()}</Table> },
            ),
        ],
    )
}

fn stages() -> AnyView {
    use Phase::{Closed as Done, NotYet as Ahead, Open as Now};
    let kinds = [StageKind::Submit, StageKind::Judge, StageKind::Vote, StageKind::Publish];
    let of = |states: [Phase; 4]| -> Vec<Stage> {
        let opens = [-72, -24, 24, 48];
        let stages = kinds.into_iter().zip(states).zip(opens);
        stages
            .map(|((kind, state), open)| Stage {
                kind,
                state,
                open: Some(at(open)),
                close: Some(at(open + 48)),
            })
            .collect()
    };
    let line = |name, states| specimen(name, view! { <Stages stages=of(states) now=now()/> });
    let mark = |name, states| specimen(name, view! { <StageMark stages=of(states)/> });
    section(
        "stages",
        "Stages of an event",
        vec![
            line("Nothing open yet", [Ahead, Ahead, Ahead, Ahead]),
            line("One open", [Done, Now, Ahead, Ahead]),
            line("Published", [Done, Done, Done, Done]),
            mark("Small: nothing open yet", [Ahead, Ahead, Ahead, Ahead]),
            mark("Small: one open", [Done, Now, Ahead, Ahead]),
            mark("Small: published", [Done, Done, Done, Done]),
        ],
    )
}

fn charts() -> AnyView {
    let axis = Axis::over([0.2, 1.0], 4.0);
    let row = |name: &'static str, value: f64, half: f64| {
        view! {
            <tr><th scope="row">{name}</th><td class="cell-drawn"><RowMark axis value low=value - half high=value + half ring=value + 0.03/></td></tr>
        }
    };
    let dot = |x, y, name: &str| Dot { x, y, name: name.into() };
    let dots = vec![dot(0.1, 1.1, ""), dot(0.15, 0.9, ""), dot(0.2, 1.0, ""), dot(0.5, 0.4, "Ada Okafor")];
    section(
        "charts",
        "Charts",
        vec![
            specimen(
                "Marks in a table’s rows",
                view! {
                    <table>
                        <thead><tr><th scope="col">"Project"</th><th scope="col" class="cell-drawn"><span>"90\u{a0}% interval, ○ plain mean"</span><RowScale axis/></th></tr></thead>
                        <tbody>{row("Late Tram Ledger", 0.8, 0.06)}{row("Glare Check", 0.45, 0.2)}</tbody>
                    </table>
                },
            ),
            specimen(
                "Reviews over time",
                view! { <OverTime of=progression() title="32 reviews are finished, 16 to go." table="charts-over-time"/> },
            ),
            specimen(
                "One number against another",
                view! { <Scatter dots title="Judges: scale against noise" x_label="Noise" y_label="Scale" y_from=1.0/> },
            ),
        ],
    )
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
