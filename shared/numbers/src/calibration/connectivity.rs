//! Can the projects be compared? Parts of the review graph, and how strongly it hangs together.

use super::design::Design;
use super::fit::DENSE;
use super::flags::FEW;
use super::input::Input;
use super::outcome::{Component, Connectivity, Extra, Level};
use super::ranking::round6;
use super::sparse;
use super::spectrum::second_smallest;

/// Below this share of the mean load, judges are compared through too few reviews.
pub const WEAK_CONNECTIVITY: f64 = 0.1;

pub(super) fn describe(input: &Input, design: &Design) -> Connectivity {
    let components = components(design);
    if components.len() > 1 {
        let extra_reviews = extra_reviews(design, &components);
        let (lambda2_over_load, weak_parts) = (Some(0.0), vec![]);
        return Connectivity {
            components,
            lambda2_over_load,
            level: Level::Alarm,
            extra_reviews,
            weak_parts,
        };
    }
    let settled = of_settled_judges(input, design);
    let strength = |settled: &Design| if settled.parts > 1 { 0.0 } else { round6(lambda2(settled)) };
    let lambda2_over_load = settled.as_ref().map(strength);
    let weak = settled.filter(|_| lambda2_over_load.is_some_and(|value| value < WEAK_CONNECTIVITY));
    let parts = weak.as_ref().map(|settled| weak_parts(settled, design));
    let (level, weak_parts) = match parts {
        Some(parts) if !parts.iter().any(|part| is_one_reviewed_project(part, design)) => {
            (Level::Warning, if design.groups == 1 { parts } else { vec![] })
        }
        _ => (Level::Sound, vec![]),
    };
    Connectivity { components, lambda2_over_load, level, extra_reviews: vec![], weak_parts }
}

/// The reviews of judges with more than a few; none where fewer than two such judges are left. A judge with n reviews of projects
/// that have k each holds λ₂ at about n(1 − 1/k): whoever leaves after the first table would make a warning.
fn of_settled_judges(input: &Input, design: &Design) -> Option<Design> {
    let settled =
        input.reviews().iter().zip(&design.judge_of).filter(|(_, judge)| design.load[**judge] >= FEW);
    let left = Input::new(settled.map(|(review, _)| review.clone()).collect(), false).ok()?;
    let left = (!left.reviews().is_empty()).then(|| Design::of(&left))?;
    (left.judges.len() > 1).then_some(left)
}

/// Whether a part is one project that has as many reviews as others: its rank is as well known as theirs.
fn is_one_reviewed_project(part: &Component, design: &Design) -> bool {
    let [project] = part.projects[..] else { return false };
    let mut reviews: Vec<usize> = (0..design.projects.len()).map(|i| design.reviews_of(i).len()).collect();
    let own = design.projects.binary_search(&project).map_or(0, |i| reviews[i]);
    reviews.sort_unstable();
    own >= reviews[reviews.len() / 2]
}

/// The two parts that few reviews of `settled` connect. What only other judges reviewed is with the larger part.
fn weak_parts(settled: &Design, design: &Design) -> Vec<Component> {
    let mut parts = if settled.parts > 1 { largest_and_rest(settled) } else { sides(settled) };
    if let Some(first) = parts.first_mut() {
        let others =
            design.projects.iter().filter(|project| settled.projects.binary_search(project).is_err());
        first.projects.extend(others);
        first.projects.sort_unstable();
    }
    parts
}

/// The largest part of a design that falls apart, and all the others as one.
fn largest_and_rest(design: &Design) -> Vec<Component> {
    let mut parts = components(design);
    let mut rest = Component { projects: vec![], judges: vec![] };
    for part in parts.drain(1..) {
        rest.projects.extend(part.projects);
        rest.judges.extend(part.judges);
    }
    rest.projects.sort_unstable();
    rest.judges.sort_unstable();
    parts.push(rest);
    parts
}

/// The two sides of λ₂'s eigenvector: a judge belongs to the side of its entry, a project to that of its judges' mean.
fn sides(design: &Design) -> Vec<Component> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::Review;

    #[test]
    fn a_project_with_as_many_reviews_as_others_is_no_weak_part() {
        let pairs = [(1, "a"), (1, "b"), (2, "a"), (2, "b"), (3, "b"), (4, "a"), (4, "b")];
        let review = |(project, judge): (i64, &str)| Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro: 1,
        };
        let design = Design::of(&Input::new(pairs.map(review).to_vec(), false).unwrap());
        let part = |projects: &[i64]| Component { projects: projects.to_vec(), judges: vec![] };
        let found =
            [&[1][..], &[3], &[1, 2]].map(|projects| is_one_reviewed_project(&part(projects), &design));
        assert_eq!(found, [true, false, false]);
    }
}
