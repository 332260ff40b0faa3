//! The judges: those who need something, and all.

use super::{EveningBoard, numbered};
use crate::components::long_lists::show_all;
use crate::pages::manage::Side;
use crate::prelude::*;
use shared::board::{ForAll, JudgeProgress, JudgeState};

/// So many are shown with all that can be done.
const SHOWN: usize = 3;

pub(super) fn judges(board: &EveningBoard) -> AnyView {
    let judges = &board.numbers.evening.judges;
    // The states above say it. The script puts the judges in its place.
    if judges.is_empty() {
        return view! { <section id="board-judges"></section> };
    }
    let over = board.judging.is_over(board.numbers.now);
    let needs = |judge: &&JudgeProgress| judge.state.needs_something(over);
    let needing: Vec<&JudgeProgress> = judges.iter().filter(needs).collect();
    let title = if over { "Judges who did not finish" } else { "Judges who need something" };
    let title = numbered(title, needing.len());
    let list = match (needing.is_empty(), over) {
        (true, _) => view! { <p class="quiet">{nobody(board)}</p> },
        // Nobody can finish anything any more, and the table says how far each came.
        (false, true) => view! {},
        (false, false) => items(board, &needing),
    };
    section("board-judges-title", title).plain().id("board-judges").of(view! {
        {list}
        {table(board)}
    })
}

/// The first judges who need something, with all that can be done, and the others folded.
fn items(board: &EveningBoard, needing: &[&JudgeProgress]) -> AnyView {
    let item = |judge: &&JudgeProgress| item(board, judge);
    let first = each(needing.iter().take(SHOWN), item);
    let others = each(needing.iter().skip(SHOWN), item);
    let others = (!others.is_empty()).then(|| {
        let summary = words::plural(others.len(), "more judge", "more judges");
        disclosure(view! { "Show "{summary} }).id("board-judges-more").of(view! {
            <ul class="board-list">{others}</ul>
        })
    });
    view! { <ul class="board-list">{first}</ul>{others} }
}

/// Why no judge needs anything.
fn nobody(board: &EveningBoard) -> &'static str {
    match board.judging.phase(board.numbers.now) {
        Phase::NotYet => "Judging is not open yet. Every judge has projects.",
        Phase::Open => "No judge needs anything now.",
        Phase::Closed => "Every judge finished what they had.",
    }
}

/// How many judges are in each state, in large figures, and what helps all of a state.
pub(super) fn states(board: &EveningBoard) -> AnyView {
    let judges = &board.numbers.evening.judges;
    let over = board.judging.is_over(board.numbers.now);
    let mut lines: Vec<_> = counts(judges, over)
        .into_iter()
        .map(|(n, state)| {
            let plan = format!("{}/plan", ManageTab::Assignments.href(&board.slug));
            let act = ([IDLE, DONE].contains(&state) && !over)
                .then(|| view! { " "<a href=plan>"Give projects"</a> });
            let nudge = match state {
                SILENT => board.for_all(ForAll::NudgeSilent, |n| {
                    format!("Nudge {}", all(n, "silent judge", "silent judges"))
                }),
                NOT_STARTED => board.for_all(ForAll::NudgeNotStarted, |n| {
                    format!("Nudge {}", all(n, "judge who has not started", "judges who have not started"))
                }),
                _ => None,
            };
            let share = match state {
                NOT_STARTED => board.for_all(ForAll::MoveNotBegun, |n| {
                    let whom = all(n, "judge who has not begun", "judges who have not begun");
                    format!("Move the work of {whom} to others")
                }),
                // Where all is dealt, a plan has nothing for them.
                IDLE => board.for_all(ForAll::ShareWithIdle, |n| {
                    format!("Give {} a share of the others’ work", words::plural(n, "judge", "judges"))
                }),
                _ => None,
            };
            let acts = view! { {nudge}{share} };
            view! { <li><b class="board-figure">{n}</b><div><span>{state}{act}</span>{acts}</div></li> }
        })
        .collect();
    lines.extend(not_here(board, over));
    let body = if lines.is_empty() {
        view! { <p class="quiet">"There is no judge yet."</p> }
    } else {
        view! {
            <ul class="board-states" role="list">{lines}</ul>
            <p class="board-acts"><a href=board.notice_href("judges")>"Write to all judges"</a></p>
        }
    };
    section("board-states-title", numbered("Judges", judges.len())).plain().id("board-states").of(body)
}

/// How many are invited and have not come: they are no judges yet, and none of the states above.
fn not_here(board: &EveningBoard, over: bool) -> Option<AnyView> {
    let n = board.numbers.not_here;
    (n > 0 && !over).then(|| {
        let plan = ManageTab::Assignments.href(&board.slug);
        let share = board.for_all(ForAll::ShareOut, |n| {
            format!("Move their work on {} to judges who are here", words::plural(n, "project", "projects"))
        });
        let dealt = board.numbers.evening.projects.iter().any(|project| project.not_here > 0);
        let stays = dealt.then(|| {
            view! { ". What is dealt to them stays theirs until you move it. "<a href=plan>"See what it is"</a> }
        });
        view! {
            <li>
                <b class="board-figure">{n}</b>
                <div><span>"invited, not here yet"{stays}</span>{share}</div>
            </li>
        }
    })
}

/// What judges are, where something helps all of them.
const IDLE: &str = "without a project";
const SILENT: &str = "silent for half an hour";
const NOT_STARTED: &str = "not started";
const DONE: &str = "with nothing left to do";

/// `all 3 silent judges`, `1 silent judge`.
fn all(n: usize, one: &str, many: &str) -> String {
    let number = words::plural(n, one, many);
    if n == 1 { number } else { format!("all {number}") }
}

/// How many judges are in each state that anybody is in.
fn counts(judges: &[JudgeProgress], over: bool) -> Vec<(usize, &'static str)> {
    use JudgeState::{Behind, Finished, Idle, NotBegun, Ready, Silent, Working};
    let groups: &[(&[JudgeState], &'static str)] = if over {
        &[
            (&[Finished], "finished"),
            (&[NotBegun, Silent, Behind, Ready, Working], "not finished"),
            (&[Idle], IDLE),
        ]
    } else {
        &[
            (&[Working, Behind], "at work"),
            (&[Silent], SILENT),
            (&[Ready, NotBegun], NOT_STARTED),
            (&[Finished], DONE),
            (&[Idle], IDLE),
        ]
    };
    let count = |states: &[JudgeState]| judges.iter().filter(|judge| states.contains(&judge.state)).count();
    groups.iter().map(|(states, words)| (count(states), *words)).filter(|(n, _)| *n > 0).collect()
}

fn item(board: &EveningBoard, judge: &JudgeProgress) -> AnyView {
    let name = board.judge(judge.judge);
    let nudge = board.notice_href(&format!("person:{}", judge.judge));
    let href = board.judge_href(judge.judge);
    let act = match judge.state {
        JudgeState::Idle => view! { <a href=href.clone()>"Give "{name.clone()}" projects"</a> },
        _ => view! {
            <a href=nudge>"Nudge "{name.clone()}</a>
            <a href=Side::move_href(&board.slug, judge.judge)>"Move "{words::plural(judge.pending, "project", "projects")}" to others"</a>
        },
    };
    view! {
        <li id=format!("board-j-{}", judge.judge)>
            <p><a class="board-name" href=href.clone()>{name.clone()}</a></p>
            <p>{reason(board, judge)}</p>
            <p class="board-acts">{act}</p>
        </li>
    }
}

/// What a judge needs.
fn reason(board: &EveningBoard, judge: &JudgeProgress) -> String {
    let left = words::plural(judge.pending, "review", "reviews");
    let last = judge.last.map(|last| words::relative(last, board.numbers.now)).unwrap_or_default();
    match judge.state {
        JudgeState::NotBegun => format!("Has not begun. {left} to finish."),
        JudgeState::Silent => format!("Last saved something {last}. {left} to finish."),
        JudgeState::Behind => {
            let reached = if judge.expected == 0 { "none".to_owned() } else { judge.expected.to_string() };
            format!(
                "{left} to finish. At their own pace they get to {reached} of them before judging closes."
            )
        }
        JudgeState::Ready => format!("Has not started yet. {left} to finish."),
        JudgeState::Working => format!("{left} to finish."),
        JudgeState::Finished => "Has nothing left to do.".to_owned(),
        JudgeState::Idle => "Has no project.".to_owned(),
    }
}

fn state(board: &EveningBoard, state: JudgeState) -> &'static str {
    match state {
        JudgeState::NotBegun | JudgeState::Silent | JudgeState::Behind
            if board.judging.is_over(board.numbers.now) =>
        {
            "Not finished"
        }
        JudgeState::NotBegun => "Has not begun",
        JudgeState::Silent => "Silent",
        JudgeState::Behind => "Too slow",
        JudgeState::Ready => "Not started yet",
        JudgeState::Working => "At work",
        JudgeState::Finished => "Nothing left",
        JudgeState::Idle => "No project",
    }
}

fn table(board: &EveningBoard) -> AnyView {
    let judges = &board.numbers.evening.judges;
    let saved = judges.iter().any(|judge| judge.last.is_some());
    let rows = each(judges.iter(), |judge| {
        let last = judge.last.map_or_else(|| "–".to_owned(), |last| words::relative(last, board.numbers.now));
        let last = saved.then(|| view! { <td data-label="Last saved" class="cell-num">{last}</td> });
        view! {
            <tr id=format!("board-t-{}", judge.judge)>
                <th scope="row"><a href=board.judge_href(judge.judge)>{board.judge(judge.judge)}</a></th>
                <td data-label="State">{state(board, judge.state)}</td>
                <td data-label="Finished" class="cell-num">{format!("{} of {}", judge.done, judge.done + judge.pending)}</td>
                {last}
            </tr>
        }
    });
    let summary = show_all(judges.len(), "judge", "judges");
    disclosure(summary).id("board-judges-table").of(view! {
        <Table label="All judges" stacks=true columns=[text_column("Judge"), text_column("State"), number_column("Finished"), number_column("Last saved").when(saved)]>{rows}</Table>
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_are_counted_by_what_they_do() {
        use JudgeState::{Behind, Finished, Idle, NotBegun, Ready, Silent, Working};
        let judge = |state| JudgeProgress {
            judge: 1,
            done: 0,
            pending: 1,
            expected: 0,
            pace: None,
            last: None,
            state,
        };
        let said = |states: &[JudgeState], over| {
            let counted = counts(&states.iter().copied().map(judge).collect::<Vec<_>>(), over);
            counted.into_iter().map(|(n, state)| format!("{n} {state}")).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(said(&[Ready, Ready, Ready], false), "3 not started");
        assert_eq!(
            said(&[Working, Behind, NotBegun, Idle], false),
            "2 at work, 1 not started, 1 without a project"
        );
        assert_eq!(said(&[Silent, Finished], false), "1 silent for half an hour, 1 with nothing left to do");
        assert_eq!(said(&[Behind, NotBegun, Finished], true), "1 finished, 2 not finished");
        assert_eq!(said(&[], false), "");
    }
}
