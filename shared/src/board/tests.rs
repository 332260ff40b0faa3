use super::*;
use chrono::TimeDelta;

fn at(minute: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap() + TimeDelta::minutes(minute)
}

fn task(project: i64, judge: i64, state: TaskState) -> Task {
    let saved = match state {
        TaskState::Done(at) => Some(at),
        TaskState::Pending | TaskState::Aside => None,
    };
    Task { assignment: 100 * project + judge, project, judge, state, dealt: at(0), saved, missed: false }
}

fn done(project: i64, judge: i64, minute: i64) -> Task {
    task(project, judge, TaskState::Done(at(minute)))
}

fn pending(project: i64, judge: i64) -> Task {
    task(project, judge, TaskState::Pending)
}

/// Judging is open from minute 0 to minute 120; it is minute 60. Two reviews are planned for each project.
fn input(projects: i64, tasks: Vec<Task>) -> BoardInput {
    BoardInput {
        now: at(60),
        judging: Window { open: Some(at(0)), close: Some(at(120)) },
        planned: 2,
        projects: (1..=projects).collect(),
        judges: vec![1, 2],
        tasks,
        not_here: Vec::new(),
    }
}

fn risk_of(evening: &Evening, project: i64) -> Option<Risk> {
    evening.projects.iter().find(|p| p.project == project).unwrap().risk
}

#[test]
fn the_pace_is_that_of_the_last_twenty_minutes() {
    let tasks = vec![done(1, 1, 5), done(2, 1, 41), done(3, 1, 50), done(4, 2, 60), pending(5, 2)];
    let evening = Evening::of(&input(5, tasks.clone()));
    assert_eq!(evening.pace, Some(Pace { reviews: 3, minutes: 20 }));
    // Four are finished of ten planned, and six are missing. A judge has one of them.
    assert_eq!((evening.finished, evening.planned, evening.missing, evening.nobody), (4, 10, 6, 5));
    assert_eq!((evening.minutes_left, evening.at_close), (Some(60), Some(5)));
    // A review of minute 40 is too old, and two are no pace.
    let older = Evening::of(&input(5, vec![done(1, 1, 40), done(2, 1, 50), done(3, 1, 60)]));
    assert_eq!((older.pace, older.minutes_left, older.at_close), (None, None, None));
    let mut closed = input(5, tasks);
    closed.judging.close = Some(at(60));
    assert_eq!(Evening::of(&closed).pace, None, "judging is over");
}

#[test]
fn shortly_after_the_opening_the_pace_is_not_that_of_a_minute() {
    let mut early = input(9, vec![done(1, 1, 60), done(2, 1, 60), done(3, 1, 60)]);
    early.judging.open = Some(at(59));
    assert_eq!(Evening::of(&early).pace, Some(Pace { reviews: 3, minutes: 5 }));
    early.judging.open = Some(at(48));
    assert_eq!(Evening::of(&early).pace, Some(Pace { reviews: 3, minutes: 12 }));
}

#[test]
fn a_forecast_is_bounded() {
    let slow = Pace { reviews: 3, minutes: 20 };
    let minutes = |reviews| super::pace::forecast(slow.minutes(reviews));
    assert_eq!([0, 1, 3, 1_512].map(minutes), [Some(0), Some(7), Some(20), Some(10_080)], "a week");
    assert_eq!(minutes(1_513), None);
    assert_eq!(slow.of_each(2).minutes(3).to_bits(), 40.0_f64.to_bits());
}

#[test]
fn the_forecast_of_the_event_is_that_of_its_projects_and_judges() {
    // Judge 2 is fast and has finished. All that is missing is judge 1's, who needs an hour for each.
    let mut tasks: Vec<Task> = (1..=4).map(|project| done(project, 2, 40 + 4 * project)).collect();
    tasks.extend([done(1, 1, 50), pending(2, 1), pending(3, 1), pending(4, 1)]);
    let mut input = input(4, tasks);
    let evening = Evening::of(&input);
    assert_eq!(evening.pace, Some(Pace { reviews: 5, minutes: 20 }));
    let late = |evening: &Evening| [1, 2, 3, 4].map(|project| risk_of(evening, project).is_some());
    assert_eq!(late(&evening), [false, false, true, true]);
    assert_eq!((evening.minutes_left, evening.at_close, evening.missing), (Some(180), Some(6), 3));
    // One minute decides both.
    for (close, late_ones) in [(239, 1), (240, 0)] {
        input.judging.close = Some(at(close));
        let evening = Evening::of(&input);
        assert_eq!(evening.minutes_left, Some(180));
        assert_eq!(evening.at_risk().count(), late_ones);
        assert_eq!(evening.at_close, Some(8 - u32::try_from(late_ones).unwrap()));
    }
}

#[test]
fn each_risk_is_found_and_the_worst_comes_first() {
    let mut tasks = vec![
        // 1 has its reviews, 2 one review and no other judge, 3 lost its judges, 4 three vain visits, 5 nothing.
        done(1, 1, 50),
        done(1, 2, 51),
        done(2, 1, 52),
        task(3, 1, TaskState::Aside),
        pending(4, 1),
        pending(4, 2),
        pending(4, 3),
    ];
    for task in &mut tasks[4..] {
        task.missed = true;
    }
    let mut input = input(5, tasks);
    let evening = Evening::of(&input);
    let risks = [1, 2, 3, 4, 5].map(|project| risk_of(&evening, project));
    assert_eq!(
        risks,
        [None, Some(Risk::NoJudge), Some(Risk::AllAside), Some(Risk::Missed), Some(Risk::NoJudge)]
    );
    let order: Vec<i64> = evening.projects.iter().map(|p| p.project).collect();
    assert_eq!(order, [3, 5, 2, 4, 1]);
    assert_eq!(evening.at_risk().count(), 4);
    let vain = &evening.projects[3].judges;
    assert_eq!(
        vain.iter().map(|j| (j.assignment, j.missed)).collect::<Vec<_>>(),
        [(401, true), (402, true), (403, true)]
    );
    // Two marks are no risk yet.
    input.tasks[6].missed = false;
    assert_eq!(risk_of(&Evening::of(&input), 4), None);
}

#[test]
fn judges_who_have_not_come_count_before_judging_opens() {
    let mut input = input(3, vec![pending(2, 1)]);
    input.not_here = vec![1, 1, 2, 3, 9];
    let open = Evening::of(&input);
    assert_eq!([1, 2, 3].map(|project| risk_of(&open, project)), [Some(Risk::NoJudge); 3]);
    assert_eq!(open.projects.iter().map(|p| p.not_here).sum::<u32>(), 4, "project 9 is not ranked");
    input.judging.open = Some(at(61));
    let early = Evening::of(&input);
    let risks = [1, 2, 3].map(|project| risk_of(&early, project));
    assert_eq!(risks, [None, None, Some(Risk::NoJudge)]);
}

#[test]
fn what_is_dealt_to_judges_who_have_not_come_is_moved_and_not_dealt_again() {
    let mut input = input(3, vec![pending(2, 1)]);
    input.not_here = vec![1, 1, 2];
    let whom =
        |input: &BoardInput| [ForAll::DealOut, ForAll::ShareOut].map(|act| act.whom(&Evening::of(input)));
    assert_eq!(whom(&input), [vec![3], vec![1, 2]]);
    // For half an hour after the opening they may be late.
    for (open, moves) in [(31, Vec::<i64>::new()), (30, vec![1, 2])] {
        input.judging.open = Some(at(open));
        assert_eq!(risk_of(&Evening::of(&input), 1).is_some(), !moves.is_empty());
        assert_eq!(whom(&input), [vec![3], moves]);
    }
    // All of it moves, also that on a project which has its reviews.
    let finished = BoardInput { tasks: vec![done(1, 1, 50), done(1, 2, 55)], ..input.clone() };
    assert_eq!(whom(&finished)[1], [2, 1]);
    // As long as judging has no times, all are awaited.
    let times = std::mem::take(&mut input.judging);
    assert_eq!(whom(&input), [vec![3], Vec::new()]);
    input.judging = times;
    input.judges.clear();
    input.tasks.clear();
    assert_eq!(whom(&input), [Vec::<i64>::new(), Vec::new()], "nobody is here");
}

#[test]
fn a_judge_who_is_too_slow_puts_their_last_projects_at_risk() {
    // Judge 1 finished one review in an hour and has an hour: one of three. Judge 2 is faster.
    let mut tasks = vec![done(1, 1, 50), pending(2, 1), pending(3, 1), pending(4, 1)];
    tasks.extend([done(1, 2, 20), done(2, 2, 40), done(3, 2, 59), pending(4, 2)]);
    let evening = Evening::of(&input(4, tasks));
    let judge = |id| evening.judges.iter().find(|j| j.judge == id).unwrap();
    assert_eq!((judge(1).expected, judge(1).pending, judge(1).state), (1, 3, JudgeState::Behind));
    assert_eq!((judge(2).expected, judge(2).state), (1, JudgeState::Working));
    let risks = [1, 2, 3, 4].map(|project| risk_of(&evening, project));
    assert_eq!(risks, [None, None, Some(Risk::Late), Some(Risk::Late)]);
    assert_eq!(evening.judges[0].judge, 1, "the slow one comes first");
}

#[test]
fn judges_who_do_nothing_are_found() {
    let mut tasks = vec![pending(1, 1), done(2, 2, 20), pending(3, 2), done(4, 3, 58)];
    let mut input = input(4, tasks.clone());
    input.judges = vec![1, 2, 3, 4];
    let states = |input: &BoardInput| {
        let mut found = Evening::of(input).judges;
        found.sort_by_key(|j| j.judge);
        found.into_iter().map(|j| j.state).collect::<Vec<_>>()
    };
    use JudgeState::{Finished, Idle, NotBegun, Ready, Silent, Working};
    assert_eq!(states(&input), [NotBegun, Silent, Finished, Idle]);
    // A draft saved a minute ago is work; and before half an hour is over nobody is late to begin.
    tasks[0].saved = Some(at(59));
    tasks[2].saved = Some(at(59));
    input.tasks = tasks;
    input.judging.close = None;
    assert_eq!(states(&input), [Working, Working, Finished, Idle]);
    input.tasks[0].saved = None;
    input.judging.open = Some(at(31));
    assert_eq!(states(&input)[0], Ready);
    // Before the opening nobody is at work, and nobody is late.
    input.judging.open = Some(at(61));
    assert_eq!(states(&input)[0], Ready);
    let needing =
        |over| [NotBegun, Silent, Idle, Ready, Working, Finished].map(|state| state.needs_something(over));
    assert_eq!(needing(false), [true, true, true, false, false, false]);
    assert_eq!(needing(true), [true, true, false, false, false, false]);
}

#[test]
fn who_has_no_project_gets_a_share_where_all_is_dealt() {
    let shared = |input: &BoardInput| ForAll::ShareWithIdle.whom(&Evening::of(input));
    let mut input = input(2, vec![pending(1, 1), pending(2, 1), pending(1, 3), pending(2, 3)]);
    input.judges = vec![1, 2, 3];
    assert_eq!(shared(&input), [2]);
    // A project lacks a judge: a plan deals it.
    input.tasks.pop();
    assert_eq!(shared(&input), Vec::<i64>::new());
    // Nobody has anything to give.
    input.planned = 1;
    input.tasks = vec![pending(1, 1), pending(2, 3)];
    assert_eq!(shared(&input), Vec::<i64>::new());
}

#[test]
fn who_got_projects_a_moment_ago_is_neither_late_nor_silent() {
    let mut input = input(4, vec![pending(1, 1), pending(2, 2), done(3, 2, 10), pending(4, 3)]);
    input.judges = vec![1, 2, 3];
    let states = |input: &BoardInput| {
        let mut found = Evening::of(input).judges;
        found.sort_by_key(|j| j.judge);
        found.into_iter().map(|j| j.state).collect::<Vec<_>>()
    };
    let moved = |input: &BoardInput| ForAll::MoveNotBegun.whom(&Evening::of(input));
    use JudgeState::{NotBegun, Ready, Silent, Working};
    // Judge 1 came late. Judge 2 had finished, and got one more.
    for (dealt, first, second) in [(31, Ready, Working), (30, NotBegun, Silent)] {
        input.tasks[0].dealt = at(dealt);
        input.tasks[1].dealt = at(dealt);
        // Without a close nobody is too slow.
        input.judging.close = None;
        assert_eq!(states(&input), [first, second, NotBegun], "dealt at minute {dealt}");
    }
    // An older one that they have still waits.
    input.tasks.push(pending(2, 1));
    input.tasks[0].dealt = at(59);
    assert_eq!(states(&input)[0], NotBegun);
    assert_eq!(moved(&input), [1, 3]);
    // Where nobody has begun, nobody is there to take it.
    input.tasks.retain(|task| task.judge != 2);
    input.judges = vec![1, 3];
    assert_eq!(moved(&input), Vec::<i64>::new());
}

#[test]
fn at_the_close_nothing_more_is_expected() {
    let mut input = input(2, vec![done(1, 1, 50), done(1, 2, 51), done(2, 1, 52), pending(2, 2)]);
    input.now = at(130);
    let evening = Evening::of(&input);
    assert_eq!((risk_of(&evening, 1), risk_of(&evening, 2)), (None, Some(Risk::Late)));
    assert_eq!(evening.timeline.last().unwrap().at, at(120));
}

#[test]
fn the_line_runs_from_the_opening_to_the_present() {
    let evening = Evening::of(&input(2, vec![done(1, 1, 15), done(2, 1, 30), done(9, 1, 31)]));
    let line = &evening.timeline;
    assert_eq!((line[0], line.len()), (Point { at: at(0), finished: 0 }, 49));
    assert_eq!(line[24], Point { at: at(30), finished: 2 });
    assert_eq!(*line.last().unwrap(), Point { at: at(60), finished: 2 }, "9 is not ranked");
    let mut early = input(2, vec![]);
    early.now = at(-5);
    assert!(Evening::of(&early).timeline.is_empty());
}

#[test]
fn a_line_from_counted_parts_is_that_of_the_single_reviews() {
    let minutes = [2, 7, 7, 30, 58, 59];
    let evening = Evening::of(&input(1, minutes.map(|minute| done(1, minute, minute)).to_vec()));
    // The line is 60 minutes long, so a part is 75 seconds.
    let part = |minute: i64| i32::try_from(minute * 60 / 75 + 1).unwrap();
    let parts = minutes.map(|minute| (part(minute), 1));
    let line = counted_timeline(at(0), at(60), &parts);
    assert_eq!(line.len(), evening.timeline.len());
    for (counted, single) in line.iter().zip(&evening.timeline) {
        assert_eq!(counted.at, single.at);
        // Reviews on the very border of two parts count at the next point.
        assert!(counted.finished.abs_diff(single.finished) <= 1, "{counted:?} {single:?}");
    }
    assert_eq!(line.last().map(|last| last.finished), Some(6));
    let outside = counted_timeline(at(0), at(60), &[(0, 2), (STEPS + 1, 3)]);
    assert_eq!((outside[0].finished, outside[48].finished), (2, 5));
    assert!(counted_timeline(at(5), at(5), &parts).is_empty());
}

#[test]
fn a_saved_draft_shows_as_begun_until_it_is_submitted() {
    let draft = Task { saved: Some(at(50)), ..pending(1, 1) };
    let evening = Evening::of(&input(1, vec![draft, done(1, 2, 40), pending(1, 3)]));
    let begun: Vec<bool> = evening.projects[0].judges.iter().map(|judge| judge.begun).collect();
    assert_eq!(begun, [true, false, false]);
}

#[test]
fn reviews_are_dealt_out_only_where_there_are_judges() {
    let dealt = |judges: Vec<i64>| {
        let evening = Evening::of(&BoardInput { judges, ..input(3, Vec::new()) });
        ForAll::DealOut.whom(&evening).len()
    };
    assert_eq!([dealt(Vec::new()), dealt(vec![1])], [0, 3]);
}
