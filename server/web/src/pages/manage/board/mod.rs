//! The organizer's first page: what needs attention, and the board of an evening of judging.

mod changes;
mod live;

pub use live::live;

use crate::pages::prelude::*;
use app::pages::manage::{
    Attention, BoardPage, Checklist, EveningBoard, JudgesInQuestion, LastRun, board_page,
};
use model::overview::ProjectToCheck;
use portal::judge::board::{self, JudgingBoard, OrganizersBoard};
use portal::judge::{call, for_all as acts};
use portal::publish::overview::{self, Overview};
use shared::board::ForAll;
use shared::refusal::ValueRule;
use shared::rules::VotingMode;

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
        let (state, caller) = (&at.state, &at.caller);
        let overview = overview::overview(&state.database, &state.overviews, caller, &at.slug).await?;
        let (boards, chances) = (&state.boards, &state.prize_chances);
        let board = board::of_organizer(&state.database, boards, chances, caller, &overview.at).await?;
        Ok(Some((overview, board)))
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
        board_page(BoardPage {
            attention: attention(overview),
            board,
            created,
            opened,
            written,
            moved,
            dealt,
            live,
            reloads,
        })
    }
}

/// `POST …/manage/board/for-all`: does `what` for all judges, or all projects, of a state.
pub async fn for_all(sent: Post<Board>) -> PageResult {
    let shape = || Refusal::field("what", Fault::Rule(ValueRule::Shape));
    let what = ForAll::from_name(sent.get("what")).ok_or_else(shape);
    let done = match what {
        Ok(ForAll::DealOut) => "dealt",
        Ok(ForAll::MoveNotBegun) => "moved",
        _ => "written",
    };
    let (state, at) = (&sent.at.state, &sent.at);
    match acts::act(&state.database, &state.boards, &at.caller, &at.slug, what).await {
        Ok(number) => Ok(see(&format!("{}?{done}={number}", Board::path(at)))),
        Err(failure) => sent.again(failure).await,
    }
}

/// `POST …/manage/calls/<id>/on-my-way`: the organizer goes to the judge who called.
pub async fn on_my_way(At { state, caller, slug, id, .. }: At<i64>, _: PostedForm) -> PageResult {
    state.write(async |c| call::take(c, &caller, &slug, id).await).await?;
    Ok(see(&format!("/events/{slug}/manage")))
}

/// `POST …/manage/calls/<id>/done`: the judge was helped.
pub async fn done(At { state, caller, slug, id, .. }: At<i64>, _: PostedForm) -> PageResult {
    state.write(async |c| call::end(c, &caller, &slug, id).await).await?;
    Ok(see(&format!("/events/{slug}/manage")))
}

fn is_live(board: &OrganizersBoard) -> bool {
    matches!(board, OrganizersBoard::Open(board) if !board.at.facts.event.published)
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

/// What of the page is this organizer's.
fn attention(found: Overview) -> Attention {
    let without_own_team = found.at.facts.team_left_out().is_some();
    let checklist = checklist(&found);
    let in_question = &found.numbers.counts;
    let judges_silent = judges_in_question(&found, in_question.judges_silent, false);
    let judges_idle = judges_in_question(&found, in_question.judges_idle, true);
    let (times, counts) = (found.at.facts.event, &found.numbers.counts);
    let public = found.published.map(|p| p.run);
    let listed = |which: fn(&ProjectToCheck) -> bool| {
        let chosen = found.numbers.attention.iter().filter(|p| which(p));
        chosen.map(|p| (p.id.0, p.title.clone())).collect()
    };
    Attention {
        now: found.at.now,
        submissions: times.submissions,
        judging: times.judging,
        voting: (times.voting_mode != VotingMode::Off).then_some(times.voting),
        published_at: found.published.map(|p| p.published_at),
        counts: counts.clone(),
        drafts: listed(|p| p.draft),
        flagged: listed(|p| p.flagged),
        teams_without_project: found.numbers.teams.iter().map(|(id, name)| (id.0, name.clone())).collect(),
        judges_silent,
        judges_idle,
        assigned: counts.pending + counts.done,
        timeline: found.numbers.timeline.clone(),
        short_of_judges: listed(|p| p.short),
        unreviewed: listed(|p| p.unreviewed),
        undelivered: found.numbers.undelivered,
        checklist,
        last_run: found.last_run.map(|l| LastRun { run: l.run, at: l.at, published: public == Some(l.run) }),
        withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
        without_own_team,
    }
}

/// The judges without a task, or those without a submitted review. Who takes part learns only how many.
fn judges_in_question(found: &Overview, number: i64, idle: bool) -> JudgesInQuestion {
    let judges = found.numbers.judges.iter().filter(|judge| judge.idle == idle && found.withheld.is_none());
    JudgesInQuestion { number, named: judges.map(|judge| (judge.id.0, judge.name.clone())).collect() }
}

/// What the lines of the check list look at.
fn checklist(found: &Overview) -> Checklist {
    let (times, setup, counts) = (&found.at.facts.event, &found.numbers.setup, &found.numbers.counts);
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    Checklist {
        now: found.at.now,
        slug: found.at.slug.clone(),
        submissions: times.submissions,
        judging: times.judging,
        voting: times.voting,
        voting_mode: times.voting_mode,
        published: times.published,
        setup: setup.clone(),
        reviews_per_project: counts.reviews_per_project,
        submitted: counts.submitted,
        reviews_missing: counts.pending,
        last_run: found.last_run.map(|last| (last.run, last.fresh)),
        prizes_open: number(found.numbers.prizes_open),
        panels_unfinished: number(found.numbers.panels_unfinished),
        evidence_waiting: number(found.numbers.evidence_waiting),
        may_publish: found.withheld.is_none(),
        provisional: found.provisional,
    }
}
