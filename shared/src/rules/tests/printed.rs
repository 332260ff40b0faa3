//! Prints the rules as a table: act × role × state of the event.

use super::super::acts::SubjectKind;
use super::super::*;
use crate::feedback::FeedbackChoice;
use crate::ids::{AssignmentId, CommentId, EventId, PersonId, PrizeId, ProjectId, TeamId};
use crate::invitation::MemberRole;
use crate::window::{Stage, Window};
use chrono::{DateTime, Utc};
use std::fmt::Write;

/// Roles of the table's rows.
pub(super) const ROLES: [&str; 14] = [
    "nobody", "unconfirmed", "stranger", "no team", "own team", "other team", "judge", "organizer",
    "organizer who judges", "organizer on a team", "organizer, left a team", "organizer, judged",
    "organizer, invited", "site admin",
];
/// States of the table's columns.
pub(super) const STATES: [&str; 8] =
    ["draft", "before", "submitting", "judging", "voting", "closed", "provisional", "published"];
const STATUSES: [AssignmentStatus; 3] =
    [AssignmentStatus::Pending, AssignmentStatus::Done, AssignmentStatus::Recused];

pub(super) fn at(hour: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000 + hour * 3600, 0).unwrap()
}

fn hours(open: i64, close: i64) -> Window {
    Window { open: Some(at(open)), close: Some(at(close)) }
}

pub(super) fn actor(role: &str) -> Option<Actor> {
    let confirmed = role != "unconfirmed";
    (role != "nobody").then_some(Actor {
        person: PersonId(1),
        staff: role == "site admin",
        confirmed,
        demo: false,
        passkey: true,
    })
}

/// The team that they are on, were on, or are invited to.
fn tie(role: &str) -> Option<TeamId> {
    match role {
        "own team" | "organizer on a team" | "organizer, left a team" | "organizer, invited" => {
            Some(TeamId(1))
        }
        "other team" => Some(TeamId(2)),
        _ => None,
    }
}

pub(super) fn standing(role: &str) -> Standing {
    let participant = role.ends_with("team") && role != "organizer, left a team";
    Standing {
        organizer: role.starts_with("organizer"),
        judge: role == "judge" || role == "organizer who judges",
        participant,
        team: tie(role).filter(|_| participant),
        more_time: None,
        past: PastPart {
            judged: role.ends_with("judge") || role.ends_with("judges") || role.ends_with("judged"),
            on_team: tie(role).is_some() && role != "organizer, invited",
        },
        knows_teams: false,
    }
}

pub(super) fn event(state: &str) -> (EventFacts, DateTime<Utc>) {
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
pub(super) struct Task {
    pub(super) status: AssignmentStatus,
    pub(super) voided: bool,
    /// It is none of the judge's, nor of the organizer's who judges.
    pub(super) of_another: bool,
}

/// What the act of a block is on.
#[derive(Clone, Copy, Default)]
pub(super) struct Thing {
    pub(super) project: Option<ProjectFacts>,
    pub(super) task: Option<Task>,
    pub(super) own_comment: bool,
    pub(super) by_codes: bool,
    pub(super) portal: PortalFacts,
    pub(super) prize: Option<PrizeFacts>,
    pub(super) role: Option<RoleFacts>,
    pub(super) stage: Option<Stage>,
    /// The event asks its organizers for a passkey, and the caller has not used one.
    pub(super) locked: bool,
}

/// What a rule of a block is asked, and when.
pub(super) fn facts(role: &str, state: &str, thing: Thing) -> (Facts, DateTime<Utc>) {
    let (mut event, now) = event(state);
    if thing.by_codes {
        event.voting_mode = VotingMode::Code;
    }
    event.organizers_need_passkey = thing.locked;
    let own = |t: Task| {
        let mine = standing(role).judge && !t.of_another;
        AssignmentFacts {
            id: AssignmentId(1),
            mine,
            status: t.status,
            taken_off: false,
            ended_with_project: false,
            voided: t.voided,
        }
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
        ties: tie(role).into_iter().collect(),
    };
    (facts, now)
}

pub(super) fn cell(act: Act, role: &str, state: &str, thing: Thing) -> String {
    let (facts, now) = facts(role, state, thing);
    let actor = actor(role).map(|actor| Actor { passkey: !thing.locked, ..actor });
    decide(act, actor.as_ref(), &facts, now).map_or_else(|r| r.status().to_string(), |()| "ok".into())
}

/// Whether anybody may still do it once the personal data of the event were removed.
pub(super) fn outlives_forgetting(act: Act) -> bool {
    let goes_on = |role: &str, state: &str, thing: Thing| {
        let (mut facts, now) = facts(role, state, thing);
        facts.event.forgotten_at = Some(now);
        decide(act, actor(role).as_ref(), &facts, now).is_ok()
    };
    things(act.on)
        .into_iter()
        .any(|(_, thing)| ROLES.iter().any(|role| STATES.iter().any(|state| goes_on(role, state, thing))))
}

pub(super) fn print() -> String {
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
         else with the same part could do it. The lists that they may read leave out the reviews of every team that they are\n\
         on, were on, are invited to, or are named on by a list. While what is published is provisional, they change nothing that could change who wins.\n\
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
    text.push_str("\nWhat may still be done in an event whose personal data were removed?\n");
    for act in Act::BY_NOUN.into_iter().flatten().filter(|act| outlives_forgetting(**act)) {
        writeln!(text, "  {}", act.name).unwrap();
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
pub(super) fn things(subject: SubjectKind) -> Vec<(String, Thing)> {
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
            let role = |role, own, nobody_free| Thing {
                role: Some(RoleFacts { role, own, of_organizer: own, nobody_free, team: None }),
                ..none
            };
            let anothers = RoleFacts {
                role: MemberRole::Participant,
                own: false,
                of_organizer: true,
                nobody_free: false,
                team: None,
            };
            let on_team = RoleFacts { of_organizer: false, team: Some(TeamId(2)), ..anothers };
            vec![
                (": a participant's".into(), role(MemberRole::Participant, false, false)),
                (": a participant's, of a team".into(), Thing { role: Some(on_team), ..none }),
                (": a judge's".into(), role(MemberRole::Judge, false, false)),
                (": an organizer's".into(), role(MemberRole::Organizer, false, false)),
                (": an organizer's, where all take part".into(), role(MemberRole::Organizer, false, true)),
                (": another organizer's, a participant's".into(), Thing { role: Some(anothers), ..none }),
                (": one's own, a participant's".into(), role(MemberRole::Participant, true, false)),
                (": one's own, a judge's".into(), role(MemberRole::Judge, true, false)),
                (": one's own, an organizer's".into(), role(MemberRole::Organizer, true, false)),
            ]
        }
        SubjectKind::Link => {
            let of = |role| Thing {
                role: Some(RoleFacts {
                    role,
                    own: false,
                    of_organizer: false,
                    nobody_free: false,
                    team: None,
                }),
                ..none
            };
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

pub(super) fn results_cell(role: &str, state: &str) -> String {
    let (facts, now) = facts(role, state, Thing::default());
    match results_view(actor(role).as_ref(), &facts, now) {
        Ok(ResultsView::Published) => "pub".to_owned(),
        Ok(ResultsView::Preview) => "own".to_owned(),
        Err(refusal) => refusal.status().to_string(),
    }
}
