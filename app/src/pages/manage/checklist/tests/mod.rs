//! What the check list says, and when it is complete.

mod lines;

use super::*;
use crate::page_context::PageContext;
use crate::pages::event_head::EventHead;
use chrono::TimeDelta;
use model::board::WorkLeft;
use model::checklist::SetupNumbers;
use model::confirmation::WaitingAct;
use model::context::Context;
use model::overview::{EventNumbers, LastRun, OverviewNumbers, ProvisionalWinners};
use shared::confirmation::AskedAct;
use shared::ids::EventId;
use shared::publish::Wish;
use shared::rules::{EventFacts, Facts};
use std::sync::Arc;

/// A list of an event that has all it needs, `hours` before judging opens; judging is open for two hours.
fn list(hours: i64) -> Overview {
    let now = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
    let window = |open: i64, close: i64| Window {
        open: Some(now + TimeDelta::hours(open)),
        close: Some(now + TimeDelta::hours(close)),
    };
    let event = EventFacts {
        submissions: window(hours - 9, hours - 1),
        judging: window(hours, hours + 2),
        voting: window(0, 0),
        voting_mode: VotingMode::Off,
        ..EventFacts::default()
    };
    let setup = SetupNumbers {
        described: true,
        tracks: 1,
        criteria: 2,
        judges: 3,
        assigned: 12,
        ..SetupNumbers::default()
    };
    let counts = EventNumbers { reviews_per_project: 3, submitted: 4, ..EventNumbers::default() };
    let facts = Facts { event, ..Facts::default() };
    Overview {
        at: Context { event: EventId(1), slug: "demo".into(), facts, now },
        numbers: Arc::new(OverviewNumbers { counts, setup, ..OverviewNumbers::default() }),
        published: None,
        provisional: None,
        last_run: None,
        waiting: None,
        withheld: None,
        work: Arc::default(),
    }
}

fn numbers(list: &mut Overview) -> &mut OverviewNumbers {
    Arc::make_mut(&mut list.numbers)
}

fn work(list: &mut Overview) -> &mut WorkLeft {
    Arc::make_mut(&mut list.work)
}

fn setup(list: &mut Overview) -> &mut SetupNumbers {
    &mut numbers(list).setup
}

fn fresh_run(list: &Overview) -> Option<LastRun> {
    Some(LastRun { run: 2, at: list.at.now, fresh: Some(true), published: false })
}

#[test]
fn an_empty_list_says_what_it_is_empty_of() {
    assert_eq!(all_found(&list(2)), (Tone::Good, "Nothing is missing before judging opens.".into()));
    let open = "Judging is open. The check list goes on when that is over.";
    assert_eq!(all_found(&list(-1)), (Tone::Note, open.into()));
}

#[test]
fn in_short_a_list_is_its_number_and_what_is_needed_first() {
    Owner::new().with(|| {
        provide_context(EventHead::default());
        let mut list = list(2);
        assert_eq!(in_short(&list), (0, None));
        setup(&mut list).described = false;
        setup(&mut list).criteria = 0;
        let (number, next) = in_short(&list);
        let (sentence, label, _) = next.unwrap();
        assert_eq!((number, label), (2, "Add criteria"));
        assert!(sentence.starts_with("There are no criteria"), "{sentence}");
    });
}

#[test]
fn facts_wait_on_the_list_until_judging_is_over() {
    let waiting = |hours| {
        let mut list = list(hours);
        numbers(&mut list).evidence_waiting = 2;
        let said = gaps(&list).into_iter().flat_map(|(_, missing)| missing);
        said.filter(|missing| missing.sentence == "2 projects have facts that nobody has looked at.").count()
    };
    Owner::new().with(|| {
        provide_context(EventHead::default());
        assert_eq!([2, -1, -3].map(waiting), [1, 1, 0]);
    });
}

#[test]
fn a_vote_by_account_needs_mail_or_the_desk() {
    let said = |mode, sends_mail| {
        Owner::new().with(|| {
            provide_context(EventHead::default());
            provide_context(PageContext::new("/".into(), sends_mail));
            let mut voting = list(2);
            voting.at.facts.event.voting_mode = mode;
            voting.at.facts.event.voting = voting.at.facts.event.judging;
            setup(&mut voting).codes = 9;
            checklist(&voting).to_html().contains("this portal sends no mail")
        })
    };
    assert!(said(VotingMode::Account, false));
    assert!(!said(VotingMode::Account, true) && !said(VotingMode::Code, false));
}

#[test]
fn missing_criteria_are_named_once() {
    Owner::new().with(|| {
        provide_context(EventHead::default());
        // Before submissions open, while they are open, and after.
        for hours in [12, 5, 1] {
            let mut none = list(hours);
            setup(&mut none).criteria = 0;
            let html = checklist(&none).to_html();
            assert_eq!(html.matches("There are no criteria").count(), 1, "{hours}: {html}");
        }
    });
}

#[test]
fn an_alarm_of_a_witness_is_said_in_every_stage() {
    Owner::new().with(|| {
        provide_context(EventHead::default());
        let alarm = "A witness says that rows of the audit log were removed or changed.";
        for (hours, published) in [(12, false), (-1, false), (-3, true)] {
            let mut seen = list(hours);
            seen.at.facts.event.published = published;
            assert!(!checklist(&seen).to_html().contains(alarm));
            setup(&mut seen).log_alarm = true;
            assert!(checklist(&seen).to_html().contains(alarm) && !is_complete(&seen), "{hours}");
            setup(&mut seen).log_alarm = false;
            // What waits for a second organizer comes before everything else.
            let before = checklist(&seen).to_html();
            seen.waiting = Some(waits(&seen, AskedAct::SwitchOff));
            let html = checklist(&seen).to_html();
            let at = html.find("Ana asks to stop asking a second organizer").unwrap();
            assert!(at < html.find("<h3").unwrap_or(html.len()) && !before.contains("second organizer"));
            assert!(!is_complete(&seen) && html.contains("manage/people?second=1"));
            setup(&mut seen).nobody_confirms = true;
            assert!(checklist(&seen).to_html().contains("Fewer than two organizers"));
        }
    });
}

/// What Ana asked for in the last minutes, as somebody sees it who may confirm it.
fn waits(list: &Overview, asked: AskedAct) -> WaitingAct {
    WaitingAct {
        asker: "Ana".into(),
        expires_at: list.at.now + TimeDelta::hours(48),
        asked: Some(asked),
        own: false,
        decides: true,
        current: true,
    }
}

#[test]
fn a_publication_that_waits_is_said_with_whom_it_waits_for() {
    Owner::new().with(|| {
        provide_context(EventHead::default());
        let mut closed = list(-3);
        closed.last_run = fresh_run(&closed);
        let wish = Wish { run: Some(2), ..Wish::default() };
        let asked = waits(&closed, AskedAct::Publish(wish));
        let until = format!("Until {}, it waits for ", stamp(asked.expires_at));
        let hidden = WaitingAct { asked: None, decides: false, ..asked.clone() };
        let outdated = WaitingAct { current: false, ..asked.clone() };
        let told = [
            (
                WaitingAct { own: true, decides: false, ..asked.clone() },
                "You ask to publish run 2. ",
                "another organizer to",
                "See it or take it back",
            ),
            (
                WaitingAct { decides: false, ..asked.clone() },
                "Ana asks to publish run 2. ",
                "another organizer to",
                "Look at it",
            ),
            (
                hidden,
                "Ana asks for something that you may not do in this event. ",
                "another organizer to",
                "Look at it",
            ),
            (asked, "Ana asks to publish run 2. ", "you or another organizer to", "Look and decide"),
        ];
        for (waiting, asks, whom, label) in told {
            let knows = waiting.asked.is_some();
            closed.waiting = Some(waiting);
            let said = found(&closed, ALWAYS);
            assert_eq!(said[0].sentence, format!("{asks}{until}{whom} confirm it."));
            let page = "/events/demo/manage/people?second=1#waits".to_owned();
            assert_eq!(said[0].link, Some((label, page)));
            let html = checklist(&closed).to_html();
            assert_eq!(html.contains("Check it and publish"), !knows, "{html}");
            assert_eq!(
                html.contains("Run 2 becomes public once another organizer confirms it."),
                knows,
                "{html}"
            );
        }
        closed.waiting = Some(outdated);
        assert!(found(&closed, ALWAYS)[0].sentence.ends_with("Nobody can confirm it."));
        assert!(checklist(&closed).to_html().contains("Check it and publish"));
    });
}

#[test]
fn places_come_before_the_plan() {
    Owner::new().with(|| {
        provide_context(EventHead::default());
        let mut early = list(2);
        let places = "href=\"/events/demo/manage/floor?plan=#plan\"";
        assert!(!checklist(&early).to_html().contains(places), "the plan is written");
        setup(&mut early).assigned = 0;
        let html = checklist(&early).to_html();
        let plan = "href=\"/events/demo/manage/assignments/plan\"";
        assert!(html.find(places).is_some_and(|at| html[at..].contains(plan)), "{html}");
        setup(&mut early).placed = 4;
        assert!(!checklist(&early).to_html().contains(places));
    });
}

#[test]
fn a_project_without_a_place_is_named_where_others_have_one() {
    Owner::new().with(|| {
        provide_context(EventHead::default());
        // Before judging opens and while it is open.
        for hours in [2, -1] {
            let mut seen = list(hours);
            setup(&mut seen).placed = 3;
            assert!(is_complete(&seen), "{hours}");
            setup(&mut seen).unplaced = 1;
            let html = checklist(&seen).to_html();
            assert!(html.contains("1 project has no place in the hall."), "{hours}: {html}");
            assert!(html.contains("href=\"/events/demo/manage/floor\""), "{hours}: {html}");
            assert!(!is_complete(&seen), "{hours}");
        }
    });
}

#[test]
fn judges_of_the_first_event_get_cards_of_the_finals() {
    let said = |finals_of: Option<&str>, done| {
        Owner::new().with(|| {
            let finals_of = finals_of.map(|slug| (slug.to_owned(), "First".to_owned()));
            provide_context(EventHead { finals_of, ..EventHead::default() });
            let mut finals = list(-1);
            numbers(&mut finals).counts.done = done;
            checklist(&finals).to_html().contains("need a new card for the finals.")
        })
    };
    assert_eq!([said(Some("first"), 0), said(Some("first"), 1), said(None, 0)], [true, false, false]);
}

#[test]
fn an_event_without_projects_leads_to_their_import() {
    Owner::new().with(|| {
        provide_context(EventHead::default());
        let mut early = list(2);
        let import = "href=\"/events/demo/manage/from-file?what=projects\"";
        assert!(!checklist(&early).to_html().contains(import));
        numbers(&mut early).counts.submitted = 0;
        assert!(checklist(&early).to_html().contains(import));
    });
}

#[test]
fn the_list_goes_on_to_the_ceremony_and_the_thanks() {
    Owner::new().with(|| {
        provide_context(EventHead { prizes: true, ..EventHead::default() });
        let announce = "Announce the winners in the hall before you publish them.";
        let mut closed = list(-3);
        closed.last_run = fresh_run(&closed);
        assert!(checklist(&closed).to_html().contains(announce));
        numbers(&mut closed).prizes_open = 1;
        assert!(!checklist(&closed).to_html().contains(announce));
        numbers(&mut closed).prizes_open = 0;
        closed.at.facts.event.published = true;
        let after = checklist(&closed).to_html();
        assert!(after.contains("Thank judges and teams with a notice.") && !after.contains(announce));
        assert!(!after.contains("winners owe") && is_complete(&closed));
        numbers(&mut closed).prizes_open = 2;
        let without = checklist(&closed).to_html();
        assert!(
            without.contains("2 prizes have no winners. If you confirm winners now, that is a correction"),
            "{without}"
        );
        numbers(&mut closed).prizes_open = 0;
        for (hours, missing, repeats, said) in [
            (1, 2, 0, "2 things that winners owe are missing. Winners have until"),
            (-1, 1, 0, "1 thing that winners owe is missing, and the time for it ended on"),
            (-1, 0, 0, "Make the results final"),
            (1, 0, 1, "1 winner is flagged as a repeat."),
            (-1, 1, 2, "2 winners are flagged as repeats."),
        ] {
            let until = closed.at.now + TimeDelta::hours(hours);
            closed.provisional = Some(ProvisionalWinners { until, missing, repeats });
            let after = checklist(&closed).to_html();
            assert!(after.contains(said) && after.contains("manage/deliberation#duties"), "{after}");
            assert_eq!(after.contains("Make the results final"), (missing, repeats) == (0, 0), "{after}");
            assert_eq!(after.contains("winners owe is missing"), missing == 1, "{after}");
            assert!(!is_complete(&closed));
        }
        assert!(after.contains("Nobody can ask about the results yet."));
        assert!(!after.contains("Nothing is left to do."));
        for (judges, teams, said) in [
            (true, false, "Thank teams with a notice."),
            (false, true, "Thank judges with a notice."),
            (true, true, "Nothing is left to do."),
        ] {
            let mut thanked = closed.clone();
            thanked.provisional = None;
            let set = setup(&mut thanked);
            (set.wrote_to_judges, set.wrote_to_teams, set.takes_questions) = (judges, teams, true);
            assert!(checklist(&thanked).to_html().contains(said), "{said}");
            // With the thanks the evening ends, also where nobody may ask.
            setup(&mut thanked).takes_questions = false;
            let may_ask = !checklist(&thanked).to_html().contains("Nobody can ask about the results yet.");
            assert_eq!(may_ask, judges && teams);
        }
        setup(&mut closed).nobody_free = true;
        let after = checklist(&closed).to_html();
        assert!(
            after.contains("Ask a site admin who takes no part to do it.")
                && !after.contains("Nobody can ask")
        );
        setup(&mut closed).nobody_free = false;
        closed.provisional = None;
        assert!(is_complete(&closed));
        (setup(&mut closed).takes_questions, setup(&mut closed).questions_waiting) = (true, 2);
        assert!(!is_complete(&closed));
        assert!(checklist(&closed).to_html().contains("2 questions about the results wait for an answer."));
        closed.provisional = None;
        assert!(!is_complete(&closed), "a question waits");
    });
}

#[test]
fn nothing_is_complete_between_the_close_and_the_results() {
    let said = |list: &Overview| -> Vec<String> {
        gaps(list).into_iter().flat_map(|(_, missing)| missing).map(|missing| missing.sentence).collect()
    };
    let mut closed = list(-3);
    numbers(&mut closed).prizes_open = 6;
    // The winners are chosen from the ranking.
    let first = ["Judging is over, and no calibration has run yet.", "6 prizes have no winners yet."];
    assert_eq!(said(&closed), first);
    closed.last_run = fresh_run(&closed);
    numbers(&mut closed).counts.pending = 28;
    numbers(&mut closed).panels_unfinished = vec![shared::ids::PrizeId(7)];
    let all = [
        "Some assigned reviews were not submitted.",
        "1 panel waits for orders from panellists.",
        "6 prizes have no winners yet.",
        "Run 2 is ready to be published.",
    ];
    assert_eq!(said(&closed), all);
    // While the community votes, nothing can be published.
    closed.at.facts.event.voting_mode = VotingMode::Code;
    closed.at.facts.event.voting = Window { open: None, close: Some(closed.at.now + TimeDelta::hours(1)) };
    setup(&mut closed).codes = 9;
    let last = said(&closed).pop().unwrap_or_default();
    assert!(last.starts_with("Run 2 can be published once the vote has closed, on "), "{last}");
    closed.at.facts.event.voting.close = Some(closed.at.now);
    assert_eq!(said(&closed), all);
    assert!(!is_complete(&closed));
    closed.at.facts.event.published = true;
    assert!(is_complete(&closed));
}

#[test]
fn where_nobody_is_free_the_way_out_is_one_that_works_then() {
    let said = |list: &Overview| -> String {
        let missing = gaps(list).into_iter().flat_map(|(_, missing)| missing);
        missing.map(|missing| missing.sentence).filter(|said| said.starts_with("Every organizer")).collect()
    };
    Owner::new().with(|| {
        provide_context(EventHead::default());
        let ways_out = [(2, "Invite an organizer"), (-1, "Invite an organizer"), (-3, "Ask a site admin")];
        for (hours, way_out) in ways_out {
            let mut seen = list(hours);
            assert_eq!(said(&seen), "", "{hours}");
            setup(&mut seen).nobody_free = true;
            let sentence = said(&seen);
            assert!(sentence.contains(way_out), "{hours}: {sentence}");
        }
    });
}

#[test]
fn nothing_is_green_below_something_that_waits() {
    for (published, all, others) in [
        (false, "Nothing is missing before judging opens.", "Nothing else is missing before judging opens."),
        (true, "Nothing is left to do.", "Nothing else is left to do."),
    ] {
        Owner::new().with(|| {
            let show = |list: &Overview| {
                provide_context(EventHead { draft: list.at.facts.event.draft, ..EventHead::default() });
                checklist(list).to_html()
            };
            let mut seen = list(2);
            seen.at.facts.event.published = published;
            let set = setup(&mut seen);
            (set.wrote_to_judges, set.wrote_to_teams) = (true, true);
            let green = show(&seen);
            assert!(green.contains(all), "{green}");
            setup(&mut seen).log_alarm = true;
            let html = show(&seen);
            assert!(html.contains(others) && !html.contains(all), "{html}");
            // The draft has to be opened.
            let mut draft = list(2);
            draft.at.facts.event.draft = true;
            let draft = show(&draft);
            assert!(draft.contains("Nothing else is missing before submissions open."), "{draft}");
        });
    }
    // Nobody who may answer is left: somebody has to be asked.
    let mut seen = list(-3);
    seen.at.facts.event.published = true;
    assert!(is_complete(&seen));
    setup(&mut seen).nobody_free = true;
    assert!(!is_complete(&seen));
}
