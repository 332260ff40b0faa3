//! How far judging is, and whether it ends in time.

use super::{EveningBoard, coverage_href, minutes};
use crate::prelude::*;
use chrono::TimeDelta;
use model::board::PulledCounts;
use shared::board::PACE_MINUTES;

pub(super) fn now(board: &EveningBoard) -> AnyView {
    let evening = &board.numbers.evening;
    let enough = evening.projects.iter().filter(|p| p.done >= board.numbers.planned).count();
    let projects = words::plural(evening.projects.len(), "project", "projects");
    let enough = view! { <a href="#board-all">{format!("{enough} of {projects}")}</a> };
    let over = board.judging.is_over(board.numbers.now);
    let needing = match evening.at_risk().count() {
        _ if board.published => view! {},
        n if n > 0 && over => {
            let words = words::plural(n, "project is short of reviews", "projects are short of reviews");
            view! { <a href="#board-projects">{words}</a>"." }
        }
        0 => view! { "None needs anything." },
        n => {
            let words = words::plural(n, "project needs something", "projects need something");
            view! { <a href="#board-projects">{words}</a>"." }
        }
    };
    let PulledCounts { all, by_need, by_lot } = board.numbers.pulled;
    let pulled = (all > 0).then(|| {
        let chosen = if by_need + by_lot > 0 {
            format!(" {by_need} by need, {by_lot} by lot, the others because they had the fewest reviews.")
        } else {
            " Each had the fewest reviews.".to_owned()
        };
        view! {
            <dt>"Handed out"</dt>
            <dd>{words::plural(all, "project", "projects")}" to judges who asked for another one."{chosen}</dd>
        }
    });
    view! {
        <section id="board-now" aria-label="Judging now">
            <Progress done=i64::from(evening.planned - evening.missing.min(evening.planned)) of=i64::from(evening.planned) what="planned reviews finished"/>
            <p class="prose">{show_moments(&pace(board))}</p>
            <dl class="facts">
                <dt>"Projects"</dt>
                <dd>{enough}{format!(" with {} or more. ", words::plural(board.numbers.planned, "review", "reviews"))}{needing}</dd>
                <dt>"Who reviews what"</dt>
                <dd><a href=coverage_href(&board.slug)>"Every judge and every project in one table"</a></dd>
                {pulled}
            </dl>
        </section>
    }
}

/// What the board is for, before there is anything on it.
const LATER: &str = "Then this page shows how fast reviews come in, when they will be complete, and which projects and judges need you.";

/// The pace, and when it ends, in sentences.
fn pace(board: &EveningBoard) -> String {
    let evening = &board.numbers.evening;
    match board.judging.phase(board.numbers.now) {
        Phase::NotYet => match board.judging.open {
            Some(open) => format!("Judging opens {}. {LATER}", words::relative(open, board.numbers.now)),
            None => format!("Judging is not open yet. {LATER}"),
        },
        _ if evening.projects.is_empty() => "No project can be judged yet.".to_owned(),
        _ if evening.missing == 0 => "Every project has its planned reviews.".to_owned(),
        Phase::Closed => {
            let fewer = words::plural(evening.missing, "fewer review", "fewer reviews");
            format!("Judging is over. Projects have {fewer} than planned.")
        }
        Phase::Open => {
            let close = board.judging.close;
            let closes =
                close.map(|close| format!(" Judging closes {}.", words::relative(close, board.numbers.now)));
            format!("{}{}", open_pace(board), closes.unwrap_or_default())
        }
    }
}

fn open_pace(board: &EveningBoard) -> String {
    let evening = &board.numbers.evening;
    let planned = |n| words::plural(n, "planned review", "planned reviews");
    let Some(pace) = evening.pace else {
        return format!(
            "Fewer than 3 reviews were finished in the last {PACE_MINUTES} minutes, so there is no forecast. {} to go.",
            planned(evening.missing)
        );
    };
    let lately = words::plural(pace.reviews, "review was", "reviews were");
    let mut said = vec![format!("{lately} finished in the last {} minutes.", pace.minutes)];
    let to_come = evening.missing.saturating_sub(evening.nobody);
    let end = evening.minutes_left.map(|left| (left, board.numbers.now + TimeDelta::minutes(left.into())));
    if to_come > 0 {
        let after = end.map_or_else(
            || "more than a week".to_owned(),
            |(left, end)| format!("{}, at {}", minutes(left), words::stamp(end)),
        );
        said.push(format!(
            "At their own pace, judges finish the last of {} after {after}.",
            planned(to_come)
        ));
    }
    if evening.nobody > 0 {
        let has = words::plural(evening.nobody, "planned review has", "planned reviews have");
        said.push(format!("{has} no judge who is here."));
    }
    let planned_in_all = evening.finished + evening.missing;
    let late = evening.at_close.map_or(0, |at_close| planned_in_all.saturating_sub(at_close));
    if late > 0 {
        let missing = words::plural(late, "review is", "reviews are");
        said.push(format!("{missing} missing when judging closes."));
    }
    said.join(" ")
}
