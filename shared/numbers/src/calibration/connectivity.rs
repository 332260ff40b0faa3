//! Can the projects be compared? Parts of the review graph, and how strongly it hangs together.

use super::design::Design;
use super::fit::DENSE;
use super::outcome::{Component, Connectivity, Extra, Level};
use super::ranking::round6;
use super::sparse;
use super::spectrum::second_smallest;

/// Below this share of the mean load, judges are compared through too few reviews.
pub const WEAK_CONNECTIVITY: f64 = 0.1;

/// Describes a design's connectivity.
pub(super) fn describe(design: &Design) -> Connectivity {
    let components = components(design);
    let lambda2_over_load =
        (design.judges.len() > 1).then(|| if components.len() > 1 { 0.0 } else { round6(lambda2(design)) });
    let level = match lambda2_over_load {
        _ if components.len() > 1 => Level::Alarm,
        Some(value) if value < WEAK_CONNECTIVITY => Level::Warning,
        _ => Level::Sound,
    };
    let extra_reviews = extra_reviews(design, &components);
    let weak_parts = if level == Level::Warning && design.groups == 1 { weak_parts(design) } else { vec![] };
    Connectivity { components, lambda2_over_load, level, extra_reviews, weak_parts }
}

/// The two sides of λ₂'s eigenvector: a judge belongs to the side of its entry, a project to that of its judges' mean.
fn weak_parts(design: &Design) -> Vec<Component> {
    let (_, vector) = sparse::fiedler(design);
    let mut parts = vec![Component { projects: vec![], judges: vec![] }; 2];
    for (entry, judge) in vector.iter().zip(&design.judges) {
        parts[usize::from(*entry >= 0.0)].judges.push(judge.clone());
    }
    for (i, &project) in design.projects.iter().enumerate() {
        let sum: f64 = design.judge_of[design.reviews_of(i)].iter().map(|&j| vector[j]).sum();
        parts[usize::from(sum >= 0.0)].projects.push(project);
    }
    if parts.iter().any(|part| part.projects.is_empty()) {
        return vec![];
    }
    in_order(&mut parts);
    parts
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
    in_order(&mut parts);
    parts
}

/// The part with most projects first, then by first project.
fn in_order(parts: &mut [Component]) {
    parts.sort_by_key(|c| (std::cmp::Reverse(c.projects.len()), c.projects.first().copied()));
}

/// λ₂ of R − NᵀK⁻¹N over the mean load: R the judges' loads, K the reviews per project.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn lambda2(design: &Design) -> f64 {
    let judges = design.judges.len();
    if judges > DENSE {
        return sparse::fiedler(design).0 * judges as f64 / design.n();
    }
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
