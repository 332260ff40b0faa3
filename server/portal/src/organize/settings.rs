//! An event's settings, as its organizers see and change them.

use super::{require_version, windows};
use crate::prelude::*;
use crate::zone::Zone;
use shared::event_settings::{EventTexts, Terms, TypedTerms};
use shared::event_windows::Windows;
use shared::evidence::{EvidenceChoice, TypedEvidence};
use shared::rules::VotingMode;
use store::{confirmation, personal, settings};

/// The page of an event's settings.
#[derive(Clone, Debug)]
pub struct SettingsFound {
    pub at: Context,
    pub settings: EventSettings,
    /// Since when the rule for further reviews and its floor can't change any more; none where they can.
    pub review_floor_fixed: Option<DateTime<Utc>>,
    /// Since when the choice of evidence can't change any more.
    pub evidence_fixed: Option<DateTime<Utc>>,
    /// The caller organizes the event and can stop that, or why not; none for a site admin without the role.
    pub leave: Option<Result<(), Refusal>>,
    /// The event, where too few organizers could confirm for each other without the caller.
    pub falls_short: Vec<String>,
}
model::in_event!(SettingsFound);

/// Reads the settings.
/// Errors: 401, 403 for a caller who does not organize, 404.
pub async fn open(call: &mut Call<'_>) -> Outcome<SettingsFound> {
    let (at, _) = call.open::<act::Manage>().await?;
    let settings = settings::read(call.conn, at.event).await?;
    let leave = match call.ask::<act::StopOrganizing>(&at) {
        Ok(_) => Some(needed(call, &at).await?.map_or(Ok(()), Err)),
        Err(_) => None,
    };
    let falls_short = match &leave {
        Some(_) => confirmation::falls_short(call.conn, call.caller.account()?, None, Some(at.event)).await?,
        None => Vec::new(),
    };
    let review_floor_fixed = review_floor_fixed(&settings, at.now);
    let evidence_fixed = evidence_fixed(&settings, at.now);
    Ok(SettingsFound { at, settings, review_floor_fixed, evidence_fixed, leave, falls_short })
}

/// The rule by which further reviews are handed out is chosen before judging opens.
fn review_floor_fixed(settings: &EventSettings, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let opened = settings.windows.judging.open.filter(|open| *open <= now);
    opened.or(settings.first_review_at)
}

/// What the parts of a form of settings were made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsVersions {
    pub about: String,
    pub windows: String,
    pub terms: String,
    pub evidence: String,
}

impl SettingsVersions {
    /// Those of what is stored.
    pub fn of(stored: &EventSettings) -> Self {
        Self {
            about: stored.about.version(),
            windows: stored.windows.version(&stored.about.time_zone),
            terms: stored.terms.version(),
            evidence: stored.evidence.version(),
        }
    }
}

/// The settings as one form sends them.
#[derive(Clone, Debug)]
pub struct SentSettings {
    pub about: EventTexts,
    pub terms: TypedTerms,
    pub evidence: TypedEvidence,
    pub windows: Sent<Windows>,
    pub versions: SettingsVersions,
    /// Names the weighty effects on windows that the organizer has confirmed.
    pub confirmed: String,
}

impl SentSettings {
    /// The versions of what is typed; empty for a part that cannot be read. A part that has its form's version was not changed in it.
    pub fn typed_versions(&self, stored_zone: &str) -> SettingsVersions {
        let mut errors = FieldErrors::default();
        let terms = self.terms.read(&mut errors).version();
        let mut wrong_names = FieldErrors::default();
        let evidence = self.evidence.read(&mut wrong_names).version();
        let windows = self.windows.as_ref().map(|windows| windows.version(stored_zone));
        SettingsVersions {
            about: checked_about(self.about.clone()).map(|about| about.version()).unwrap_or_default(),
            windows: windows.unwrap_or_default(),
            terms: if errors.0.is_empty() { terms } else { String::new() },
            evidence: if wrong_names.0.is_empty() { evidence } else { String::new() },
        }
    }
}

/// Changes all settings that a form changes. A part that it leaves is not written: another organizer may have changed that meanwhile.
/// Errors: 401, 404, 403; 409 where another organizer changed a part since its version, or where a setting can't change any more; 400 for a
/// value; 422 where a window's change has an effect that was not confirmed.
pub async fn save(call: &mut Call<'_>, sent: SentSettings) -> Acted {
    let (at, permit) = call.open::<act::EditEvent>().await?;
    settings::lock(call.conn, at.event).await?;
    let stored = settings::read(call.conn, at.event).await?;
    let (typed, now) = (sent.typed_versions(&stored.about.time_zone), SettingsVersions::of(&stored));
    let about_changes = changes(&typed.about, &sent.versions.about, &now.about)?;
    let windows_change = changes(&typed.windows, &sent.versions.windows, &now.windows)?;
    let terms_change = changes(&typed.terms, &sent.versions.terms, &now.terms)?;
    let evidence_change = changes(&typed.evidence, &sent.versions.evidence, &now.evidence)?;
    let may_move = match &sent.windows {
        Ok(new) if windows_change => Some(windows::permit(call.caller, &at, &stored, new)?),
        _ => None,
    };
    let mut errors = FieldErrors::default();
    let mut collect = |refusal: Refusal| errors.0.extend(refusal.fields.0);
    let about = checked_about(sent.about).map_err(&mut collect).ok();
    let windows = sent.windows.and_then(|w| windows::check(&w).map(|()| w)).map_err(&mut collect).ok();
    let terms = sent.terms.read(&mut errors);
    let evidence = sent.evidence.read(&mut errors);
    let (was, becomes) = (&stored.terms, &terms);
    let more = becomes.voting_mode != VotingMode::Off && becomes.votes_per_voter != was.votes_per_voter;
    if terms_change && (becomes.voting_mode != was.voting_mode || more) {
        // The window of no vote had no effect, so the one that it has from now on counts.
        let new = windows.as_ref().filter(|_| windows_change && stored.terms.voting_mode == VotingMode::Off);
        windows::may_change_vote(call.caller, &at, new.unwrap_or(&stored.windows).voting)?;
    }
    errors.into_result()?;
    if terms_change {
        require_free(&stored, &terms, at.now)?;
    }
    if evidence_change && evidence_fixed(&stored, at.now).is_some() {
        let same_names = evidence.names == stored.evidence.names;
        let field = if same_names { "evidence" } else { "evidence_names" };
        let fields = Refusal::field(field, SettingFault::EvidenceFixed).fields;
        return Err(Refusal { fields, ..Refusal::from(Reason::SettingFixed) }.into());
    }
    let mut done = Done::unlogged(());
    let moved = may_move.as_ref().zip(windows.as_ref());
    if let Some((_, new)) = moved {
        done = done.and(windows::log_change(call.caller, (&at, &stored), (new, sent.confirmed.as_str()))?);
    }
    if terms_change || moved.is_some() {
        let terms = if terms_change { &terms } else { &stored.terms };
        settings::set_terms(call.conn, &permit, terms, moved).await?;
    }
    if let Some(about) = about.filter(|_| about_changes) {
        settings::set_about(call.conn, &permit, &about).await?;
        let (before, after) = (Some(logged_about(&stored.about)), Some(logged_about(&about)));
        let entry = call.entry(&at, "event.edited", "event", at.event).before(before).after(after);
        done = done.and(Done::logged((), entry));
    }
    if terms_change {
        let (before, after) = changed(&logged_terms(&stored.terms), &logged_terms(&terms));
        let entry = call.entry(&at, "event.edited", "event", at.event).before(before).after(after);
        done = done.and(Done::logged((), entry));
    }
    if evidence_change {
        settings::set_evidence(call.conn, &permit, &evidence).await?;
        let (before, after) = (logged_evidence(&stored.evidence), logged_evidence(&evidence));
        let entry = call.entry(&at, "event.edited", "event", at.event).before(before).after(after);
        done = done.and(Done::logged((), entry));
    }
    Ok(done)
}

/// Teams submit under the choice, so it stays once submissions have closed.
fn evidence_fixed(settings: &EventSettings, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    settings.windows.submissions.close.filter(|close| *close <= now)
}

fn logged_evidence(choice: &EvidenceChoice) -> Value {
    json!({ "evidence": choice.wanted, "evidence_across": choice.across, "evidence_names": choice.names.len() })
}

/// Whether a form changes a part of which these are the versions: as typed, as the form was made from, and as stored.
/// Errors: 409 where it does, and the stored one is another than the form was made from.
fn changes(typed: &str, sent: &str, stored: &str) -> Result<bool, Refusal> {
    if typed == sent {
        return Ok(false);
    }
    require_version(sent, stored)?;
    Ok(true)
}

fn logged_about(about: &EventTexts) -> Value {
    let characters = about.description.chars().count();
    json!({ "name": about.name, "description_characters": characters, "venue": about.venue, "time_zone": about.time_zone })
}

/// Checks what an event is called and its zone.
pub(super) fn checked_about(typed: EventTexts) -> Result<EventTexts, Refusal> {
    let mut errors = FieldErrors::default();
    let about = typed.checked(&mut errors);
    errors.add_if(Zone::parse(&about.time_zone).is_none(), "time_zone", SettingFault::Zone);
    errors.into_result().map(|()| about)
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
    if review_floor_fixed(stored, now).is_some() {
        let (rule, floor) = (new.review_rule != old.review_rule, new.review_floor != old.review_floor);
        // Without a setting, the floor follows from the number of reviews.
        let moved = !rule && !floor && new.floor_of_need() != old.floor_of_need();
        fixed.add_if(rule, "review_rule", SettingFault::FloorFixed);
        fixed.add_if(floor, "review_floor", SettingFault::FloorFixed);
        fixed.add_if(moved, "reviews_per_project", SettingFault::FloorFixed);
        fixed.add_if(new.blind != old.blind, "blind", SettingFault::FloorFixed);
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
        "blind": terms.blind,
        "counts_looks": terms.counts_looks,
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
/// Errors: 401, 404, 403 for a caller without the role, 409 for the last organizer.
pub async fn stop_organizing(call: &mut Call<'_>) -> Acted {
    let (at, permit) = call.open::<act::StopOrganizing>().await?;
    // Without this, the last two organizers could both leave, each counting on the other.
    personal::one_leaves_at_a_time(call.conn).await?;
    if let Some(refusal) = needed(call, &at).await? {
        return Err(refusal.into());
    }
    settings::stop_organizing(call.conn, &permit).await?;
    let (_, person) = permit.ids();
    Ok(Done::logged((), call.entry(&at, "organizer.left", "person", person)))
}

/// Why the event cannot do without the caller. A forgotten one needs nobody.
async fn needed(call: &mut Call<'_>, at: &Context) -> Outcome<Option<Refusal>> {
    let person = call.caller.account()?;
    if at.facts.event.forgotten_at.is_some() {
        return Ok(None);
    }
    if !settings::has_other_organizer(call.conn, at.event, person).await? {
        return Ok(Some(Reason::LastOrganizer { events: vec![at.facts.event.name.clone()] }.into()));
    }
    let alone = personal::organizes_freely_alone(call.conn, person, Some(at.event)).await?;
    Ok((!alone.is_empty()).then(|| Reason::LastFreeOrganizer { events: alone }.into()))
}
