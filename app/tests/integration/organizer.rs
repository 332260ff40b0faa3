//! The head of the organizer's pages: two rows, the page marked in its row, and no tab of the event's own.

use super::support::{demo, page_of};
use app::pages::event_head::EventHead;
use app::pages::manage::ManageTab;
use app::pages::manage::tabs::{Moment, manage_head};

fn head_of(current: ManageTab, moment: Moment, votes: bool) -> String {
    let page = page_of(EventHead { moment, votes, ..demo() }, || manage_head(current));
    let main = page.split_once("<main").map_or("", |(_, main)| main);
    main.split_once("</main>").map_or("", |(main, _)| main).replace("<!>", "")
}

/// What the links of the page say that are marked with so a word.
fn marked(page: &str, word: &str) -> Vec<String> {
    let tag = format!("aria-current=\"{word}\"");
    let links = page.split("<a ").skip(1).filter_map(|link| link.split_once("</a>")).map(|(link, _)| link);
    links
        .filter(|link| link.contains(&tag))
        .filter_map(|link| Some(link.rsplit_once('>')?.1.to_owned()))
        .collect()
}

#[test]
fn a_page_shows_the_row_of_its_own_moment() {
    for (page, moment, label, neighbour, elsewhere) in [
        (ManageTab::Settings, "Prepare", "Event", "Hall", "Notices"),
        (ManageTab::Assignments, "Judge, now", "Who reviews what", "Notices", "Rubric"),
        (ManageTab::Calibration, "Decide", "Ranking", "Ceremony", "Notices"),
        (ManageTab::Publish, "Publish", "Check and publish", "Keeping data", "Ranking"),
    ] {
        let head = head_of(page, Moment::Judge, true);
        assert_eq!(marked(&head, "true"), [moment]);
        assert_eq!(marked(&head, "page"), [label]);
        assert!(head.contains(&format!(">{neighbour}</a>")), "{label} beside {neighbour}");
        assert!(!head.contains(&format!(">{elsewhere}</a>")), "{elsewhere} in the row of {label}");
        assert_eq!(head.matches(", now").count(), 1, "{label}: one moment is present");
        assert!(head.contains(&format!("<summary>{label}</summary>")), "a phone names the page");
    }
}

#[test]
fn the_board_shows_the_row_of_the_present_moment() {
    let head = head_of(ManageTab::Board, Moment::Decide, false);
    assert_eq!(marked(&head, "true"), ["Decide, now"]);
    assert_eq!(marked(&head, "page"), ["Board"]);
    assert!(head.contains(">Ranking</a>") && !head.contains(">Who reviews what</a>"));
    // From there, the row of judging is reached by its next page.
    assert!(head.contains("href=\"/events/demo/manage/assignments\""), "{head}");
    let judging = head_of(ManageTab::Board, Moment::Judge, false);
    assert_eq!(marked(&judging, "true"), ["Judge, now"]);
    assert_eq!(marked(&judging, "page"), ["Board"]);
    // The log and its neighbours are beside every row.
    let log = head_of(ManageTab::Audit, Moment::Prepare, false);
    assert_eq!(marked(&log, "page"), ["Log"]);
    assert_eq!(marked(&log, "true"), ["Prepare, now"]);
}

#[test]
fn voting_is_in_a_row_only_where_there_is_a_vote() {
    assert!(head_of(ManageTab::Board, Moment::Judge, true).contains(">Voting</a>"));
    assert!(!head_of(ManageTab::Board, Moment::Judge, false).contains(">Voting</a>"));
}
