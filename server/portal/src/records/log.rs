//! The audit log as its page shows it: an event's to its organizers, what belongs to no event to site admins.

use crate::prelude::*;
use shared::changes::{MemberChange, changes};
use shared::provenance::AuditHead;
use store::audit_log;
use store::facts;

/// Rows on a page.
pub const PAGE: i64 = 50;
/// Rows that a filter looks at for one page: it answers within the time of a page, however long the log.
pub const WINDOW: i64 = 10_000;

/// Which chain, and whether the caller may read it: an event's, by its slug, or the one of what belongs to no event.
pub(super) struct Chain {
    /// The slug; empty for no event.
    pub(super) slug: String,
    /// The event, and the caller in it.
    pub(super) at: Option<Context>,
    /// The database's clock.
    pub(super) now: DateTime<Utc>,
    permit: May,
}

enum May {
    Event(Permit<act::ReadAudit>),
    Portal(Permit<act::Administer>),
}

/// Asks the rule.
pub(super) async fn chain(call: &mut Call<'_>, slug: Option<&str>) -> Outcome<Chain> {
    let actor = call.caller.actor.as_ref();
    let Some(slug) = slug else {
        let now = facts::now(call.conn).await?;
        let permit = May::Portal(may::<act::Administer>(actor, &Facts::default(), now)?);
        return Ok(Chain { slug: String::new(), at: None, now, permit });
    };
    let (at, permit) = call.at(slug).open::<act::ReadAudit>().await?;
    Ok(Chain { slug: at.slug.clone(), now: at.now, at: Some(at), permit: May::Event(permit) })
}

/// Where on the log a page begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogPosition {
    /// At its end.
    #[default]
    Newest,
    /// Below this row.
    Before(i64),
    /// Above this row.
    After(i64),
}

/// A page of a log. Pages are bounded by rows' numbers, so that rows written meanwhile move nothing.
#[derive(Debug)]
pub struct LogPage {
    /// The event, and the organizer in it; none for the log of what belongs to no event.
    pub at: Option<Context>,
    /// The database's clock.
    pub now: DateTime<Utc>,
    /// The log's end; none where nothing was ever logged.
    pub head: Option<AuditHead>,
    /// Rows, newest first.
    pub rows: Vec<LoggedRow>,
    /// What the things in them are called.
    pub names: LoggedNames,
    /// The rows that were looked at; none where there are none.
    pub looked: Option<(i64, i64)>,
    /// The next page begins below this row.
    pub older: Option<i64>,
    /// The page before it begins above this row.
    pub newer: Option<i64>,
    /// Each action in the log with what it was done to.
    pub kinds: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub struct LoggedRow {
    pub row: AuditRow,
    /// The members in which its two values differ.
    pub changes: Vec<MemberChange>,
}

/// Reads a page of the log.
/// Errors: 401; 404 for an unknown event; 403 for a caller who does not organize the event, before publication for an organizer who takes
/// part, and without an event for a caller who is no site admin.
pub async fn page(
    call: &mut Call<'_>,
    slug: Option<&str>,
    filter: &AuditFilter,
    from: LogPosition,
) -> Outcome<LogPage> {
    let chain = chain(call, slug).await?;
    let head = audit_log::head(call.conn, &chain.slug).await?;
    let end = head.as_ref().map_or(0, |head| head.seq);
    // Rows are dated in their order, so every row of before the moment is at or below this one.
    let top = match filter.to {
        Some(moment) => audit_log::last_before(call.conn, &chain.slug, moment).await?.min(end),
        None => end,
    };
    let width = if *filter == AuditFilter::default() { PAGE } else { WINDOW };
    let range = range_of(from, top, width);
    let mut rows = match &chain.permit {
        May::Event(permit) => {
            audit_log::rows(call.conn, permit, &chain.slug, range, filter, PAGE + 1).await?
        }
        May::Portal(permit) => {
            audit_log::rows(call.conn, permit, &chain.slug, range, filter, PAGE + 1).await?
        }
    };
    let more = rows.len() > usize::try_from(PAGE).unwrap_or(0);
    rows.truncate(usize::try_from(PAGE).unwrap_or(0));
    let furthest = rows.last().map(|row| row.seq).filter(|_| more);
    let (lowest, highest) = if range.upwards {
        (range.first, furthest.unwrap_or(range.last))
    } else {
        (furthest.unwrap_or(range.first), range.last)
    };
    if range.upwards {
        rows.reverse();
    }
    let rows: Vec<LoggedRow> = rows
        .into_iter()
        .map(|row| LoggedRow { changes: changes(row.before.as_deref(), row.after.as_deref()), row })
        .collect();
    let names = match (&chain.permit, &chain.at) {
        (May::Event(permit), Some(at)) => {
            audit_log::names(call.conn, permit, at.event, &numbers_in(&rows)).await?
        }
        _ => LoggedNames::default(),
    };
    Ok(LogPage {
        names,
        kinds: audit_log::kinds(call.conn, &chain.slug).await?,
        at: chain.at,
        now: chain.now,
        rows,
        looked: (lowest <= highest).then_some((lowest, highest)),
        older: (lowest > 1 && lowest <= highest).then_some(lowest),
        newer: (highest < top).then_some(highest),
        head,
    })
}

/// The things that rows are about, and that their values name.
fn numbers_in(rows: &[LoggedRow]) -> LoggedNumbers {
    let mut found = LoggedNumbers::default();
    for LoggedRow { row, changes } in rows {
        let id = row.object_id.parse::<i64>().ok();
        match row.object_type.as_str() {
            "project" => found.projects.extend(id),
            "person" => found.people.extend(id),
            "assignment" => found.assignments.extend(id),
            "team" => found.teams.extend(id),
            "invitation" => found.invitations.extend(id),
            "guest" => found.guests.extend(id),
            "call" => found.calls.extend(id),
            _ => {}
        }
        for change in changes {
            let values = [&change.before, &change.after].into_iter().flatten();
            let numbers = values.flat_map(|value| match value {
                Value::Array(items) => items.iter().filter_map(Value::as_i64).collect(),
                one => one.as_i64().into_iter().collect::<Vec<_>>(),
            });
            match change.member.as_str() {
                "judge" | "person" | "from" | "owner" | "asked_by" | "link_made_by" => {
                    found.people.extend(numbers);
                }
                "project" | "project_id" | "duplicate_of" | "not_a_repeat_of" | "winners" | "with_it" => {
                    found.projects.extend(numbers);
                }
                "team" => found.teams.extend(numbers),
                "invitation" => found.invitations.extend(numbers),
                // Places are listed by project.
                other => {
                    found.projects.extend(other.strip_prefix("places.").and_then(|id| id.parse::<i64>().ok()))
                }
            }
        }
    }
    found
}

/// The rows to look at for one page.
fn range_of(from: LogPosition, top: i64, width: i64) -> AuditRange {
    match from {
        LogPosition::After(row) if row < top => {
            let first = row.max(0) + 1;
            AuditRange { first, last: first.saturating_add(width - 1).min(top), upwards: true }
        }
        LogPosition::Before(row) => {
            let last = row.saturating_sub(1).clamp(0, top);
            AuditRange { first: (last - width + 1).max(1), last, upwards: false }
        }
        LogPosition::Newest | LogPosition::After(_) => {
            AuditRange { first: (top - width + 1).max(1), last: top, upwards: false }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_stays_within_the_log_whatever_is_asked_for() {
        let rows = |from, top| {
            let AuditRange { first, last, .. } = range_of(from, top, 50);
            (first, last)
        };
        assert_eq!(rows(LogPosition::Newest, 120), (71, 120));
        assert_eq!(rows(LogPosition::Before(71), 120), (21, 70));
        assert_eq!(rows(LogPosition::Before(21), 120), (1, 20));
        assert_eq!(rows(LogPosition::After(70), 120), (71, 120));
        assert_eq!(rows(LogPosition::After(20), 120), (21, 70));
        assert_eq!(rows(LogPosition::Newest, 0), (1, 0), "an empty log");
        for edge in [i64::MIN, -1, 0, i64::MAX] {
            for from in [LogPosition::Before(edge), LogPosition::After(edge)] {
                let (first, last) = rows(from, 120);
                assert!((1..=120).contains(&first) && last <= 120, "{from:?}: {first} to {last}");
            }
        }
    }
}
