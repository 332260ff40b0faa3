//! What the head of a page tells other sites and programs: the card that they show where its address is pasted (Open Graph), the feed,
//! and the event's calendar.

use crate::prelude::*;
use leptos::tachys::html::InertElement;
use std::fmt::Write;
use words::html::Escaped;

/// The tags of a page of the portal at `base_url`. Only a page that visitors see is described.
pub(crate) fn tags(base_url: &str, path: &str, title: &str, description: Option<String>) -> Option<AnyView> {
    let feed = (path == "/" || description.is_some()).then(|| {
        view! { <link rel="alternate" r#type="application/atom+xml" title="Events and results" href="/feed.atom"/> }
    });
    let Some(description) = description else { return feed };
    let address = format!("{base_url}{path}");
    let picture = format!("{address}/card.png");
    let mut graph = String::new();
    for (property, content) in [
        ("type", "website"),
        ("site_name", "Evenhand"),
        ("title", title),
        ("description", description.as_str()),
        ("url", address.as_str()),
        ("image", picture.as_str()),
        ("image:alt", title),
        ("image:width", "1200"),
        ("image:height", "630"),
    ] {
        // Leptos knows no attribute `property`. Writing to a String cannot fail.
        let _ = write!(graph, r#"<meta property="og:{property}" content="{}">"#, Escaped(content));
    }
    let slug = path.strip_prefix("/events/").and_then(|rest| rest.split('/').next());
    let calendar = slug.map(|slug| {
        let href = format!("/events/{slug}/calendar.ics");
        view! { <link rel="alternate" r#type="text/calendar" title="When it is" href=href/> }
    });
    Some(view! {
        <link rel="canonical" href=address/>
        <meta name="description" content=description/>
        <meta name="twitter:card" content="summary_large_image"/>
        {draw(InertElement::new(graph))}
        {feed}
        {calendar}
    })
}
