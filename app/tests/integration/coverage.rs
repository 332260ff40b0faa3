//! The table of every judge and every project stays of a bounded size.

use super::support::{assignments, shown};
use app::pages::manage::assignments::overview::{AssignmentsPage, assignments_page};
use chrono::{DateTime, Utc};
use model::coverage::{Cell, Coverage, CoverageAsked, CoveredProject, CoveringJudge, Mark};

/// The largest page: 100 projects, 60 judges, so many of them with each project.
fn largest(each: usize) -> Coverage {
    let marks = Mark::ALL;
    let judge = |n: usize| CoveringJudge {
        id: 1_000 + i64::try_from(n).unwrap_or(0),
        name: Some(format!("Judge Number {n}")),
        done: 4,
        given: 8,
    };
    let project = |n: usize| CoveredProject {
        id: 2_000 + i64::try_from(n).unwrap_or(0),
        title: format!("A project with a title of usual length {n}"),
        done: 2,
        short: u32::from(n.is_multiple_of(9)) + u32::from(n.is_multiple_of(18)),
        cells: (0..60)
            .map(|column| {
                let mark = marks[(n + column) % marks.len()];
                let assignment =
                    (mark != Mark::Conflict).then(|| i64::try_from(n * 60 + column).unwrap_or(0));
                ((column + 7 * n) % 60 < each).then_some(Cell { mark, assignment })
            })
            .collect(),
    };
    Coverage {
        now: DateTime::<Utc>::UNIX_EPOCH,
        planned: 3,
        asked: CoverageAsked { projects: 1, judges: 1, by_name: false },
        all: [300, 60],
        marks: marks.map(|mark| (mark, 12)).into(),
        short: 34,
        judges: (0..60).map(judge).collect(),
        projects: (0..100).map(project).collect(),
    }
}

#[test]
fn the_largest_page_is_bounded_and_every_cell_has_its_column() {
    let page =
        shown(|| assignments_page(AssignmentsPage { reviews: 3, table: Some(largest(5)), ..assignments() }));
    assert!(page.len() < 320_000, "{} bytes before they are packed", page.len());
    let body =
        page.split("<tbody>").nth(1).and_then(|body| body.split("</tbody>").next()).unwrap_or_default();
    assert_eq!(body.matches("<td").count(), 100 * 61, "a cell for each judge, and the number of reviews");
    assert_eq!(body.matches("scope=\"row\"").count(), 100);
    // Without colours and for those who hear the page, too.
    for (said, times) in
        [(", 1 judge short", 6), (", 2 judges short", 6), ("projects with too few judges", 1)]
    {
        assert_eq!(page.matches(said).count(), times, "{said}");
    }
    assert!(page.contains("Projects 1–100 of 300"), "judges fit on the page");
    assert!(!page.contains("Judges 1–60"), "judges fit on the page");
    assert!(
        page.contains("href=\"/events/demo/manage/assignments?table=1&amp;projects=2\""),
        "the way to the next page"
    );
}
