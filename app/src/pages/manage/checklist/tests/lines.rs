//! What single lines say, and where their links lead.

use super::*;
use model::plan::{ToDeal, VisitsLeft};
use shared::board::ForAll;
use shared::planner::UntakenWork;

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
    let prizes = |ids: &[i64]| ids.iter().map(|id| shared::ids::PrizeId(*id)).collect::<Vec<_>>();
    let (one, all) = ("prizes/7?panel=1#panel", "deliberation#needs");
    for (ids, sentence, page) in
        [(&[7][..], "1 panel has nobody on it.", one), (&[7, 8][..], "2 panels have nobody on them.", all)]
    {
        has(-3, |list| numbers(list).panels_empty = prizes(ids), sentence, ("Choose panellists", page));
    }
    for (ids, sentence, link) in [
        (&[7][..], "1 panel waits for orders from panellists.", ("See the panel", one)),
        (&[7, 8][..], "2 panels wait for orders from panellists.", ("See which", all)),
    ] {
        has(-3, |list| numbers(list).panels_unfinished = prizes(ids), sentence, link);
    }
    let both = |list: &mut Overview| {
        (numbers(list).panels_empty, numbers(list).panels_unfinished) = (prizes(&[7]), prizes(&[8]));
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
        (1, "1 pair of judge and project looks like a conflict of interest."),
        (2, "2 pairs of judge and project look like a conflict of interest."),
    ] {
        let pairs = |list: &mut Overview| numbers(list).suggested_conflicts = n;
        has(2, pairs, sentence, ("Settle them", "assignments?conflicts="));
        has(-1, pairs, sentence, ("Settle them", "assignments?conflicts="));
        let taking_part = |list: &mut Overview| {
            pairs(list);
            list.withheld = Some(Refusal::not_found());
        };
        assert!(said_with(2, taking_part).is_empty(), "who takes part may not read them");
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
fn a_prize_by_vote_needs_a_vote() {
    for (n, sentence) in [
        (1, "1 prize goes to the most community votes, and this event has no vote."),
        (2, "2 prizes go to the most community votes, and this event has no vote."),
    ] {
        let link = ("Choose how people vote", "settings#voting_mode");
        has(2, |list| numbers(list).prizes_by_vote = n, sentence, link);
    }
    let with_a_vote = |list: &mut Overview| {
        numbers(list).prizes_by_vote = 1;
        list.at.facts.event.voting_mode = VotingMode::Account;
    };
    assert!(said_with(2, with_a_vote).iter().all(|line| !line.0.contains("has no vote")));
}

#[test]
fn visits_that_do_not_fit_and_reviews_that_nobody_takes_are_said_to_who_takes_no_part() {
    // Judging takes two hours.
    let visits = |each: &[u32]| VisitsLeft { minutes: Some(50), each: each.to_vec() };
    let long = "The visits do not fit: 1 judge has more than the 2 visits that 2\u{a0}h allow.";
    let plan = ("See the longest round", "assignments/plan#time");
    has(2, |list| work(list).visits = visits(&[3, 2]), long, plan);
    let none = "The visits do not fit: 1 judge has visits left, but 2\u{a0}h allow none.";
    has(2, |list| work(list).visits = VisitsLeft { minutes: Some(150), each: vec![1, 0] }, none, plan);
    let untaken = UntakenWork { full: 2, ..UntakenWork::default() };
    let nobody = "Some missing reviews find no judge who is here: 2 reviews because no other judge has room.";
    let to_deal = vec![(ForAll::DealOut, ToDeal { reviews: 3, untaken })];
    has(-1, |list| work(list).to_deal = to_deal.clone(), nobody, ("Invite judges", "people?invite=#invite"));
    let lines = |hours, change: fn(&mut Overview)| {
        let both = |list: &mut Overview| {
            (work(list).visits, work(list).to_deal) = (visits(&[9]), to_deal.clone());
            change(list);
        };
        let said = said_with(hours, both).into_iter();
        said.filter(|line| line.0.starts_with("The visits") || line.0.starts_with("Some missing")).count()
    };
    assert_eq!([2, -1, -3].map(|hours| lines(hours, |_| {})), [1, 2, 0]);
    assert_eq!(lines(-1, |list| list.withheld = Some(Refusal::not_found())), 0);
    assert_eq!(lines(-1, |list| work(list).visits.minutes = None), 1, "the event sets no minutes");
    assert_eq!(lines(-1, |list| work(list).visits.each = vec![1]), 1);
    assert_eq!(lines(-1, |list| setup(list).judges = 2), 1, "there are too few judges anyway");
}

#[test]
fn a_link_leads_only_where_the_organizer_may_go() {
    let refused = |list: &mut Overview| {
        list.withheld = Some(Refusal::not_found());
        list.last_run = fresh_run(list);
        let counted = numbers(list);
        (counted.counts.pending, counted.prizes_open) = (1, 1);
        counted.panels_empty = vec![shared::ids::PrizeId(7)];
        counted.panels_unfinished = vec![shared::ids::PrizeId(8)];
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
