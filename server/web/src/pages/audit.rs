//! The audit log's page: an event's, and that of what belongs to no event.

use crate::pages::prelude::*;
use app::pages::audit::{AuditFilters, AuditLine, AuditPage, audit_page};
use chrono::NaiveDateTime;
use model::audit::{AuditFilter, LoggedNames};
use portal::records::log::{self, LogPage, LogPosition, LoggedRow};
use words::log_changes::{called, changed};

/// Most characters of a search, and words in it.
const SEARCH: (usize, usize) = (200, 8);

/// `GET /events/<slug>/manage/audit`.
pub async fn of_event(at: At) -> PageResult {
    show(&at.state, &at.caller, Some(at.slug), &at.query).await
}

/// `GET /admin/audit`.
pub async fn of_portal(at: At<(), Private>) -> PageResult {
    show(&at.state, &at.caller, None, &at.query).await
}

/// The page; anything unreadable in its query counts as not asked.
async fn show(state: &State, caller: &Caller, slug: Option<String>, query: &Query) -> PageResult {
    let asked = asked(query);
    let (filter, from) = (filter(&asked), from(query));
    let (found, event) = state
        .by(caller)
        .read(async |call| {
            let found = log::page(call, slug.as_deref(), &filter, from).await?;
            let event = match &found.at {
                Some(at) => Some(event_view::of_context(call, at).await?),
                None => None,
            };
            Ok((found, event))
        })
        .await?;
    let model = model(found, event.as_ref(), asked);
    let path = model.path.clone();
    let draw = || audit_page(model);
    Ok(match event {
        None => page(state, caller, Frame::new("Audit log", path), draw),
        Some(event) => {
            let frame = Frame::new(format!("Audit log of {}", event.name()), path);
            // The log is in UTC.
            page(state, caller, frame, in_event(&event, draw))
        }
    })
}

/// What was asked for, as it was written; without what no text of the database holds.
pub fn asked(query: &Query) -> AuditFilters {
    let text = |name: &str| -> String {
        let plain = query.get(name).chars().filter(|c| !c.is_control()).take(SEARCH.0);
        plain.collect::<String>().trim().to_owned()
    };
    let [from, to] =
        ["from", "to"].map(&text).map(|at| if moment(&at).is_some() { at } else { String::new() });
    AuditFilters {
        q: text("q"),
        actor: text("actor"),
        action: text("action"),
        object: text("object"),
        from,
        to,
        ..AuditFilters::default()
    }
}

/// What is asked of the log.
pub fn filter(asked: &AuditFilters) -> AuditFilter {
    AuditFilter {
        words: asked.q.to_ascii_lowercase().split_whitespace().take(SEARCH.1).map(str::to_owned).collect(),
        actor: asked.actor.to_ascii_lowercase(),
        action: asked.action.clone(),
        object_type: asked.object.clone(),
        from: moment(&asked.from),
        to: moment(&asked.to),
    }
}

/// A moment as a field of type `datetime-local` sends it, taken as UTC.
pub fn moment(text: &str) -> Option<DateTime<Utc>> {
    let forms = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S%.f"];
    let at = forms.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())?;
    // What the database can hold.
    let years = 1..=9999;
    years.contains(&chrono::Datelike::year(&at)).then(|| at.and_utc())
}

/// Where the page begins.
pub fn from(query: &Query) -> LogPosition {
    let row = |name: &str| query.get(name).parse().ok();
    row("before")
        .map(LogPosition::Before)
        .or_else(|| row("after").map(LogPosition::After))
        .unwrap_or_default()
}

fn model(found: LogPage, event: Option<&EventView>, asked: AuditFilters) -> AuditPage {
    let slug = event.map(|e| e.at.slug.clone());
    let (path, csv, signed) = match &slug {
        Some(slug) => (
            format!("/events/{slug}/manage/audit"),
            format!("/api/events/{slug}/export/audit.csv"),
            (format!("/api/events/{slug}/audit-head"), format!("{slug}-audit-head.json")),
        ),
        None => (
            "/admin/audit".to_owned(),
            "/admin/audit/audit.csv".to_owned(),
            ("/admin/audit/head.json".to_owned(), "audit-head.json".to_owned()),
        ),
    };
    let mut actions: Vec<String> = found.kinds.iter().map(|(action, _)| action.clone()).collect();
    actions.dedup();
    let mut objects: Vec<String> = found.kinds.into_iter().map(|(_, object)| object).collect();
    objects.sort_unstable();
    objects.dedup();
    let names = found.names;
    AuditPage {
        path,
        now: found.now,
        total: found.head.map_or(0, |head| head.seq),
        looked: found.looked,
        rows: found.rows.into_iter().map(|row| line(row, slug.as_deref(), &names)).collect(),
        filters: AuditFilters { actions, objects, ..asked },
        newer: found.newer,
        older: found.older,
        csv,
        signed,
    }
}

fn line(logged: LoggedRow, slug: Option<&str>, names: &LoggedNames) -> AuditLine {
    let LoggedRow { row, changes } = logged;
    let called = called(&row.object_type, &row.object_id, names);
    AuditLine {
        link: link(slug, &row.object_type, &row.object_id, called.is_some()),
        called,
        changes: changed(&changes, names),
        row,
    }
}

/// The page of what was changed, where there is one for who reads the log. What has no name any more is gone.
fn link(slug: Option<&str>, object: &str, id: &str, named: bool) -> Option<String> {
    match (slug, object) {
        (Some(_), "project") => Some(format!("/projects/{id}")),
        (Some(slug), "assignment") if named => Some(format!("/events/{slug}/manage/assignments/{id}")),
        (Some(slug), "prize") if named => Some(format!("/events/{slug}/manage/prizes/{id}")),
        (Some(slug), "event") => Some(format!("/events/{slug}")),
        (Some(slug), "run" | "publication") => Some(format!("/events/{slug}/manage/calibration")),
        (Some(slug), "export") => Some(format!("/events/{slug}/manage/exports")),
        (None, "mail") => Some(format!("/admin/mail/{id}")),
        (None, "signing_key") => Some("/admin/keys".to_owned()),
        _ => None,
    }
}
