//! A board that stays current: the parts that changed, drawn by the page's own view, as server-sent events.

use super::changes::change;
use super::evening_board;
use crate::pages::prelude::*;
use crate::pages::render::place_clock;
use app::components::PlaceClock;
use app::layout::fragments;
use app::pages::manage::board::{board_parts, clock};
use model::board::ChancesState;
use model::freshness::EventMark;
use portal::call::By;
use portal::judge::board;
use serde_json::json;
use std::time::{Duration, Instant};
use web_http::streams::{self, Publisher};

/// How often it is looked whether anything changed: one indexed read.
const TICK: Duration = Duration::from_secs(2);
/// A board on which nothing happens is drawn again after so long: what it says of time moves on.
const OLDEST: Duration = Duration::from_secs(60);

/// The parts of a board by the id of their element.
type Parts = BTreeMap<&'static str, String>;

/// What was drawn last.
struct Drawn {
    mark: EventMark,
    at: Instant,
    parts: Parts,
    /// Something is still being computed.
    unfinished: bool,
}

/// `GET /events/<slug>/manage/board/live?once=`: with `once`, the whole board as one message.
pub async fn live(At { state, caller, slug, query, .. }: At) -> PageResult {
    state.by(&caller).at(&slug).read(board::may_follow).await?;
    if query.asked("once").is_some() {
        let clock = clock_of(&state, &slug).await?;
        let (at, drawn) = draw(&state, &slug, &clock).await?;
        return Ok(streams::one_message(message(&at, Some(&drawn.parts))));
    }
    let (person, topic) = (caller.account()?, format!("board {slug}"));
    let (publishing, published) = (state.clone(), slug.clone());
    let start = |publisher| drop(tokio::spawn(publish(publishing, published, publisher)));
    let streams = state.streams.clone();
    let check = move || {
        let (state, caller, slug) = (state.clone(), caller.clone(), slug.clone());
        async move {
            let demo = state.settings.demo;
            state.by(&caller).at(&slug).read(async |call| board::may_still_follow(call, demo).await).await
        }
    };
    Ok(streams::open(&streams, person, &topic, start, check)?)
}

/// Draws the board whenever it changed, for as long as anybody watches.
async fn publish(state: State, slug: String, publisher: Publisher) {
    let mut last = None;
    while !publisher.is_abandoned() {
        let renewed = async {
            let clock = clock_of(&state, &slug).await?;
            renew(&state, &slug, &clock, &publisher, &mut last).await
        };
        if let Err(why) = renewed.await {
            tracing::warn!(event = %slug, ?why, "the board was not renewed");
        }
        publisher.wait(TICK).await;
    }
}

/// The clocks by which the board is written.
async fn clock_of(state: &State, slug: &str) -> Outcome<PlaceClock> {
    Ok(place_clock(state.read(async |c| portal::zone_of(c, slug).await).await?))
}

async fn renew(
    state: &State,
    slug: &str,
    on: &PlaceClock,
    publisher: &Publisher,
    last: &mut Option<Drawn>,
) -> Outcome<()> {
    let (mark, now) = state.read(async |c| board::mark(c, slug).await).await?;
    let unchanged = message(&as_of(on, now), None);
    let current = |drawn: &Drawn| drawn.mark == mark && drawn.at.elapsed() < OLDEST && !drawn.unfinished;
    if last.as_ref().is_some_and(current) {
        publisher.confirm(unchanged);
        return Ok(());
    }
    let (at, drawn) = draw(state, slug, on).await?;
    let before = last.as_ref().map(|last| &last.parts);
    // The part that says when the board was read changes always, and every message has the moment.
    let news = |(id, html): (&&'static str, &String)| {
        let old = before.and_then(|before| before.get(id));
        (*id != AS_OF && old != Some(html))
            .then(|| (*id, old.map_or_else(|| html.clone(), |old| change(old, html))))
    };
    let changed: Parts = drawn.parts.iter().filter_map(news).collect();
    let unchanged = message(&at, None);
    if changed.is_empty() {
        publisher.confirm(unchanged);
    } else {
        publisher.publish(message(&at, Some(&drawn.parts)), message(&at, Some(&changed)), unchanged);
    }
    *last = Some(drawn);
    Ok(())
}

/// The part that says when the board was read.
const AS_OF: &str = "board-as-of";

/// When a board was read, as the page writes it.
fn as_of(on: &PlaceClock, now: DateTime<Utc>) -> String {
    fragments(on, || vec![((), clock(now))]).into_iter().map(|(_, html)| html).collect()
}

/// Draws the board as an organizer who takes no part sees it: everybody who may see it at all sees the same.
async fn draw(state: &State, slug: &str, on: &PlaceClock) -> Outcome<(String, Drawn)> {
    let (database, boards) = (&state.database, &state.boards);
    let found =
        board::read(By::of(database, &Caller::shell()).at(slug), boards, &state.prize_chances).await?;
    let unfinished = found.prizes.as_ref().is_some_and(|prizes| prizes.state == ChancesState::Computing);
    let (now, mark) = (found.numbers.now, found.mark.clone());
    let board = evening_board(found);
    let (at, parts) = (as_of(on, now), fragments(on, || board_parts(&board)).into_iter().collect());
    Ok((at, Drawn { mark, at: Instant::now(), parts, unfinished }))
}

/// A message of the stream: when the board was read, and parts of it.
fn message(at: &str, parts: Option<&Parts>) -> Bytes {
    let data = match parts {
        Some(parts) => json!({ "at": at, "parts": parts }),
        None => json!({ "at": at }),
    };
    Bytes::from(format!("data: {data}\n\n"))
}
