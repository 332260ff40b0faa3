//! How sure the prizes are, and what some more reviews would change.

use super::EveningBoard;
use crate::prelude::*;
use model::board::{ChancesState, FURTHER, RunChances};
use shared::calibration::{Certainty, SURE_SET};

pub(super) fn prizes(board: &EveningBoard) -> AnyView {
    let content = match &board.prizes {
        None if board.numbers.finished.is_empty() => {
            view! { <p class="quiet">"No review is in yet, so nobody knows who may win."</p> }
        }
        None => {
            let href = ManageTab::Calibration.href(&board.slug);
            view! { <p class="quiet">"No calibration has run yet, so nobody knows who may win. "<a href=href>"Run the calibration"</a></p> }
        }
        Some(found) => of_run(board, found),
    };
    section("board-prizes-title", "How sure the prizes are").plain().id("board-prizes").of(content)
}

fn of_run(board: &EveningBoard, found: &RunChances) -> AnyView {
    let run = &found.run;
    let href = ManageTab::Calibration.href(&board.slug);
    let made = words::relative(run.created_at, board.numbers.now);
    let age = match board.since_run {
        0 => {
            view! { <p class="quiet">{format!("By run {}, made {made}. No review came since.", run.run)}</p> }
        }
        n => {
            let since = words::plural(n, "review", "reviews");
            let said = format!("By run {}, made {made}. {since} came since: ", run.run);
            view! { <p class="quiet">{said}<a href=href>"run it again"</a>"."</p> }
        }
    };
    let rest = match &found.state {
        ChancesState::Computing => view! { <p>"The chances of this run are being computed."</p> },
        ChancesState::Failed => {
            view! { <p>"The chances could not be computed. Load the page again to try once more."</p> }
        }
        ChancesState::TooLittle => {
            view! { <p>"This run had too few reviews to tell luck from quality, so it gives no chances."</p> }
        }
        ChancesState::Known(known) => {
            let names =
                found.prizes.iter().map(|prize| Some(prize.name.as_str())).chain(std::iter::repeat(None));
            let prizes: Vec<_> = known.contests.iter().zip(names).collect();
            let shown: Vec<_> = prizes.iter().map(|(contest, name)| one(board, *name, contest)).collect();
            let others: Vec<_> =
                prizes.iter().filter_map(|(contest, name)| others(board, *name, contest)).collect();
            let others = (!others.is_empty()).then(|| {
                disclosure("Show who else may win").id("board-prizes-more").of(view! {
                    <ul class="board-list">{others}</ul>
                })
            });
            let more = reviews_help(board).then(|| more(board, &known.further));
            view! {
                <ul class="board-list">{shown}</ul>
                {others}
                {more.flatten()}
                <p class="quiet small">{words::CHANCES_ASSUME}</p>
            }
        }
    };
    view! { {age}{rest} }
}

/// Whether further reviews can still come: after the close they cannot.
fn reviews_help(board: &EveningBoard) -> bool {
    board.judging.phase(board.numbers.now) != Phase::Closed
}

/// What a contest is about: a prize that goes by rank, or the first places where there is none.
fn contest_name(name: Option<&str>, winners: usize) -> String {
    name.map_or_else(|| format!("First {winners} of the ranking"), str::to_owned)
}

/// Who wins it as things are.
fn one(board: &EveningBoard, name: Option<&str>, found: &Certainty) -> AnyView {
    let winners = found.winners.len();
    let names = words::name_few(found.winners.iter().map(|id| board.title(*id)));
    let sure = chance(found.sure);
    let who = match winners {
        0 => "No project can win it yet.".to_owned(),
        1 => format!("{names} is first now. The chance that it is the best is {sure}."),
        n => format!("{names} are first now. The chance that these are the best {n} is {sure}."),
    };
    view! {
        <li>
            <p><strong class="board-name">{contest_name(name, winners)}</strong></p>
            <p>{who}</p>
        </li>
    }
}

/// Who else may win it, and what further reviews would change; nothing where that is sure.
fn others(board: &EveningBoard, name: Option<&str>, found: &Certainty) -> Option<AnyView> {
    let (winners, open) = (found.winners.len(), found.possible.len());
    if winners == 0 || open <= winners {
        return None;
    }
    // The page of the ranking has all.
    let names = words::name_few(found.possible.iter().map(|id| board.title(*id)));
    let is = if winners == 1 { "the best project is" } else { "all the best projects are" };
    let possible = format!("There is a {SURE_SET}\u{a0}% chance that {is} among these {open}: {names}.");
    let gain = reviews_help(board).then(|| {
        let after = chance(found.sure_after);
        let more = words::plural(FURTHER, "more review", "more reviews");
        if found.sure_after - found.sure < 0.015 {
            format!("{more} where they help most would hardly change that.")
        } else {
            format!("{more} where they help most would raise the chance to about {after}.")
        }
    });
    Some(view! {
        <li>
            <p><strong class="board-name">{contest_name(name, winners)}</strong></p>
            <p>{possible}</p>
            {gain.map(|said| view! { <p>{said}</p> })}
        </li>
    })
}

/// `62 %`; never 0 or 100, which a few hundred draws cannot say.
fn chance(chance: f64) -> String {
    let percent = chance * 100.0;
    if percent < 1.0 {
        "under 1\u{a0}%".to_owned()
    } else if percent > 99.0 {
        "over 99\u{a0}%".to_owned()
    } else {
        format!("{percent:.0}\u{a0}%")
    }
}

/// Where further reviews help most.
fn more(board: &EveningBoard, further: &[(i64, u32)]) -> Option<AnyView> {
    if further.is_empty() {
        return None;
    }
    let mut each: Vec<AnyView> = Vec::new();
    for (at, (project, n)) in further.iter().enumerate() {
        let between = if at == 0 { "" } else { ", " };
        let href = board.project_href(*project);
        each.push(view! { {between}<a href=href>{board.title(*project)}</a>{format!(" ({n})")} });
    }
    let lead = format!("Where {} would help most: ", words::plural(FURTHER, "more review", "more reviews"));
    Some(view! { <p class="prose">{lead}{each}"."</p> })
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn a_chance_is_never_certain() {
        assert_eq!(
            [0.0, 0.004, 0.62, 0.994, 1.0].map(chance),
            ["under 1\u{a0}%", "under 1\u{a0}%", "62\u{a0}%", "over 99\u{a0}%", "over 99\u{a0}%"]
        );
    }
}
