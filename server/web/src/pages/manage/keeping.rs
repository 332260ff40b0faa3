//! How long an event keeps its personal data: a part of the page of exports.

use crate::pages::prelude::*;
use app::pages::manage::keeping::KeepingPart;
use chrono::{NaiveDate, NaiveTime};
use model::keeping::KeepingFound;
use shared::refusal::SettingFault;

pub(super) fn part<D: Desk>(found: KeepingFound, sheet: &DeskContext<'_, D>) -> KeepingPart {
    let stored = found.at.facts.event.forget_on.map(|day| day.format("%Y-%m-%d").to_string());
    let typed = sheet.typed("day");
    KeepingPart {
        found,
        stale: typed.is_some() && sheet.is_stale(),
        day: typed.or(stored).unwrap_or_default(),
    }
}

/// The beginning of a day in UTC, as a browser's field sends the day; none for an empty field.
pub(super) fn read_day(typed: &str) -> portal::Sent<Option<DateTime<Utc>>> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let day = NaiveDate::parse_from_str(typed.trim(), "%Y-%m-%d").ok();
    let day = day.filter(|day| (1970..=9999).contains(&chrono::Datelike::year(day)));
    let day = day.ok_or_else(|| Refusal::field("day", SettingFault::Day))?;
    Ok(Some(day.and_time(NaiveTime::MIN).and_utc()))
}
