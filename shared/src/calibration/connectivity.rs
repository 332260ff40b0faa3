//! Can the projects be compared? Parts of the review graph, and how strongly it hangs together.

use super::design::Design;
use super::outcome::{Component, Connectivity, Extra, Level};
use super::ranking::round6;
use super::spectrum::second_smallest;
use std::fmt::Display;

/// Below this share of the mean load, judges are compared through too few reviews.
const WEAK: f64 = 0.1;
/// How many names a sentence lists before it only counts.
const LISTED: usize = 12;

/// Describes a design's connectivity.
pub(super) fn describe(design: &Design) -> Connectivity {
    let components = components(design);
    let lambda2_over_load =
        (design.judges.len() > 1).then(|| if components.len() > 1 { 0.0 } else { round6(lambda2(design)) });
    let level = match lambda2_over_load {
        _ if components.len() > 1 => Level::Alarm,
        Some(value) if value < WEAK => Level::Warning,
        _ => Level::Sound,
    };
    let extra_reviews = extra_reviews(design, &components);
    let words = words(&components, lambda2_over_load, level, &extra_reviews);
    Connectivity { components, lambda2_over_load, level, extra_reviews, words }
}

/// The parts, the one with most projects first, then by first project.
fn components(design: &Design) -> Vec<Component> {
    let empty = Component { projects: vec![], judges: vec![] };
    let mut parts = vec![empty; design.parts];
    for (&part, &project) in design.part_of.iter().zip(&design.projects) {
        parts[part].projects.push(project);
    }
    for (&part, judge) in design.part_of_judge.iter().zip(&design.judges) {
        parts[part].judges.push(judge.clone());
    }
    parts.sort_by_key(|c| (std::cmp::Reverse(c.projects.len()), c.projects.first().copied()));
    parts
}

/// λ₂ of R − NᵀK⁻¹N over the mean load: R the judges' loads, K the reviews per project.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn lambda2(design: &Design) -> f64 {
    let judges = design.judges.len();
    let mut a = vec![0.0; judges * judges];
    let mut largest = 0.0_f64;
    for (j, &load) in design.load.iter().enumerate() {
        a[j * judges + j] = load as f64;
        largest = largest.max(load as f64);
    }
    for i in 0..design.projects.len() {
        let panel = &design.judge_of[design.reviews_of(i)];
        for &j in panel {
            for &other in panel {
                a[j * judges + other] -= 1.0 / panel.len() as f64;
            }
        }
    }
    second_smallest(a, judges, largest) * judges as f64 / design.n()
}

/// One review for each part but the largest: its project with the fewest reviews, by the judge of
/// the largest part with the fewest reviews. Conflicts of interest are not known here.
fn extra_reviews(design: &Design, components: &[Component]) -> Vec<Extra> {
    let Some((main, others)) = components.split_first() else { return vec![] };
    let mut loads: Vec<(usize, &String)> = design
        .judges
        .iter()
        .zip(&design.load)
        .filter(|(judge, _)| main.judges.binary_search(judge).is_ok())
        .map(|(judge, &load)| (load, judge))
        .collect();
    let reviews =
        |project: &i64| design.projects.binary_search(project).map_or(0, |i| design.reviews_of(i).len());
    others
        .iter()
        .filter_map(|part| {
            let project = *part.projects.iter().min_by_key(|p| (reviews(p), **p))?;
            let lightest = loads.iter_mut().min()?;
            lightest.0 += 1;
            Some(Extra { judge: lightest.1.clone(), project })
        })
        .collect()
}

fn words(components: &[Component], lambda2: Option<f64>, level: Level, extra: &[Extra]) -> Vec<String> {
    match level {
        Level::Sound => vec![],
        Level::Warning => vec![format!(
            "The judges are tied together by few reviews (λ₂ over load is {:.3}, below {WEAK}): \
             comparisons between loosely tied projects are uncertain. Reviews by judges of other \
             panels would help.",
            lambda2.unwrap_or(0.0)
        )],
        Level::Alarm => alarm(components, extra),
    }
}

fn alarm(components: &[Component], extra: &[Extra]) -> Vec<String> {
    let mut words = vec![format!(
        "The reviews fall into {} parts that share no judge. Projects of different parts cannot be \
         compared by their reviews: between parts the ranking rests on the assumption that the \
         parts are about equally good.",
        components.len()
    )];
    for (number, part) in (1..).zip(components) {
        words.push(format!(
            "Part {number}: {} {}, reviewed by {}.",
            if part.projects.len() == 1 { "project" } else { "projects" },
            listed(&part.projects),
            listed(&part.judges)
        ));
    }
    for Extra { judge, project } in extra {
        words.push(format!("A review of project {project} by {judge} would join two parts."));
    }
    words
}

/// "1, 2 and 3", or the first dozen and how many more.
fn listed<T: Display>(items: &[T]) -> String {
    let shown: Vec<String> = items.iter().take(LISTED).map(ToString::to_string).collect();
    match (items.len(), shown.split_last()) {
        (n, _) if n > LISTED => format!("{} and {} more", shown.join(", "), n - LISTED),
        (_, Some((last, rest))) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => shown.concat(),
    }
}
