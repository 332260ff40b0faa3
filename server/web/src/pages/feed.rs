//! `GET /feed.atom`: events that everybody sees, and results that came out, newest first (RFC 4287).

use crate::pages::prelude::*;
use model::event::Announced;
use portal::front;
use words::html::Escaped;
use words::outside::results_are_out;
use words::{iso, opening};

/// Entries of the feed. A reader asks more often than so many come.
const ENTRIES: usize = 50;
/// Most characters of a summary.
const SUMMARY: usize = 300;

pub async fn show(Shared(state): Shared<State>) -> PageResult {
    let events = state.read(front::announced).await?;
    Ok(answer::public_file("application/atom+xml; charset=utf-8", document(&state.base_url, &events)))
}

struct Entry {
    path: String,
    title: String,
    summary: String,
    at: DateTime<Utc>,
}

fn entries(event: &Announced) -> impl Iterator<Item = Entry> {
    let page = format!("/events/{}", event.slug);
    let results = event.results_at.map(|at| Entry {
        path: format!("{page}/results"),
        title: format!("Results of {}", event.name),
        summary: results_are_out(event.provisional).to_owned(),
        at,
    });
    let summary = opening(&event.description, SUMMARY);
    let own = Entry { path: page, title: event.name.clone(), summary, at: event.opened_at };
    results.into_iter().chain([own])
}

pub fn document(base: &str, events: &[Announced]) -> String {
    let mut entries: Vec<Entry> = events.iter().flat_map(entries).collect();
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.at));
    entries.truncate(ENTRIES);
    // A feed has to say when it changed, also one that never has.
    let updated = entries.first().map_or(DateTime::UNIX_EPOCH, |entry| entry.at);
    let listed: String = entries.iter().map(|entry| written(base, entry)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n\
         <id>{base}/</id>\n<title>Events and results</title>\n<author><name>Evenhand</name></author>\n\
         <updated>{}</updated>\n<link href=\"{base}/\"/>\n<link rel=\"self\" href=\"{base}/feed.atom\"/>\n{listed}</feed>\n",
        iso(updated)
    )
}

fn written(base: &str, entry: &Entry) -> String {
    let Entry { path, title, summary, at } = entry;
    format!(
        "<entry>\n<id>{base}{path}</id>\n<title>{}</title>\n<updated>{}</updated>\n<link href=\"{base}{path}\"/>\n\
         <summary>{}</summary>\n</entry>\n",
        text(title),
        iso(*at),
        text(summary)
    )
}

/// A text in XML, without what XML cannot hold.
fn text(typed: &str) -> String {
    Escaped(&typed.replace(['\u{fffe}', '\u{ffff}'], "")).to_string()
}
