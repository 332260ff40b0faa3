//! What provisional winners owe: what they have shown, and who is next in line where something was refused.

use super::standing::{PrizeOutlook, line_of, outlooks};
use crate::notices;
use crate::prelude::*;
use chrono::{DurationRound, TimeDelta};
use shared::award::SeenPrize;
use shared::notice::LENGTH;
use shared::provisional::{DutyState, SettledDuty};
use store::{duplicate, prize, publication, run_input, settings, winner_duty};

/// What winners owe; for a member of a team, what the own team owes. None where results are not provisional.
/// Errors: 401, 404; 403 for a caller who neither organizes nor is on a team, and before publication for an organizer who judges.
pub async fn open(call: &mut Call<'_>) -> Outcome<Option<Duties>> {
    let at = call.enter().await?;
    if let Err(refused) = call.ask::<act::Deliberate>(&at) {
        let team = at.facts.standing.team.ok_or(refused.clone())?;
        let public = results_view(None, &at.facts, at.now).is_ok();
        let owed = if public { winner_duty::of_team(call.conn, at.event, team).await? } else { Vec::new() };
        let until = owed.first().map(|duty| duty.until);
        let of_team =
            |until| Duties { until, next_until: until, owed, next: Vec::new(), refused: Some(refused) };
        return Ok(until.map(of_team));
    }
    let prizes = outlooks(call, &at, None).await?;
    read(call, &at, &prizes).await
}

pub(super) async fn read(
    call: &mut Call<'_>,
    at: &Context,
    prizes: &[PrizeOutlook],
) -> Outcome<Option<Duties>> {
    if !at.facts.event.published {
        return Ok(None);
    }
    let newest = publication::newest(call.conn, at.event).await?;
    let Some(until) = newest.and_then(|newest| newest.provisional_until) else { return Ok(None) };
    let owed = winner_duty::all(call.conn, at.event).await?;
    // What is flagged as a repeat wins nothing, either.
    let mut refused = winner_duty::refused(call.conn, at.event).await?;
    refused.extend(repeats(call.conn, at.event).await?);
    let one_each = prize::one_each(call.conn, at.event).await?;
    let mut taken = refused.clone();
    if one_each {
        taken.extend(prizes.iter().flat_map(|outlook| &outlook.winners).map(|winner| winner.project));
    }
    let mut next = Vec::new();
    for outlook in prizes {
        let Some(line) = next_in_line(outlook, &refused, &taken) else { continue };
        if one_each {
            taken.extend(&line.next);
        }
        next.push(line);
    }
    let next_until = day_of_followers(call.conn, at, until).await?;
    Ok(Some(Duties { until, next_until, owed, next, refused: call.ask::<act::SettleDuties>(at).err() }))
}

/// Until when winners have time if others follow them. After the day, all get as long again as the first publication gave. Otherwise the
/// next winner would be late before they were told.
pub(crate) async fn day_of_followers(
    conn: &mut Conn,
    at: &Context,
    until: DateTime<Utc>,
) -> Outcome<DateTime<Utc>> {
    if until > at.now {
        return Ok(until);
    }
    let first = publication::first_provisional(conn, at.event).await?;
    let minute = TimeDelta::minutes(1);
    let end = at.now + first.map_or(minute, |(from, until)| until - from) + minute;
    Ok(end.duration_trunc(minute).unwrap_or(end))
}

/// Who would win a prize without those of whom something was refused, and without repeats. Nobody follows who is `taken`: one of these, or,
/// where each project wins one prize, a winner of any or next in line for another.
fn next_in_line(
    outlook: &PrizeOutlook,
    refused: &HashSet<ProjectId>,
    taken: &HashSet<ProjectId>,
) -> Option<NextInLine> {
    let won = outlook.winners.iter().map(|winner| winner.project);
    let (out, mut winners): (Vec<_>, Vec<_>) = won.partition(|project| refused.contains(project));
    if out.is_empty() {
        return None;
    }
    let taken: HashSet<ProjectId> = taken.iter().chain(&winners).copied().collect();
    let places = i32::try_from(out.len()).unwrap_or(i32::MAX);
    let next = line_of(&outlook.standing, places, &taken).winners;
    winners.extend(&next);
    let prize = &outlook.prize;
    Some(NextInLine {
        prize: prize.id,
        name: prize.terms.name.clone(),
        refused: out,
        next,
        winners,
        seen: SeenPrize { version: prize.version, awarded_at: prize.awarded_at },
    })
}

/// Says what winners have shown of what they owe, and what is refused, with a reason that their team is told.
/// Errors: 401, 404; 403 for a caller who does not organize, and for an organizer who takes part; 409 where results are not provisional;
/// 400 for what no winner owes, and for a refusal without a reason.
pub async fn settle(call: &mut Call<'_>, base_url: &str, sent: Sent<Vec<SettledDuty>>) -> Acted {
    let (at, permit) = call.open::<act::SettleDuties>().await?;
    // A publication that makes results final waits for this, and this for it.
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    let newest = publication::newest(call.conn, at.event).await?;
    require(newest.is_some_and(|newest| newest.provisional_until.is_some()), Reason::NotProvisional)?;
    let owed = winner_duty::all(call.conn, at.event).await?;
    let mut done = Done::unlogged(());
    for duty in sent? {
        let is_it = |owed: &&WinnerDuty| owed.project == duty.project && owed.number == duty.number;
        let had = owed.iter().find(is_it).ok_or_else(|| Refusal::field("duty", Fault::DutyUnknown))?;
        let duty = duty.checked()?;
        let before = DutyState::of(had.shown);
        if before == duty.state && had.reason == duty.reason {
            continue;
        }
        winner_duty::settle(call.conn, &permit, &duty).await?;
        // A reason may name people, so the log knows it by its digest, as it knows other texts.
        let logged = |state: DutyState, reason: &str| {
            let reason = (!reason.is_empty()).then(|| sha256_hex(reason.as_bytes()));
            json!({ "duty": duty.number, "state": state, "reason_sha256": reason })
        };
        let entry = call
            .entry(&at, "duty.settled", "project", duty.project)
            .before(Some(logged(before, &had.reason)))
            .after(logged(duty.state, &duty.reason));
        done = done.and(Done::logged((), entry));
        if duty.state == DutyState::Refused {
            let told = tell_refused(call, base_url, &at, (had, &duty.reason));
            done = done.and(Box::pin(told).await?);
        }
    }
    Ok(done)
}

/// Tells the team of a winner what was refused, by a notice and by mail. After the day, nobody would look at the team's page.
async fn tell_refused(
    call: &mut Call<'_>,
    base_url: &str,
    at: &Context,
    (had, reason): (&WinnerDuty, &str),
) -> Acted {
    // As where a publication tells its news.
    settings::lock(call.conn, at.event).await?;
    let begin = format!(
        "“{}” is a provisional winner. An organizer refused what it owes: {}. The prize may go to the next in line.",
        had.title, had.duty
    );
    let all = format!("{begin} Why: {reason}");
    let text =
        if all.chars().count() > LENGTH { format!("{begin} Your team’s page says why.") } else { all };
    notices::tell_team(call, base_url, at, (had.team_id, text), true).await
}

/// The winners that were flagged as repeats since.
pub async fn repeats(conn: &mut Conn, event: EventId) -> Outcome<Vec<ProjectId>> {
    let won = projects(&won(conn, event).await?);
    let submitted = run_input::submitted(conn, event).await?.into_iter();
    let repeats = submitted.filter(|project| project.flagged && won.contains(&project.id));
    Ok(repeats.map(|project| project.id).collect())
}

/// The projects that won a prize, each with the prizes that it won.
pub async fn won(conn: &mut Conn, event: EventId) -> Outcome<BTreeSet<(ProjectId, PrizeId)>> {
    Ok(prize::winners(conn, event).await?.into_iter().map(|winner| (winner.project, winner.prize)).collect())
}

/// The projects alone.
pub fn projects(won: &BTreeSet<(ProjectId, PrizeId)>) -> BTreeSet<ProjectId> {
    won.iter().map(|(project, _)| *project).collect()
}
