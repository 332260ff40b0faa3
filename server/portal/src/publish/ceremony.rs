//! The ceremony: how the confirmed winners are announced in the hall, and what the page for the projector shows.

use super::results;
use crate::prelude::*;
use crate::prizes::standing::RuleStanding;
use shared::ceremony::{CeremonyTerms, SharedPlace, places, reveal_order};
use shared::prize::AwardRule;
use shared::wire::Results;
use store::{ballot, ceremony, prize, publication, run, run_input};

#[derive(Clone, Debug)]
pub struct CeremonyFound {
    pub at: Context,
    /// As set up; before that, what is proposed. The order holds every prize of the event.
    pub terms: CeremonyTerms,
    /// The version of the terms; 0 before they were set up.
    pub version: i32,
    /// The prizes in the order of the ceremony.
    pub prizes: Vec<CeremonyPrize>,
    /// When the results were published; none before.
    pub published_at: Option<DateTime<Utc>>,
    /// The published winners are provisional until then.
    pub provisional_until: Option<DateTime<Utc>>,
    /// What became known after the ceremony was set up.
    pub news: Vec<Newer>,
}
model::in_event!(CeremonyFound);

#[derive(Clone, Debug)]
pub struct CeremonyPrize {
    pub prize: Prize,
    /// Its confirmed winners by place; none where nobody confirmed any.
    pub places: Vec<SharedPlace<Winner>>,
    /// Its winners follow the ranking, and were confirmed before the latest run.
    pub before_run: bool,
}

/// Something that is newer than the ceremony.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Newer {
    Run(i32),
    /// Winners of these prizes were confirmed.
    Winners(Vec<String>),
    /// These prizes were added.
    Prizes(Vec<String>),
}

/// Opens the ceremony.
/// Errors: 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part.
pub async fn open(call: &mut Call<'_>) -> Outcome<CeremonyFound> {
    Ok(read(call).await?.0)
}

/// Opens it for the projector, with the ranking that it shows: the published run, or the latest. None before the first run.
/// Errors: as [`open`].
pub async fn project(call: &mut Call<'_>) -> Outcome<(CeremonyFound, Option<Results>)> {
    let (found, run) = read(call).await?;
    let names = run_input::names(call.conn, found.at.event).await?;
    let unsaid = std::collections::BTreeMap::new();
    let ranking =
        run.as_ref().map(|run| results::results(call.slug, (run, &unsaid), None, &names, Vec::new()));
    Ok((found, ranking.transpose()?))
}

async fn read(call: &mut Call<'_>) -> Outcome<(CeremonyFound, Option<StoredRun>)> {
    let (at, _) = call.open::<act::HoldCeremony>().await?;
    let stored = ceremony::find(call.conn, at.event).await?;
    let listed = prize::list(call.conn, at.event).await?;
    let (run, published) = shown_run(call.conn, &at).await?;
    let news = stored.as_ref().map(|stored| news(stored, &listed, run.as_ref())).unwrap_or_default();
    let version = stored.as_ref().map_or(0, |stored| stored.version);
    let mut terms = stored.map(|stored| stored.terms).unwrap_or_default();
    let ids: Vec<PrizeId> = listed.iter().map(|prize| prize.id).collect();
    terms.prizes = reveal_order(&ids, &terms.prizes);
    let mut prizes = Vec::new();
    let mut winners = prize::winners(call.conn, at.event).await?;
    for id in &terms.prizes {
        let Some(prize) = listed.iter().find(|prize| prize.id == *id) else { continue };
        let (won, others) = winners.into_iter().partition(|winner| winner.prize == *id);
        winners = others;
        prizes.push(announced(call, &at, prize.clone(), won, run.as_ref()).await?);
    }
    let (published_at, provisional_until) =
        published.map(|of| (Some(of.published_at), of.provisional_until)).unwrap_or_default();
    let found = CeremonyFound { at, terms, version, prizes, published_at, provisional_until, news };
    Ok((found, run))
}

/// The run that prizes by rank are decided by, and its publication.
async fn shown_run(conn: &mut Conn, at: &Context) -> Outcome<(Option<StoredRun>, Option<Publication>)> {
    Ok(match publication::newest(conn, at.event).await? {
        Some(public) => (run::find(conn, at.event, public.run).await?, Some(public)),
        None => (run::latest(conn, at.event).await?, None),
    })
}

fn news(stored: &Ceremony, listed: &[Prize], run: Option<&StoredRun>) -> Vec<Newer> {
    let mut news = Vec::new();
    if let Some(run) = run.map(|run| run.run).filter(|run| Some(*run) != stored.run) {
        news.push(Newer::Run(run));
    }
    let names = |which: &dyn Fn(&Prize) -> bool| -> Vec<String> {
        listed.iter().filter(|prize| which(prize)).map(|prize| prize.terms.name.clone()).collect()
    };
    let confirmed = names(&|prize| prize.awarded_at > stored.awarded_at);
    if !confirmed.is_empty() {
        news.push(Newer::Winners(confirmed));
    }
    let added = names(&|prize| !stored.terms.prizes.contains(&prize.id));
    if !added.is_empty() {
        news.push(Newer::Prizes(added));
    }
    news
}

async fn announced(
    call: &mut Call<'_>,
    at: &Context,
    prize: Prize,
    won: Vec<Winner>,
    run: Option<&StoredRun>,
) -> Outcome<CeremonyPrize> {
    let standing = match prize.terms.rule {
        // One winner is equal to nobody, and a choice has no order that could.
        _ if won.len() < 2 => Vec::new(),
        AwardRule::Choice => Vec::new(),
        AwardRule::Rank => run.map(RuleStanding::of_run).unwrap_or_default(),
        AwardRule::Vote if call.ask::<act::ReadVotes>(at).is_ok() => {
            RuleStanding::of_tally(&ballot::tally(call.conn, at.event).await?)
        }
        AwardRule::Vote => Vec::new(),
        AwardRule::Panel => RuleStanding::of_panel(call.conn, prize.id).await?,
    };
    let said = |winner: &Winner| standing.iter().find(|line| line.project() == winner.project);
    let keys: Vec<_> = won.iter().map(|winner| said(winner).map(RuleStanding::key)).collect();
    let places = places(won.into_iter().zip(keys).collect());
    let by_rank = prize.terms.rule == AwardRule::Rank;
    let older = |run: &StoredRun| prize.awarded_at.is_some_and(|awarded| awarded < run.created_at);
    let before_run = by_rank && run.is_some_and(older);
    Ok(CeremonyPrize { prize, places, before_run })
}

/// Sets the ceremony up, instead of the version that the organizer saw.
/// Errors: as [`open`]; 400 for a prize of another event; 409 where another organizer set it up meanwhile.
pub async fn set_up(call: &mut Call<'_>, seen: Sent<i32>, terms: Sent<CeremonyTerms>) -> Acted {
    let (at, permit) = call.open::<act::HoldCeremony>().await?;
    let (seen, terms) = (seen?, terms?);
    let listed = prize::list(call.conn, at.event).await?;
    if terms.prizes.iter().any(|id| !listed.iter().any(|prize| prize.id == *id)) {
        return Err(Refusal::field("prizes", Fault::ForeignPart).into());
    }
    let before = ceremony::find(call.conn, at.event).await?;
    let awarded_at: Option<DateTime<Utc>> = listed.iter().filter_map(|prize| prize.awarded_at).max();
    let run = shown_run(call.conn, &at).await?.0.map(|run| run.run);
    let ceremony = Ceremony { terms, run, awarded_at, version: seen.saturating_add(1) };
    if before.as_ref().map_or(0, |before| before.version) != seen
        || !ceremony::set(call.conn, &permit, &ceremony).await?
    {
        return Err(Reason::CeremonyChanged.into());
    }
    let entry = call.entry(&at, "ceremony.set_up", "event", at.event);
    Ok(Done::logged((), entry.before(before.map(|before| logged(&before))).after(logged(&ceremony))))
}

fn logged(ceremony: &Ceremony) -> Value {
    let CeremonyTerms { prizes, at_once, intervals, full_ranking } = &ceremony.terms;
    json!({
        "prizes": prizes,
        "at_once": at_once,
        "intervals": intervals,
        "full_ranking": full_ranking,
        "run": ceremony.run,
    })
}
