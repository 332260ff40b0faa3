//! An organizer gives one team more time to submit. The log, the team's page and the published results say so.

use crate::prelude::*;
use serde_json::Map;
use shared::proposal::values;
use store::more_time;

/// Longest reason, in characters.
const REASON: usize = 500;

#[derive(Clone, Debug)]
pub struct MoreTimeFound {
    pub at: Context,
    /// The event's teams, by name.
    pub teams: Vec<NamedTeam>,
    pub given: Vec<MoreTime>,
    /// Why this organizer can give none.
    pub refused: Option<Refusal>,
}
model::in_event!(MoreTimeFound);

/// Reads the page of more time.
/// Errors: 401, 404, 403.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<MoreTimeFound> {
    let (at, _) = call.open::<act::Manage>().await?;
    let refused = refused(call.caller, &at);
    Ok(MoreTimeFound {
        teams: more_time::teams(call.conn, at.event).await?,
        given: more_time::of_event(call.conn, at.event).await?,
        at,
        refused,
    })
}

/// Why the caller cannot give any team more time now.
pub(super) fn refused(caller: &Caller, at: &Context) -> Option<Refusal> {
    caller.ask::<act::GiveMoreTime>(at).err().or_else(|| never_closes(at))
}

fn never_closes(at: &Context) -> Option<Refusal> {
    let event = &at.facts.event;
    event.submissions.close.is_none().then(|| Reason::NeverCloses { event: event.name.clone() }.into())
}

/// What an organizer sends.
#[derive(Clone, Debug)]
pub struct SentTime {
    /// The team; none was chosen.
    pub team: Option<TeamId>,
    /// Until when; none was said.
    pub until: Option<DateTime<Utc>>,
    pub reason: String,
}

/// What a team got before, as a proposal keeps it.
pub(crate) async fn seen(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<Map<String, Value>> {
    Ok(had_time(more_time::of_team(conn, event, team).await?.as_ref()))
}

fn had_time(had: Option<&MoreTime>) -> Map<String, Value> {
    values([("until", json!(had.map(|had| had.until))), ("reason", json!(had.map(|had| &had.reason)))])
}

/// Gives a team more time, in place of what it got before.
/// Errors: 401, 404, 403; 409 once judging has closed, after publication, and where submissions never close; 400 for the fields.
pub async fn give(call: &mut Call<'_>, sent: Sent<SentTime>) -> Acted {
    let (at, permit) = call.open::<act::GiveMoreTime>().await?;
    if let Some(refused) = never_closes(&at) {
        return Err(refused.into());
    }
    let SentTime { team, until, reason } = sent?;
    let mut errors = FieldErrors::default();
    let teams = more_time::teams(call.conn, at.event).await?;
    let team = team.filter(|id| teams.iter().any(|team| team.id == *id));
    errors.add_if(team.is_none(), "team", Fault::TeamMissing);
    let after_all = |until: &DateTime<Utc>| {
        *until > at.now && at.facts.event.submissions.close.is_none_or(|close| *until > close)
    };
    let until = until.filter(after_all);
    if until.is_none() {
        errors.add("until", Fault::MoreTimeTooEarly);
    } else if at.facts.event.more_time(until) != until {
        errors.add("until", Fault::MoreTimeTooLate);
    }
    let reason = text::clean("reason", TextField::Reason, reason.trim(), REASON, &mut errors);
    errors.add_if(text::is_blank(&reason), "reason", Fault::MoreTimeReasonMissing);
    errors.into_result()?;
    let (Some(team), Some(until)) = (team, until) else { return Err(Refusal::not_found().into()) };
    // Two organizers give at once: the later one replaces, and the log knows what.
    more_time::lock(call.conn, at.event, team).await?;
    let had = more_time::of_team(call.conn, at.event, team).await?;
    call.caller.still(&had_time(had.as_ref()))?;
    if had.as_ref().is_some_and(|had| had.until == until && had.reason == reason) {
        return Ok(Done::unlogged(()));
    }
    more_time::give(call.conn, &permit, team, until, &reason).await?;
    // A reason may name people, so the log knows it by its digest, as it knows other texts.
    let logged = |until: DateTime<Utc>, reason: &str| json!({ "more_time_until": until, "reason_sha256": sha256_hex(reason.as_bytes()) });
    let before = had.map(|had| logged(had.until, &had.reason));
    let after = Some(logged(until, &reason));
    Ok(Done::logged((), call.entry(&at, "team.extended", "team", team).before(before).after(after)))
}
