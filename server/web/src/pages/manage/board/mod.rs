//! The board of an evening of judging.

mod changes;
mod coverage;
mod live;

pub use coverage::WhoReviews;
pub use live::live;

use crate::pages::desk::{Around, At, Desk};
use crate::pages::render::Frame;
use app::pages::manage::{BoardPage, EveningBoard, board_page};
use leptos::prelude::AnyView;
use portal::failure::Outcome;
use portal::judge::board::{self, JudgingBoard};

/// After so many seconds a board loads itself again, without scripting.
const RELOAD: u32 = 30;

/// `?reload=off`: the page stays as it is without scripting.
pub struct Board;

impl Desk for Board {
    type Id = ();
    type Found = JudgingBoard;
    type Beside = ();
    const PATH: &'static str = "manage/board";
    const TITLE: &'static str = "Board of";

    async fn ahead(at: &At) -> Outcome<Option<JudgingBoard>> {
        let state = &at.state;
        let chances = &state.prize_chances;
        board::read(&state.database, &state.boards, chances, &at.caller, &at.slug).await.map(Some)
    }

    fn frame(found: &JudgingBoard, around: &Around<'_, Self>, frame: Frame) -> Frame {
        let live = is_live(found);
        let reload = (live && reloads(around.at)).then_some(RELOAD);
        Frame { script: live.then_some("board.js"), reload, ..frame }
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
    EveningBoard {
        slug: found.at.slug,
        judging: found.at.facts.event.judging,
        numbers: found.numbers,
        prizes: found.prizes,
        since_run: found.since_run,
    }
}
