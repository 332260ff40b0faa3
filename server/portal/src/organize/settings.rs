//! An event's settings, as its organizers see and change them.

use super::require_version;
use crate::caller::Caller;
use crate::entry;
use crate::zone::Zone;
use chrono::{DateTime, Utc};
use model::context::Context;
use model::settings::EventSettings;
use serde_json::{Value, json};
use shared::event_settings::{EventTexts, Terms, TypedTerms};
use shared::refusal::{FieldErrors, Reason, Refusal, SettingFault};
use shared::rules::act;
use store::failure::Outcome;
use store::transaction::{Done, Entry};
use store::{Conn, personal, settings};

/// The page of an event's settings.
#[derive(Clone, Debug)]
pub struct SettingsFound {
    pub at: Context,
    pub settings: EventSettings,
    /// Since when the rule for further reviews and its floor can't change any more; none where they can.
    pub review_floor_fixed: Option<DateTime<Utc>>,
    /// The caller organizes the event and can stop that, or why not; none for a site admin without the role.
    pub leave: Option<Result<(), Refusal>>,
}

/// Reads the settings.
///
/// # Errors
/// 401, 403 for a caller who does not organize, 404.
pub async fn open(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<SettingsFound> {
    let (at, _) = caller.open::<act::Manage>(conn, slug).await?;
    let settings = settings::read(conn, at.event).await?;
    let leave = match caller.ask::<act::StopOrganizing>(&at) {
        Ok(_) => Some(needed(conn, caller, &at).await?.map_or(Ok(()), Err)),
        Err(_) => None,
    };
    let review_floor_fixed = review_floor_fixed(&settings, at.now);
    Ok(SettingsFound { at, settings, review_floor_fixed, leave })
}

/// The rule by which further reviews are handed out is chosen before judging opens.
fn review_floor_fixed(settings: &EventSettings, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let opened = settings.windows.judging.open.filter(|open| *open <= now);
    opened.or(settings.first_review_at)
}

/// Changes name, description and zone.
///
/// # Errors
/// 401, 404, 403; 409 where another organizer changed them since `version`; 400 for a value.
pub async fn save_about(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    typed: EventTexts,
    version: &str,
) -> Outcome<Done<()>> {
    let (at, permit) = caller.open::<act::EditEvent>(conn, slug).await?;
    settings::lock(conn, at.event).await?;
    let stored = settings::read(conn, at.event).await?.about;
    require_version(version, &stored.version())?;
    let about = checked_about(typed)?;
    if about == stored {
        return Ok(Done::unlogged(()));
    }
    settings::set_about(conn, &permit, &about).await?;
    let logged = |about: &EventTexts| {
        let characters = about.description.chars().count();
        json!({ "name": about.name, "description_characters": characters, "venue": about.venue, "time_zone": about.time_zone })
    };
    let entry = Entry {
        before: Some(logged(&stored)),
        after: Some(logged(&about)),
        ..entry(caller, &at, "event.edited", "event", at.event)
    };
    Ok(Done::logged((), entry))
}

/// Checks what an event is called and its zone.
pub(super) fn checked_about(typed: EventTexts) -> Result<EventTexts, Refusal> {
    let mut errors = FieldErrors::default();
    let about = typed.checked(&mut errors);
    if Zone::parse(&about.time_zone).is_none() {
        errors.add("time_zone", SettingFault::Zone);
    }
    errors.into_result().map(|()| about)
}

/// Changes how the event is judged and voted on.
///
/// # Errors
/// 401, 404, 403; 409 where another organizer changed it since `version`, or where a setting can't change any more; 400
/// for a value.
pub async fn save_terms(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    typed: TypedTerms,
    version: &str,
) -> Outcome<Done<()>> {
    let (at, permit) = caller.open::<act::EditEvent>(conn, slug).await?;
    settings::lock(conn, at.event).await?;
    let stored = settings::read(conn, at.event).await?;
    require_version(version, &stored.terms.version())?;
    let mut errors = FieldErrors::default();
    let terms = typed.read(&mut errors);
    errors.into_result()?;
    require_free(&stored, &terms, at.now)?;
    if terms == stored.terms {
        return Ok(Done::unlogged(()));
    }
    settings::set_terms(conn, &permit, &terms).await?;
    let (before, after) = changed(&logged_terms(&stored.terms), &logged_terms(&terms));
    let entry = Entry { before, after, ..entry(caller, &at, "event.edited", "event", at.event) };
    Ok(Done::logged((), entry))
}

/// Refuses changes of what can't change any more.
fn require_free(stored: &EventSettings, new: &Terms, now: DateTime<Utc>) -> Result<(), Refusal> {
    let (old, mut fixed) = (&stored.terms, FieldErrors::default());
    if stored.first_ballot_at.is_some() && new.voting_mode != old.voting_mode {
        fixed.add("voting_mode", SettingFault::ModeFixed);
    }
    if stored.first_ballot_at.is_some() && new.votes_per_voter < old.votes_per_voter {
        fixed.add("votes_per_voter", SettingFault::VotesFewer { now: old.votes_per_voter });
    }
    if review_floor_fixed(stored, now).is_some() && new.review_floor != old.review_floor {
        fixed.add("review_floor", SettingFault::FloorFixed);
    }
    if review_floor_fixed(stored, now).is_some() && new.review_rule != old.review_rule {
        fixed.add("review_rule", SettingFault::FloorFixed);
    }
    if stored.first_three_at.is_some() && !new.first_three && old.first_three {
        fixed.add("first_three", SettingFault::FirstThreeGiven);
    }
    if fixed.0.is_empty() {
        return Ok(());
    }
    Err(Refusal { fields: fixed, ..Refusal::from(Reason::SettingFixed) })
}

fn logged_terms(terms: &Terms) -> Value {
    json!({
        "voting_mode": terms.voting_mode.name(),
        "votes_per_voter": terms.votes_per_voter,
        "max_team_size": terms.max_team_size,
        "reviews_per_project": terms.reviews_per_project,
        "review_rule": terms.review_rule.name(),
        "review_floor": terms.review_floor,
        "visit_minutes": terms.visit_minutes,
        "first_three": terms.first_three,
    })
}

/// The members that differ, as they were and as they are.
fn changed(before: &Value, after: &Value) -> (Option<Value>, Option<Value>) {
    let differing = |of: &Value, other: &Value| {
        let members = of.as_object()?.iter().filter(|(name, value)| other.get(name.as_str()) != Some(*value));
        Some(Value::Object(members.map(|(name, value)| (name.clone(), value.clone())).collect()))
    };
    (differing(before, after), differing(after, before))
}

/// Takes the organizer's role from the caller, where another organizer remains.
///
/// # Errors
/// 401, 404, 403 for a caller without the role, 409 for the last organizer.
pub async fn stop_organizing(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Done<()>> {
    let (at, permit) = caller.open::<act::StopOrganizing>(conn, slug).await?;
    // Without this, the last two organizers could both leave, each counting on the other.
    personal::one_leaves_at_a_time(conn).await?;
    if let Some(refusal) = needed(conn, caller, &at).await? {
        return Err(refusal.into());
    }
    settings::stop_organizing(conn, &permit).await?;
    let (_, person) = permit.ids();
    Ok(Done::logged((), entry(caller, &at, "organizer.left", "person", person)))
}

/// Why the event cannot do without the caller.
async fn needed(conn: &mut Conn, caller: &Caller, at: &Context) -> Outcome<Option<Refusal>> {
    let person = caller.account()?;
    if !settings::has_other_organizer(conn, at.event, person).await? {
        return Ok(Some(Reason::LastOrganizer { events: vec![at.facts.event.name.clone()] }.into()));
    }
    let alone = personal::organizes_freely_alone(conn, person, Some(at.event)).await?;
    Ok((!alone.is_empty()).then(|| Reason::LastFreeOrganizer { events: alone }.into()))
}
