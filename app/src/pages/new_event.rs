//! `/events/new`: creating an event, empty or with the settings of another.

use super::manage::{WindowInput, window_inputs, zone_field};
use crate::prelude::*;

pub struct NewEventPage {
    pub description: String,
    pub venue: String,
    pub time_zone: String,
    /// Every zone to choose from.
    pub zones: Vec<&'static str>,
    /// The zone is only proposed, so the browser's own may take its place.
    pub guess_zone: bool,
    pub windows: Vec<WindowInput>,
    /// Events whose settings can be taken, as slug and name.
    pub sources: Vec<(String, String)>,
    /// The event whose settings are taken.
    pub like: Option<SourceEvent>,
    /// The portal has no event yet.
    pub first: bool,
}

/// An event whose settings are taken.
pub struct SourceEvent {
    pub slug: String,
    pub name: String,
    pub tracks: usize,
    pub criteria: usize,
    pub prizes: usize,
    /// The box that takes them is ticked.
    pub with_prizes: bool,
}

pub fn new_event_page(model: NewEventPage) -> AnyView {
    needs(Sheet::Manage);
    let title = if model.first { "Create your first event" } else { "Create an event" };
    let sources = (model.like.is_none() && !model.sources.is_empty()).then(|| source_form(model.sources));
    let filled = model.windows.iter().any(|w| !w.open.value.is_empty() || !w.close.value.is_empty());
    let (like, slug) = match &model.like {
        Some(like) => (like_words(like, filled), like.slug.clone()),
        None => (view! {}, String::new()),
    };
    let prizes = model.like.as_ref().filter(|like| like.prizes > 0).map(|like| {
        let label = format!("Take {} too", words::plural(like.prizes, "prize", "prizes"));
        let hint = "Their names, sponsors and rules, without winners and panels.";
        view! { <Check name="prizes" value="1" label hint checked=like.with_prizes/> }
    });
    let guess = model.guess_zone.then_some("");
    view! {
        <Crumbs above=vec![("Events".to_owned(), "/".to_owned())]/>
        <div class="manage">
            <h1>{title}</h1>
            <ErrorSummary heading="The event was not created"/>
            <p class="prose">"You become its organizer. It is a draft that nobody else sees until you open it. Tracks, criteria and people come next, and everything but the address can change later."</p>
            {sources}
            {like}
            <PostForm action="/events/new" once=true class="form" fresh=true>
                <input type="hidden" name="like" value=slug/>
                {prizes}
                <Field name="name" label="Name" value=typed_into("name")/>
                <Field name="slug" label="Address" value=typed_into("slug") hint="The end of the event’s links: a to z, 0 to 9 and hyphens. If empty, it is made from the name. It can’t change later." optional=true/>
                <Area name="description" label="Description" value=model.description limit=60000 rows=4 optional=true/>
                <Field name="venue" label="Venue" value=model.venue hint="A house and a town, or “online”." optional=true/>
                <div data-guess-zone=guess>{zone_field(&model.zones, model.time_zone)}</div>
                <h2>"Windows"</h2>
                <p class="prose">"Times are in the zone above. You can leave them empty and set them later."</p>
                {window_inputs(model.windows)}
                <Button kind=Kind::Main>"Create the event"</Button>
            </PostForm>
        </div>
    }
}

/// Choosing an event whose settings are taken: it loads the form again.
fn source_form(sources: Vec<(String, String)>) -> AnyView {
    let choices = sources.into_iter().map(|(slug, name)| Choice::new(slug, name)).collect();
    disclosure(view! { <h2>"Start from another event"</h2> }).of(view! {
        <form method="get" action="/events/new" class="form">
            <Select name="like" label="Take the settings of" choices hint="Tracks, criteria, windows, numbers and, if you like, prizes; no people and no projects." short=true/>
            <Button>"Fill in the form"</Button>
        </form>
    })
}

/// What is taken; `filled` where the windows are too.
fn like_words(like: &SourceEvent, filled: bool) -> AnyView {
    let parts = [
        words::plural(like.tracks, "track", "tracks"),
        words::plural(like.criteria, "criterion", "criteria"),
    ];
    let lead = format!(
        "It takes {} and the numbers for judging and voting from {}, but no people and no projects.{}",
        words::and_list(&parts),
        like.name,
        if filled {
            " The windows are filled in with the same days and hours, moved ahead by whole weeks."
        } else {
            ""
        }
    );
    let empty = format!("/events/new?like={}&windows=empty", like.slug);
    let leave = filled.then(|| view! { <ButtonLink href=empty>"Leave the windows empty"</ButtonLink> });
    view! {
        <p class="prose">{lead}</p>
        <p class="row">{leave}<a href="/events/new">"Start with nothing"</a></p>
    }
}
