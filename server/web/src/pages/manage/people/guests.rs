//! Guest judges as organizers see them, a part of the page of invitations: the code of the room, and who waits.

use crate::pages::desk::{self, PathId};
use crate::pages::prelude::*;
use app::pages::manage::people::guests::{GuestsPart, guests_page};
use portal::people::guests::{self, GuestsFound};
use std::marker::PhantomData;

/// How often a page that was asked to looks again, in seconds.
const AGAIN: u32 = 15;

/// What has the page look again.
const WATCH: &str = "&watch=1";

/// The page with guests alone, whose forms name a guest or none.
pub struct Guests<I = ()>(PhantomData<I>);

impl<I: PathId> Desk for Guests<I> {
    type Id = I;
    type Found = GuestsFound;
    type Beside = ();
    const PATH: &'static str = "manage/people/invitations?guests=1";
    const TITLE: &'static str = "Guest judges of";

    async fn read(call: &mut Call<'_>, _at: &At<I>) -> Outcome<GuestsFound> {
        guests::for_page(call).await
    }

    fn draw(found: GuestsFound, sheet: DeskContext<'_, Self>) -> AnyView {
        let watches = watches(sheet.at) || sheet.typed("watch").is_some();
        guests_page(GuestsPart { watches, ..part(found, sheet.at) })
    }
}

pub(super) fn part<I>(found: GuestsFound, at: &At<I>) -> GuestsPart {
    let open = found.link.filter(|link| link.closed_at.is_none());
    let base_url = &at.state.base_url;
    GuestsPart {
        link: open.map(|link| (format!("{base_url}/guests/{}", link.code), link.opened_at)),
        waiting: found.waiting,
        may: forms::allowed(found.refused),
        watches: false,
        now: found.at.now,
    }
}

fn watches<I>(at: &At<I>) -> bool {
    !at.query.get("watch").is_empty()
}

/// `GET …/invitations?guests=`; with `watch=1` the page loads itself again and again.
pub(super) async fn show(at: At) -> PageResult {
    // Without what an act did, which is said once.
    let again = watches(&at).then(|| format!("{AGAIN}; url={}{WATCH}", <Guests as Desk>::path(&at)));
    let mut response = desk::show::<Guests>(at).await?;
    if let Some(again) = again.and_then(|again| HeaderValue::try_from(again).ok()) {
        response.headers_mut().insert(header::REFRESH, again);
    }
    Ok(response)
}

/// `POST …/guests/open`: a new code for the room.
pub async fn open(sent: Post<Guests>) -> PageResult {
    sent.did(ActDone::RoomOpened, "", async |call, _| guests::open_link(call).await).await
}

/// `POST …/guests/close`: the code of the room ends.
pub async fn close(sent: Post<Guests>) -> PageResult {
    sent.did(ActDone::RoomClosed, "", async |call, _| guests::close_link(call).await).await
}

/// `POST …/guests/<id>/admit`: makes the guest a judge.
pub async fn admit(sent: Post<Guests<GuestId>>) -> PageResult {
    let part = watching(&sent);
    sent.did(ActDone::GuestAdmitted, part, async |call, at| guests::admit(call, at.id).await).await
}

/// `POST …/guests/<id>/turn-away`.
pub async fn turn_away(sent: Post<Guests<GuestId>>) -> PageResult {
    let part = watching(&sent);
    sent.did(ActDone::GuestTurnedAway, part, async |call, at| guests::turn_away(call, at.id).await).await
}

/// The page keeps loading itself where it did.
fn watching(sent: &Post<Guests<GuestId>>) -> &'static str {
    if sent.form.sent("watch").is_some() { WATCH } else { "" }
}
