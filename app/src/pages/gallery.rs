//! An event's projects: search, track, tags, pages of a list.

use super::event_head::{EventHead, EventTab, event_head};
use crate::address::with_query;
use crate::components::{
    Button, ButtonLink, Choice, EmptyState, Field, Kind, Pager, Pill, Select, Sign, Tag, Tone, words,
};
use crate::layout::{Sheet, needs};
use leptos::prelude::*;
use shared::picture::Picture;

/// What an event's list of projects shows.
#[derive(Clone, Debug)]
pub struct GalleryPage {
    /// Name, and which pages the visitor has.
    pub head: EventHead,
    /// The words searched for (`q`).
    pub q: String,
    /// The track filtered by (`track`).
    pub track: Option<i64>,
    /// The tag filtered by (`tag`).
    pub tag: String,
    /// All tracks.
    pub tracks: Vec<TrackChoice>,
    /// The most used tags among all projects, most used first; a dozen is enough.
    pub tags: Vec<TagCount>,
    /// This page's projects.
    pub projects: Vec<ProjectRow>,
    /// How many match in all.
    pub total: i64,
    /// This page, from 1 (`page`).
    pub page: i64,
    /// Projects on a full page.
    pub per_page: i64,
    /// The visitor's team may submit now.
    pub may_submit: bool,
}

/// A track to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackChoice {
    /// Identifier.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Submitted projects in it.
    pub projects: i64,
}

/// A tag and how many projects carry it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagCount {
    /// The tag.
    pub tag: String,
    /// Projects.
    pub projects: i64,
}

/// A project in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectRow {
    /// Identifier.
    pub id: i64,
    /// Title.
    pub title: String,
    /// One line; may be empty.
    pub tagline: String,
    /// Team's name.
    pub team: String,
    /// Track's name.
    pub track: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// A draft, shown to its team and to organizers only.
    pub draft: bool,
    /// Repeats an earlier project.
    pub duplicate: bool,
    /// Its first picture.
    pub picture: Option<Picture>,
}

/// An event's list of projects.
pub fn gallery_page(model: GalleryPage) -> AnyView {
    needs(Sheet::Events);
    let head = event_head(&model.head, Some(EventTab::Projects));
    let path = format!("/events/{}/projects", model.head.slug);
    let filtered = !model.q.is_empty() || model.track.is_some() || !model.tag.is_empty();
    let filters = filters(&model, &path, filtered);
    let mut found = words::plural(model.total, "project", "projects");
    if filtered {
        found.push_str(" found");
    }
    if model.total > model.per_page {
        found = format!("{found}, {} shown", part(&model));
    }
    let list = if model.projects.is_empty() {
        nothing(&model, &path, filtered)
    } else {
        let pager = pager(&model, &path);
        let rows: Vec<_> = model.projects.into_iter().map(|project| row(project, &path)).collect();
        view! { <ul class="item-list project-list">{rows}</ul>{pager} }.into_any()
    };
    view! {
        {head}
        <h1>"Projects"</h1>
        {filters}
        <section aria-label="Projects"><p class="quiet small filters-found" role="status">{found}</p>{list}</section>
    }
    .into_any()
}

fn filters(model: &GalleryPage, path: &str, filtered: bool) -> AnyView {
    let track_value = model.track.map(|id| id.to_string()).unwrap_or_default();
    let track = (!model.tracks.is_empty()).then(|| {
        let mut choices = vec![Choice::new("", "All tracks")];
        choices
            .extend(model.tracks.iter().map(|track| Choice::new(track.id.to_string(), track.name.clone())));
        view! { <Select name="track" label="Track" choices value=track_value.clone()/> }
    });
    let tag_field =
        (!model.tag.is_empty()).then(|| view! { <input type="hidden" name="tag" value=model.tag.clone()/> });
    let mut tags = model.tags.clone();
    if !model.tag.is_empty() && !tags.iter().any(|t| t.tag == model.tag) {
        tags.insert(0, TagCount { tag: model.tag.clone(), projects: model.total });
    }
    let tags: Vec<_> = tags
        .into_iter()
        .map(|TagCount { tag, .. }| {
            let current = tag == model.tag;
            // A second tap on a tag that is on takes it off.
            let to = if current { "" } else { &tag };
            let href = with_query(path, &[("q", &model.q), ("track", &track_value), ("tag", to)]);
            let word = if current { format!("{tag} ×") } else { tag };
            view! { <li><Tag word href current/></li> }
        })
        .collect();
    let tags = (!tags.is_empty()).then(|| view! { <ul class="tags" aria-label="Filter by tag">{tags}</ul> });
    let clear = filtered.then(|| view! { <a href=path.to_owned()>"Show all"</a> });
    view! {
        <search class="filters">
            <form class="row" action=path.to_owned()>
                <Field name="q" label="Search" kind="search" value=model.q.clone()/>
                {track}
                {tag_field}
                <Button>"Search"</Button>
                {clear}
            </form>
            {tags}
        </search>
    }
    .into_any()
}

fn row(project: ProjectRow, path: &str) -> AnyView {
    let tagline = (!project.tagline.is_empty()).then(|| view! { <p>{project.tagline}</p> });
    let tags: Vec<_> = project
        .tags
        .into_iter()
        .map(|tag| {
            let href = with_query(path, &[("tag", &tag)]);
            view! { <li><Tag word=tag href/></li> }
        })
        .collect();
    let tags = (!tags.is_empty()).then(|| view! { <ul class="tags">{tags}</ul> });
    let draft = project.draft.then(|| view! { <Pill tone=Tone::Warn sign=Sign::Pencil word="Draft"/> });
    let duplicate = project.duplicate.then(|| view! { <Pill sign=Sign::Copies word="Repeat"/> });
    view! {
        <li>
            <h2><a href=format!("/projects/{}", project.id)>{project.title}</a></h2>
            {tagline}
            {tags}
            <p class="byline">{project.team}{project.track.map(|track| view! { <span class="quiet">{track}</span> })}{draft}{duplicate}</p>
        </li>
    }
    .into_any()
}

/// The last project on this page, counted from the list's beginning.
fn last(model: &GalleryPage) -> i64 {
    (model.page - 1) * model.per_page + i64::try_from(model.projects.len()).unwrap_or(0)
}

/// `25–48`.
fn part(model: &GalleryPage) -> String {
    format!("{}–{}", (model.page - 1) * model.per_page + 1, last(model))
}

fn pager(model: &GalleryPage, path: &str) -> AnyView {
    let last = last(model);
    let words = format!("{} of {}", part(model), words::thousands(model.total));
    let track = model.track.map(|id| id.to_string()).unwrap_or_default();
    let to = |page: i64| {
        let page = if page == 1 { String::new() } else { page.to_string() };
        with_query(path, &[("q", &model.q), ("track", &track), ("tag", &model.tag), ("page", &page)])
    };
    let previous = (model.page > 1).then(|| to(model.page - 1));
    let next = (last < model.total).then(|| to(model.page + 1));
    view! { <Pager words previous next/> }.into_any()
}

fn nothing(model: &GalleryPage, path: &str, filtered: bool) -> AnyView {
    let path = path.to_owned();
    if filtered {
        return view! {
            <EmptyState title="Nothing matches" text="Try fewer or other words, or another track.">
                <ButtonLink href=path>"Show all projects"</ButtonLink>
            </EmptyState>
        }
        .into_any();
    }
    let submit = model.may_submit.then(|| {
        let href = format!("/events/{}/submit", model.head.slug);
        view! { <ButtonLink href kind=Kind::Main>"Submit a project"</ButtonLink> }
    });
    view! {
        <EmptyState title="No project submitted yet" text="Projects are listed here as soon as their teams submit them. Drafts stay with their teams.">
            {submit}
        </EmptyState>
    }
    .into_any()
}
