//! The organizer's pages of prizes: the list.

mod fields;
pub mod panel;
pub mod panel_invitations;
pub mod prize;

use crate::pages::desk::{Around, At, Desk, Post};
use crate::pages::event_page::with_event;
use crate::pages::page_result::PageResult;
use crate::pages::render::see;
use app::pages::manage::{PrizeRow, PrizeValues, PrizesPage, prizes_page};
use fields::{eligible_words, tracks, values};
use leptos::prelude::AnyView;
use model::event::Event;
use model::prize::Prize;
use portal::Conn;
use portal::failure::Outcome;
use portal::prizes::{self, PrizeBoard, define};
use shared::prize::PrizeTerms;

pub struct PrizeList;

impl Desk for PrizeList {
    type Id = ();
    type Found = (PrizeBoard, Event);
    type Beside = ();
    const PATH: &'static str = "manage/prizes";
    const TITLE: &'static str = "Prizes of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<(PrizeBoard, Event)> {
        let board = prizes::board(c, &at.caller, &at.slug).await?;
        with_event(c, board).await
    }

    fn draw((board, event): (PrizeBoard, Event), sheet: Around<'_, Self>) -> AnyView {
        let row = |prize: Prize| PrizeRow {
            eligible: eligible_words(prize.terms.eligibility, &event),
            won: board.winners.iter().filter(|w| w.prize == prize.id).map(|w| w.title.clone()).collect(),
            prize,
        };
        let typed = sheet.form().filter(|form| form.sent("name").is_some());
        prizes_page(PrizesPage {
            prizes: board.prizes.into_iter().map(row).collect(),
            tracks: tracks(&event),
            one_each: board.one_each,
            withheld: board.withheld.map(|refusal| words::refusal(&refusal)),
            values: typed
                .map_or_else(|| PrizeValues { winners: "1".into(), ..PrizeValues::default() }, values),
        })
    }
}

/// `POST …/add`.
pub async fn add(sent: Post<PrizeList>) -> PageResult {
    let terms = PrizeTerms::of_form(&sent.form);
    let add = async |c: &mut Conn, at: &At| define::add(c, &at.caller, &at.slug, terms).await;
    sent.once(add, async |at, id| Ok(see(&format!("{}#prize-{id}", PrizeList::path(&at))))).await
}

/// `POST …/one-each`.
pub async fn one_each(sent: Post<PrizeList>) -> PageResult {
    let one = sent.ticked("one_each");
    sent.act(async |c, at| define::set_one_each(c, &at.caller, &at.slug, one).await).await
}
