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

/// So much more tau than by the version before.
const fn over_before(
    what: &'static str,
    goal: &'static str,
    worlds: &'static [&'static str],
    least: f64,
) -> Goal {
    Goal { what, goal, worlds, figure: |m| m.over_before().0, least, most: f64::INFINITY }
}

/// Judges' noise found to differ in so large a share of the events.
const fn noise_on(
    what: &'static str,
    goal: &'static str,
    worlds: &'static [&'static str],
    least: f64,
    most: f64,
) -> Goal {
    Goal { what, goal, worlds, figure: Measured::noise_on, least, most }
}

const OF_SIX: &[&str] = &["one erratic of 6, 20 × 6, 3 reviews"];
const OF_EIGHT: &[&str] = &["one erratic of 8, 30 × 8, 3 reviews"];
const OF_TWELVE: &[&str] = &["one erratic of 12, 40 × 12, 4 reviews"];
const FEW_REVIEWS: &[&str] = &["15 % erratic, 3 reviews"];
const DIVIDED: &[&str] = &["15 % divided projects", "30 % divided by half as much"];
const BY_LOT: &[&str] = &[
    "clean, not known to be dealt",
    "two reviews, not known to be dealt",
    "20 × 6, not known to be dealt",
    "15 % erratic, not known to be dealt",
];

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
    noise_on("divided projects, judges alike: noise on", "≤ 5 %", DIVIDED, 0.0, 0.05),
    noise_on("clean: noise on", "≤ 2 %", &["clean"], 0.0, 0.02),
    noise_on("discussed panel: noise on", "≤ 20 %", &["discussed panel"], 0.0, 0.20),
    noise_on("15 % erratic judges: noise on", "100 %", &["15 % erratic"], 0.995, 1.0),
    noise_on("15 % erratic judges, 3 reviews: noise on", "≥ 95 %", FEW_REVIEWS, 0.95, 1.0),
    over_before("15 % erratic judges, 3 reviews: over v2", "≥ +.008", FEW_REVIEWS, 0.008),
    noise_on("one erratic judge of 6: noise on", "≥ 55 %", OF_SIX, 0.55, 1.0),
    over_before("one erratic judge of 6: over v2", "≥ +.012", OF_SIX, 0.012),
    noise_on("one erratic judge of 8: noise on", "≥ 65 %", OF_EIGHT, 0.65, 1.0),
    over_before("one erratic judge of 8: over v2", "≥ +.012", OF_EIGHT, 0.012),
    noise_on("one erratic judge of 12: noise on", "≥ 80 %", OF_TWELVE, 0.80, 1.0),
    over_before("one erratic judge of 12: over v2", "≥ +.007", OF_TWELVE, 0.007),
    Goal {
        what: "an innocent judge flagged as erratic, divided projects",
        goal: "≤ 5 % of events",
        worlds: DIVIDED,
        figure: Measured::innocent,
        least: 0.0,
        most: 0.05,
    },
    gain("mild judges take the best", "≥ −.005", &["mild judges take the best"], -0.005),
    gain("mild judges prefer the better", "≥ −.003", &["mild judges prefer the better"], -0.003),
    gain("strict judges take the best", "≥ +.12", &["strict judges take the best"], 0.12),
    Goal {
        what: "strict judges take the best: ± 1.645 se hold",
        goal: "≥ .82",
        worlds: &["strict judges take the best"],
        figure: Measured::score_coverage,
        least: 0.82,
        most: 1.0,
    },
    Goal {
        what: "dealt by lot, ζ asked all the same: used",
        goal: "≤ 5 %",
        worlds: BY_LOT,
        figure: Measured::panels_used,
        least: 0.0,
        most: 0.05,
    },
    over_before("dealt by lot, ζ asked all the same: over v2", "≥ −.001", BY_LOT, -0.001),
];

/// Where nobody drifts: the same events as those in which everybody does.
const NO_DRIFT: &str = "no drift, 24 judges";

/// How much tau a drift of 0.16 may cost against none, by the order in which judges see their projects.
const DRIFTS: [(&str, &str, &str, f64); 2] = [
    ("drift 0.16, rounds dealt: tau lost", "≤ .006", "drift 0.16, dealt round", 0.006),
    ("drift 0.16, no places, orders dealt: tau lost", "≤ .002", "drift 0.16, dealt order", 0.002),
];

/// Worlds whose quality is given on another scale, so that a standard error cannot hold it.
const OTHER_SCALE: [&str; 4] =
    ["five grades", "8 × 3, 2 reviews, five grades", "only 8 to 10 of 10", "hard ceiling"];

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
    let tau = |of: &str| all().find(|(name, _)| *name == of).map_or(f64::NAN, |(_, m)| m.tau());
    for (what, goal, world, most) in DRIFTS {
        let lost = tau(NO_DRIFT) - tau(world);
        row(&mut table, what, goal, &format!("{lost:+.4}"), lost <= most);
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
        let goal = ".86 to .96 everywhere but reversed judges";
        row(&mut table, what, goal, &beyond(&outside), outside.is_empty());
    }
    table
}

fn row(table: &mut String, what: &str, goal: &str, result: &str, met: bool) {
    let met = if met { "met" } else { "**not met**" };
    // Writing to a text cannot fail.
    let _ = write!(table, "\n| {what} | {goal} | {result} | {met} |");
}
