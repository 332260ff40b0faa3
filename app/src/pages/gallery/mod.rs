//! An event's projects: search, track, tags and order; as cards or as a list; pages of a list.

mod asked;
mod filters;
mod rows;

use super::event_head::{EventTab, event_head};
use crate::prelude::*;
use asked::Asked;
use filters::filters;
use model::project::{ListOrder, ListedProject, TagUse};
use rows::{card, row};

/// What an event's list of projects shows.
pub struct GalleryPage {
    /// The words searched for (`q`).
    pub q: String,
    /// The track filtered by (`track`).
    pub track: Option<i64>,
    /// The tag filtered by (`tag`).
    pub tag: String,
    /// In which order (`sort`).
    pub order: ListOrder,
    /// As a list, and not as cards (`view`).
    pub as_list: bool,
    pub tracks: Vec<TrackChoice>,
    /// The most used tags among all projects, most used first.
    pub tags: Vec<TagUse>,
    /// The projects of this page, each with its track's name.
    pub projects: Vec<(ListedProject, Option<String>)>,
    /// How many match, as far as they are counted.
    pub total: i64,
    /// Whether more match than that.
    pub more: bool,
    /// This page, from 1 (`page`).
    pub page: i64,
    /// Projects on a full page.
    pub per_page: i64,
    /// The visitor's team may submit now.
    pub may_submit: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackChoice {
    pub id: i64,
    pub name: String,
    /// Submitted projects in it.
    pub projects: i64,
}

/// An event's list of projects.
pub fn gallery_page(model: GalleryPage) -> AnyView {
    needs(Sheet::Events);
    let asked = Asked::of(&model);
    let filters = filters(&model, &asked);
    let found = found(&model, &asked);
    let list = if model.projects.is_empty() {
        nothing(&model, &asked)
    } else {
        let pages = pages(&model, &asked);
        let further = (model.more && last(&model) >= model.total)
            .then(|| view! { <p class="quiet">"More projects match. Add a word or choose a track to find them."</p> });
        let as_list = model.as_list;
        let one = |(at, (project, track))| {
            if as_list { row(project, track, &asked) } else { card(project, track, &asked, at) }
        };
        let class = if as_list { "item-list project-list" } else { "gallery" };
        view! { <ul class=class>{each(model.projects.into_iter().enumerate(), one)}</ul>{pages}{further} }
    };
    view! {
        {event_head(Some(EventTab::Projects))}
        <h1>"Projects"</h1>
        {filters}
        <section aria-label="Projects">{found}{list}</section>
    }
}

/// How many there are, and the choice between cards and list.
fn found(model: &GalleryPage, asked: &Asked) -> AnyView {
    let mut found = words::plural(model.total, "project", "projects");
    if model.more {
        found = format!("More than {found}");
    }
    if asked.filtered() {
        found.push_str(" found");
    }
    if model.total > model.per_page {
        found = format!("{found}, {} shown", part(model));
    }
    let all = asked.filtered().then(|| view! { <a href=asked.all()>"Show all"</a> });
    let views = [("Cards", "", !model.as_list), ("List", "list", model.as_list)].map(|(label, view, on)| {
        view! { <a href=asked.to(&[("view", view)]) aria-current=on.then_some("true")>{label}</a> }
    });
    let views = (!model.projects.is_empty())
        .then(|| view! { <nav class="gallery-views" aria-label="Show projects as">{views.into_iter().collect::<Vec<_>>()}</nav> });
    view! {
        <div class="row gallery-found small">
            <p class="quiet" role="status">{found}</p>
            {all}
            {views}
        </div>
    }
}

/// The last project on this page, counted from the list's beginning.
fn last(model: &GalleryPage) -> i64 {
    (model.page - 1) * model.per_page + i64::try_from(model.projects.len()).unwrap_or(0)
}

/// `25–48`.
fn part(model: &GalleryPage) -> String {
    let first = (model.page - 1) * model.per_page + 1;
    format!("{}–{}", words::thousands(first), words::thousands(last(model)))
}

/// The way to the next page and the one before, and from four pages on to each end.
fn pages(model: &GalleryPage, asked: &Asked) -> AnyView {
    let last = last(model);
    let many = if model.more { "more than " } else { "" };
    let words = format!("{} of {many}{}", part(model), words::thousands(model.total));
    let to = |page: i64| asked.to(&[("page", &if page == 1 { String::new() } else { page.to_string() })]);
    let previous = (model.page > 1).then(|| to(model.page - 1));
    let next = (last < model.total).then(|| to(model.page + 1));
    let count = (model.total + model.per_page - 1) / model.per_page.max(1);
    let numbers = (count > 3).then(|| {
        let numbers = each(page_numbers(model.page, count), |page| {
            let current = (page == model.page).then_some("page");
            view! { <li><a href=to(page) aria-current=current>{words::thousands(page)}</a></li> }
        });
        view! { <nav aria-label="Page"><ol class="gallery-pages">{numbers}</ol></nav> }
    });
    view! { <Pager words previous next/>{numbers} }
}

/// The pages to offer: both ends, the middle of what lies between, and those beside the current one.
fn page_numbers(page: i64, count: i64) -> Vec<i64> {
    let mut numbers =
        vec![1, i64::midpoint(1, page), page - 1, page, page + 1, i64::midpoint(page, count), count];
    numbers.retain(|number| (1..=count).contains(number));
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn nothing(model: &GalleryPage, asked: &Asked) -> AnyView {
    if asked.filtered() {
        let all = asked.all();
        return view! {
            <EmptyState title="Nothing matches" text="Try fewer or other words, or another track.">
                <ButtonLink href=all>"Show all projects"</ButtonLink>
            </EmptyState>
        };
    }
    let submit = model.may_submit.then(|| {
        view! { <ButtonLink href=event_path("/submit") kind=Kind::Main>"Submit a project"</ButtonLink> }
    });
    view! {
        <EmptyState title="No project submitted yet" text="Projects are listed here as soon as their teams submit them. Drafts stay with their teams.">
            {submit}
        </EmptyState>
    }
}

#[cfg(test)]
mod tests {
    use super::page_numbers;
    use model::project::ListOrder as GalleryOrder;

    #[test]
    fn ten_thousand_projects_are_a_few_steps_from_end_to_end() {
        assert_eq!(page_numbers(1, 417), [1, 2, 209, 417]);
        assert_eq!(page_numbers(209, 417), [1, 105, 208, 209, 210, 313, 417]);
        assert_eq!(page_numbers(417, 417), [1, 209, 416, 417]);
        assert_eq!(page_numbers(2, 4), [1, 2, 3, 4]);
    }

    #[test]
    fn an_order_is_found_by_its_name() {
        for order in GalleryOrder::ALL {
            assert_eq!(GalleryOrder::from_name(order.name()), Some(order));
        }
        assert_eq!(GalleryOrder::from_name("x").unwrap_or_default(), GalleryOrder::Oldest);
    }
}
