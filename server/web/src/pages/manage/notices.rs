//! The organizer's pages of an event's notices.

use crate::http::path;
use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::components::Choice;
use app::pages::manage::{
    NoticeForm, NoticeReadersPage, NoticeRow, NoticesPage, notice_readers_page, notices_page,
};
use model::notice::PostedNotice;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::notices::{self, NoticeDesk, NoticeReaders};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::notice::{Audience, TypedNotice};

/// `GET /events/<slug>/manage/notices`; `?to=` is whom the form begins with: `judges`, `room:NAME`, `team:ID`, `person:ID`, …
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    let typed = NoticeForm { to: query.get("to").to_owned(), ..NoticeForm::default() };
    Ok(shown(&state, &caller, &slug, typed, query.get("posted") == "1", None).await?)
}

/// `POST /events/<slug>/manage/notices`: posts `text` to `to`.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let typed = TypedNotice {
        to: form.get("to").to_owned(),
        text: form.get("text").to_owned(),
        urgent: form.get("urgent") == "true",
        mail: form.get("mail") == "true",
    };
    let page = format!("/events/{slug}/manage/notices");
    let key = form.key(&page);
    let again =
        NoticeForm { to: typed.to.clone(), text: typed.text.clone(), urgent: typed.urgent, mail: typed.mail };
    let base_url = state.base_url.clone();
    let done = state.write_once(&caller, key, async |c| {
        notices::post(c, &caller, &base_url, &slug, Ok(typed.clone())).await
    });
    match done.await {
        Ok(_) => Ok(see(&format!("{page}?posted=1"))),
        Err(failure) => {
            let page = async |refusal| {
                shown(&state, &caller, &slug, again, false, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, page).await
        }
    }
}

/// `POST /events/<slug>/manage/notices/<id>/withdraw`.
pub async fn withdraw(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, .. }: Posted,
) -> PageResult {
    let id: i64 = path::id(&id)?;
    state.write(async |c| notices::withdraw(c, &caller, &slug, id).await).await?;
    Ok(see(&format!("/events/{slug}/manage/notices")))
}

/// `GET /events/<slug>/manage/notices/<id>`: who has read it.
pub async fn readers(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    let id: i64 = path::id(&id)?;
    let operation = async |c: &mut _| notices::readers(c, &caller, &slug, id).await;
    let model = |found: NoticeReaders, _: &EventView| {
        let frame = Frame::new("Notice", format!("/events/{slug}/manage/notices/{id}"));
        let readers = found.readers.into_iter().map(|r| (r.name, r.read_at)).collect();
        (frame, NoticeReadersPage { notice: row(found.notice), readers })
    };
    Ok(event_page(&state, &caller, operation, model, notice_readers_page).await?)
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    typed: NoticeForm,
    posted: bool,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let to = typed.to.clone();
    let operation = async |c: &mut _| notices::desk(c, caller, slug, &to).await;
    let model = |found: NoticeDesk, _: &EventView| {
        let frame = Frame::new("Notices", format!("/events/{slug}/manage/notices"));
        let model = NoticesPage {
            choices: choices(&found),
            typed,
            narrow: found.narrow_refused.as_ref().map(words::refusal).unwrap_or_default(),
            hidden: found.hidden,
            notices: found.notices.into_iter().map(row).collect(),
            posted,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, notices_page).await
}

fn choices(found: &NoticeDesk) -> Vec<Choice> {
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

fn row(notice: PostedNotice) -> NoticeRow {
    let audience = match &notice.audience {
        Audience::Everybody => "everybody".to_owned(),
        Audience::Judges => "the judges".to_owned(),
        Audience::Teams => "the teams".to_owned(),
        Audience::Room(room) => format!("the teams in {room}"),
        Audience::Team(_) => format!("the team “{}”", notice.whom),
        Audience::Person(_) => notice.whom.clone(),
    };
    NoticeRow {
        id: notice.id,
        audience,
        author: notice.author,
        text: notice.text,
        urgent: notice.urgent,
        mailed: notice.mailed,
        posted_at: notice.posted_at,
        withdrawn_at: notice.withdrawn_at,
        people: notice.people,
        read: notice.read,
    }
}
