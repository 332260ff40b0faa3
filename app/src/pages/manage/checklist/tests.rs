//! What the check list says, and when it is complete.

use super::*;
use crate::page_context::PageContext;
use crate::pages::event_head::EventHead;
use chrono::TimeDelta;
use model::checklist::SetupNumbers;
use model::confirmation::WaitingAct;
use model::context::Context;
use model::overview::{EventNumbers, LastRun, OverviewNumbers, ProvisionalWinners};
use model::plan::{ToDeal, UntakenWork, VisitsLeft};
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
    }
}

fn numbers(list: &mut Overview) -> &mut OverviewNumbers {
    Arc::make_mut(&mut list.numbers)
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
        assert_eq!((number, next.map(|(label, _)| label)), (2, Some("Add criteria")));
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
            (-1, 0, 0, "Make the results final."),
            (1, 0, 1, "1 winner is flagged as a repeat."),
            (-1, 1, 2, "2 winners are flagged as repeats."),
        ] {
            let until = closed.at.now + TimeDelta::hours(hours);
            closed.provisional = Some(ProvisionalWinners { until, missing, repeats });
            let after = checklist(&closed).to_html();
            assert!(after.contains(said) && after.contains("manage/deliberation#duties"), "{after}");
            assert_eq!(after.contains("Make the results final."), (missing, repeats) == (0, 0), "{after}");
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
    let counted = numbers(&mut closed);
    (counted.counts.pending, counted.panels_unfinished) = (28, 1);
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

/// What the list says while these numbers are so: the sentences, each with its link.
fn said_with(
    hours: i64,
    change: impl FnOnce(&mut Overview),
) -> Vec<(String, Option<(&'static str, String)>)> {
    let mut seen = list(hours);
    change(&mut seen);
    let missing = gaps(&seen).into_iter().flat_map(|(_, missing)| missing);
    missing.map(|missing| (missing.sentence, missing.link)).collect()
}

/// Checks that the list has this sentence with this link, whose address is below the organizer's pages.
fn has(hours: i64, change: impl FnOnce(&mut Overview), sentence: &str, (label, path): (&str, &str)) {
    let said = said_with(hours, change);
    let link = said.iter().find(|line| line.0 == sentence).and_then(|line| line.1.clone());
    let wanted = format!("/events/demo/manage/{path}");
    assert_eq!(link, Some((label, wanted)), "{sentence}: {said:?}");
}

#[test]
fn a_panel_with_nobody_on_it_is_no_panel_that_gave_too_few_orders() {
    let empty = |ids: &[i64]| ids.iter().map(|id| shared::ids::PrizeId(*id)).collect::<Vec<_>>();
    let choose = |path| ("Choose panellists", path);
    has(
        -3,
        |list| numbers(list).panels_empty = empty(&[7]),
        "1 panel has nobody on it.",
        choose("prizes/7?panel=1#panel"),
    );
    has(
        -3,
        |list| numbers(list).panels_empty = empty(&[7, 8]),
        "2 panels have nobody on them.",
        choose("deliberation"),
    );
    has(
        -3,
        |list| numbers(list).panels_unfinished = 2,
        "2 panels wait for orders from panellists.",
        ("See which", "deliberation"),
    );
    let both = |list: &mut Overview| {
        (numbers(list).panels_empty, numbers(list).panels_unfinished) = (empty(&[7]), 1);
    };
    let of_panels = said_with(-3, both).into_iter().filter(|line| line.0.contains("panel")).count();
    assert_eq!(of_panels, 2);
    assert!(!said_with(-3, |_| {}).iter().any(|line| line.0.contains("panel")));
}

#[test]
fn a_line_of_one_and_a_line_of_several_read_well() {
    let unsent = "people/invitations?state=not_sent";
    for (n, sentence, label) in [
        (1, "1 invitation has no link yet.", "Hand it out"),
        (2, "2 invitations have no link yet.", "Hand them out"),
    ] {
        has(2, |list| setup(list).invitations_unsent = n, sentence, (label, unsent));
    }
    for (n, sentence) in [
        (1, "1 project is flagged as a repeat and no organizer has decided yet."),
        (2, "2 projects are flagged as repeats and no organizer has decided yet."),
    ] {
        has(2, |list| setup(list).undecided = n, sentence, ("Decide", "projects/duplicates"));
    }
    for (n, sentence) in [(1, "1 project is in no track."), (3, "3 projects are in no track.")] {
        let import = ("Import a list with tracks", "from-file?what=projects");
        has(2, |list| setup(list).trackless = n, sentence, import);
    }
    for (n, sentence) in [
        (1, "1 project is submitted, and it is not assigned to a judge."),
        (4, "4 projects are submitted, and none is assigned to a judge."),
    ] {
        let unassigned = |list: &mut Overview| {
            (setup(list).assigned, numbers(list).counts.submitted) = (0, n);
        };
        has(2, unassigned, sentence, ("Assign projects", "assignments/plan"));
    }
    for (names, sentence) in [
        (
            vec!["Jo"],
            "Jo is both a judge and a team member, or invited to be. Nobody can judge their own team.",
        ),
        (
            vec!["Jo", "Wim"],
            "Jo and Wim are both judges and team members, or invited to be. Nobody can judge their own team.",
        ),
    ] {
        let names = names.into_iter().map(str::to_owned).collect();
        let people = ("See the judges", "people?role=judge");
        has(2, |list| setup(list).judging_members = names, sentence, people);
    }
}

#[test]
fn visits_that_do_not_fit_and_reviews_that_nobody_takes_are_said_to_who_takes_no_part() {
    // Judging takes two hours.
    let visits = |each: &[u32]| VisitsLeft { minutes: Some(50), each: each.to_vec() };
    let long = "The visits do not fit: 1 judge has more than the 2 visits that 2\u{a0}h allow.";
    let plan = ("See the longest round", "assignments/plan#time");
    has(2, |list| numbers(list).visits = visits(&[3, 2]), long, plan);
    let none = "The visits do not fit: 1 judge has visits left, but 2\u{a0}h allow none.";
    has(2, |list| numbers(list).visits = VisitsLeft { minutes: Some(150), each: vec![1, 0] }, none, plan);
    let untaken = UntakenWork { full: 2, ..UntakenWork::default() };
    let nobody = "Some missing reviews find no judge who is here: 2 reviews because no other judge has room.";
    let to_deal = ToDeal { reviews: 3, untaken };
    has(-1, |list| numbers(list).to_deal = to_deal, nobody, ("Invite judges", "people?invite=#invite"));
    let lines = |hours, change: fn(&mut Overview)| {
        let both = |list: &mut Overview| {
            (numbers(list).visits, numbers(list).to_deal) = (visits(&[9]), to_deal);
            change(list);
        };
        let said = said_with(hours, both).into_iter();
        said.filter(|line| line.0.starts_with("The visits") || line.0.starts_with("Some missing")).count()
    };
    assert_eq!([2, -1, -3].map(|hours| lines(hours, |_| {})), [1, 2, 0]);
    assert_eq!(lines(-1, |list| list.withheld = Some(Refusal::not_found())), 0);
    assert_eq!(lines(-1, |list| numbers(list).visits.minutes = None), 1, "the event sets no minutes");
    assert_eq!(lines(-1, |list| numbers(list).visits.each = vec![1]), 1);
    assert_eq!(lines(-1, |list| setup(list).judges = 2), 1, "there are too few judges anyway");
}

#[test]
fn a_link_leads_only_where_the_organizer_may_go() {
    let refused = |list: &mut Overview| {
        list.withheld = Some(Refusal::not_found());
        list.last_run = fresh_run(list);
        let counted = numbers(list);
        (counted.counts.pending, counted.prizes_open, counted.panels_unfinished) = (1, 1, 1);
        counted.panels_empty = vec![shared::ids::PrizeId(7)];
    };
    let said = said_with(-3, refused);
    assert_eq!(said.len(), 5, "{said:?}");
    assert!(said.iter().all(|(_, link)| link.is_none()), "{said:?}");
    let unassigned = |list: &mut Overview| {
        list.withheld = Some(Refusal::not_found());
        (setup(list).assigned, setup(list).placed, setup(list).judges) = (0, 4, 0);
    };
    let links: Vec<_> = said_with(2, unassigned).into_iter().map(|(_, link)| link.map(|of| of.0)).collect();
    assert_eq!(links, [Some("Invite judges"), None]);
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
