//! The form and the tags that narrow the list. On a phone they are folded, unless they are in use.

use super::GalleryPage;
use super::asked::Asked;
use crate::prelude::*;
use model::project::{ListOrder, TagUse};

/// So many tags are shown at once. The others are one press away.
const FIRST: usize = 12;

pub(super) fn filters(model: &GalleryPage, asked: &Asked) -> AnyView {
    let track = (!model.tracks.is_empty()).then(|| {
        let choices = each(model.tracks.iter(), |track| {
            let label = format!("{} ({})", track.name, words::thousands(track.projects));
            Choice::new(track.id.to_string(), label)
        });
        view! { <Select name="track" label="Track" none="All tracks" choices value=asked.track.clone()/> }
    });
    let orders = each(ListOrder::ALL, |order| Choice::new(order.name(), order_label(order)));
    let kept = [("tag", asked.tag.as_str()), ("view", asked.view)]
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| view! { <input type="hidden" name=name value=value.to_owned()/> })
        .collect::<Vec<_>>();
    let open = !asked.track.is_empty() || !asked.sort.is_empty();
    let fold = if track.is_some() { "Track and order" } else { "Order" };
    view! {
        <search class="gallery-search">
            <form class="gallery-form" action=asked.path()>
                <Field name="q" label="Search" kind="search" value=model.q.clone()/>
                {disclosure(fold).class("disclosure gallery-fold").open(open).of(view! {
                    <div class="gallery-choices">
                        {track}
                        <Select name="sort" label="Order" choices=orders value=asked.sort/>
                    </div>
                })}
                {kept}
                <Button>"Search"</Button>
            </form>
            {tags(model, asked)}
        </search>
    }
}

fn order_label(order: ListOrder) -> &'static str {
    match order {
        ListOrder::Oldest => "Oldest first",
        ListOrder::Title => "By title",
        ListOrder::Newest => "Newest first",
    }
}

fn tags(model: &GalleryPage, asked: &Asked) -> Option<AnyView> {
    let mut all = model.tags.clone();
    if !model.tag.is_empty() {
        // The tag that is on comes first, also where few projects carry it.
        let on = all.iter().position(|tag| tag.tag == model.tag).map(|at| all.remove(at));
        all.insert(0, on.unwrap_or(TagUse { tag: model.tag.clone(), projects: model.total }));
    }
    if all.is_empty() {
        return None;
    }
    let more = all.split_off(FIRST.min(all.len()));
    let open = !asked.tag.is_empty();
    let list = |tags: Vec<TagUse>| tags.into_iter().map(|tag| one(tag, asked)).collect::<Vec<_>>();
    let more = (!more.is_empty()).then(|| {
        disclosure("More tags").class("disclosure gallery-more").of(view! {
            <ul class="tags" aria-label="Filter by another tag">{list(more)}</ul>
        })
    });
    Some(disclosure("Tags").class("disclosure gallery-fold").open(open).of(view! {
        <ul class="tags" aria-label="Filter by tag">{list(all)}</ul>
        {more}
    }))
}

fn one(TagUse { tag, projects }: TagUse, asked: &Asked) -> AnyView {
    let current = tag == asked.tag;
    // A second tap on a tag that is on takes it off.
    let href = asked.to(&[("tag", if current { "" } else { &tag })]);
    let (word, count) = if current { (format!("{tag} ×"), None) } else { (tag, Some(projects)) };
    view! { <li><Tag word href current count/></li> }
}
