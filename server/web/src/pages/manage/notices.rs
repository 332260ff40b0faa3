//! The organizer's page of an event's notices.

use crate::pages::prelude::*;
use app::pages::manage::notices::notices_page;
use model::notice::NoticesFound;
use portal::notices;
use shared::notice::TypedNotice;

/// `?to=` is whom the form begins with: `judges`, `room:NAME`, `team:ID`, `person:ID`, …; `?of=` is the notice whose readers it shows.
pub struct Notices;

impl Desk for Notices {
    /// The notice of an act.
    type Id = Option<i64>;
    type Found = NoticesFound;
    type Beside = ();
    const PATH: &'static str = "manage/notices";

    async fn read(call: &mut Call<'_>, at: &At<Option<i64>>) -> Outcome<NoticesFound> {
        let of = at.query.get("of").parse().ok();
        notices::for_page(call, at.query.get("to"), of).await
    }

    fn title(_: &NoticesFound, _: &EventView) -> String {
        "Notices".to_owned()
    }

    fn draw(found: NoticesFound, sheet: DeskContext<'_, Self>) -> AnyView {
        let blank = || TypedNotice { to: sheet.at.query.get("to").to_owned(), ..TypedNotice::default() };
        notices_page(&found, sheet.form().map_or_else(blank, |form| TypedNotice::of_form(form)))
    }
}

/// `POST …/notices`: posts `text` to `to`.
pub async fn post(sent: Post<Notices>) -> PageResult {
    let new = TypedNotice::of_form(&sent.form);
    // The one team or person that a refused form is for stays among its choices.
    let sent = sent.asking("to", &new.to);
    let post = async |call: &mut Call<'_>, at: &At<Option<i64>>| {
        notices::post(call, &at.state.base_url, Ok(new)).await
    };
    sent.once(post, async |at, _| Ok(see(&ActDone::NoticePosted.at(&Notices::path(&at))))).await
}

/// `POST …/<id>/withdraw`.
pub async fn withdraw(Post { at, .. }: Post<Notices>) -> PageResult {
    let id = at.one()?;
    at.by().write(async |call| notices::withdraw(call, id).await).await?;
    Ok(see(&ActDone::NoticeWithdrawn.at(&Notices::path(&at))))
}
