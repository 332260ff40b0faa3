//! Prints the rules as a table: act × role × state of the event.

use super::*;
use crate::ids::{PersonId, TeamId};
use crate::window::Window;
use std::fmt::Write;

/// Roles of the table's rows.
const ROLES: [&str; 11] = [
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
    "site admin",
];
/// States of the table's columns.
const STATES: [&str; 6] = ["before", "submitting", "judging", "voting", "closed", "published"];
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
    })
}

fn standing(role: &str) -> Standing {
    Standing {
        organizer: role.starts_with("organizer"),
        judge: role == "judge" || role == "organizer who judges",
        participant: matches!(role, "no team" | "own team" | "other team" | "organizer on a team"),
        team: match role {
            "own team" | "organizer on a team" => Some(TeamId(1)),
            "other team" => Some(TeamId(2)),
            _ => None,
        },
    }
}

fn event(state: &str) -> (EventFacts, DateTime<Utc>) {
    let event = EventFacts {
        name: "Demo".into(),
        submissions: hours(1, 2),
        judging: hours(2, 3),
        voting: hours(3, 4),
        voting_mode: VotingMode::Account,
        published: state == "published",
        feedback: state == "published",
        demo: false,
    };
    let hour = STATES.iter().position(|s| *s == state).unwrap();
    (event, at(hour as i64))
}

/// The assignment of a block.
#[derive(Clone, Copy)]
struct Task {
    status: AssignmentStatus,
    /// It is none of the judge's, nor of the organizer's who judges.
    of_another: bool,
}

fn cell(act: Act, role: &str, state: &str, project: Option<ProjectFacts>, task: Option<Task>) -> String {
    let (event, now) = event(state);
    let assignment =
        task.map(|t| AssignmentFacts { mine: standing(role).judge && !t.of_another, status: t.status });
    let facts = Facts { event, standing: standing(role), project, assignment, ..Facts::default() };
    decide(act, actor(role).as_ref(), &facts, now).map_or_else(|r| r.status().to_string(), |()| "ok".into())
}

fn print() -> String {
    let mut text = String::from(
        "Who may do what, when. Printed from `shared/src/rules`; a test fails when the two differ.\n\
         Print it anew: BLESS=1 cargo test -p shared the_printed_rules\n\
         `ok` is allowed; a number is the status of the refusal. `judge` and `organizer who judges` hold the assignment\n\
         acted upon, unless it is another judge's; `own team` and `organizer on a team` own the project acted upon. The\n\
         event votes by account.\n\
         An organizer who judges or is on a team has a conflict of interest. Until publication such an organizer reads no\n\
         scores, rankings, records of other judges, votes or log, and does not decide who judges what or which projects\n\
         are repeats. The lists that they may read leave out the reviews of their own team.\n",
    );
    for act in Act::ALL {
        for (what, project, task) in things(*act) {
            writeln!(text, "\n{act:?}{what}").unwrap();
            write!(text, "  {:22}", "").unwrap();
            STATES.iter().for_each(|s| write!(text, "{s:>12}").unwrap());
            text.push('\n');
            for role in ROLES {
                write!(text, "  {role:22}").unwrap();
                STATES
                    .iter()
                    .for_each(|s| write!(text, "{:>12}", cell(*act, role, s, project, task)).unwrap());
                text.push('\n');
            }
        }
    }
    text.push_str(&print_results());
    text
}

/// The things that an act may be on, each a block of the table.
fn things(act: Act) -> Vec<(String, Option<ProjectFacts>, Option<Task>)> {
    let project = |submitted| Some(ProjectFacts { team: TeamId(1), submitted });
    match act {
        Act::ReadProject
        | Act::EditProject
        | Act::FlagDuplicate
        | Act::ReadComments
        | Act::PostComment
        | Act::RemoveComment
        | Act::ReadFeedback => {
            vec![
                (": a draft".into(), project(false), None),
                (": a submitted project".into(), project(true), None),
                (": no such project".into(), None, None),
            ]
        }
        Act::ReadAssignment | Act::SaveReview => tasks(false),
        Act::Recuse | Act::Reinstate => [tasks(false), tasks(true)].concat(),
        _ => vec![(String::new(), None, None)],
    }
}

fn tasks(of_another: bool) -> Vec<(String, Option<ProjectFacts>, Option<Task>)> {
    let whose = if of_another { ", another judge's" } else { "" };
    let block = |status: &AssignmentStatus| {
        (format!(": {}{whose}", status.name()), None, Some(Task { status: *status, of_another }))
    };
    STATUSES.iter().map(block).collect()
}

fn print_results() -> String {
    let mut text = String::from("\nReadResults (`pub` the published run, `own` the latest one)\n");
    for role in ROLES {
        write!(text, "  {role:22}").unwrap();
        for state in STATES {
            let (event, now) = event(state);
            let facts = Facts { event, standing: standing(role), ..Facts::default() };
            let cell = match results_view(actor(role).as_ref(), &facts, now) {
                Ok(ResultsView::Published) => "pub".to_owned(),
                Ok(ResultsView::Preview) => "own".to_owned(),
                Err(refusal) => refusal.status().to_string(),
            };
            write!(text, "{cell:>12}").unwrap();
        }
        text.push('\n');
    }
    text
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
    let refusal = decide(Act::Publish, actor("organizer").as_ref(), &organizer, at(3)).unwrap_err();
    assert_eq!(refusal.code, crate::refusal::Code::VoteOpen);
}
