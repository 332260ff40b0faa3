//! The audit log: an event's log for its organizers, and the log of changes outside events for site admins.

mod filters;
mod rows;

use crate::pages::admin::{AdminTab, admin_head};
use crate::pages::event_head::EventHead;
use crate::prelude::*;

pub use filters::AuditFilters;
pub use rows::AuditLine;

pub struct AuditPage {
    pub path: String,
    pub now: DateTime<Utc>,
    /// Rows in the log.
    pub total: i64,
    /// The rows that were looked at for this page; none where there are none.
    pub looked: Option<(i64, i64)>,
    /// The rows found, newest first.
    pub rows: Vec<AuditLine>,
    pub filters: AuditFilters,
    /// The page of newer rows begins above this row.
    pub newer: Option<i64>,
    /// The page of older rows begins below this row.
    pub older: Option<i64>,
    /// Where the log is downloaded.
    pub csv: String,
    /// Where the signed head is, and the name it is saved under.
    pub signed: (String, String),
}

pub fn audit_page(model: AuditPage) -> AnyView {
    needs(Sheet::Manage);
    let of_event = use_context::<EventHead>().is_some();
    let head = if of_event { manage_head(ManageTab::Audit) } else { admin_head(AdminTab::Audit) };
    let body = if model.total == 0 { nothing_yet(of_event) } else { log(model, of_event) };
    view! {
        {head}
        <div class="manage audit">
            <h1>"Audit log"</h1>
            {body}
        </div>
    }
}

fn nothing_yet(of_event: bool) -> AnyView {
    let text = if of_event {
        "Every change to this event will be listed here: who, when, what."
    } else {
        "Every change outside events will be listed here: accounts, tokens, opened mail, keys."
    };
    view! { <EmptyState title="Nothing has been logged yet" text=text/> }
}

fn log(model: AuditPage, of_event: bool) -> AnyView {
    let what = if of_event {
        "Every change to this event and every download of its records"
    } else {
        "Every change outside events: accounts, tokens, opened mail, keys"
    };
    // The head of the last row that this page knows. Every file downloaded from here contains that row, in whichever order the
    // two are saved. A head of the log's end could be later than the file, since the download is logged as well.
    let (signed, name) = model.signed.clone();
    let signed = format!("{signed}?row={}", model.total);
    let row = words::thousands(model.total);
    let older = model.older.map(|row| model.filters.address(&model.path, &[("before", row)]));
    let newer = model.newer.map(|row| model.filters.address(&model.path, &[("after", row)]));
    let found = found(&model);
    let list = if model.rows.is_empty() {
        nothing_found(&model)
    } else {
        rows::table(&model.rows, &model.filters, &model.path, model.now)
    };
    view! {
        <p class="prose">
            {what}", recorded by the database. Each row contains the hash of the row before. A row that was changed, removed or inserted breaks this chain, and "<a href="/verify">"checking the file"</a>" finds it. The file alone can’t show that rows were cut from its end. Save a signed head from time to time and give it to someone outside your team. It proves how far the log reached."
        </p>
        <p class="row">
            <ButtonLink href=model.csv.clone()>"Download the log (CSV)"</ButtonLink>
            <a class="button" href=signed download=name>{format!("Save the signed head of row {row}")}</a>
        </p>
        <p class="quiet small">"Save both, then "<a href="/verify">"check them together"</a>". Open a row’s record to see all of its change and what is stored: JSON, hashes and address."</p>
        {filters::form(&model.filters, &model.path)}
        <section aria-label="Rows">
            <p class="quiet small filters-found" role="status">{found}</p>
            {list}
            <Pager words="" previous=newer next=older/>
        </section>
    }
}

/// How many rows the page shows, and of which part of the log.
fn found(model: &AuditPage) -> String {
    let rows = words::plural(model.rows.len(), "row", "rows");
    let total = words::thousands(model.total);
    match model.looked {
        Some((first, last)) if model.filters.asked() && (first > 1 || last < model.total) => {
            let (first, last) = (words::thousands(first), words::thousands(last));
            format!("{rows} found among rows {first} to {last} of {total}, newest first")
        }
        _ if model.filters.asked() => format!("{rows} of {total} found, newest first"),
        Some((first, last)) if first > 1 || last < model.total => {
            format!("Rows {} to {} of {total}, newest first", words::thousands(last), words::thousands(first))
        }
        _ => format!("{rows}, newest first"),
    }
}

fn nothing_found(model: &AuditPage) -> AnyView {
    let path = model.path.clone();
    let text = if model.older.is_some() {
        "No match in these rows. “Next” searches older rows."
    } else {
        "Try fewer or other words, or a longer time."
    };
    view! {
        <EmptyState title="Nothing matches" text=text>
            <ButtonLink href=path>"Show all rows"</ButtonLink>
        </EmptyState>
    }
}
