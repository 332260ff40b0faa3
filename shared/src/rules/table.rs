//! Prints the rules as a table: act × role × state of the event.

use super::acts::SubjectKind;
use super::*;
use crate::feedback::FeedbackChoice;
use crate::ids::{AssignmentId, CommentId, EventId, PersonId, PrizeId, ProjectId, TeamId};
use crate::invitation::MemberRole;
use crate::window::{Stage, Window};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;
use std::fmt::Write;

mod beside;

/// Roles of the table's rows.
const ROLES: [&str; 14] = [
    "nobody",
    "unconfirmed",
    "stranger",
    "no team",
    "own team",
    "other team",
    "judge",
    "organizer",
    "organizer who judges",
    "organizer on a team",
    "organizer, left a team",
    "organizer, judged",
    "organizer, invited",
    "site admin",
];
/// States of the table's columns.
const STATES: [&str; 8] =
    ["draft", "before", "submitting", "judging", "voting", "closed", "provisional", "published"];
const STATUSES: [AssignmentStatus; 3] =
    [AssignmentStatus::Pending, AssignmentStatus::Done, AssignmentStatus::Recused];

fn at(hour: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000 + hour * 3600, 0).unwrap()
}

fn hours(open: i64, close: i64) -> Window {
    Window { open: Some(at(open)), close: Some(at(close)) }
}

fn actor(role: &str) -> Option<Actor> {
    let confirmed = role != "unconfirmed";
    (role != "nobody").then_some(Actor {
        person: PersonId(1),
        staff: role == "site admin",
        confirmed,
        demo: false,
        passkey: true,
    })
}

fn standing(role: &str) -> Standing {
    Standing {
        organizer: role.starts_with("organizer"),
        judge: role == "judge" || role == "organizer who judges",
        participant: role.ends_with("team") && role != "organizer, left a team",
        team: match role {
            "own team" | "organizer on a team" => Some(TeamId(1)),
            "other team" => Some(TeamId(2)),
            _ => None,
        },
        more_time: None,
        past: PastPart {
            judged: role.ends_with("judge") || role.ends_with("judges") || role.ends_with("judged"),
            on_team: matches!(
                role,
                "own team" | "other team" | "organizer on a team" | "organizer, left a team"
            ),
            own_team: role.ends_with("invited").then_some(TeamId(1)),
            last_team: None,
        },
        knows_teams: false,
    }
}

fn event(state: &str) -> (EventFacts, DateTime<Utc>) {
    let event = EventFacts {
        id: Some(EventId(1)),
        name: "Demo".into(),
        draft: state == "draft",
        submissions: hours(1, 2),
        judging: hours(2, 3),
        voting: hours(3, 4),
        voting_mode: VotingMode::Account,
        published: matches!(state, "provisional" | "published"),
        provisional: state == "provisional",
        questions_until: Some(at(9)),
        forget_on: None,
        forgotten_at: None,
        feedback: FeedbackChoice { comments: true, criteria: true },
        demo: false,
        // Judging begins with the state of that name.
        reviewed: !matches!(state, "draft" | "before" | "submitting"),
        review_rule: ReviewRule::Even,
        first_three: true,
        evidence: true,
        blind: false,
        counts_looks: false,
        organizers_need_passkey: false,
    };
    let hour = STATES.iter().skip(1).position(|s| *s == state);
    // Judging would be open in the draft by its times.
    (event, at(hour.map_or(2, |hour| hour as i64)))
}

/// The assignment of a block.
#[derive(Clone, Copy)]
struct Task {
    status: AssignmentStatus,
    voided: bool,
    /// It is none of the judge's, nor of the organizer's who judges.
    of_another: bool,
}

/// What the act of a block is on.
#[derive(Clone, Copy, Default)]
struct Thing {
    project: Option<ProjectFacts>,
    task: Option<Task>,
    own_comment: bool,
    by_codes: bool,
    portal: PortalFacts,
    prize: Option<PrizeFacts>,
    role: Option<RoleFacts>,
    stage: Option<Stage>,
    /// The event asks its organizers for a passkey, and the caller has not used one.
    locked: bool,
}

/// What a rule of a block is asked, and when.
fn facts(role: &str, state: &str, thing: Thing) -> (Facts, DateTime<Utc>) {
    let (mut event, now) = event(state);
    if thing.by_codes {
        event.voting_mode = VotingMode::Code;
    }
    event.organizers_need_passkey = thing.locked;
    let own = |t: Task| {
        let mine = standing(role).judge && !t.of_another;
        AssignmentFacts { id: AssignmentId(1), mine, status: t.status, taken_off: false, voided: t.voided }
    };
    let facts = Facts {
        event,
        standing: standing(role),
        project: thing.project,
        assignment: thing.task.map(own),
        comment: Some(CommentFacts { id: CommentId(1), own: thing.own_comment }),
        portal: thing.portal,
        prize: thing.prize,
        role: thing.role,
        stage: thing.stage,
        knows: Vec::new(),
    };
    (facts, now)
}

fn cell(act: Act, role: &str, state: &str, thing: Thing) -> String {
    let (facts, now) = facts(role, state, thing);
    let actor = actor(role).map(|actor| Actor { passkey: !thing.locked, ..actor });
    decide(act, actor.as_ref(), &facts, now).map_or_else(|r| r.status().to_string(), |()| "ok".into())
}

fn print() -> String {
    let mut text = String::from(
        "Who may do what, when. Printed from `shared/src/rules`; a test fails when the two differ.\n\
         Print it anew: BLESS=1 cargo test -p shared the_printed_rules\n\
         `ok` is allowed; a number is the status of the refusal. A block that equals an earlier one names it.\n\
         `judge` and `organizer who judges` have the assignment, unless it is another judge's; `own team` and `organizer on\n\
         a team` own the project. `organizer, left a team` and `organizer, judged` have no other role any more, and `organizer,\n\
         invited` has an open invitation to a team. The event votes by account, unless the block says otherwise. By its times, the\n\
         `draft` would be judged now.\n\
         An organizer who takes part in the event, or ever did, has a conflict of interest. Until publication such an\n\
         organizer does nothing whose result could read or write a review, or change what a review counts for, unless anybody\n\
         else with the same part could do it. The lists that they may read leave out the reviews of their own team. While what\n\
         is published is provisional, they change nothing that could change who wins.\n\
         Everybody has used a passkey. Where an event asks its organizers for one, who has not gets 403 for what only organizers do.\n\
         \nCould the result of an act read or write a review, or change what a review counts for?\n",
    );
    for act in Act::BY_NOUN.into_iter().flatten() {
        let answer = match act.on_reviews {
            OnReviews::No => "no".to_owned(),
            OnReviews::Yes => "yes".to_owned(),
            OnReviews::Partly(cases) => format!("yes, {cases}"),
        };
        writeln!(text, "  {:22}{answer}", act.name).unwrap();
    }
    let mut printed: Vec<(String, String)> = Vec::new();
    for act in Act::BY_NOUN.into_iter().flatten() {
        for (what, thing) in things(act.on) {
            let title = format!("{act:?}{what}");
            let rows = rows(|role, state| cell(*act, role, state, thing));
            match printed.iter().find(|(_, of)| *of == rows) {
                Some((first, _)) => writeln!(text, "\n{title}\n  as {first}").unwrap(),
                None => write!(text, "\n{title}\n{}{rows}", heads()).unwrap(),
            }
            printed.push((title, rows));
        }
    }
    let results = rows(results_cell);
    write!(text, "\nReadResults (`pub` the published run, `own` the latest one)\n{}{results}", heads())
        .unwrap();
    text
}

fn heads() -> String {
    let states: String = STATES.iter().map(|s| format!("{s:>12}")).collect();
    format!("  {:22}{states}\n", "")
}

/// A row for each role, with a cell for each state.
fn rows(cell: impl Fn(&str, &str) -> String) -> String {
    let row = |role: &&str| {
        let cells: String = STATES.iter().map(|s| format!("{:>12}", cell(role, s))).collect();
        format!("  {role:22}{cells}\n")
    };
    ROLES.iter().map(row).collect()
}

/// The things that an act may be on, each a block of the table.
fn things(subject: SubjectKind) -> Vec<(String, Thing)> {
    let none = Thing::default();
    let facts =
        |submitted, withdrawn| ProjectFacts { id: ProjectId(1), team: TeamId(1), submitted, withdrawn };
    let project = |submitted| Thing { project: Some(facts(submitted, false)), ..none };
    let projects = [
        (": a draft".into(), project(false)),
        (": a submitted project".into(), project(true)),
        (": a withdrawn project".into(), Thing { project: Some(facts(false, true)), ..none }),
        (": no such project".into(), none),
    ];
    match subject {
        SubjectKind::Project => projects.to_vec(),
        SubjectKind::Comment => {
            let own = (": one's own comment".into(), Thing { own_comment: true, ..project(true) });
            [projects.as_slice(), &[own]].concat()
        }
        SubjectKind::OwnAssignment => tasks(false),
        SubjectKind::Assignment => [tasks(false), tasks(true)].concat(),
        SubjectKind::Codes => vec![
            (": the event votes by codes".into(), Thing { by_codes: true, ..none }),
            (": the event votes by account".into(), none),
        ],
        SubjectKind::NewPortal => {
            let empty = PortalFacts { empty: true, ..PortalFacts::default() };
            vec![
                (": the portal has no account".into(), Thing { portal: empty, ..none }),
                (": the portal has accounts".into(), none),
            ]
        }
        SubjectKind::NewEvent => {
            let anyone = PortalFacts { anyone_creates: true, ..PortalFacts::default() };
            vec![
                (": everybody may create events".into(), Thing { portal: anyone, ..none }),
                (": site admins create events".into(), none),
            ]
        }
        SubjectKind::Prize => {
            let prize = |on_panel, awarded| Thing {
                prize: Some(PrizeFacts { id: PrizeId(1), on_panel, awarded }),
                ..none
            };
            vec![
                (": one is on the panel".into(), prize(true, false)),
                (": one is on the panel, the winners are confirmed".into(), prize(true, true)),
                (": one is not on the panel".into(), prize(false, false)),
            ]
        }
        SubjectKind::Role => {
            let role =
                |role, own, nobody_free| Thing { role: Some(RoleFacts { role, own, nobody_free }), ..none };
            vec![
                (": a participant's".into(), role(MemberRole::Participant, false, false)),
                (": a judge's".into(), role(MemberRole::Judge, false, false)),
                (": an organizer's".into(), role(MemberRole::Organizer, false, false)),
                (": an organizer's, where all take part".into(), role(MemberRole::Organizer, false, true)),
                (": one's own, a participant's".into(), role(MemberRole::Participant, true, false)),
                (": one's own, a judge's".into(), role(MemberRole::Judge, true, false)),
                (": one's own, an organizer's".into(), role(MemberRole::Organizer, true, false)),
            ]
        }
        SubjectKind::Link => {
            let of = |role| Thing { role: Some(RoleFacts { role, own: false, nobody_free: false }), ..none };
            vec![
                (": of an organizer".into(), of(MemberRole::Organizer)),
                (": of anybody else".into(), of(MemberRole::Judge)),
            ]
        }
        SubjectKind::Window => {
            let window = |stage| Thing { stage: Some(stage), ..none };
            vec![
                (": of submissions".into(), window(Stage::Submissions)),
                (": of judging".into(), window(Stage::Judging)),
                (": of voting".into(), window(Stage::Voting)),
            ]
        }
        SubjectKind::Site | SubjectKind::Event => vec![(String::new(), none)],
    }
}

fn tasks(of_another: bool) -> Vec<(String, Thing)> {
    let whose = if of_another { ", another judge's" } else { "" };
    let block = |name: &str, status, voided| {
        let task = Some(Task { status, voided, of_another });
        (format!(": {name}{whose}"), Thing { task, ..Thing::default() })
    };
    let statuses = STATUSES.iter().map(|status| block(status.name(), *status, false));
    statuses.chain([block("set aside", AssignmentStatus::Recused, true)]).collect()
}

fn results_cell(role: &str, state: &str) -> String {
    let (event, now) = event(state);
    let facts = Facts { event, standing: standing(role), ..Facts::default() };
    match results_view(actor(role).as_ref(), &facts, now) {
        Ok(ResultsView::Published) => "pub".to_owned(),
        Ok(ResultsView::Preview) => "own".to_owned(),
        Err(refusal) => refusal.status().to_string(),
    }
}

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
    for name in ["Publish", "FlagDuplicate", "LookAtEvidence", "MoveWindows", "EditTracks", "ForgetEvent"] {
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
    let (event, now) = event("judging");
    for role in ROLES.into_iter().filter(|role| role.starts_with("organizer ") || role.contains(',')) {
        let facts = Facts { event: event.clone(), standing: standing(role), ..Facts::default() };
        assert!(facts.takes_part(), "{role}");
        let scores = decide(act::ExportScores::ACT, actor(role).as_ref(), &facts, now);
        assert_eq!(scores.unwrap_err().code(), crate::refusal::Code::Conflicted, "{role}");
    }
}
