//! The board of an evening of judging.

mod changes;
mod coverage;
mod live;

pub use coverage::show as coverage;
pub use live::live;

use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::pages::manage::{
    BoardChances, BoardPage, BoardPrize, BoardProject, BoardRun, EveningBoard, board_page,
};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::judge::board::{self, JudgingBoard};
use portal::judge::certainty::{ChancesState, FURTHER, RunChances};
use std::sync::Arc;

/// After so many seconds a board loads itself again, without scripting.
const RELOAD: u32 = 30;

/// `GET /events/<slug>/manage/board?reload=`: `off` for a page that stays as it is without scripting.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    let (database, boards) = (&state.database, &state.boards);
    let found = board::read(database, boards, &state.prize_chances, &caller, &slug).await?;
    let reloads = query.get("reload") != "off";
    let model = |found: JudgingBoard, event: &EventView| {
        let live = !found.at.facts.event.published;
        let frame = Frame::new(format!("Board of {}", event.name()), format!("/events/{slug}/manage/board"));
        let reload = (live && reloads).then_some(RELOAD);
        let frame = Frame { script: live.then_some("board.js"), reload, ..frame };
        (frame, BoardPage { board: evening_board(found), live, reloads })
    };
    Ok(event_page(&state, &caller, async |_| Ok(found), model, board_page).await?)
}

/// The board as its view shows it.
fn evening_board(found: JudgingBoard) -> EveningBoard {
    let since = found.since_run;
    // Others look at the same numbers, unless the event is small.
    let numbers = Arc::unwrap_or_clone(found.numbers);
    let project = |(id, p): (i64, model::board::PlacedTitle)| {
        (id, BoardProject { title: p.title, team: p.team.0, place: p.place })
    };
    EveningBoard {
        slug: found.at.slug,
        now: numbers.now,
        judging: found.at.facts.event.judging,
        planned: numbers.planned,
        evening: numbers.evening,
        projects: numbers.projects.into_iter().map(project).collect(),
        judges: numbers.judges,
        pulled: [numbers.pulled.all, numbers.pulled.by_need, numbers.pulled.by_lot],
        run: found.prizes.map(|run| board_run(run, since)),
    }
}

fn board_run(found: RunChances, since: usize) -> BoardRun {
    let chances = match found.state {
        ChancesState::Computing => BoardChances::Computing,
        ChancesState::Failed => BoardChances::Failed,
        ChancesState::TooLittle => BoardChances::TooLittle,
        ChancesState::Known(known) => {
            let prize = |(at, certainty): (usize, &_)| BoardPrize {
                name: found.prizes.get(at).map(|prize| prize.name.clone()),
                certainty: Clone::clone(certainty),
            };
            BoardChances::Known {
                prizes: known.contests.iter().enumerate().map(prize).collect(),
                further: known.further.clone(),
                reviews: FURTHER,
            }
        }
    };
    BoardRun { run: found.run.run, made_at: found.run.created_at, since, chances }
}
