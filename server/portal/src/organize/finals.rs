//! A finals event: a new event with the finalists of another.

use super::create::{self, NewEvent, checked};
use crate::prelude::*;
use shared::event_settings::EventTexts;
use shared::event_windows::Windows;
use store::{finals, floor, plan, prize, run, settings};

/// The zone in which the windows of an event's finals are typed.
/// Errors: 404 where there is no such event.
pub async fn zone(call: &mut Call<'_>) -> Outcome<String> {
    let at = call.context().await?;
    Ok(settings::read(call.conn, at.event).await?.about.time_zone)
}

/// What the form starts from.
#[derive(Debug)]
pub struct FinalsForm {
    pub at: Context,
    pub settings: EventSettings,
    /// Its submitted, unflagged projects by title: id, title and team, and the rank in its latest run.
    pub projects: Vec<(ProjectId, String, Option<u32>)>,
    /// The latest run, if there is one.
    pub run: Option<i32>,
    /// Its judges by name.
    pub judges: Vec<(PersonId, String)>,
    /// Its prizes in their order.
    pub prizes: Vec<(PrizeId, String)>,
    /// Some of its projects have a room or a place.
    pub placed: bool,
    /// Why no finals event can be created.
    pub refused: Option<Refusal>,
}
model::in_event!(FinalsForm);

/// Reads what the form starts from.
/// Errors: 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part.
pub async fn form(call: &mut Call<'_>, anyone: bool) -> Outcome<FinalsForm> {
    let (at, _) = call.open::<act::MakeFinals>().await?;
    let refused = or_refused(create::permit(call, anyone).await)?.err();
    let prizes = prize::list(call.conn, at.event).await?;
    let placed = floor::projects(call.conn, at.event).await?.iter().any(|p| !p.place.is_none());
    let ground = plan::ground(call.conn, at.event).await?;
    let latest = run::latest(call.conn, at.event).await?;
    let ranks: BTreeMap<i64, u32> =
        latest.iter().flat_map(|run| &run.outcome.projects).map(|p| (p.project, p.rank)).collect();
    let project = |p: model::plan::PlannedProject| {
        let name = words::joined(&[&p.title, words::other_team(&p.team, &p.title)], ", by ");
        (p.id, name, ranks.get(&p.id.0).copied())
    };
    Ok(FinalsForm {
        settings: settings::read(call.conn, at.event).await?,
        projects: ground.projects.into_iter().map(project).collect(),
        run: latest.as_ref().map(|run| run.run),
        judges: ground.judges.into_iter().map(|j| (j.id, j.name)).collect(),
        prizes: prizes.into_iter().map(|prize| (prize.id, prize.terms.name)).collect(),
        placed,
        refused,
        at,
    })
}

/// A finals event to create.
#[derive(Clone, Debug)]
pub struct NewFinals {
    pub name: String,
    /// Its slug as typed; empty is made of the name.
    pub slug: String,
    pub windows: Sent<Windows>,
    pub projects: Vec<ProjectId>,
    /// Its judges, of those of the event.
    pub judges: Vec<PersonId>,
    /// The prizes that it gets, as they are defined.
    pub prizes: Vec<PrizeId>,
    /// Its projects keep their rooms and places.
    pub places: bool,
}

/// Creates a finals event: tracks, rubric and terms, the chosen projects with their teams, and the chosen judges are copied. It is a
/// draft, so nobody but its organizers learns who is in the finals before one of them opens it. Chosen prizes are copied as they are defined, and places where that is
/// wanted. Reviews and runs stay behind. Returns its slug.
/// Errors: 401, 404; 403 for a caller who does not organize or may not create events, and before publication for an organizer who takes
/// part; 400 for a value, a taken slug, or a project that cannot be a finalist.
pub async fn create(call: &mut Call<'_>, anyone: bool, new: NewFinals) -> Acted<String> {
    let (at, permit) = call.open::<act::MakeFinals>().await?;
    let creates = create::permit(call, anyone).await?;
    let stored = settings::read(call.conn, at.event).await?;
    let NewFinals { name, slug, windows, projects, judges, prizes, places } = new;
    let about = EventTexts { name, ..stored.about };
    let event = NewEvent { about, slug, windows, like: String::new(), prizes: false };
    let (slug, about, windows) = checked(call.conn, event).await?;
    require_field(!projects.is_empty(), "project", Fault::FinalistsMissing)?;
    let event = settings::insert(call.conn, &creates, slug.as_str(), &about, &windows, &stored.terms).await?;
    settings::copy_rubric(call.conn, &creates, at.event, event).await?;
    finals::link(call.conn, &permit, event).await?;
    finals::copy_people(call.conn, &permit, event, &projects, &judges).await?;
    let copied = finals::copy_projects(call.conn, &permit, event, &projects).await?;
    require_field(copied.count() == projects.len(), "project", Fault::ProjectNotSubmitted)?;
    finals::copy_conflicts(call.conn, &permit, event, &copied, &judges).await?;
    finals::copy_pictures(call.conn, event, &copied).await?;
    if !prizes.is_empty() {
        let offered = settings::copy_prizes(call.conn, &creates, at.event, event, &prizes).await?;
        require_field(usize::try_from(offered) == Ok(prizes.len()), "prize", Fault::ForeignPart)?;
        finals::copy_wishes(call.conn, event, &copied).await?;
    }
    let placed = if places { finals::copy_places(call.conn, event, &copied).await? } else { 0 };
    let after = json!({
        "slug": slug.as_str(), "time_zone": about.time_zone, "finals_of": call.slug, "projects": copied.count(), "finalists": projects,
        "judges": judges.len(), "prizes": prizes.len(), "places": placed,
    });
    let begins = Entry {
        event: Some(event),
        after: Some(after),
        ..call.entry_outside("event.created", "event", event)
    };
    // Organizers of the event who are none of the draft read this one.
    let after = json!({ "projects": copied.count() });
    let told = call.entry(&at, "finals.created", "event", event).after(after);
    Ok(Done::logged(slug.to_string(), begins).and(Done::logged((), told)))
}
