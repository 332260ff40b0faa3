//! An event's list of projects, searched and filtered by links and a form.

use super::event::tracks;
use crate::pages::prelude::*;
use app::pages::gallery::{GalleryPage, gallery_page};
use model::project::{Gallery, GalleryFacets, GalleryFilter, ListOrder, ListedProject};
use portal::submit::projects::{self, PER_PAGE};
use std::sync::Arc;

/// Most characters of a search.
const SEARCH: usize = 200;

/// `GET /events/<slug>/projects`; anything unreadable in its query counts as not asked.
pub async fn list(PublicRequest(At { state, caller, slug, query, .. }): PublicRequest) -> PageResult {
    // Nobody searches for more; each word costs a look at every text. No text holds a NUL.
    let q = query.get("q").chars().take(SEARCH).collect::<String>();
    let tag = query.get("tag").to_owned();
    let order = ListOrder::from_name(query.get("sort")).unwrap_or_default();
    let as_list = query.get("view") == "list";
    let filter = GalleryFilter {
        words: q.replace('\0', " ").split_whitespace().map(str::to_owned).collect(),
        track: query.get("track").parse().ok().map(TrackId),
        tag: tag.replace('\0', " "),
        order,
        ..GalleryFilter::default()
    };
    let asked = query.get("page").parse().unwrap_or(1);
    let operation = async |call: &mut Call<'_>| {
        let opened = event_view::open(call).await?;
        let gallery = projects::gallery(call, &opened.at, &state.facets, &filter, asked).await?;
        Ok((opened, gallery))
    };
    let model = |(opened, (gallery, facets)): (OpenedEvent, (Gallery, Arc<GalleryFacets>)), _: &EventView| {
        let OpenedEvent { event, mine, .. } = opened;
        let with_track = |project: ListedProject| {
            let track = project.track.and_then(|track| event.track_name(track)).map(str::to_owned);
            (project, track)
        };
        let model = GalleryPage {
            track: filter.track.map(|track| track.0),
            tracks: tracks(&event, &facets.tracks),
            tags: facets.tags.clone(),
            projects: gallery.projects.into_iter().map(with_track).collect(),
            total: gallery.total,
            more: gallery.more,
            page: gallery.page,
            per_page: PER_PAGE,
            may_submit: mine.create_refused.is_none(),
            q: q.clone(),
            tag: tag.clone(),
            order,
            as_list,
        };
        (Frame::new(format!("Projects of {}", event.name), format!("/events/{slug}/projects")), model)
    };
    Ok(public(event_page(&state, state.by(&caller).at(&slug), operation, model, gallery_page).await?))
}
