//! Judges' cards: chosen, then printed.

use crate::pages::prelude::*;
use app::pages::manage::people::{CardSheet, CardsPage, card_sheet, cards_page};
use portal::idempotency::ShownOnce;
use portal::people::cards::{self, CardsFound, ChosenJudges, JudgeCard};

pub struct Cards;

impl Desk for Cards {
    type Id = ();
    type Found = CardsFound;
    /// The form was sent again after it had made its cards.
    type Beside = bool;
    const PATH: &'static str = "manage/people/cards";
    const TITLE: &'static str = "Judges’ cards of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<CardsFound> {
        cards::for_page(c, &at.caller, &at.slug).await
    }

    fn draw(desk: CardsFound, sheet: Around<'_, Self>) -> AnyView {
        cards_page(CardsPage { judges: desk.judges, may: forms::allowed(desk.refused), again: sheet.beside })
    }
}

/// `POST …/cards/print`: new links for the invitations `judge` and the judges `member`, on a sheet. The answer shows them, since they are not stored.
pub async fn print(sent: Post<Cards>) -> PageResult {
    let ids = |field: &'static str| sent.form.all(field).filter_map(|id| path::id(id).ok());
    let chosen = ChosenJudges {
        invitations: ids("judge").map(InvitationId).collect(),
        members: ids("member").map(PersonId).collect(),
    };
    let make = async |c: &mut Conn, at: &At| {
        let made = cards::print(c, &at.caller, &at.state.base_url, &at.slug, &chosen).await?;
        Ok(made.map(|cards| ShownOnce(Some(cards))))
    };
    let next = async |at: At, ShownOnce(cards)| match cards {
        Some(cards) => show_with::<PrintedCards>(&at, cards).await,
        None => show_with::<Cards>(&at, true).await,
    };
    sent.once(make, next).await
}

/// The cards, this once.
struct PrintedCards;

impl Desk for PrintedCards {
    type Id = ();
    type Found = CardsFound;
    type Beside = Vec<JudgeCard>;

    fn path(at: &At) -> String {
        Cards::path(at)
    }

    async fn read(c: &mut Conn, at: &At) -> Outcome<CardsFound> {
        Cards::read(c, at).await
    }

    fn title(desk: &CardsFound, event: &EventView) -> String {
        Cards::title(desk, event)
    }

    fn draw(desk: CardsFound, sheet: Around<'_, Self>) -> AnyView {
        card_sheet(CardSheet {
            ends: desk.at.facts.event.judging.close,
            cards: sheet.beside.into_iter().map(|card| (card.name, card.link)).collect(),
        })
    }
}
