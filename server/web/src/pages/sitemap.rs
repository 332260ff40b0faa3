//! What search engines read: `/robots.txt`, and `/sitemap.xml` with the pages that every visitor may open.

use crate::pages::prelude::*;
use portal::front::{self, Addresses};
use std::fmt::Write as _;

/// Pages of people who are signed in, links with a secret in them, and what is read by programs.
const CLOSED: [&str; 12] = [
    "/admin", "/api/", "/calendars/", "/events/*/manage", "/events/*/team", "/guests/", "/invitations/",
    "/judge", "/links/", "/login", "/me", "/signup",
];

/// `GET /robots.txt`.
pub async fn robots(Shared(state): Shared<State>) -> PageResult {
    let closed: String = CLOSED.iter().map(|path| format!("Disallow: {path}\n")).collect();
    let text = format!("User-agent: *\n{closed}\nSitemap: {}/sitemap.xml\n", state.base_url);
    Ok(answer::public_file("text/plain; charset=utf-8", text))
}

/// `GET /sitemap.xml`.
pub async fn show(Shared(state): Shared<State>) -> PageResult {
    let addresses = state.read(front::addresses).await?;
    let base = state.base_url.clone();
    let text =
        portal::heavy::run_sized(addresses.projects.len() * 64, move || document(&base, &addresses)).await?;
    Ok(answer::public_file("application/xml; charset=utf-8", text))
}

/// Slugs and numbers need no escaping.
fn document(base: &str, addresses: &Addresses) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    // Writing to a String cannot fail.
    let mut add = |path: &str| _ = writeln!(out, "<url><loc>{base}{path}</loc></url>");
    add("/");
    for event in &addresses.events {
        let page = format!("/events/{}", event.slug);
        add(&page);
        add(&format!("{page}/projects"));
        if event.results_at.is_some() {
            add(&format!("{page}/results"));
        }
    }
    for project in &addresses.projects {
        add(&format!("/projects/{project}"));
    }
    out + "</urlset>\n"
}
