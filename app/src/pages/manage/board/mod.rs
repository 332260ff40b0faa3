//! The board: how far projects, judges and prizes are while judging runs, and one link to act on each.
//!
//! The page is made of parts, each with an id. While the page is open the server sends those that changed, drawn by the same
//! functions, and `style/assets/board.js` puts them in place.

mod coverage;
mod forecast;
mod judges;
mod now;
mod prizes;
mod projects;
mod rooms;

pub use coverage::coverage_page;

use super::tabs::{ManageTab, manage_head};
use crate::components::{Time, TimeForm};
use crate::prelude::*;
use chrono::{DateTime, TimeDelta, Utc};
use shared::board::Evening;
use shared::calibration::Certainty;
use shared::floor::Place;
use shared::window::Window;
use std::collections::BTreeMap;
use words::address::with_query;

/// What the page shows.
#[derive(Clone, Debug)]
pub struct BoardPage {
    /// The board.
    pub board: EveningBoard,
    /// The page stays current: until the results are published.
    pub live: bool,
    /// Without scripting, the page loads itself again.
    pub reloads: bool,
}

/// The board, the same for everybody who may see it.
#[derive(Clone, Debug)]
pub struct EveningBoard {
    /// The event's slug.
    pub slug: String,
    /// When it was read.
    pub now: DateTime<Utc>,
    /// When reviews can be submitted.
    pub judging: Window,
    /// How many reviews each project should have.
    pub planned: u32,
    /// The numbers.
    pub evening: Evening,
    /// Titles and places by project.
    pub projects: BTreeMap<i64, BoardProject>,
    /// Names by judge.
    pub judges: BTreeMap<i64, String>,
    /// Projects that judges took themselves: all, by need, by lot.
    pub pulled: [i64; 3],
    /// How sure the prizes are; none before the first run.
    pub run: Option<BoardRun>,
}

/// A project on the board.
#[derive(Clone, Debug)]
pub struct BoardProject {
    /// Title.
    pub title: String,
    /// Its team.
    pub team: i64,
    /// Where it is.
    pub place: Place,
}

/// The run that the chances are of.
#[derive(Clone, Debug)]
pub struct BoardRun {
    /// Its number.
    pub run: i32,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// Reviews that came since.
    pub since: usize,
    /// What it says of the prizes.
    pub chances: BoardChances,
}

/// How sure the prizes are.
#[derive(Clone, Debug)]
pub enum BoardChances {
    /// They are being computed.
    Computing,
    /// They could not be computed.
    Failed,
    /// The run had too little to fit.
    TooLittle,
    /// What was found.
    Known {
        /// The prizes that go by rank; one without a name for the first places where there are none.
        prizes: Vec<BoardPrize>,
        /// Where further reviews help most: how many each project would get.
        further: Vec<(i64, u32)>,
        /// How many further reviews that are.
        reviews: u32,
    },
}

/// How sure a prize is.
#[derive(Clone, Debug)]
pub struct BoardPrize {
    /// Its name; none for the first places of the ranking.
    pub name: Option<String>,
    /// Who wins by the run, and how sure that is.
    pub certainty: Certainty,
}

/// The page.
#[must_use]
pub fn board_page(model: BoardPage) -> AnyView {
    let BoardPage { board, live, reloads } = model;
    let head = manage_head(ManageTab::Board);
    let address = ManageTab::Board.href(&board.slug);
    let stays = if live {
        // The script takes the line away: with it the page need not be loaded again. It is the last one, so that nothing in view moves up.
        let said = if reloads {
            view! { <p class="quiet" id="board-reloads">"This page loads again every 30 seconds. "<a href=format!("{address}?reload=off")>"Stop that"</a></p> }
        } else {
            view! { <p class="quiet" id="board-reloads">"This page does not load again by itself. "<a href=address.clone()>"Load it every 30 seconds"</a></p> }
        };
        Some(said)
    } else {
        None
    };
    let stale = live.then(|| {
        view! {
            <div class="notice tone-warn" id="board-stale" role="alert" hidden>
                <p data-ended="This board has ended: the results are out, or you may no longer see it.">"Nothing new has come for a while. The numbers below may be old. "</p>
                <p><a href=address.clone()>"Load the board again"</a></p>
            </div>
        }
    });
    let parts: Vec<_> = board_parts(&board).into_iter().map(|(_, part)| part).collect();
    let live = live.then(|| format!("{address}/live"));
    view! {
        {head}
        <div class="manage board" data-live=live>
            <h1>"Board"</h1>
            {stale}
            {parts}
            {stays}
        </div>
    }
}

/// The parts of the board, each with the id of its element.
#[must_use]
pub fn board_parts(board: &EveningBoard) -> Vec<(&'static str, AnyView)> {
    vec![
        ("board-as-of", as_of(board.now)),
        ("board-now", now::now(board)),
        ("board-projects", projects::at_risk(board)),
        ("board-judges", judges::judges(board)),
        ("board-forecast", forecast::forecast(board)),
        ("board-rooms", rooms::rooms(board)),
        ("board-prizes", prizes::prizes(board)),
        ("board-all", projects::all(board)),
    ]
}

/// `As of 18:40:12 UTC`; `board.js` replaces the moment.
fn as_of(now: DateTime<Utc>) -> AnyView {
    view! { <p id="board-as-of" class="quiet">"As of "<span>{clock(now)}</span></p> }
}

/// `18:40:12 UTC`.
#[must_use]
pub fn clock(at: DateTime<Utc>) -> AnyView {
    view! { <Time at form=TimeForm::Clock/> }
}

impl EveningBoard {
    fn title(&self, project: i64) -> String {
        self.projects.get(&project).map(|project| project.title.clone()).unwrap_or_default()
    }

    fn judge(&self, judge: i64) -> String {
        self.judges.get(&judge).cloned().unwrap_or_else(|| "A former judge".to_owned())
    }

    /// Where an organizer changes who judges a project.
    fn project_href(&self, project: i64) -> String {
        format!("{}/projects/{project}", ManageTab::Assignments.href(&self.slug))
    }

    /// One judge's review of a project.
    fn review_href(&self, assignment: i64) -> String {
        format!("{}/{assignment}", ManageTab::Assignments.href(&self.slug))
    }

    fn judge_href(&self, judge: i64) -> String {
        format!("{}/judges/{judge}", ManageTab::Assignments.href(&self.slug))
    }

    /// The form of a notice to somebody: `person:7`, `team:3`, `room:Hall`.
    fn notice_href(&self, to: &str) -> String {
        with_query(&format!("/events/{}/manage/notices", self.slug), &[("to", to)])
    }
}

/// The page with every judge and every project.
pub(super) fn coverage_href(slug: &str) -> String {
    format!("{}/coverage", ManageTab::Board.href(slug))
}

/// `1 h 7 min` for so many minutes.
fn minutes(minutes: u32) -> String {
    words::span(TimeDelta::minutes(minutes.into()))
}
