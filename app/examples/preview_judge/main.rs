//! The judge's pages, the results and the organizer's pages with made-up models, to be looked at:
//! `cargo run -p app --features ssr --example preview_judge -- OUT`, beside what `preview` writes there.

#![expect(clippy::expect_used, reason = "made-up values are right or the preview stops")]

mod judging;
mod managing;
mod ranking;

use app::layout::{Chrome, SignedIn, render};
use app::pages::EventHead;
use chrono::{DateTime, TimeDelta, Utc};
use leptos::prelude::AnyView;
use std::path::Path;

/// A page to write: file name, path, whether a form on it was refused, whether it has islands, and the
/// view.
struct Sample {
    name: &'static str,
    path: &'static str,
    error: bool,
    islands: bool,
    page: Box<dyn FnOnce() -> AnyView>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let _ = any_spawner::Executor::init_tokio();
    let out = std::env::args().nth(1).unwrap_or_else(|| "target/preview".to_owned());
    std::fs::create_dir_all(&out)?;
    for sample in judging::pages().into_iter().chain(ranking::pages()).chain(managing::pages()) {
        let signed_in =
            SignedIn { name: "Wilhelmina Okonkwo".to_owned(), judge: true, csrf: "token".to_owned() };
        let chrome = Chrome {
            title: sample.name.to_owned(),
            error: sample.error,
            path: sample.path.to_owned(),
            version: "preview".to_owned(),
            signed_in: Some(signed_in),
            islands: sample.islands,
            wide: sample.path.contains("/results") || sample.path.contains("/manage"),
            ..Chrome::default()
        };
        std::fs::write(Path::new(&out).join(format!("{}.html", sample.name)), render(chrome, sample.page))?;
    }
    Ok(())
}

/// The present of all samples.
fn now() -> DateTime<Utc> {
    "2026-11-20T17:41:18Z".parse().unwrap_or_default()
}

fn hours(hours: i64) -> Option<DateTime<Utc>> {
    Some(now() + TimeDelta::hours(hours))
}

fn head(organizes: bool) -> EventHead {
    EventHead {
        slug: "riverside".to_owned(),
        name: "Riverside Hack 2026".to_owned(),
        projects: 57,
        results: true,
        organizes,
        ..EventHead::default()
    }
}
