//! The organizers' page of what waits for a second one of them, and of whether the event asks one.

use crate::pages::prelude::*;
use app::pages::manage::second_organizer::{SecondOrganizerPage, second_organizer_page};
use model::confirmation::ConfirmationsFound;
use portal::confirmations;
use shared::confirmation;

pub struct SecondOrganizer;

impl Desk for SecondOrganizer {
    /// What is decided.
    type Id = Option<i64>;
    type Found = ConfirmationsFound;
    type Beside = ();
    const PATH: &'static str = "manage/second-organizer";
    const TITLE: &'static str = "Second organizer of";

    async fn read(c: &mut Conn, at: &At<Option<i64>>) -> Outcome<ConfirmationsFound> {
        confirmations::for_page(c, &at.caller, &at.slug).await
    }

    fn draw(found: ConfirmationsFound, around: DeskContext<'_, Self>) -> AnyView {
        second_organizer_page(SecondOrganizerPage {
            found,
            just_asked: around.at.query.asked("asked").is_some(),
            sentence: around.typed("sentence").unwrap_or_default(),
            reason: around.typed("reason").unwrap_or_default(),
        })
    }
}

/// `POST …/on`.
pub async fn switch_on(sent: Post<SecondOrganizer>) -> PageResult {
    sent.act(async |c, at| confirmations::switch_on(c, &at.caller, &at.slug).await).await
}

/// `POST …/off`: asks that it is switched off.
pub async fn switch_off(sent: Post<SecondOrganizer>) -> PageResult {
    let off = async |c: &mut Conn, at: &PageRequest<SecondOrganizer>| {
        confirmations::switch_off(c, &at.caller, &at.slug, &at.state.base_url).await
    };
    let next = SecondOrganizer::path(&sent.at);
    sent.lead_or_wait(&next, off).await
}

/// `POST …/add`: asks that the organizer `person` confirms from then on.
pub async fn add(sent: Post<SecondOrganizer>) -> PageResult {
    let person = sent.get("person").parse().ok().map(PersonId);
    let add = async |c: &mut Conn, at: &PageRequest<SecondOrganizer>| {
        confirmations::add_second(c, &at.caller, &at.slug, person, &at.state.base_url).await
    };
    let next = SecondOrganizer::path(&sent.at);
    sent.lead_or_wait(&next, add).await
}

/// `POST …/force`: a site admin switches it off where it cannot be met, with a `reason`.
pub async fn force_off(sent: Post<SecondOrganizer>) -> PageResult {
    let reason = confirmation::reason(&*sent.form);
    sent.act(async |c, at| confirmations::force_off(c, &at.caller, &at.slug, reason).await).await
}

/// `POST …/<id>/confirm`: does what was asked for, with a `sentence` where there is one to say.
pub async fn confirm(sent: Post<SecondOrganizer>) -> PageResult {
    let (id, sentence) = (sent.at.one()?, confirmation::assent(&*sent.form));
    let At { state, caller, slug, .. } = sent.at.clone();
    let confirm =
        async |c: &mut Conn| confirmations::confirm(c, &caller, &slug, id, sentence, &state.signer).await;
    let confirmed = state.write_forgetting(confirm).await;
    sent.after(confirmed, |at, _| SecondOrganizer::path(at)).await
}

/// `POST …/<id>/decline`, with a `sentence`.
pub async fn decline(sent: Post<SecondOrganizer>) -> PageResult {
    let (id, sentence) = (sent.at.one()?, confirmation::dissent(&*sent.form));
    let decline = async |c: &mut Conn, at: &PageRequest<SecondOrganizer>| {
        confirmations::decline(c, &at.caller, &at.slug, id, sentence, &at.state.signer).await
    };
    sent.act(decline).await
}

/// `POST …/<id>/withdraw`.
pub async fn withdraw(sent: Post<SecondOrganizer>) -> PageResult {
    sent.act(async |c, at| confirmations::withdraw(c, &at.caller, &at.slug, at.one()?).await).await
}
