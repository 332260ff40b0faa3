//! How well the reviews connect the projects, in English.

use shared::calibration::{Component, Connectivity, Extra, Level, WEAK_CONNECTIVITY};
use std::fmt::Display;

/// How many names a sentence lists before it only counts.
const LISTED: usize = 12;

/// The sentences; none where all can be compared.
#[must_use]
pub fn connectivity(of: &Connectivity) -> Vec<String> {
    match of.level {
        Level::Sound => vec![],
        Level::Warning => vec![format!(
            "Few reviews connect the judges (λ₂ over load is {:.3}, below {WEAK_CONNECTIVITY}). Comparisons between \
             loosely connected projects are uncertain. Reviews by judges of other panels would help.",
            of.lambda2_over_load.unwrap_or(0.0)
        )],
        Level::Alarm => alarm(&of.components, &of.extra_reviews),
    }
}

fn alarm(components: &[Component], extra: &[Extra]) -> Vec<String> {
    let mut words = vec![format!(
        "The reviews fall into {} parts that share no judge. The reviews cannot compare projects of different parts. The \
         ranking assumes that the parts are about equally good.",
        components.len()
    )];
    for (number, part) in (1..).zip(components) {
        words.push(format!(
            "Part {number}: {} {}, reviewed by {}.",
            if part.projects.len() == 1 { "project" } else { "projects" },
            list_items(&part.projects),
            list_items(&part.judges)
        ));
    }
    for Extra { judge, project } in extra {
        words.push(format!("A review of project {project} by {judge} would join two parts."));
    }
    words
}

/// "1, 2 and 3", or the first dozen and how many more.
fn list_items<T: Display>(items: &[T]) -> String {
    let shown: Vec<String> = items.iter().take(LISTED).map(ToString::to_string).collect();
    match (items.len(), shown.split_last()) {
        (n, _) if n > LISTED => format!("{} and {} more", shown.join(", "), n - LISTED),
        (_, Some((last, rest))) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => shown.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(projects: impl IntoIterator<Item = i64>, judge: &str) -> Component {
        Component { projects: projects.into_iter().collect(), judges: vec![judge.to_owned()] }
    }

    #[test]
    fn parts_are_listed_with_the_reviews_that_would_join_them() {
        let extra_reviews = vec![Extra { judge: "ada".into(), project: 7 }];
        let components = vec![part(0..20, "ada"), part(30..33, "bo"), part([50], "cy")];
        let lambda2_over_load = Some(0.0);
        let of = Connectivity { components, lambda2_over_load, level: Level::Alarm, extra_reviews };
        let [first, parts @ ..] = &connectivity(&of)[..] else { panic!("nothing is said") };
        assert!(first.contains("3 parts"), "{first}");
        assert_eq!(
            parts,
            [
                "Part 1: projects 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 8 more, reviewed by ada.",
                "Part 2: projects 30, 31 and 32, reviewed by bo.",
                "Part 3: project 50, reviewed by cy.",
                "A review of project 7 by ada would join two parts.",
            ]
        );
    }

    #[test]
    fn a_weak_connection_is_named_with_its_number_and_a_sound_one_is_not() {
        let (components, extra_reviews) = (vec![part(0..4, "ada")], vec![]);
        let of =
            Connectivity { components, lambda2_over_load: Some(0.05), level: Level::Warning, extra_reviews };
        assert!(connectivity(&of)[0].contains("0.050, below 0.1"), "{:?}", connectivity(&of));
        assert!(connectivity(&Connectivity { level: Level::Sound, ..of }).is_empty());
    }
}
