//! The rules are as they are printed, and what no single rule says holds of all of them.

mod edges;
mod printed;

use super::acts::SubjectKind;
use super::*;
use printed::{ROLES, STATES, Thing, actor, at, cell, event, facts, print, results_cell, standing, things};
use std::collections::BTreeSet;

#[test]
fn the_printed_rules_are_the_rules() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rules.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, print()).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(committed, print(), "docs/rules.txt differs: print it anew and read what changed");
}

#[test]
fn results_published_before_a_late_vote_hide_again() {
    let (event, _) = event("published");
    let facts = Facts { event, ..Facts::default() };
    assert_eq!(results_view(None, &facts, at(3)).unwrap_err().status(), 404);
    let organizer = Facts { standing: standing("organizer"), ..facts };
    assert_eq!(results_view(actor("organizer").as_ref(), &organizer, at(3)), Ok(ResultsView::Published));
    let refusal = decide(act::Publish::ACT, actor("organizer").as_ref(), &organizer, at(3)).unwrap_err();
    assert_eq!(refusal.code(), crate::refusal::Code::VoteOpen);
}

#[test]
fn who_sees_what_is_public_may_read_what_a_visitor_may() {
    let reading = ["ReadProject", "ReadComments", "ReadVotes", "ReadWinners"];
    let acts =
        Act::BY_NOUN.into_iter().flatten().filter(|act| reading.contains(&format!("{act:?}").as_str()));
    let mut compared = 0;
    for act in acts {
        for (what, thing) in things(act.on) {
            for role in ROLES {
                let facts = Facts { standing: standing(role), ..Facts::default() };
                let public = sees_what_is_public(actor(role).as_ref(), &facts);
                assert_eq!(
                    public,
                    !role.starts_with("organizer")
                        && !matches!(role, "own team" | "other team" | "site admin")
                );
                for state in STATES.into_iter().filter(|_| public) {
                    let may = |role| cell(*act, role, state, thing) == "ok";
                    assert_eq!(may(role), may("nobody"), "{act:?}{what}: {role}, {state}");
                    let results = |role| results_cell(role, state);
                    assert_eq!(results(role), results("nobody"), "results: {role}, {state}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > reading.len() * STATES.len() * 5, "{compared}");
}

/// Who is what an organizer of this role is beside that.
fn with_the_same_part(role: &str) -> &'static str {
    match role {
        "organizer who judges" => "judge",
        "organizer on a team" => "own team",
        _ => "stranger",
    }
}

#[test]
fn who_takes_part_touches_reviews_no_more_than_anybody_with_the_same_part() {
    for act in Act::BY_NOUN.into_iter().flatten() {
        let (mut refused, mut allowed) = (Vec::new(), Vec::new());
        for (what, thing) in things(act.on) {
            for role in ROLES.into_iter().filter(|role| role.starts_with("organizer ") || role.contains(','))
            {
                // A draft has no review yet.
                for state in STATES.into_iter().take_while(|state| *state != "provisional").skip(1) {
                    let ok = |role| cell(*act, role, state, thing) == "ok";
                    let cell = format!("{act:?}{what}, {role}, {state}");
                    if ok(role) && !ok(with_the_same_part(role)) {
                        allowed.push(cell);
                    } else if ok("organizer") && !ok(role) {
                        refused.push(cell);
                    }
                }
            }
        }
        match act.on_reviews {
            OnReviews::No => {}
            OnReviews::Yes => assert_eq!(allowed, Vec::<String>::new()),
            // The words name cases, so there are both.
            OnReviews::Partly(cases) => {
                assert!(
                    !refused.is_empty() && !allowed.is_empty(),
                    "{act:?} {cases}: {refused:?} {allowed:?}"
                );
            }
        }
    }
}

/// Acts that organizers who take part may do once winners are public and provisional, though not before, each with the reason why it
/// cannot change who wins.
const BEFORE_FINAL: &[(&str, &str)] = &[
    (
        "RemovePicture",
        "Nobody scores by pictures any more: reviews can change only if a window is opened again.",
    ),
    ("ReadAssignments", "Reads."),
    ("WatchBoard", "Reads."),
    ("ReadConflicts", "Reads."),
    ("ReadReview", "Reads."),
    ("ReadFeedback", "Reads."),
    ("ChooseFeedback", "Says what teams read."),
    ("ReadFirstThree", "Reads."),
    ("Calibrate", "A run counts once it is published."),
    ("PublishOpenData", "Says what was published."),
    ("ReadJudgeRecord", "Reads."),
    ("PrintJudgeSheets", "Reads."),
    ("PostToJudges", "Judges decide nothing any more."),
    ("ManageJudgingWebhooks", "Reads."),
    ("AwardPrizes", "Reads. Winners that are public change by a publication, which is an act of its own."),
    ("HoldCeremony", "Shows."),
    ("Deliberate", "Reads, and remarks."),
    ("MakeFinals", "Another event."),
    ("ExportScores", "Reads."),
    ("ReadAudit", "Reads."),
    ("SeeKeeping", "Reads."),
    ("SetJudgeLimits", "Nothing is dealt any more."),
];

#[test]
fn who_takes_part_changes_no_provisional_winner() {
    let mut allowed = BTreeSet::new();
    for act in Act::BY_NOUN.into_iter().flatten().filter(|act| act.on_reviews == OnReviews::Yes) {
        for (_, thing) in things(act.on) {
            for role in ROLES.into_iter().filter(|role| role.starts_with("organizer ") || role.contains(','))
            {
                let ok = |role| cell(*act, role, "provisional", thing) == "ok";
                if ok(role) && !ok(with_the_same_part(role)) {
                    allowed.insert(act.name);
                }
            }
        }
    }
    assert_eq!(allowed, BEFORE_FINAL.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>());
    assert!(BEFORE_FINAL.iter().all(|(_, why)| !why.is_empty()));
    let named = |name: &str| *Act::BY_NOUN.into_iter().flatten().find(|act| act.name == name).unwrap();
    for name in [
        "Publish", "FlagDuplicate", "LookAtEvidence", "MoveWindows", "EditTracks", "ChoosePanel",
        "ForgetEvent",
    ] {
        for (_, thing) in things(named(name).on).into_iter().take(2) {
            assert_eq!(cell(named(name), "organizer on a team", "provisional", thing), "403", "{name}");
        }
    }
}

#[test]
fn a_draft_is_its_organizers_alone() {
    let outside = [SubjectKind::Site, SubjectKind::NewPortal, SubjectKind::NewEvent];
    let mut asked = 0;
    for act in Act::BY_NOUN.into_iter().flatten().filter(|act| !outside.contains(&act.on)) {
        for (what, thing) in things(act.on) {
            for role in ROLES {
                let answer = cell(*act, role, "draft", thing);
                let of = format!("{act:?}{what}, {role}: {answer}");
                asked += 1;
                match act.on {
                    // No link changes the roles of an organizer who takes part.
                    SubjectKind::Link if role.starts_with("organizer") && role != "organizer" => {
                        assert!(["403", "409"].contains(&answer.as_str()), "{of}");
                    }
                    // Who prepares the draft with others comes in, and nobody else.
                    SubjectKind::Link => {
                        let organizes = act.name == "AnswerInvitation" && what == ": of an organizer";
                        assert_eq!(answer, if organizes { "ok" } else { "409" }, "{of}");
                    }
                    _ if role.starts_with("organizer") || role == "site admin" => {
                        assert!(answer != "404" || cell(*act, role, "before", thing) == "404", "{of}");
                    }
                    _ => assert!(answer == "404" || (answer == "401" && role == "nobody"), "{of}"),
                }
                // What has a window waits for the opening.
                let has_window =
                    ["SaveReview", "CreateProject", "CastBallot", "CastByCode", "GiveFirstThree"];
                assert!(!has_window.contains(&act.name) || answer != "ok", "{of}");
            }
        }
    }
    assert!(asked > 1000, "{asked}");
}

#[test]
fn an_event_that_asks_for_a_passkey_is_closed_to_organizers_without_one() {
    let outside = [SubjectKind::Site, SubjectKind::NewPortal, SubjectKind::NewEvent];
    // A way out, and what everybody with a part in the event has.
    let left = ["StopOrganizing", "RaiseQuestion"];
    let mut closed = 0;
    for act in Act::BY_NOUN.into_iter().flatten().filter(|act| !outside.contains(&act.on)) {
        for (what, thing) in things(act.on) {
            // Who organizes a draft may know that it is there.
            for state in STATES.into_iter().filter(|state| *state != "draft") {
                for role in ["organizer", "site admin"] {
                    let ok = |role, locked| cell(*act, role, state, Thing { locked, ..thing }) == "ok";
                    let others = ok("stranger", false) || left.contains(&act.name);
                    assert!(!ok(role, true) || others, "{act:?}{what}, {role}, {state}");
                    closed += usize::from(ok(role, false) && !ok(role, true));
                }
            }
        }
    }
    assert!(closed > 200, "{closed}");
}

#[test]
fn no_part_that_somebody_took_ends_before_publication() {
    for role in ROLES.into_iter().filter(|role| role.starts_with("organizer ") || role.contains(',')) {
        let (facts, now) = facts(role, "judging", Thing::default());
        assert!(facts.takes_part(), "{role}");
        let scores = decide(act::ExportScores::ACT, actor(role).as_ref(), &facts, now);
        assert_eq!(scores.unwrap_err().code(), crate::refusal::Code::Conflicted, "{role}");
    }
}
