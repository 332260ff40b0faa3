//! The organizer's pages of prizes: the list, with the community vote.

mod fields;
pub mod panel;
pub mod prize;

use super::lines::{LineDesk, around, came_back, start, with_blanks};
use super::voting::{self, PrintedCodes};
use crate::pages::prelude::*;
use app::pages::manage::prizes::{PrizeRow, PrizesPage, prizes_page};
use app::pages::manage::settings::UnsavedReason;
use fields::{in_words, tracks};
use model::ballot::VotingOverview;
use model::prize::Prize;
use portal::Done;
use portal::organize::start::{LastEvent, last_event};
use portal::prizes::define::{self, SentPrizes};
use portal::prizes::{self, PrizeBoard};
use portal::vote::codes;
use shared::prize::{Eligibility, PrizeTerms, TypedPrize};
use shared::rules::VotingMode;

/// Most lines of the form.
const LINES: usize = 200;
/// Where the page has the vote.
const VOTING: &str = "?voting=1#voting";

/// The prizes; the last event, whose lines the form can start from; and the vote, if there is one.
type Found = (PrizeBoard, (Event, Option<LastEvent>, Option<VotingOverview>));

/// The page. `?voting=` opens the vote.
pub struct PrizeList;

impl Desk for PrizeList {
    type Id = ();
    type Found = Found;
    /// A form that is not saved.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/prizes";
    const TITLE: &'static str = "Prizes of";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Found> {
        read(call).await
    }

    fn draw(found: Found, sheet: DeskContext<'_, Self>) -> AnyView {
        whole_page(found, &sheet, came_back(&sheet), false)
    }
}

pub struct Voting;

impl Desk for Voting {
    type Id = ();
    type Found = Found;
    /// The form that makes codes was sent twice.
    type Beside = bool;
    const PATH: &'static str = PrizeList::PATH;
    const TITLE: &'static str = PrizeList::TITLE;

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Found> {
        read(call).await
    }

    fn draw(found: Found, sheet: DeskContext<'_, Self>) -> AnyView {
        whole_page(found, &sheet, None, sheet.beside)
    }
}

async fn read(call: &mut Call<'_>) -> Outcome<Found> {
    let board = prizes::board(call).await?;
    let starts = board.prizes.is_empty() && board.addable;
    let last = if starts { last_event(call, &board.at).await? } else { None };
    let (board, event) = with_event(call.conn, board).await?;
    let votes = event.voting_mode != VotingMode::Off;
    let votes = if votes { Some(codes::overview(call).await?) } else { None };
    Ok((board, (event, last.filter(|last| !last.prizes.is_empty()), votes)))
}

/// The page, whose table `came` back, or whose form of codes was sent `again`.
fn whole_page<D: Desk>(
    (board, (event, last, votes)): Found,
    sheet: &DeskContext<'_, D>,
    came: Option<(&Form, UnsavedReason)>,
    again: bool,
) -> AnyView {
    let why = came.map(|(_, why)| why);
    let stale = sheet.is_stale();
    let typed = match came {
        Some((form, _)) => known_lines(TypedPrize::lines_of_form(form, LINES), &board.prizes, stale),
        None => board.prizes.iter().map(|prize| TypedPrize::line(prize.id, &prize.terms)).collect(),
    };
    let theirs =
        came.filter(|_| stale).map(|(form, _)| theirs(form, &board.prizes, &event)).unwrap_or_default();
    let row = |typed: TypedPrize| {
        let won = board.winners.iter().filter(|w| Some(w.prize) == typed.id);
        let prize = board.prizes.iter().find(|prize| Some(prize.id) == typed.id);
        PrizeRow {
            won: won.map(|w| w.title.clone()).collect(),
            awarded: prize.is_some_and(|prize| prize.awarded_at.is_some()),
            lost_track: None,
            typed,
        }
    };
    let mut rows: Vec<PrizeRow> = typed.into_iter().map(row).collect();
    if let (Some(_), Some(last)) = (start(came), &last) {
        rows.retain(|row| !row.typed.is_blank());
        rows.extend(last.prizes.iter().map(|terms| taken(terms, last, &event)));
    }
    let blank = || PrizeRow { typed: TypedPrize::blank(), ..PrizeRow::default() };
    let one_each = came.map_or(board.one_each, |(form, _)| form.ticked("one_each"));
    prizes_page(PrizesPage {
        prizes: if board.addable { with_blanks(rows, why, (1, LINES), blank) } else { rows },
        addable: board.addable,
        published: board.at.facts.event.published,
        tracks: tracks(&event),
        one_each: (board.one_each, one_each),
        withheld: board.withheld.map(|refusal| words::refusal(&refusal)),
        around: around(came, theirs, last.as_ref()),
        voting: votes.map(|found| voting::part(found, &event, again, sheet)),
    })
}

impl LineDesk for PrizeList {
    const SAVED: ActDone = ActDone::PrizesSaved;

    async fn save(call: &mut Call<'_>, form: &Form) -> Outcome<Done<()>> {
        let one = form.ticked("one_each");
        // Who takes part has no such box.
        let one_each = form.sent("one_each_was").filter(|was| (*was == "true") != one).map(|_| one);
        let lines = TypedPrize::lines_of_form(form, LINES);
        define::save(call, SentPrizes { lines, one_each }).await
    }
}

/// `POST …/voting/codes`: makes `number` codes.
pub async fn make_codes(sent: Post<Voting>) -> PageResult {
    let number = sent.get("number").trim().parse();
    let number = number.map_err(|_| Refusal::field("number", Fault::CodesNotWhole));
    let make = async |call: &mut Call<'_>, at: &At| codes::make(call, &at.state.signer, number).await;
    let next = async |at: At, codes| match codes {
        Some(codes) => show_with::<PrintedCodes>(&at, codes).await,
        // The form was sent again: its codes are not shown twice.
        None => show_with::<Voting>(&at, true).await,
    };
    sent.once_shown(make, next).await
}

/// `POST …/voting/codes/withdraw`: withdraws all codes that nobody used.
pub async fn withdraw_codes(sent: Post<Voting>) -> PageResult {
    sent.did(ActDone::CodesWithdrawn, VOTING, async |call, _| codes::withdraw_unused(call).await).await
}

/// The lines of a form. One that it leaves is shown as it is stored; one whose prize another organizer removed meanwhile is a new one;
/// and a form that is stale goes on from what is stored.
fn known_lines(lines: Vec<TypedPrize>, prizes: &[Prize], stale: bool) -> Vec<TypedPrize> {
    let known = |typed: TypedPrize| {
        let is_left = typed.version() == typed.made_from && !typed.remove;
        match prizes.iter().find(|prize| Some(prize.id) == typed.id) {
            Some(prize) if is_left => Some(TypedPrize::line(prize.id, &prize.terms)),
            Some(prize) if stale => {
                let made_from = TypedPrize::of(&prize.terms).version();
                Some(TypedPrize { made_from, ..typed })
            }
            Some(_) => Some(typed),
            None if typed.id.is_some() && is_left => None,
            None => Some(TypedPrize { id: None, remove: false, ..typed }),
        }
    };
    lines.into_iter().filter_map(known).collect()
}

/// What another organizer made of the prizes that a form changes, or that the form removes.
fn theirs(form: &Form, prizes: &[Prize], event: &Event) -> Vec<(String, String)> {
    let lines = TypedPrize::lines_of_form(form, LINES).into_iter();
    let changed =
        lines.filter(|typed| typed.id.is_some() && (typed.version() != typed.made_from || typed.remove));
    let other = |typed: TypedPrize| {
        let stored = prizes.iter().find(|prize| Some(prize.id) == typed.id);
        let text = match stored {
            Some(prize) if TypedPrize::of(&prize.terms).version() == typed.made_from => return None,
            Some(prize) => format!("It is now: {}.", in_words(prize, event)),
            None => "They removed it.".to_owned(),
        };
        Some((typed.name, text))
    };
    changed.filter_map(other).collect()
}

/// A prize of the last event, as a line for a new one. Tracks are told by their names.
fn taken(terms: &PrizeTerms, last: &LastEvent, event: &Event) -> PrizeRow {
    let typed = TypedPrize::of(terms);
    let Eligibility::Track(track) = terms.eligibility else {
        return PrizeRow { typed, ..PrizeRow::default() };
    };
    let name = last.settings.tracks.iter().find(|old| old.id == track).map(|old| old.name.clone());
    let here = event.tracks.iter().find(|here| Some(&here.name) == name.as_ref());
    let eligibility =
        here.map_or_else(|| Eligibility::All.name().to_owned(), |here| format!("track-{}", here.id));
    PrizeRow {
        typed: TypedPrize { eligibility, ..typed },
        lost_track: name.filter(|_| here.is_none()),
        ..PrizeRow::default()
    }
}
