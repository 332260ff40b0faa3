//! Navigation: all of it links.

use crate::prelude::*;

/// Links to the pages above this one.
#[component]
pub fn Crumbs(
    /// Name and address of each page above this one.
    above: Vec<(String, String)>,
) -> impl IntoView {
    let above = each(above, |(name, href)| view! { <li><a href=href>{name}</a></li> });
    view! { <nav aria-label="You are in"><ol class="crumbs">{above}</ol></nav> }
}

/// The pages of a list. Nothing where there is only one.
#[component]
pub fn Pager(
    /// `Projects 51–100 of 214`.
    #[prop(into)]
    words: String,
    /// The page before.
    previous: Option<String>,
    /// The page after.
    next: Option<String>,
) -> impl IntoView {
    if previous.is_none() && next.is_none() {
        return view! {};
    }
    let previous = previous
        .map(|href| {
            view! { <a class="button" href=href rel="prev"><Icon sign=Sign::Back/>"Previous"</a> }
        })
        .unwrap_or_else(|| view! { <span></span> });
    let next = next
        .map(|href| {
            view! { <a class="button" href=href rel="next">"Next"<Icon sign=Sign::Onward/></a> }
        })
        .unwrap_or_else(|| view! { <span></span> });
    // Two lists on one page need two names.
    let label = if words.is_empty() { "Pages".to_owned() } else { words.clone() };
    view! {
        <nav class="row pager" aria-label=label>
            {previous}
            <span class="quiet small">{words}</span>
            {next}
        </nav>
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab {
    pub label: String,
    /// Where it leads.
    pub href: String,
    /// It is the page that is shown.
    pub current: bool,
    /// How many things the page lists, where that helps.
    pub count: Option<i64>,
}

impl Tab {
    /// One that counts nothing.
    pub fn new(label: &str, href: String, current: bool) -> Self {
        Self { label: label.to_owned(), href, current, count: None }
    }
}

/// Pages of one thing as tabs. They are links, so each has an address.
#[component]
pub fn Tabs(
    /// What they are pages of.
    #[prop(into)]
    label: String,
    tabs: Vec<Tab>,
) -> impl IntoView {
    let tabs = each(tabs, |tab| {
        let count = tab.count.map(|n| view! { <span class="quiet small">{n}</span> });
        view! {
            <li><a href=tab.href aria-current=tab.current.then_some("page")>{tab.label}{count}</a></li>
        }
    });
    view! { <nav class="tabs" aria-label=label><ul role="list" class="tabs-list">{tabs}</ul></nav> }
}
