//! Judges' cards, printed. The page of invitations has the form in which they are chosen.

use super::invitations::{Beside, Invitations};
use crate::pages::prelude::*;
use app::pages::manage::people::cards::card_sheet;
use portal::people::cards::{self, CardsFound, ChosenJudges, JudgeCard};

/// `POST …/cards/print`: new links for the invitations `judge` and the judges `member`, on a sheet. The answer shows them, since they are not stored.
pub async fn print(sent: Post<Invitations>) -> PageResult {
    let ids = |field: &'static str| sent.form.all(field).filter_map(|id| path::id(id).ok());
    let chosen = ChosenJudges {
        invitations: ids("judge").map(InvitationId).collect(),
        members: ids("member").map(PersonId).collect(),
    };
    let make = async |call: &mut Call<'_>, at: &At<Option<InvitationId>>| {
        cards::print(call, &at.state.base_url, &chosen).await
    };
    let next = async |at: At<Option<InvitationId>>, cards| match cards {
        Some(cards) => show_with::<PrintedCards>(&at.to(()), cards).await,
        None => show_with::<Invitations>(&at, Beside { cards_again: true, ..Beside::default() }).await,
    };
    sent.once_shown(make, next).await
}

/// The cards, this once.
struct PrintedCards;

impl Desk for PrintedCards {
    type Id = ();
    type Found = CardsFound;
    type Beside = Vec<JudgeCard>;

    const PATH: &'static str = Invitations::PATH;
    const TITLE: &'static str = "Judges’ cards of";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<CardsFound> {
        cards::for_page(call).await
    }

    fn draw(desk: CardsFound, sheet: DeskContext<'_, Self>) -> AnyView {
        let back = match sheet.beside.as_slice() {
            [card] => card.person.map(|person| (card.name.clone(), person.0)),
            _ => None,
        };
        let cards = sheet.beside.into_iter().map(|card| (card.name, card.link));
        card_sheet(desk.at.facts.event.judging.close, cards.collect(), back)
    }
}
