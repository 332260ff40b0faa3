//! What the table's columns leave out: events that were forgotten, the demo's people, what an event switches off, and moments that are
//! a bound themselves.

use super::printed::{Task, outlives_forgetting};
use super::*;
use crate::feedback::FeedbackChoice;
use crate::form_question::ShownTo;
use crate::ids::{EventId, PersonId, PrizeId, ProjectId, TeamId};
use crate::invitation::MemberRole;
use crate::refusal::{Code, Reason};
use crate::rules::{UNPUBLISHED_KEPT, answers_seen, forget_from};
use crate::window::{Stage, Window};
use chrono::{DateTime, TimeDelta, Utc};

/// Asks the rule of an act, after a change to what the table knows.
fn asked(
    act: Act,
    (role, state): (&str, &str),
    thing: Thing,
    change: impl FnOnce(&mut Facts),
) -> Result<(), Reason> {
    let (mut facts, now) = facts(role, state, thing);
    change(&mut facts);
    decide(act, actor(role).as_ref(), &facts, now).map_err(|refusal| refusal.reason)
}

/// As [`asked`], of one of the demo's people.
fn asked_by_demo(act: Act, state: &str, thing: Thing, change: impl FnOnce(&mut Facts)) -> Result<(), Reason> {
    let (mut facts, now) = facts("stranger", state, thing);
    change(&mut facts);
    let person = Actor { person: PersonId(1), staff: false, confirmed: true, demo: true, passkey: true };
    decide(act, Some(&person), &facts, now).map_err(|refusal| refusal.reason)
}

fn submitted() -> Thing {
    let project = ProjectFacts { id: ProjectId(1), team: TeamId(1), submitted: true, withdrawn: false };
    Thing { project: Some(project), ..Thing::default() }
}

fn task() -> Thing {
    let task = Task { status: AssignmentStatus::Pending, voided: false, of_another: false };
    Thing { task: Some(task), ..submitted() }
}

/// What ends with the personal data of an event: nothing that people say or do enters it any more.
const END_WITH_FORGETTING: &[&str] = &[
    "AddPrize", "AnswerEvidence", "AnswerQuestions", "AskForPrizes", "AskSecondOrganizer", "Assign",
    "CallForHelp", "CastBallot", "CastByCode", "ChangeRubric", "ChooseFeedback", "ChooseForgetDay",
    "ChoosePanel", "CorrectProject", "CreateProject", "CreateTeam", "DecideConfirmation", "DecideGuest",
    "DecidePrizeTerms", "DeclareConflict", "DeclareOwnConflict", "DeclareParts", "DropSecondOrganizer",
    "EditCriteria", "EditEvent", "EditProject", "EditTracks", "EnterReview", "EnterReviews", "FlagDuplicate",
    "FlagProject", "ForgetEvent", "GiveFirstThree", "GiveMoreTime", "GrantRole", "ImportProjects", "Invite",
    "InviteToTeam", "JoinTeam", "KeepCalendar", "LeaveTeam", "LookAtEvidence", "MakeFinals", "ManageCodes",
    "ManageGuestLink", "ManagePrizes", "MarkVisit", "MoveProjects", "MoveWindows", "OpenEvent",
    "PlanAssignments", "PostComment", "Publish", "PublishOpenData", "PullProject", "RaiseQuestion",
    "RankForPrize", "Recuse", "Reinstate", "RemoveJudge", "RemovePicture", "RenameTeam", "RestoreProject",
    "RestoreReview", "SaveNote", "SaveReview", "SendInvitation", "SetContact", "SetJudgeLimits",
    "SettleDuties", "TakeOffTeam", "Unassign", "VoidReview", "WithdrawProject",
];

/// What goes on in such an event, and why. `docs/rules.txt` prints the names.
const GO_ON: &[(&str, &str)] = &[
    ("Administer", "Of the site."),
    ("AnswerCall", "Reads. Calls are gone, and the table takes none."),
    ("AnswerInvitation", "Invitations are gone, so no link leads there."),
    ("AwardPrizes", "Reads. The decision is a row of a table that takes none."),
    ("Calibrate", "Reads. A run is a row of a table that takes none."),
    ("CreateEvent", "Another event."),
    ("Deliberate", "Reads. Remarks are gone, and the table takes none."),
    ("EnterAsGuest", "The link is gone."),
    ("Export", "Reads."),
    ("ExportScores", "Reads."),
    ("HoldCeremony", "Shows what was decided."),
    ("ImportBundle", "Another event."),
    ("MakeFirstAccount", "Of the site."),
    ("Manage", "Reads."),
    ("ManageAccounts", "Of the site."),
    ("ManageJudgingWebhooks", "An organizer's own, who stays."),
    ("ManageWebhooks", "An organizer's own, who stays."),
    ("MarkNotice", "Notices are gone."),
    ("MergeAccounts", "Nobody’s account is in it any more."),
    ("OpenInvitationMail", "Mails are gone."),
    ("PostNotice", "Reads. The table takes none."),
    ("PostToJudges", "Reads. The table takes none."),
    ("PrintJudgeSheets", "Reads."),
    ("ReadAssignment", "Reads."),
    ("ReadAssignments", "Reads."),
    ("ReadAudit", "Reads."),
    ("ReadBallot", "Reads."),
    ("ReadComments", "Reads."),
    ("ReadConflicts", "Reads."),
    ("ReadEvidence", "Reads."),
    ("ReadFeedback", "Reads."),
    ("ReadFirstThree", "Reads."),
    ("ReadFlags", "Reads."),
    ("ReadJudgeRecord", "Reads."),
    ("ReadMail", "Of the site."),
    ("ReadOwnConflicts", "Reads."),
    ("ReadOwnJudgeRecord", "Reads."),
    ("ReadParticipantRecord", "Reads."),
    ("ReadProject", "Reads."),
    ("ReadReview", "Reads."),
    ("ReadVotes", "Reads."),
    ("ReadWinners", "Reads."),
    ("RemoveComment", "Takes something away."),
    ("RemoveMember", "Takes somebody away."),
    ("RemovePicture", "Takes something away."),
    ("RequirePasskeys", "Guards the record."),
    ("SeeConfirmations", "Reads."),
    ("SeeKeeping", "Reads."),
    ("SeeOwnFirstThree", "Reads."),
    ("SeeOwnVisits", "Reads."),
    ("SeePanel", "Reads."),
    ("SeePeople", "Reads."),
    ("SeeVote", "Reads."),
    ("StopOrganizing", "Takes somebody away."),
    ("WatchBoard", "Reads."),
    ("WithdrawInvitation", "Takes something away."),
];

#[test]
fn nothing_enters_an_event_that_was_forgotten() {
    let mut ended = BTreeSet::new();
    for act in Act::BY_NOUN.into_iter().flatten() {
        for (what, thing) in things(act.on) {
            for role in ROLES {
                for state in STATES {
                    let (mut facts, now) = facts(role, state, thing);
                    if decide(*act, actor(role).as_ref(), &facts, now).is_err() {
                        continue;
                    }
                    facts.event.forgotten_at = Some(now);
                    if let Err(refusal) = decide(*act, actor(role).as_ref(), &facts, now) {
                        assert_eq!(refusal.code(), Code::Forgotten, "{act:?}{what}: {role}, {state}");
                        ended.insert(act.name);
                    }
                }
            }
        }
    }
    assert_eq!(ended, END_WITH_FORGETTING.iter().copied().collect::<BTreeSet<_>>());
    let goes_on: BTreeSet<&str> = Act::BY_NOUN
        .into_iter()
        .flatten()
        .filter(|act| outlives_forgetting(**act))
        .map(|act| act.name)
        .collect();
    assert_eq!(goes_on, GO_ON.iter().map(|(act, _)| *act).collect::<BTreeSet<_>>());
    // A team's window is over. Organizers remove a picture of people at any time.
    assert_eq!(ended.intersection(&goes_on).copied().collect::<Vec<_>>(), ["RemovePicture"]);
}

#[test]
fn the_demos_people_bring_something_only_into_the_demo_and_where_they_have_a_role() {
    let comment =
        |change: fn(&mut Facts)| asked_by_demo(act::PostComment::ACT, "before", submitted(), change);
    assert_eq!(comment(|_| ()), Err(Reason::DemoOnly));
    let has_a_place: [fn(&mut Facts); 4] = [
        |facts| facts.event.demo = true,
        |facts| facts.standing.organizer = true,
        |facts| facts.standing.judge = true,
        |facts| facts.standing.participant = true,
    ];
    for change in has_a_place {
        assert_eq!(comment(change), Ok(()));
    }
    let by_link = things(SubjectKind::Link).pop().map(|(_, thing)| thing).unwrap();
    let none = Thing::default();
    for (act, state, thing) in [
        (act::CastBallot::ACT, "voting", none),
        (act::CreateTeam::ACT, "submitting", none),
        (act::JoinTeam::ACT, "submitting", none),
        (act::AnswerInvitation::ACT, "judging", by_link),
        (act::EnterAsGuest::ACT, "judging", by_link),
    ] {
        assert_eq!(asked_by_demo(act, state, thing, |_| ()), Err(Reason::DemoOnly), "{act:?}");
        assert_eq!(asked(act, ("stranger", state), thing, |_| ()), Ok(()), "{act:?} of anybody else");
    }
    let anybody = |facts: &mut Facts| facts.portal.anyone_creates = true;
    assert_eq!(asked_by_demo(act::CreateEvent::ACT, "before", none, anybody), Err(Reason::DemoOnly));
}

#[test]
fn whoever_is_named_on_a_team_makes_no_ballots_for_it() {
    let by_codes = Thing { by_codes: true, ..Thing::default() };
    let make = |role| asked(act::ManageCodes::ACT, (role, "voting"), by_codes, |_| ());
    for role in ["organizer on a team", "organizer, left a team", "organizer, invited"] {
        assert_eq!(make(role), Err(Reason::CodesAndTeam), "{role}");
    }
    assert_eq!(make("organizer"), Ok(()));
}

#[test]
fn who_takes_part_takes_the_role_from_no_other_organizer() {
    let take = |(role, state), own, nobody_free| {
        let of = RoleFacts { role: MemberRole::Organizer, own, of_organizer: true, nobody_free, team: None };
        let thing = Thing { role: Some(of), ..Thing::default() };
        asked(act::RemoveMember::ACT, (role, state), thing, |_| ())
    };
    for role in ["organizer on a team", "organizer, judged", "organizer, invited"] {
        for state in ["before", "judging", "provisional"] {
            for nobody_free in [false, true] {
                let refused = take((role, state), false, nobody_free);
                assert!(matches!(refused, Err(Reason::Conflicted { .. })), "{role}, {state}");
            }
            assert_eq!(take((role, state), true, false), Ok(()), "{role}, {state}");
        }
        assert_eq!(take((role, "published"), false, false), Ok(()), "{role}");
    }
    assert_eq!(take(("organizer", "judging"), false, false), Ok(()));
}

#[test]
fn a_link_gives_who_organizes_and_takes_part_no_other_role() {
    let link = |change: fn(&mut Facts)| {
        let thing = things(SubjectKind::Link).pop().map(|(_, thing)| thing).unwrap();
        asked(act::AnswerInvitation::ACT, ("organizer, invited", "judging"), thing, change)
    };
    assert!(matches!(link(|_| ()), Err(Reason::Conflicted { .. })));
    // But the place on the team that the invitation named them on already.
    assert_eq!(link(|facts| facts.role.iter_mut().for_each(|role| role.team = Some(TeamId(1)))), Ok(()));
    assert!(link(|facts| facts.role.iter_mut().for_each(|role| role.team = Some(TeamId(2)))).is_err());
}

#[test]
fn without_evidence_nobody_flags_answers_or_looks() {
    for (act, role, thing) in [
        (act::LookAtEvidence::ACT, "organizer", submitted()),
        (act::FlagProject::ACT, "judge", task()),
        (act::AnswerEvidence::ACT, "own team", submitted()),
    ] {
        assert_eq!(asked(act, (role, "judging"), thing, |_| ()), Ok(()), "{act:?}");
        let off = asked(act, (role, "judging"), thing, |facts| facts.event.evidence = false);
        assert!(matches!(off, Err(Reason::EvidenceOff { .. })), "{act:?}: {off:?}");
    }
}

#[test]
fn without_first_three_nobody_gives_or_sees_them() {
    for act in [act::SeeOwnFirstThree::ACT, act::GiveFirstThree::ACT] {
        let ask =
            |asks| asked(act, ("judge", "judging"), Thing::default(), |facts| facts.event.first_three = asks);
        assert_eq!((ask(true), ask(false)), (Ok(()), Err(Reason::NotFound)), "{act:?}");
    }
}

#[test]
fn a_team_that_is_told_nothing_has_no_feedback_to_read() {
    let read = |comments, criteria| {
        asked(act::ReadFeedback::ACT, ("own team", "published"), submitted(), |facts| {
            facts.event.feedback = FeedbackChoice { comments, criteria };
        })
    };
    assert_eq!([read(true, false), read(false, true)], [Ok(()), Ok(())]);
    assert_eq!(read(false, false), Err(Reason::NotFound));
}

#[test]
fn questions_are_taken_until_their_day_and_no_longer() {
    let raise = |until: fn(DateTime<Utc>) -> Option<DateTime<Utc>>| {
        let (_, now) = event("published");
        asked(act::RaiseQuestion::ACT, ("own team", "published"), Thing::default(), |facts| {
            facts.event.questions_until = until(now);
        })
    };
    assert_eq!(raise(|now| Some(now + TimeDelta::seconds(1))), Ok(()));
    for closed in [raise(Some), raise(|_| None)] {
        assert!(matches!(closed, Err(Reason::QuestionsClosed { .. })), "{closed:?}");
    }
}

#[test]
fn an_event_is_forgotten_from_its_last_close_on_and_later_where_nothing_was_published() {
    let (published, _) = event("published");
    let unpublished = EventFacts { published: false, ..published.clone() };
    let no_vote = EventFacts { voting_mode: VotingMode::Off, ..published.clone() };
    let from = |event: &EventFacts| forget_from(event, None).map_err(|refusal| refusal.reason);
    assert_eq!(from(&published), Ok(at(4)));
    assert_eq!(from(&unpublished), Ok(at(4) + UNPUBLISHED_KEPT));
    let provisional = EventFacts { provisional: true, ..published.clone() };
    assert_eq!(from(&provisional), Ok(at(4) + UNPUBLISHED_KEPT), "no final publication could follow");
    assert_eq!(from(&no_vote), Ok(at(3)), "a window without a vote has no effect");
    let endless = Window { open: None, close: None };
    assert_eq!(from(&EventFacts { voting: endless, ..no_vote }), Ok(at(3)));
    for (stage, event) in [
        (Stage::Submissions, EventFacts { submissions: endless, ..published.clone() }),
        (Stage::Judging, EventFacts { judging: endless, ..published.clone() }),
        (Stage::Voting, EventFacts { voting: endless, ..published.clone() }),
    ] {
        assert_eq!(from(&event), Err(Reason::ForgetNoClose { stage }));
    }
    assert_eq!(forget_from(&published, Some(at(9))).unwrap(), at(9), "questions come first");
    assert_eq!(forget_from(&published, Some(at(1))).unwrap(), at(4));
    let (facts, _) = facts("organizer", "published", Thing::default());
    let forget = |now| decide(act::ForgetEvent::ACT, actor("organizer").as_ref(), &facts, now);
    assert!(forget(at(4)).is_ok());
    let early = forget(at(4) - TimeDelta::seconds(1)).unwrap_err();
    assert_eq!(early.reason, Reason::ForgetTooEarly { from: at(4) });
}

#[test]
fn a_day_of_forgetting_that_has_come_is_not_moved() {
    let choose = |on: fn(DateTime<Utc>) -> DateTime<Utc>| {
        let (_, now) = event("published");
        asked(act::ChooseForgetDay::ACT, ("organizer", "published"), Thing::default(), |facts| {
            facts.event.forget_on = Some(on(now));
        })
    };
    assert_eq!(choose(|now| now + TimeDelta::seconds(1)), Ok(()));
    assert_eq!(choose(|now| now), Err(Reason::ForgetDayCame));
    assert_eq!(choose(|now| now - TimeDelta::seconds(1)), Err(Reason::ForgetDayCame));
}

#[test]
fn who_takes_part_moves_a_window_only_where_that_gives_nobody_anything() {
    let moves = |state, stage, change: fn(&mut Facts)| {
        let thing = Thing { stage: Some(stage), ..Thing::default() };
        asked(act::MoveWindows::ACT, ("organizer on a team", state), thing, change).is_ok()
    };
    assert!(!moves("closed", Stage::Voting, |_| ()));
    let no_vote = |facts: &mut Facts| facts.event.voting_mode = VotingMode::Off;
    assert!(moves("closed", Stage::Voting, no_vote), "without a vote the window has no effect");
    assert!(!moves("closed", Stage::Judging, no_vote));
    let no_opening = |facts: &mut Facts| facts.event.judging.open = None;
    assert!(moves("draft", Stage::Judging, no_opening), "it opens with its event");
    assert!(!moves("before", Stage::Judging, no_opening), "it is open");
}

#[test]
fn an_invitation_to_a_panel_works_until_its_prize_is_awarded() {
    let answer = |awarded| {
        let prize = PrizeFacts { id: PrizeId(1), on_panel: false, awarded };
        let thing = Thing { prize: Some(prize), ..Thing::default() };
        let by_demo = asked_by_demo(act::AnswerInvitation::ACT, "closed", thing, |_| ());
        (asked(act::AnswerInvitation::ACT, ("stranger", "closed"), thing, |_| ()), by_demo)
    };
    assert_eq!(answer(false), (Ok(()), Err(Reason::DemoOnly)), "judging has closed, and the panel meets");
    assert_eq!(answer(true), (Err(Reason::NotFound), Err(Reason::NotFound)));
}

#[test]
fn whoever_has_an_assignment_steps_aside_as_a_judge_does() {
    // Taken off the event's judges, with nothing that says so any more.
    let mine =
        |facts: &mut Facts| facts.assignment = facts.assignment.map(|a| AssignmentFacts { mine: true, ..a });
    assert_eq!(asked(act::Recuse::ACT, ("stranger", "judging"), task(), mine), Ok(()));
    assert_eq!(asked(act::Recuse::ACT, ("stranger", "judging"), task(), |_| ()), Err(Reason::NotFound));
}

#[test]
fn who_is_recused_is_told_what_ended_the_assignment() {
    let (no, yes) = (false, true);
    for (ended_with_project, voided, taken_off, why, already) in [
        (yes, no, no, Reason::Withdrawn, Reason::Withdrawn),
        (yes, yes, no, Reason::Withdrawn, Reason::Withdrawn),
        (no, yes, no, Reason::Voided, Reason::Voided),
        (no, no, yes, Reason::TakenOff, Reason::RecusedAlready),
        (no, no, no, Reason::RecusedSelf, Reason::RecusedAlready),
    ] {
        let status = AssignmentStatus::Recused;
        let told = |act, role| {
            asked(act, (role, "judging"), task(), |facts| {
                let of = |a| AssignmentFacts { status, ended_with_project, voided, taken_off, ..a };
                facts.assignment = facts.assignment.map(of);
            })
        };
        for act in [act::SaveReview::ACT, act::MarkVisit::ACT] {
            assert_eq!(told(act, "judge"), Err(why.clone()), "{act:?}");
        }
        assert_eq!(told(act::Recuse::ACT, "judge"), Err(already.clone()));
        for act in [act::Recuse::ACT, act::EnterReview::ACT, act::Unassign::ACT] {
            assert_eq!(told(act, "organizer"), Err(already.clone()), "{act:?}");
        }
    }
}

/// The same, where all that a save of a review does not read is otherwise.
fn otherwise(facts: &Facts) -> Facts {
    let Facts { event, standing, assignment, .. } = facts;
    let event = EventFacts {
        submissions: Window::default(),
        voting: Window::default(),
        voting_mode: VotingMode::Off,
        published: !event.published,
        provisional: !event.provisional,
        reviewed: !event.reviewed,
        demo: true,
        blind: true,
        organizers_need_passkey: true,
        ..event.clone()
    };
    let standing = Standing {
        team: standing.team.is_none().then_some(TeamId(1)),
        past: PastPart { judged: !standing.past.judged, on_team: !standing.past.on_team },
        knows_teams: true,
        ..*standing
    };
    let (ties, knows) = (vec![TeamId(1), TeamId(2)], vec![ProjectId(1)]);
    Facts { event, standing, assignment: *assignment, ties, knows, ..Facts::default() }
}

#[test]
fn a_save_looks_at_nothing_that_it_does_not_read() {
    let save = act::SaveReview::ACT;
    let mut answers = BTreeSet::new();
    for (what, thing) in things(save.on) {
        for (role, state) in ROLES.into_iter().flat_map(|role| STATES.map(|state| (role, state))) {
            for is_forgotten in [false, true] {
                let (mut facts, now) = facts(role, state, thing);
                facts.event.forgotten_at = is_forgotten.then_some(now);
                let EventFacts { name, draft, judging, forgotten_at, counts_looks, .. } = facts.event.clone();
                let Standing { organizer, judge, participant, .. } = facts.standing;
                let id = EventId(1);
                let read = SaveFacts {
                    id,
                    name,
                    draft,
                    judging,
                    forgotten_at,
                    counts_looks,
                    organizer,
                    judge,
                    participant,
                };
                let read = Facts { assignment: facts.assignment, ..read.into() };
                for passkey in [false, true] {
                    let actor = actor(role).map(|actor| Actor { passkey, ..actor });
                    let answer = |facts: &Facts| {
                        decide(save, actor.as_ref(), facts, now).map_err(|refusal| refusal.reason)
                    };
                    let wanted = answer(&read);
                    assert_eq!(wanted, answer(&facts), "{what}, {role}, {state}");
                    assert_eq!(wanted, answer(&otherwise(&facts)), "{what}, {role}, {state}, otherwise");
                    answers.insert(format!("{wanted:?}"));
                }
            }
        }
    }
    assert!(answers.len() > 5, "{answers:?}");
}

#[test]
fn a_team_and_organizers_read_all_of_its_answers_and_judges_some() {
    let seen = |role| {
        let facts = Facts { standing: standing(role), ..Facts::default() };
        answers_seen(actor(role).as_ref(), &facts, TeamId(1))
    };
    let wanted: [(&[&str], ShownTo); 3] = [
        (&["own team", "organizer", "organizer who judges", "site admin"], ShownTo::Organizers),
        (&["judge"], ShownTo::Judges),
        (&["nobody", "stranger", "no team", "other team"], ShownTo::All),
    ];
    for (roles, shown) in wanted {
        for role in roles {
            assert_eq!(seen(role), shown, "{role}");
        }
    }
}

#[test]
fn lists_leave_out_every_team_of_an_organizer_until_publication() {
    let left_out = |ties: &[TeamId], published| {
        let event = EventFacts { published, ..EventFacts::default() };
        Facts { event, ties: ties.to_vec(), ..Facts::default() }.teams_left_out().to_vec()
    };
    let both = [TeamId(1), TeamId(2)];
    assert_eq!(left_out(&both, false), both);
    assert_eq!(left_out(&[], false), []);
    assert_eq!(left_out(&both, true), []);
}
