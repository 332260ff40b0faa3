//! How well the reviews connect the projects, in English.

use super::amounts::{NAMED, and_more};
use shared::calibration::{Component, Connectivity, Extra, Level, WEAK_CONNECTIVITY};

/// What the sentences call projects and judges.
pub struct ConnectivityNames<P, J> {
    /// A project's title, by its id.
    pub project: P,
    /// A judge's name, by the address.
    pub judge: J,
}

/// The sentences; none where all can be compared.
pub fn connectivity<P, J>(of: &Connectivity, called: &ConnectivityNames<P, J>) -> Vec<String>
where
    P: Fn(i64) -> String,
    J: Fn(&str) -> String,
{
    match of.level {
        Level::Sound => vec![],
        Level::Warning => {
            let first = format!(
                "Few reviews connect the judges: how well they can be compared is {:.3}, below {WEAK_CONNECTIVITY}. Comparisons between \
                 loosely connected projects are uncertain. Reviews by judges of other panels would help.",
                of.lambda2_over_load.unwrap_or(0.0)
            );
            std::iter::once(first).chain(parts(&of.weak_parts, called)).collect()
        }
        Level::Alarm => alarm(&of.components, &of.extra_reviews, called),
    }
}

fn alarm<P, J>(components: &[Component], extra: &[Extra], called: &ConnectivityNames<P, J>) -> Vec<String>
where
    P: Fn(i64) -> String,
    J: Fn(&str) -> String,
{
    let mut words = vec![format!(
        "The reviews fall into {} parts that share no judge. The reviews cannot compare projects of different parts. The \
         ranking assumes that the parts are about equally good.",
        components.len()
    )];
    words.extend(parts(components, called));
    for Extra { judge, project } in extra {
        let (judge, project) = ((called.judge)(judge), (called.project)(*project));
        words.push(format!("A review of {project} by {judge} would join two parts."));
    }
    words
}

fn parts<P, J>(parts: &[Component], called: &ConnectivityNames<P, J>) -> Vec<String>
where
    P: Fn(i64) -> String,
    J: Fn(&str) -> String,
{
    let part = |(number, part): (usize, &Component)| {
        format!(
            "Part {number}: {}; reviewed by {}.",
            and_more(part.projects.iter().map(|&id| (called.project)(id)), NAMED),
            and_more(part.judges.iter().map(|judge| (called.judge)(judge)), NAMED)
        )
    };
    (1..).zip(parts).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(projects: impl IntoIterator<Item = i64>, judge: &str) -> Component {
        Component { projects: projects.into_iter().collect(), judges: vec![judge.to_owned()] }
    }

    fn said(of: &Connectivity) -> Vec<String> {
        connectivity(of, &ConnectivityNames { project: |id| format!("P{id}"), judge: str::to_uppercase })
    }

    #[test]
    fn parts_are_listed_with_the_reviews_that_would_join_them() {
        let of = Connectivity {
            components: vec![part(0..20, "ada"), part(30..33, "bo"), part([50], "cy")],
            lambda2_over_load: Some(0.0),
            level: Level::Alarm,
            extra_reviews: vec![Extra { judge: "ada".into(), project: 7 }],
            weak_parts: vec![],
        };
        let [first, parts @ ..] = &said(&of)[..] else { panic!("nothing is said") };
        assert!(first.contains("3 parts"), "{first}");
        assert_eq!(
            parts,
            [
                "Part 1: P0, P1, P2, P3, P4, P5, P6, P7, P8, P9 and 10 more; reviewed by ADA.",
                "Part 2: P30, P31 and P32; reviewed by BO.",
                "Part 3: P50; reviewed by CY.",
                "A review of P7 by ADA would join two parts.",
            ]
        );
    }

    #[test]
    fn a_weak_connection_is_named_with_its_number_and_parts_and_a_sound_one_is_not() {
        let of = Connectivity {
            components: vec![part(0..4, "ada")],
            lambda2_over_load: Some(0.05),
            level: Level::Warning,
            extra_reviews: vec![],
            weak_parts: vec![part(0..2, "ada"), part(2..4, "bo")],
        };
        let said_of = said(&of);
        assert!(said_of[0].contains("0.050, below 0.1"), "{said_of:?}");
        assert_eq!(
            said_of[1..],
            ["Part 1: P0 and P1; reviewed by ADA.", "Part 2: P2 and P3; reviewed by BO."]
        );
        assert!(said(&Connectivity { level: Level::Sound, ..of }).is_empty());
    }
}
