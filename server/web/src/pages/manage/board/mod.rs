//! The organizer's first page: what needs attention, and the board of an evening of judging.

pub mod changes;
mod live;

pub use live::live;

use crate::pages::prelude::*;
use app::pages::manage::board::{BoardPage, EveningBoard, board_page};
use model::overview::Overview;
use portal::judge::board::{self, JudgingBoard, OrganizersBoard};
use portal::judge::{call, for_all as acts};
use portal::publish::overview;
use shared::board::ForAll;

/// After so many seconds a board loads itself again, without scripting.
const RELOAD: u32 = 30;

/// `?created=1` follows the creation of the event, `?opened=1` its opening; `?reload=off`: the page stays as it is without scripting.
pub struct Board;

impl Desk for Board {
    type Id = ();
    type Found = (Overview, OrganizersBoard);
    type Beside = ();
    const PATH: &'static str = "manage";
    const TITLE: &'static str = "Board of";

    async fn ahead(at: &At) -> Outcome<Option<Self::Found>> {
        let (by, state) = (at.by(), &at.state);
        let overview = overview::overview(by, &state.overviews).await?;
        Ok(Some(board::of_organizer(by, &state.boards, &state.prize_chances, overview).await?))
    }

    fn frame((_, board): &Self::Found, around: &DeskContext<'_, Self>, frame: Frame) -> Frame {
        let live = is_live(board);
        let reload = (live && reloads(around.at)).then_some(RELOAD);
        Frame { script: live.then_some("board.js"), reload, ..frame }
    }

    fn draw((overview, board): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let (live, reloads) = (is_live(&board), reloads(sheet.at));
        let created = sheet.at.query.asked("created").is_some();
        let opened = sheet.at.query.asked("opened").is_some();
        let number = |name| sheet.at.query.get(name).parse().ok();
        let (written, moved, dealt) = (number("written"), number("moved"), number("dealt"));
        let board = match board {
            OrganizersBoard::Open(board) => Ok(evening_board(*board)),
            OrganizersBoard::Closed(calls) => Err(calls),
        };
        board_page(BoardPage { overview, board, created, opened, written, moved, dealt, live, reloads })
    }
}

/// `POST …/manage/board/for-all`: does `what` for all judges, or all projects, of a state.
pub async fn for_all(sent: Post<Board>) -> PageResult {
    let what = sent.form.word("what", &ForAll::ALL, ForAll::name);
    let done = match what {
        Ok(ForAll::DealOut) => "dealt",
        Ok(ForAll::MoveNotBegun | ForAll::ShareOut | ForAll::ShareWithIdle) => "moved",
        _ => "written",
    };
    let number = acts::act(sent.at.by(), &sent.at.state.boards, what).await;
    sent.after(number, |at, number| format!("{}?{done}={number}", Board::path(at))).await
}

/// `POST …/manage/calls/<id>/on-my-way`: the organizer goes to the judge who called.
pub async fn on_my_way(At { state, caller, slug, id, .. }: At<i64>, _: PostedForm) -> PageResult {
    state.by(&caller).at(&slug).write(async |call| call::take(call, id).await).await?;
    Ok(see(&format!("/events/{slug}/manage")))
}

/// `POST …/manage/calls/<id>/done`: the judge was helped.
pub async fn done(At { state, caller, slug, id, .. }: At<i64>, _: PostedForm) -> PageResult {
    state.by(&caller).at(&slug).write(async |call| call::end(call, id).await).await?;
    Ok(see(&format!("/events/{slug}/manage")))
}

fn is_live(board: &OrganizersBoard) -> bool {
    matches!(board, OrganizersBoard::Open(board) if !board.at.facts.event.published)
}

fn reloads(at: &At) -> bool {
    at.query.get("reload") != "off"
}

fn evening_board(found: JudgingBoard) -> EveningBoard {
    EveningBoard {
        slug: found.at.slug,
        judging: found.at.facts.event.judging,
        published: found.at.facts.event.published,
        numbers: found.numbers,
        work: found.work,
        prizes: found.prizes,
        since_run: found.since_run,
    }
}
