//! `/events/<slug>/manage`: what needs attention, the check list, and the board of the evening: how far projects, judges and
//! prizes are, and one link to act on each.
//!
//! The board is made of parts, each with an id. While the page is open the server sends those that changed, drawn by the same
//! functions, and `style/assets/board.js` puts them in place.

mod attention;
mod calls;
mod forecast;
mod judges;
mod matters;
mod now;
mod prizes;
mod projects;
mod rooms;

use super::Side;
use super::assignments::coverage_href;
use super::tabs::Moment;
use super::ways_in::invite_href;
use crate::pages::guides::Guide;
use crate::prelude::*;
use chrono::TimeDelta;
use model::board::{BoardNumbers, RunChances, WorkLeft};
use model::call::WaitingCall;
use model::overview::Overview;
use model::plan::ToDeal;
use shared::board::ForAll;
use std::sync::Arc;

pub struct BoardPage {
    /// What of it is this organizer's.
    pub overview: Overview,
    /// The board of the evening; for an organizer who takes part, before the publication, only the judges who call for help.
    pub board: Result<EveningBoard, Vec<WaitingCall>>,
    /// The event was created just now.
    pub created: bool,
    /// The event was opened just now.
    pub opened: bool,
    /// To how many was written just now, by one act for all of a state.
    pub written: Option<usize>,
    /// How many reviews such an act moved to others just now.
    pub moved: Option<usize>,
    /// How many reviews were dealt out just now, by such an act.
    pub dealt: Option<usize>,
    /// The page stays current: until the results are published.
    pub live: bool,
    /// Without scripting, the page loads itself again.
    pub reloads: bool,
}

/// The board, the same for everybody who may see it.
#[derive(Clone, Debug)]
pub struct EveningBoard {
    pub slug: String,
    /// When reviews can be submitted.
    pub judging: Window,
    /// The results are published: nothing that is missing matters any more.
    pub published: bool,
    pub numbers: Arc<BoardNumbers>,
    /// What is left to deal and to visit.
    pub work: Arc<WorkLeft>,
    /// How sure the prizes are; none before the first run.
    pub prizes: Option<RunChances>,
    /// Reviews that came since that run.
    pub since_run: usize,
}

pub fn board_page(model: BoardPage) -> AnyView {
    let BoardPage { overview, board, created, opened, written, moved, dealt, live, reloads } = model;
    let slug = this_event().slug;
    let (address, settings) = (ManageTab::Board.href(&slug), ManageTab::Settings.href(&slug));
    let created = created.then(|| {
        view! {
            <Notice tone=Tone::Good title="The event is created, and you are its organizer.">
                <p>"It is a draft: only its organizers see it until you open it. The check list says what it needs next. You can change everything under "<a href=settings>"Event"</a>"."</p>
            </Notice>
        }
    });
    let written = written.map(words::notices::posted);
    let dealt = dealt.map(|n| format!("{} dealt out.", words::plural(n, "review is", "reviews are")));
    let moved =
        moved.map(|n| format!("{} moved to other judges.", words::plural(n, "review is", "reviews are")));
    let opened = opened.then(|| "The event is open. Everybody can see it.".to_owned());
    let done = opened.or(written).or(moved).or(dealt).map(|title| view! { <Notice tone=Tone::Good title/> });
    let stays = live.then(|| {
        // The script takes the line away: with it the page need not be loaded again. It is the last one, so that nothing in view moves up.
        if reloads {
            view! { <p class="quiet" id="board-reloads">"This page loads again every 30 seconds. "<a href=format!("{address}?reload=off")>"Stop that"</a></p> }
        } else {
            view! { <p class="quiet" id="board-reloads">"This page does not load again by itself. "<a href=address.clone()>"Load it every 30 seconds"</a></p> }
        }
    });
    let stale = live.then(|| {
        view! {
            <div class="notice tone-warn" id="board-stale" role="alert" hidden>
                <p data-ended="This board has ended: the results are out, or you may no longer see it.">"Nothing new has come for a while. The numbers below may be old. "</p>
                <p><a href=address.clone()>"Load the board again"</a></p>
            </div>
        }
    });
    let on_board = board.is_ok();
    // Before there is anybody on it, and once it is a record.
    let folded = board.as_ref().is_ok_and(|board| {
        let evening = &board.numbers.evening;
        board.published || (evening.judges.is_empty() && board.numbers.not_here == 0)
    });
    let mut calling = board.as_ref().err().map(|waiting| calls::calls(&slug, waiting, overview.at.now));
    // Beside each other where there is room; one below the other elsewhere.
    let (mut above, mut needs, mut judges) = (vec![], vec![], vec![]);
    let (mut hall, mut trends, mut below) = (vec![], vec![], vec![]);
    for (id, part) in board.as_ref().ok().map(board_parts).unwrap_or_default() {
        match id {
            "board-calls" => calling = Some(part),
            "board-as-of" | "board-now" => above.push(part),
            "board-projects" => needs.push(part),
            "board-states" | "board-judges" => judges.push(part),
            "board-rooms" => hall.push(part),
            "board-forecast" | "board-prizes" => trends.push(part),
            _ => below.push(part),
        }
    }
    // While judges are at work, how far they are comes first; before and after, what is to be done. A window without times is open, and
    // nobody is at work yet.
    let at_work = live && this_event().moment == Moment::Judge;
    let (first, above) = if at_work { (above, vec![]) } else { (vec![], above) };
    // In the organizers' room the columns begin high until judging closes, and the lists are behind a line.
    let ahead = live && !folded && this_event().moment == Moment::Prepare;
    let high = on_board && (at_work || ahead);
    let columns = on_board.then(|| {
        let columns = columns([above, needs, judges, hall, trends, below]);
        match folded {
            false => columns,
            // The script puts the parts in place where they are, so they are there.
            true => disclosure("Show the board of judging").of(columns),
        }
    });
    let live = live.then(|| format!("/events/{slug}/manage/board/live"));
    let matters = matters::lines(&overview, on_board);
    let number = matters.len();
    let lists = attention::attention(&overview, matters, on_board);
    let lists = if high { attention::in_a_line(&overview, number, lists) } else { lists };
    view! {
        {manage_head(ManageTab::Board)}
        <div class=class_of(high, at_work) data-live=live>
            <h1>"Board"</h1>
            <ErrorSummary heading="Nothing was done"/>
            {created}
            {done}
            {stale}
            {calling}
            {first}
            {lists}
            {columns}
            {attention::in_numbers(&overview)}
            <p>
                <a href=ManageTab::Notices.href(&slug)>"Write a notice"</a>" to judges, teams, a room or everybody. The "
                <a href=Guide::Organizers.path()>"guide for organizers"</a>" goes through one evening in order."
            </p>
            {stays}
        </div>
    }
}

/// The columns with what is above and below them.
fn columns([above, needs, judges, hall, trends, below]: [Vec<AnyView>; 6]) -> AnyView {
    let hall = where_there_is_room("Show the hall", hall);
    let trends = view! { <div class="board-trends">{trends}</div> };
    let trends = where_there_is_room("Show reviews over time, and how sure the prizes are", trends);
    view! {
        {above}
        <div class="board-columns">
            <div>{needs}</div>
            <div>{judges}</div>
            <div>{hall}</div>
        </div>
        <div class="board-below">
            {trends}
            {below}
        </div>
    }
}

/// What asks for no act. A phone shows it on request, because it would make the page too long there.
fn where_there_is_room(summary: &'static str, parts: impl IntoView) -> AnyView {
    disclosure(summary).class("disclosure board-wide").of(draw(parts))
}

/// How the page is laid out: whether its columns begin `high` in the organizers' room, and whether judges are at work.
fn class_of(high: bool, at_work: bool) -> &'static str {
    match (high, at_work) {
        (false, _) => "manage board",
        (true, true) => "manage board board-high",
        (true, false) => "manage board board-high board-ahead",
    }
}

/// The parts of the board, each with the id of its element.
pub fn board_parts(board: &EveningBoard) -> Vec<(&'static str, AnyView)> {
    vec![
        ("board-calls", calls::calls(&board.slug, &board.numbers.calls, board.numbers.now)),
        ("board-as-of", as_of(board.numbers.now)),
        ("board-now", now::now(board)),
        ("board-projects", projects::at_risk(board)),
        ("board-states", judges::states(board)),
        ("board-judges", judges::judges(board)),
        ("board-rooms", rooms::rooms(board)),
        ("board-forecast", forecast::forecast(board)),
        ("board-prizes", prizes::prizes(board)),
        ("board-all", projects::all(board)),
    ]
}

/// `As of 18:40:12 UTC`; `board.js` replaces the moment.
fn as_of(now: DateTime<Utc>) -> AnyView {
    view! { <p id="board-as-of" class="quiet">"As of "<span>{clock(now)}</span></p> }
}

/// `18:40:12 UTC`.
pub fn clock(at: DateTime<Utc>) -> AnyView {
    view! { <Time at form=TimeForm::Clock/> }
}

impl EveningBoard {
    /// The button of an act for all of a state, while judging is open and somebody is in the state; where what it would deal finds no judge
    /// who is here, why.
    fn for_all(&self, act: ForAll, label: impl Fn(usize) -> String) -> Option<AnyView> {
        let open = self.judging.phase(self.numbers.now) == Phase::Open;
        let number = act.whom(&self.numbers.evening).len();
        let action = format!("/events/{}/manage/board/for-all", self.slug);
        if !open || number == 0 {
            return None;
        }
        Some(match self.work.finds_nobody(act) {
            Some(work) => nobody_takes(&self.slug, work),
            None => {
                let label = label(number);
                view! {
                    <PostForm action><Button name="what" value=act.name() tight=true>{label}</Button></PostForm>
                }
            }
        })
    }

    fn title(&self, project: i64) -> String {
        self.numbers.projects.get(&project).map(|project| project.title.clone()).unwrap_or_default()
    }

    fn judge(&self, judge: i64) -> String {
        self.numbers.judges.get(&judge).cloned().unwrap_or_else(|| "A former judge".to_owned())
    }

    /// Where an organizer changes who judges a project.
    fn project_href(&self, project: i64) -> String {
        Side::Project.href(&self.slug, project)
    }

    /// One judge's review of a project.
    fn review_href(&self, assignment: i64) -> String {
        format!("{}/{assignment}", ManageTab::Assignments.href(&self.slug))
    }

    fn judge_href(&self, judge: i64) -> String {
        Side::Judge.href(&self.slug, judge)
    }

    /// The form of a notice to somebody: `person:7`, `team:3`, `room:Hall`.
    fn notice_href(&self, to: &str) -> String {
        with_query(&format!("/events/{}/manage/notices", self.slug), &[("to", to)])
    }
}

/// Why no judge who is here can take what an act would deal, and what helps.
fn nobody_takes(slug: &str, work: ToDeal) -> AnyView {
    let why = words::plan::untaken(work.untaken).unwrap_or_default();
    view! {
        <p class="quiet">{format!("No judge who is here can take these: {why}. ")}<a href=invite_href(slug)>"Invite judges"</a></p>
    }
}

/// `Judges (3)`; below a title without a number a sentence says that there is nothing.
fn numbered(title: &str, number: usize) -> String {
    if number == 0 { title.to_owned() } else { format!("{title} ({number})") }
}

/// `1 h 7 min` for so many minutes.
fn minutes(minutes: u32) -> String {
    words::span(TimeDelta::minutes(minutes.into()))
}
