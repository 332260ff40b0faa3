//! The rows of a log.

use super::AuditFilters;
use crate::components::long_lists::{IN_VIEW, LongTable};
use crate::prelude::*;
use model::audit::AuditRow;
use words::log::did;
use words::log_changes::ChangeWords;

#[derive(Clone, Debug)]
pub struct AuditLine {
    pub row: AuditRow,
    /// What it was done to is called so, where it has a name.
    pub called: Option<String>,
    /// The page of it, where there is one.
    pub link: Option<String>,
    pub changes: Vec<ChangeWords>,
}

/// The first digits of a hash, enough to tell rows apart by eye.
fn short(hash: &str) -> String {
    hash.chars().take(10).collect()
}

pub(super) fn table(rows: &[AuditLine], filters: &AuditFilters, path: &str, now: DateTime<Utc>) -> AnyView {
    let rows = each(rows.iter(), |row| line(row.clone(), filters, path, now));
    view! {
        <LongTable rows few=IN_VIEW labels=("Audit log", "The rest of the audit log") counted=("row", "rows") columns=[text_column("Row"), text_column("When, UTC"), text_column("Who"), text_column("What"), text_column("Change"), text_column("Record")]/>
    }
}

fn line(line: AuditLine, filters: &AuditFilters, path: &str, now: DateTime<Utc>) -> AnyView {
    let AuditLine { row, called, link, changes } = line;
    // `review 12`
    let thing = format!("{} {}", row.object_type.replace('_', " "), row.object_id);
    let called = called.unwrap_or_else(|| thing.clone());
    let object = match link {
        Some(href) => view! { <a href=href>{called}</a> },
        None => view! { <span>{called}</span> },
    };
    let act = match did(&row.action) {
        // What was done to the event needs no number of it.
        Some(act) if thing.starts_with("event ") => view! { {act} },
        Some(act) => view! { {act}" "<span class="quiet">"("{object}")"</span> },
        None => view! { <code>{row.action.clone()}</code>" "{object} },
    };
    // Forgetting an event takes the actors out of its log.
    let who = if row.actor.is_empty() {
        view! { <span class="quiet">"removed"</span> }
    } else {
        let href = filters.of_actor(path, &row.actor);
        view! { <a href=href>{row.actor.clone()}</a> }
    };
    let role =
        (row.actor_role != row.actor).then(|| view! { " "<span class="quiet small">{row.actor_role}</span> });
    let changes = each(changes, change);
    let blank = if changes.is_empty() { "audit-change cell-blank" } else { "audit-change" };
    let changes =
        (!changes.is_empty()).then(|| view! { <ul class="audit-changes" role="list">{changes}</ul> });
    let detail = |term: &'static str, text: Option<String>| {
        text.map(|text| view! { <dt>{term}</dt><dd><code>{text}</code></dd> })
    };
    view! {
        <tr id=format!("row-{}", row.seq)>
            <th scope="row" class="audit-seq">{words::thousands(row.seq)}</th>
            <td class="audit-when">
                <time datetime=words::iso(row.ts)>{words::short_stamp(row.ts, now)}{row.ts.format(":%S").to_string()}</time>
            </td>
            <td class="audit-who">{who}{role}</td>
            <td class="audit-what">{act}</td>
            <td class=blank>{changes}</td>
            <td class="audit-hash">
                <details>
                    <summary><code>{short(&row.row_hash)}</code><span class="sr-only">" record of row "{row.seq}" as it is stored"</span></summary>
                    <dl>
                        {detail("Hash", Some(row.row_hash))}
                        {detail("Hash of the row before", Some(row.prev_hash))}
                        {detail("Action", Some(row.action))}
                        {detail("Object", Some(thing))}
                        {detail("Address", row.ip)}
                        {detail("Before", row.before)}
                        {detail("After", row.after)}
                    </dl>
                </details>
            </td>
        </tr>
    }
}

fn change(words: ChangeWords) -> AnyView {
    let ChangeWords { what, before, after } = words;
    let name = (!what.is_empty()).then(|| view! { <span class="quiet">{what}": "</span> });
    let value = |text: String| view! { <span>{show_moment(&text)}</span> };
    let values = match (before, after) {
        (Some(before), Some(after)) => view! { {value(before)}" → "{value(after)} },
        (None, Some(after)) => value(after),
        (Some(before), None) => view! { {value(before)}" → "<em>"removed"</em> },
        (None, None) => view! {},
    };
    view! { <li>{name}{values}</li> }
}
