//! The organizer's page on how long an event keeps its personal data.

use crate::pages::event::head;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::pages::manage::{DayForm, ForgottenView, KeepingPage, keeping_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::organize::keeping::{self, KeepingDesk};
use shared::refusal::{Code, Refusal, SettingFault};

/// `GET /events/<slug>/manage/keeping`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(show_page(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/keeping/day`: the `day`, empty to take it back, and the day that was `seen`.
pub async fn choose_day(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (day, seen) = (read_day(form.get("day")), form.get("seen").parse::<DateTime<Utc>>().ok());
    let done = state.write(async |c| keeping::choose_day(c, &caller, &slug, day, seen).await).await;
    let again = async |refused| show_page(&state, &caller, &slug, Some(refused)).await;
    forms::answer(done, &format!("/events/{slug}/manage/keeping"), form, again).await
}

/// `POST /events/<slug>/manage/keeping/forget`: `confirm` is ticked.
pub async fn forget(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let confirmed = form.get("confirm") == "true";
    let done =
        state.write(async |c| keeping::forget(c, &caller, &slug, confirmed, &state.signer).await).await;
    let done = done.map(|event| state.runs.forget(event));
    let again = async |refused| show_page(&state, &caller, &slug, Some(refused)).await;
    forms::answer(done, &format!("/events/{slug}/manage/keeping"), form, again).await
}

/// The beginning of a day in UTC, as a browser's field sends the day; none for an empty field.
fn read_day(typed: &str) -> Sent<Option<DateTime<Utc>>> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let day = NaiveDate::parse_from_str(typed.trim(), "%Y-%m-%d").ok();
    let day = day.filter(|day| (1970..=9999).contains(&chrono::Datelike::year(day)));
    let day = day.ok_or_else(|| Refusal::field("day", SettingFault::Day))?;
    Ok(Some(day.and_time(NaiveTime::MIN).and_utc()))
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| keeping::desk(c, caller, slug).await;
    let model = |desk: KeepingDesk, event: &EventView| {
        let title = format!("Keeping the data of {}", event.name());
        let frame = Frame::new(title, format!("/events/{slug}/manage/keeping"));
        let typed = |field| refused.as_ref().and_then(|refused| refused.typed(field));
        let stored = desk.at.facts.event.forget_on;
        let stale = refused.as_ref().is_some_and(|r| r.refusal.code() == Code::EditedMeanwhile);
        let page = KeepingPage {
            head: head(event),
            now: desk.at.now,
            day: DayForm {
                stored,
                typed: typed("day").unwrap_or_else(|| stored.map(day_field).unwrap_or_default()),
                stale,
                from: desk.from.map_err(|refusal| words::refusal(&refusal)),
                fixed: desk.fixed.map(|refusal| words::refusal(&refusal)),
            },
            going: desk.going.into_iter().map(|going| (going.kind, going.number)).collect(),
            early: desk.early.map(|refusal| words::refusal(&refusal)),
            forgotten: desk.record.map(|record| ForgottenView {
                at: record.at,
                by: Some(record.by).filter(|by| by != "system"),
                row: record.row,
            }),
        };
        (frame.refused_form(refused.as_ref()), page)
    };
    event_page(state, caller, operation, model, keeping_page).await
}

fn day_field(day: DateTime<Utc>) -> String {
    day.format("%Y-%m-%d").to_string()
}
