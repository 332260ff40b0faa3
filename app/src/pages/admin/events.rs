//! `/admin/events`: every event of the portal.

use super::{AdminTab, admin_head};
use crate::prelude::*;

pub struct AdminEventRow {
    pub slug: String,
    pub name: String,
    pub stages: Vec<Stage>,
    /// Submitted projects.
    pub projects: i64,
}

/// The page of these events, latest deadline first.
pub fn admin_events_page(events: Vec<AdminEventRow>) -> AnyView {
    let list = if events.is_empty() {
        view! { <EmptyState title="No events yet" text="Create the first one."/> }
    } else {
        let rows = each(events, row);
        view! {
            <Table label="Events" stacks=true columns=[text_column("Event"), text_column("Now"), number_column("Projects"), text_column("For organizers")]>{rows}</Table>
        }
    };
    view! {
        {admin_head(AdminTab::Events)}
        <div class="manage">
            <h1>"Events"</h1>
            <p><ButtonLink href="/events/new" kind=Kind::Main>"Create an event"</ButtonLink></p>
            {list}
            <p class="quiet">"An event can also come from a bundle: "<code>"evenhand import FILE --slug SLUG"</code>". Everybody sees such an event at once, even if the bundle is of a draft."</p>
        </div>
    }
}

fn row(event: AdminEventRow) -> AnyView {
    let (sentence, _) = headline(&event.stages);
    let (manage, settings) =
        (format!("/events/{}/manage", event.slug), format!("/events/{}/manage/settings", event.slug));
    view! {
        <tr>
            <th scope="row"><a href=format!("/events/{}", event.slug)>{event.name.clone()}</a></th>
            <td data-label="Now">{sentence}</td>
            <td data-label="Projects" class="cell-num">{words::thousands(event.projects)}</td>
            <td data-label="For organizers"><a href=manage>"Board"</a>" · "<a href=settings>"Settings"</a><span class="sr-only">" of "{event.name}</span></td>
        </tr>
    }
}
