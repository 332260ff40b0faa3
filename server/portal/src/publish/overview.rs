//! What needs an organizer's attention, in numbers.

use super::calibration_page::ready;
use crate::kept_numbers::{KeptNumbers, Numbers};
use crate::prelude::*;
use crate::prizes::duties;
use crate::second_organizer::waiting_act;
use shared::evidence::{current, waiting};
use shared::prize::AwardRule;
use shared::window::Phase;
use store::{
    board, checklist, conflict_suggestion, deliberation, evidence, mail_delivery, overview, prize,
    publication, run, winner_duty,
};

/// What the overviews of large events say, for all their organizers.
#[derive(Clone, Debug, Default)]
pub struct KeptOverviews {
    /// The numbers of an event, and without some teams for an organizer who is or was on them.
    pub numbers: Arc<KeptNumbers<(EventId, Vec<TeamId>), OverviewNumbers>>,
    /// Whether a run still says what the reviews say, by its number.
    pub freshness: Arc<KeptNumbers<(EventId, i32), RunFreshness>>,
}

impl Numbers for OverviewNumbers {
    fn size(&self) -> usize {
        let EventNumbers { submitted, pending, done, recused, .. } = self.counts;
        usize::try_from(submitted + pending + done + recused).unwrap_or(0)
    }
}

/// Whether another run would say the same as one that is shown.
#[derive(Clone, Copy, Debug)]
pub struct RunFreshness {
    /// Another one would say the same.
    pub same: bool,
    /// Reviews that it would read.
    pub reviews: usize,
}

impl Numbers for RunFreshness {
    fn size(&self) -> usize {
        self.reviews
    }
}

/// What needs an organizer's attention, without a look at what the latest run says.
#[derive(Clone, Debug)]
pub struct EventAttention {
    pub at: Context,
    pub numbers: Arc<OverviewNumbers>,
    pub latest: Option<RunHead>,
}

/// Counts what needs attention.
/// Errors: 401, 404, 403.
pub async fn attention(by: By<'_>, kept: &KeptOverviews) -> Outcome<EventAttention> {
    let read = async |call: &mut Call<'_>| {
        let (at, _) = call.open::<act::Manage>().await?;
        let latest = board::latest_run(call.conn, at.event).await?;
        Ok((at, latest))
    };
    let (at, latest) = by.read(read).await?;
    let teams = at.facts.teams_left_out();
    let count = async |c: &mut Conn| count(c, &at, teams).await;
    let key = (at.event, teams.to_vec());
    let numbers = kept.numbers.of_event(by.database, &at.slug, key, count).await?.numbers;
    Ok(EventAttention { at, numbers, latest })
}

/// Reads the numbers, without what the board alone knows.
/// Errors: 401, 404, 403.
pub async fn overview(by: By<'_>, kept: &KeptOverviews) -> Outcome<Overview> {
    let EventAttention { at, numbers, latest } = attention(by, kept).await?;
    let read = async |c: &mut Conn| {
        let published = publication::public_run(c, at.event).await?;
        let provisional = if published.is_some() { provisional(c, at.event).await? } else { None };
        let waits = numbers.setup.confirmation_waits;
        let waiting = if waits { waiting_act(c, by.caller, &at).await? } else { None };
        Ok((published, provisional, waiting))
    };
    let (published, provisional, waiting) = by.database.read(read).await?;
    // Freshness turns with every review, those of the organizer's own team among them.
    let withheld = by.caller.ask::<act::Calibrate>(&at).err();
    let judged = at.facts.event.judging.phase(at.now) == Phase::Closed;
    let last_run = match latest {
        Some(latest) => {
            let matters = withheld.is_none() && judged && published.is_none();
            let fresh =
                if matters { Some(is_fresh(by.database, kept, &at, latest.run).await?) } else { None };
            let public = published.is_some_and(|public| public.run == latest.run);
            Some(LastRun { run: latest.run, at: latest.created_at, fresh, published: public })
        }
        None => None,
    };
    let work = Arc::default();
    Ok(Overview { at, numbers, published, provisional, last_run, waiting, withheld, work })
}

async fn provisional(conn: &mut Conn, event: EventId) -> Outcome<Option<ProvisionalWinners>> {
    let until = publication::newest(conn, event).await?.and_then(|newest| newest.provisional_until);
    let Some(until) = until else { return Ok(None) };
    let owed = winner_duty::all(conn, event).await?;
    let missing = owed.iter().filter(|duty| duty.shown != Some(true)).count();
    let repeats = duties::repeats(conn, event).await?.len();
    Ok(Some(ProvisionalWinners { until, missing, repeats }))
}

/// How many projects wait for a look. What judges flagged is not counted: who takes part reads this number, too.
async fn evidence_waiting(conn: &mut Conn, event: EventId) -> Outcome<usize> {
    Ok(waiting(&current(evidence::of_event(conn, event).await?), false).len())
}

/// How many pairs look like a conflict.
async fn suggested_conflicts(conn: &mut Conn, event: EventId) -> Outcome<usize> {
    Ok(conflict_suggestion::suggestions(conn, event).await?.len())
}

async fn count(conn: &mut Conn, at: &Context, without: &[TeamId]) -> Outcome<OverviewNumbers> {
    let event = at.event;
    // The check list names until judging ends what it would be too late to settle then.
    let ahead = !at.facts.event.judging.is_over(at.now);
    let looks = ahead && at.facts.event.evidence;
    let prizes = prize::list(conn, event).await?;
    // A prize without winners that was decided on was taken from its winners.
    let decided = deliberation::decided_by_rule(conn, event).await?;
    let is_open = |prize: &&Prize| prize.awarded_at.is_none() && !decided.contains_key(&prize.id);
    let open: Vec<&Prize> = prizes.iter().filter(is_open).collect();
    let (empty, waiting): (Vec<&Prize>, Vec<&Prize>) = open
        .iter()
        .copied()
        .filter(|prize| prize.is_panel_unfinished())
        .partition(|prize| prize.panel.0 == 0);
    let ids = |prizes: &[&Prize]| prizes.iter().map(|prize| prize.id).collect();
    Ok(OverviewNumbers {
        prizes_open: open.len(),
        prizes_by_vote: open.iter().filter(|prize| prize.terms.rule == AwardRule::Vote).count(),
        panels_empty: ids(&empty),
        panels_unfinished: ids(&waiting),
        evidence_waiting: if looks { evidence_waiting(conn, event).await? } else { 0 },
        suggested_conflicts: if ahead { suggested_conflicts(conn, event).await? } else { 0 },
        counts: overview::counts(conn, event, without).await?,
        setup: checklist::counts(conn, event, without).await?,
        attention: overview::attention(conn, event, without).await?,
        undelivered: mail_delivery::undelivered(conn, event).await?,
        judges: overview::judges_to_check(conn, event, without).await?,
        teams: overview::teams_without_project(conn, event).await?,
        timeline: overview::timeline(conn, event, without).await?,
    })
}

/// The number of a run that is shown, where another one would say something else by now. Who asks may read the run.
/// Errors: a lost database.
pub async fn outdated(
    by: By<'_>,
    kept: &KeptOverviews,
    at: &Context,
    shown: Option<i32>,
) -> Outcome<Option<i32>> {
    let Some(run) = shown else { return Ok(None) };
    Ok((!is_fresh(by.database, kept, at, run).await?).then_some(run))
}

/// Whether another run would say the same as this one. It reads every review, so it is asked once for each state of a large event.
async fn is_fresh(database: &Database, kept: &KeptOverviews, at: &Context, run: i32) -> Outcome<bool> {
    let compare = async |c: &mut Conn| {
        let shown = run::find(c, at.event, run).await?;
        let ready = ready(c, at, shown.as_ref()).await?.0;
        Ok(RunFreshness { same: ready.same_as.is_some(), reviews: ready.reviews })
    };
    Ok(kept.freshness.of_event(database, &at.slug, (at.event, run), compare).await?.numbers.same)
}

/// What can be exported by this organizer.
#[derive(Clone, Debug)]
pub struct Exports {
    pub at: Context,
    /// Why the files that reveal scores are withheld.
    pub withheld: Option<Refusal>,
    /// The latest run, which the files `results` and `judges` describe; none before the first, and where they are withheld: a new run says
    /// that reviews or prizes changed.
    pub last_run: Option<i32>,
}
model::in_event!(Exports);

/// Reads what can be exported.
/// Errors: 401, 404, 403.
pub async fn exports(call: &mut Call<'_>) -> Outcome<Exports> {
    let (at, _) = call.open::<act::Export>().await?;
    let withheld = call.ask::<act::ExportScores>(&at).err();
    let last_run = match withheld {
        None => run::list(call.conn, at.event).await?.first().map(|line| line.run),
        Some(_) => None,
    };
    Ok(Exports { at, withheld, last_run })
}
