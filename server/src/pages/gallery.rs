//! An event's list of projects, searched and filtered by links and a form.

use super::event::{head, tracks};
use super::event_page::event_page;
use super::page_result::PageResult;
use super::render::Frame;
use crate::caller::Caller;
use crate::http::answer::public;
use crate::http::query::Query;
use crate::model::project::ListedProject;
use crate::portal::event::event_view::{self, EventView, OpenedEvent};
use crate::portal::submit::projects;
use crate::state::State;
use app::pages::{GalleryPage, ProjectRow, TagCount, gallery_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use shared::ids::TrackId;
use std::collections::{BTreeMap, HashMap};

/// Most characters of a search.
const SEARCH: usize = 200;

/// Projects on one page.
const PER_PAGE: usize = 24;
/// Tags offered as filters.
const TAGS: usize = 12;

/// `GET /events/<slug>/projects`; anything unreadable in its query counts as not asked.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    // Nobody searches for more; each word costs a look at every text.
    let (q, tag) = (query.get("q").chars().take(SEARCH).collect::<String>(), query.get("tag").to_owned());
    let searches = !q.trim().is_empty();
    let operation = async |c: &mut _| {
        let opened = event_view::open(c, &caller, &slug).await?;
        let all = projects::list_briefly(c, &caller, &opened.at, searches).await?;
        Ok((opened, all))
    };
    let model = |(opened, all): (OpenedEvent, Vec<ListedProject>), view: &EventView| {
        let OpenedEvent { event, mine, .. } = opened;
        let track = query.get("track").parse().ok();
        let found: Vec<&ListedProject> = all
            .iter()
            .filter(|p| track.is_none_or(|t: i64| p.track == Some(TrackId(t))))
            .filter(|p| tag.is_empty() || p.tags.contains(&tag))
            .filter(|p| matches(p, &q))
            .collect();
        let pages = found.len().div_ceil(PER_PAGE).max(1);
        let current = query.get("page").parse().unwrap_or(1).clamp(1, pages);
        let track_name =
            |p: &ListedProject| p.track.and_then(|track| event.track_name(track)).map(str::to_owned);
        let rows = found.iter().skip((current - 1) * PER_PAGE).take(PER_PAGE).map(|p| ProjectRow {
            id: p.id.0,
            title: p.title.clone(),
            tagline: p.tagline.clone(),
            team: p.team.clone(),
            track: track_name(p),
            tags: p.tags.clone(),
            draft: p.submitted_at.is_none(),
            duplicate: p.duplicate,
        });
        let model = GalleryPage {
            head: head(view),
            track,
            tracks: tracks(&event, &by_track(&all)),
            tags: most_used(&all),
            projects: rows.collect(),
            total: count(found.len()),
            page: count(current),
            per_page: count(PER_PAGE),
            may_submit: mine.create_refused.is_none(),
            q,
            tag,
        };
        (Frame::new(format!("Projects of {}", event.name), format!("/events/{slug}/projects")), model)
    };
    Ok(public(event_page(&state, &caller, operation, model, gallery_page).await?))
}

/// Whether the project contains every word searched for.
fn matches(project: &ListedProject, words: &str) -> bool {
    let text = [&project.title, &project.tagline, &project.team, &project.long];
    let text = text.map(|t| t.to_lowercase()).join("\n");
    let tags = project.tags.join("\n");
    words.to_lowercase().split_whitespace().all(|word| text.contains(word) || tags.contains(word))
}

/// Submitted projects of each track.
fn by_track(projects: &[ListedProject]) -> HashMap<TrackId, i64> {
    let mut counts = HashMap::new();
    for track in projects.iter().filter(|p| p.submitted_at.is_some()).filter_map(|p| p.track) {
        *counts.entry(track).or_default() += 1;
    }
    counts
}

fn most_used(projects: &[ListedProject]) -> Vec<TagCount> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for tag in projects.iter().flat_map(|p| &p.tags) {
        *counts.entry(tag).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    counts
        .into_iter()
        .take(TAGS)
        .map(|(tag, n)| TagCount { tag: tag.to_owned(), projects: count(n) })
        .collect()
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
