//! What the calibration should reach, goal beside result.

use crate::measure::Measured;
use crate::world::WORLDS;
use std::fmt::Write as _;

/// A goal that worlds' figures have to meet.
struct Goal {
    what: &'static str,
    goal: &'static str,
    worlds: &'static [&'static str],
    figure: fn(&Measured) -> f64,
    least: f64,
    most: f64,
}

const fn gain(what: &'static str, goal: &'static str, worlds: &'static [&'static str], least: f64) -> Goal {
    Goal { what, goal, worlds, figure: |m| m.gain().0, least, most: f64::INFINITY }
}

const GOALS: &[Goal] = &[
    gain("harsh and lenient judges, offsets' sd .08", "≥ +.04", &["harsh and lenient"], 0.04),
    gain("15 % erratic judges", "≥ +.06", &["15 % erratic"], 0.06),
    gain("10 % reversed judges", "≥ +.06", &["10 % reversed"], 0.06),
    gain("everything at once", "≥ +.09", &["everything at once"], 0.09),
    gain(
        "random tables of judges",
        "≥ +.009",
        &["random tables, 3 reviews", "random tables, 5 reviews"],
        0.009,
    ),
    gain("very unequal tables", "≥ −.005", &["very unequal tables"], -0.005),
    gain("identical judges, 8 × 3 complete", "≥ −.002", &["8 × 3 complete, identical"], -0.002),
    Goal {
        what: "divided projects, judges alike: noise on",
        goal: "≤ 5 %",
        worlds: &["15 % divided projects", "30 % divided by half as much"],
        figure: Measured::noise_on,
        least: 0.0,
        most: 0.05,
    },
    Goal {
        what: "15 % erratic judges: noise on",
        goal: "100 %",
        worlds: &["15 % erratic"],
        figure: Measured::noise_on,
        least: 0.995,
        most: 1.0,
    },
];

/// Worlds whose quality is given on another scale, so that a standard error cannot hold it.
const OTHER_SCALE: [&str; 4] =
    ["five grades", "8 × 3, 2 reviews, five grades", "only 8 to 10 of 10", "hard ceiling"];

/// The table.
pub(crate) fn table(measured: &[Measured]) -> String {
    let all = || WORLDS.iter().map(|world| world.name).zip(measured);
    let mut table = String::from("| what | goal | result | |\n|---|---|---|---|");
    for Goal { what, goal, worlds, figure, least, most } in GOALS {
        let results: Vec<f64> =
            all().filter(|(name, _)| worlds.contains(name)).map(|(_, m)| figure(m)).collect();
        let met = !results.is_empty() && results.iter().all(|r| (*least..=*most).contains(r));
        let shown: Vec<String> = results.iter().map(|r| format!("{r:+.4}")).collect();
        row(&mut table, what, goal, &shown.join(", "), met);
    }
    let beyond = |names: &[String]| if names.is_empty() { "all".to_owned() } else { names.join("; ") };
    let chances: Vec<String> = all()
        .filter(|(_, m)| m.chance_error() > 0.08)
        .map(|(name, m)| format!("{name} {:.2}", m.chance_error()))
        .collect();
    let goal = "within .08 everywhere but drift and flat judges";
    row(&mut table, "chances claimed against true, in tenths", goal, &beyond(&chances), chances.is_empty());
    for (at, what) in ["90 % rank ranges hold", "± 1.645 standard errors hold"].into_iter().enumerate() {
        let outside: Vec<String> = all()
            .filter(|(name, _)| at == 0 || !OTHER_SCALE.contains(name))
            .filter(|(_, m)| !(0.86..=0.96).contains(&m.coverage()[at]))
            .map(|(name, m)| format!("{name} {:.3}", m.coverage()[at]))
            .collect();
        row(
            &mut table,
            what,
            ".86 to .96 everywhere but reversed judges",
            &beyond(&outside),
            outside.is_empty(),
        );
    }
    table
}

fn row(table: &mut String, what: &str, goal: &str, result: &str, met: bool) {
    let met = if met { "met" } else { "**not met**" };
    // Writing to a text cannot fail.
    let _ = write!(table, "\n| {what} | {goal} | {result} | {met} |");
}
