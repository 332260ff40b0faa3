//! What a page says before a button, and only where it is so.

use super::support::{demo, flaggable, page_of};
use app::pages::event_head::EventHead;
use app::pages::manage::exports::{ExportsPage, exports_page};
use app::pages::manage::open_data::OpenDataState;
use app::pages::manage::projects::{FlagPage, flag_page};
use app::pages::manage::tabs::Moment;

#[test]
fn open_data_wait_where_the_event_asks_a_second_organizer() {
    let page = |second_organizer: bool| {
        let found = shared::open_data::OpenData { rows: Vec::new(), projects: 9, judges: 9, left_out: 0 };
        page_of(EventHead { second_organizer, ..demo() }, || {
            exports_page(ExportsPage {
                withheld: None,
                without_own_team: false,
                last_run: Some(1),
                open_data: Some(OpenDataState::Offer(found)),
                asks_keeping: false,
                keeping: None,
            })
        })
    };
    let said = "Nothing changes until another organizer confirms it.";
    for (asks, times) in [(false, 0), (true, 1)] {
        let page = page(asks);
        assert!(page.contains("/manage/open-data"), "{page}");
        assert_eq!(page.matches(said).count(), times, "{page}");
    }
}

#[test]
fn exports_say_nothing_of_buttons_to_who_has_none_there() {
    let page = page_of(demo(), || {
        exports_page(ExportsPage {
            withheld: Some("Withheld.".to_owned()),
            without_own_team: true,
            last_run: None,
            open_data: None,
            asks_keeping: false,
            keeping: None,
        })
    });
    assert!(!page.contains("Each button saves its own part"), "{page}");
    // The sign stands beside its word.
    assert!(page.matches("<span class=\"pill").count() > 1, "{page}");
}

#[test]
fn a_flag_leaves_published_results_once_there_are_some() {
    let page = |moment: Moment| {
        page_of(EventHead { moment, ..demo() }, || {
            flag_page(FlagPage {
                project: flaggable(1, "Lamp".into()),
                left_out: Vec::new(),
                repeated_by: Vec::new(),
                others: Vec::new(),
                chosen: String::new(),
                may: Ok(()),
                may_leave: Ok(()),
                correction: None,
                place: None,
                judges: None,
                more_time: true,
                restored: None,
            })
        })
    };
    for (moment, published) in
        [(Moment::Prepare, false), (Moment::Judge, false), (Moment::Decide, false), (Moment::Publish, true)]
    {
        let page = page(moment);
        assert!(page.contains("Flag as a repeat"), "{page}");
        assert!(page.contains("<noscript><p class=\"quiet\">Each button saves its own part"), "{page}");
        assert_eq!(page.contains("until you publish another run"), published, "{page}");
    }
}
