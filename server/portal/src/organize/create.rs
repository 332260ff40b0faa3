//! Creating an event, empty or with the settings of another.

use super::settings::checked_about;
use super::windows;
use crate::event::events;
use crate::prelude::*;
use shared::event_settings::{EventTexts, Terms, propose_slug};
use shared::event_windows::Windows;
use shared::names::Slug;
use shared::rules::PortalFacts;
use store::{bundle, event, facts, prize, settings};

#[derive(Clone, Debug)]
pub struct NewEvent {
    /// Name, description and zone.
    pub about: EventTexts,
    /// Its slug as typed; empty is made of the name.
    pub slug: String,
    pub windows: Sent<Windows>,
    /// The slug of the event whose tracks, criteria and terms it takes; empty for none.
    pub like: String,
    /// It takes that event's prizes too, without their winners and panels.
    pub prizes: bool,
}

/// Asks whether the caller may create events. `anyone`: the portal lets everybody with a confirmed address do so.
/// Errors: 401, 403.
pub async fn permit(call: &mut Call<'_>, anyone: bool) -> Outcome<Permit<act::CreateEvent>> {
    let facts = Facts {
        portal: PortalFacts { anyone_creates: anyone, ..PortalFacts::default() },
        ..Facts::default()
    };
    let now = facts::now(call.conn).await?;
    Ok(may::<act::CreateEvent>(call.caller.actor.as_ref(), &facts, now)?)
}

/// What the form starts from: the events whose settings can be taken, and those of the one that was chosen.
#[derive(Clone, Debug)]
pub struct EventForm {
    /// Slug and name of each event that the caller organizes.
    pub sources: Vec<(String, String)>,
    /// The settings of the chosen one.
    pub like: Option<EventSettings>,
    /// How many prizes that one has.
    pub prizes: usize,
    /// The database's clock.
    pub now: chrono::DateTime<chrono::Utc>,
}

/// Reads what the form starts from. `like` is the slug of an event, or empty.
/// Errors: 401, 403; 404, 403 for an event that the caller does not organize.
pub async fn form(call: &mut Call<'_>, anyone: bool, like: &str) -> Outcome<EventForm> {
    permit(call, anyone).await?;
    let staff = call.caller.actor.is_some_and(|actor| actor.staff);
    let roles = events::my_roles(call).await?;
    let mine = |slug: &str| staff || roles.iter().any(|r| r.slug == slug && r.role == "organizer");
    let all = events::seen(call).await?;
    let sources = all.into_iter().filter(|e| mine(&e.slug)).map(|e| (e.slug, e.name)).collect();
    let (like, prizes) = match source(&mut call.at(like)).await? {
        Some(id) => (Some(settings::read(call.conn, id).await?), prize::list(call.conn, id).await?.len()),
        None => (None, 0),
    };
    Ok(EventForm { sources, like, prizes, now: facts::now(call.conn).await? })
}

/// The event whose settings are taken: one that the caller organizes.
async fn source(call: &mut Call<'_>) -> Outcome<Option<EventId>> {
    if call.slug.is_empty() {
        return Ok(None);
    }
    let at = call.context().await?;
    call.ask::<act::Manage>(&at)?;
    Ok(Some(at.event))
}

/// Creates an event, whose organizer is the caller: a draft, until somebody opens it. Returns its slug.
/// Errors: 401, 403; 404 for an event to take settings from that the caller may not know; 400 for a value or a taken slug.
pub async fn create(call: &mut Call<'_>, anyone: bool, new: NewEvent) -> Acted<String> {
    let permit = permit(call, anyone).await?;
    let like = source(&mut call.at(&new.like)).await?;
    let with_prizes = new.prizes;
    let (slug, about, windows) = checked(call.conn, new).await?;
    let terms = match like {
        Some(like) => settings::read(call.conn, like).await?.terms,
        None => Terms::default(),
    };
    let event = settings::insert(call.conn, &permit, slug.as_str(), &about, &windows, &terms).await?;
    if let Some(like) = like {
        settings::copy_rubric(call.conn, &permit, like, event).await?;
        if with_prizes {
            let prizes: Vec<PrizeId> =
                prize::list(call.conn, like).await?.iter().map(|prize| prize.id).collect();
            settings::copy_prizes(call.conn, &permit, like, event, &prizes).await?;
        }
    }
    let after = json!({ "slug": slug.as_str(), "time_zone": about.time_zone, "like": like });
    let row = Entry {
        event: Some(event),
        after: Some(after),
        ..call.entry_outside("event.created", "event", event)
    };
    Ok(Done::logged(slug.to_string(), row))
}

/// Opens a draft to everybody, for good: what people have seen, linked to and begun stays theirs. An event that is open stays as it is.
/// Returns its context.
/// Errors: 401, 404; 403 for a caller who does not organize; 409 for a forgotten event.
pub async fn open(call: &mut Call<'_>) -> Acted<Context> {
    let (at, _) = call.open::<act::OpenEvent>().await?;
    // Of two who open it at once, one does.
    settings::lock(call.conn, at.event).await?;
    let (at, permit) = call.open::<act::OpenEvent>().await?;
    if !at.facts.event.draft {
        return Ok(Done::unlogged(at));
    }
    event::open(call.conn, &permit).await?;
    let entry = call.entry(&at, "event.opened", "event", at.event);
    Ok(Done::logged(at, entry))
}

/// The slug and the settings, with everything that is wrong at once.
pub(super) async fn checked(conn: &mut Conn, new: NewEvent) -> Outcome<(Slug, EventTexts, Windows)> {
    let mut errors = FieldErrors::default();
    let mut collect = |refusal: Refusal| errors.0.extend(refusal.fields.0);
    let name = new.about.name.clone();
    let about = checked_about(new.about).map_err(&mut collect).ok();
    let windows = new.windows.and_then(|w| windows::check(&w).map(|()| w)).map_err(&mut collect).ok();
    let slug = match new.slug.trim() {
        "" => propose_slug(&name).ok_or(Fault::from(SettingFault::SlugFromName)),
        typed => Slug::parse(typed).ok_or(Fault::NewSlug),
    };
    let slug = match slug {
        Ok(slug) if bundle::slug_taken(conn, slug.as_str()).await? => {
            let free = free_slug(conn, &slug).await?;
            errors.add("slug", SettingFault::SlugTaken { free });
            None
        }
        Ok(slug) => Some(slug),
        // Without a name there is nothing to say about its slug.
        Err(_) if new.slug.trim().is_empty() && name.trim().is_empty() => None,
        Err(fault) => {
            errors.add("slug", fault);
            None
        }
    };
    match (slug, about, windows) {
        (Some(slug), Some(about), Some(windows)) if errors.0.is_empty() => Ok((slug, about, windows)),
        _ => Err(Refusal::fields(errors).into()),
    }
}

/// The slug with the first number that makes it free.
async fn free_slug(conn: &mut Conn, slug: &Slug) -> Outcome<Option<String>> {
    for number in 2..100 {
        let end = format!("-{number}");
        let stem = slug.as_str().get(..slug.as_str().len().min(63 - end.len())).unwrap_or_default();
        let numbered = format!("{stem}{end}");
        if !bundle::slug_taken(conn, &numbered).await? {
            return Ok(Some(numbered));
        }
    }
    Ok(None)
}
