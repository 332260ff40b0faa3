//! Calendar files: an event's windows for everybody, and when somebody judges, under an address that only they know.

use crate::pages::prelude::*;
use portal::event::events;
use portal::judge::calendar as own;
use shared::calendar::{Calendar, Entry};
use shared::rules::VotingMode;
use shared::window::Window;

const KIND: &str = "text/calendar; charset=utf-8";

/// `GET /events/<slug>/calendar.ics`: the windows of an event, as visitors see it.
pub async fn event(PublicRequest(At { state, slug, .. }): PublicRequest) -> PageResult {
    let (event, changed) = state.read(async |c| events::for_calendar(c, &slug).await).await?;
    let page = format!("{}/events/{slug}", state.base_url);
    let voting = (event.voting_mode != VotingMode::Off).then_some(("voting", "Voting", event.voting));
    let windows = [("submissions", "Submissions", event.submissions), ("judging", "Judging", event.judging)];
    let entries = windows.into_iter().chain(voting).filter_map(|window| entry(&event, window, &page));
    Ok(answer::public_file(KIND, file(&event, changed, entries.collect())))
}

/// `GET /calendars/<secret>.ics`: when the judge judges who has this address.
pub async fn judge(Shared(state): Shared<State>, Path(code): Path<String>) -> PageResult {
    let secret = code.strip_suffix(".ics").ok_or_else(Refusal::not_found)?;
    let (event, changed) = state.read(async |c| own::read(c, secret).await).await?;
    let page = format!("{}/judge", state.base_url);
    let entry = entry(&event, ("judging", "Judging", event.judging), &page);
    Ok(answer::of_kind(KIND, file(&event, changed, entry.into_iter().collect())))
}

fn file(event: &Event, changed_at: DateTime<Utc>, entries: Vec<Entry<'_>>) -> String {
    Calendar { name: &event.name, changed_at, entries }.text()
}

/// The entry of a window: from its opening, or at its close where it was always open. One that is always open has none.
fn entry<'e>(event: &'e Event, (key, what, window): (&str, &str, Window), page: &str) -> Option<Entry<'e>> {
    let (from, to, title) = match (window.open, window.close) {
        (Some(open), close) => (open, close, what.to_owned()),
        (None, Some(close)) => (close, None, format!("Close of {}", what.to_lowercase())),
        (None, None) => return None,
    };
    let host = page.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    Some(Entry {
        id: format!("{}-{key}@{host}", event.slug),
        from,
        to,
        title: format!("{title}: {}", event.name),
        place: &event.venue,
        address: page.to_owned(),
    })
}
