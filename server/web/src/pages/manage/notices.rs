//! The organizer's pages of an event's notices.

use crate::pages::prelude::*;
use app::components::Choice;
use app::pages::manage::{NoticesPage, notice_readers_page, notices_page};
use portal::notices::{self, NoticeReaders, NoticesFound};
use shared::notice::{Audience, TypedNotice};

/// `?to=` is whom the form begins with: `judges`, `room:NAME`, `team:ID`, `person:ID`, …
pub struct Notices;

impl Desk for Notices {
    type Id = ();
    type Found = NoticesFound;
    type Beside = ();
    const PATH: &'static str = "manage/notices";

    async fn read(c: &mut Conn, at: &At) -> Outcome<NoticesFound> {
        notices::for_page(c, &at.caller, &at.slug, at.query.get("to")).await
    }

    fn title(_: &NoticesFound, _: &EventView) -> String {
        "Notices".to_owned()
    }

    fn draw(found: NoticesFound, sheet: Around<'_, Self>) -> AnyView {
        let query = &sheet.at.query;
        let blank = || TypedNotice { to: query.get("to").to_owned(), ..TypedNotice::default() };
        notices_page(NoticesPage {
            choices: choices(&found),
            typed: sheet.form().map_or_else(blank, |form| TypedNotice::of_form(form)),
            narrow: found.narrow_refused.as_ref().map(words::refusal).unwrap_or_default(),
            hidden: found.hidden,
            notices: found.notices,
            posted: query.get("posted") == "1",
        })
    }
}

/// Who has read a notice.
pub struct Notice;

impl Desk for Notice {
    type Id = i64;
    type Found = NoticeReaders;
    type Beside = ();

    fn path(at: &At<i64>) -> String {
        format!("/events/{}/manage/notices/{}", at.slug, at.id)
    }

    async fn read(c: &mut Conn, at: &At<i64>) -> Outcome<NoticeReaders> {
        notices::readers(c, &at.caller, &at.slug, at.id).await
    }

    fn title(_: &NoticeReaders, _: &EventView) -> String {
        "Notice".to_owned()
    }

    fn draw(found: NoticeReaders, _: Around<'_, Self>) -> AnyView {
        notice_readers_page(&found.notice, &found.readers)
    }
}

/// `POST …/notices`: posts `text` to `to`.
pub async fn post(mut sent: Post<Notices>) -> PageResult {
    let new = TypedNotice::of_form(&sent.form);
    // The one team or person that a refused form is for stays among its choices.
    sent.at.query = Query::read(&sent.at.query.with("to", &new.to));
    let post = async |c: &mut Conn, at: &At| {
        notices::post(c, &at.caller, &at.state.base_url, &at.slug, Ok(new)).await
    };
    sent.once(post, async |at, _| Ok(see(&format!("{}?posted=1", Notices::path(&at))))).await
}

/// `POST …/<id>/withdraw`.
pub async fn withdraw(Post { at, .. }: Post<Notice>) -> PageResult {
    at.state.write(async |c| notices::withdraw(c, &at.caller, &at.slug, at.id).await).await?;
    Ok(see(&Notices::path(&at.to(()))))
}

fn choices(found: &NoticesFound) -> Vec<Choice> {
    let narrow = found.narrow_refused.is_none();
    let one = |audience: Audience, words: String| Choice::new(audience.to_text(), words);
    let mut choices = vec![one(Audience::Everybody, "Everybody in the event".to_owned())];
    choices.extend(narrow.then(|| one(Audience::Judges, "The judges".to_owned())));
    choices.push(one(Audience::Teams, "The teams".to_owned()));
    choices.extend(
        found.rooms.iter().map(|room| one(Audience::Room(room.clone()), format!("The teams in {room}"))),
    );
    choices.extend(found.named.iter().map(|(audience, name)| {
        let words = match audience {
            Audience::Team(_) => format!("The team “{name}”"),
            _ => name.clone(),
        };
        one(audience.clone(), words)
    }));
    choices
}
