//! The projects: those that need something, and all.

use super::{EveningBoard, numbered};
use crate::components::long_lists::show_all;
use crate::prelude::*;
use shared::board::{ForAll, ProjectProgress, Risk, TaskState};

/// So many are shown with all that can be done; more would hide the rest of the board on a phone.
const SHOWN: usize = 3;

/// The projects that need something; none once the results are published.
pub(super) fn at_risk(board: &EveningBoard) -> AnyView {
    if board.published {
        return view! {};
    }
    let needing: Vec<&ProjectProgress> = board.numbers.evening.at_risk().collect();
    // After the close nothing here mends them: the check list says what does.
    let over = board.judging.is_over(board.numbers.now);
    let title = if over { "Projects short of reviews" } else { "Projects that need something" };
    let title = numbered(title, needing.len());
    let first: Vec<_> = needing.iter().take(SHOWN).map(|project| in_full(board, project)).collect();
    let others: Vec<_> = needing.iter().skip(SHOWN).map(|project| in_short(board, project)).collect();
    let others = (!others.is_empty()).then(|| {
        let summary = words::plural(others.len(), "more project", "more projects");
        disclosure(view! { "Show "{summary} }).id("board-projects-more").of(view! {
            <ul class="board-list">{others}</ul>
        })
    });
    let list = if needing.is_empty() {
        view! { <p class="quiet">{nothing(board)}</p> }
    } else {
        view! { <ul class="board-list">{first}</ul> }
    };
    let deal = board.for_all(ForAll::DealOut, |n| {
        format!("Deal reviews for {} with too few judges", words::plural(n, "project", "projects"))
    });
    let call = board.for_all(ForAll::CallMissed, |n| {
        format!("Write to the {} that judges missed", words::plural(n, "team", "teams"))
    });
    let acts =
        (deal.is_some() || call.is_some()).then(|| view! { <div class="board-acts">{deal}{call}</div> });
    section("board-projects-title", title).plain().id("board-projects").of(view! {
        {acts}
        {list}
        {others}
    })
}

fn nothing(board: &EveningBoard) -> &'static str {
    let evening = &board.numbers.evening;
    match (board.numbers.projects.is_empty(), board.judging.phase(board.numbers.now)) {
        (true, _) => "No project can be judged yet.",
        _ if evening.missing == 0 => "Every project has its planned reviews.",
        // Those who are not here yet have no pace.
        (_, Phase::Open) if evening.pace.is_some() && evening.nobody == 0 => {
            "At the judges’ own pace every project gets its planned reviews."
        }
        _ => "Every project has the judges that it needs.",
    }
}

fn in_full(board: &EveningBoard, project: &ProjectProgress) -> AnyView {
    // After the close nobody can finish anything.
    let open = !board.judging.is_over(board.numbers.now);
    let team = board.numbers.projects.get(&project.project).map(|p| {
        let href = board.notice_href(&format!("team:{}", p.team));
        view! { <a href=href>"Write to the team"<span class="sr-only">" of "{board.title(project.project)}</span></a> }
    });
    let add = open.then(|| {
        let of = board.title(project.project);
        view! { <a href=board.project_href(project.project)>"Add a judge"<span class="sr-only">" to "{of}</span></a> }
    });
    view! {
        <li id=format!("board-p-{}", project.project)>
            {name(board, project)}
            <p>{reason(board, project)}</p>
            {judges(board, project)}
            <p class="board-acts">
                {add}
                {team}
            </p>
        </li>
    }
}

fn in_short(board: &EveningBoard, project: &ProjectProgress) -> AnyView {
    view! {
        <li id=format!("board-p-{}", project.project)>
            {name(board, project)}
            <p>{reason(board, project)}</p>
        </li>
    }
}

fn name(board: &EveningBoard, project: &ProjectProgress) -> AnyView {
    let place =
        board.numbers.projects.get(&project.project).map(|p| place_words(&p.place)).unwrap_or_default();
    let place = (!place.is_empty()).then(|| view! { " "<span class="quiet">{place}</span> });
    view! {
        <p><a class="board-name" href=board.project_href(project.project)>{board.title(project.project)}</a>{place}</p>
    }
}

/// Why it needs something.
fn reason(board: &EveningBoard, project: &ProjectProgress) -> String {
    let closed = board.judging.is_over(board.numbers.now);
    let waiting = match project.not_here {
        0 => String::new(),
        n if closed => {
            format!(" {} did not come.", words::plural(n, "judge who has it", "judges who have it"))
        }
        n => format!(" {} not here yet.", words::plural(n, "judge who has it is", "judges who have it are")),
    };
    let reviews = words::plural(board.numbers.planned, "review", "reviews");
    let has = format!("{} of {reviews} finished.{waiting}", project.done);
    let lacks = words::plural(project.lacks, "more judge", "more judges");
    match project.risk {
        Some(Risk::AllAside) => format!("{has} All its judges stepped aside."),
        // Nothing is to come any more.
        Some(Risk::NoJudge) if closed && project.pending + project.not_here > 0 => {
            format!("{has} Judging is over.")
        }
        Some(Risk::NoJudge) if project.pending == 0 && project.not_here > 0 => {
            format!("{has} It needs {lacks}.")
        }
        Some(Risk::NoJudge) if project.judges.is_empty() => format!("{has} No judge is assigned to it."),
        Some(Risk::NoJudge) if project.pending == 0 => format!("{has} No judge is left for it."),
        Some(Risk::NoJudge) => {
            let to_come = words::plural(project.pending, "more is", "more are");
            format!("{has} {to_come} to come, so it needs {lacks}.")
        }
        Some(Risk::Missed) => {
            format!(
                "{has} {} it and could not judge it.",
                words::plural(project.missed, "judge visited", "judges visited")
            )
        }
        Some(Risk::Late) if closed => format!("{has} Judging is over."),
        Some(Risk::Late) => {
            let reached = match project.expected {
                0 => "none of its judges gets".to_owned(),
                1 => format!("1 of {} gets", words::plural(project.pending, "judge", "judges")),
                n => format!("{n} of {} get", words::plural(project.pending, "judge", "judges")),
            };
            format!("{has} At their own pace {reached} to it before judging closes.")
        }
        None => has,
    }
}

/// Its judges with how far each is. Each leads to the review; who has it before them can be nudged.
fn judges(board: &EveningBoard, project: &ProjectProgress) -> Option<AnyView> {
    let over = board.judging.is_over(board.numbers.now);
    let each = each(project.judges.iter().enumerate(), |(at, judge)| {
        let between = if at == 0 { "Reviews: " } else { ", " };
        let state = match judge.state {
            TaskState::Done(_) => "finished",
            TaskState::Pending if judge.missed => "missed",
            TaskState::Pending if over => "missing",
            TaskState::Pending => "to come",
            TaskState::Aside => "does not count",
        };
        let (href, name) = (board.review_href(judge.assignment), board.judge(judge.judge));
        let nudge = (judge.state == TaskState::Pending && !judge.missed && !over).then(|| {
            let href = board.notice_href(&format!("person:{}", judge.judge));
            view! { ", "<a href=href>"nudge"<span class="sr-only">" "{name.clone()}</span></a> }
        });
        view! { {between}<a href=href>{name}</a>" ("{state}{nudge}")" }
    });
    (!each.is_empty()).then(|| view! { <p class="quiet small">{each}"."</p> })
}

/// Every project, folded.
pub(super) fn all(board: &EveningBoard) -> AnyView {
    let to_come = if board.judging.is_over(board.numbers.now) { "Missing" } else { "To come" };
    let projects = &board.numbers.evening.projects;
    let place_of = |project: i64| {
        board.numbers.projects.get(&project).map(|p| place_words(&p.place)).unwrap_or_default()
    };
    // A column without a value in any row is left out.
    let places = projects.iter().any(|project| !place_of(project.project).is_empty());
    let any_missed = projects.iter().any(|project| project.missed > 0);
    let rows = each(projects.iter(), |project| {
        let place = place_of(project.project);
        let no_place = place.is_empty().then_some("cell-blank");
        let place = places.then(|| view! { <td data-label="Place" class=no_place>{place}</td> });
        let missed = if project.missed == 0 { String::new() } else { project.missed.to_string() };
        let blank = if project.missed == 0 { "cell-num cell-blank" } else { "cell-num" };
        let missed = any_missed.then(|| view! { <td data-label="Missed visits" class=blank>{missed}</td> });
        view! {
            <tr id=format!("board-r-{}", project.project)>
                <th scope="row"><a href=board.project_href(project.project)>{board.title(project.project)}</a></th>
                {place}
                <td data-label="Finished" class="cell-num">{format!("{} of {}", project.done, board.numbers.planned)}</td>
                <td data-label=to_come class="cell-num">{project.pending + project.not_here}</td>
                {missed}
            </tr>
        }
    });
    let summary = show_all(projects.len(), "project", "projects");
    let table = (!rows.is_empty()).then(|| {
        disclosure(summary).id("board-all-table").of(view! {
            <Table label="All projects" stacks=true columns=[text_column("Project"), text_column("Place").when(places), number_column("Finished"), number_column(to_come), number_column("Missed visits").when(any_missed)]>{rows}</Table>
        })
    });
    view! {
        <section id="board-all" aria-label="All projects">{table}</section>
    }
}
