//! The desk of repeats begins with the strongest pairs, and lists all of them where they are asked for.

use super::support::{flaggable, shown};
use app::pages::manage::duplicates::{DuplicatesPage, duplicates_page};
use model::project::{DuplicatesFound, FlaggableProject, FoundPair};
use shared::duplicates::DuplicateReason;
use shared::ids::TeamId;

fn project(n: i64) -> FlaggableProject {
    let team = format!("Lights {n}");
    FlaggableProject { team_id: TeamId(n), team, ..flaggable(n, format!("Lamp {n}")) }
}

fn desk(pairs: i64, search: Option<&str>) -> String {
    let line = |n: i64| FoundPair {
        later: project(1_000 + n),
        first: project(2_000 + n),
        alike: Some((DuplicateReason::SameText, 0.61)),
        by_hand: false,
        changed: false,
    };
    shown(|| {
        duplicates_page(DuplicatesPage {
            found: DuplicatesFound {
                flagged: Vec::new(),
                likely: (0..pairs).map(line).collect(),
                more: 0,
                cleared: (100..100 + pairs).map(line).collect(),
                refused: None,
                contact: None,
            },
            search: search.map(str::to_owned),
            pair: None,
            decided: false,
        })
    })
}

/// The links to a pair that is not decided.
fn compared(page: &str) -> usize {
    (1_000..1_100).filter(|later| page.contains(&format!("/duplicates?pair={later}-"))).count()
}

#[test]
fn ten_pairs_come_first_and_then_all_with_a_search() {
    let first = desk(60, None);
    assert_eq!(compared(&first), 10, "the strongest");
    for said in [
        "60 pairs to look at and 60 pairs that are not repeats. ",
        "duplicates?all=1#likely",
        "Show all 60 pairs",
    ] {
        assert!(first.contains(said), "{said}: {first}");
    }
    assert_eq!(first.matches("<details class=\"disclosure\"").count(), 1, "decided pairs are folded");
    let all = desk(60, Some(""));
    assert_eq!((compared(&all), all.contains("?all=1")), (60, false));
    assert_eq!(compared(&desk(60, Some("lamp 1007"))), 1);
    // Of what finds all, the first of each kind are in view.
    let found = desk(60, Some("lamp"));
    let (before, _) = found.split_once("Show the other 55 pairs").unwrap();
    assert_eq!((compared(before), found.matches("Show the other 55 pairs").count()), (5, 2), "{found}");
    let few = desk(3, None);
    assert_eq!((compared(&few), few.contains("type=\"search\"")), (3, false), "few pairs need no search");
}
