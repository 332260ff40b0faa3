//! The board of an evening of judging.

mod changes;
mod coverage;
mod live;

pub use coverage::WhoReviews;
pub use live::live;

use crate::pages::desk::{Around, At, Desk};
use crate::pages::render::Frame;
use app::pages::manage::{
    BoardChances, BoardPage, BoardPrize, BoardProject, BoardRun, EveningBoard, board_page,
};
use leptos::prelude::AnyView;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::judge::board::{self, JudgingBoard};
use portal::judge::certainty::{ChancesState, FURTHER, RunChances};
use std::sync::Arc;

/// After so many seconds a board loads itself again, without scripting.
const RELOAD: u32 = 30;

/// `?reload=off`: the page stays as it is without scripting.
pub struct Board;

impl Desk for Board {
    type Id = ();
    type Found = JudgingBoard;
    type Beside = ();

    fn path(at: &At) -> String {
        format!("/events/{}/manage/board", at.slug)
    }

    async fn ahead(at: &At) -> Outcome<Option<JudgingBoard>> {
        let state = &at.state;
        let chances = &state.prize_chances;
        board::read(&state.database, &state.boards, chances, &at.caller, &at.slug).await.map(Some)
    }

    fn title(_: &JudgingBoard, event: &EventView) -> String {
        format!("Board of {}", event.name())
    }

    fn frame(plain: Frame, found: &JudgingBoard, at: &At) -> Frame {
        let live = is_live(found);
        let reload = (live && reloads(at)).then_some(RELOAD);
        Frame { script: live.then_some("board.js"), reload, ..plain }
    }

    fn draw(found: JudgingBoard, sheet: Around<'_, Self>) -> AnyView {
        let (live, reloads) = (is_live(&found), reloads(sheet.at));
        board_page(BoardPage { board: evening_board(found), live, reloads })
    }
}

fn is_live(found: &JudgingBoard) -> bool {
    !found.at.facts.event.published
}

fn reloads(at: &At) -> bool {
    at.query.get("reload") != "off"
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
