//! Where winners or finalists are chosen, the places around the line come first, and the others are folded.

use super::support::shown;
use app::components::TickBox;
use app::pages::manage::ceremony::{CeremonyPart, CeremonyRow};
use app::pages::manage::deliberation::{
    AroundRow, ConfirmAll, DeliberationsPage, ExceptionRow, OutlookRow, deliberations_page,
};
use app::pages::manage::duties::DutiesBoard;
use app::pages::manage::finals::{FinalsPage, finals_page};
use app::pages::manage::first_three::FirstThreeTable;
use app::pages::manage::prizes::deliberation::{PrizeDeliberation, ShortRow};
use app::pages::manage::prizes::prize::{AwardForm, PrizePage, StandingRow, prize_page};
use chrono::DateTime;
use model::deliberation::SideBySide;
use model::first_three::FirstThreeLine;
use model::prize::Prize;
use model::publication::Duties;
use shared::ids::{PrizeId, ProjectId};
use shared::prize::{Decided, PrizeTerms, TallyLine, TypedPrize};
use std::collections::BTreeMap;

/// What comes before the fold of the other projects, and what is in it.
fn parts(page: &str, summary: &str) -> (String, String) {
    let (before, after) = page.split_once(summary).unwrap_or((page, ""));
    (before.to_owned(), after.split("</details>").next().unwrap_or_default().to_owned())
}

#[test]
fn a_prize_shows_its_winners_the_next_three_and_what_judges_wrote_about_them() {
    let row = |n: i64| ShortRow {
        project: n,
        title: format!("Lamp {n};"),
        team: "Lights".into(),
        rank: None,
        chance: None,
        panel: None,
        votes: None,
        wins: n <= 2,
        tied: false,
        confirmed: false,
        won: Vec::new(),
        comments: vec![("Jo".into(), format!("Remark on {n};"))],
    };
    let other = |n: i64| StandingRow {
        title: format!("Mast {n};"),
        team: "Sails".into(),
        why: format!("rank {}", n + 60),
    };
    let page = |listed: i64, others: i64| {
        shown(move || {
            prize_page(PrizePage {
                prize: Prize {
                    id: PrizeId(1),
                    terms: PrizeTerms::default(),
                    version: 1,
                    awarded_at: None,
                    decided: Decided::ByRule,
                    reason: String::new(),
                    asked: 0,
                    panel: (0, 0),
                },
                values: TypedPrize::default(),
                theirs: None,
                tracks: Vec::new(),
                panel: None,
                award: Ok(AwardForm {
                    deliberation: PrizeDeliberation {
                        among_some: false,
                        run: None,
                        outdated: None,
                        short: (1..=listed).map(row).collect(),
                        notes: Vec::new(),
                        titles: BTreeMap::new(),
                    },
                    standing: (1..=others).map(other).collect(),
                    tied: (Vec::new(), 0),
                    close: Vec::new(),
                    waits: None,
                    eligible: Vec::new(),
                    chosen: vec![0],
                    reason: String::new(),
                    corrects: None,
                    confirmed: None,
                }),
            })
        })
    };
    let html = page(60, 3);
    let (before, others) = parts(&html, "Show the other 55 projects");
    assert!(before.contains("Lamp 5;") && !before.contains("Lamp 6;"), "{before}");
    assert!(others.contains("Lamp 6;") && others.contains("Lamp 60;"), "{others}");
    let (_, rest) = parts(&html, "Show the other 3 projects in order");
    assert!(rest.contains("Mast 1;") && rest.contains("rank 63"), "{rest}");
    let (_, comments) = html.split_once("What judges wrote").unwrap_or_default();
    let (before, others) = parts(comments, "Show the comments on 55 other projects");
    assert!(before.contains("Remark on 5;") && !before.contains("Remark on 6;"), "{before}");
    assert!(others.contains("Remark on 6;"), "{others}");
    assert!(!page(6, 0).contains("Show the other"), "a short order is seen at a glance");
}

#[test]
fn finalists_are_ticked_above_the_fold() {
    let choice = |id: i64| TickBox { id, label: format!("Lamp {id};"), hint: String::new(), chosen: id <= 8 };
    let page = shown(move || {
        finals_page(FinalsPage {
            refused: String::new(),
            zone: "UTC".into(),
            windows: Vec::new(),
            projects: (1..=57).map(choice).collect(),
            judges: (101..=115).map(choice).collect(),
            prizes: Vec::new(),
            placed: false,
            run: Some(3),
            first: 8,
        })
    });
    let (before, others) = parts(&page, "Show the other 46 projects");
    assert!(before.contains("Lamp 11;") && !before.contains("Lamp 12;"), "{before}");
    assert_eq!(others.matches("name=\"project\"").count(), 46, "they can be ticked, too");
    assert!(!others.contains("checked"), "{others}");
    assert!(page.contains("Show all 15 judges") && page.contains("8 projects are ticked."), "{page}");
}

fn around(title: &str, wins: bool) -> AroundRow {
    AroundRow { title: title.into(), what: "rank 1".into(), wins }
}

fn outlook(id: i64, name: &str, decided: bool) -> OutlookRow {
    OutlookRow {
        id,
        name: name.into(),
        found_by: "the ranking",
        state: String::new(),
        around: vec![around("Lamp", true), around("Tide", false)],
        line: "Not too close to call.".into(),
        decided,
    }
}

fn exception(prize: i64, name: &str, why: &str) -> ExceptionRow {
    let acts = vec![("/events/demo/manage/calibration".into(), "Look at it")];
    ExceptionRow { prize, name: name.into(), why: why.into(), acts }
}

/// The page of four prizes.
fn winners() -> DeliberationsPage {
    DeliberationsPage {
        prizes: vec![
            outlook(1, "Best", false),
            outlook(2, "Oddest", false),
            outlook(3, "Bold", false),
            outlook(4, "Loved", true),
        ],
        exceptions: vec![
            exception(5, "Brave", "There is no ranking yet."),
            exception(2, "Oddest", "1 of 2 panellists gave an order."),
            exception(6, "Quiet", "There is no ranking yet."),
        ],
        confirm: ConfirmAll {
            prizes: vec!["Best".into(), "Bold".into()],
            too_close: Vec::new(),
            digest: "d1".into(),
            published: false,
        },
        duties: None,
        outdated: None,
        confirmed: None,
        choices: Vec::new(),
        beside: None,
        from_prize: None,
        first_three: None,
        ceremony: None,
        asks_ceremony: false,
    }
}

fn ceremony_row() -> CeremonyRow {
    CeremonyRow {
        id: 1,
        name: "Best".into(),
        won: Vec::new(),
        turn: "1".into(),
        at_once: false,
        before_run: false,
    }
}

#[test]
fn a_list_of_prizes_without_a_line_has_no_column_for_it() {
    let page = |decided: bool| {
        shown(move || {
            let mut page = winners();
            if decided {
                for prize in &mut page.prizes {
                    *prize = OutlookRow { around: Vec::new(), line: String::new(), ..prize.clone() };
                }
            }
            deliberations_page(page)
        })
    };
    assert_eq!(page(false).matches("<th scope=\"col\"").count(), 5);
    let without = page(true);
    assert!(!without.contains("Around the line"), "{without}");
    assert_eq!(without.matches("<th scope=\"col\"").count(), 4, "{without}");
    assert_eq!(without.matches("<td").count(), 4 * 3, "{without}");
}

#[test]
fn who_lays_projects_side_by_side_sees_them_alone() {
    let beside = SideBySide { criteria: Vec::new(), projects: Vec::new() };
    let page = shown(|| deliberations_page(DeliberationsPage { beside: Some(beside), ..winners() }));
    assert!(page.contains("id=\"beside\"") && page.contains("Back to all prizes"), "{page}");
    assert!(!page.contains("Look at these first") && !page.contains("Not too close to call."), "{page}");
}

#[test]
fn the_ceremony_is_behind_a_link_while_winners_owe_something() {
    let owed = DutiesBoard {
        found: Duties {
            until: DateTime::UNIX_EPOCH,
            next_until: DateTime::UNIX_EPOCH,
            owed: Vec::new(),
            next: Vec::new(),
            refused: None,
        },
        now: DateTime::UNIX_EPOCH,
        titles: BTreeMap::new(),
        longest: 100,
    };
    let page = |duties: Option<&DutiesBoard>, asks_ceremony: bool| {
        let is_there = asks_ceremony || duties.is_none();
        let ceremony =
            is_there.then(|| CeremonyPart { prizes: vec![ceremony_row()], ..CeremonyPart::default() });
        let duties = duties.cloned();
        shown(|| deliberations_page(DeliberationsPage { duties, ceremony, asks_ceremony, ..winners() }))
    };
    let (behind, alone, before) = (page(Some(&owed), false), page(Some(&owed), true), page(None, false));
    assert!(!behind.contains("id=\"news\"") && behind.contains("Prepare the ceremony"), "{behind}");
    // The projector leads back to what is newer.
    for alone in [&alone, &page(None, true)] {
        assert!(alone.contains("id=\"news\"") && !alone.contains("Not too close to call."), "{alone}");
    }
    assert!(before.contains("id=\"news\"") && before.contains("Not too close to call."), "{before}");
    let duties = Some(owed);
    let none = shown(|| deliberations_page(DeliberationsPage { duties, prizes: Vec::new(), ..winners() }));
    assert!([alone, before, none].iter().all(|page| !page.contains("Prepare the ceremony")));
}

/// Of many projects that judges liked, the first ten are in view.
#[test]
fn first_threes_of_many_projects_are_folded() {
    let page = |n: i64| {
        let row = |n| {
            let tally = TallyLine { project: ProjectId(n), points: 1, wins: 0, firsts: 0 };
            let line =
                FirstThreeLine { tally, places: [0, 0, 1], title: format!("Lamp {n};"), team: String::new() };
            (line, None)
        };
        let table = FirstThreeTable { judges: 9, rows: (1..=n).map(row).collect() };
        shown(|| deliberations_page(DeliberationsPage { first_three: Some(table), ..winners() }))
    };
    let (before, folded) = parts(&page(14), "Show the other 4 projects");
    assert!(before.contains("Lamp 10;") && !before.contains("Lamp 11;"), "{before}");
    assert!(folded.contains("Lamp 11;") && folded.contains("Lamp 14;"), "{folded}");
    assert!(!page(10).contains("Show the other"));
}

#[test]
fn a_ceremony_that_is_over_is_folded_until_somebody_asks_for_it() {
    let page = |folded: bool| {
        let ceremony = CeremonyPart { prizes: vec![ceremony_row()], folded, ..CeremonyPart::default() };
        shown(|| deliberations_page(DeliberationsPage { ceremony: Some(ceremony), ..winners() }))
    };
    let fold = "<summary><h2 id=\"ceremony\">";
    assert!(page(true).contains(fold) && page(true).contains("Save ceremony"));
    assert!(!page(false).contains(fold) && page(false).contains("<h2 id=\"ceremony\">"));
}

#[test]
fn winners_say_that_each_button_saves_its_own_part_where_there_are_several() {
    let says = |close_calls: usize, published: bool, folded: bool| {
        let close_call = |_| TickBox { id: 1, label: "Bright".into(), hint: String::new(), chosen: false };
        let too_close: Vec<_> = (0..close_calls).map(close_call).collect();
        let page = shown(move || {
            let page = winners();
            deliberations_page(DeliberationsPage {
                confirm: ConfirmAll { too_close, published, ..page.confirm.clone() },
                ceremony: Some(CeremonyPart {
                    prizes: vec![ceremony_row()],
                    folded,
                    ..CeremonyPart::default()
                }),
                ..page
            })
        });
        page.contains("Each button saves its own part")
    };
    assert!(!says(0, false, true), "the form of the ceremony is the only one to type into");
    assert!(!says(0, false, false) && !says(1, true, true));
    assert!(says(1, false, true));
}

#[test]
fn winners_show_the_line_and_what_needs_a_look_comes_first() {
    let page = |published| {
        shown(move || {
            let page = winners();
            deliberations_page(DeliberationsPage {
                confirm: ConfirmAll { published, ..page.confirm.clone() },
                ..page
            })
        })
    };
    let before = page(false).replace("<!>", "");
    let count = "4 prizes: 1 has its winners, 2 can be confirmed by their rules and 1 needs a look first.";
    assert!(before.contains(count), "{before}");
    assert_eq!(before.matches("There is no ranking yet.").count(), 1, "once for both: {before}");
    assert!(before.contains(">Brave</a> and <a") && before.contains(">Quiet</a></b>: There is"), "{before}");
    let places = ["Look at these first", "Confirm 2 prizes by their rules", "Not too close to call."];
    let places = places.map(|text| before.find(text).unwrap_or_else(|| panic!("{text}: {before}")));
    assert!(places.is_sorted(), "{places:?}");
    assert!(before.contains("<strong>Lamp</strong>"), "{before}");
    assert!(!before.contains("<strong>Tide</strong>"), "{before}");
    let after = page(true);
    assert!(after.contains("The results are public.") && !after.contains("name=\"digest\""), "{after}");
}

#[test]
fn what_is_too_close_to_call_is_counted_and_not_ticked() {
    let page = |sure: usize, left_out: i64, published| {
        let close_call = |id| TickBox {
            id,
            label: format!("Bright {id}"),
            hint: "By the rule: Lamp.".into(),
            chosen: false,
        };
        shown(move || {
            let page = winners();
            let prizes = page.confirm.prizes[..sure].to_vec();
            let too_close = (11..11 + left_out).map(close_call).collect();
            let confirm = ConfirmAll { prizes, too_close, digest: "d1".into(), published };
            deliberations_page(DeliberationsPage { confirm, ..page })
        })
        .replace("<!>", "")
    };
    let some = page(2, 2, false);
    let left_out = "2 prizes are left out, because they are too close to call";
    assert!(some.contains(left_out) && some.contains("Bright 12"), "{some}");
    assert!(some.contains("Confirm 2 prizes by their rules, and those that are ticked"), "{some}");
    assert!(!some.contains(" checked"), "{some}");
    let alone = page(0, 1, false);
    assert!(alone.contains("1 prize is left out, because it is too close to call"), "{alone}");
    assert!(alone.contains("Confirm those that are ticked"), "{alone}");
    for none in [page(2, 0, false), page(0, 1, true)] {
        assert!(!none.contains("left out, because") && !none.contains("that are ticked"), "{none}");
    }
}

#[test]
fn who_finds_winners_by_a_published_run_reads_what_another_one_changes() {
    let page = |published| {
        shown(move || {
            let page = winners();
            let confirm = ConfirmAll { published, ..page.confirm };
            deliberations_page(DeliberationsPage { confirm, outdated: Some(1), ..page })
        })
    };
    for (published, said) in
        [(false, "This page shows what it said."), (true, "This page goes by the published run until")]
    {
        let html = page(published);
        assert!(html.contains(&words::outdated_run(1)) && html.contains(said), "{html}");
        assert!(html.contains("/calibration#run\">Run it again</a>"), "{html}");
    }
}
