//! The organizer's page on how long an event keeps its personal data.

use crate::pages::desk::waiting_page;
use crate::pages::prelude::*;
use app::pages::manage::keeping::{DayForm, ForgottenView, KeepingPage, keeping_page};
use chrono::{NaiveDate, NaiveTime};
use model::confirmation::ActOutcome;
use portal::organize::keeping::{self, KeepingFound};
use shared::refusal::SettingFault;

pub struct Keeping;

impl Desk for Keeping {
    type Id = ();
    type Found = KeepingFound;
    type Beside = ();
    const PATH: &'static str = "manage/keeping";
    const TITLE: &'static str = "Keeping the data of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<KeepingFound> {
        keeping::for_page(c, &at.caller, &at.slug).await
    }

    fn draw(desk: KeepingFound, around: DeskContext<'_, Self>) -> AnyView {
        let stored = desk.at.facts.event.forget_on;
        keeping_page(KeepingPage {
            day: DayForm {
                stored,
                typed: around.typed("day").unwrap_or_else(|| stored.map(day_field).unwrap_or_default()),
                stale: around.is_stale(),
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
        })
    }
}

/// `POST …/day`: the `day`, empty to take it back, and the day that was `seen`.
pub async fn choose_day(sent: Post<Keeping>) -> PageResult {
    let (day, seen) = (read_day(sent.get("day")), sent.get("seen").parse().ok());
    let choose = async |c: &mut Conn, at: &At| {
        keeping::choose_day(c, &at.caller, &at.slug, day, seen, &at.state.base_url).await
    };
    let next = Keeping::path(&sent.at);
    sent.lead_or_wait(&next, choose).await
}

/// `POST …/forget`: `confirm` is ticked.
pub async fn forget(sent: Post<Keeping>) -> PageResult {
    let confirmed = sent.ticked("confirm");
    let At { state, caller, slug, .. } = sent.at.clone();
    let forget = async |c: &mut Conn| {
        keeping::forget(c, &caller, &slug, confirmed, &state.signer)
            .await
            .map(|done| done.map(ActOutcome::done))
    };
    match state.write_forgetting(forget).await {
        Ok(Some(_)) => Ok(see(&Keeping::path(&sent.at))),
        Ok(None) => Ok(see(&waiting_page(&sent.at.slug))),
        Err(failure) => sent.again(failure).await,
    }
}

/// The beginning of a day in UTC, as a browser's field sends the day; none for an empty field.
fn read_day(typed: &str) -> portal::Sent<Option<DateTime<Utc>>> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let day = NaiveDate::parse_from_str(typed.trim(), "%Y-%m-%d").ok();
    let day = day.filter(|day| (1970..=9999).contains(&chrono::Datelike::year(day)));
    let day = day.ok_or_else(|| Refusal::field("day", SettingFault::Day))?;
    Ok(Some(day.and_time(NaiveTime::MIN).and_utc()))
}

fn day_field(day: DateTime<Utc>) -> String {
    day.format("%Y-%m-%d").to_string()
}
